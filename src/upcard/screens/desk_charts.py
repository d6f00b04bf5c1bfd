"""Charts of the desk: how meters stood at the end of each day, and what was won."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from upcard.books.award_lists import AwardOutcome, AwardsReport
from upcard.books.meter_days import MetersReport
from upcard.reports.drawings import FILL, Spec, drawn

WIDTH: Final = 640
HEIGHT: Final = 260


def meters_svg(report: MetersReport) -> str:
    """What each level displayed at the end of each gaming day."""
    values = [
        {
            "day": row.day.isoformat(),
            "dollars": row.display_closing / 100,
            "level": f"{row.progressive} {row.level}",
        }
        for row in report.days
    ]
    return drawn(
        {
            **_frame(values),
            "mark": {"type": "line", "point": True, "strokeWidth": 2},
            "encoding": {
                "x": {"field": "day", "type": "ordinal", "title": "Gaming day"},
                "y": {"field": "dollars", "type": "quantitative", "title": "Display, dollars"},
                "color": {"field": "level", "type": "nominal", "title": "Level"},
                "strokeDash": {"field": "level", "type": "nominal"},
            },
        }
    )


def awards_svg(report: AwardsReport) -> str:
    """What was paid on each gaming day."""
    values = [
        {"day": line.paid_day.isoformat(), "dollars": line.amount / 100}
        for line in report.awards
        if line.state is AwardOutcome.PAID and line.paid_day is not None
    ]
    return drawn(
        {
            **_frame(values),
            "mark": {"type": "bar", "color": FILL},
            "encoding": {
                "x": {"field": "day", "type": "ordinal", "title": "Gaming day"},
                "y": {
                    "field": "dollars",
                    "type": "quantitative",
                    "aggregate": "sum",
                    "title": "Paid, dollars",
                },
            },
        }
    )


def _frame(values: list[Spec]) -> Spec:
    return {"data": {"values": values}, "width": WIDTH, "height": HEIGHT}


CHARTS: Final[Mapping[str, Callable[[Any], str]]] = MappingProxyType(
    {"meters": meters_svg, "awards": awards_svg}
)
"""Every chart by the name of the report it is drawn from."""
