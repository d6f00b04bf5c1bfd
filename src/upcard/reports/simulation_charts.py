"""The charts of a simulation's report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, NotRequired, TypedDict

from upcard.extras import Later
from upcard.reports.drawings import FILL, INK, PAPER, SOFT, drawn
from upcard.reports.report_charts import in_chart, spec_of

if TYPE_CHECKING:
    import altair as alt
else:
    alt = Later("altair")

Rows = list[dict[str, object]]
ChartBar = TypedDict(
    "ChartBar", {"from": float, "to": float, "count": int, "normal": NotRequired[float]}
)
"""A bar of a histogram; *normal* is how many the normal approximation has there."""
DEVIATIONS = 1.96
"""Standard errors to each side of a value: 19 intervals of 20 hold the exact one."""


class ChartPoint(TypedDict):
    """Where a meter stood after a round."""

    round: int
    cents: int


class Interval(NamedTuple):
    """A simulated EV in percent, its standard error, and the exact EV where there is one."""

    name: str
    value: float
    error: float
    exact: float | None


def interval_chart(intervals: Sequence[Interval]) -> str:
    """A line for each wager, with an axis of its own: point, interval, and the exact value."""
    width = max(len(one.name) for one in intervals)
    panels = [_interval(one, width) for one in intervals]
    return drawn(spec_of(alt.vconcat(*panels, spacing=4)))


def _interval(one: Interval, width: int) -> alt.LayerChart | alt.FacetChart:
    far = DEVIATIONS * one.error
    row = {"name": one.name, "value": one.value, "low": one.value - far, "high": one.value + far}
    ends = [one.value - 1.3 * far, one.value + 1.3 * far]
    if one.exact is not None:
        ends += [one.exact - 0.3 * far, one.exact + 0.3 * far]
    scale = alt.Scale(domain=[min(ends), max(ends)], nice=False, zero=False)
    axis = alt.Axis(format="+.3~f", tickCount=5, grid=False)
    x = alt.X("value:Q", title=None, scale=scale, axis=axis)
    labels = alt.Axis(ticks=False, domain=False, labelPadding=6, minExtent=7 * width)
    y = alt.Y("name:N", title=None, axis=labels)
    base = alt.Chart(in_chart([row]))
    rule = base.mark_rule(color=FILL, strokeWidth=1.8).encode(
        x=alt.X("low:Q", title=None, scale=scale, axis=axis), x2="high:Q", y=y
    )
    point = base.mark_point(shape="circle", size=36, opacity=1, fill=FILL, stroke=FILL)
    layers: list[alt.Chart] = [rule, point.encode(x=x, y=y)]
    if one.exact is not None:
        exact = alt.Chart(in_chart([{"name": one.name, "value": one.exact}])).mark_point(
            shape="diamond", size=80, opacity=1, stroke=INK, strokeWidth=1.2, fill="transparent"
        )
        layers.append(exact.encode(x=x, y=y))
    return alt.layer(*layers).properties(width=380, height=20)


def frequency_chart(shares: Sequence[tuple[str, float]]) -> str:
    """A bar for each outcome, in percent of all."""
    top = max(share for _, share in shares)
    rows = [{"name": name, "share": share, "label": f"{share:.4g}%"} for name, share in shares]
    base = alt.Chart(in_chart(rows)).encode(
        x=alt.X("share:Q", title=None, scale=alt.Scale(domain=[0, top * 1.2], nice=False)),
        y=alt.Y("name:N", title=None, sort=None, axis=alt.Axis(ticks=False, labelPadding=6)),
    )
    bar = base.mark_bar(fill=FILL, height=10)
    text = base.mark_text(align="left", dx=4).encode(text="label:N")
    return drawn(spec_of(alt.layer(bar, text).properties(width=330, height=alt.Step(15.5))))


def histogram(bars: Sequence[ChartBar], total: int, title: str) -> str:
    """Bars in percent of all sessions, and the normal approximation as a line where it is known."""
    rows: Rows = [
        {
            "from": bar["from"],
            "to": bar["to"],
            "middle": (bar["from"] + bar["to"]) / 2,
            "share": 100 * bar["count"] / total,
            "normal": 100 * bar.get("normal", 0) / total,
            "zero": 0,
        }
        for bar in bars
    ]
    base = alt.Chart(in_chart(rows))
    axis = alt.Axis(format=",~f", tickCount=8, grid=False)
    bar = base.mark_bar(fill=FILL, stroke=PAPER, strokeWidth=0.6).encode(
        x=alt.X("from:Q", title=title, axis=axis),
        x2="to:Q",
        y=alt.Y("share:Q", title="percent of sessions"),
        y2="zero:Q",
    )
    layers = [bar]
    if bars and "normal" in bars[0]:
        line = base.mark_line(color=INK, strokeWidth=1.4, strokeDash=[5, 3], interpolate="monotone")
        layers.append(line.encode(x=alt.X("middle:Q", title=title, axis=axis), y="normal:Q"))
    return drawn(spec_of(alt.layer(*layers).properties(width=430, height=170)))


def meter_chart(points: Sequence[ChartPoint], break_even_cents: float | None) -> str:
    """A level from the start of the run: it grows, and falls with each award."""
    rows: Rows = [{"round": point["round"], "dollars": point["cents"] / 100} for point in points]
    x = alt.X("round:Q", title="rounds", axis=alt.Axis(format=",d", tickCount=6, grid=False))
    y = alt.Y("dollars:Q", title="meter, in dollars", axis=alt.Axis(format=",d", tickCount=5))
    layers: list[alt.Chart] = [
        alt.Chart(in_chart(rows)).mark_line(color=FILL, strokeWidth=1.2).encode(x=x, y=y)
    ]
    if break_even_cents is not None:
        even = break_even_cents / 100
        row = in_chart([{"round": 0, "dollars": even, "name": f"break-even ${even:,.0f}"}])
        layers.append(alt.Chart(row).mark_rule(color=INK, strokeDash=[5, 3]).encode(y=y))
        text = alt.Chart(row).mark_text(align="left", dx=4, dy=-7, color=SOFT)
        layers.append(text.encode(x=x, y=y, text="name:N"))
    return drawn(spec_of(alt.layer(*layers).properties(width=430, height=150)))
