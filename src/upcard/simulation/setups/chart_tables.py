"""A chart as tables that a kernel looks up: every hand that can occur has its decision."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from upcard.cards import Card
from upcard.families.round_results import RoundSight
from upcard.game.decisions import (
    Decision,
    has_many_cards,
    is_one_card_ace,
    is_paid_21,
    ladder_of,
)
from upcard.game.hands import counts_eleven
from upcard.game.house import House
from upcard.game.stakes import NEW_HAND, ZAPPED, Laid, doubled
from upcard.hand_values import Total
from upcard.money import Cents
from upcard.notation.charts import UPCARDS, Chart
from upcard.problems import UpcardError
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.layout import Bytes
from upcard.strategy.chart_players import ChartError, follow
from upcard.table.games import Game
from upcard.table.legality import is_free, legal_decisions
from upcard.table.rounds import Hand, Round

Legal = tuple[Decision, ...]

CODES: Final[dict[Decision, int]] = {decision: vars(at)[decision.name] for decision in Decision}
SPLIT_HAND: Final = Laid(is_split=1)
FUNDED_HAND: Final = Laid(is_split=1, is_funded=1)
ZAPPED_HAND: Final = Laid(is_zapped=ZAPPED)
_BEGINNINGS: Final = {at.PAIR_UNSPLIT: NEW_HAND, at.PAIR_ZAPPED: ZAPPED_HAND}
"""How a hand began whose two cards are a pair, where it is not of a split."""
VALUES: Final = range(1, 11)
"""Blackjack values of cards, the ace as 1."""
CONTEXTS: Final = (at.PAIR_UNSPLIT, at.PAIR_SPLIT, at.PAIR_ONE_CARD_ACES)
_CARDS: Final = {1: Card("A", "s"), 10: Card("K", "s")} | {
    value: Card(str(value), "s") for value in range(2, 10)
}
_UNLIKE: Final = (Card("2", "s"), Card("3", "s"))


class IncompleteChart(UpcardError, ValueError):
    """A chart that the simulator cannot play by: a hand it lacks, or cards it tells apart."""

    code = "setup"


class ChartSituation(NamedTuple):
    """A hand as a chart sees it, with no more cards told apart than a chart tells."""

    laid: Laid
    cards: int
    """Nine stands for nine and more."""
    points: int
    """With aces as 1."""
    has_ace: bool

    @property
    def total(self) -> Total:
        """The best total."""
        is_soft = counts_eleven(self.points, self.has_ace)
        return Total(self.points + 10 if is_soft else self.points, is_soft)

    def place(self, column: int) -> int:
        """Its place in the table of decisions, under the up card of that column."""
        side = at.SPLIT_SIDE + self.laid.is_funded if self.laid.is_split else at.DEALT_SIDE
        if self.laid.is_zapped == ZAPPED:
            side = at.ZAPPED_SIDE
        doubles = self.laid.doubles + at.FREE_DOUBLES * self.laid.free_doubles
        start = side * at.PER_SIDE + column * at.PER_UPCARD + doubles * at.PER_DOUBLE
        state = self.points + at.ACE_STATE * self.has_ace
        return start + (self.cards - 2) * at.STATES + state

    def drawing(self, value: int, laid: Laid) -> ChartSituation:
        """The situation after a card of that value, the money then laid so."""
        return ChartSituation(
            laid,
            min(self.cards + 1, at.CARDS_MAX),
            self.points + value,
            self.has_ace or value == 1,
        )


def two_cards(laid: Laid, first: int, second: int) -> ChartSituation:
    """The situation of two cards by their values."""
    return ChartSituation(laid, 2, first + second, 1 in (first, second))


def code_of(round_: Round, hand: Hand, decision: Decision) -> int:
    """A decision as a kernel knows it: a double that the house pays is one of its own."""
    if decision is Decision.DOUBLE and is_free(round_, hand, decision):
        return at.FREE_DOUBLE
    return CODES[decision]


class Asking:
    """Who may decide what in one game at one wager: the table's own answers, kept."""

    def __init__(self, game: Game, wager: Cents) -> None:
        self.game = game
        self.wager = wager
        self.legal = cache(self._legal)
        self.is_by_upcard = bool(game.house.surrender_upcards)

    def hand(self, situation: ChartSituation) -> Hand:
        """A hand in that situation. Its cards are no pair; only their number counts."""
        cards = (*_UNLIKE, *(_UNLIKE[1],) * (situation.cards - 2))
        return self._hand(cards, situation)

    def _hand(self, cards: tuple[Card, ...], situation: ChartSituation) -> Hand:
        laid = situation.laid
        return Hand(
            "1a" if laid.is_split else "1",
            1,
            self.wager,
            cards,
            situation.total,
            laid.doubles,
            free_doubles=laid.free_doubles,
            is_funded=bool(laid.is_funded),
            is_zapped=laid.is_zapped == ZAPPED,
        )

    def _legal(self, situation: ChartSituation, up: Card | None = None) -> Legal:
        hand = self.hand(situation)
        return legal_decisions(self._round(hand, up), hand)

    def _round(self, hand: Hand, up: Card | None, *others: Hand) -> Round:
        """A round with that hand, and with the up card where the rules look at it."""
        dealer = (up,) if up is not None and self.is_by_upcard else ()
        return Round(self.game, hands=(hand, *others), dealer=dealer)

    def is_forced(self, situation: ChartSituation) -> bool:
        """Whether the hand stands by itself, without being asked."""
        total, laid = situation.total.points, situation.laid
        if has_many_cards(self.game.house, total, situation.cards, laid.doubles):
            return True
        if is_paid_21(self.game.house, total, laid.doubles):
            return True
        if total == 21 and self.game.house.twenty_one_ends_turn:
            return True
        return laid.doubles > 0 and self.legal(situation) == (Decision.STAND,)

    def code(self, hand: Hand, decision: Decision) -> int:
        """The kernel's number of what a lone hand decides."""
        return code_of(Round(self.game, hands=(hand,)), hand, decision)

    def pair(self, context: int, value: int, up: Card | None = None) -> tuple[Hand, Legal] | None:
        """Two cards of that value that may be split, and all they may do; None where they may not.

        There is room for one more hand: a spot that is full asks its chart without the pair.
        """
        one_card = bool(self.game.house.aces_get_one_card)
        if context not in _BEGINNINGS:
            if (context == at.PAIR_ONE_CARD_ACES) != (one_card and value == 1):
                return None
        laid = _BEGINNINGS.get(context, SPLIT_HAND)
        hand = self._hand((_CARDS[value], _CARDS[value]), two_cards(laid, value, value))
        others = (Hand("1b", 1, self.wager),) if laid.is_split else ()
        legal = legal_decisions(self._round(hand, up, *others), hand)
        return (hand, legal) if Decision.SPLIT in legal else None


