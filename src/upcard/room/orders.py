"""What people order in the room: who, with which badge, and perhaps a second pair of eyes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final

from upcard.jackpot import Parameters
from upcard.jackpot.accounts import Fund
from upcard.jackpot.commands import AdjustmentReason, Direction
from upcard.money import Cents
from upcard.room.roles import Act, Role
from upcard.room.state import Link, TableSpec
from upcard.table.commands import Command


@dataclass(frozen=True, slots=True)
class Signature:
    """A badge that was read, and the PIN typed with it."""

    badge: str
    pin: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddMember:
    """Give somebody a badge."""

    badge: str
    name: str
    role: Role
    pin: str


@dataclass(frozen=True, slots=True)
class RemoveMember:
    """Take a badge back."""

    badge: str


@dataclass(frozen=True, slots=True)
class ChangePin:
    """Give a badge another PIN, and unlock it."""

    badge: str
    pin: str


@dataclass(frozen=True, slots=True)
class AddTable:
    """Set a table up. Needs a second person."""

    spec: TableSpec


@dataclass(frozen=True, slots=True)
class OpenProgressive:
    """Start a progressive and put tables on it. Needs a second person."""

    parameters: Parameters
    link: Link


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Open a table with a dealer."""

    table: str
    dealer: str


@dataclass(frozen=True, slots=True)
class ChangeDealer:
    """Another dealer takes over without closing the table."""

    table: str
    dealer: str


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Close a table."""

    table: str


@dataclass(frozen=True, slots=True)
class ShuffleShoe:
    """Draw a new shoe; the one before it is revealed."""

    table: str
    reason: str


@dataclass(frozen=True, slots=True)
class CutShoe:
    """Bring the table's part to the shuffle."""

    table: str
    cut: str


@dataclass(frozen=True, slots=True)
class Operate:
    """A key of the table: wagers, START GAME, decisions, the hand button, END GAME."""

    table: str
    command: Command


@dataclass(frozen=True, slots=True)
class SwipeAward:
    """CONFIRM and the swipe for a claimed award."""

    table: str
    spot: int
    wager: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReverseAward:
    """Take a paid award back. Needs a second person and a reason."""

    progressive: str
    level: str
    award_id: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustMeter:
    """Change a fund of a level for a documented reason. Needs a second person."""

    progressive: str
    level: str
    reason: AdjustmentReason
    direction: Direction
    fund: Fund
    amount: Cents
    evidence: str


Wish = (
    AddMember
    | RemoveMember
    | ChangePin
    | AddTable
    | OpenProgressive
    | OpenTable
    | ChangeDealer
    | CloseTable
    | ShuffleShoe
    | CutShoe
    | Operate
    | SwipeAward
    | ReverseAward
    | AdjustMeter
)

ACTS: Final[dict[type[Wish], Act]] = {
    AddMember: Act.MANAGE_STAFF,
    RemoveMember: Act.MANAGE_STAFF,
    ChangePin: Act.MANAGE_STAFF,
    AddTable: Act.CHANGE_SETTINGS,
    OpenProgressive: Act.CHANGE_SETTINGS,
    OpenTable: Act.OPEN_TABLE,
    ChangeDealer: Act.OPEN_TABLE,
    CloseTable: Act.OPEN_TABLE,
    ShuffleShoe: Act.SHUFFLE,
    CutShoe: Act.SHUFFLE,
    Operate: Act.OPERATE_TABLE,
    SwipeAward: Act.CONFIRM_AWARD,
    ReverseAward: Act.REVERSE_AWARD,
    AdjustMeter: Act.ADJUST_METER,
}
"""What each wish is an act of."""

SECOND_ACTS: Final[dict[type[Wish], Act]] = {
    AddTable: Act.APPROVE_SETTINGS,
    OpenProgressive: Act.APPROVE_SETTINGS,
    ReverseAward: Act.REVERSE_AWARD,
    AdjustMeter: Act.ADJUST_METER,
}
"""Wishes that take a second person, and what that person must be able to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """A wish with everything that makes it count. *id* makes it safe to send twice."""

    id: str
    by: Signature
    wish: Wish
    second: Signature | None = None
    day: date | None = None
    """The gaming day, from the room's clock."""
