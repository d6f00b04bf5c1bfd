"""The sections of every report: which columns are printed, and what is marked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from upcard.books.adjustments import AdjustmentsReport
from upcard.books.award_lists import AwardLine, AwardOutcome, AwardsReport
from upcard.books.drops import RoundsReport
from upcard.books.holds import HoldsReport
from upcard.books.liabilities import AccrualsReport, LiabilitiesReport, Liability
from upcard.books.meter_charts import awards_chart, meters_chart
from upcard.books.meter_days import MeterDay, MetersReport
from upcard.books.printed_words import clock, count, dollars, share
from upcard.books.significant import SignificantReport
from upcard.books.slips import SlipsReport
from upcard.reports.drawings import size_of
from upcard.reports.numbers import DASH
from upcard.reports.report_blocks import (
    Block,
    Column,
    Figure,
    Mark,
    Paragraph,
    ReportCell,
    ReportSection,
    Table,
)

Row = Any
COLUMNS_MAX: Final = 13
"""A table of more columns is set in small letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedColumn:
    """One printed column: its heading, and what a row says in it."""

    title: str
    says: Callable[[Row], str | ReportCell]
    align: Literal["left", "right"] = "left"
    wraps: bool = False
    share: int = 1


def _text(title: str, says: Callable[[Row], str | ReportCell], wide: int = 0) -> PrintedColumn:
    return PrintedColumn(title=title, says=says, wraps=wide > 0, share=max(wide, 1))


def _number(title: str, says: Callable[[Row], str | ReportCell]) -> PrintedColumn:
    return PrintedColumn(title=title, says=says, align="right")


def _money(title: str, field: str) -> PrintedColumn:
    return _number(title, lambda row: dollars(getattr(row, field)))


def _field(title: str, field: str) -> PrintedColumn:
    return _text(title, lambda row: str(getattr(row, field)))


def _section(number: str, title: str, *blocks: Block) -> ReportSection:
    return ReportSection(number=number, title=title, blocks=blocks)


def _table(caption: str, columns: Sequence[PrintedColumn], rows: Iterable[Row], none: str) -> Block:
    """A table of *rows*; the sentence *none* where there are none."""
    found = tuple(tuple(_cell(column.says(row)) for column in columns) for row in rows)
    if not found:
        return Paragraph(none)
    return Table(
        caption=caption,
        columns=tuple(
            Column(one.title, one.align, wraps=one.wraps, share=one.share) for one in columns
        ),
        rows=found,
        is_dense=len(columns) > COLUMNS_MAX,
    )


def _cell(said: str | ReportCell) -> ReportCell:
    return ReportCell(said) if isinstance(said, str) else said


def _flagged(is_flagged: bool | None, words: str, otherwise: str = "") -> ReportCell:
    return ReportCell(words, Mark.FLAG) if is_flagged else ReportCell(otherwise)


def _days(days: object) -> str:
    return DASH if days is None else str(days)


def meters(report: MetersReport) -> list[ReportSection]:
    """Days, then a chart for each progressive."""
    columns = (
        _field("Progressive", "progressive"),
        _field("Level", "level"),
        _field("Day", "day"),
        _money("Opening", "opening"),
        _money("Seeds", "seeds"),
        _money("Contri-\nbutions", "contributions"),
        _money("Overflow", "overflow"),
        _money("Reserve", "reserve"),
        _number("Hits", lambda row: str(row.hits)),
        _money("Paid", "paid"),
        _money("Reversals", "reversals"),
        _money("Adjust-\nments", "adjustments"),
        _money("Transfers", "transfers"),
        _money("Closing", "closing"),
        _number("Unexplained", _unexplained),
    )
    held = (
        _field("Progressive", "progressive"),
        _field("Level", "level"),
        _field("Day", "day"),
        _money("Display,\nopening", "display_opening"),
        _money("Lowered", "lowered"),
        _money("Display,\nclosing", "display_closing"),
        _money("Overflow,\nclosing", "overflow_closing"),
        _money("Reserve,\nclosing", "reserve_closing"),
        _money("Pending,\nclosing", "pending_closing"),
    )
    flagged = [row for row in report.days if row.is_flagged]
    said = (
        Paragraph(f"{len(flagged)} lines are flagged: look at them.", Mark.FLAG)
        if flagged
        else Paragraph("No display fell without a recorded reason.")
    )
    none = "There was no progressive."
    return [
        _section(
            "1",
            "Opening to closing",
            Paragraph(_IDENTITY),
            said,
            _table("Held for players, by level and day", columns, report.days, none),
        ),
        _section(
            "2",
            "Where it is held",
            _table("Funds of each level at the end of each day", held, report.days, none),
        ),
        *_charts(report),
    ]


