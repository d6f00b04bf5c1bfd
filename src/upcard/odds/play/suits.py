"""Suits, where they matter: two cards on the way to 6-7-8 or 7-7-7."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final

from upcard.game.specials import MIXED, SEVENS, SIX_SEVEN_EIGHT, SPADES, SUITED
from upcard.game.stakes import Laid
from upcard.odds.play.payments import PlayFacts
from upcard.odds.play.stock import NO_SUIT, Seen, Stock, composition_of, plus
from upcard.odds.play.stock import SPADES as SPADES_SUIT
from upcard.odds.play.worths import Gone, Number, Values, Worth

THIRD_VALUE: Final = {(6, 7): 8, (6, 8): 7, (7, 8): 6, (7, 7): 7}
"""The card that makes a special 21 of two cards."""


@dataclass(frozen=True, slots=True)
class SuitedHands:
    """What suits add to a hand, beyond what mixed suits pay."""

    facts: PlayFacts
    stock: Stock
    values: Values
    number: Callable[[int], Number]
    pairs: frozenset[tuple[int, int]]
    """The two cards, in order, whose common suit can still be worth something."""

    def matters(self, first: int, second: int) -> bool:
        """Whether a common suit of these two cards can still be worth something."""
        return ((first, second) if first < second else (second, first)) in self.pairs

    def beside(self, value: int) -> tuple[int, ...]:
        """The cards that a card of this value can share a suit with to some gain."""
        return _beside(self.pairs, value)

    def share(self, value: int, suit: int, seen: Sequence[Seen]) -> Number:
        """How likely a card known to have that value also has that suit, *seen* cards apart."""
        left = self.stock.values[value - 1] - sum(card.value == value for card in seen)
        found = self.stock.of_suit(value, suit) - seen.count(Seen(value, suit))
        return self.number(max(found, 0)) / left if left > 0 else self.number(0)

    def added(
        self,
        upcard: int,
        hand: tuple[int, int],
        suit: int,
        seen: Sequence[Seen],
        *,
        laid: Laid,
        gone: Gone,
    ) -> Worth:
        """What a common *suit* of two cards adds to drawing one more, doubled or not."""
        third = THIRD_VALUE[hand]
        removed = plus(composition_of(hand), gone.value, gone.times)
        chance = self.values.chance(upcard, removed, third)
        chance *= self.share(third, suit, seen)
        if not chance:
            return Worth(self.number(0), self.number(0))
        wins, pushes = self.values.contest_21(upcard, plus(removed, third))
        mixed, suited = (self._pay(hand, each, laid) for each in (NO_SUIT, suit))
        bonus = self._bonus(upcard, hand, laid)
        (to_win, stake), lost = self.facts.stakes(laid), 1 - wins - pushes
        mean = wins * (suited - mixed) * to_win + bonus
        square = (
            wins * ((suited * to_win + bonus) ** 2 - (mixed * to_win) ** 2)
            + pushes * bonus**2
            + lost * ((bonus - stake) ** 2 - stake**2)
        )
        return Worth(mean, square).times(chance)

    def _pay(self, hand: tuple[int, int], suit: int, laid: Laid) -> Number:
        shared = MIXED if suit == NO_SUIT else SPADES if suit == SPADES_SUIT else SUITED
        kind = (SEVENS if hand == (7, 7) else SIX_SEVEN_EIGHT) + shared
        return self._in_kind(self.facts.pay_of_21(kind, laid))

    def _bonus(self, upcard: int, hand: tuple[int, int], laid: Laid) -> Number:
        if hand != (7, 7):
            return self.number(0)
        return self._in_kind(self.facts.bonus_of(upcard, laid))

    def _in_kind(self, exact: Fraction) -> Number:
        return self.number(exact.numerator) / exact.denominator


@cache
def _beside(pairs: frozenset[tuple[int, int]], value: int) -> tuple[int, ...]:
    found = {*(low for low, high in pairs if high == value)}
    return tuple(sorted(found | {high for low, high in pairs if low == value}))


def suited_hands(
    facts: PlayFacts, stock: Stock, values: Values, number: Callable[[int], Number]
) -> SuitedHands:
    """What suits add in this game; nothing where no pay asks for them."""
    pairs = frozenset(THIRD_VALUE) if facts.suits_matter else frozenset()
    return SuitedHands(facts, stock, values, number, pairs)
