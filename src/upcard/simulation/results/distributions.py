"""How often each whole number came: exact counts, and the quantiles and bars made of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil
from typing import Final

import numpy as np

from upcard.simulation.kernels.layout import Integers

QUANTILES: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99)
"""The shares that reports name, lowest first."""
BARS: Final = 40
"""About how many bars a histogram has."""
NICE_STEPS: Final = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Distribution:
    """
    Whole numbers and how often each came.

    >>> found = Distribution(Counter({-1: 5, 0: 1, 2: 4}))
    >>> found.total, found.quantile(0.5), found.quantile(0.9)
    (10, -1, 2)
    """

    counts: Counter[int] = field(default_factory=Counter)

    def __add__(self, other: Distribution) -> Distribution:
        return Distribution(self.counts + other.counts)

    @property
    def total(self) -> int:
        """How many numbers there are."""
        return self.counts.total()

    @property
    def mean(self) -> float:
        """Their mean; 0 where there is none."""
        total = self.total
        return sum(value * count for value, count in self.counts.items()) / max(total, 1)

    @property
    def variance(self) -> float:
        """Their variance, as of a sample."""
        total, mean = self.total, self.mean
        squares = sum(count * (value - mean) ** 2 for value, count in self.counts.items())
        return squares / max(total - 1, 1)

    @property
    def largest(self) -> int | None:
        """The largest; None where there is none."""
        return max(self.counts, default=None)

    def quantile(self, share: float) -> int | None:
        """The smallest number that at least *share* of all do not exceed; None without numbers."""
        return self.quantiles((share,))[0]

    def quantiles(self, shares: Iterable[float] = QUANTILES) -> list[int | None]:
        """The quantile of each of *shares*, which rise."""
        values = sorted(self.counts)
        reached = np.cumsum([self.counts[value] for value in values])
        total = self.total
        return [
            values[int(np.searchsorted(reached, max(ceil(share * total), 1)))] if values else None
            for share in shares
        ]

    def bars(self) -> list[tuple[int, int, int]]:
        """
        A histogram: from, up to but not including, how often; the outermost bars hold all beyond.

        >>> Distribution(Counter({-1: 5, 0: 1, 2: 4})).bars()
        [(-1, 0, 5), (0, 1, 1), (1, 2, 0), (2, 3, 4)]
        """
        low, high = self.quantile(0.001), self.quantile(0.999)
        if low is None or high is None:
            return []
        width = nice_width((high - low) / BARS)
        edges = range(low // width * width, (high // width + 1) * width + 1, width)
        found = Counter[int]()
        for value, count in self.counts.items():
            found[min(max((value - edges[0]) // width, 0), len(edges) - 2)] += count
        return [(a, b, found[place]) for place, (a, b) in enumerate(pairwise(edges))]


def nice_width(least: float) -> int:
    """
    The smallest of 1, 2, 5, 10, 20, 50 and so on that is not below *least*.

    >>> nice_width(0.3), nice_width(3.4), nice_width(51)
    (1, 5, 100)
    """
    scale = 1
    while True:
        for step in NICE_STEPS:
            if step * scale >= least:
                return step * scale
        scale *= 10


def counted(numbers: Integers) -> Distribution:
    """How often each of *numbers* came."""
    values, counts = np.unique(numbers, return_counts=True)
    return Distribution(Counter(dict(zip(values.tolist(), counts.tolist(), strict=True))))
