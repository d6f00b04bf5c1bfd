"""A room as a snapshot, so that a start replays only later entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from types import MappingProxyType
from typing import Final, TypedDict

from upcard.cards import FACE_DOWN
from upcard.jackpot import Jackpots
from upcard.jackpot.levels import reversible
from upcard.money import Cents
from upcard.plain import (
    CodecError,
    JsonObject,
    kinds_of,
    read,
    tagged,
    untagged,
    written_fields,
)
from upcard.plain_forms import form_of
from upcard.room.enrolled_devices import EnrolledDevice
from upcard.room.events import CrossLinks, RoomKind, RulesApproved
from upcard.room.fairness.real_shoes import RealShoe
from upcard.room.fairness.table_shoes import ShoeState
from upcard.room.money_events import BankRecorded, ChecklistCompleted, Link
from upcard.room.people.staff import Member
from upcard.room.room_records import ANY_CARD, HIDDEN
from upcard.room.state import Funds, RoomState, Witnessed
from upcard.room.table_events import TableSpec
from upcard.room.table_states import TableState, replayed
from upcard.table.events import CardDealt, Event
from upcard.table.games import CardSource
from upcard.table.rounds import DEALER

EVERY: Final = 1000
"""After how many entries a room saves a snapshot."""

EVERY_AT_END: Final = 100
"""After how many entries a room saves one when it closes."""

_EVENTS: Final = kinds_of(Event)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """A table without its round, which follows from what happened in it."""

    spec: TableSpec
    rules_text: str
    has_recorded_rules: bool
    fingerprint: str
    dealer: str
    shoe: ShoeState | None
    real_shoe: RealShoe | None
    shoes: int
    rounds: int
    day: date | None
    steps: tuple[int, ...]
    version: int
    started_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Room:
    """A room without its tables."""

    name: str
    location: str
    kind: RoomKind
    day_starts_at: int
    shifts: tuple[int, ...]
    checklist_from: Cents | None
    cross_links: CrossLinks
    approved_only: bool
    software: str
    staff: Mapping[str, Member]
    rules: Mapping[str, RulesApproved]
    links: Mapping[str, Link]
    jackpots: Jackpots
    bank: BankRecorded | None
    deposited: Mapping[str, int]
    slips: int
    unprinted: frozenset[int]
    checklists: Mapping[str, ChecklistCompleted]
    public_key: str
    witnesses: tuple[str, ...]
    away: frozenset[str]
    witnessed: Mapping[str, Witnessed]
    devices: Mapping[str, EnrolledDevice]


class SnapshotData(TypedDict):
    """A snapshot as it is stored."""

    room: JsonObject
    tables: Sequence[JsonObject]


KIND: Final = "room "
FORM: Final = 2
"""Raise it when the meaning of a field changes."""
NAME: Final = f"{KIND}{form_of(tuple[_Room, _Table, Event])} {FORM}"
"""The form of the snapshot. One of another form is converted, or else passed by."""


def snapshot_data(state: RoomState) -> SnapshotData:
    """The state as plain data; face-down cards are left out."""
    room = _Room(
        **{name: getattr(state, name) for name in _ROOM_FIELDS},
        bank=state.funds.bank,
        deposited=state.funds.deposited,
    )
    return {
        "room": written_fields(room),
        "tables": [_table_data(table) for table in state.tables.values()],
    }


_ROOM_FIELDS: Final = [
    "name",
    "location",
    "kind",
    "day_starts_at",
    "shifts",
    "checklist_from",
    "cross_links",
    "approved_only",
    "software",
    "staff",
    "rules",
    "links",
    "jackpots",
    "slips",
    "unprinted",
    "checklists",
    "public_key",
    "witnesses",
    "away",
    "witnessed",
    "devices",
]
_TABLE_FIELDS: Final = list(_Table.__dataclass_fields__)


def _table_data(table: TableState) -> JsonObject:
    data = written_fields(_Table(**{name: getattr(table, name) for name in _TABLE_FIELDS}))
    if table.round is None:
        return {**data, "happened": None}
    events = [tagged(event) for event in table.happened]
    if table.spec.cards is CardSource.DIGITAL and not table.round.is_hole_shown:
        for one in [x for x in events if x["kind"] == "CardDealt" and x["to"] == DEALER][1:2]:
            one["card"] = HIDDEN
    return {**data, "happened": events}


def state_from_snapshot(payload: JsonObject) -> RoomState:
    """The state that `snapshot_data` wrote; missing cards are face down."""
    return _state_of(_parts_of(payload))


def _parts_of(payload: JsonObject) -> SnapshotData:
    room, tables = payload["room"], payload["tables"]
    if not isinstance(room, dict) or not isinstance(tables, list):
        raise CodecError("a snapshot has an object of the room and a list of its tables")
    return {"room": room, "tables": tables}


def _state_of(data: SnapshotData) -> RoomState:
    room = read(data["room"], _Room)
    tables = {table.spec.table: table for table in map(_table, data["tables"])}
    return RoomState(
        **{name: getattr(room, name) for name in _ROOM_FIELDS},
        funds=Funds(bank=room.bank, deposited=room.deposited),
        tables=MappingProxyType(tables),
    )


def state_from_earlier(payload: JsonObject) -> RoomState | None:
    """The state that an earlier version wrote; None where this one cannot read it."""
    try:
        data = _parts_of(payload)
        tables = [_table_now(one) for one in data["tables"]]
        state = _state_of({"room": _room_now(data["room"]), "tables": tables})
        return replace(state, jackpots=_without_old_awards(state.jackpots))
    except (CodecError, LookupError, TypeError, ValueError):
        return None


def _room_now(data: JsonObject) -> JsonObject:
    """Version 0.2 kept the award of every win page, and which pages were printed."""
    room = {"shifts": [], "approved_only": False, "away": [], "devices": {}, **data}
    if "slip_awards" in room:
        printed, awards = room.pop("printed"), room.pop("slip_awards")
        if not isinstance(printed, list) or not isinstance(awards, list):
            raise CodecError("printed and slip_awards are lists")
        pages = {number for number, _ in awards}
        room["unprinted"] = sorted(pages - set(printed))
    return room


def _without_old_awards(jackpots: Jackpots) -> Jackpots:
    """Version 0.2 kept every award that was ever paid."""
    used, progressives = jackpots.used, {}
    for name, one in jackpots.progressives.items():
        levels = {}
        for place, level in one.levels.items():
            kept, gone = reversible(level.posted)
            levels[place] = replace(level, posted=kept)
            used = used.difference(*(award.ids for award in gone))
        progressives[name] = replace(one, levels=MappingProxyType(levels))
    return Jackpots(MappingProxyType(progressives), used)


def _table_now(data: JsonObject) -> JsonObject:
    """Version 0.2 recorded no rules of catalogue games, not who started a game, no real cards."""
    return {
        "has_recorded_rules": False,
        "started_by": data["dealer"],
        "real_shoe": None,
        **data,
    }


def _table(data: JsonObject) -> TableState:
    plain = read({name: data[name] for name in _TABLE_FIELDS}, _Table)
    table = TableState(**{name: getattr(plain, name) for name in _TABLE_FIELDS})
    happened = data["happened"]
    if not isinstance(happened, list):  # Null: no round is on the table.
        return table
    events = tuple(_event(one) for one in happened)
    return replace(table, round=replayed(table, events), happened=events)


def _event(data: JsonObject) -> Event:
    is_told = data.get("card") != HIDDEN
    event: Event = untagged(data if is_told else {**data, "card": ANY_CARD}, _EVENTS)
    if is_told or not isinstance(event, CardDealt):
        return event
    return replace(event, card=FACE_DOWN)
