"""The room as it is known, and as a transaction is making it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from upcard.jackpot import transfers_of
from upcard.jackpot.accounts import Transfer
from upcard.journal import Checkpoint, Writing
from upcard.room.events import ClockSteppedBack, RoomEvent
from upcard.room.money_events import JackpotHappened
from upcard.room.state import RoomState


class KnownRoom(NamedTuple):
    """The room as of one entry: replaced as a whole, so nobody sees half of a change."""

    state: RoomState
    point: Checkpoint
    at: str
    """The time of the entry."""
    day: date | None
    """Its gaming day."""


@dataclass(slots=True)
class RoomDraft:
    """The room as one transaction is making it: good only if that transaction commits."""

    writing: Writing
    state: RoomState
    sequence: int
    at: str
    day: date | None
    """The gaming day of the last entry."""


def clock_steps(draft: RoomDraft, at: str) -> tuple[RoomEvent, ...]:
    """What is recorded where the clock shows an earlier time than the entry before."""
    return (ClockSteppedBack(draft.at, at),) if draft.at and at < draft.at else ()


def transfers_in(events: Sequence[RoomEvent], order_id: str) -> list[Transfer]:
    """The transfers that *events* make in the ledger."""
    return [
        transfer
        for number, event in enumerate(events, start=1)
        if isinstance(event, JackpotHappened)
        for transfer in transfers_of(event.event, f"{order_id}/{number}")
    ]
