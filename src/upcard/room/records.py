"""The room's events and orders as the journal keeps them, and read back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from upcard.cards import Card
from upcard.journal import Entry
from upcard.plain import CodecError, kinds_of, read, tagged, untagged
from upcard.room.events import RoomEvent, TableHappened
from upcard.room.orders import Order, Wish, new_pins
from upcard.room.shoes import (
    SeedVault,
    ShoeCommitted,
    ShoeCut,
    ShoeRevealed,
    ShoeState,
    order_of,
)
from upcard.table.events import CardDealt

HIDDEN: Final = "??"
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


def event_data(event: RoomEvent) -> dict[str, Any]:
    """An event for the journal; what lies face down is not told."""
    data = tagged(event)
    if isinstance(event, TableHappened) and event.is_hidden:
        data["event"]["card"] = HIDDEN
    return data


def wish_data(wish: Wish) -> dict[str, Any]:
    """A wish for the journal: PINs are never written anywhere."""
    data = tagged(wish)
    return {**data, "pin": ""} if new_pins(wish) else data


def wish_from_data(data: Any) -> Wish:
    """The wish that a wire brings, checked field by field."""
    wish: Wish = untagged(data, _WISHES)
    return wish


def order_body(order: Order) -> dict[str, Any]:
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


class Hidden:
    """Fills in cards that a record does not tell, from the seeds of their shoes."""

    def __init__(self, vault: SeedVault) -> None:
        self._vault = vault
        self._orders: dict[tuple[str, int, str], tuple[Card, ...]] = {}

    def card(self, table: str, shoe: ShoeState) -> Card:
        """The next card of the shoe on a table."""
        return self.order(table, shoe)[shoe.dealt]

    def order(self, table: str, shoe: ShoeState) -> tuple[Card, ...]:
        """The order of a shoe, worked out once."""
        key = (table, shoe.number, shoe.cut)
        if key not in self._orders:
            others = {one: cards for one, cards in self._orders.items() if one[0] != table}
            self._orders = {**others, key: order_of(self._vault, table, shoe)}
        return self._orders[key]


def is_hidden(data: dict[str, Any]) -> bool:
    """Whether an event in the journal does not tell its card."""
    return data.get("is_hidden") is True and data["event"].get("card") == HIDDEN


def event_from_data(data: dict[str, Any], hole: Card | None = None) -> RoomEvent:
    """The event that `event_data` wrote; *hole* is the card it does not tell."""
    if is_hidden(data):
        if hole is None:
            raise CodecError("a card lies face down: its shoe is needed to read it")
        data = {**data, "event": {**data["event"], "card": hole.text}}
    event: RoomEvent = untagged(data, _EVENTS)
    return event


class Reader:
    """Reads entries in order, keeping just enough of the shoes to know what lay face down."""

    def __init__(self, vault: SeedVault) -> None:
        self._hidden = Hidden(vault)
        self._shoes: dict[str, ShoeState] = {}

    def read(self, entries: Iterable[Entry]) -> Iterator[Recorded]:
        """*entries*, which start with the first, as the room's own."""
        for entry in entries:
            events = tuple(self._event(data) for data in entry.event_payloads)
            yield recorded(entry, events)

    def _event(self, data: dict[str, Any]) -> RoomEvent:
        hole = None
        if is_hidden(data):
            hole = self._hidden.card(data["table"], self._shoes[data["table"]])
        event = event_from_data(data, hole)
        match event:
            case ShoeCommitted():
                self._shoes[event.table] = ShoeState(
                    number=event.number, deck=event.deck, decks=event.decks,
                    commitment=event.commitment, cut_card=event.cut_card,
                )  # fmt: skip
            case ShoeCut(table=table, cut=cut):
                self._shoes[table] = replace(self._shoes[table], cut=cut)
            case ShoeRevealed(table=table):
                del self._shoes[table]
            case TableHappened(table=table, event=CardDealt()):
                shoe = self._shoes[table]
                self._shoes[table] = replace(shoe, dealt=shoe.dealt + 1)
            case _:
                pass
        return event


def recorded(entry: Entry, events: tuple[RoomEvent, ...]) -> Recorded:
    """An entry with its events."""
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
        events=events,
        hash=entry.hash,
    )
