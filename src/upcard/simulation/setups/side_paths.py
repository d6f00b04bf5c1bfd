"""
Side wagers as paths: small tables, walked row by row, to one verdict on several wagers.

A path is what a judge says to everything that it can look at, with all that it cannot tell apart
made one: after each row there are as few states as there are ways to go on. Paths are joined as
long as their tables stay small, so that one walk tells the lines of many wagers.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest
from typing import Final, NamedTuple

import numpy as np

from upcard.cards import SUITS
from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels.lane_draws import FIRST, HOLE, SECOND, UPCARD
from upcard.simulation.kernels.layout import RANK_ORDER, Bytes, Halves, Integers

ORDER: Final = (
    FIRST,
    SECOND,
    lay.OTHER_ROWS,
    lay.OTHER_ROWS + 1,
    lay.THIRD_ROW,
    lay.LONE_ROW,
    UPCARD,
    HOLE,
    lay.CLASS_ROW,
    lay.DEALER_ROW,
    lay.SIZE_ROW,
    lay.SUITS_ROW,
    lay.REDS_ROW,
    lay.FIVE_ROWS,
    lay.FIVE_ROWS + 1,
    lay.FIVE_ROWS + 2,
)
"""The order in which paths usually look at rows."""
ORDERS: Final = (
    ORDER,
    *((first, *(row for row in ORDER if row != first)) for first in (UPCARD, HOLE)),
)
"""Other orders, which make fewer states where a wager compares cards with one of the dealer's."""
LARGE: Final = 1 << 13
"""From how many entries on other orders are tried."""
JOINED_MAX: Final = 1 << 16
"""How many entries joined tables have at most: they must stay near the processor."""
STAGE_MAX: Final = 1 << 16
"""How many entries the table of several steps has at most."""

RANKS: Final = len(RANK_ORDER)
MIXED: Final = len(SUITS)
"""In place of a suit: cards of several."""
LineOfRanks = Callable[[tuple[int, ...], bool], int]
"""The line that a side wager gets for cards of these ranks, all of one suit or not."""


class RowLook(NamedTuple):
    """A row that a judge looks at."""

    row: int
    kinds: Integers
    """For everything that the row can show, the number of what a judge tells apart."""


class Step(NamedTuple):
    """What a path looks up in one row."""

    row: int
    table: Integers
    """By the state so far and what the row shows: the next state, or at the end the verdict."""


class Path(NamedTuple):
    """Side wagers that are judged together."""

    steps: tuple[Step, ...]
    members: tuple[int, ...]
    kinds: Bytes
    """For each verdict the line that each member gets."""
    order: tuple[int, ...] = ORDER
    """The order of its rows, and of all that it may be joined with."""

    @property
    def size(self) -> int:
        """How many entries the tables of its steps have."""
        return sum(step.table.size for step in self.steps)

    @property
    def is_small(self) -> bool:
        """Whether all lanes can look up each of its steps at once: what it tells fits a byte."""
        entries = (len(step.table) * len(_distinct(step.table.T)[0]) for step in self.steps)
        return len(self.kinds) <= lay.LARGE and all(size <= lay.LARGE for size in entries)


class StageLook(NamedTuple):
    """A row that a stage looks at."""

    row: int
    columns: Bytes
    """For everything that the row can show, a column: what the stage cannot tell apart has one."""
    factor: int
    """How far these columns are apart in the table."""


class PathStage(NamedTuple):
    """Steps that follow each other, looked up as one."""

    looks: tuple[StageLook, ...]
    table: Integers
    """By the state so far and the columns of all looks: the next state, or the verdict."""


def path_of(side: int, looks: tuple[RowLook, ...], lines: Bytes) -> Path:
    """The path of one side wager, by the line that it gets: *lines* has a dimension for a look."""
    usual = _path_in(ORDER, side, looks, lines)
    if usual.size < LARGE:
        return usual
    rows = {look.row for look in looks}
    others = [_path_in(order, side, looks, lines) for order in ORDERS[1:] if order[0] in rows]
    return min([usual, *others], key=lambda path: path.size)


def _path_in(order: tuple[int, ...], side: int, looks: tuple[RowLook, ...], lines: Bytes) -> Path:
    """The same with the rows in this order."""
    places = sorted(range(len(looks)), key=lambda place: order.index(looks[place].row))
    kinds, states = np.unique(lines.transpose(places), return_inverse=True)
    steps = []
    for place in reversed(places):
        distinct, states = _distinct(states.reshape(-1, lines.shape[place]))
        steps.append(Step(looks[place].row, distinct[:, looks[place].kinds]))
    return Path(tuple(reversed(steps)), (side,), kinds[:, None].astype(np.uint8), order)


