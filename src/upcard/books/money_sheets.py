"""The sections of reports on money: meters, liabilities, accruals and adjustments."""

from __future__ import annotations

from typing import Final

from upcard.books.adjustments import AdjustmentsReport
from upcard.books.liabilities import AccrualsReport, LiabilitiesReport, Liability
from upcard.books.meter_charts import meters_chart
from upcard.books.meter_days import MeterDay, MetersReport
from upcard.books.printed_columns import field, flagged, money, number, section, table, text
from upcard.books.printed_words import clock, dollars
from upcard.reports.drawings import size_of
from upcard.reports.numbers import DASH
from upcard.reports.report_blocks import Figure, Mark, Paragraph, ReportCell, ReportSection


def _days(days: object) -> str:
    return DASH if days is None else str(days)


def _unexplained(row: MeterDay) -> ReportCell:
    return flagged(row.is_flagged, dollars(row.unexplained), "none")


def _alarm(row: Liability) -> ReportCell:
    return flagged(row.is_overdue, "OVERDUE", "none")


_METER_DAYS: Final = (
    field("Progressive", "progressive"),
    field("Level", "level"),
    field("Day", "day"),
    money("Opening", "opening"),
    money("Seeds", "seeds"),
    money("Contri-\nbutions", "contributions"),
    money("Overflow", "overflow"),
    money("Reserve", "reserve"),
    number("Hits", lambda row: str(row.hits)),
    money("Paid", "paid"),
    money("Reversals", "reversals"),
    money("Adjust-\nments", "adjustments"),
    money("Transfers", "transfers"),
    money("Closing", "closing"),
    number("Unexplained", _unexplained),
)
_METER_FUNDS: Final = (
    field("Progressive", "progressive"),
    field("Level", "level"),
    field("Day", "day"),
    money("Display,\nopening", "display_opening"),
    money("Lowered", "lowered"),
    money("Display,\nclosing", "display_closing"),
    money("Overflow,\nclosing", "overflow_closing"),
    money("Reserve,\nclosing", "reserve_closing"),
    money("Pending,\nclosing", "pending_closing"),
)
_IDENTITY: Final = (
    "Opening and closing show everything held for players on a level: display, overflow, reserve "
    "and pending. Closing is opening plus seeds, contributions, overflow, reserve, reversals, "
    "adjustments and transfers, less what was paid; it is the next day's opening."
)


def meters(report: MetersReport) -> list[ReportSection]:
    """Days, then a chart for each progressive."""
    marked = [row for row in report.days if row.is_flagged]
    said = (
        Paragraph(f"{len(marked)} lines are flagged: look at them.", Mark.FLAG)
        if marked
        else Paragraph("No display fell without a recorded reason.")
    )
    none = "There was no progressive."
    return [
        section(
            "1",
            "Opening to closing",
            Paragraph(_IDENTITY),
            said,
            table("Held for players, by level and day", _METER_DAYS, report.days, none),
        ),
        section(
            "2",
            "Where it is held",
            table("Funds of each level at the end of each day", _METER_FUNDS, report.days, none),
        ),
        *_charts(report),
    ]


def _charts(report: MetersReport) -> list[ReportSection]:
    figures = []
    for name in dict.fromkeys(row.progressive for row in report.days):
        svg = meters_chart(report, name)
        if svg:
            words = f"{name}: what the display showed at the end of each day and at each award."
            figures.append(Figure(svg=svg, caption=words, alt=words, width=size_of(svg)[0]))
    return [section("3", "Charts", *figures)] if figures else []