_IDENTITY = (
    "Opening and closing are everything held for players on a level: display, overflow, reserve "
    "and pending. Closing is opening plus seeds, contributions, overflow, reserve, reversals, "
    "adjustments and transfers, less what was paid; it is the next day's opening."
)


def _unexplained(row: MeterDay) -> ReportCell:
    return _flagged(row.is_flagged, dollars(row.unexplained), "none")


def _charts(report: MetersReport) -> list[ReportSection]:
    figures = []
    for name in dict.fromkeys(row.progressive for row in report.days):
        svg = meters_chart(report, name)
        if svg:
            words = f"{name}: what the display showed at the end of each day and at each award."
            figures.append(Figure(svg=svg, caption=words, alt=words, width=size_of(svg)[0]))
    return [_section("3", "Charts", *figures)] if figures else []


def liabilities(report: LiabilitiesReport) -> list[ReportSection]:
    """What is owed, the bank, and deposits."""
    owed = (
        _field("Progressive", "progressive"),
        _money("Displayed", "displayed"),
        _money("Reserve", "reserve"),
        _money("Overflow", "overflow"),
        _money("Pending", "pending"),
        _money("Owed", "owed"),
        _money("Accrued\nin all", "accrued"),
        _money("Deposited\nin all", "deposited"),
        _text("Last\ndeposit", lambda row: _days(row.last_deposit)),
        _money("Accrued since", "accrued_since"),
        _money("Not deposited", "undeposited"),
        _text("Oldest", lambda row: _days(row.oldest)),
        _text("Alarm", _alarm),
    )
    bank = (
        _text("Recorded", lambda row: clock(row.recorded_at)),
        _field("By", "recorded_by"),
        _money("Balance", "balance"),
        _money("Owed then", "owed_then"),
        _money("Owed at the end", "owed"),
        _number("Deficit", lambda row: _flagged(row.deficit > 0, dollars(row.deficit), "none")),
        _text("Stop", lambda row: _flagged(row.is_stopped, "PROGRESSIVE WAGERS STOP", "no")),
    )
    deposits = (
        _field("Entry", "sequence"),
        _text("Time", lambda row: clock(row.at)),
        _field("Progressive", "progressive"),
        _money("Amount", "amount"),
        _field("Reference", "reference"),
        _field("By", "by"),
    )
    return [
        _section(
            "1",
            "Owed to players",
            _table(
                "At the end of the period", owed, report.progressives, "There was no progressive."
            ),
        ),
        _section(
            "2",
            "The prize account",
            _table("Last balance recorded", bank, report.bank, "No bank balance was recorded."),
        ),
        _section(
            "3",
            "Deposits",
            Paragraph(_DEPOSITS),
            _table(
                "Deposits of the period",
                deposits,
                report.deposits,
                "Nothing was deposited in the period.",
            ),
        ),
    ]


_DEPOSITS = (
    "What accrues is deposited at least weekly. Deposits cover the oldest accruals first; what "
    "accrued more than seven days before the end of the period and is not covered is overdue."
)


def _alarm(row: Liability) -> ReportCell:
    return _flagged(row.is_overdue, "OVERDUE", "none")


def accruals(report: AccrualsReport) -> list[ReportSection]:
    """The daily figure, and what it is made of."""
    totals = (
        _field("Day", "day"),
        _money("Accrued prizes", "accrued"),
        _money("Paid", "paid"),
        _money("Owed at the end", "owed"),
    )
    days = (
        _field("Progressive", "progressive"),
        _field("Day", "day"),
        _money("Contributions", "contributions"),
        _money("Seeds", "seeds"),
        _money("Raised", "raised"),
        _money("Withdrawn", "withdrawn"),
        _money("Moved", "moved"),
        _money("Accrued", "accrued"),
        _money("Paid", "paid"),
        _money("Owed", "owed"),
    )
    none = "There was no progressive."
    return [
        _section(
            "1",
            "Adjustment of the master games report",
            Paragraph(_ACCRUED),
            _table("All progressives", totals, report.totals, none),
        ),
        _section("2", "By progressive", _table("What it is made of", days, report.days, none)),
    ]


