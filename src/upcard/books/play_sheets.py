"""The sections of reports on play: holds, awards, win pages, significant events and rounds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from upcard.books.award_lists import AwardLine, AwardOutcome, AwardsReport
from upcard.books.drops import RoundsReport
from upcard.books.holds import HoldsReport
from upcard.books.meter_charts import awards_chart
from upcard.books.printed_columns import (
    Row,
    field,
    flagged,
    inside_band,
    money,
    number,
    section,
    table,
    text,
)
from upcard.books.printed_words import clock, count, dollars, share, whole
from upcard.books.significant import SignificantReport
from upcard.books.slips import SlipsReport
from upcard.game.words import words_of
from upcard.reports.drawings import size_of
from upcard.reports.numbers import DASH
from upcard.reports.report_blocks import Block, Figure, Mark, Paragraph, ReportCell, ReportSection

_HOLDS: Final = (
    field("Table", "table"),
    field("Wager", "wager"),
    field("Paytable", "paytable"),
    number("Wagers", lambda row: whole(row.wagers)),
    money("Drop", "drop"),
    money("Win", "win"),
    number("Hold", lambda row: share(row.hold)),
    money("Theoretical\nwin", "expected_win"),
    number("Theoretical\nhold", lambda row: share(row.expected_hold)),
    money("Variance", "variance"),
    number("Variance\nof drop", lambda row: share(row.variance_share)),
    money("Band ±", "band"),
    text("In band", lambda row: inside_band(row.is_inside)),
)
_HITS: Final = (
    field("Table", "table"),
    field("Wager", "wager"),
    number("Wagers", lambda row: f"{row.wagers:,}"),
    number("Hits", lambda row: f"{row.hits:,}"),
    number("Theoretical\nhits", lambda row: count(row.expected_hits)),
    number("Frequency", lambda row: share(row.hit_frequency, 3)),
    number("Theoretical\nfrequency", lambda row: share(row.expected_frequency, 3)),
    text("In band", lambda row: inside_band(row.hits_inside)),
)
_PARTICIPATION: Final = (
    field("Table", "table"),
    field("Day", "day"),
    field("Wager", "wager"),
    number("Spot", lambda row: str(row.spot)),
    number("Rounds", lambda row: whole(row.rounds)),
    number("Wagers", lambda row: f"{row.wagers:,}"),
    number("Share", lambda row: share(row.share)),
    money("Drop", "drop"),
)
_HOLD: Final = (
    "Theoretical figures are exact for a full shoe; the main wager's assumes best play, which "
    "players seldom reach. The drop of the main wager counts first wagers. The win of a "
    "progressive wager is what the house keeps after fixed pays, contributions and new seeds. The "
    "band is 1.96 exact standard deviations on either side. It treats wagers as independent, which "
    "spots of one round are not quite, and means little until the larger pays have come often."
)


def holds(report: HoldsReport) -> list[ReportSection]:
    """Hold, hits, drop and participation."""
    by_shift = [field("Shift from\n(UTC)", "shift")] if any(x.shift for x in report.drops) else []
    by = "By table, day and shift" if by_shift else "By table and day"
    drops = (
        field("Table", "table"),
        field("Day", "day"),
        *by_shift,
        field("Wager", "wager"),
        number("Wagers", lambda row: whole(row.wagers)),
        money("Drop", "drop"),
        money("Win at the table", "win"),
    )
    none = "No round ended in the period."
    counted = [row for row in report.holds if row.expected_hits is not None]
    return [
        section(
            "1",
            "Hold",
            Paragraph(_HOLD),
            *_reasons(report.holds),
            table("Theoretical and actual hold", _HOLDS, report.holds, none),
        ),
        section("2", "Hits", table("Theoretical and actual hits", _HITS, counted, none)),
        section("3", "Drop", *_reasons(report.drops), table(by, drops, report.drops, none)),
        section(
            "4",
            "Participation",
            *_reasons(report.participation),
            table(
                "Side wagers by spot",
                _PARTICIPATION,
                report.participation,
                "No side wager was made.",
            ),
        ),
    ]


def _reasons(rows: Iterable[Row]) -> list[Block]:
    """Why some cells have a dash, and at which tables."""
    tables: dict[str, list[str]] = {}
    for row in rows:
        if row.unknown and row.table not in tables.setdefault(row.unknown, []):
            tables[row.unknown].append(row.table)
    return [
        Paragraph(f"{DASH} at {', '.join(names)}: {reason}.") for reason, names in tables.items()
    ]


def _ended_at(row: AwardLine) -> str:
    return row.voided_at or row.reversed_at


def _state(row: AwardLine) -> ReportCell:
    return flagged(row.state is not AwardOutcome.PAID, row.state.upper(), row.state)


_AWARDS: Final = (
    text("No.", lambda row: f"{row.slip:06}" if row.slip else DASH),
    text("Level", lambda row: f"{row.progressive}\n{row.level}"),
    text("Table, spot", lambda row: f"{row.table}/{row.round},\nspot {row.spot}"),
    text("Hand", lambda row: words_of(row.hand), 2),
    money("Meter before", "meter_before"),
    money("Meter after", "meter_after"),
    money("Amount", "amount"),
    text("Claimed", lambda row: f"{clock(row.claimed_at)}\n{row.claimed_by}"),
    text("Confirmed", lambda row: f"{clock(row.paid_at)}\n{row.paid_by}"),
    text("W-2G", lambda row: flagged(row.is_reported, "W-2G", "no")),
    text("State", lambda row: _state(row)),
)
_ENDED_AWARDS: Final = (
    field("Award", "award_id"),
    text("State", lambda row: _state(row)),
    money("Amount", "amount"),
    text("When", lambda row: clock(_ended_at(row))),
    text("By", lambda row: row.voided_by or row.reversed_by, 2),
    text("With", lambda row: row.reversal_approved_by, 2),
    text("Reason", lambda row: row.void_reason or row.reversal_reason, 3),
    field("Linked entry", "reversal_id"),
)
_TRAY_WINS: Final = (
    text("Time", lambda row: clock(row.at)),
    text("Table, spot", lambda row: f"{row.table}/{row.round}, spot {row.spot}"),
    field("Wager", "wager"),
    field("Hand", "hand"),
    field("Pays", "pays"),
    money("Wager", "stake"),
    money("Won", "won"),
)


def awards(report: AwardsReport) -> list[ReportSection]:
    """Awards, what became of those not simply paid, and reported wins from the tray."""
    undone = [
        row for row in report.awards if row.state in (AwardOutcome.VOIDED, AwardOutcome.REVERSED)
    ]
    svg = awards_chart(report)
    words = "Amounts paid, by win page; reversed awards are hollow."
    chart = [Figure(svg=svg, caption=words, alt=words, width=size_of(svg)[0])] if svg else []
    return [
        section(
            "1",
            "Awards",
            table(
                "Claims and payments",
                _AWARDS,
                report.awards,
                "Nothing was claimed, paid or reversed in the period.",
            ),
            *chart,
        ),
        section(
            "2",
            "Voided and reversed",
            table(
                "Kept, never deleted",
                _ENDED_AWARDS,
                undone,
                "No claim was voided and no award reversed.",
            ),
        ),
        section(
            "3",
            "Wins from the tray that must be reported for tax",
            table("Without a win page", _TRAY_WINS, report.tray_wins, "There was none."),
        ),
    ]


_SLIP_GAPS: Final = (number("Number", lambda row: str(row.number)), field("Problem", "problem"))
_SLIPS: Final = (
    text("No.", lambda row: f"{row.number:06}"),
    text("Time", lambda row: clock(row.at)),
    field("Award", "award_id"),
    field("State", "state"),
    money("Amount", "amount"),
    number("Reprints", lambda row: str(row.reprints)),
)


def slips(report: SlipsReport) -> list[ReportSection]:
    """Gaps first: they must be none."""
    return [
        section(
            "1",
            "Gaps",
            table(
                "Numbers that are missing, used twice or out of order",
                _SLIP_GAPS,
                report.gaps,
                "None: the numbers run from 1 without a gap.",
            ),
        ),
        section(
            "2",
            "Win pages",
            table(
                "Numbered in the period",
                _SLIPS,
                report.slips,
                "No win page was numbered in the period.",
            ),
        ),
    ]


_WHEN: Final = (field("Entry", "sequence"), text("Time", lambda row: clock(row.at)))
_EVENTS: Final = (
    *_WHEN,
    field("Code", "code"),
    field("Device", "device"),
    field("By", "by"),
    text("What", lambda row: row.text, 1),
)
_REFUSALS: Final = (
    field("Code", "code"),
    number("Times", lambda row: str(row.count)),
    text("Last", lambda row: clock(row.last_at)),
    text("Last message", lambda row: row.last_message, 1),
)
_CHANGES: Final = (
    *_WHEN,
    field("Thing", "thing"),
    field("Setting", "setting"),
    text("Old", lambda row: row.old or DASH, 2),
    text("New", lambda row: row.new, 2),
    text("By", lambda row: row.by, 1),
    text("With", lambda row: row.approved_by, 1),
)
_FIRST_HITS: Final = (
    field("Progressive", "progressive"),
    field("Level", "level"),
    text("Changed", lambda row: clock(row.changed_at)),
    field("What", "changed"),
    text("First hit", lambda row: clock(row.hit_at)),
    text("Win page", lambda row: f"{row.slip:06}" if row.slip else DASH),
    number("Amount", lambda row: dollars(row.amount if row.is_hit else None)),
    text("", lambda row: flagged(row.is_hit, "RECONCILE", "not hit yet")),
)
_READINGS: Final = (*_WHEN, text("What was read", lambda row: row.what, 1), field("By", "by"))


def significant(report: SignificantReport) -> list[ReportSection]:
    """Events, refusals, changes, first hits, faults, readings."""
    return [
        section(
            "1",
            "Events",
            table(
                "In the order of the journal",
                _EVENTS,
                report.events,
                "Nothing significant happened.",
            ),
        ),
        section(
            "2",
            "Refused orders",
            table("By code", _REFUSALS, report.refusals, "No order was refused."),
        ),
        section(
            "3",
            "Configuration",
            table("Old and new", _CHANGES, report.changes, "No setting changed."),
        ),
        section(
            "4",
            "First hits after a change",
            table(
                "For full reconciliation", _FIRST_HITS, report.first_hits, "No level was changed."
            ),
        ),
        section("5", "Malfunctions", *_malfunctions(report)),
        section(
            "6",
            "Records read",
            table("Reading is also recorded", _READINGS, report.readings, "Nobody read records."),
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


_DEALER_ROUNDS: Final = (
    field("Day", "day"),
    field("Table", "table"),
    field("Badge", "dealer"),
    field("Dealer", "name"),
    number("Rounds", lambda row: f"{row.rounds:,}"),
    number("Voided", lambda row: str(row.voided)),
    number("By\nhand", lambda row: f"{row.by_hand:,}"),
    number("First\nwagers", lambda row: whole(row.spots)),
    money("Drop", "drop"),
    money("Staked", "staked"),
    money("Win", "win"),
    number("Hold", lambda row: share(row.hold)),
    money("Theoretical\nwin", "expected_win"),
    money("Variance", "variance"),
    money("Band ±", "band"),
    text("In band", lambda row: inside_band(row.is_inside)),
)
_TABLE_ROUNDS: Final = (
    field("Day", "day"),
    field("Table", "table"),
    number("Rounds", lambda row: f"{row.rounds:,}"),
    number("Voided", lambda row: str(row.voided)),
    number("By hand", lambda row: f"{row.by_hand:,}"),
    money("Drop", "drop"),
    money("Win", "win"),
)
_DEALERS: Final = (
    "A round counts for the dealer who pressed START GAME, on the gaming day it ended. Drop counts "
    "first wagers; hold and theoretical win relate to the drop, the latter with best play. The "
    "band is 1.96 standard deviations; spots in one round share a dealer's hand, so it is slightly "
    "too narrow for full tables."
)


def rounds(report: RoundsReport) -> list[ReportSection]:
    """By dealer, then by table."""
    none = "No round ended in the period."
    return [
        section(
            "1",
            "By dealer",
            Paragraph(_DEALERS),
            *_reasons(report.dealers),
            table("Main wagers", _DEALER_ROUNDS, report.dealers, none),
        ),
        section("2", "By table", table("Main wagers", _TABLE_ROUNDS, report.tables, none)),
    ]
