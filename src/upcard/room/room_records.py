"""The room's events and orders as the journal keeps them, and read back."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Final

from upcard.cards import FACE_DOWN
from upcard.journal import Entry
from upcard.plain import Decoded, JsonObject, kinds_of, read, tagged, untagged
from upcard.plain_texts import tagged_text
from upcard.room.clocks import gaming_day
from upcard.room.events import RoomEvent
from upcard.room.orders import Order, Wish, new_pins
from upcard.room.state import RoomState
from upcard.room.table_events import TableHappened
from upcard.table.events import CardDealt

HIDDEN: Final = FACE_DOWN.text
ANY_CARD: Final = "As"
"""Read in place of a card that is not told, so that the rest of its event is checked."""
_EVENTS: Final = kinds_of(RoomEvent)
_WISHES: Final = kinds_of(Wish)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """One entry of the room's journal, read back."""

    sequence: int
    command_id: str
    at: str
    day: date | None
    """The gaming day."""
    by: str
    """The badge that ordered it; empty for the room's own first entry."""
    second: str
    wish: Wish | None
    """What was ordered, without PINs; None for the room's own first entry."""
    events: tuple[RoomEvent, ...]
    hash: str


def event_text(event: RoomEvent) -> str:
    """An event for the journal, as canonical JSON; hidden cards are left out."""
    if isinstance(event, TableHappened) and event.is_hidden and isinstance(event.event, CardDealt):
        event = replace(event, event=replace(event.event, card=FACE_DOWN))
    return tagged_text(event)


def wish_data(wish: Wish) -> JsonObject:
    """A wish for the journal: PINs are never written anywhere."""
    data = tagged(wish)
    return {**data, "pin": ""} if new_pins(wish) else data


def wish_from_data(data: object) -> Wish:
    """Read a wish from the network, checked field by field."""
    wish: Wish = untagged(data, _WISHES)
    return wish


def order_body(order: Order) -> JsonObject:
    """What makes an order the same order when it is sent again, be it on the next day."""
    return {
        "by": order.by.badge,
        "second": order.second.badge if order.second else "",
        "wish": wish_data(order.wish),
        "seen": order.seen,
    }


def order_secret(order: Order) -> str:
    """The PINs of an order, which its body does not tell; empty where it has none."""
    second = order.second.pin if order.second else None
    pins = (order.by.pin, second, *new_pins(order.wish))
    return json.dumps(pins) if any(pins) else ""


def is_hidden(data: Decoded) -> bool:
    """Whether an event in the journal does not tell its card."""
    return data.get("is_hidden") is True and bool(data["event"].get("card") == HIDDEN)


def event_from_data(data: Decoded) -> RoomEvent:
    """The event that `event_text` wrote; a missing card is face down."""
    if is_hidden(data):
        data = {**data, "event": {**data["event"], "card": ANY_CARD}}
        event: RoomEvent = untagged(data, _EVENTS)
        assert isinstance(event, TableHappened)
        assert isinstance(event.event, CardDealt)
        return replace(event, event=replace(event.event, card=FACE_DOWN))
    event = untagged(data, _EVENTS)
    return event


def events_of(entry: Entry) -> tuple[RoomEvent, ...]:
    """The events of an entry. Reading them takes no seed: the record tells a hole card itself."""
    return tuple(event_from_data(data) for data in entry.event_payloads)


def day_of(entry: Entry, state: RoomState) -> date:
    """The gaming day of an entry: the one it was ordered on, where it says so."""
    said = json.loads(entry.answer).get("day")
    if said:
        return date.fromisoformat(said)
    return gaming_day(datetime.fromisoformat(entry.at), state.day_starts_at)


def recorded(entry: Entry) -> Recorded:
    """An entry, read back."""
    body = json.loads(entry.body)
    wish = body.get("wish")
    return Recorded(
        sequence=entry.sequence,
        command_id=entry.command_id,
        at=entry.at,
        day=read(json.loads(entry.answer).get("day"), date | None, "day"),
        by=body.get("by", ""),
        second=body.get("second", ""),
        wish=wish_from_data(wish) if wish else None,
        events=events_of(entry),
        hash=entry.hash,
    )
