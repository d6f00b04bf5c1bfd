"""A room as a snapshot: so that a start replays only what came after it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Any, Final

from upcard.jackpot import Jackpots
from upcard.money import Cents
from upcard.plain import form_of, kinds_of, read, tagged, untagged, written
from upcard.room.events import (
    BankRecorded,
    ChecklistCompleted,
    CrossLinks,
    Link,
    RoomKind,
    RulesApproved,
    TableSpec,
)
from upcard.room.records import HIDDEN, Hidden
from upcard.room.shoes import ShoeState
from upcard.room.staff import Member
from upcard.room.state import Funds, RoomState, TableState, Witnessed
from upcard.table import Round, evolve
from upcard.table.events import CardDealt, Event
from upcard.table.rounds import DEALER

EVERY: Final = 1000
"""After how many entries a room saves a snapshot."""

_EVENTS: Final = kinds_of(Event)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """A table without its round, which follows from what happened in it."""

    spec: TableSpec
    rules_text: str
    fingerprint: str
    dealer: str
    shoe: ShoeState | None
    shoes: int
    rounds: int
    day: date | None
    steps: tuple[int, ...]
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Room:
    """A room without its tables."""

    name: str
    location: str
    kind: RoomKind
    day_starts_at: int
    checklist_from: Cents | None
    cross_links: CrossLinks
    software: str
    staff: Mapping[str, Member]
    rules: Mapping[str, RulesApproved]
    links: Mapping[str, Link]
    jackpots: Jackpots
    bank: BankRecorded | None
    deposited: Mapping[str, int]
    slips: int
    slip_awards: Mapping[int, str]
    printed: frozenset[int]
    checklists: Mapping[str, ChecklistCompleted]
    public_key: str
    witnesses: tuple[str, ...]
    witnessed: Mapping[str, Witnessed]


NAME: Final = f"room {form_of(tuple[_Room, _Table, Event])}"
"""The form of the snapshot: a program with another form passes it by and reads the journal."""


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
    "name", "location", "kind", "day_starts_at", "checklist_from", "cross_links", "software",
    "staff", "rules", "links", "jackpots", "slips", "slip_awards", "printed",
    "checklists", "public_key", "witnesses", "witnessed",
]  # fmt: skip
_TABLE_FIELDS: Final = list(_Table.__dataclass_fields__)


def _table_data(table: TableState) -> dict[str, Any]:
    data: dict[str, Any] = written(_Table(**{name: getattr(table, name) for name in _TABLE_FIELDS}))
    if table.round is None:
        return {**data, "happened": None}
    events = [tagged(event) for event in table.happened]
    hole = [one for one in events if one["kind"] == "CardDealt" and one["to"] == DEALER][1:2]
    for one in hole:
        one["card"] = HIDDEN
    return {**data, "happened": events}


def state_from_snapshot(data: Mapping[str, Any], hidden: Hidden) -> RoomState:
    """The state that `snapshot_data` wrote."""
    room: _Room = read(data["room"], _Room)
    tables = {table.spec.table: table for table in (_table(one, hidden) for one in data["tables"])}
    return RoomState(
        **{name: getattr(room, name) for name in _ROOM_FIELDS},
        funds=Funds(bank=room.bank, deposited=room.deposited),
        tables=MappingProxyType(tables),
    )


def _table(data: Mapping[str, Any], hidden: Hidden) -> TableState:
    plain: _Table = read({name: data[name] for name in _TABLE_FIELDS}, _Table)
    table = TableState(**{name: getattr(plain, name) for name in _TABLE_FIELDS})
    if data["happened"] is None:
        return table
    events = tuple(untagged(one, _EVENTS) for one in _told(data["happened"], table, hidden))
    round_ = Round(table.game_on(table.day))
    for event in events:
        round_ = evolve(round_, event)
    fields = {name: getattr(plain, name) for name in _TABLE_FIELDS}
    return TableState(**fields, round=round_, happened=events)


def _told(events: list[dict[str, Any]], table: TableState, hidden: Hidden) -> list[dict[str, Any]]:
    """*events* with the card that lay face down."""
    dealt = [one for one in events if one["kind"] == CardDealt.__name__]
    if table.shoe is None or not dealt:
        return events
    order = hidden.order(table.spec.table, table.shoe)
    first = table.shoe.dealt - len(dealt)
    cards = {id(one): order[first + number].text for number, one in enumerate(dealt)}
    return [{**one, "card": cards[id(one)]} if one.get("card") == HIDDEN else one for one in events]
