"""The list of all reports, for everything that shows or writes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from upcard.books import (
    adjustments,
    award_lists,
    drill_lists,
    drops,
    holds,
    liabilities,
    meter_days,
    significant,
    slips,
)
from upcard.books.exports import as_csv, as_json
from upcard.books.histories import FactSource, Period, Stamp
from upcard.books.printed_reports import AnyReport, as_html, as_pdf

FORMATS: Final[Mapping[str, Callable[[AnyReport], bytes]]] = MappingProxyType(
    {"csv": as_csv, "json": as_json, "pdf": as_pdf, "html": as_html}
)
"""How a report is written, by the ending of its file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportKind:
    """One kind of report."""

    name: str
    title: str
    says: str
    """What it answers, in one sentence."""
    rules: tuple[int, ...]
    """The checks of docs/operations.md that ask for it."""
    kind: type[Any]
    """What `build` returns, and what a file is read back as."""
    build: Callable[[FactSource, Period, Stamp], Any]


_ALL: Final = (
    ReportKind(
        name=meter_days.NAME,
        title=meter_days.TITLE,
        says="Opening, contributions, awards, adjustments and closing of every level and day.",
        rules=(68, 69, 72),
        kind=meter_days.MetersReport,
        build=meter_days.build,
    ),
    ReportKind(
        name=liabilities.NAME,
        title=liabilities.TITLE,
        says="What is owed to players, against the prize account and its deposits.",
        rules=(65, 66),
        kind=liabilities.LiabilitiesReport,
        build=liabilities.build,
    ),
    ReportKind(
        name=liabilities.ACCRUALS,
        title=liabilities.ACCRUALS_TITLE,
        says="The daily accrued prizes for the master games report.",
        rules=(67,),
        kind=liabilities.AccrualsReport,
        build=liabilities.build_accruals,
    ),
    ReportKind(
        name=holds.NAME,
        title=holds.TITLE,
        says="Theoretical against actual hold and hits, drop, and participation by spot.",
        rules=(70, 71),
        kind=holds.HoldsReport,
        build=holds.build,
    ),
    ReportKind(
        name=adjustments.NAME,
        title=adjustments.TITLE,
        says="Every adjustment: before, after, reason, evidence and both people.",
        rules=(49,),
        kind=adjustments.AdjustmentsReport,
        build=adjustments.build,
    ),
    ReportKind(
        name=award_lists.NAME,
        title=award_lists.TITLE,
        says="Every award from claim to payment, voided claims and reversals included.",
        rules=(41, 44),
        kind=award_lists.AwardsReport,
        build=award_lists.build,
    ),
    ReportKind(
        name=slips.NAME,
        title=slips.TITLE,
        says="The numbers of win pages, and gaps, of which there must be none.",
        rules=(42,),
        kind=slips.SlipsReport,
        build=slips.build,
    ),
    ReportKind(
        name=significant.NAME,
        title=significant.TITLE,
        says="Wrong PINs, refusals, changes, corrections, faults, and who read records.",
        rules=(73, 74, 103, 106, 109),
        kind=significant.SignificantReport,
        build=significant.build,
    ),
    ReportKind(
        name=drops.NAME,
        title=drops.TITLE,
        says="Rounds, drop and win by table, day and dealer, against the expected values.",
        rules=(70, 71),
        kind=drops.RoundsReport,
        build=drops.build,
    ),
    ReportKind(
        name=drill_lists.NAME,
        title=drill_lists.TITLE,
        says="Accuracy, seconds a decision and worst rules of each dealer in training.",
        rules=(118,),
        kind=drill_lists.DrillsReport,
        build=drill_lists.build,
    ),
)

REPORTS: Final[Mapping[str, ReportKind]] = MappingProxyType({one.name: one for one in _ALL})
"""Every report by name, in the order they are listed."""
