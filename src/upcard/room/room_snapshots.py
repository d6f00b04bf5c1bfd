"""A room as a snapshot: so that a start replays only what came after it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from types import MappingProxyType
from typing import Any, Final

from upcard.cards import FACE_DOWN
from upcard.jackpot import Jackpots
from upcard.jackpot.levels import reversible
from upcard.money import Cents
from upcard.plain import CodecError, form_of, kinds_of, read, tagged, untagged, written
from upcard.room.events import (
    BankRecorded,
    ChecklistCompleted,
    CrossLinks,
    Link,
    RoomKind,
    RulesApproved,
    TableSpec,
)
from upcard.room.fairness.table_shoes import ShoeState
from upcard.room.people.staff import Member
from upcard.room.room_records import ANY_CARD, HIDDEN
from upcard.room.state import Funds, RoomState, TableState, Witnessed, replayed
from upcard.table.events import CardDealt, Event
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


KIND: Final = "room "
FORM: Final = 2
"""Raise it when the same fields come to hold something else."""
NAME: Final = f"{KIND}{form_of(tuple[_Room, _Table, Event])} {FORM}"
"""The form of the snapshot. One of another form is converted, or else passed by."""


def snapshot_data(state: RoomState) -> dict[str, Any]:
    """The state as plain data; cards that lie face down are left out."""
    room = _Room(
        **{name: getattr(state, name) for name in _ROOM_FIELDS},
        bank=state.funds.bank,
        deposited=state.funds.deposited,
    )
    return {
        "room": written(room),
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
]
_TABLE_FIELDS: Final = list(_Table.__dataclass_fields__)


def _table_data(table: TableState) -> dict[str, Any]:
    data: dict[str, Any] = written(_Table(**{name: getattr(table, name) for name in _TABLE_FIELDS}))
    if table.round is None:
        return {**data, "happened": None}
    events = [tagged(event) for event in table.happened]
    if not table.round.is_hole_shown:
        for one in [x for x in events if x["kind"] == "CardDealt" and x["to"] == DEALER][1:2]:
            one["card"] = HIDDEN
    return {**data, "happened": events}


def state_from_snapshot(data: Mapping[str, Any]) -> RoomState:
    """The state that `snapshot_data` wrote; cards that it does not tell lie face down."""
    room: _Room = read(data["room"], _Room)
    tables = {table.spec.table: table for table in map(_table, data["tables"])}
    return RoomState(
        **{name: getattr(room, name) for name in _ROOM_FIELDS},
        funds=Funds(bank=room.bank, deposited=room.deposited),
        tables=MappingProxyType(tables),
    )


def state_from_earlier(data: Mapping[str, Any]) -> RoomState | None:
    """The state that an earlier version wrote; None where this one cannot read it."""
    try:
        state = state_from_snapshot(
            {"room": _room_now(data["room"]), "tables": [_table_now(one) for one in data["tables"]]}
        )
        return replace(state, jackpots=_without_old_awards(state.jackpots))
    except (CodecError, LookupError, TypeError, ValueError):
        return None


def _room_now(data: Mapping[str, Any]) -> dict[str, Any]:
    """Version 0.2 kept the award of every win page, and which pages were printed."""
    room = {"shifts": [], "approved_only": False, "away": [], **data}
    if "slip_awards" in room:
        printed = set(room.pop("printed"))
        pages = [number for number, _ in room.pop("slip_awards")]
        room["unprinted"] = sorted(set(pages) - printed)
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


def _table_now(data: Mapping[str, Any]) -> dict[str, Any]:
    """Version 0.2 recorded no rules of catalogue games, and not who started a game."""
    return {"has_recorded_rules": False, "started_by": data["dealer"], **data}


def _table(data: Mapping[str, Any]) -> TableState:
    plain: _Table = read({name: data[name] for name in _TABLE_FIELDS}, _Table)
    table = TableState(**{name: getattr(plain, name) for name in _TABLE_FIELDS})
    if data["happened"] is None:
        return table
    events = tuple(_event(one) for one in data["happened"])
    return replace(table, round=replayed(table, events), happened=events)


def _event(data: Mapping[str, Any]) -> Event:
    is_told = data.get("card") != HIDDEN
    event: Event = untagged(data if is_told else {**data, "card": ANY_CARD}, _EVENTS)
    if is_told or not isinstance(event, CardDealt):
        return event
    return replace(event, card=FACE_DOWN)
