"""A small registry of counters, histograms and gauges in Prometheus' text format, version 0.0.4."""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Final

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
Labels = tuple[str, ...]
Sample = tuple[Labels, float]


class Counter:
    """
    How often something happened, by label.

    >>> orders = Counter("orders_total", "Orders.", "kind")
    >>> orders.add("Operate")
    >>> orders.add("Operate", by=2)
    >>> print(*orders.lines(), sep="\\n")
    # HELP orders_total Orders.
    # TYPE orders_total counter
    orders_total{kind="Operate"} 3
    """

    def __init__(self, name: str, explained: str, *labels: str) -> None:
        self._name, self._explained, self._labels = name, explained, labels
        self._lock = threading.Lock()
        self._counts: dict[Labels, float] = {} if labels else {(): 0}

    def add(self, *values: str, by: float = 1) -> None:
        """Count once more."""
        with self._lock:
            self._counts[values] = self._counts.get(values, 0) + by

    def lines(self) -> Iterator[str]:
        """The family as text."""
        with self._lock:
            samples = list(self._counts.items())
        yield from _family(self._name, self._explained, "counter", self._labels, samples)


class Histogram:
    """
    How long something took, by label: how many took up to each bound, in seconds.

    >>> commits = Histogram("commit_seconds", "Commits.", (0.01, 0.1))
    >>> commits.observe(0.05)
    >>> print(*commits.lines(), sep="\\n")
    # HELP commit_seconds Commits.
    # TYPE commit_seconds histogram
    commit_seconds_bucket{le="0.01"} 0
    commit_seconds_bucket{le="0.1"} 1
    commit_seconds_bucket{le="+Inf"} 1
    commit_seconds_sum 0.05
    commit_seconds_count 1
    """

    def __init__(self, name: str, explained: str, bounds: Sequence[float], *labels: str) -> None:
        self._name, self._explained, self._labels = name, explained, labels
        self._bounds = tuple(bounds)
        self._lock = threading.Lock()
        empty = [0] * (len(self._bounds) + 1)
        self._counts: dict[Labels, list[int]] = {} if labels else {(): empty}
        self._sums: dict[Labels, float] = {} if labels else {(): 0.0}

    def observe(self, seconds: float, *values: str) -> None:
        """Count something that took so long."""
        place = bisect_left(self._bounds, seconds)
        with self._lock:
            self._counts.setdefault(values, [0] * (len(self._bounds) + 1))[place] += 1
            self._sums[values] = self._sums.get(values, 0.0) + seconds

    def lines(self) -> Iterator[str]:
        """The family as text."""
        with self._lock:
            counts = {values: tuple(found) for values, found in self._counts.items()}
            sums = dict(self._sums)
        yield from _heading(self._name, self._explained, "histogram")
        names = (*self._labels, "le")
        bounds = (*map(_number, self._bounds), "+Inf")
        for values, found in counts.items():
            for bound, count in zip(bounds, accumulate(found), strict=True):
                yield _line(f"{self._name}_bucket", names, (*values, bound), count)
            yield _line(f"{self._name}_sum", self._labels, values, sums[values])
            yield _line(f"{self._name}_count", self._labels, values, sum(found))


def gauge(name: str, explained: str, labels: Labels, samples: Iterable[Sample]) -> Iterator[str]:
    """Something that is measured now, as text."""
    return _family(name, explained, "gauge", labels, samples)


def _family(
    name: str, explained: str, kind: str, labels: Labels, samples: Iterable[Sample]
) -> Iterator[str]:
    yield from _heading(name, explained, kind)
    for values, value in samples:
        yield _line(name, labels, values, value)


def _heading(name: str, explained: str, kind: str) -> Iterator[str]:
    yield f"# HELP {name} {explained}"
    yield f"# TYPE {name} {kind}"


def _line(name: str, labels: Labels, values: Labels, value: float) -> str:
    pairs = ",".join(
        f'{label}="{_escaped(said)}"' for label, said in zip(labels, values, strict=True)
    )
    return f"{name}{{{pairs}}} {_number(value)}" if pairs else f"{name} {_number(value)}"


def _escaped(text: str) -> str:
    """
    A label's value as the format wants it.

    >>> _escaped('a "b"')
    'a \\\\"b\\\\"'
    """
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)