_ACCRUED = (
    "Accrued is the sum of the day's events: contributions and seeds, less what went back to the "
    "house. It equals what is owed at the end of the day, less what was owed at its beginning, "
    "plus what was paid."
)


def holds(report: HoldsReport) -> list[ReportSection]:
    """Hold, hits, drop and participation."""
    hold = (
        _field("Table", "table"),
        _field("Wager", "wager"),
        _field("Paytable", "paytable"),
        _number("Wagers", lambda row: f"{row.wagers:,}"),
        _money("Drop", "drop"),
        _money("Win", "win"),
        _number("Hold", lambda row: share(row.hold)),
        _money("Theoretical\nwin", "expected_win"),
        _number("Theoretical\nhold", lambda row: share(row.expected_hold)),
        _money("Variance", "variance"),
        _number("Variance\nof drop", lambda row: share(row.variance_share)),
        _money("Band ±", "band"),
        _text("In band", lambda row: _inside(row.is_inside)),
    )
    hits = (
        _field("Table", "table"),
        _field("Wager", "wager"),
        _number("Wagers", lambda row: f"{row.wagers:,}"),
        _number("Hits", lambda row: f"{row.hits:,}"),
        _number("Theoretical\nhits", lambda row: count(row.expected_hits)),
        _number("Frequency", lambda row: share(row.hit_frequency, 3)),
        _number("Theoretical\nfrequency", lambda row: share(row.expected_frequency, 3)),
        _text("In band", lambda row: _inside(row.hits_inside)),
    )
    by_shift = [_field("Shift from\n(UTC)", "shift")] if any(x.shift for x in report.drops) else []
    by = "By table, day and shift" if by_shift else "By table and day"
    drops = (
        _field("Table", "table"),
        _field("Day", "day"),
        *by_shift,
        _field("Wager", "wager"),
        _number("Wagers", lambda row: f"{row.wagers:,}"),
        _money("Drop", "drop"),
        _money("Win at the table", "win"),
    )
    spots = (
        _field("Table", "table"),
        _field("Day", "day"),
        _field("Wager", "wager"),
        _number("Spot", lambda row: str(row.spot)),
        _number("Rounds", lambda row: f"{row.rounds:,}"),
        _number("Wagers", lambda row: f"{row.wagers:,}"),
        _number("Share", lambda row: share(row.share)),
        _money("Drop", "drop"),
    )
    none = "No round ended in the period."
    counted = [row for row in report.holds if row.expected_hits is not None]
    return [
        _section(
            "1",
            "Hold",
            Paragraph(_HOLD),
            _table("Theoretical and actual hold", hold, report.holds, none),
        ),
        _section("2", "Hits", _table("Theoretical and actual hits", hits, counted, none)),
        _section("3", "Drop", _table(by, drops, report.drops, none)),
        _section(
            "4",
            "Participation",
            _table("Side wagers by spot", spots, report.participation, "No side wager was made."),
        ),
    ]


_HOLD = (
    "Theoretical figures are exact, from a full shoe; the main wager's is for best play, which "
    "players seldom reach. Drop of the main wager is first wagers. The win of a progressive wager "
    "is what the house keeps after fixed pays, contributions and new seeds. The band is 1.96 "
    "exact standard deviations to either side; it takes wagers as independent, which spots of one "
    "round are not quite, and means little before the larger pays have come several times."
)


def _inside(is_inside: bool | None) -> ReportCell:
    if is_inside is None:
        return ReportCell(DASH)
    return ReportCell("yes") if is_inside else ReportCell("NO", Mark.FLAG)


def adjustments(report: AdjustmentsReport) -> list[ReportSection]:
    """Every adjustment."""
    columns = (
        _field("Entry", "sequence"),
        _text("Time", lambda row: clock(row.at)),
        _field("Progressive", "progressive"),
        _field("Level", "level"),
        _field("Fund", "fund"),
        _money("Before", "before"),
        _money("After", "after"),
        _money("Change", "delta"),
        _field("Reason", "reason"),
        _text("Evidence", lambda row: row.evidence, 3),
        _text("By", lambda row: row.by, 2),
        _text("With", lambda row: row.approved_by, 2),
    )
    return [
        _section(
            "1",
            "Adjustments",
            _table(
                "In the order they were made",
                columns,
                report.adjustments,
                "No meter was adjusted in the period.",
            ),
        )
    ]


