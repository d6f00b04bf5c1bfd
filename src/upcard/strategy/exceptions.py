"""Where the best play of particular cards differs from the chart, by value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import mul

import numpy as np

from upcard.game.decisions import Decision
from upcard.game.stakes import NEW_HAND
from upcard.notation.charts import Chart
from upcard.odds.play.compiled import ACTIONS
from upcard.odds.play.moments import Moment, moment_of
from upcard.odds.play.openings import Opening
from upcard.odds.play.reached import reached
from upcard.odds.play.solver import PlayValue
from upcard.odds.play.stock import SPADES, VALUES
from upcard.strategy.cell_worths import is_over
from upcard.strategy.policies import chart_plan, letter_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartException:
    """Some cards that are better played otherwise than a chart says."""

    hand: str
    """The cards by value, like `T6`, and their suits where those make a difference."""
    upcard: str
    chart: Decision
    best: Decision
    gain: float
    """What the better decision is worth each time, in first wagers."""
    chance: float
    """How often it comes, a round."""

    @property
    def worth(self) -> float:
        """What knowing it is worth, in first wagers a round."""
        return self.gain * self.chance


def exceptions_to(chart: Chart, play: PlayValue, *, worth_min: float = 0.0) -> list[ChartException]:
    """Every exception to *chart* that *play*, the best play, makes; the most valuable first."""
    found = [*_of_two_cards(chart, play), *_of_more_cards(chart, play)]
    worthy = [each for each in found if each.worth > worth_min]
    return sorted(worthy, key=lambda each: each.worth, reverse=True)


def _of_two_cards(chart: Chart, play: PlayValue) -> Iterator[ChartException]:
    """First two cards; suits that are all played alike are one exception."""
    plan = chart_plan(chart)
    groups: dict[tuple[tuple[int, int], int, bool], list[Opening]] = {}
    for opening in play.openings:
        if opening.action is not None:
            key = opening.hand, opening.upcard, Decision.SPLIT in opening.options
            groups.setdefault(key, []).append(opening)
    for (hand, upcard, may_split), openings in groups.items():
        moment = play.decider.moment(upcard, hand, may_split=may_split)
        yield from _by_suits(openings, plan(moment))


def _by_suits(openings: list[Opening], said: Decision) -> Iterator[ChartException]:
    """The openings of one hand that are not played as *said*, by decision and kind of suits."""
    is_one = len({opening.action for opening in openings}) == 1
    kinds: dict[tuple[str, Decision], list[Opening]] = {}
    for opening in openings:
        if opening.action is not None and opening.action is not said:
            suits = "" if is_one else _suits(opening)
            kinds.setdefault((suits, opening.action), []).append(opening)
    for (suits, best), alike in kinds.items():
        chances = [float(each.probability * (1 - each.natural_chance)) for each in alike]
        gains = [float(each.options[best].mean - each.options[said].mean) for each in alike]
        chance = sum(chances)
        yield ChartException(
            hand=_written(alike[0].hand) + suits,
            upcard=letter_of(alike[0].upcard),
            chart=said,
            best=best,
            gain=sum(map(mul, chances, gains)) / chance,
            chance=chance,
        )


def _written(hand: tuple[int, int]) -> str:
    return letter_of(hand[1]) + letter_of(hand[0])


def _suits(opening: Opening) -> str:
    first, second, up = opening.cards
    if first.kind != second.kind:
        return " mixed"
    suits = " spades" if first.kind == SPADES else " suited"
    return f"{suits}, up card in suit" if up.kind == first.kind else suits


def _of_more_cards(chart: Chart, play: PlayValue) -> Iterator[ChartException]:
    """Hands of three cards or more, as dealt; how often counts by the best play."""
    values, numbers = play.values, play.values.numbers
    reach = reached(values, play.decider, play.openings)[:, 0, 0]
    plan = chart_plan(chart)
    for upcard in VALUES:
        asked = (reach[upcard - 1] > 0) & (numbers.cards >= 3)
        for hand in np.flatnonzero(asked).tolist():
            moment = _moment(play, upcard, hand)
            if is_over(play, moment):
                continue
            options = _options(play, upcard, hand)
            best, said = max(options, key=lambda action: options[action]), plan(moment)
            gain = options[best] - options[said]
            if gain > 0:
                yield ChartException(
                    hand=_letters(numbers.hands[hand]),
                    upcard=letter_of(upcard),
                    chart=said,
                    best=best,
                    gain=gain,
                    chance=float(reach[upcard - 1, hand]),
                )


def _options(play: PlayValue, upcard: int, hand: int) -> dict[Decision, float]:
    """What each decision is worth for a hand of three cards or more, as dealt."""
    worths = play.values.options[upcard - 1, 0, 0, hand].tolist()
    found: dict[Decision, float] = dict(zip(ACTIONS, worths, strict=False))
    cost = play.facts.cost_of_giving_up(NEW_HAND)
    return found if cost is None else {**found, Decision.SURRENDER: -float(cost)}


def _letters(hand: tuple[int, ...]) -> str:
    return "".join(letter_of(value) * hand[value - 1] for value in reversed(VALUES))


def _moment(play: PlayValue, upcard: int, hand: int) -> Moment:
    numbers = play.values.numbers
    return moment_of(
        play.facts,
        upcard=upcard,
        total=int(numbers.total[hand]),
        is_soft=bool(numbers.is_soft[hand]),
        cards=int(numbers.cards[hand]),
    )
