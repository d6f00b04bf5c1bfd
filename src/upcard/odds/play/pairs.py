"""What splitting a pair is worth: its hands, played as fixed, from the shoes they really play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations
from typing import NamedTuple

from upcard.game.decisions import Decision
from upcard.odds.play.closings import chance_of_taking
from upcard.odds.play.crossings import Crossings
from upcard.odds.play.opening_decisions import Decider
from upcard.odds.play.payments import SPLIT, PlayFacts
from upcard.odds.play.split_parts import HandsTogether, doubt_of
from upcard.odds.play.split_terms import SplitCase
from upcard.odds.play.splits import DRAWN, FIRST, ORIGINS, SECOND, SplitWeights, split_weights
from upcard.odds.play.stock import (
    NO_SUIT,
    SUITED_VALUES,
    VALUES,
    PairCards,
    Seen,
    Stock,
    composition_of,
)
from upcard.odds.play.suits import THIRD_VALUE
from upcard.odds.play.worths import Gone, Number, Values, Worth

SUITS = range(4)


class _Depth(NamedTuple):
    """Play when this many more cards of the pair's value are gone."""

    run: Number
    """The chance that this many cards in a row are of the pair's value (and rank)."""
    chances: tuple[Number, ...]
    """The chance of each value for a hand's second card."""
    plain: dict[int, Worth]
    """By side: what second cards bring whose suit does not matter, the pair's own value apart."""
    share: Number
    """How likely a card of the pair's value can be split with it: one, but for ranks of tens."""


class _Play(NamedTuple):
    """A hand of a split with its second card, and what is done with it."""

    upcard: int
    card: int
    side: int
    hand: tuple[int, int]
    action: Decision


class _Blend(NamedTuple):
    """A hand with a second card whose suit may matter, over all that may be gone."""

    mixed: Worth
    """What it is worth with suits that differ."""
    third: int = 0
    """The value of the card that makes a special 21 of one suit; 0 where suits do not matter."""
    suited: Worth | None = None
    """What it is worth with one suit, if the third card shares it not."""
    gain: Worth | None = None
    """What a third card of that suit adds; None where nothing is drawn."""


@dataclass(slots=True)
class _Group:
    """Hands of a split that are worth the same."""

    origin: int
    side: int
    plain: Worth
    """What second cards bring whose suit does not matter."""
    told: dict[int, list[tuple[int, Number]]]
    """By other second card: how often that many more cards of the pair's value are gone."""
    blends: dict[tuple[Seen, int, Seen], _Blend] = field(default_factory=dict)
    """By first card, second card and up card, suits that are alike taken together."""


class _Split(NamedTuple):
    """A pair's hands, whatever their suits are."""

    groups: list[_Group]
    counts: list[tuple[int, Number]]
    """How likely the pair grows to how many hands."""
    taken: Number
    """How likely a natural takes one wager of all hands together."""


@cache
def _alike(sides: tuple[int, ...], is_suited: bool) -> tuple[tuple[int, ...], ...]:
    """The origins whose hands are worth the same: on one side, and with the same known suits."""
    groups: dict[tuple[int, int], tuple[int, ...]] = {}
    for origin in ORIGINS:
        key = min(origin, DRAWN) if is_suited else FIRST, sides[origin]
        groups[key] = (*groups.get(key, ()), origin)
    return tuple(groups.values())


