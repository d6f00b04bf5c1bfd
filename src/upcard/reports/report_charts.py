"""The charts of a report: return by outcome, edge by deck count, growth of a meter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from upcard.extras import Later
from upcard.plain import JsonObject
from upcard.reports.drawings import FILL, INK, PAPER, SOFT, Spec, drawn

if TYPE_CHECKING:
    import altair as alt
else:
    alt = Later("altair")

DASHES: Final = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [1, 3])
SHAPES: Final = ("circle", "square", "triangle-up", "diamond", "triangle-down")
CHARTS_KEPT: Final = 256
"""Games share wagers: a run that reports on several draws each chart once."""
LABEL_GAP: Final = 0.085
"""How far apart two labels must be, as a part of the height of a chart."""


class Bar(NamedTuple):
    """What one outcome returns, in percent of the wager."""

    outcome: str
    returns: float
    is_from_meter: bool


class ChartLine(NamedTuple):
    """One paytable over the deck counts, in percent."""

    name: str
    counts: tuple[int, ...]
    values: tuple[float, ...]
    approved: tuple[int, ...]


class Curve(NamedTuple):
    """One level of a meter between two awards, in wagers."""

    level: str
    wagers: tuple[float, ...]
    meter: tuple[float, ...]
    break_even: float | None
    marks: tuple[tuple[str, float, float], ...]


@lru_cache(maxsize=CHARTS_KEPT)
def return_chart(bars: tuple[Bar, ...]) -> str:
    """A bar for each outcome that pays; hollow where a meter at its seed pays it."""
    top = max(bar.returns for bar in bars)
    rows = [
        {
            "outcome": bar.outcome,
            "returns": bar.returns,
            "fill": PAPER if bar.is_from_meter else FILL,
            "label": f"{bar.returns:.2f}%" + (" at seed" if bar.is_from_meter else ""),
        }
        for bar in bars
    ]
    base = alt.Chart(in_chart(rows)).encode(
        x=alt.X("returns:Q", title=None, scale=alt.Scale(domain=[0, top * 1.2], nice=False)),
        y=alt.Y("outcome:N", title=None, sort=None, axis=alt.Axis(ticks=False, labelPadding=6)),
    )
    bar = base.mark_bar(stroke=FILL, strokeWidth=1, height=10).encode(
        fill=alt.Fill("fill:N", scale=None)
    )
    text = base.mark_text(align="left", dx=4).encode(text="label:N")
    return drawn(spec_of(alt.layer(bar, text).properties(width=330, height=alt.Step(15.5))))


@lru_cache(maxsize=CHARTS_KEPT)
def decks_chart(lines: tuple[ChartLine, ...], title: str) -> str:
    """A line for each paytable; a filled point where it is approved, a hollow one elsewhere."""
    values = [value for line in lines for value in line.values]
    low, high = min(values), max(values)
    pad = max((high - low) * 0.12, 0.05)
    domain = [low - pad, high + pad]
    y = alt.Y("value:Q", title=title, scale=alt.Scale(domain=domain, nice=False, zero=False))
    layers: list[alt.Chart] = [_zero(y)] if domain[0] < 0 < domain[1] else []
    layers += [layer for index, line in enumerate(lines) for layer in _line_layers(line, index, y)]
    layers.append(_labels(lines, domain, y))
    return drawn(spec_of(alt.layer(*layers).properties(width=175, height=120)))


def _x(line: ChartLine) -> alt.X:
    axis = alt.Axis(values=list(line.counts), format="d", grid=False)
    domain = [line.counts[0] - 0.3, line.counts[-1] + 0.3]
    return alt.X("decks:Q", title="decks", axis=axis, scale=alt.Scale(domain=domain))


def _line_layers(line: ChartLine, index: int, y: alt.Y) -> list[alt.Chart]:
    rows = [
        {"decks": decks, "value": value, "fill": FILL if decks in line.approved else PAPER}
        for decks, value in zip(line.counts, line.values, strict=True)
    ]
    base = alt.Chart(in_chart(rows)).encode(x=_x(line), y=y)
    stroke = base.mark_line(strokeDash=DASHES[index % len(DASHES)], color=FILL, strokeWidth=1.4)
    point = base.mark_point(
        shape=SHAPES[index % len(SHAPES)], size=34, opacity=1, stroke=FILL, strokeWidth=1.2
    ).encode(fill=alt.Fill("fill:N", scale=None))
    return [stroke, point]


def _zero(y: alt.Y) -> alt.Chart:
    rule: alt.Chart = (
        alt.Chart(in_chart([{"value": 0}])).mark_rule(color=INK, strokeWidth=1).encode(y=y)
    )
    return rule


def _labels(lines: Sequence[ChartLine], domain: list[float], y: alt.Y) -> alt.Chart:
    places = spread([line.values[-1] for line in lines], (domain[1] - domain[0]) * LABEL_GAP)
    rows = [
        {"decks": line.counts[-1], "value": place, "name": line.name}
        for line, place in zip(lines, places, strict=True)
    ]
    mark = alt.Chart(in_chart(rows)).mark_text(align="left", dx=9, baseline="middle")
    labels: alt.Chart = mark.encode(x=_x(lines[0]), y=y, text="name:N")
    return labels


def spread(values: Sequence[float], gap: float) -> list[float]:
    """
    *values* moved up just as far as it takes to be *gap* apart.

    >>> spread([5.0, 5.0, 9.0], 1.0)
    [5.0, 6.0, 9.0]
    """
    places = dict.fromkeys(range(len(values)), 0.0)
    below = float("-inf")
    for index in sorted(range(len(values)), key=lambda index: (values[index], index)):
        below = places[index] = max(values[index], below + gap)
    return list(places.values())


@lru_cache(maxsize=CHARTS_KEPT)
def growth_chart(curves: tuple[Curve, ...]) -> str:
    """A panel for each level: the expected meter while it is not won, and where it breaks even."""
    width = 300 if len(curves) == 1 else 470 // len(curves)
    panels = [_panel(curve, width, index == 0) for index, curve in enumerate(curves)]
    chart = panels[0] if len(panels) == 1 else alt.hconcat(*panels, spacing=18)
    return drawn(spec_of(chart))


def _panel(curve: Curve, width: int, is_first: bool) -> alt.LayerChart | alt.FacetChart:
    rows = [{"wagers": x, "meter": y} for x, y in zip(curve.wagers, curve.meter, strict=True)]
    x = alt.X(
        "wagers:Q",
        title="wagers since the last award",
        axis=alt.Axis(format=",d", tickCount=3, grid=False),
        scale=alt.Scale(domain=[0, curve.wagers[-1] * 1.15], nice=False),
    )
    top = max(curve.meter[-1], curve.break_even or 0.0) * 1.12
    y = alt.Y(
        "meter:Q",
        title="meter, in wagers" if is_first else None,
        axis=alt.Axis(format=",d", tickCount=4),
        scale=alt.Scale(domain=[0, top], nice=False),
    )
    line = alt.Chart(in_chart(rows)).mark_line(color=FILL, strokeWidth=1.6).encode(x=x, y=y)
    layers: list[alt.Chart] = [line, *_marks(curve, x, y)]
    if curve.break_even is not None:
        layers += _break_even(curve.break_even, x, y)
    title = "" if curve.level == "meter" else curve.level
    return alt.layer(*layers).properties(width=width, height=125, title=title)


def _marks(curve: Curve, x: alt.X, y: alt.Y) -> list[alt.Chart]:
    rows = [{"name": name, "wagers": at, "meter": meter} for name, at, meter in curve.marks]
    base = alt.Chart(in_chart(rows)).encode(x=x, y=y)
    dot = base.mark_point(shape="circle", size=30, opacity=1, fill=PAPER, stroke=FILL)
    text = base.mark_text(align="left", dx=7, dy=6, fontSize=9.5, color=SOFT).encode(text="name:N")
    return [dot, text]


def _break_even(value: float, x: alt.X, y: alt.Y) -> list[alt.Chart]:
    row = in_chart([{"wagers": 0, "meter": value, "name": f"break-even {value:,.0f}"}])
    rule = alt.Chart(row).mark_rule(color=INK, strokeDash=[5, 3]).encode(y=y)
    text = alt.Chart(row).mark_text(align="left", dx=4, dy=-7).encode(x=x, y=y, text="name:N")
    return [rule, text]


def in_chart(rows: Sequence[JsonObject]) -> alt.InlineData:
    """Rows inside the chart itself; altair's own constructor has no types."""
    inline: Callable[..., alt.InlineData] = alt.InlineData
    return inline(values=rows)


def spec_of(chart: alt.TopLevelMixin) -> Spec:
    """What vl-convert draws; data that altair would name by a hash stays where it is."""
    with alt.data_transformers.enable(consolidate_datasets=False):
        spec: Spec = chart.to_dict(validate=False)
    spec.pop("config", None)
    return spec
