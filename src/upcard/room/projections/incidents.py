"""Incidents that somebody should check, with code, device and time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, get_args

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
from upcard.journal.entries import Name
from upcard.money import Cents, write_money
from upcard.plain import tagged
from upcard.room.devices import DeviceEvent, LinkLost, LinkRestored, PrintFailed, ServerInterrupted
from upcard.room.enrolled_devices import (
    DeviceBack,
    DeviceEnrolled,
    DeviceLost,
    DeviceRevoked,
    DeviceSpoke,
    EnrolledEvent,
)
from upcard.room.events import (
    ClockSteppedBack,
    JournalSealed,
    MalfunctionReported,
    OrderRefused,
    RecordsArchived,
    RecordsRead,
    RoomEvent,
    RoomRestored,
    RulesApproved,
    RulesRecorded,
    ShiftsSet,
    SoftwareAccepted,
)
from upcard.room.fairness.cuts import CutConfirmed
from upcard.room.fairness.real_shoes import CardSetAside, SetAside
from upcard.room.fairness.table_shoes import ShoeAbandoned, ShoeResumed, ShoeStopped, ShoeVoided
from upcard.room.money_events import (
    BankRecorded,
    ChecklistCompleted,
    JackpotHappened,
    LinkMade,
    SlipReprinted,
)
from upcard.room.people.staff import (
    AccessRecovered,
    MemberAdded,
    MemberRemoved,
    PasskeyAdded,
    PasskeyRemoved,
    PinAccepted,
    PinChanged,
    PinFailed,
    StaffEvent,
)
from upcard.room.projections.notebooks import FactChange, Notebook, number_of
from upcard.room.table_events import (
    CardCorrected,
    DealerChanged,
    KeyPressed,
    RoundOpened,
    RoundVoided,
    SteppedBack,
    TableAdded,
    TableChanged,
    TableClosed,
    TableHappened,
    TableOpened,
)

INCIDENT: Final = "incident"
READING: Final = "reading"
"""Somebody read records."""
WHOLE: Final = (MalfunctionReported, AccessRecovered, ShoeAbandoned, ShoeVoided, OrderRefused)
"""Events that are kept whole, because desks and reports say more of them."""
Told = tuple[str, str, str]
"""Code, device, text."""


CONCERNS: Final = frozenset(get_args(RoomEvent)) - {
    TableHappened,
    KeyPressed,
    RoundOpened,
    DeviceSpoke,
}
"""Everything but what happens in every round."""


def take(book: Notebook, change: FactChange) -> None:
    """Write down what of an entry somebody should look at."""
    failures = Counter[str]()
    for place, event in change.concerning(CONCERNS):
        number = number_of(change, place)
        if isinstance(event, RecordsRead):
            said = {"at": change.at, "what": event.what, "by": change.name_of(event.by)}
            book.put(Name(READING, "", number), change, said)
            continue
        for code, device, text in _told(event, change, failures):
            data: dict[str, object] = {
                "at": change.at,
                "code": code,
                "device": device,
                "text": text,
                "by": change.name_of(change.by),
            }
            if isinstance(event, WHOLE):
                data["event"] = tagged(event)
            book.put(Name(INCIDENT, code, number), change, data)


def _failures_before(change: FactChange, badge: str) -> int:
    """How many PINs of a badge were wrong in a row before the entry."""
    member = change.before.staff.get(badge)
    return member.failures if member else 0


def _told(event: RoomEvent, change: FactChange, failures: Counter[str]) -> Iterator[Told]:
    match event:
        case JackpotHappened(event=what):
            yield from _told_of_jackpot(what)
        case _ if isinstance(event, StaffEvent):
            yield from _told_of_staff(event, change, failures)
        case _ if isinstance(event, EnrolledEvent):
            yield from _told_of_enrolled(event)
        case RoomRestored(reason):
            yield "room-restored", "room", f"put back from a backup: {reason}"
        case RecordsArchived(before):
            yield "records-archived", "room", f"days before {before} left the database for files"
        case JournalSealed(sequence):
            yield "journal-sealed", "room", f"entries up to {sequence} were checked and sealed"
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
        case ShiftsSet(hours):
            begin = ", ".join(f"{hour:02}:00" for hour in hours)
            yield "shifts-set", "room", f"they begin at {begin} UTC" if hours else "none any more"
        case ChecklistCompleted(award_id=award, seal=seal, hold_until=until):
            yield "checklist-done", "room", f"{award}: seal {seal}, cards kept until {until}"
        case SlipReprinted(number):
            yield "slip-reprinted", f"win page {number}", "printed again"
        case ServerInterrupted() | PrintFailed() | LinkLost() | LinkRestored():
            yield _told_of_device(event)
        case _:
            yield from _told_of_table(event)


def _told_of_staff(event: StaffEvent, change: FactChange, failures: Counter[str]) -> Iterator[Told]:
    match event:
        case PinFailed(badge):
            failures[badge] += 1
            in_a_row = _failures_before(change, badge) + failures[badge]
            place = f" from {event.origin}" if event.origin else ""
            yield "pin-failed", f"badge {badge}", f"wrong PIN{place}, {in_a_row} in a row"
        case PinChanged(badge):
            yield "pin-changed", f"badge {badge}", "another PIN; its sessions ended"
        case AccessRecovered(badge=badge, operator=operator, second=second, reason=reason):
            signed = f" and badge {second}" if second else ", nobody else could sign"
            said = f"recovered at the server by {operator}{signed}: {reason}"
            yield "access-recovered", f"badge {badge}", said
        case PasskeyAdded(badge, passkey):
            yield "passkey-added", f"badge {badge}", passkey.name
        case PasskeyRemoved(badge):
            yield "passkey-removed", f"badge {badge}", "no longer good"
        case MemberAdded(badge, name, role):
            yield "badge-added", f"badge {badge}", f"{name}, {role}"
        case MemberRemoved(badge):
            yield "badge-removed", f"badge {badge}", "no longer good"
        case PinAccepted():
            pass


def _told_of_device(event: DeviceEvent) -> Told:
    match event:
        case ServerInterrupted(host, began):
            since = f" began {began} and" if began else ""
            text = f"it{since} ended without being stopped: power, a crash or a kill"
            return "server-interrupted", f"server {host}".strip(), text
        case PrintFailed(number, why, by):
            return "print-failed", f"win page {number}", f"not printed for badge {by}: {why}"
        case LinkLost(device, why):
            return "link-lost", device, why
        case LinkRestored(device):
            return "link-restored", device, "reached again, and told what it missed"


def _told_of_enrolled(event: EnrolledEvent) -> Iterator[Told]:
    match event:
        case DeviceEnrolled(device=device, kinds=kinds, table=table):
            yield "device-enrolled", device, f"{', '.join(kinds)} at {table}"
        case DeviceRevoked(device=device, reason=reason):
            yield "device-revoked", device, reason
        case DeviceLost(device, heard):
            since = f"not heard since {heard}" if heard else "never heard"
            yield "device-lost", device, f"{since}: its wagers stop, the game goes on"
        case DeviceBack(device):
            yield "device-back", device, "heard again"
        case DeviceSpoke():
            pass


def _told_of_table(event: RoomEvent) -> Iterator[Told]:
    match event:
        case TableAdded(spec):
            yield "table-added", spec.table, f"{spec.rules}, {spec.decks} decks"
        case TableChanged(spec):
            yield "table-changed", spec.table, f"{spec.rules}, {spec.decks} decks"
        case LinkMade(link):
            yield (
                "link-made",
                link.progressive,
                f"{link.wager} at {', '.join(link.tables)}",
            )
        case RulesApproved(name=name, fingerprint=found):
            yield "rules-approved", "room", f"{name}, fingerprint {found[:12]}"
        case RulesRecorded(name, found):
            yield "rules-recorded", "room", f"{name}, fingerprint {found[:12]}"
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
        case CardCorrected(table=table, place=place, was=was, card=card, reason=reason):
            yield "card-corrected", table, f"card {place} was read as {was}, is {card}: {reason}"
        case CardSetAside(table=table, card=card, why=SetAside.EXPOSED):
            yield "card-exposed", table, f"{card} was exposed by mistake and is out of play"
        case _:
            yield from _told_of_shoe(event)


def _told_of_shoe(event: RoomEvent) -> Iterator[Told]:
    """What makes a shoe one that the house could have chosen, or that nobody can verify."""
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
