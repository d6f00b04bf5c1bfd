"""Suits, where they matter: two cards on the way to 6-7-8 or 7-7-7."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Final

from upcard.game.specials import MIXED, SEVENS, SIX_SEVEN_EIGHT, SPADES, SUITED
from upcard.game.stakes import Laid
from upcard.odds.play.payments import PlayFacts
from upcard.odds.play.stock import NO_SUIT, Composition, Seen, Stock, composition_of, plus
from upcard.odds.play.stock import SPADES as SPADES_SUIT
from upcard.odds.play.worths import Contest21, Gone, Number, Values, Worth

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
    _known: dict[tuple[object, ...], Worth] = field(default_factory=dict, init=False, compare=False)

    def matters(self, first: int, second: int) -> bool:
        """Whether a common suit of these two cards can still be worth something."""
        return ((first, second) if first < second else (second, first)) in self.pairs

    def beside(self, value: int) -> tuple[int, ...]:
        """The cards that a card of this value can share a suit with to some gain."""
        return _beside(self.pairs, value)

    def share(self, value: int, suit: int, seen: Sequence[Seen]) -> Number:
        """How likely a card known to have that value also has that suit, *seen* cards apart."""
        left = self.stock.values[value - 1] - [card.value for card in seen].count(value)
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
        share = self.share(THIRD_VALUE[hand], suit, seen)
        return self.promised(upcard, hand, suit, laid=laid, gone=gone).times(share)

    def promised(
        self, upcard: int, hand: tuple[int, int], suit: int, *, laid: Laid, gone: Gone
    ) -> Worth:
        """What it would add if the third card, where its value is right, shared the suit."""
        key = (upcard, hand, suit == SPADES_SUIT, laid, gone)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._promised(upcard, hand, suit, laid, gone)
        return known

    def _promised(
        self, upcard: int, hand: tuple[int, int], suit: int, laid: Laid, gone: Gone
    ) -> Worth:
        third = THIRD_VALUE[hand]
        removed = plus(composition_of(hand), gone.value, gone.times)
        chance = self.values.chance(upcard, removed, third)
        if not chance:
            return Worth(self.number(0), self.number(0))
        wins, pushes = self._contest_21(upcard, plus(removed, third), laid)
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

    def gain(
        self, upcard: int, hand: tuple[int, int], suit: int, laid: Laid
    ) -> tuple[Number, Number, bool]:
        """What a third card of that *suit* adds to a win, what it pays anyway, and if it wins."""
        mixed, suited = (self._pay(hand, each, laid) for each in (NO_SUIT, suit))
        won = (suited - mixed) * self.facts.stakes(laid)[0]
        is_won = self.facts.sure_win(21, 3, laid) is not None
        return won, self._bonus(upcard, hand, laid), is_won

    def _contest_21(self, upcard: int, removed: Composition, laid: Laid) -> Contest21:
        """How a 21 of three cards fares: it wins where it is paid at once."""
        if self.facts.sure_win(21, 3, laid) is not None:
            return Contest21(self.number(1), self.number(0))
        return self.values.contest_21(upcard, removed)

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
