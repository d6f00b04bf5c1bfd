"""
The readable solver: every hand and every dealer's hand by plain recursion, in any number type.

It is slow, and it is the one to read. `kernels` does the same with arrays; tests hold the two
together, and tests of proofs hold this one to the table itself.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import prod

from upcard.game.dealers import NATURAL, draws, end_of, may_have_natural
from upcard.game.decisions import GIVING_UP, Decision
from upcard.game.results import PUSH, WIN, contest
from upcard.game.specials import MIXED, PLAIN, kind_of_21
from upcard.game.stakes import Laid
from upcard.odds.play.closings import exact_closing_chance
from upcard.odds.play.moments import Plan, moment_of
from upcard.odds.play.payments import PlayFacts
from upcard.odds.play.problems import PlayError
from upcard.odds.play.stock import (
    VALUES,
    Composition,
    Stock,
    composition_of,
    plus,
    state_of,
    total_of,
)
from upcard.odds.play.worths import NONE_GONE, Closings, Contest21, Gone, Number, Worth


class ReferenceValues:
    """The values of hands under one set of facts, from one shoe, in one kind of number."""

    def __init__(
        self,
        facts: PlayFacts,
        stock: Stock,
        plan: Plan | None = None,
        number: Callable[[int], Number] = Fraction,
    ) -> None:
        self.facts = facts
        self.stock = stock
        self.plan = plan
        """Fixed decisions; without them the best play of each composition is found (CDZ-)."""
        self.number = number
        self._dealer = cache(self._dealer_outcomes)
        self._hand = cache(self._hand_worth)
        self.decision = cache(self._decide)

    def _counts(self, upcard: int, removed: Composition) -> list[int]:
        gone = plus(removed, upcard)
        return [have - left for have, left in zip(self.stock.values, gone, strict=True)]

    def chance(self, upcard: int, removed: Composition, card: int) -> Number:
        """The chance that the next card has that value, given cards *removed* and the peek."""
        counts = self._counts(upcard, removed)
        unseen, found = sum(counts), counts[card - 1]
        if found <= 0:
            return self.number(0)
        if not self.facts.peeks(upcard):
            return self.number(found) / unseen
        completing = 11 - upcard
        makers = counts[completing - 1]
        if unseen <= 1 or unseen == makers:
            return self.number(0)
        makers_left = makers - (card == completing)
        return self.number(found) * (unseen - 1 - makers_left) / ((unseen - 1) * (unseen - makers))

    def chances(self, upcard: int, removed: Composition) -> list[Number]:
        """The same for all ten values."""
        return [self.chance(upcard, removed, card) for card in VALUES]

    def outcomes(self, upcard: int, removed: Composition) -> dict[int, Number]:
        """How likely the dealer is to end on each total, knowing what the peek has shown."""
        return self._dealer(upcard, removed)

    def _dealer_outcomes(self, upcard: int, removed: Composition) -> dict[int, Number]:
        found: dict[int, Number] = {}
        counts = self._counts(upcard, removed)
        self._deal_on(composition_of((upcard,)), counts, self.number(1), found)
        natural = found.pop(NATURAL, self.number(0))
        if self.facts.peeks(upcard):
            return {outcome: p / (1 - natural) for outcome, p in found.items()}
        return {**found, NATURAL: natural}

    def _deal_on(
        self, hand: Composition, counts: list[int], reach: Number, found: dict[int, Number]
    ) -> None:
        unseen = sum(counts)
        if not unseen:
            raise PlayError("shoe-too-small", "the shoe is empty before the dealer has finished")
        for card in VALUES:
            count = counts[card - 1]
            if count <= 0:
                continue
            after, chance = plus(hand, card), reach * count / unseen
            outcome = self._dealer_outcome(after)
            if outcome is None:
                counts[card - 1] -= 1
                self._deal_on(after, counts, chance, found)
                counts[card - 1] += 1
            else:
                found[outcome] = found.get(outcome, self.number(0)) + chance

    def _dealer_outcome(self, hand: Composition) -> int | None:
        """Where the dealer ends with these cards, or None where another is drawn."""
        house = self.facts.house
        if draws(state_of(hand), house.draws_by):
            return None
        return end_of(total_of(hand)[0], sum(hand), house.pushing_total)

    def contest_21(self, upcard: int, removed: Composition) -> Contest21:
        """How a player's 21 fares against the dealer."""
        chances = self._results(upcard, removed, 21)
        return Contest21(chances[WIN], chances[PUSH])

    def _results(self, upcard: int, removed: Composition, total: int) -> list[Number]:
        """How likely a total that stands is to lose, to push and to win."""
        chances = [self.number(0)] * 3
        for end, chance in self.outcomes(upcard, removed).items():
            house = self.facts.house
            result = contest(house, total, end)
            chances[result] += chance
        return chances

    def worth(
        self, upcard: int, *, side: int, hand: tuple[int, int], action: Decision, gone: Gone
    ) -> Worth:
        """What standing, hitting or doubling two cards is worth, the rest of the play fixed."""
        laid = self.facts.sides[side]
        return self.action_worth(upcard, composition_of(hand), laid, action, gone)

    def action_worth(
        self,
        upcard: int,
        hand: Composition,
        laid: Laid,
        action: Decision,
        gone: Gone = NONE_GONE,
    ) -> Worth:
        """What one decision is worth for any hand, its money laid in any way."""
        if action is Decision.STAND:
            return self._stand(upcard, hand, laid, gone)
        if action in GIVING_UP:
            cost = self.facts.cost_of_giving_up(laid)
            assert cost is not None, "a plan gives up only where it is legal"
            lost = self.number(cost.numerator) / cost.denominator
            return Worth(-lost, lost * lost)
        if action is Decision.DOUBLE:
            laid = self.doubled(hand, laid)
        removed = plus(hand, gone.value, gone.times)
        worth = Worth(self.number(0), self.number(0))
        for card in VALUES:
            chance = self.chance(upcard, removed, card)
            if chance:
                after = self._hand(upcard, plus(hand, card), laid, gone)
                worth = worth.plus(after.times(chance))
        return worth

    def doubled(self, hand: Composition, laid: Laid) -> Laid:
        total, is_soft = total_of(hand)
        return self.facts.doubled(
            self.facts.holding(total=total, is_soft=is_soft, cards=sum(hand), laid=laid)
        )

    def _hand_worth(self, upcard: int, hand: Composition, laid: Laid, gone: Gone) -> Worth:
        """A hand of three or more cards, played on as decided for it."""
        total, _ = total_of(hand)
        if total > 21:
            return self._bust(upcard, hand, laid, gone)
        sure = self.sure_win(hand, laid)
        if sure is not None:
            return sure
        action = self.decision(upcard, hand, laid)
        return self.action_worth(upcard, hand, laid, action, gone)

    def _bust(self, upcard: int, hand: Composition, laid: Laid, gone: Gone) -> Worth:
        """A bust hand loses its stake; a natural that still comes may leave some of it."""
        stake, natural = self.number(self.facts.stakes(laid)[1]), self.number(0)
        left = self.facts.left_by_natural(laid, is_bust=True, is_one_of_many=gone.times > 0)
        if left and may_have_natural(upcard):
            counts = self._counts(upcard, plus(hand, gone.value, gone.times))
            natural = self.number(counts[10 - upcard]) / sum(counts)
        return Worth(
            -stake + natural * left,
            stake * stake - natural * (stake * stake - (stake - left) ** 2),
        )

    def closing_chance(self, closings: Closings) -> Number:
        """How likely the cards come in one of these orders."""
        return exact_closing_chance(closings, self.number)

    def _decide(self, upcard: int, hand: Composition, laid: Laid) -> Decision:
        """By the plan; else the best for the hand alone, with no other cards of a split gone."""
        total, is_soft = total_of(hand)
        if total == 21 and self.facts.house.twenty_one_ends_turn:
            return Decision.STAND
        moment = moment_of(
            self.facts,
            upcard=upcard,
            total=total,
            is_soft=is_soft,
            cards=sum(hand),
            laid=laid,
        )
        if self.plan is not None:
            return self.plan(moment) if len(moment.legal) > 1 else Decision.STAND
        return max(
            moment.legal,
            key=lambda action: self.action_worth(upcard, hand, laid, action).mean,
        )

    def sure_win(self, hand: Composition, laid: Laid) -> Worth | None:
        """What a hand that wins at once is worth; None if it does not."""
        total, _ = total_of(hand)
        kind = kind_of_composition(hand) if total == 21 else PLAIN
        sure = self.facts.sure_win(total, sum(hand), laid, kind)
        if sure is None:
            return None
        won = self.number(sure.numerator) / sure.denominator
        return Worth(won, won * won)

    def _stand(self, upcard: int, hand: Composition, laid: Laid, gone: Gone) -> Worth:
        sure = self.sure_win(hand, laid)
        if sure is not None:
            return sure
        total, _ = total_of(hand)
        removed = plus(hand, gone.value, gone.times)
        won, stake = map(self.number, self.facts.stakes(laid))
        if total == 21:
            pay = self.facts.pay_of_21(kind_of_composition(hand), laid)
            won = won * pay.numerator / pay.denominator
        lost, _, wins = self._results(upcard, removed, total)
        natural = self.outcomes(upcard, removed).get(NATURAL, self.number(0))
        left = self.facts.left_by_natural(laid, is_one_of_many=gone.times > 0)
        lost, taken = lost - natural, stake - left
        return Worth(
            wins * won - lost * stake - natural * taken,
            wins * won * won + lost * stake * stake + natural * taken * taken,
        )


def kind_of_composition(hand: Composition) -> int:
    """Which special hand a 21 is, of mixed suits where suits count."""
    product = prod(value**count for value, count in zip(VALUES, hand, strict=True))
    return kind_of_21(sum(hand), product, MIXED)