def path_by_ranks(side: int, rows: tuple[int, ...], line_of: LineOfRanks) -> Path:
    """
    The path of a side wager on cards whose order does not matter.

    Nothing counts but their ranks and whether all are of one suit: after each row there is a state
    for each set of ranks in each suit, or in several.
    """
    rank, suit = np.divmod(np.arange(RANKS * len(SUITS)), len(SUITS))
    codes, suits, tables = np.zeros(1, np.int64), np.zeros(1, np.int64), list[Integers]()
    for place, _ in enumerate(rows):
        shared = np.where((place == 0) | (suits[:, None] == suit), suit, MIXED)
        keys = (codes[:, None] + (len(rows) + 1) ** rank) * (MIXED + 1) + shared
        found, numbers = np.unique(keys, return_inverse=True)
        tables.append(numbers.reshape(keys.shape))
        codes, suits = np.divmod(found, MIXED + 1)
    digits = codes[:, None] // (len(rows) + 1) ** np.arange(RANKS) % (len(rows) + 1)
    ranks = [tuple(np.repeat(np.arange(RANKS), each).tolist()) for each in digits]
    lines = [line_of(each, of != MIXED) for each, of in zip(ranks, suits, strict=True)]
    kinds, states = np.unique(np.array(lines), return_inverse=True)
    steps = []
    for row, table in zip(reversed(rows), reversed(tables), strict=True):
        distinct, states = _distinct(states[table])
        steps.append(Step(row, distinct))
    return Path(tuple(reversed(steps)), (side,), kinds[:, None].astype(np.uint8))


def _distinct(rows: Integers) -> tuple[Integers, Integers]:
    """The rows that differ, and which of them each row is."""
    narrow = np.ascontiguousarray(rows, np.min_scalar_type(int(rows.max())))
    whole = narrow.view(np.dtype((np.void, narrow.dtype.itemsize * narrow.shape[1])))
    _, firsts, numbers = np.unique(whole.ravel(), return_index=True, return_inverse=True)
    return rows[firsts], numbers.ravel()


def joined(one: Path, other: Path) -> Path | None:
    """Both paths as one, or None where its tables would be large or their orders differ."""
    if one.order != other.order:
        return None
    mine, others = ({step.row: step.table for step in path.steps} for path in (one, other))
    a = b = np.zeros(1, np.int64)
    steps, left = list[Step](), JOINED_MAX
    for row in (row for row in one.order if row in mine or row in others):
        width = (mine[row] if row in mine else others[row]).shape[1]
        left -= a.size * width
        if left < 0:
            return None
        next_a, next_b = _after(mine.get(row), a, width), _after(others.get(row), b, width)
        codes, numbers = np.unique(next_a << 32 | next_b, return_inverse=True)
        steps.append(Step(row, numbers.reshape(-1, width)))
        a, b = codes >> 32, codes & 0xFFFFFFFF
    kinds = np.concatenate((one.kinds[a], other.kinds[b]), axis=1)
    return Path(tuple(steps), (*one.members, *other.members), kinds, one.order)


def joined_if_quick(one: Path, other: Path) -> Path | None:
    """Both paths as one, or None where that takes longer than to look them up apart."""
    both = joined(one, other)
    if both is None or (one.is_small and other.is_small):
        return both if both and both.is_small else None
    large = [path for path in (one, other) if not path.is_small]
    apart = sum(len(stages_of(path)) for path in large)
    return both if len(stages_of(both)) <= apart else None


def _after(table: Integers | None, states: Integers, width: int) -> Integers:
    """The states after a row; a path that does not look at it stays where it is."""
    if table is None:
        return np.repeat(states[:, None], width, axis=1)
    return table[states]


def stages_of(path: Path) -> tuple[PathStage, ...]:
    """
    The steps of *path* in as few stages as tables of moderate size allow.

    Each step of a small path is a stage.
    """
    stages, most = list[PathStage](), 0 if path.is_small else STAGE_MAX
    for step in path.steps:
        distinct, columns = _distinct(step.table.T)
        stage = PathStage((StageLook(step.row, columns.astype(np.uint8), 1),), distinct.T)
        if stages and stages[-1].table.size * len(distinct) <= most:
            stage = _as_one(stages.pop(), stage)
        stages.append(stage)
    return tuple(stages)


def _as_one(one: PathStage, other: PathStage) -> PathStage:
    """Two stages that follow each other, looked up at once."""
    states, width = len(one.table), other.table.shape[1]
    looks = (look._replace(factor=look.factor * width) for look in one.looks)
    return PathStage((*looks, *other.looks), other.table[one.table].reshape(states, -1))


def laid_out(stages: tuple[PathStage, ...], start: int, stride: int) -> Halves:
    """The tables of *stages* from *start* on: an entry says where to go on, or the verdict."""
    parts = []
    for stage, following in zip_longest(stages, stages[1:]):
        start += stage.table.size
        first, factor = (start, following.table.shape[1]) if following else (0, stride)
        parts.append((first + stage.table * factor).ravel())
    return np.concatenate(parts).astype(np.uint32)


def small_tables(stages: tuple[PathStage, ...]) -> list[Bytes]:
    """The tables of the stages of a small path: an entry is the next place, or the verdict."""
    widths = [*(stage.table.shape[1] for stage in stages[1:]), 1]
    tables = (stage.table.ravel() * width for stage, width in zip(stages, widths, strict=True))
    return [table.astype(np.uint8) for table in tables]