def asking_tables(game: Game, wager: Cents) -> tuple[Bytes, Bytes]:
    """Tables without a chart, for replays: they only know which hands are not asked."""
    asking = Asking(game, wager)
    forced = [one.place(0) for one in _every_situation(game.house) if asking.is_forced(one)]
    decisions = np.full(at.DECISIONS, at.STAND, np.uint8)
    for column in range(len(UPCARDS)):
        decisions[np.array(forced, np.int64) + column * at.PER_UPCARD] = at.FORCED
    return decisions, np.full(at.PAIRS, at.STAND, np.uint8)


def forced_tables(sight: RoundSight) -> tuple[Bytes, Bytes]:
    """Tables of hands that a side wager leaves no choice: they hit or stand by their total."""
    decisions = np.full(at.DECISIONS, at.FORCED, np.uint8)
    pairs = np.full(at.PAIRS, at.FORCED, np.uint8)

    def must_hit(situation: ChartSituation, upcard: int) -> bool:
        total = situation.total
        return total.points <= 21 and not sight.stands(total.points, total.is_soft, upcard)

    for column, upcard in enumerate(VALUES):
        for cards, points in product(range(2, at.CARDS_MAX + 1), range(2, 22)):
            for has_ace in (False, True):
                situation = ChartSituation(NEW_HAND, cards, points, has_ace)
                if must_hit(situation, upcard):
                    decisions[situation.place(column)] = at.HIT
        for value in VALUES:
            if must_hit(two_cards(NEW_HAND, value, value), upcard):
                pairs[at.PAIR_UNSPLIT * 100 + column * 10 + value - 1] = at.HIT
    return decisions, pairs


def _every_situation(house: House) -> Iterator[ChartSituation]:
    """Every situation that can come up in *house*, whatever is wagered."""
    for side, steps in product(_sides(house), ladder_of(house, 0)):
        laid = side._replace(doubles=steps.doubles, free_doubles=steps.free_doubles)
        for cards, points in product(range(2, at.CARDS_MAX + 1), range(2, 22)):
            yield ChartSituation(laid, cards, points, False)
            yield ChartSituation(laid, cards, points, True)


def _sides(house: House) -> Iterator[Laid]:
    """How a hand can begin in *house*."""
    yield NEW_HAND
    yield SPLIT_HAND
    if house.free_splits_max:
        yield FUNDED_HAND
    if house.zap_totals:
        yield ZAPPED_HAND


