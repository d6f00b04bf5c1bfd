"""What rounds come to, added up exactly."""

from __future__ import annotations

from dataclasses import dataclass
from operator import add

import numpy as np

from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.layout import Integers, Tables
from upcard.simulation.setups.packed_games import totals_before_counts


@dataclass(frozen=True, slots=True)
class RunTally:
    """The totals of some rounds: exact whole numbers, in the order of `layout`."""

    totals: tuple[int, ...]
    counts: tuple[int, ...]

    def __add__(self, other: RunTally) -> RunTally:
        assert len(self.totals) == len(other.totals), "tallies of different setups"
        return RunTally(
            tuple(map(add, self.totals, other.totals)),
            tuple(map(add, self.counts, other.counts)),
        )

    @property
    def rounds(self) -> int:
        """How many rounds it is over."""
        return self.totals[at.ROUNDS]

    def sum_of(self, wager: int) -> int:
        """The net of a wager over all rounds, in units."""
        return self._field(wager, at.SUM)

    def squares_of(self, wager: int) -> int:
        """The sum of the squares of a wager's net in each round."""
        return self._whole(wager, at.SQUARES)

    def with_main(self, wager: int) -> int:
        """The sum of the products of a wager's net and the main wager's in each round."""
        return self.squares_of(wager) if wager == at.MAIN else self._whole(wager, at.WITH_MAIN)

    def _field(self, wager: int, field: int) -> int:
        return self.totals[at.WAGERS + at.WAGER_FIELDS * wager + field]

    def _whole(self, wager: int, field: int) -> int:
        """A sum that is kept in two halves, low and high."""
        return self._field(wager, field) + (self._field(wager, field + 1) << 32)


def sizes_of(tables: Tables) -> tuple[int, int]:
    """How many totals and counts a block has."""
    sides = tables.settings.sides
    totals = totals_before_counts(sides)
    if tables.tags.size:
        totals += at.TRUE_COUNTS * at.COUNT_FIELDS
    return totals, at.CELLS + at.VERDICTS * sides


def nothing(tables: Tables) -> tuple[Integers, Integers]:
    """Totals and counts of no rounds, for a kernel to add to."""
    totals, counts = (np.zeros(size, np.int64) for size in sizes_of(tables))
    return totals, counts


def tally_of(totals: Integers, counts: Integers) -> RunTally:
    """What a kernel has added up, as numbers that never overflow."""
    return BlockSums(totals[None], counts[None]).together()


class BlockSums:
    """What blocks that follow each other come to, with a row of totals and of counts for each."""

    def __init__(self, totals: Integers, counts: Integers) -> None:
        self._totals, self._counts = totals.copy(), counts
        sides = (counts.shape[1] - at.CELLS) // at.VERDICTS
        for wager in range(at.FIRST_SIDE + sides):
            for field in (at.SQUARES, at.WITH_MAIN):
                low = at.WAGERS + at.WAGER_FIELDS * wager + field
                # However a kernel divides a sum, its lower half has 32 bits here.
                self._totals[:, low + 1] += self._totals[:, low] >> 32
                self._totals[:, low] &= 0xFFFFFFFF

    def rounds(self) -> list[int]:
        """How many rounds each block has."""
        found: list[int] = self._totals[:, at.ROUNDS].tolist()
        return found

    def each(self) -> list[RunTally]:
        """The totals of each block."""
        rows = zip(self._totals.tolist(), self._counts.tolist(), strict=True)
        return [RunTally(tuple(each), tuple(beside)) for each, beside in rows]

    def together(self, blocks: int | None = None) -> RunTally:
        """The totals of the first so many blocks, or of all: exact for up to 2^20 of them."""
        totals, counts = (sums[:blocks].sum(axis=0) for sums in (self._totals, self._counts))
        return RunTally(tuple(totals.tolist()), tuple(counts.tolist()))
