"""The charts of the books: how a meter grew and fell, and what it paid, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from upcard.books.award_lists import AwardLine, AwardOutcome, AwardsReport
from upcard.books.histories import time_of
from upcard.books.meter_days import MeterReading, MetersReport
from upcard.books.printed_words import dollars
from upcard.extras import Later
from upcard.reports.drawings import FILL, INK, PAPER, drawn
from upcard.reports.report_charts import in_chart, spec_of

if TYPE_CHECKING:
    import altair as alt
else:
    alt = Later("altair")

POINTS_MAX: Final = 600
"""How many readings a line has at most: more could not be told apart on paper."""
WIDTH: Final = 560


def meters_chart(report: MetersReport, progressive: str) -> str:
    """The readings that a report keeps: the end of each day, and each award."""
    return readings_chart([one for one in report.readings if one.progressive == progressive])


def readings_chart(found: Sequence[MeterReading]) -> str:
    """A panel for each level; a hollow point where an award was paid. Empty without a reading."""
    levels = list(dict.fromkeys(one.level for one in found))
    if not levels:
        return ""
    panels = [_panel([one for one in found if one.level == level], level) for level in levels]
    chart = panels[0] if len(panels) == 1 else alt.vconcat(*panels, spacing=14)
    return drawn(spec_of(chart))


def _panel(found: Sequence[MeterReading], level: str) -> alt.LayerChart | alt.FacetChart:
    kept = thinned(found)
    line = (
        alt.Chart(in_chart([_row(one) for one in kept]))
        .mark_line(interpolate="step-after", color=FILL, strokeWidth=1.5, point={"size": 12})
        .encode(x=_time(kept), y=_money("display", kept))
    )
    paid = [{**_row(one), "label": dollars(one.paid)} for one in kept if one.paid]
    layers: list[alt.Chart] = [line]
    if paid:
        base = alt.Chart(in_chart(paid)).encode(x=_time(kept), y=_money("display", kept))
        layers += [
            base.mark_point(shape="circle", size=52, opacity=1, fill=PAPER, stroke=INK),
            base.mark_text(align="left", dx=7, dy=-8, fontSize=9.5).encode(text="label:N"),
        ]
    return alt.layer(*layers).properties(width=WIDTH, height=130, title=level)


def thinned(found: Sequence[MeterReading]) -> list[MeterReading]:
    """At most this many readings, evenly spaced; awards and the last one are always included."""
    step = max(1, -(-len(found) // POINTS_MAX))
    last = len(found) - 1
    return [
        one for place, one in enumerate(found) if place % step == 0 or place == last or one.paid
    ]


def _row(one: MeterReading) -> dict[str, object]:
    return {"at": one.at, "display": one.display / 100}


def _time(found: Sequence[MeterReading | AwardLine]) -> alt.X:
    """Time in UTC, whatever the machine's own zone; one moment alone gets an hour around it."""
    times = sorted(time_of(_at(one)) for one in found)
    first, last = times[0], times[-1]
    if first == last:
        first, last = first - timedelta(minutes=30), last + timedelta(minutes=30)
    is_long = last - first > timedelta(days=2)
    return alt.X(
        "at:T",
        title=None,
        axis=alt.Axis(format="%b %d" if is_long else "%b %d %H:%M", grid=False, tickCount=6),
        scale=alt.Scale(type="utc", domain=[first.isoformat(), last.isoformat()]),
    )


def _at(one: MeterReading | AwardLine) -> str:
    return one.at if isinstance(one, MeterReading) else one.paid_at


def _money(title: str | None, found: Sequence[MeterReading]) -> alt.Y:
    """Dollars, with cents where the whole chart spans only a few; a little room at both ends."""
    low, high = (pick(one.display for one in found) / 100 for pick in (min, max))
    pad = max((high - low) * 0.1, 0.5)
    return alt.Y(
        "display:Q",
        title=title,
        axis=alt.Axis(format="$,.2f" if high - low < 20 else "$,.0f", tickCount=4),
        scale=alt.Scale(domain=[max(0, low - pad), high + pad], nice=False, zero=False),
    )


def awards_chart(report: AwardsReport) -> str:
    """A bar for each award that was paid, hollow where it was reversed. Empty without one."""
    paid = [one for one in report.awards if one.paid_at]
    if not paid:
        return ""
    rows = [
        {
            "award": f"{one.slip or '–'}: {one.progressive} {one.level}, {one.table}",
            "amount": one.amount / 100,
            "label": dollars(one.amount) + _ended(one),
            "fill": PAPER if one.state is AwardOutcome.REVERSED else FILL,
        }
        for one in paid
    ]
    top = max(one.amount for one in paid) / 100
    base = alt.Chart(in_chart(rows)).encode(
        x=alt.X(
            "amount:Q",
            title=None,
            axis=alt.Axis(format="$,.0f", tickCount=5),
            scale=alt.Scale(domain=[0, top * 1.3], nice=False),
        ),
        y=alt.Y("award:N", title=None, sort=None, axis=alt.Axis(ticks=False, labelPadding=6)),
    )
    bar = base.mark_bar(stroke=FILL, strokeWidth=1, height=10).encode(
        fill=alt.Fill("fill:N", scale=None)
    )
    text = base.mark_text(align="left", dx=4).encode(text="label:N")
    return drawn(spec_of(alt.layer(bar, text).properties(width=400, height=alt.Step(16))))


def _ended(one: AwardLine) -> str:
    return ", reversed" if one.state is AwardOutcome.REVERSED else ""
