"""The sections of the report on drills."""

from __future__ import annotations

from typing import Final

from upcard.books.drill_lists import DrillsReport
from upcard.books.printed_columns import field, money, number, section, table, text
from upcard.books.printed_words import count, share
from upcard.game.words import words_of
from upcard.reports.report_blocks import Paragraph, ReportSection

_TRAINEES: Final = (
    field("Trainee", "trainee"),
    field("Badge", "badge"),
    text("Drill", lambda row: words_of(row.drill)),
    number("Exercises", lambda row: str(row.exercises)),
    number("Decisions", lambda row: str(row.decisions)),
    number("Right", lambda row: str(row.right)),
    number("Accuracy", lambda row: share(row.accuracy)),
    number("Seconds\na decision", lambda row: count(row.seconds_each)),
    money("Overpaid", "overpaid"),
    money("Underpaid", "underpaid"),
)
_RULES: Final = (
    field("Trainee", "trainee"),
    field("Rule", "title"),
    number("Decisions", lambda row: str(row.decisions)),
    number("Wrong", lambda row: str(row.wrong)),
    number("Accuracy", lambda row: share(row.accuracy)),
    number("Seconds\na decision", lambda row: count(row.seconds_each)),
)
_WHAT: Final = (
    "Overpaid is what the house would have lost by wrong pays, underpaid what players would have. "
    "Nothing of it was money."
)


def drills(report: DrillsReport) -> list[ReportSection]:
    """By trainee and drill, then the worst rules of each trainee."""
    none = "Nobody did a drill in the period."
    return [
        section(
            "1", "Trainees", Paragraph(_WHAT), table("Drills", _TRAINEES, report.trainees, none)
        ),
        section("2", "Worst rules", table("Rules", _RULES, report.rules, "No rule went wrong.")),
    ]
