"""What everything pays, computed by the table; the kernel only looks it up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Final

from upcard.cards import SUITS, Card, read_cards
from upcard.game.stakes import NEW_HAND, Laid, at_risk, is_spared, taken_by_natural, to_win
from upcard.hand_values import total_of
from upcard.money import NOTHING, Cents, Loses, OfMeter, Pay, ToOne
from upcard.simulation.kernels import layout as at
from upcard.simulation.problems import SetupError
from upcard.table.bonus_pays import super_bonus_settlements
from upcard.table.games import Game
from upcard.table.rounds import Hand, HandState, Round
from upcard.table.settle import settle_hand
from upcard.wagers import Offer
from upcard.wagers.offers import NO_LINE

_NATURAL: Final = read_cards("As Kh")
_KINDS_OF_21: Final = (
    "Ks 5s 4s 2s",
    "2s 3s 4s 5s 7s",
    "2s 2s 3s 3s 4s 7s",
    "2s 2s 2s 3s 3s 4s 5s",
    "2s 2s 2s 2s 3s 3s 3s 4s",
    "6s 7h 8s",
    "6h 7h 8h",
    "6s 7s 8s",
    "7s 7h 7s",
    "7h 7h 7h",
    "7s 7s 7s",
)
"""One hand for each kind of 21, in the order of the kernel's numbers."""
_BUST_DEALER: Final = read_cards("7s Ks Ks")
_SUITED_SEVENS: Final = read_cards("7s 7s 7s")


@dataclass(frozen=True, slots=True, kw_only=True)
class HandPrices:
    """The results of the hands of one main wager."""

    pays: tuple[int, ...]
    """The net of each cell, in cents."""
    specials: tuple[int, ...]
    """The outcome that each kind of 21 wins as: not split or split, not doubled or doubled."""
    bonus: Cents
    envy: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class SidePrices:
    """What the outcomes of one side wager pay."""

    names: tuple[str, ...]
    """Its outcomes, in the order of the paytable."""
    pays: tuple[int, ...]
    """The net of each outcome, in cents."""
    envies: tuple[int, ...]
    """What each outcome brings every other player who made the wager, in cents."""


def hand_prices(game: Game, wager: Cents) -> HandPrices:
    """The results of hands with a main wager of *wager* in *game*."""
    pays = [0] * at.CELLS
    specials = []
    for is_split, stakes in product((False, True), range(at.STAKES)):
        laid = at.laid_of(stakes, is_split=is_split)
        row = [_winning_21(game, wager, text, laid) for text in _KINDS_OF_21]
        for outcome, net in row:
            pays[at.STAKES * outcome + stakes] = net
        if stakes < 2:
            padding = [at.WIN] * (at.KINDS - len(row))
            specials += [outcome for outcome, _ in row] + padding
    for stakes in range(at.STAKES):
        for outcome, net in _other_cells(game, wager, at.laid_of(stakes)):
            pays[at.STAKES * outcome + stakes] = net
    bonus, envy = _bonus(game, wager, NEW_HAND)
    return HandPrices(
        pays=tuple(pays),
        specials=tuple(specials),
        bonus=bonus,
        envy=envy,
    )


def _hand(wager: Cents, cards: tuple[Card, ...], laid: Laid, state: HandState) -> Hand:
    return Hand(
        "1a" if laid.is_split else "1",
        1,
        wager,
        cards,
        total_of(cards),
        laid.doubles,
        state,
        free_doubles=laid.free_doubles,
        is_funded=bool(laid.is_funded),
    )


def _winning_21(game: Game, wager: Cents, text: str, laid: Laid) -> tuple[int, int]:
    """The outcome and the net of a 21 against a dealer who busts."""
    round_ = Round(game, dealer=_BUST_DEALER, is_hole_shown=True)
    settled = settle_hand(round_, _hand(wager, read_cards(text), laid, HandState.STOOD))
    return at.OUTCOMES.index(settled.outcome), settled.net


def _other_cells(game: Game, wager: Cents, laid: Laid) -> list[tuple[int, int]]:
    """Outcomes that are no 21, with their nets."""
    cells = [(at.LOSE, -at_risk(wager, laid)), (at.PUSH, 0), (at.WIN, to_win(wager, laid))]
    states = {at.BUST: HandState.BUST}
    if laid.doubles and game.rules.rescue != "none":
        states[at.RESCUED] = HandState.RESCUED
    if not laid.doubles:
        states[at.SURRENDERED] = HandState.SURRENDERED
    if is_spared(game.house, laid.doubles, laid.free_doubles):
        cells.append((at.ORIGINAL_LOST, -taken_by_natural(game.house, wager, laid)))
    if laid == NEW_HAND:
        states[at.NATURAL] = HandState.STOOD
    suited = game.rules.suited_natural
    if suited != "none" and laid == NEW_HAND:
        states[at.SUITED_NATURAL] = HandState.STOOD
    for outcome, state in states.items():
        hand = _hand(wager, _natural_of(game, outcome), laid, state)
        cells.append((outcome, settle_hand(Round(game), hand).net))
    return cells


def _natural_of(game: Game, outcome: int) -> tuple[Card, ...]:
    """A natural that gets *outcome*: of the suit that pays more, or of two suits."""
    suited = game.rules.suited_natural
    if suited == "none" or outcome != at.SUITED_NATURAL:
        return _NATURAL
    suit = SUITS[suited.number]
    return Card("A", suit), Card("K", suit)


def _bonus(game: Game, wager: Cents, laid: Laid) -> tuple[Cents, Cents]:
    """The super bonus and the envy that suited sevens bring against a seven."""
    hand = _hand(wager, _SUITED_SEVENS, laid, HandState.STOOD)
    won = super_bonus_settlements(Round(game, dealer=_BUST_DEALER, hands=(hand,)), hand)
    rules = game.rules.super_bonus
    if rules == "none" or not won:
        return NOTHING, NOTHING
    return won[0].won, rules.envy


def side_prices(game: Game, offer: Offer, amount: Cents, meters: Mapping[str, Cents]) -> SidePrices:
    """What *amount* on *offer* is paid, meters paying what *meters* say."""
    names = (*offer.pays, NO_LINE.outcome)
    if len(names) > at.NOT_MADE:
        most = at.NOT_MADE - 1
        raise SetupError(f"{offer.name} has {len(offer.pays)} lines: {most} can be simulated")
    pays = [_side_net(game, offer.pays.get(name, NO_LINE.pay), amount, meters) for name in names]
    pays += [0] * (at.VERDICTS - len(pays))
    return SidePrices(
        names=names,
        pays=tuple(pays),
        envies=tuple(
            offer.envy.get(name, 0) for name in (*names, *([""] * (at.VERDICTS - len(names))))
        ),
    )


def _side_net(game: Game, pay: Pay, amount: Cents, meters: Mapping[str, Cents]) -> int:
    if isinstance(pay, Loses):
        return -amount
    if isinstance(pay, OfMeter):
        return pay.paid(meters.get(pay.level, NOTHING), game.rounding) - amount
    won = pay.won(amount, game.rounding)
    return won if isinstance(pay, ToOne) else won - amount
