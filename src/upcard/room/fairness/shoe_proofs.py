"""Prove each shoe of a journal from the record alone, once its seed is revealed."""

from __future__ import annotations

from dataclasses import dataclass, field

from upcard.cards import FACE_DOWN, Card
from upcard.room.events import RoomEvent
from upcard.room.fairness.cuts import CutOpened
from upcard.room.fairness.fair_shuffles import CutPart, ShoeNumber, seal_of
from upcard.room.fairness.table_shoes import (
    SeedRefused,
    SeedVault,
    ShoeCommitted,
    ShoeEvent,
    ShoeRevealed,
    ShoeState,
    opened_seed,
    order_from,
    shoe_after,
)
from upcard.room.state import RoomState
from upcard.room.table_events import HoleRevealed, TableHappened
from upcard.room.table_states import TableState
from upcard.table.events import CardDealt


@dataclass(slots=True)
class _Shoe:
    """The shoe on a table, and what came from it."""

    number: int = 0
    """Of the last shoe, if there is none on the table now."""
    state: ShoeState | None = None
    dealt: list[Card | None] = field(default_factory=list)
    """None for a card that came before the proofs began."""


@dataclass(slots=True)
class ShoeProofs:
    """Follows the events of a journal and says what is wrong with its shoes."""

    _shoes: dict[str, _Shoe] = field(default_factory=dict)

    @classmethod
    def of(cls, state: RoomState) -> ShoeProofs:
        """Proofs that go on from a room: of the shoes on its tables, open rounds are known."""
        return cls({name: _shoe_on(table) for name, table in state.tables.items()})

    def take(self, event: RoomEvent) -> str:
        """Follow *event*; what it shows to be wrong, or nothing."""
        match event:
            case TableHappened(table=table, event=CardDealt(card=card)):
                self._shoe(table).dealt.append(card)
            case HoleRevealed(table=table, card=card):
                _turn_up(self._shoe(table).dealt, card)
            case _ if isinstance(event, ShoeEvent):
                return self._follow(event)
            case _:
                pass
        return ""

    def seed_faults(self, vault: SeedVault) -> list[SeedRefused]:
        """The shoes that are on the tables now and whose seed is lost or wrong."""
        faults = []
        for table, shoe in self._shoes.items():
            try:
                if shoe.state is not None:
                    opened_seed(vault, table, shoe.state)
            except SeedRefused as refused:
                faults.append(refused)
        return faults

    def _shoe(self, table: str) -> _Shoe:
        return self._shoes.setdefault(table, _Shoe())

    def _follow(self, event: ShoeEvent) -> str:
        shoe = self._shoe(event.table)
        wrong = _wrong(shoe, event)
        if not wrong:
            shoe.state, shoe.number = shoe_after(shoe.state, event), event.number
            if isinstance(event, ShoeCommitted):
                shoe.dealt = []
        return wrong


def _shoe_on(table: TableState) -> _Shoe:
    known = [event.card for event in table.happened if isinstance(event, CardDealt)]
    unknown = max(0, table.shoe.dealt - len(known)) if table.shoe else 0
    return _Shoe(number=table.shoes, state=table.shoe, dealt=[None] * unknown + known)


def _turn_up(dealt: list[Card | None], card: Card) -> None:
    for place in range(len(dealt) - 1, -1, -1):
        if dealt[place] is FACE_DOWN:
            dealt[place] = card
            return


def _wrong(shoe: _Shoe, event: ShoeEvent) -> str:
    name = f"shoe {event.number} of {event.table}"
    if isinstance(event, ShoeCommitted):
        is_next = event.number == shoe.number + 1 and shoe.state is None
        return "" if is_next else f"{name} follows shoe {shoe.number}: numbers have no gaps"
    if shoe.state is None or shoe.state.number != event.number:
        return f"{name} is not on the table"
    match event:
        case CutOpened():
            return _wrong_opening(name, shoe.state, event)
        case ShoeRevealed():
            return _wrong_cards(name, shoe, shoe.state, event)
        case _:
            return ""


def _wrong_opening(name: str, shoe: ShoeState, event: CutOpened) -> str:
    number = ShoeNumber(table=event.table, number=event.number)
    told = CutPart(who=event.who, cut=event.cut, salt=event.salt)
    seals = [part.seal for part in shoe.parts if part.who == event.who]
    is_right = seals == [seal_of(shoe.commitment, number, told)]
    return "" if is_right else f"{name}: {event.who} opened something other than it sealed"


def _wrong_cards(name: str, shoe: _Shoe, state: ShoeState, event: ShoeRevealed) -> str:
    try:
        order = order_from(bytes.fromhex(event.seed), event.table, state)
    except (SeedRefused, ValueError):
        return f"{name}: the revealed seed does not match its commitment"
    for place, (dealt, fixed) in enumerate(zip(shoe.dealt, order, strict=False), start=1):
        if dealt not in (fixed, FACE_DOWN, None):
            return f"{name}: card {place} is recorded as {dealt}, but its seed fixed {fixed}"
    return ""
