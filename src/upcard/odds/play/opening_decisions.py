"""The decision for a hand of two cards: the best one, or the one in a plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from upcard.game.decisions import Decision
from upcard.game.stakes import Laid
from upcard.odds.play.moments import Moment, Plan, SplitPlay, moment_of
from upcard.odds.play.payments import DEALT, PlayFacts
from upcard.odds.play.stock import NO_SUIT, Seen, composition_of, total_of
from upcard.odds.play.suits import SuitedHands
from upcard.odds.play.worths import NONE_GONE, Gone, Values, Worth

DRAWING = (Decision.HIT, Decision.DOUBLE)


@dataclass(slots=True)
class Decider:
    """Two cards and what to do with them."""

    facts: PlayFacts
    values: Values
    suited: SuitedHands
    plan: Plan | None
    splits: SplitPlay = SplitPlay.ALIKE
    _after_split: dict[tuple[int, ...], Decision] = field(default_factory=dict)
    _moments: dict[tuple[tuple[int, int], bool, int, int], Moment] = field(default_factory=dict)

    def moment(
        self, upcard: int, hand: tuple[int, int], *, may_split: bool, side: int = DEALT
    ) -> Moment:
        """The moment two cards are in."""
        alike = self.moment_alike(upcard, hand, may_split=may_split, side=side)
        return replace(alike, upcard=upcard)

    def legal(
        self, upcard: int, hand: tuple[int, int], *, may_split: bool, side: int = DEALT
    ) -> tuple[Decision, ...]:
        """What may be done with two cards."""
        return self.moment_alike(upcard, hand, may_split=may_split, side=side).legal

    def moment_alike(
        self, upcard: int, hand: tuple[int, int], *, may_split: bool, side: int = DEALT
    ) -> Moment:
        """The moment of two cards, against any up card where that does not matter."""
        key = (hand, may_split, side, self.facts.told_upcard(upcard))
        found = self._moments.get(key)
        if found is None:
            found = self._moments[key] = self._make_moment(*key)
        return found

    def _make_moment(
        self, hand: tuple[int, int], may_split: bool, side: int, upcard: int
    ) -> Moment:
        total, is_soft = total_of(composition_of(hand))
        return moment_of(
            self.facts,
            upcard=upcard,
            total=total,
            is_soft=is_soft,
            cards=2,
            laid=self.facts.sides[side],
            pair=hand[0] if may_split else 0,
            first=hand[0],
            two=(min(hand), max(hand)),
        )

    def worth(
        self,
        upcard: int,
        hand: tuple[int, int],
        action: Decision,
        *,
        side: int = DEALT,
        suit: int = NO_SUIT,
        seen: tuple[Seen, ...] = (),
        gone: Gone = NONE_GONE,
    ) -> Worth:
        """What standing, hitting or doubling two cards is worth, a common suit counted in."""
        worth = self.values.worth(upcard, side=side, hand=hand, action=action, gone=gone)
        if suit == NO_SUIT or not self.may_gain(upcard, hand, action, side):
            return worth
        laid = self.laid(hand, action, side)
        return worth.plus(self.suited.added(upcard, hand, suit, seen, laid=laid, gone=gone))

    def may_gain(self, upcard: int, hand: tuple[int, int], action: Decision, side: int) -> bool:
        """Whether a decision on two cards of one suit can make a special 21 that is kept."""
        return action in DRAWING and self._stands(upcard, self.laid(hand, action, side))

    def laid(self, hand: tuple[int, int], action: Decision, side: int) -> Laid:
        """How the money lies on two cards after hitting or doubling them."""
        laid = self.facts.sides[side]
        if action is not Decision.DOUBLE:
            return laid
        total, is_soft = total_of(composition_of(hand))
        return self.facts.doubled(
            self.facts.holding(total=total, is_soft=is_soft, cards=2, laid=laid)
        )

    def _stands(self, upcard: int, laid: Laid) -> bool:
        """Whether a special 21 of three cards is kept, which only an odd plan will not do."""
        if self.plan is None or self.facts.house.twenty_one_ends_turn:
            return True
        moment = moment_of(
            self.facts,
            upcard=upcard,
            total=21,
            is_soft=False,
            cards=3,
            laid=laid,
        )
        return len(moment.legal) == 1 or self.plan(moment) is Decision.STAND

    def planned(
        self, upcard: int, hand: tuple[int, int], *, may_split: bool, side: int = DEALT
    ) -> Decision | None:
        """The plan's decision on two cards; None without a plan."""
        if self.plan is None:
            return None
        moment = self.moment(upcard, hand, may_split=may_split, side=side)
        return self.plan(moment) if len(moment.legal) > 1 else Decision.STAND

    def after_split(
        self,
        upcard: int,
        hand: tuple[int, int],
        *,
        may_split: bool,
        side: int,
        suit: int = NO_SUIT,
        up_suit: int = NO_SUIT,
    ) -> Decision:
        """
        What a hand of a split does with its first two cards, whatever the other hands hold.

        Without a plan it is the best decision for the hand alone, under the rules for a split
        hand: the meaning of CDZ-. By CDP the other card of the pair, *hand*'s first, is out of
        the shoe.
        """
        key = (upcard, *hand, may_split, side, suit, up_suit)
        action = self._after_split.get(key)
        if action is None:
            action = self._decide_after_split(upcard, hand, may_split, side, suit, up_suit)
            self._after_split[key] = action
        return action

    def _decide_after_split(
        self,
        upcard: int,
        hand: tuple[int, int],
        may_split: bool,
        side: int,
        suit: int,
        up_suit: int,
    ) -> Decision:
        is_21 = hand in ((1, 10), (10, 1))
        if is_21 and (self.facts.house.twenty_one_ends_turn or self.facts.house.paid_21):
            return Decision.STAND
        planned = self.planned(upcard, hand, may_split=may_split, side=side)
        if planned is not None:
            return planned
        ordered = (min(hand), max(hand))
        seen = (Seen(hand[0], suit), Seen(hand[1], suit), Seen(upcard, up_suit))
        gone = Gone(hand[0], 1) if self.splits is SplitPlay.BY_PAIR else NONE_GONE
        options: dict[Decision, Worth] = {
            action: self.worth(upcard, ordered, action, side=side, suit=suit, seen=seen, gone=gone)
            for action in self.legal(upcard, hand, may_split=may_split, side=side)
            if action is not Decision.SPLIT
        }
        return best_of(options)


def best_of(options: Mapping[Decision, Worth]) -> Decision:
    """The decision that is worth the most; of equals the first."""
    return max(options, key=lambda action: options[action].mean)
