"""Rounds to practise on: random legal play at a full table, from a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from upcard.cards import Card
from upcard.game.decisions import Decision
from upcard.jackpot.awards import Meter
from upcard.money import Cents
from upcard.notation.written_rounds import amount_due
from upcard.shoes import composition
from upcard.table import Game, Refused, Round, handle
from upcard.table.awaits import (
    AwaitAward,
    AwaitCard,
    AwaitDecision,
    Awaited,
    AwaitInsurance,
    AwaitLateWagers,
    AwaitParlay,
)
from upcard.table.commands import (
    Choose,
    Command,
    ConfirmAward,
    Deal,
    MoveWinnings,
    PlaceWager,
    PressDeal,
    PressHandButton,
)
from upcard.table.drivers import play_on, routine
from upcard.table.events import Event
from upcard.table.legality import legal_decisions
from upcard.table.rounds import INSURANCE, MAIN, AwardState
from upcard.wagers import Offer

METER: Final = Meter(Cents(1_234_567), Cents(200_000))
"""What every meter holds when a practice round begins, and what it goes back to."""
MAINS: Final = tuple(map(Cents, (500, 1000, 1500, 2500, 3500, 5000, 7500, 12500)))
SIDES: Final = tuple(map(Cents, (100, 200, 300, 500, 1000)))
INSURED: Final = frozenset(MAINS[2:5])
"""Main wagers whose players take insurance where it is offered."""
STANDS_ON: Final = 16


@dataclass(frozen=True, slots=True)
class PracticeRound:
    """A round that was played to its end, and everything that happened in it."""

    round: Round
    events: tuple[Event, ...]

    @property
    def game(self) -> Game:
        """What was played."""
        return self.round.game


class ShoeEmpty(Exception):
    """The arranged shoe ran out of cards: the round is no use."""


def play_round(
    game: Game,
    rng: random.Random,
    *,
    spots: int,
    side_wagers: float = 0.4,
    first: Mapping[int, str] | None = None,
) -> PracticeRound | None:
    """
    One round at random; None if its shoe ran out.

    *first* says which ranks come at which places of the deal, or which cards: the shoe is
    arranged so that they do.
    """
    shoe = _shoe(game, rng, first or {})
    round_, events = _with_wagers(game, rng, spots, side_wagers)
    try:
        round_, played = play_on(round_, lambda now, awaited: _answer(now, awaited, shoe, rng))
    except ShoeEmpty:
        return None
    return PracticeRound(round_, (*events, *played))


def _shoe(game: Game, rng: random.Random, first: Mapping[int, str]) -> list[Card]:
    """A shuffled shoe, dealt from its end; sometimes with few ranks, so that side wagers win."""
    cards = list(composition(game.rules.deck, game.decks).elements())
    rng.shuffle(cards)
    if rng.random() < 0.4:
        ranks = rng.sample(sorted({card.rank for card in cards}), 4)
        cards.sort(key=lambda card: card.rank in ranks and rng.random() < 0.6)
    return _arranged(cards, first)


def _arranged(cards: list[Card], first: Mapping[int, str]) -> list[Card]:
    """*cards*, dealt from the end, with those that are wanted at their places of the deal."""
    last = len(cards) - 1
    taken = {last - place for place in first}
    for place, wanted in first.items():
        fits = (n for n in range(len(cards)) if n not in taken)
        found = next((n for n in fits if cards[n].text.startswith(wanted)), None)
        if found is not None:
            cards[last - place], cards[found] = cards[found], cards[last - place]
    return cards


def _with_wagers(
    game: Game, rng: random.Random, spots: int, side_wagers: float
) -> tuple[Round, list[Event]]:
    """The wagers of a full table; what the table refuses is simply not there."""
    round_, events = Round(game), list[Event]()
    for command in _wagers(game, rng, spots, side_wagers):
        try:
            round_, happened = handle(round_, command)
        except Refused:
            continue
        events += happened
    return round_, events


def _wagers(game: Game, rng: random.Random, spots: int, side_wagers: float) -> Iterator[PlaceWager]:
    limits = game.limits
    most = min(limits.main_max, limits.single_wager or limits.main_max)
    mains = [amount for amount in MAINS if limits.main_min <= amount <= most]
    for spot in range(1, min(spots, game.rules.spots_max) + 1):
        yield PlaceWager(spot, MAIN, rng.choice(mains or [limits.main_min]))
        for name, offer in game.offers.items():
            if not offer.is_late and rng.random() < side_wagers:
                yield PlaceWager(spot, name, _side_amount(game, offer, rng))


def _side_amount(game: Game, offer: Offer, rng: random.Random) -> Cents:
    limits = game.limits
    sides = [one for one in SIDES if limits.side_min <= one <= limits.side_max]
    return offer.amount or rng.choice(sides or [limits.side_min])


def _answer(
    round_: Round, awaited: Awaited, shoe: list[Card], rng: random.Random
) -> Command | None:
    match awaited:
        case AwaitCard():
            if not shoe:
                raise ShoeEmpty
            return Deal(shoe.pop())
        case AwaitDecision():
            return Choose(_decision(round_, rng))
        case AwaitInsurance(spots):
            return _insurance(round_, spots)
        case AwaitLateWagers(wagers):
            return _late_wager(round_, wagers, rng)
        case AwaitParlay(spot, most):
            return MoveWinnings(spot, Cents(rng.choice((0, most)) // 100 * 100))
        case AwaitAward(award) if award.state is AwardState.DUE:
            return PressHandButton(award.spot, award.wager, award.outcome)
        case AwaitAward(award):
            return ConfirmAward(award.spot, award.wager, amount_due(round_, award, METER))
        case _:
            return routine(awaited)


def _decision(round_: Round, rng: random.Random) -> Decision:
    hand = round_.hands[round_.turn]
    legal = legal_decisions(round_, hand)
    for decision, liking in _LIKED.items():
        if decision in legal and rng.random() < liking:
            return decision
    hits = Decision.HIT in legal and hand.total.points < STANDS_ON
    return Decision.HIT if hits else Decision.STAND if Decision.STAND in legal else legal[0]


_LIKED: Final = {
    Decision.SPLIT: 0.8,
    Decision.ZAP: 0.6,
    Decision.DOUBLE: 0.25,
    Decision.RESCUE: 0.5,
    Decision.SURRENDER: 0.08,
}
"""Decisions that make a round harder to pay, and how often players in drills make them."""


def _late_wager(round_: Round, wagers: Sequence[tuple[int, str]], rng: random.Random) -> Command:
    """A wager on a card that is seen, for spots that insure, too; then DEAL."""
    for spot, name in wagers:
        main = round_.wager_on(spot, MAIN)
        is_made = round_.wager_on(spot, name) is not None
        if main is not None and not is_made and main.amount in INSURED:
            return PlaceWager(spot, name, _side_amount(round_.game, round_.game.offers[name], rng))
    return PressDeal()


def _insurance(round_: Round, spots: Sequence[int]) -> Command:
    """Insurance for some spots, one after the other, then DEAL."""
    for spot in spots:
        main = round_.wager_on(spot, MAIN)
        is_insured = round_.wager_on(spot, INSURANCE) is not None
        # The same spot is asked again after every answer: its amount decides, not the dice.
        if main is not None and not is_insured and main.amount in INSURED:
            return PlaceWager(spot, INSURANCE, Cents(main.amount // 2))
    return PressDeal()
