"""
A policy's exact value through the table, for shoes that are not quite so tiny.

`enumeration` visits every order of the cards. Two orders that leave a table with the same hands
and the same shoe go on alike, so here each such position is worked out once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from upcard.cards import Card
from upcard.strategy.enumeration import WAGER, Policy, opened, play, without_cards
from upcard.table import Game, Round, awaits, handle
from upcard.table.awaits import AwaitEnd
from upcard.table.commands import Deal
from upcard.table.drivers import play_on
from upcard.table.rounds import Hand

Position = tuple[object, ...]
"""All that decides how a round goes on: what lies on the table, and what is left to come."""


def value_through_table(game: Game, shoe: tuple[Card, ...], policy: Policy) -> Fraction:
    """The mean net of one spot's main wager, in wagers."""
    return worth_through_table(game, shoe, policy)[0]


def worth_through_table(
    game: Game, shoe: tuple[Card, ...], policy: Policy
) -> tuple[Fraction, Fraction]:
    """The mean net of one spot's main wager, in wagers, and the mean of its square."""
    return _worth(opened(game), Counter(shoe), policy, {})


def _worth(
    round_: Round,
    shoe: Counter[Card],
    policy: Policy,
    known: dict[Position, tuple[Fraction, Fraction]],
) -> tuple[Fraction, Fraction]:
    round_, _ = play_on(round_, without_cards(policy))
    if isinstance(awaits(round_), AwaitEnd):
        net = Fraction(sum(settled.net for settled in round_.settlements), WAGER)
        return net, net * net
    position = _position(round_, shoe)
    worth = known.get(position)
    if worth is None:
        worth = known[position] = _drawn(round_, shoe, policy, known)
    return worth


def _drawn(
    round_: Round,
    shoe: Counter[Card],
    policy: Policy,
    known: dict[Position, tuple[Fraction, Fraction]],
) -> tuple[Fraction, Fraction]:
    total = shoe.total()
    if not total:
        raise ValueError("the shoe runs out before the round is over: use more cards")
    mean = square = Fraction(0)
    for card, count in shoe.items():
        after = handle(round_, Deal(card))[0]
        left = shoe - Counter((card,))
        worth = _worth(after, left, policy, known)
        mean += Fraction(count, total) * worth[0]
        square += Fraction(count, total) * worth[1]
    return mean, square


def _position(round_: Round, shoe: Counter[Card]) -> Position:
    return (
        round_.stage,
        round_.turn,
        sum(settled.net for settled in round_.settlements),
        tuple(map(_on_table, round_.hands)),
        round_.dealer[:1],
        tuple(sorted(card.text for card in round_.dealer[1:])),
        frozenset(shoe.items()),
    )


def _on_table(hand: Hand) -> Position:
    """A hand without the order of its draws; its first card says which pair it was split from."""
    rest = tuple(sorted(card.text for card in hand.cards[1:]))
    return hand.cards[:1], rest, hand.laid, hand.state, hand.is_owed_card, hand.is_settled


def value_of_order(game: Game, order: Sequence[Card], policy: Policy) -> Fraction:
    """The net of one round dealt in that order, in wagers."""
    return Fraction(play(opened(game), iter(order), policy), WAGER)
