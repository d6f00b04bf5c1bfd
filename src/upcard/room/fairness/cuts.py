"""The cut of a shoe: parts given sealed or aloud, closed, opened, and shown to the whole table."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from upcard.room.fairness.fair_shuffles import CutPart

WORD_MAX: Final = 24
_CUT: Final = re.compile(rf"([1-9][0-9]{{0,3}}) (.{{1,{WORD_MAX}}})")
_HEX: Final = re.compile(r"[0-9a-f]+", re.ASCII)
SEAL_SIGNS: Final = 64
SALT_SIGNS: Final = 32
DEALER: Final = "dealer"
TABLE_SCREEN: Final = "table screen"


class CutStage(StrEnum):
    """How far the cut of a shoe has come."""

    OPEN = "open"
    """Everybody at the table may give a part."""
    CLOSED = "closed"
    """No more parts: the screens open what they sealed, and every screen shows it."""
    CONFIRMED = "confirmed"
    """Nobody objected: cards may be dealt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CutSealed:
    """A screen gave its part, as a seal: nobody else can read it yet."""

    table: str
    number: int
    who: str
    seal: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CutTyped:
    """The dealer typed a part that a player said aloud, or one of the dealer's own."""

    table: str
    number: int
    who: str
    cut: str
    by: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CutClosed:
    """No more parts are taken; what is sealed is opened now."""

    table: str
    number: int
    by: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CutOpened:
    """A screen told the part that it had sealed."""

    table: str
    number: int
    who: str
    cut: str
    salt: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CutConfirmed:
    """Every part was shown on every screen, and nobody objected."""

    table: str
    number: int
    by: str
    at: str
    from_screens: int
    """How many parts came from screens. Without any, the house alone chose the order."""
    typed: int


CutEvent = CutSealed | CutTyped | CutClosed | CutOpened | CutConfirmed


def parts_after(parts: tuple[CutPart, ...], event: CutEvent) -> tuple[CutPart, ...]:
    """The parts of a cut after *event*."""
    match event:
        case CutSealed():
            return (*parts, CutPart(who=event.who, seal=event.seal, at=event.at))
        case CutTyped():
            return (*parts, CutPart(who=event.who, cut=event.cut, at=event.at, by=event.by))
        case CutOpened():
            return tuple(
                replace(part, cut=event.cut, salt=event.salt) if part.who == event.who else part
                for part in parts
            )
        case _:
            return parts


def stage_after(stage: CutStage, event: CutEvent) -> CutStage:
    """The stage of a cut after *event*."""
    match event:
        case CutClosed():
            return CutStage.CLOSED
        case CutConfirmed():
            return CutStage.CONFIRMED
        case _:
            return stage


def read_cut(text: str, cards: int) -> str:
    """
    A cut as it is hashed: a position in the shoe, one blank, a word. A `ValueError` says why not.

    >>> read_cut(" 113   tulip ", 288)
    '113 tulip'
    """
    cut = " ".join(text.split())
    found = _CUT.fullmatch(cut)
    if found is None or not cut.isprintable() or int(found[1]) >= cards:
        raise ValueError(
            f"cut is {cut[:60]!r}: write a position from 1 to {cards - 1} and a word of up to "
            f"{WORD_MAX} letters, like '113 tulip'"
        )
    return cut


def is_hex(text: str, signs: int) -> bool:
    """Whether *text* is hex of that length, as a seal or a salt is."""
    return len(text) == signs and _HEX.fullmatch(text) is not None


def screen_name(spots: tuple[int, ...]) -> str:
    """
    What a screen is called in the cut.

    >>> screen_name((3,)), screen_name((2, 3)), screen_name(())
    ('spot 3', 'spots 2, 3', 'table screen')
    """
    if not spots:
        return TABLE_SCREEN
    return f"spot{'s' if len(spots) > 1 else ''} {', '.join(map(str, spots))}"


def voice_name(spot: int) -> str:
    """
    Whose voice the dealer typed; the dealer's own where no spot is named.

    >>> voice_name(3), voice_name(0)
    ('dealer for spot 3', 'dealer')
    """
    return f"{DEALER} for {screen_name((spot,))}" if spot else DEALER
