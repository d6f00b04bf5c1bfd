"""A report as PDF or HTML: its head, and a section for each part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

from upcard.books import drill_sheets, money_sheets, play_sheets
from upcard.books.histories import Header
from upcard.books.printed_words import clock
from upcard.reports import html, pdf
from upcard.reports.report_blocks import FactList, Mark, Report, ReportCell, ReportSection
from upcard.room.events import RoomKind

NOTICE: Final = (
    "Made only from the room's journal: the same entries give the same report, byte for byte. "
    "No regulator has approved this form."
)
NOT_REAL: Final = "{kind} ROOM: nothing in this report is real money. "


class AnyReport(Protocol):
    """What every report has."""

    @property
    def header(self) -> Header:
        """What it is of, and when it was made."""
        ...


SHEETS: Final[dict[str, Callable[[Any], Sequence[ReportSection]]]] = {
    "meters": money_sheets.meters,
    "liabilities": money_sheets.liabilities,
    "accruals": money_sheets.accruals,
    "holds": play_sheets.holds,
    "adjustments": money_sheets.adjustments,
    "awards": play_sheets.awards,
    "slips": play_sheets.slips,
    "significant": play_sheets.significant,
    "rounds": play_sheets.rounds,
    "drills": drill_sheets.drills,
}


def as_pdf(report: AnyReport) -> bytes:
    """The report as PDF; without a date in it, so that equal reports are equal bytes."""
    return pdf.as_pdf(printed(report))


def as_html(report: AnyReport) -> bytes:
    """The report as one HTML file."""
    return html.as_html(printed(report))


def printed(report: AnyReport) -> Report:
    """The report as it is set."""
    header = report.header
    is_live = header.kind is RoomKind.LIVE
    return Report(
        title=header.title,
        subtitle=f"{header.room}, {header.location}".strip(", ") or "Card room",
        notice=("" if is_live else NOT_REAL.format(kind=header.kind.upper())) + NOTICE,
        facts=_facts(header),
        sections=tuple(SHEETS[header.report](report)),
        footer=_footer(header),
        has_contents=False,
        is_wide=True,
    )


def _facts(header: Header) -> FactList:
    return FactList(
        (
            ("Period", ReportCell(f"gaming days {header.first} to {header.last}", Mark.STRONG)),
            (
                "Generated",
                ReportCell(
                    clock(header.generated) if "T" in header.generated else header.generated
                ),
            ),
            ("Software", ReportCell(f"Upcard {header.version}")),
            ("Package, SHA-256", ReportCell(header.package, Mark.CODE)),
            ("Journal", ReportCell(f"entries 1 to {header.entry}")),
            ("Hash of the last", ReportCell(header.entry_hash, Mark.CODE)),
            ("Checkpoint", ReportCell(header.checkpoint or "none: the last day is not closed yet")),
        )
    )


def _footer(header: Header) -> str:
    kind = "" if header.kind is RoomKind.LIVE else f"{header.kind.upper()}, "
    return (
        f"{kind}{header.title}, {header.first} to {header.last}, "
        f"Upcard {header.version}, package {header.package[:12]}"
    )