_OWED: Final = (
    field("Progressive", "progressive"),
    money("Displayed", "displayed"),
    money("Reserve", "reserve"),
    money("Overflow", "overflow"),
    money("Pending", "pending"),
    money("Owed", "owed"),
    money("Accrued\nin all", "accrued"),
    money("Deposited\nin all", "deposited"),
    text("Last\ndeposit", lambda row: _days(row.last_deposit)),
    money("Accrued since", "accrued_since"),
    money("Not deposited", "undeposited"),
    text("Oldest", lambda row: _days(row.oldest)),
    text("Alarm", _alarm),
)
_BANK: Final = (
    text("Recorded", lambda row: clock(row.recorded_at)),
    field("By", "recorded_by"),
    money("Balance", "balance"),
    money("Owed then", "owed_then"),
    money("Owed at the end", "owed"),
    number("Deficit", lambda row: flagged(row.deficit > 0, dollars(row.deficit), "none")),
    text("Stop", lambda row: flagged(row.is_stopped, "PROGRESSIVE WAGERS STOP", "no")),
)
_DEPOSITED: Final = (
    field("Entry", "sequence"),
    text("Time", lambda row: clock(row.at)),
    field("Progressive", "progressive"),
    money("Amount", "amount"),
    field("Reference", "reference"),
    field("By", "by"),
)
_DEPOSITS: Final = (
    "Deposit accruals at least weekly. Deposits cover the oldest accruals first; an uncovered "
    "accrual more than seven days before the end of the period is overdue."
)


def liabilities(report: LiabilitiesReport) -> list[ReportSection]:
    """What is owed, the bank, and deposits."""
    return [
        section(
            "1",
            "Owed to players",
            table(
                "At the end of the period", _OWED, report.progressives, "There was no progressive."
            ),
        ),
        section(
            "2",
            "The prize account",
            table("Last balance recorded", _BANK, report.bank, "No bank balance was recorded."),
        ),
        section(
            "3",
            "Deposits",
            Paragraph(_DEPOSITS),
            table(
                "Deposits of the period",
                _DEPOSITED,
                report.deposits,
                "Nothing was deposited in the period.",
            ),
        ),
    ]


_ACCRUED_TOTALS: Final = (
    field("Day", "day"),
    money("Accrued prizes", "accrued"),
    money("Paid", "paid"),
    money("Owed at the end", "owed"),
)
_ACCRUED_DAYS: Final = (
    field("Progressive", "progressive"),
    field("Day", "day"),
    money("Contributions", "contributions"),
    money("Seeds", "seeds"),
    money("Raised", "raised"),
    money("Withdrawn", "withdrawn"),
    money("Moved", "moved"),
    money("Accrued", "accrued"),
    money("Paid", "paid"),
    money("Owed", "owed"),
)
_ACCRUED: Final = (
    "Accrued is the sum of the day's events: contributions and seeds, less what went back to the "
    "house. It equals the amount owed at the end of the day, less the amount owed at its start, "
    "plus what was paid."
)


def accruals(report: AccrualsReport) -> list[ReportSection]:
    """The daily figure, and what it is made of."""
    none = "There was no progressive."
    return [
        section(
            "1",
            "Adjustment of the master games report",
            Paragraph(_ACCRUED),
            table("All progressives", _ACCRUED_TOTALS, report.totals, none),
        ),
        section(
            "2", "By progressive", table("What it is made of", _ACCRUED_DAYS, report.days, none)
        ),
    ]


_ADJUSTMENTS: Final = (
    field("Entry", "sequence"),
    text("Time", lambda row: clock(row.at)),
    field("Progressive", "progressive"),
    field("Level", "level"),
    field("Fund", "fund"),
    money("Before", "before"),
    money("After", "after"),
    money("Change", "delta"),
    field("Reason", "reason"),
    text("Evidence", lambda row: row.evidence, 3),
    text("By", lambda row: row.by, 2),
    text("With", lambda row: row.approved_by, 2),
)


def adjustments(report: AdjustmentsReport) -> list[ReportSection]:
    """Every adjustment."""
    return [
        section(
            "1",
            "Adjustments",
            table(
                "In the order they were made",
                _ADJUSTMENTS,
                report.adjustments,
                "No meter was adjusted in the period.",
            ),
        )
    ]
