"""Plots as inline SVG: small enough for a phone, coloured by the page, in light and dark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, log10
from typing import Final, NamedTuple

WIDTH: Final = 360
HEIGHT: Final = 220
LEFT: Final = 46
RIGHT: Final = 12
TOP: Final = 12
BOTTOM: Final = 34
TICKS: Final = 5
COLOURS: Final = 6
"""How many colours the style sheet has for lines; further ones repeat them, dashed."""


class PlotLine(NamedTuple):
    """One line of a plot: a name, and values by the number of decks."""

    name: str
    values: Mapping[int, float]


def decks_plot(lines: Sequence[PlotLine], title: str) -> str:
    """A line for each of *lines* over the numbers of decks, in percent."""
    values = [value for line in lines for value in line.values.values()]
    decks = sorted({count for line in lines for count in line.values})
    low, high, step = nice_range(min(values), max(values))
    frame = _Frame(decks[0], max(decks[-1], decks[0] + 1), low, high)
    parts = [*_grid(frame, decks, step), *(_line(frame, n, line) for n, line in enumerate(lines))]
    return _svg(title, [*parts, _axis_title("decks")]) + _legend(lines)


def rank_plot(values: Mapping[str, float], title: str) -> str:
    """A bar for each rank, up or down."""
    low, high, step = nice_range(min(0.0, *values.values()), max(0.0, *values.values()))
    frame = _Frame(-0.5, len(values) - 0.5, low, high)
    bars = []
    for place, (rank, value) in enumerate(values.items()):
        top, zero = sorted((frame.y(value), frame.y(0)))
        bars.append(
            f'<rect class="bar" x="{frame.x(place) - 8:.1f}" y="{top:.1f}" width="16" '
            f'height="{max(zero - top, 0.5):.1f}"/>'
        )
        bars.append(_text(frame.x(place), HEIGHT - BOTTOM + 15, rank, "middle"))
    return _svg(title, [*_levels(frame, step), *bars, _axis_title("rank of the card removed")])


class _Frame(NamedTuple):
    """Where values lie in the picture."""

    left: float
    right: float
    low: float
    high: float

    def x(self, value: float) -> float:
        share = (value - self.left) / (self.right - self.left)
        return LEFT + 8 + share * (WIDTH - LEFT - RIGHT - 16)

    def y(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def nice_range(low: float, high: float) -> tuple[float, float, float]:
    """
    Round ends around two values, and a round step between them.

    >>> nice_range(2.3, 9.7)
    (2.0, 10.0, 2.0)
    """
    span = high - low or max(abs(high), 1.0) / 10
    raw = span / TICKS
    power = 10.0 ** floor(log10(raw))
    step = next(power * times for times in (1, 2, 5, 10) if power * times >= raw)
    first, last = floor(low / step), ceil(high / step)
    return first * step, (last if last > first else first + 1) * step, step


def _grid(frame: _Frame, decks: Sequence[int], step: float) -> list[str]:
    names = [_text(frame.x(count), HEIGHT - BOTTOM + 15, str(count), "middle") for count in decks]
    return [*_levels(frame, step), *names]


def _levels(frame: _Frame, step: float) -> list[str]:
    """A line and a number at each round value."""
    places = max(0, -floor(log10(step)))
    parts = []
    for number in range(round((frame.high - frame.low) / step) + 1):
        value = frame.low + number * step
        y = frame.y(value)
        kind = "zero" if abs(value) < step / 2 else "grid"
        parts.append(f'<path class="{kind}" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>')
        parts.append(_text(LEFT - 5, y + 4, f"{value:.{places}f}%", "end"))
    return parts


def _line(frame: _Frame, number: int, line: PlotLine) -> str:
    points = [(frame.x(count), frame.y(value)) for count, value in sorted(line.values.items())]
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in points)
    return f'<g class="{_kind(number)}"><path d="{path}"/>{dots}</g>'


def _kind(number: int) -> str:
    return f"line c{number % COLOURS}" + (" dashed" if number >= COLOURS else "")


def _legend(lines: Sequence[PlotLine]) -> str:
    if len(lines) == 1:
        return ""
    items = (
        f'<li><svg class="key" viewBox="0 0 24 8" aria-hidden="true"><g class="{_kind(number)}">'
        f'<path d="M1 4H23"/></g></svg>{escape(line.name)}</li>'
        for number, line in enumerate(lines)
    )
    return f'<ul class="legend">{"".join(items)}</ul>'


def _axis_title(words: str) -> str:
    return _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 4, words, "middle")


def _text(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _svg(title: str, parts: Sequence[str]) -> str:
    return (
        f'<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(title)}">{"".join(parts)}</svg>'
    )
