"""Paths of side wagers, however they are laid out and joined: they tell what each wager gets."""

import numpy as np
import pytest

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels.lane_draws import FIRST, SECOND, UPCARD
from upcard.simulation.kernels.layout import Bytes, Integers
from upcard.simulation.setups.side_paths import (
    STAGE_MAX,
    Path,
    PathStage,
    RowLook,
    joined,
    joined_if_quick,
    laid_out,
    path_of,
    small_tables,
    stages_of,
)

SHOWN = 52
"""How many things each row of these tests can show."""
START, STRIDE = 17, 3


def judged(rows: tuple[int, ...], kinds: int, lines: int, seed: int) -> tuple[Path, Bytes]:
    """The path of a wager that tells *kinds* of cards apart, and the lines it gets for them."""
    draws = np.random.default_rng(seed)
    looks = tuple(RowLook(row, draws.integers(0, kinds, SHOWN)) for row in rows)
    got = draws.integers(0, lines, [kinds] * len(rows)).astype(np.uint8)
    by_cards = got[np.ix_(*(look.kinds for look in looks))]
    return path_of(0, looks, got), by_cards


def shown_to(path: Path, cards: dict[int, Integers]) -> Integers:
    """The verdicts of *path* on these cards, step by step."""
    states = np.zeros(len(next(iter(cards.values()))), np.int64)
    for step in path.steps:
        states = step.table[states, cards[step.row]]
    return states


def looked_up(stages: tuple[PathStage, ...], cards: dict[int, Integers]) -> Integers:
    """The same as lanes find them in the tables that are laid out for them."""
    tables = np.concatenate((np.zeros(START, np.uint32), laid_out(stages, START, STRIDE)))
    places = np.full(len(next(iter(cards.values()))), START, np.int64)
    for stage in stages:
        columns = (look.columns[cards[look.row]] * np.int64(look.factor) for look in stage.looks)
        places = tables[places + sum(columns)].astype(np.int64)
    return places // STRIDE


def looked_up_at_once(stages: tuple[PathStage, ...], cards: dict[int, Integers]) -> Integers:
    """The same in the tables of a small path, all of them bytes."""
    places = np.zeros(len(next(iter(cards.values()))), np.uint8)
    for stage, table in zip(stages, small_tables(stages), strict=True):
        (look,) = stage.looks
        places = table[places + look.columns[cards[look.row]]]
    return places.astype(np.int64)


def every_deal(rows: tuple[int, ...]) -> dict[int, Integers]:
    """A hundred thousand deals of cards in these rows."""
    draws = np.random.default_rng(5)
    return {row: draws.integers(0, SHOWN, 100_000) for row in rows}


@pytest.mark.parametrize(
    ("rows", "kinds", "is_small"),
    [
        ((FIRST,), 20, True),
        ((FIRST, SECOND), 12, True),
        ((FIRST, SECOND), 40, False),
        ((FIRST, SECOND, UPCARD), 4, True),
        ((FIRST, SECOND, UPCARD), 40, False),
    ],
)
def test_stages_tell_what_steps_tell(rows: tuple[int, ...], kinds: int, is_small: bool) -> None:
    path, lines = judged(rows, kinds, 5, seed=kinds)
    cards, stages = every_deal(rows), stages_of(path)
    verdicts = shown_to(path, cards)

    assert path.is_small is is_small
    assert np.array_equal(path.kinds[verdicts, 0], lines[tuple(cards[row] for row in rows)])
    assert np.array_equal(looked_up(stages, cards), verdicts)
    if is_small:
        assert np.array_equal(looked_up_at_once(stages, cards), verdicts)
    else:
        assert len(stages) < len(rows)
        assert all(stage.table.size <= STAGE_MAX for stage in stages)


def test_a_joined_path_tells_what_both_tell() -> None:
    one, lines = judged((FIRST, SECOND), 40, 4, seed=1)
    other, others = judged((FIRST, UPCARD), 3, 4, seed=2)
    both, cards = joined(one, other), every_deal((FIRST, SECOND, UPCARD))
    assert both is not None
    told = both.kinds[looked_up(stages_of(both), cards)]

    assert np.array_equal(told[:, 0], lines[cards[FIRST], cards[SECOND]])
    assert np.array_equal(told[:, 1], others[cards[FIRST], cards[UPCARD]])


def test_paths_are_joined_only_where_that_takes_no_more_look_ups() -> None:
    large, _ = judged((FIRST, SECOND), 52, 4, seed=1)
    beside, _ = judged((FIRST,), 2, 2, seed=2)
    apart, _ = judged((lay.DEALER_ROW, lay.SIZE_ROW), 5, 4, seed=3)
    small, _ = judged((lay.SIZE_ROW,), 5, 4, seed=4)
    wide, _ = judged((FIRST, SECOND, UPCARD), 40, 4, seed=5)

    assert joined_if_quick(large, beside) is not None
    assert joined_if_quick(apart, small) is not None
    assert joined_if_quick(wide, apart) is None
