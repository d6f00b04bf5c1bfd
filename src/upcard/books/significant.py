"""Significant events: everything that somebody should look at, with its code, device and time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from upcard.books.changes import Change, FirstHit, changes_of, first_hits
from upcard.books.histories import Happened, Header, History, Period, Stamp, read_history, time_of
from upcard.jackpot import Event as JackpotEvent
from upcard.jackpot.events import (
    Adjusted,
    AwardPosted,
    AwardReversed,
    AwardVoided,
    FundsTransferred,
    ParametersChanged,
    ProgressiveOpened,
    RemovedFromPlay,
    SharesReleased,
)
from upcard.money import Cents, write_money
from upcard.room.clocks import moment
from upcard.room.cuts import CutConfirmed
from upcard.room.events import (
    BankRecorded,
    ChecklistCompleted,
    ClockSteppedBack,
    DealerChanged,
    JackpotHappened,
    JournalSealed,
    LinkMade,
    MalfunctionReported,
    OrderRefused,
    RecordsRead,
    RoomRestored,
    RoundVoided,
    RulesApproved,
    SlipReprinted,
    SoftwareAccepted,
    SteppedBack,
    TableAdded,
    TableChanged,
    TableClosed,
    TableOpened,
)
from upcard.room.records import Recorded
from upcard.room.shoes import ShoeAbandoned, ShoeResumed, ShoeStopped, ShoeVoided
from upcard.room.staff import (
    AccessRecovered,
    MemberAdded,
    MemberRemoved,
    PasskeyAdded,
    PasskeyRemoved,
    PinAccepted,
    PinChanged,
    PinFailed,
)

NAME: Final = "significant"
TITLE: Final = "Significant events"
NOTICE_HOURS: Final = 72
"""How soon the regulator is told of a malfunction (WAC 230-06-054)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Significant:
    """One event that matters."""

    sequence: int
    day: date
    at: str
    code: str
    device: str
    """The table, progressive, badge or device it is about; `room` where it is about all."""
    by: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusals:
    """How often orders were refused with one code."""

    code: str
    count: int
    last_at: str
    last_message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Malfunction:
    """A fault, the time by which the regulator is told, and the notice drafted."""

    sequence: int
    day: date
    reported_at: str
    device: str
    description: str
    by: str
    notice_by: str
    """72 hours after the report."""
    notice: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Somebody read records."""

    sequence: int
    day: date
    at: str
    what: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SignificantReport:
    """The significant events of a period."""

    header: Header
    events: tuple[Significant, ...]
    refusals: tuple[Refusals, ...]
    changes: tuple[Change, ...]
    first_hits: tuple[FirstHit, ...]
    malfunctions: tuple[Malfunction, ...]
    readings: tuple[Reading, ...]


def build(entries: Iterable[Recorded], period: Period, stamp: Stamp) -> SignificantReport:
    """The significant events of *period*."""
    history = read_history(entries, period)
    return SignificantReport(
        header=history.header(NAME, TITLE, stamp),
        events=tuple(_significant(history)),
        refusals=tuple(_refusals(history)),
        changes=tuple(changes_of(history)),
        first_hits=tuple(first_hits(history)),
        malfunctions=tuple(_malfunctions(history)),
        readings=tuple(_readings(history)),
    )


def _significant(history: History) -> Iterator[Significant]:
    names, failures = history.names, Counter[str]()
    for happened in history.events():
        for code, device, text in _told(happened, failures):
            if happened.day in history.period:
                yield Significant(
                    sequence=happened.entry.sequence,
                    day=happened.day,
                    at=happened.entry.at,
                    code=code,
                    device=device,
                    by=names.get(happened.entry.by, happened.entry.by),
                    text=text,
                )


Told = tuple[str, str, str]
"""Code, device, text."""


def _told(happened: Happened, failures: Counter[str]) -> Iterator[Told]:
    event = happened.event
    match event:
        case JackpotHappened(event=what):
            yield from _told_of_jackpot(what)
        case PinFailed(badge):
            failures[badge] += 1
            place = f" from {event.origin}" if event.origin else ""
            yield "pin-failed", f"badge {badge}", f"wrong PIN{place}, {failures[badge]} in a row"
        case PinAccepted(badge):
            failures[badge] = 0
        case PinChanged(badge):
            failures[badge] = 0
            yield "pin-changed", f"badge {badge}", "another PIN; its sessions ended"
        case AccessRecovered(badge=badge, operator=operator, second=second, reason=reason):
            signed = f" and badge {second}" if second else ", nobody else could sign"
            said = f"recovered at the server by {operator}{signed}: {reason}"
            yield "access-recovered", f"badge {badge}", said
        case PasskeyAdded(badge, passkey):
            yield "passkey-added", f"badge {badge}", passkey.name
        case PasskeyRemoved(badge):
            yield "passkey-removed", f"badge {badge}", "no longer good"
        case RoomRestored(reason):
            yield "room-restored", "room", f"put back from a backup: {reason}"
        case JournalSealed(sequence):
            yield "journal-sealed", "room", f"entries up to {sequence} were checked and sealed"
        case MemberAdded(badge, name, role):
            yield "badge-added", f"badge {badge}", f"{name}, {role}"
        case MemberRemoved(badge):
            yield "badge-removed", f"badge {badge}", "no longer good"
        case OrderRefused(code, message):
            yield "order-refused", "room", f"{code}: {message}"
        case ClockSteppedBack(before, after):
            yield "clock-stepped-back", "room", f"from {before} to {after}"
        case MalfunctionReported(device=device, description=description):
            yield "malfunction", device, description
        case BankRecorded() if event.is_short:
            short = write_money(Cents(event.owed - event.balance))
            yield "funds-short", "room", f"the prize account lacks ${short}: wagers stop"
        case SoftwareAccepted(version=version, hash=found, reason=reason):
            yield "software-accepted", "room", f"version {version}, hash {found[:12]}: {reason}"
        case ChecklistCompleted(award_id=award, seal=seal, hold_until=until):
            yield "checklist-done", "room", f"{award}: seal {seal}, cards kept until {until}"
        case SlipReprinted(number):
            yield "slip-reprinted", f"win page {number}", "printed again"
        case _:
            yield from _told_of_table(happened)


def _told_of_table(happened: Happened) -> Iterator[Told]:
    event = happened.event
    match event:
        case TableAdded(spec):
            yield "table-added", spec.table, f"{spec.rules}, {spec.decks} decks"
        case TableChanged(spec):
            yield "table-changed", spec.table, f"{spec.rules}, {spec.decks} decks"
        case LinkMade(link):
            yield "link-made", link.progressive, f"{link.wager} at {', '.join(link.tables)}"
        case RulesApproved(name=name, fingerprint=found):
            yield "rules-approved", "room", f"{name}, fingerprint {found[:12]}"
        case TableOpened(table, dealer):
            yield "table-opened", table, f"dealer {dealer}"
        case DealerChanged(table, dealer):
            yield "dealer-changed", table, f"dealer {dealer}"
        case TableClosed(table):
            yield "table-closed", table, "closed"
        case RoundVoided(table=table, number=number, returned=returned, reason=reason):
            text = f"round {number}, ${write_money(returned)} returned: {reason}"
            yield "round-voided", table, text
        case SteppedBack(table):
            yield "stepped-back", table, "the last key was taken back"
        case _:
            yield from _told_of_shoe(happened)


def _told_of_shoe(happened: Happened) -> Iterator[Told]:
    """What makes a shoe one that the house could have chosen, or that nobody can verify."""
    event = happened.event
    match event:
        case CutConfirmed(table=table, number=number, from_screens=0, typed=typed):
            text = f"shoe {number}: {typed} typed by the dealer, no word from a player's screen"
            yield "cut-by-dealer", table, text
        case ShoeAbandoned(table=table, number=number, dealt=dealt, is_cut=is_cut, reason=reason):
            cut = "cut" if is_cut else "not cut"
            yield "shoe-abandoned", table, f"shoe {number}, {cut}, {dealt} cards dealt: {reason}"
        case ShoeStopped(table=table, number=number, code=code):
            yield "shoe-stopped", table, f"shoe {number}: {code}"
        case ShoeResumed(table=table, number=number):
            yield "shoe-resumed", table, f"shoe {number}: its seed is there again"
        case ShoeVoided(table=table, number=number, dealt=dealt, code=code, reason=reason):
            yield "shoe-voided", table, f"shoe {number}, {code}, {dealt} cards dealt: {reason}"
        case _:
            pass


def _told_of_jackpot(event: JackpotEvent) -> Iterator[Told]:
    match event:
        case ProgressiveOpened():
            yield "progressive-opened", event.parameters.name, "; ".join(event.warnings)
        case ParametersChanged():
            yield "parameters-changed", event.parameters.name, "; ".join(event.warnings)
        case AwardPosted():
            text = f"{event.award.details}, ${write_money(event.amount)}"
            yield "award-paid", _level(event.progressive, event.level), text
        case AwardVoided():
            text = f"{event.award.details}: {event.reason}"
            yield "claim-voided", _level(event.progressive, event.level), text
        case AwardReversed():
            text = f"{event.award_id}, ${write_money(event.amount)}: {event.reason}"
            yield "award-reversed", _level(event.progressive, event.level), text
        case Adjusted():
            text = (
                f"{event.fund} from ${write_money(event.before)} to ${write_money(event.after)}: "
                f"{event.reason}, {event.evidence}"
            )
            yield "meter-adjusted", _level(event.progressive, event.level), text
        case SharesReleased():
            text = f"round {event.round_id}, ${write_money(event.amount)}: {event.reason}"
            yield "shares-released", _level(event.progressive, event.level), text
        case RemovedFromPlay():
            text = f"${write_money(event.liability)} owed, to {event.destination}"
            yield "progressive-removed", event.progressive, text
        case FundsTransferred():
            target = _level(event.to_progressive, event.to_level)
            text = f"${write_money(event.amount)} to {target}"
            yield "funds-transferred", _level(event.progressive, event.level), text
        case _:
            pass


def _level(progressive: str, level: str) -> str:
    return f"{progressive} {level}"


def _refusals(history: History) -> Iterator[Refusals]:
    found: dict[str, list[tuple[str, str]]] = {}
    for entry, day, event in history.events():
        if isinstance(event, OrderRefused) and day in history.period:
            found.setdefault(event.code, []).append((entry.at, event.message))
    for code, times in sorted(found.items()):
        at, message = times[-1]
        yield Refusals(code=code, count=len(times), last_at=at, last_message=message)


def _malfunctions(history: History) -> Iterator[Malfunction]:
    names = history.names
    for entry, day, event in history.events():
        if isinstance(event, MalfunctionReported) and day in history.period:
            due = time_of(entry.at) + timedelta(hours=NOTICE_HOURS)
            by = names.get(event.by, event.by)
            yield Malfunction(
                sequence=entry.sequence,
                day=day,
                reported_at=entry.at,
                device=event.device,
                description=event.description,
                by=by,
                notice_by=moment(due),
                notice=_notice(history, entry, event, by, due),
            )


def _notice(
    history: History, entry: Recorded, event: MalfunctionReported, by: str, due: datetime
) -> str:
    room = history.room
    where = f"{room.name}, {room.location}" if room else "this card room"
    return (
        f"Notice of equipment malfunction. {where} reports that gambling equipment did not work "
        f"as it should. Equipment: {event.device}. What happened: {event.description}. "
        f"Reported by {by} at {entry.at}, journal entry {entry.sequence}. "
        f"This notice is due by {moment(due)}. Still to be filled in before it is sent: what was "
        "repaired, by whom, when the equipment was put back in use, and whether wagers or prizes "
        "were affected."
    )


def _readings(history: History) -> Iterator[Reading]:
    names = history.names
    for entry, day, event in history.events():
        if isinstance(event, RecordsRead) and day in history.period:
            by = names.get(event.by, event.by)
            yield Reading(sequence=entry.sequence, day=day, at=entry.at, what=event.what, by=by)