def awards(report: AwardsReport) -> list[ReportSection]:
    """Awards, what became of those not simply paid, and reported wins from the tray."""
    paid = (
        _text("No.", lambda row: f"{row.slip:06}" if row.slip else DASH),
        _text("Level", lambda row: f"{row.progressive}\n{row.level}"),
        _text("Table, spot", lambda row: f"{row.table}/{row.round},\nspot {row.spot}"),
        _text("Hand", lambda row: row.hand, 2),
        _money("Meter before", "meter_before"),
        _money("Meter after", "meter_after"),
        _money("Amount", "amount"),
        _text("Claimed", lambda row: f"{clock(row.claimed_at)}\n{row.claimed_by}"),
        _text("Confirmed", lambda row: f"{clock(row.paid_at)}\n{row.paid_by}"),
        _text("W-2G", lambda row: _flagged(row.is_reported, "W-2G", "no")),
        _text("State", lambda row: _state(row)),
    )
    ended = (
        _field("Award", "award_id"),
        _text("State", lambda row: _state(row)),
        _money("Amount", "amount"),
        _text("When", lambda row: clock(_ended_at(row))),
        _text("By", lambda row: row.voided_by or row.reversed_by, 2),
        _text("With", lambda row: row.reversal_approved_by, 2),
        _text("Reason", lambda row: row.void_reason or row.reversal_reason, 3),
        _field("Linked entry", "reversal_id"),
    )
    tray = (
        _text("Time", lambda row: clock(row.at)),
        _text("Table, spot", lambda row: f"{row.table}/{row.round}, spot {row.spot}"),
        _field("Wager", "wager"),
        _field("Hand", "hand"),
        _field("Pays", "pays"),
        _money("Wager", "stake"),
        _money("Won", "won"),
    )
    undone = [
        row for row in report.awards if row.state in (AwardOutcome.VOIDED, AwardOutcome.REVERSED)
    ]
    svg = awards_chart(report)
    words = "What was paid, by win page; hollow where it was reversed."
    chart = [Figure(svg=svg, caption=words, alt=words, width=size_of(svg)[0])] if svg else []
    return [
        _section(
            "1",
            "Awards",
            _table(
                "Claims and payments",
                paid,
                report.awards,
                "Nothing was claimed, paid or reversed in the period.",
            ),
            *chart,
        ),
        _section(
            "2",
            "Voided and reversed",
            _table(
                "Kept, never deleted", ended, undone, "No claim was voided and no award reversed."
            ),
        ),
        _section(
            "3",
            "Wins from the tray that are reported for tax",
            _table("Without a win page", tray, report.tray_wins, "There was none."),
        ),
    ]


def _ended_at(row: AwardLine) -> str:
    return row.voided_at or row.reversed_at


def _state(row: AwardLine) -> ReportCell:
    return _flagged(row.state is not AwardOutcome.PAID, row.state.upper(), row.state)


def slips(report: SlipsReport) -> list[ReportSection]:
    """Gaps first: they must be none."""
    gaps = (_number("Number", lambda row: str(row.number)), _field("Problem", "problem"))
    issued = (
        _text("No.", lambda row: f"{row.number:06}"),
        _text("Time", lambda row: clock(row.at)),
        _field("Award", "award_id"),
        _field("State", "state"),
        _money("Amount", "amount"),
        _number("Reprints", lambda row: str(row.reprints)),
    )
    return [
        _section(
            "1",
            "Gaps",
            _table(
                "Numbers that are missing, used twice or out of order",
                gaps,
                report.gaps,
                "None: the numbers run from 1 without a gap.",
            ),
        ),
        _section(
            "2",
            "Win pages",
            _table(
                "Numbered in the period",
                issued,
                report.slips,
                "No win page was numbered in the period.",
            ),
        ),
    ]


