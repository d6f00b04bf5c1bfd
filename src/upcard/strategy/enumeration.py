"""The exact value of a policy, through the table itself: every order a shoe can come in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations

from upcard.cards import Card
from upcard.money import Cents
from upcard.table import Decision, Game, Round, awaits, handle
from upcard.table.awaits import (
    AwaitCard,
    AwaitDecision,
    Awaited,
    AwaitEnd,
    AwaitInsurance,
    AwaitLateWagers,
)
from upcard.table.commands import Choose, Command, Deal, PlaceWager, StartGame
from upcard.table.drivers import Answer, declined, play_on, routine
from upcard.table.rounds import MAIN, Hand

Policy = Callable[[Hand, Card, Sequence[Decision]], Decision]
"""Decides on a hand, knowing the up card and what is legal; never the hole card."""

WAGER = Cents(100)


def hit_below(total: int) -> Policy:
    """Hit below *total*, else stand."""

    def decide(hand: Hand, upcard: Card, legal: Sequence[Decision]) -> Decision:
        may_hit = Decision.HIT in legal and hand.total.points < total
        return Decision.HIT if may_hit else Decision.STAND

    return decide


def policy_named(text: str) -> Policy:
    """The policy that a proof names."""
    return hit_below(0 if text == "stand" else int(text.split()[1]))


def exact_value(game: Game, shoe: Sequence[Card], policy: Policy) -> Fraction:
    """The mean net of one spot's main wager, in wagers, by enumeration of card types."""
    return _value(opened(game), Counter(shoe), policy)


def value_over_orders(game: Game, shoe: Sequence[Card], policy: Policy) -> Fraction:
    """The same, the long way: every order of the shoe is dealt as if it were a round at a table."""
    nets = [play(opened(game), iter(order), policy) for order in permutations(shoe)]
    return Fraction(sum(nets), len(nets) * WAGER)


def opened(game: Game) -> Round:
    """A round with one main wager, started."""
    round_, _ = handle(Round(game), PlaceWager(1, MAIN, WAGER))
    return handle(round_, StartGame())[0]


def without_cards(policy: Policy) -> Answer:
    """Answers everything but cards, and stops where a card or the end is awaited."""

    def answer(round_: Round, awaited: Awaited) -> Command | None:
        match awaited:
            case AwaitDecision(_, legal):
                return Choose(policy(round_.hands[round_.turn], round_.upcard, legal))
            case AwaitInsurance() | AwaitLateWagers():
                return declined(awaited)
            case AwaitCard() | AwaitEnd():
                return None
            case other:
                raise AssertionError(f"a lone main wager never leads to {other}")

    return answer


def _value(round_: Round, shoe: Counter[Card], policy: Policy) -> Fraction:
    round_, _ = play_on(round_, without_cards(policy))
    if isinstance(awaits(round_), AwaitEnd):
        return Fraction(sum(settled.net for settled in round_.settlements), WAGER)
    total = shoe.total()
    if not total:
        raise ValueError("the shoe runs out before the round is over: use more cards")
    value = Fraction(0)
    for card, count in shoe.items():
        if count:
            left = shoe - Counter((card,))
            value += Fraction(count, total) * _value(handle(round_, Deal(card))[0], left, policy)
    return value


def play(round_: Round, cards: Iterator[Card], policy: Policy) -> int:
    """The net of the round when the cards come in this order."""
    decided = without_cards(policy)

    def answer(round_: Round, awaited: Awaited) -> Command | None:
        if isinstance(awaited, AwaitCard):
            return Deal(next(cards))
        return routine(awaited) or decided(round_, awaited)

    round_, _ = play_on(round_, answer)
    return sum(settled.net for settled in round_.settlements)
