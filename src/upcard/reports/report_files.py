"""Writing a report to a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from upcard.extras import require
from upcard.odds import OddsError
from upcard.reports.documents import odds_report
from upcard.reports.html import as_html
from upcard.reports.pdf import as_pdf
from upcard.reports.report_blocks import Report
from upcard.rules.schema import Rules
from upcard.table.games import decks_played

FORMATS: Final[dict[str, Callable[[Report], bytes]]] = {".html": as_html, ".pdf": as_pdf}


class ReportError(OddsError):
    """A report that cannot be written as asked. *code* is stable."""


def write_odds_report(
    rules: Rules,
    decks: int,
    path: Path,
    *,
    command: str,
    watch: Callable[[str], None] = lambda sentence: None,
) -> None:
    """
    Write the odds report of a game to *path*, as HTML or PDF by its suffix.

    The same rules, decks, command and version give the same bytes: no clock is asked.
    """
    decks_played(rules, decks)
    check_suffix(path)
    write_report(odds_report(rules, decks, command=command, watch=watch), path)


def check_suffix(path: Path) -> None:
    """Refuse a file whose name says neither HTML nor PDF; and any, where nothing can draw."""
    if path.suffix.lower() not in FORMATS:
        allowed = " or ".join(FORMATS)
        raise ReportError("report-format", f"report is {str(path)!r}: its name ends in {allowed}")
    require("charts")


def write_report(report: Report, path: Path) -> None:
    """Write any report to *path*, as its suffix says."""
    check_suffix(path)
    path.write_bytes(FORMATS[path.suffix.lower()](report))