def chart_tables(game: Game, chart: Chart, wager: Cents) -> tuple[Bytes, Bytes]:
    """Tables of what *chart* says to every hand that can occur; refuses a chart that lacks one."""
    exceptions = [label for label in chart.rows if label.startswith("cards ")]
    if exceptions:
        raise IncompleteChart(
            f"the chart has a row for {exceptions[0]!r}: the simulator plays by totals and pairs; "
            "remove rows for two cards, or value the chart with the solver"
        )
    decisions = np.full(at.DECISIONS, at.STAND, np.uint8)
    pairs = np.full(at.PAIRS, at.STAND, np.uint8)
    asking = Asking(game, wager)
    for column in range(len(UPCARDS)):
        _Column(asking, chart, column, decisions, pairs).fill()
    return decisions, pairs


class _Column:
    """One up card: follows the chart from the deal to every hand that it can lead to."""

    def __init__(
        self, asking: Asking, chart: Chart, column: int, decisions: Bytes, pairs: Bytes
    ) -> None:
        self.asking = asking
        self.chart = chart
        self.column = column
        self.up = _CARDS[column + 1]
        self.decisions = decisions
        self.pairs = pairs
        self.seen: set[ChartSituation] = set()
        self.zaps = False

    def fill(self) -> None:
        """Follow the chart from every two cards that can be dealt."""
        split = {value for value in VALUES if self._deal(at.PAIR_UNSPLIT, value, value)}
        for first in VALUES:
            for second in VALUES:
                if first != second and {first, second} != {1, 10}:
                    self._follow(two_cards(NEW_HAND, first, second))
        if self.zaps:
            pairs = {
                value for value in VALUES if self._deal(at.PAIR_ZAPPED, value, value, ZAPPED_HAND)
            }
            split |= pairs
            for first, second in product(VALUES, VALUES):
                self._follow(two_cards(ZAPPED_HAND, first, second))
        for first in sorted(split):
            for side in self._sides():
                self._after_split(first, side)

    def _sides(self) -> tuple[Laid, ...]:
        """How the hands of a split begin: the house lays some of them where it pays splits."""
        is_free = self.asking.game.house.free_splits_max > 0
        return (SPLIT_HAND, FUNDED_HAND) if is_free else (SPLIT_HAND,)

    def _after_split(self, first: int, side: Laid) -> None:
        if is_one_card_ace(self.asking.game.house, 1, first):
            self._pair(at.PAIR_ONE_CARD_ACES, 1)
            return
        for second in VALUES:
            self._deal(at.PAIR_SPLIT, first, second, side)
            self._follow(two_cards(side, first, second))

    def _deal(self, context: int, first: int, second: int, side: Laid = NEW_HAND) -> bool:
        """Two cards of one value: as a pair, and as no pair where they may be none. Is it split?"""
        house = self.asking.game.house
        if house.hands_max < 2:
            self._follow(two_cards(NEW_HAND, first, second))
            return False
        if first == second == 10 and house.splits_same_rank_only:
            self._follow(two_cards(side, first, second))
        return first == second and self._pair(context, first, side)

    def _pair(self, context: int, value: int, side: Laid = NEW_HAND) -> bool:
        found = self.asking.pair(context, value, self.up)
        if found is None:
            return False
        hand, legal = found
        decision = self._decision(hand, legal)
        self.pairs[context * 100 + self.column * 10 + value - 1] = self.asking.code(hand, decision)
        if context != at.PAIR_ONE_CARD_ACES:
            self._go_on(two_cards(side, value, value), hand, decision)
        return decision is Decision.SPLIT

    def _follow(self, start: ChartSituation) -> None:
        if start in self.seen or start.points > 21:
            return
        self.seen.add(start)
        place = start.place(self.column)
        if self.asking.is_forced(start):
            self.decisions[place] = at.FORCED
            return
        hand = self.asking.hand(start)
        up = self.up if self.asking.is_by_upcard else None
        decision = self._decision(hand, self.asking.legal(start, up))
        self.decisions[place] = self.asking.code(hand, decision)
        self._go_on(start, hand, decision)

    def _go_on(self, situation: ChartSituation, hand: Hand, decision: Decision) -> None:
        laid = situation.laid
        self.zaps |= decision is Decision.ZAP
        if decision is Decision.DOUBLE:
            laid = doubled(laid, int(self.asking.code(hand, decision) == at.FREE_DOUBLE))
        if decision in (Decision.HIT, Decision.DOUBLE):
            for value in VALUES:
                self._follow(situation.drawing(value, laid))

    def _decision(self, hand: Hand, legal: Legal) -> Decision:
        try:
            return follow(self.chart, hand, self.up, legal)
        except ChartError:
            label = f"{'doubled ' if hand.doubles else ''}{hand.total}"
            against = UPCARDS[self.column - 1]
            raise IncompleteChart(
                f"the chart has no row {label}: that hand can occur against {against}, "
                "so the chart must have it"
            ) from None