@dataclass(slots=True)
class Splitter:
    """Pairs from one shoe and what splitting them is worth."""

    facts: PlayFacts
    stock: Stock
    values: Values
    decider: Decider
    number: Callable[[int], Number]
    shared: HandsTogether | None = None
    """What two hands' results multiply to, nearly."""
    crossings: Crossings | None = None
    """The same exactly, which takes longer; without either, mean squares leave products out."""
    doubts: dict[PairCards, Number] = field(default_factory=dict)
    """For each split that is made, how far its mean square can be off where it is near."""
    _known_splits: dict[tuple[int, int, Number], _Split] = field(default_factory=dict)
    _known_resplits: dict[tuple[int, int], bool] = field(default_factory=dict)

    def worth(self, cards: PairCards) -> Worth:
        """The mean of a split, and the sum of the mean squares of its hands."""
        total, split = self._nothing(), self._known_split(cards)
        for group in split.groups:
            total = total.plus(group.plain).plus(self._told_hands(cards, group))
        return Worth(total.mean - split.taken, total.square + split.taken)

    def made(self, cards: PairCards, total: Worth) -> Worth:
        """The worth of a split that is made, whose hands come to *total*, products counted in."""
        if self.crossings is not None:
            crossed = self.crossings.of(cards, self._case(cards))
        elif self.shared is not None:
            counts, exact = self._known_split(cards).counts, self.facts.result_max
            crossed = self._crossed(cards, counts, self.shared)
            result_max = self.number(exact.numerator) / exact.denominator
            self.doubts[cards] = doubt_of(counts, result_max, total, crossed)
        else:
            return total
        return Worth(total.mean, total.square + crossed)

    def _case(self, cards: PairCards) -> SplitCase:
        pair, upcard = cards.first.value, cards.up.value
        return SplitCase(
            upcard=upcard,
            pair=pair,
            sides=self.sides(pair),
            hands_max=self._hands_max(upcard, pair),
            splits_again=self.may_split_again(upcard, pair),
            is_ranked=pair == 10 and bool(self.facts.house.splits_same_rank_only),
        )

    def _known_split(self, cards: PairCards) -> _Split:
        key = (cards.first.value, cards.up.value, self.share(cards, 0))
        split = self._known_splits.get(key)
        if split is None:
            split = self._known_splits[key] = self._split(cards, self.sides(cards.first.value))
        return split

    def _nothing(self) -> Worth:
        return Worth(self.number(0), self.number(0))

    def _split(self, cards: PairCards, sides: tuple[int, ...]) -> _Split:
        pair, upcard = cards.first.value, cards.up.value
        weights = self._weights(upcard, pair)
        depths = self._depths(cards, weights, sides)
        is_suited = bool(self.decider.suited.beside(pair))
        groups = [
            self._group(pair, origins, sides[origins[0]], weights, depths)
            for origins in _alike(sides, is_suited)
        ]
        return _Split(groups, self._hand_counts(weights, depths), chance_of_taking(self, cards))

    def _group(
        self,
        pair: int,
        origins: tuple[int, ...],
        side: int,
        weights: SplitWeights,
        depths: list[_Depth],
    ) -> _Group:
        told: dict[int, list[tuple[int, Number]]] = {
            card: [] for card in {*self.decider.suited.beside(pair), pair}
        }
        plain = self._nothing()
        for gone, depth in enumerate(depths):
            any_card = depth.run * sum(weights.any_card[each][gone] for each in origins)
            closed = depth.run * sum(weights.closed[each][gone] for each in origins)
            if depth.run and (closed + any_card):
                plain = plain.plus(depth.plain[side].times(closed + any_card))
            for card, found in told.items():
                chance = depth.chances[card - 1]
                chance *= any_card * depth.share if card == pair else closed + any_card
                if chance:
                    found.append((gone, chance))
        return _Group(origins[0], side, plain, told)

    def _hand_counts(self, weights: SplitWeights, depths: list[_Depth]) -> list[tuple[int, Number]]:
        """How likely the pair grows to how many hands."""
        return [
            (hands, sum((w * d.run for w, d in zip(weight, depths, strict=True)), self.number(0)))
            for hands, weight in weights.hands
        ]

    def sides(self, pair: int) -> tuple[int, ...]:
        """The side of the hand of each origin: the new hands may be laid by the house."""
        return (SPLIT, *(self.facts.side_of_split(pair, hands) for hands in ORIGINS[1:]))

    def _crossed(
        self, cards: PairCards, counts: list[tuple[int, Number]], shared: HandsTogether
    ) -> Number:
        """What products of different hands add to the mean square, nearly."""
        sides = self.sides(cards.first.value)
        pairs_of_hands: dict[tuple[int, int], Number] = {}
        for hands, chance in counts:
            for two in permutations(sides[:hands], 2):
                pairs_of_hands[two] = pairs_of_hands.get(two, self.number(0)) + chance
        upcard, pair = cards.up.value, cards.first.value
        together = [
            chance * shared.product(upcard, pair, *two) for two, chance in pairs_of_hands.items()
        ]
        return sum(together, self.number(0))

    def resplits(self, upcard: int, pair: int) -> bool:
        """Whether a pair drawn to a hand of a split is split again."""
        known = self._known_resplits.get((upcard, pair))
        if known is None:
            known = self._known_resplits[upcard, pair] = self._resplits(upcard, pair)
        return known

    def _resplits(self, upcard: int, pair: int) -> bool:
        if not self.facts.may_resplit(pair):
            return False
        moment = self.decider.moment(upcard, (pair, pair), may_split=True, side=SPLIT)
        plan = self.decider.plan
        return plan is None or plan(moment) is Decision.SPLIT

    def _weights(self, upcard: int, pair: int) -> SplitWeights:
        return split_weights(self._hands_max(upcard, pair))

    def _hands_max(self, upcard: int, pair: int) -> int:
        return self.facts.house.hands_max if self.resplits(upcard, pair) else 2

    def _depths(
        self, cards: PairCards, weights: SplitWeights, sides: tuple[int, ...]
    ) -> list[_Depth]:
        pair, upcard = cards.first.value, cards.up.value
        depths, run = [], self.number(1)
        plays = {side: self._played_plainly(pair, upcard, side) for side in set(sides)}
        for gone in range(weights.depth + 1):
            removed = composition_of((pair,) * (2 + gone))
            chances = tuple(self.values.chances(upcard, removed))
            share = self.share(cards, gone)
            plain = {
                side: self._plain(pair, gone, chances, share, plays[side])
                for side in (plays if run else ())
            }
            depths.append(_Depth(run, chances, plain, share))
            run *= chances[pair - 1] * share
        return depths

    def share(self, cards: PairCards, gone: int) -> Number:
        """How likely a card of the pair's value can be split with it, when *gone* of them are."""
        if cards.first.value != 10 or not self.facts.house.splits_same_rank_only:
            return self.number(1)
        rank = cards.first.kind
        left = self.stock.values[9] - 2 - gone - (cards.up.value == 10)
        found = self.stock.tens[rank] - 2 - gone - (cards.up == Seen(10, rank))
        return self.number(max(found, 0)) / left if left > 0 else self.number(0)

    def _plain(
        self,
        pair: int,
        gone: int,
        chances: tuple[Number, ...],
        share: Number,
        plays: list[_Play],
    ) -> Worth:
        mean = square = self.number(0)
        out = Gone(pair, 1 + gone)
        for play in plays:
            card = play.card
            chance = chances[card - 1] if card != pair else chances[card - 1] * (1 - share)
            if chance:
                worth = self._played(play, out)
                mean, square = mean + chance * worth.mean, square + chance * worth.square
        return Worth(mean, square)

    def _played(self, play: _Play, gone: Gone) -> Worth:
        return self.values.worth(
            play.upcard, side=play.side, hand=play.hand, action=play.action, gone=gone
        )

    def _played_plainly(self, pair: int, upcard: int, side: int) -> list[_Play]:
        """Second cards whose suit does not matter, and what is done with them."""
        return [
            self._play(upcard, pair, card, side)
            for card in VALUES
            if card == pair or not self.decider.suited.matters(pair, card)
        ]

    def _play(
        self,
        upcard: int,
        pair: int,
        card: int,
        side: int,
        *,
        may_split: bool = False,
        suit: int = NO_SUIT,
        up_suit: int = NO_SUIT,
    ) -> _Play:
        action = self.decider.after_split(
            upcard, (pair, card), may_split=may_split, side=side, suit=suit, up_suit=up_suit
        )
        return _Play(upcard, card, side, (min(pair, card), max(pair, card)), action)

    def _told_hands(self, cards: PairCards, group: _Group) -> Worth:
        """What second cards bring whose suit may matter, and those of the pair's own value."""
        seen = tuple(cards)
        is_suited = bool(self.decider.suited.pairs) and cards.first.value in SUITED_VALUES
        if group.origin < DRAWN or not is_suited:
            own = cards.second if group.origin == SECOND else cards.first
            return self._told_hand(cards.up, own, seen, group)
        total = self._nothing()
        for suit in SUITS:
            own = Seen(cards.first.value, suit)
            share = self.decider.suited.share(own.value, suit, seen)
            if share:
                total = total.plus(self._told_hand(cards.up, own, (*seen, own), group).times(share))
        return total

    def _told_hand(self, up: Seen, own: Seen, seen: tuple[Seen, ...], group: _Group) -> Worth:
        total = self._nothing()
        first, told_up = self.stock.first_alike(own), self.stock.first_alike(up.told_beside(own))
        for card, weights in group.told.items():
            if weights:
                key = (first, card, told_up)
                blend = group.blends.get(key)
                if blend is None:
                    blend = group.blends[key] = self._blend(*key, group.side, weights)
                total = total.plus(self._weigh_suits(blend, own, card, seen))
        return total

    def _weigh_suits(self, blend: _Blend, own: Seen, card: int, seen: tuple[Seen, ...]) -> Worth:
        if blend.suited is None:
            return blend.mixed
        share = self.decider.suited.share(card, own.kind, seen)
        if not share:
            return blend.mixed
        suited = blend.suited
        if blend.gain is not None:
            known = (*seen, Seen(card, own.kind))
            third = self.decider.suited.share(blend.third, own.kind, known)
            suited = suited.plus(blend.gain.times(third))
        return blend.mixed.mixed(share, suited)

    def _blend(
        self, own: Seen, card: int, up: Seen, side: int, weights: list[tuple[int, Number]]
    ) -> _Blend:
        may_split = card == own.value and self.may_split_again(up.value, card)
        mixed = self._play(up.value, own.value, card, side, may_split=may_split)
        if not self.decider.suited.matters(own.value, card) or own.kind == NO_SUIT:
            return _Blend(self._weighed(mixed, own.value, weights))
        suit = NO_SUIT if self.facts.house.natural_takes_one else own.kind  # See `closings`.
        suited = self._play(
            up.value, own.value, card, side, may_split=may_split, suit=suit, up_suit=up.kind
        )
        gain: Worth | None = None
        if self.decider.may_gain(up.value, suited.hand, suited.action, side):
            gain = self._nothing()
            laid = self.decider.laid(suited.hand, suited.action, side)
            for gone, weight in weights:
                out = Gone(own.value, 1 + gone)
                added = self.decider.suited.promised(
                    up.value, suited.hand, own.kind, laid=laid, gone=out
                )
                gain = gain.plus(added.times(weight))
        return _Blend(
            mixed=self._weighed(mixed, own.value, weights),
            third=THIRD_VALUE[suited.hand],
            suited=self._weighed(suited, own.value, weights),
            gain=gain,
        )

    def _weighed(self, play: _Play, pair: int, weights: list[tuple[int, Number]]) -> Worth:
        """A hand of the split, the other hand's first card and perhaps more of them gone."""
        total = self._nothing()
        for gone, weight in weights:
            total = total.plus(self._played(play, Gone(pair, 1 + gone)).times(weight))
        return total

    def action_on(self, upcard: int, hand: tuple[int, int], *, may_split: bool) -> Decision:
        """What a hand of the split does with its first two cards, whatever their suits are."""
        return self._play(upcard, *hand, SPLIT, may_split=may_split).action

    def may_split_again(self, upcard: int, pair: int) -> bool:
        """Whether a pair that is not split again could be: a plan has then declined it."""
        return self.facts.may_resplit(pair) and not self.resplits(upcard, pair)
