"""Significant events that somebody should check, with code, device and time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from upcard.books.histories import FactSource, Header, History, Period, Said, Stamp, time_of
from upcard.journal.entries import Name
from upcard.money import Cents
from upcard.plain import Decoded, read, untagged
from upcard.room.clocks import moment
from upcard.room.events import MalfunctionReported, OrderRefused
from upcard.room.projections.award_facts import AWARD
from upcard.room.projections.configuration_facts import CHANGE, TOUCH, Changed, FirstHit
from upcard.room.projections.incidents import INCIDENT, READING

NAME: Final = "significant"
TITLE: Final = "Significant events"
NOTICE_HOURS: Final = 72
"""How soon the regulator must be notified of a malfunction (WAC 230-06-054)."""


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
    """A fault, the deadline for notifying the regulator, and the draft notice."""

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
class RecordAccess:
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
    changes: tuple[Changed, ...]
    first_hits: tuple[FirstHit, ...]
    malfunctions: tuple[Malfunction, ...]
    readings: tuple[RecordAccess, ...]


def build(record: FactSource, period: Period, stamp: Stamp) -> SignificantReport:
    """The significant events of *period*."""
    history = History(record, period)
    incidents = history.within(INCIDENT)
    return SignificantReport(
        header=history.header(NAME, TITLE, stamp),
        events=tuple(map(_significant, incidents)),
        refusals=tuple(_refusals(incidents)),
        changes=tuple(_changes(history)),
        first_hits=tuple(_first_hits(history)),
        malfunctions=tuple(_malfunctions(history, incidents)),
        readings=tuple(map(_reading, history.within(READING))),
    )


def _significant(said: Said) -> Significant:
    return Significant(
        sequence=said.sequence,
        day=said.day,
        at=said.data["at"],
        code=said.data["code"],
        device=said.data["device"],
        by=said.data["by"],
        text=said.data["text"],
    )


def _refusals(incidents: Iterable[Said]) -> Iterator[Refusals]:
    found: dict[str, list[tuple[str, str]]] = {}
    for said in incidents:
        event = said.data.get("event")
        if event and event["kind"] == OrderRefused.__name__:
            found.setdefault(event["code"], []).append((said.data["at"], event["message"]))
    for code, times in sorted(found.items()):
        at, message = times[-1]
        yield Refusals(code=code, count=len(times), last_at=at, last_message=message)


def _changes(history: History) -> Iterator[Changed]:
    for said in history.within(CHANGE):
        yield from (read(one, Changed) for one in said.data["changes"])


def _first_hits(history: History) -> Iterator[FirstHit]:
    """For each level, its first hit after each time that something about it was changed."""
    touches = [said.data for said in history.until(TOUCH)]
    hits = [one for one in touches if "hit" in one and _day(one["hit"]) in history.period]
    for data in sorted(hits, key=lambda one: int(one["hit"]["sequence"])):
        yield _hit(history, data)
    last = history.period.last.isoformat()
    for data in touches:
        if data["day"] <= last and (not data["until"] or data["until"] > last):
            yield _awaited(data)


def _day(data: Decoded) -> date:
    return date.fromisoformat(data["day"])


def _hit(history: History, data: Decoded) -> FirstHit:
    hit = data["hit"]
    award = history.named(Name(AWARD, hit["award_id"], 0))
    return FirstHit(
        progressive=data["progressive"],
        level=data["level"],
        changed_at=data["at"],
        changed=data["what"],
        change_sequence=data["sequence"],
        is_hit=True,
        hit_at=hit["at"],
        hit_sequence=hit["sequence"],
        slip=award["line"]["slip"] if award else 0,
        amount=Cents(hit["amount"]),
    )


def _awaited(data: Decoded) -> FirstHit:
    return FirstHit(
        progressive=data["progressive"],
        level=data["level"],
        changed_at=data["at"],
        changed=data["what"],
        change_sequence=data["sequence"],
        is_hit=False,
        hit_at="",
        hit_sequence=0,
        slip=0,
        amount=Cents(0),
    )


def _malfunctions(history: History, incidents: Iterable[Said]) -> Iterator[Malfunction]:
    for said in incidents:
        if said.data["code"] != "malfunction":
            continue
        event: MalfunctionReported = untagged(said.data["event"], _MALFUNCTION)
        at, by = said.data["at"], said.data["by"]
        due = time_of(at) + timedelta(hours=NOTICE_HOURS)
        yield Malfunction(
            sequence=said.sequence,
            day=said.day,
            reported_at=at,
            device=event.device,
            description=event.description,
            by=by,
            notice_by=moment(due),
            notice=_notice(history, said, event, due),
        )


_MALFUNCTION: Final = {"MalfunctionReported": MalfunctionReported}


def _notice(history: History, said: Said, event: MalfunctionReported, due: datetime) -> str:
    room, by, at = history.room, said.data["by"], said.data["at"]
    where = f"{room.name}, {room.location}" if room else "this card room"
    return (
        f"Notice of equipment malfunction. {where} reports that gambling equipment did not work "
        f"as it should. Equipment: {event.device}. What happened: {event.description}. "
        f"Reported by {by} at {at}, journal entry {said.sequence}. "
        f"This notice is due by {moment(due)}. Still to be filled in before it is sent: what was "
        "repaired, by whom, when the equipment was put back in use, and whether wagers or prizes "
        "were affected."
    )


def _reading(said: Said) -> RecordAccess:
    return RecordAccess(
        sequence=said.sequence,
        day=said.day,
        at=said.data["at"],
        what=said.data["what"],
        by=said.data["by"],
    )
