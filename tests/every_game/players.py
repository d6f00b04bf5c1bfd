"""A player who does anything that is allowed, for batteries that every game must pass."""

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction

from upcard.cards import Card
from upcard.catalogue_games import game
from upcard.jackpot.awards import Meter
from upcard.money import Cents
from upcard.notation.written_rounds import amount_due
from upcard.rules.schema import Rules
from upcard.shoes import composition
from upcard.table import Game, Refused, Round, awaits, handle
from upcard.table.awaits import (
    AwaitAward,
    AwaitCard,
    AwaitDealKey,
    AwaitDecision,
    AwaitEnd,
    AwaitInsurance,
    AwaitLateWagers,
    AwaitLift,
    AwaitNothing,
    AwaitParlay,
    AwaitWagers,
)
from upcard.table.commands import (
    Choose,
    Command,
    ConfirmAward,
    Deal,
    EndGame,
    LiftWager,
    MoveWinnings,
    PlaceWager,
    PressDeal,
    PressHandButton,
    StartGame,
    TakeSeat,
)
from upcard.table.events import Event
from upcard.table.rounds import INSURANCE, MAIN
from upcard.wagers import Offer

METER = Meter(Cents(1_234_567), Cents(200_000))


@dataclass
class Played:
    """A round that was played to its end, with everything on the way."""

    round: Round
    events: list[Event]
    meters: dict[str, Meter]
    steps: list[tuple[Round, Event, Round]] = field(default_factory=list)


def a_random_table(rules: Rules, rng: random.Random) -> Game:
    """*rules* with decks, pack and paytables drawn among those that go together."""
    pack = rng.choice([pack.name for pack in rules.packs]) if rules.packs else None
    decks = rng.choice(rules.decks)
    if pack is not None and pack not in rules.packs_for(decks):
        pack = rng.choice(rules.packs_for(decks))
    offered = game(rules, decks=decks, pack=pack).offers
    paytables = {}
    for wager in rules.side_wagers:
        fitting = [table.name for table in wager.paytables if decks in table.decks]
        if fitting and wager.wager in offered:
            paytables[wager.wager] = rng.choice(fitting)
    return game(rules, decks=decks, pack=pack, paytables=paytables)


def a_shoe(game_: Game, rng: random.Random) -> list[Card]:
    """A shuffled shoe, sometimes a strange one with few ranks, so that rare hands come up."""
    cards = list(composition(game_.rules.deck, game_.decks).elements())
    if game_.decks >= 4 and rng.random() < 0.3:
        ranks = [*rng.sample("A23456789JQK", 2), "7"]
        cards = [card for card in cards if card.rank in ranks] + rng.sample(cards, 60)
        cards = _within(cards, game_.decks)
    rng.shuffle(cards)
    return cards


def _within(cards: list[Card], decks: int) -> list[Card]:
    left = dict.fromkeys(cards, decks)
    kept = []
    for card in cards:
        if left[card]:
            left[card] -= 1
            kept.append(card)
    return kept


def a_lucky_shoe(game_: Game, rng: random.Random) -> list[Card]:
    """A shoe that deals sevens of one colour first, so that meters are won."""
    cards = a_shoe(game_, rng)  # They come from the end.
    return sorted(cards, key=lambda card: (card.rank == "7", card.is_red))


def play_at_random(game_: Game, rng: random.Random, shoe: list[Card] | None = None) -> Played:
    """One round of 1 to 7 spots with random wagers and random legal decisions."""
    shoe = a_shoe(game_, rng) if shoe is None else shoe
    levels = {level for offer in game_.offers.values() for level in offer.levels}
    played = Played(Round(game_), [], dict.fromkeys(sorted(levels), METER))
    for command in _openings(played, rng):
        try:
            played.round, events = handle(played.round, command)
        except Refused:
            continue
        played.events += events
    while not isinstance(awaits(played.round), AwaitNothing):
        for command in _answers(played, shoe, rng):
            played.round, events = handle(played.round, command)
            played.events += events
    used = {award.level for award in played.round.awards}
    played.meters = {level: meter for level, meter in played.meters.items() if level in used}
    return played


def _openings(played: Played, rng: random.Random) -> Iterator[Command]:
    """Seats and wagers; those that the table refuses are simply not there."""
    game_ = played.round.game
    most = min(game_.rules.spots_max, 2 * game_.decks)  # So that one deck lasts the round.
    spots = sorted(rng.sample(range(1, game_.rules.spots_max + 1), rng.randint(1, most)))
    if rng.random() < 0.2:
        yield TakeSeat("anna", tuple(spots[:2]))
    if rng.random() < 0.1:
        yield TakeSeat("bert", (7,))  # Records name seats in the order of their spots.
    for spot in spots:
        yield PlaceWager(spot, MAIN, Cents(rng.randint(100, 5000)))
        for name, offer in game_.offers.items():
            if rng.random() < 0.6:
                yield PlaceWager(spot, name, _side_amount(offer, rng))


def _side_amount(offer: Offer, rng: random.Random) -> Cents:
    return offer.amount or Cents(rng.choice((100, 500, 333, 2500)))


def _answers(played: Played, shoe: list[Card], rng: random.Random) -> Iterator[Command]:
    round_ = played.round
    match awaits(round_):
        case AwaitWagers():
            yield StartGame()
        case AwaitLift(wagers):
            yield LiftWager(*wagers[0])  # A record does not tell the order they are lifted in.
        case AwaitCard():
            yield Deal(shoe.pop())
        case AwaitDecision(_, legal):
            yield Choose(rng.choice(legal))
        case AwaitInsurance(spots):
            yield from _insurances(round_, spots, rng)
            yield PressDeal()
        case AwaitLateWagers(wagers):
            yield from _late_wagers(round_, wagers, rng)
            yield PressDeal()
        case AwaitParlay(spot, most):
            share = rng.choice((0, most, rng.randint(1, most)))
            yield MoveWinnings(spot, Cents(share)) if rng.random() < 0.8 else PressDeal()
        case AwaitDealKey():
            yield PressDeal()
        case AwaitAward(award):
            yield PressHandButton(award.spot, award.wager, award.outcome)
            amount = amount_due(round_, award, played.meters[award.level])
            yield ConfirmAward(award.spot, award.wager, amount)
        case AwaitEnd():
            yield EndGame()


def _late_wagers(
    round_: Round, wagers: tuple[tuple[int, str], ...], rng: random.Random
) -> Iterator[PlaceWager]:
    """Some of the wagers that the table takes now, as long as the spot may have another game."""
    for spot, name in wagers:
        command = PlaceWager(spot, name, _side_amount(round_.game.offers[name], rng))
        with suppress(Refused):
            round_, _ = handle(round_, command)
            if rng.random() < 0.5:
                yield command


def _insurances(round_: Round, spots: tuple[int, ...], rng: random.Random) -> Iterator[PlaceWager]:
    for spot in spots:
        main = round_.wager_on(spot, MAIN)
        assert main is not None
        if rng.random() < 0.5 and main.amount > 1:
            share = Fraction(rng.randint(1, 100), 200)
            yield PlaceWager(spot, INSURANCE, Cents(max(1, int(main.amount * share))))