def significant(report: SignificantReport) -> list[ReportSection]:
    """Events, refusals, changes, first hits, faults, readings."""
    when = (_field("Entry", "sequence"), _text("Time", lambda row: clock(row.at)))
    events = (
        *when,
        _field("Code", "code"),
        _field("Device", "device"),
        _field("By", "by"),
        _text("What", lambda row: row.text, 1),
    )
    refusals = (
        _field("Code", "code"),
        _number("Times", lambda row: str(row.count)),
        _text("Last", lambda row: clock(row.last_at)),
        _text("Last message", lambda row: row.last_message, 1),
    )
    changes = (
        *when,
        _field("Thing", "thing"),
        _field("Setting", "setting"),
        _text("Old", lambda row: row.old or DASH, 2),
        _text("New", lambda row: row.new, 2),
        _text("By", lambda row: row.by, 1),
        _text("With", lambda row: row.approved_by, 1),
    )
    hits = (
        _field("Progressive", "progressive"),
        _field("Level", "level"),
        _text("Changed", lambda row: clock(row.changed_at)),
        _field("What", "changed"),
        _text("First hit", lambda row: clock(row.hit_at)),
        _text("Win page", lambda row: f"{row.slip:06}" if row.slip else DASH),
        _number("Amount", lambda row: dollars(row.amount if row.is_hit else None)),
        _text("", lambda row: _flagged(row.is_hit, "RECONCILE", "not hit yet")),
    )
    readings = (*when, _text("What was read", lambda row: row.what, 1), _field("By", "by"))
    return [
        _section(
            "1",
            "Events",
            _table(
                "In the order of the journal",
                events,
                report.events,
                "Nothing significant happened.",
            ),
        ),
        _section(
            "2",
            "Refused orders",
            _table("By code", refusals, report.refusals, "No order was refused."),
        ),
        _section(
            "3",
            "Configuration",
            _table("Old and new", changes, report.changes, "No setting changed."),
        ),
        _section(
            "4",
            "First hits after a change",
            _table("For full reconciliation", hits, report.first_hits, "No level was changed."),
        ),
        _section("5", "Malfunctions", *_malfunctions(report)),
        _section(
            "6",
            "Records read",
            _table("Reading is recorded, too", readings, report.readings, "Nobody read records."),
        ),
    ]


def _malfunctions(report: SignificantReport) -> list[Block]:
    if not report.malfunctions:
        return [Paragraph("No malfunction was reported.")]
    found: list[Block] = []
    for one in report.malfunctions:
        due = f"Entry {one.sequence}: {one.device}. Notice due by {clock(one.notice_by)}."
        found += [Paragraph(due, Mark.FLAG), Paragraph(one.notice)]
    return found


def rounds(report: RoundsReport) -> list[ReportSection]:
    """By dealer, then by table."""
    dealers = (
        _field("Day", "day"),
        _field("Table", "table"),
        _field("Badge", "dealer"),
        _field("Dealer", "name"),
        _number("Rounds", lambda row: f"{row.rounds:,}"),
        _number("Voided", lambda row: str(row.voided)),
        _number("First\nwagers", lambda row: f"{row.spots:,}"),
        _money("Drop", "drop"),
        _money("Staked", "staked"),
        _money("Win", "win"),
        _number("Hold", lambda row: share(row.hold)),
        _money("Theoretical\nwin", "expected_win"),
        _money("Variance", "variance"),
        _money("Band ±", "band"),
        _text("In band", lambda row: _inside(row.is_inside)),
    )
    tables = (
        _field("Day", "day"),
        _field("Table", "table"),
        _number("Rounds", lambda row: f"{row.rounds:,}"),
        _number("Voided", lambda row: str(row.voided)),
        _money("Drop", "drop"),
        _money("Win", "win"),
    )
    none = "No round ended in the period."
    return [
        _section(
            "1",
            "By dealer",
            Paragraph(_DEALERS),
            _table("Main wagers", dealers, report.dealers, none),
        ),
        _section("2", "By table", _table("Main wagers", tables, report.tables, none)),
    ]


_DEALERS = (
    "A round counts for the dealer who pressed START GAME, on the gaming day it ended. Drop is "
    "first wagers; hold and theoretical win are of the drop, the latter with best play. The band "
    "is 1.96 standard deviations; spots of one round share a dealer's hand, so it is a little "
    "too narrow for full tables."
)
