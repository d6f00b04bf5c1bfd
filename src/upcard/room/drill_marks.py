"""Drills that somebody did in a training room: the order that records one, and what it records."""

from __future__ import annotations

from dataclasses import dataclass

from upcard.money import NOTHING, Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class DrillMark:
    """The decisions of one exercise that one rule decides."""

    rule: str
    title: str
    decisions: int
    right: int
    milliseconds: int
    """How long they took."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordDrill:
    """Record a drill that the person who signs has done. The server judges it and sends this."""

    drill: str
    game: str
    seed: int
    marks: tuple[DrillMark, ...]
    overpaid: Cents = NOTHING
    underpaid: Cents = NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class DrillDone:
    """Somebody did a drill: how each rule in it went."""

    drill: str
    game: str
    seed: int
    """The number of the exercise: with it the same one is made again."""
    marks: tuple[DrillMark, ...]
    overpaid: Cents
    """What the house would have lost by the mistakes."""
    underpaid: Cents
    """What players would have lost by them."""
    by: str
