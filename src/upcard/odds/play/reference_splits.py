"""Two hands of a split, readably: every way both can end, met by one dealer from one shoe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from upcard.game.dealers import NATURAL
from upcard.game.decisions import GIVING_UP, Decision
from upcard.game.results import LOSE, WIN, contest
from upcard.game.stakes import Laid
from upcard.odds.play.kernels.kernel_arrays import ends_with
from upcard.odds.play.reference import ReferenceValues, kind_of_composition
from upcard.odds.play.split_parts import Gain, HandPart, HandParts, Products
from upcard.odds.play.stock import VALUES, Composition, composition_of, plus, total_of
from upcard.odds.play.worths import Number

Results = tuple[Number, ...]
"""What a hand wins or loses against each end of the dealer."""
Finals = Counter[tuple[Composition, Results]]
"""How a hand can end, and in how many orders its cards can come."""


@dataclass(slots=True)
class ReferenceHands:
    """Two hands of a split under the facts, shoe and decisions of *values*."""

    values: ReferenceValues
    _likely: dict[tuple[int, Composition, Composition], Number] = field(default_factory=dict)

    def products(
        self, upcard: int, pair: int, one: HandParts, other: HandParts, depth: int
    ) -> Products:
        """The mean of the product of two hands' results, where each goes on as a part says."""
        finals = [
            [self._finals(upcard, pair, side, part) for part in parts]
            for side, parts in (one, other)
        ]
        tables = []
        for gone in range(depth + 1):
            out = composition_of((pair,) * gone)
            tables.append(
                [[self._product(upcard, pair, out, a, b) for b in finals[1]] for a in finals[0]]
            )
        return tables

    def _product(
        self, upcard: int, pair: int, gone: Composition, one: Finals, other: Finals
    ) -> Number:
        total, ends = self.values.number(0), self._ends()
        first = composition_of((pair, pair))
        for (hand, results), orders in one.items():
            for (second, met), ways in other.items():
                drawn = _sum(gone, _less(_sum(hand, second), first))
                chance = self._chance(upcard, first, drawn)
                if chance:
                    outcomes = self.values.outcomes(upcard, _sum(first, drawn))
                    worth = sum(
                        outcomes.get(end, self.values.number(0)) * a * b
                        for end, a, b in zip(ends, results, met, strict=True)
                    )
                    total += orders * ways * chance * worth
        return total

    def _chance(self, upcard: int, removed: Composition, drawn: Composition) -> Number:
        """How likely given cards, in a given order, are *drawn*."""
        known = self._likely.get((upcard, removed, drawn))
        if known is None:
            known = self.values.number(1)
            if any(drawn):
                card = next(value for value in VALUES if drawn[value - 1])
                known = self.values.chance(upcard, removed, card)
                if known:
                    known *= self._chance(upcard, plus(removed, card), plus(drawn, card, -1))
            self._likely[upcard, removed, drawn] = known
        return known

    def _ends(self) -> tuple[int, ...]:
        return ends_with(self.values.facts.house.pushing_total)

    def _finals(self, upcard: int, pair: int, side: int, part: HandPart) -> Finals:
        """How a hand that goes on as *part* says can end."""
        laid = self.values.facts.sides[side]
        found: Finals = Counter()
        for card, action in part.plays:
            if self.values.stock.values[card - 1]:
                found.update(self._played(upcard, composition_of((pair, card)), laid, action))
        if part.gain is not None:
            hand = composition_of((pair, part.gain.card, part.gain.third))
            found[hand, tuple(self._gained(part.gain, end) for end in self._ends())] += 1
        return found

    def _gained(self, gain: Gain, end: int) -> Number:
        wins = gain.is_won or contest(self.values.facts.house, 21, end) == WIN
        return gain.paid + (gain.won if wins else 0)

    def _played(
        self, upcard: int, hand: Composition, laid: Laid, action: Decision
    ) -> Iterator[tuple[Composition, Results]]:
        values = self.values
        if action is Decision.STAND or action in GIVING_UP:
            yield hand, tuple(self._result(hand, laid, action, end) for end in self._ends())
            return
        if action is Decision.DOUBLE:
            laid = values.doubled(hand, laid)
        for card in VALUES:
            if not values.stock.values[card - 1]:
                continue
            after = plus(hand, card)
            if total_of(after)[0] > 21:
                yield after, (values.number(-values.facts.stakes(laid)[1]),) * len(self._ends())
            elif values.sure_win(after, laid) is not None:
                yield from self._played(upcard, after, laid, Decision.STAND)
            else:
                yield from self._played(upcard, after, laid, values.decision(upcard, after, laid))

    def _result(self, hand: Composition, laid: Laid, action: Decision, end: int) -> Number:
        values, facts = self.values, self.values.facts
        sure = values.sure_win(hand, laid)
        if action in GIVING_UP:
            cost = facts.cost_of_giving_up(laid)
            assert cost is not None, "a plan gives up only where it is legal"
            return values.number(-cost.numerator) / cost.denominator
        if sure is not None:
            return sure.mean
        total, _ = total_of(hand)
        won, stake = facts.stakes(laid)
        match contest(facts.house, total, end):
            case result if result == WIN:
                pay = facts.pay_of_21(kind_of_composition(hand), laid) if total == 21 else None
                return (
                    values.number(won) * pay.numerator / pay.denominator
                    if pay
                    else values.number(won)
                )
            case result if result == LOSE:
                left = facts.left_by_natural(laid, is_bust=False, is_one_of_many=False)
                return values.number(left - stake if end == NATURAL else -stake)
        return values.number(0)


def _sum(one: Composition, other: Composition) -> Composition:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _less(one: Composition, other: Composition) -> Composition:
    return tuple(a - b for a, b in zip(one, other, strict=True))
