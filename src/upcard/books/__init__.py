"""The room's books: reports and win pages, made from what was recorded and from nothing else."""

from upcard.books.exports import as_csv, as_json, read_csv, read_json
from upcard.books.histories import Header, Period, Stamp
from upcard.books.printed_reports import as_html, as_pdf
from upcard.books.reports import REPORTS, ReportKind
from upcard.books.slips import Slip, SlipError, slip_of, slip_pdf
from upcard.books.stamps import package_hash

__all__ = [
    "REPORTS",
    "Header",
    "Period",
    "ReportKind",
    "Slip",
    "SlipError",
    "Stamp",
    "as_csv",
    "as_html",
    "as_json",
    "as_pdf",
    "package_hash",
    "read_csv",
    "read_json",
    "slip_of",
    "slip_pdf",
]
