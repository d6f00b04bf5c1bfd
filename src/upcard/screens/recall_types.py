"""Past rounds and shoes, field by field: the pages get these types in `types.ts`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from upcard.money import Cents
from upcard.screens.frame_types import CutPartView, SeenTable
from upcard.table.views import CardText


class PastRoundLine(TypedDict):
    """A round in the list of recall."""

    id: str
    table: str
    number: int
    at: str
    day: str
    dealer: str
    spots: Sequence[int]
    net: Cents | None
    """What the players gained together; null where people dealt real cards: nobody knows it."""
    is_by_hand: bool
    is_open: bool
    is_voided: bool
    is_reversed: bool


class RecallStep(TypedDict):
    """One event of a past round that people notice."""

    sequence: int
    at: str
    by: str
    sentence: str
    is_reversal: bool
    frame: SeenTable


class ShoeRecord(TypedDict):
    """A shoe as anybody may check it."""

    table: str
    shoe: int
    number: int
    algorithm: str
    commitment: str
    committed_at: str
    cut: str
    parts: Sequence[CutPartView]
    is_cut: bool
    deck: str
    decks: int
    seed: str | None
    """None until it is told."""
    dealt: Sequence[CardText]
    order: Sequence[CardText] | None
    """The order that the seed fixed; None before it is told, and where it is not the right one."""
    end: str
    """How the shoe ended; empty while it is on the table."""


class RecalledRound(PastRoundLine):
    """One round: its record, every step with who and when, and its shoe."""

    text: str | None
    steps: Sequence[RecallStep]
    shoe: ShoeRecord | None
