"""A hand of a split as a sum of parts, each weighed by the suits (or ranks) that it needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from upcard.odds.play.opening_decisions import Decider
from upcard.odds.play.split_parts import Gain, HandPart, SplitDraw
from upcard.odds.play.splits import DRAWN, SECOND
from upcard.odds.play.stock import NO_SUIT, SUITED_VALUES, VALUES, PairCards, Seen
from upcard.odds.play.suits import THIRD_VALUE

SUITS = range(4)


class SplitCase(NamedTuple):
    """A pair that is split against an up card, and what its hands may do."""

    upcard: int
    pair: int
    sides: tuple[int, ...]
    """The side of the hand of each origin."""
    hands_max: int
    splits_again: bool
    """Whether a pair drawn to one of its hands could be split, though it is not."""
    is_ranked: bool
    """Whether only cards of one rank make a pair."""


class Term(NamedTuple):
    """A part of a hand, by its number, and how often it counts where some suits are as told."""

    part: int
    times: int
    told: tuple[Seen, ...] = ()
    """Cards of known values that must have these suits (or ranks)."""


@dataclass(slots=True)
class SplitHands:
    """The hands of one side, their parts numbered as they are met."""

    decider: Decider
    case: SplitCase
    side: int
    _parts: dict[HandPart, int] = field(default_factory=dict)
    _known: dict[tuple[int, int, int, bool], list[Term]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Meet every part, whatever the suits are."""
        is_up_told = self.decider.suited.pairs and self.case.upcard in SUITED_VALUES
        for up_suit in SUITS if is_up_told else (NO_SUIT,):
            for suit in SUITS if self.is_suited else (NO_SUIT,):
                _ = list(self._of_suit(suit, up_suit, any_card=True))
        if self.case.is_ranked:
            _ = list(self._ranked(Seen(self.case.pair, 0), any_card=True))

    @property
    def is_suited(self) -> bool:
        """Whether the suit of a hand's first card can matter."""
        return bool(self.decider.suited.beside(self.case.pair))

    @property
    def parts(self) -> tuple[HandPart, ...]:
        """All parts, in the order of their numbers."""
        return tuple(self._parts)

    def terms(self, cards: PairCards, origin: int, *, any_card: bool) -> list[Term]:
        """A hand that takes any second card, or else none that makes a pair."""
        own = cards.second if origin == SECOND else cards.first
        key = (own.kind, cards.up.kind, origin, any_card)
        terms = self._known.get(key)
        if terms is None:
            terms = self._known[key] = _merged(self._terms(own, cards.up.kind, origin, any_card))
        return terms

    def _terms(self, own: Seen, up_suit: int, origin: int, any_card: bool) -> Iterator[Term]:
        if self.case.is_ranked:
            yield from self._of_suit(NO_SUIT, up_suit, any_card=False)
            yield from self._ranked(own, any_card=any_card)
        elif origin < DRAWN or not self.is_suited:
            yield from self._of_suit(own.kind, up_suit, any_card=any_card)
        else:
            for suit in SUITS:
                first = Seen(own.value, suit)
                for term in self._of_suit(suit, up_suit, any_card=any_card):
                    if term.told:
                        yield term._replace(told=(first, *term.told))
                    elif not suit:
                        yield term

    def _of_suit(self, suit: int, up_suit: int, *, any_card: bool) -> Iterator[Term]:
        """A hand whose first card is of that suit."""
        pair, suited = self.case.pair, self.decider.suited
        others = [card for card in VALUES if card != pair and not suited.matters(pair, card)]
        yield Term(self._number(HandPart(tuple(self._play(card) for card in others))), 1)
        told = [card for card in suited.beside(pair) if card != pair]
        for card in (*told, pair) if any_card and not self.case.is_ranked else told:
            yield from self._with_second(card, suit, up_suit)

    def _with_second(self, card: int, suit: int, up_suit: int) -> Iterator[Term]:
        """A hand with that second card, which may share its suit."""
        pair = self.case.pair
        mixed = self._play(card)
        yield Term(self._number(HandPart((mixed,))), 1)
        if suit == NO_SUIT or not self.decider.suited.matters(pair, card):
            return
        same = self._play(card, suit, up_suit)
        if same != mixed:
            yield Term(self._number(HandPart((mixed,))), -1, (Seen(card, suit),))
            yield Term(self._number(HandPart((same,))), 1, (Seen(card, suit),))
        hand = (min(pair, card), max(pair, card))
        if self.decider.may_gain(self.case.upcard, hand, same.action, self.side):
            third = THIRD_VALUE[hand]
            laid = self.decider.laid(hand, same.action, self.side)
            won, paid, is_won = self.decider.suited.gain(self.case.upcard, hand, suit, laid)
            gain = HandPart(gain=Gain(card, third, won, paid, is_won))
            yield Term(self._number(gain), 1, (Seen(card, suit), Seen(third, suit)))

    def _ranked(self, own: Seen, *, any_card: bool) -> Iterator[Term]:
        """A second card of the pair's value: of another rank, or of its own."""
        plain = self._number(HandPart((self._play(own.value, may_split=False),)))
        yield Term(plain, 1)
        yield Term(plain, -1, (own,))
        if any_card:
            yield Term(self._number(HandPart((self._play(own.value),))), 1, (own,))

    def _play(
        self, card: int, suit: int = NO_SUIT, up_suit: int = NO_SUIT, *, may_split: bool = True
    ) -> SplitDraw:
        action = self.decider.after_split(
            self.case.upcard,
            (self.case.pair, card),
            may_split=may_split and card == self.case.pair and self.case.splits_again,
            side=self.side,
            suit=suit,
            up_suit=up_suit if suit != NO_SUIT else NO_SUIT,
        )
        return SplitDraw(card, action)

    def _number(self, part: HandPart) -> int:
        return self._parts.setdefault(part, len(self._parts))


def _merged(terms: Iterable[Term]) -> list[Term]:
    """The same with every part and every told suit once."""
    found: dict[tuple[int, tuple[Seen, ...]], int] = {}
    for part, times, told in terms:
        found[part, told] = found.get((part, told), 0) + times
    return [Term(part, times, told) for (part, told), times in found.items() if times]
