"""Configuration changes: old, new, who and when; and the first hit after each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from datetime import date
from fractions import Fraction
from typing import Final, get_args, get_type_hints

from upcard.jackpot import Event as JackpotEvent
from upcard.jackpot.commands import AdjustmentReason
from upcard.jackpot.events import (
    Adjusted,
    AwardPosted,
    ParametersChanged,
    ProgressiveOpened,
    RemovedFromPlay,
)
from upcard.journal.entries import Name
from upcard.money import Cents
from upcard.plain import written
from upcard.room.events import RoomEvent, RulesApproved, ShiftsSet, SoftwareAccepted
from upcard.room.money_events import JackpotHappened, LinkMade
from upcard.room.people.staff import MemberAdded, MemberRemoved, PinChanged
from upcard.room.projections.notebooks import Data, FactChange, Notebook, number_of
from upcard.room.table_events import TableAdded, TableChanged

CHANGE: Final = "change"
TOUCH: Final = "touch"
"""A level whose configuration changed, and its first hit after that."""
WAITING: Final = "waiting"
"""The last change of a level that had no hit since."""
NONE = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """One setting that changed (operations 103)."""

    sequence: int
    day: date
    at: str
    thing: str
    """A table, a progressive, a link, rules, a badge."""
    setting: str
    old: str
    new: str
    by: str
    approved_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstHit:
    """The first award of a level after its configuration changed (operations 73)."""

    progressive: str
    level: str
    changed_at: str
    changed: str
    """What was changed last before the hit."""
    change_sequence: int
    is_hit: bool
    """Whether there was one by the end of the period."""
    hit_at: str
    hit_sequence: int
    slip: int
    amount: Cents


Row = tuple[str, str, str, str, str, str]
"""Thing, setting, old, new, by, approved by."""


CONCERNS: Final = frozenset(
    {
        JackpotHappened,
        TableAdded,
        TableChanged,
        LinkMade,
        RulesApproved,
        SoftwareAccepted,
        ShiftsSet,
        MemberAdded,
        MemberRemoved,
        PinChanged,
    }
)


def take(book: Notebook, change: FactChange) -> None:
    """Write down what an entry changes of the configuration."""
    for place, event in change.concerning(CONCERNS):
        rows = [row for row in _changes(event, change) if row[2] != row[3]]
        if rows:
            data = {"changes": [written(_changed(change, row)) for row in rows]}
            book.put(Name(CHANGE, "", number_of(change, place)), change, data)
        if isinstance(event, JackpotHappened) and isinstance(event.event, AwardPosted):
            _hit(book, change, event.event)
        for progressive, what in _touched(event, change):
            _touch(book, change, progressive, what)


def _changed(change: FactChange, row: Row) -> Changed:
    thing, setting, old, new, by, approved_by = row
    return Changed(
        sequence=change.sequence,
        day=change.day,
        at=change.at,
        thing=thing,
        setting=setting,
        old=old,
        new=new,
        by=change.name_of(by),
        approved_by=change.name_of(approved_by) if approved_by else approved_by,
    )


def _changes(event: RoomEvent, change: FactChange) -> Iterator[Row]:
    by = change.by
    match event:
        case JackpotHappened(event=what):
            yield from _progressive_changes(what, change)
        case TableAdded(spec):
            yield from _rows(f"table {spec.table}", None, spec, event.by, event.approved_by)
        case TableChanged(spec, before):
            yield from _rows(f"table {spec.table}", before, spec, event.by, event.approved_by)
        case LinkMade(link):
            before_link = change.before.links.get(link.progressive)
            thing = f"link {link.progressive}"
            yield from _rows(thing, before_link, link, event.by, event.approved_by)
        case RulesApproved(name=name, fingerprint=found):
            approved = change.before.rules.get(name)
            thing, old = f"rules {name}", approved.fingerprint if approved else NONE
            yield thing, "fingerprint", old, found, event.by, event.approved_by
        case SoftwareAccepted(hash=found):
            yield "software", "hash", change.before.software, found, event.by, event.approved_by
        case ShiftsSet(hours):
            old, new = _hours(change.before.shifts), _hours(hours)
            yield "room", "shifts", old, new, event.by, event.approved_by
        case MemberAdded(badge, name, role):
            yield f"badge {badge}", "holder", NONE, f"{name} ({role})", by, NONE
        case MemberRemoved(badge):
            yield f"badge {badge}", "in use", "yes", "no", by, NONE
        case PinChanged(badge):
            yield f"badge {badge}", "PIN", "not told", "changed", by, NONE
        case _:
            pass


_LATER: Final = frozenset({"cards", "cards_from", "is_machine_shuffled"})
"""Settings that came after the first rooms: they are told where they are not the default."""


def _hours(hours: tuple[int, ...]) -> str:
    return ", ".join(f"{hour:02}:00" for hour in hours)


def _progressive_changes(event: JackpotEvent, change: FactChange) -> Iterator[Row]:
    match event:
        case ProgressiveOpened():
            thing, before = f"progressive {event.parameters.name}", None
            yield from _rows(thing, before, event.parameters, str(event.by), str(event.approved_by))
        case ParametersChanged():
            thing = f"progressive {event.parameters.name}"
            yield from _rows(
                thing, event.before, event.parameters, str(event.by), str(event.approved_by)
            )
        case RemovedFromPlay():
            thing, people = f"progressive {event.progressive}", (event.by, event.approved_by)
            new = f"removed, to {event.destination}"
            yield thing, "play", "in play", new, str(people[0]), str(people[1])
        case Adjusted(reason=AdjustmentReason.UNDER_LIMIT):
            thing = f"progressive {event.progressive}"
            levels = change.before.jackpots.progressives[event.progressive].levels
            limits = levels[event.level].parameters.limit, event.limit
            old, new = (_said(one, Cents) for one in limits)
            setting = f"levels.{event.level}.limit"
            yield thing, setting, old, new, str(event.by), str(event.approved_by)
        case _:
            pass


def _rows(thing: str, before: object, after: object, by: str, approved_by: str) -> Iterator[Row]:
    old, new = (_flat(one, type(one)) if one is not None else {} for one in (before, after))
    for setting in dict.fromkeys([*old, *new]):
        yield thing, setting, old.get(setting, NONE), new.get(setting, NONE), by, approved_by


def _flat(value: object, kind: object, path: str = "") -> dict[str, str]:
    """Settings by their path, as people write them; a level is called by its name."""
    if not is_dataclass(value):
        return {path: _said(value, kind)}
    hints, found = get_type_hints(type(value)), dict[str, str]()
    for one in fields(value):
        item, where = getattr(value, one.name), f"{path}.{one.name}" if path else one.name
        if item == one.default and one.name in _LATER:
            continue  # Rooms that were set up before it was a setting tell nothing of it.
        if isinstance(item, tuple) and item and is_dataclass(item[0]):
            for part in item:
                found |= _flat(part, type(part), f"{where}.{part.name}")
        elif isinstance(item, tuple) and item and isinstance(item[0], tuple):
            pair = get_args(get_args(hints[one.name])[0])
            found |= {f"{where}.{name}": _said(said, pair[1]) for name, said in item}
        else:
            found |= _flat(item, hints[one.name], where)
    return found


def _said(value: object, kind: object) -> str:
    if value is None or value in ((), ""):
        return "none"
    if isinstance(value, int) and (kind is Cents or Cents in get_args(kind)):
        return f"${value // 100:,}.{value % 100:02}"
    if isinstance(value, Fraction):
        return f"{value * 100}%"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _touched(event: RoomEvent, change: FactChange) -> Iterator[tuple[str, str]]:
    """The progressives that an event changes, and what it changes."""
    match event:
        case JackpotHappened(event=(ProgressiveOpened() | ParametersChanged()) as what):
            opened = isinstance(what, ProgressiveOpened)
            yield what.parameters.name, "opened" if opened else "parameters"
        case JackpotHappened(event=Adjusted(reason=AdjustmentReason.UNDER_LIMIT) as adjusted):
            yield adjusted.progressive, "limit"
        case LinkMade(link):
            if link.progressive in change.before.links:
                yield link.progressive, "link"
        case TableChanged(spec):
            for link in change.before.links.values():
                if spec.table in link.tables:
                    yield link.progressive, f"table {spec.table}"
        case _:
            pass


def _touch(book: Notebook, change: FactChange, progressive: str, what: str) -> None:
    """A level waits for its first hit from now on; an earlier change is waited for no more."""
    for place, level in enumerate(change.after.jackpots.progressives[progressive].levels):
        subject = f"{progressive}/{level}"
        _end(book, change, subject, {"until": change.day.isoformat()})
        number = number_of(change, place)
        data = {
            "progressive": progressive,
            "level": level,
            "what": what,
            "at": change.at,
            "sequence": change.sequence,
            "day": change.day.isoformat(),
            "until": "",
        }
        book.put(Name(TOUCH, subject, number), change, data)
        book.put(Name(WAITING, subject, 0), change, {"number": number}, dated=False)


def _hit(book: Notebook, change: FactChange, event: AwardPosted) -> None:
    subject = f"{event.progressive}/{event.level}"
    hit = {"at": change.at, "sequence": change.sequence, "award_id": event.award.id}
    hit |= {"amount": event.amount, "day": change.day.isoformat()}
    _end(book, change, subject, {"until": change.day.isoformat(), "hit": hit})
    book.put(Name(WAITING, subject, 0), change, {"number": 0}, dated=False)


def _end(book: Notebook, change: FactChange, subject: str, data: Data) -> None:
    """The change that a level waits on, if it does, ends like that."""
    waiting = book.get(Name(WAITING, subject, 0))
    if not waiting or not waiting["number"]:
        return
    name = Name(TOUCH, subject, waiting["number"])
    touch = book.get(name)
    if touch is not None:
        book.put(name, change, {**touch, **data})
