"""What people order at a table: its dealer, its shoe, its keys and its round."""

from __future__ import annotations

from dataclasses import dataclass

from upcard.cards import Card
from upcard.room.fairness.real_shoes import SetAside
from upcard.room.table_events import TableSpec
from upcard.table.commands import Command


@dataclass(frozen=True, slots=True)
class AddTable:
    """Set a table up. Needs a second person."""

    spec: TableSpec


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
    """Draw a new shoe when the cut card is out; the one before it is revealed."""

    table: str
    reason: str


@dataclass(frozen=True, slots=True)
class AbandonShoe:
    """Throw a shoe away before its cut card comes: revealed, and another is drawn."""

    table: str
    reason: str


@dataclass(frozen=True, slots=True)
class VoidShoe:
    """End a shoe whose seed is lost or wrong, and the round on it; another is drawn."""

    table: str
    reason: str


@dataclass(frozen=True, slots=True)
class CutShoe:
    """Type a part of the cut that was said aloud: a position and a word, like "113 tulip"."""

    table: str
    cut: str
    spot: int = 0
    """The spot whose player said it; 0 where it is the dealer's own."""


@dataclass(frozen=True, slots=True)
class CloseCut:
    """Take no more parts; the screens open what they sealed."""

    table: str


@dataclass(frozen=True, slots=True)
class ConfirmCut:
    """Every part is shown on every screen, and nobody objects."""

    table: str


@dataclass(frozen=True, slots=True)
class SealCut:
    """A screen gives its part of the cut, sealed."""

    table: str
    shoe: int
    seal: str


@dataclass(frozen=True, slots=True)
class OpenCut:
    """A screen tells the part that it sealed."""

    table: str
    shoe: int
    cut: str
    salt: str


@dataclass(frozen=True, slots=True)
class Operate:
    """A key of the table: wagers, START GAME, decisions, the hand button, END GAME."""

    table: str
    command: Command


@dataclass(frozen=True, slots=True)
class SetCardAside:
    """Tell a table with read cards that a card left the shoe for nobody."""

    table: str
    why: SetAside
    card: Card | None = None
    """None where nobody saw it: a burn card."""


@dataclass(frozen=True, slots=True)
class CorrectCard:
    """Say what a misread card of the open round is. A supervisor does."""

    table: str
    place: int
    """Which card of the round it is, from 1 on, in the order they left the shoe."""
    card: Card
    reason: str


@dataclass(frozen=True, slots=True)
class ChangeTable:
    """Let a closed table play something else. Needs a second person."""

    spec: TableSpec


@dataclass(frozen=True, slots=True)
class StepBack:
    """Take the last key of a table back, if nothing irreversible came of it."""

    table: str


@dataclass(frozen=True, slots=True)
class VoidRound:
    """End a round that cannot be finished; wagers in play go back."""

    table: str
    reason: str
