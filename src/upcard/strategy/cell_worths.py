"""The value of a chart's cells: decisions on all hands of a total, weighted by frequency."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from upcard.game.decisions import GIVING_UP, ONCE, Decision
from upcard.game.stakes import Laid
from upcard.hand_values import Total
from upcard.odds.play.compiled import PLACES
from upcard.odds.play.compositions import Floats, Integers
from upcard.odds.play.moments import Moment, moment_of
from upcard.odds.play.reached import reached
from upcard.odds.play.solver import PlayValue
from upcard.odds.play.stock import VALUES
from upcard.strategy.chart_players import labels_of
from upcard.strategy.policies import letter_of

CARDS_TOLD_APART: Final = 9
"""A chart counts cards up to this many."""
SECOND_TIME: Final = 0.1
"""About how often two cards are new ones: only a weight, no value is computed from it."""
HARDLY_EVER: Final = 1e-15
"""The weight of a hand the play never comes to: a chart speaks of it all the same."""


@dataclass(slots=True)
class Weighed:
    """Moments that one cell of a chart cannot tell apart, and what each decision brings."""

    moment: Moment
    brings: dict[Decision, float] = field(default_factory=dict)
    """The worth of each legal decision times how often it is asked for."""

    def add(self, weight: float, worths: Mapping[Decision, float]) -> None:
        """Count in some more hands."""
        for action, worth in worths.items():
            self.brings[action] = self.brings.get(action, 0.0) + weight * worth


Cells = dict[tuple[str, int], dict[Moment, Weighed]]
"""By row label and up card, the moments a cell is asked in."""


def weighed_cells(play: PlayValue) -> Cells:
    """Every moment of decision under *play*, gathered by the cell that decides it."""
    cells: Cells = {}
    for upcard, label, moment, weight, worths in (*_openings(play), *_hands(play)):
        row = cells.setdefault((label, upcard), {})
        found = row.get(moment)
        if found is None:
            found = row[moment] = Weighed(moment)
        found.add(weight, worths)
    return cells


def label_of(moment: Moment) -> str:
    """The row of a chart that speaks for a moment."""
    if moment.pair:
        return f"pair {letter_of(moment.pair)}"
    return labels_of(Total(moment.total, moment.is_soft), laid=moment.laid)[0]


class _Asked(NamedTuple):
    """A moment against an up card, how often it comes, and what its decisions are worth."""

    upcard: int
    label: str
    moment: Moment
    """Against any up card, where that does not matter."""
    weight: float
    worths: dict[Decision, float]


def _openings(play: PlayValue) -> Iterator[_Asked]:
    for opening in play.openings:
        if opening.action is not None:
            moment = play.decider.moment_alike(
                opening.upcard,
                opening.hand,
                may_split=Decision.SPLIT in opening.options,
            )
            weight = float(opening.probability * (1 - opening.natural_chance))
            worths = {a: float(w.mean) for a, w in opening.options.items()}
            asked = _Asked(opening.upcard, label_of(moment), moment, weight, worths)
            yield asked
            if any(action in ONCE for action in worths):
                yield _without_once(asked)


def _without_once(asked: _Asked) -> _Asked:
    """The same two cards where they came for others: what could be done once cannot be done."""
    left: dict[Decision, float] = {
        action: worth for action, worth in asked.worths.items() if action not in ONCE
    }
    legal = tuple(action for action in asked.moment.legal if action not in ONCE)
    moment = replace(asked.moment, legal=legal)
    return asked._replace(moment=moment, weight=SECOND_TIME * asked.weight, worths=left)


def _hands(play: PlayValue) -> Iterator[_Asked]:
    """All hands but the first two cards, by total and number of cards."""
    values, numbers = play.values, play.values.numbers
    reach = reached(values, play.decider, play.openings) + HARDLY_EVER
    counts = np.minimum(numbers.cards, CARDS_TOLD_APART)
    shapes = numbers.total * 100 + numbers.is_soft * 50 + counts
    kinds, kind_of = np.unique(shapes, return_inverse=True)
    sides, levels = range(len(play.facts.sides)), range(values.levels)
    asked: dict[tuple[int, int, int], list[tuple[int, str, Moment]]] = {}
    for upcard, side, level in product(VALUES, sides, levels):
        laid = play.facts.laid(side, level)
        if not _is_asked(play, laid):
            continue
        told = play.facts.told_upcard(upcard), side, level
        if told not in asked:
            asked[told] = list(_kinds_asked(play, told[0], laid, kinds.tolist()))
        at, cost = (upcard - 1, side, level), play.facts.cost_of_giving_up(laid)
        given_up = -float(cost or 0)
        weights, brought = _summed(reach[at], values.options[at], kind_of, len(kinds))
        for place, label, moment in asked[told]:
            worths = _worths(moment, given_up * weights[place], brought[place])
            yield _Asked(upcard, label, moment, 1.0, worths)


def _kinds_asked(
    play: PlayValue, upcard: int, laid: Laid, kinds: list[int]
) -> Iterator[tuple[int, str, Moment]]:
    """Kinds of hand that have something to decide: the place of each, its row and its moment."""
    fewest = 2 if laid.is_split and not laid.doubles else 3
    for place, kind in enumerate(kinds):
        moment = _moment(play, upcard, laid, kind)
        if len(moment.legal) > 1 and moment.cards >= fewest and not is_over(play, moment):
            yield place, label_of(moment), moment


def _is_asked(play: PlayValue, laid: Laid) -> bool:
    """Whether hands with their money laid so have anything to decide at all."""
    may_give_up = play.facts.cost_of_giving_up(laid) is not None
    most = max(level.doubles for level in play.facts.levels)
    return laid.doubles < most or not laid.doubles or may_give_up


def _summed(
    reach: Floats, options: Floats, kind_of: Integers, kinds: int
) -> tuple[list[float], list[list[float]]]:
    """For each kind of hand how often it comes, and what each decision brings then."""
    is_possible = options[:, 0] > -np.inf
    weights = np.where(is_possible, reach, 0.0)
    worths = np.where(np.isfinite(options), options, 0.0)
    brought = [np.bincount(kind_of, weights * worth, kinds) for worth in worths.T]
    return np.bincount(kind_of, weights, kinds).tolist(), np.array(brought).T.tolist()


def is_over(play: PlayValue, moment: Moment) -> bool:
    """Whether a hand is done without being asked: won at once, or a 21 that stands."""
    if play.facts.sure_win(moment.total, moment.cards, moment.laid) is not None:
        return True
    return moment.total == 21 and bool(play.facts.house.twenty_one_ends_turn)


def _moment(play: PlayValue, upcard: int, laid: Laid, kind: int) -> Moment:
    total, rest = divmod(kind, 100)
    is_soft, cards = divmod(rest, 50)
    return moment_of(
        play.facts,
        upcard=upcard,
        total=total,
        is_soft=bool(is_soft),
        cards=cards,
        laid=laid,
    )


def _worths(moment: Moment, given_up: float, brought: list[float]) -> dict[Decision, float]:
    return {
        action: given_up if action in GIVING_UP else brought[PLACES[action]]
        for action in moment.legal
    }
