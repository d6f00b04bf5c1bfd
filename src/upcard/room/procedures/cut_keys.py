"""The cut: parts from screens or said aloud, then closed, opened, shown and confirmed."""

from __future__ import annotations

from typing import Final

from upcard.room.fairness.cuts import (
    SALT_SIGNS,
    SEAL_SIGNS,
    CutClosed,
    CutConfirmed,
    CutOpened,
    CutSealed,
    CutStage,
    CutTyped,
    is_hex,
    read_cut,
    voice_name,
)
from upcard.room.fairness.fair_shuffles import PLAYERS_CUT, CutPart, ShoeNumber, seal_of
from upcard.room.fairness.table_shoes import ShoeState
from upcard.room.orders import ScreenSignature
from upcard.room.people.staff import Member
from upcard.room.procedures.happenings import Happenings
from upcard.room.procedures.table_keys import check_hands_on
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.table_orders import CloseCut, ConfirmCut, CutShoe, OpenCut, SealCut

SPOTS_MAX: Final = 7


def type_cut(happenings: Happenings, wish: CutShoe, by: Member, at: str) -> None:
    """A part that was said aloud, or the dealer's own: every screen says who typed it."""
    check_hands_on(happenings.table(wish.table), by)
    shoe = _uncut_shoe(happenings, wish.table)
    if not 0 <= wish.spot <= SPOTS_MAX:
        raise RoomRefused(
            RoomRefusal.CUT_NOT_ALLOWED,
            f"spot is {wish.spot}: write 1 to {SPOTS_MAX}, or 0 for the dealer",
        )
    who, cut = voice_name(wish.spot), _checked(wish.cut, shoe)
    _check_open(shoe, who)
    happenings.add(
        CutTyped(table=wish.table, number=shoe.number, who=who, cut=cut, by=by.badge, at=at)
    )


def seal_cut(happenings: Happenings, wish: SealCut, screen: ScreenSignature, at: str) -> None:
    """A screen's part as its seal: fixed now, and read by nobody before the cut is closed."""
    shoe = _shoe_of_screen(happenings, wish.table, wish.shoe)
    if not is_hex(wish.seal, SEAL_SIGNS):
        raise RoomRefused(
            RoomRefusal.CUT_NOT_ALLOWED,
            f"seal is {wish.seal[:20]!r}: write {SEAL_SIGNS} hex digits",
        )
    _check_open(shoe, screen.badge)
    happenings.add(
        CutSealed(table=wish.table, number=shoe.number, who=screen.badge, seal=wish.seal, at=at)
    )


def close_cut(happenings: Happenings, wish: CloseCut, by: Member, at: str) -> None:
    """No more parts: from here on the screens open what they sealed."""
    check_hands_on(happenings.table(wish.table), by)
    shoe = _uncut_shoe(happenings, wish.table)
    if shoe.stage is not CutStage.OPEN:
        raise _closed(shoe)
    if not shoe.parts:
        raise RoomRefused(
            RoomRefusal.SHOE_NOT_CUT,
            f"nobody has cut shoe {shoe.number}: let a player cut on a screen, or type what a "
            "player says",
        )
    happenings.add(CutClosed(table=wish.table, number=shoe.number, by=by.badge, at=at))


def open_cut(happenings: Happenings, wish: OpenCut, screen: ScreenSignature, at: str) -> None:
    """A screen tells what it sealed; anything else than that is refused."""
    shoe = _shoe_of_screen(happenings, wish.table, wish.shoe)
    given = next((part for part in shoe.parts if part.who == screen.badge), None)
    if shoe.stage is not CutStage.CLOSED or given is None or not given.is_sealed:
        raise RoomRefused(
            RoomRefusal.CUT_NOT_CLOSED,
            f"{screen.badge} has nothing to open now: it opens its part once, after the dealer "
            "closes the cut",
        )
    if not is_hex(wish.salt, SALT_SIGNS) or _checked(wish.cut, shoe) != wish.cut:
        raise RoomRefused(
            RoomRefusal.CUT_NOT_ALLOWED,
            f"cut is {wish.cut[:60]!r}, salt {wish.salt[:40]!r}: send them as you sealed them",
        )
    told = CutPart(who=screen.badge, cut=wish.cut, salt=wish.salt)
    number = ShoeNumber(table=wish.table, number=shoe.number)
    if seal_of(shoe.commitment, number, told) != given.seal:
        raise RoomRefused(
            RoomRefusal.CUT_DIFFERS,
            f"this is not what {screen.badge} sealed: send the word that was sealed",
        )
    happenings.add(
        CutOpened(
            table=wish.table,
            number=shoe.number,
            who=screen.badge,
            cut=wish.cut,
            salt=wish.salt,
            at=at,
        )
    )


def confirm_cut(happenings: Happenings, wish: ConfirmCut, by: Member, at: str) -> None:
    """Every part stands on every screen and nobody objects: cards may be dealt."""
    check_hands_on(happenings.table(wish.table), by)
    shoe = _uncut_shoe(happenings, wish.table)
    if shoe.stage is not CutStage.CLOSED:
        raise RoomRefused(
            RoomRefusal.CUT_NOT_CLOSED,
            f"the cut of shoe {shoe.number} is not closed: close it, so that every screen shows it",
        )
    if shoe.sealed:
        raise RoomRefused(RoomRefusal.CUT_STILL_SEALED, why_sealed(shoe))
    happenings.add(
        CutConfirmed(
            table=wish.table,
            number=shoe.number,
            by=by.badge,
            at=at,
            from_screens=shoe.from_screens,
            typed=len(shoe.parts) - shoe.from_screens,
        )
    )


def why_sealed(shoe: ShoeState) -> str:
    """Whom the table waits for, and what to do if they do not come."""
    return (
        f"{' and '.join(shoe.sealed)} must still open the cut: wait a moment; if the screen is "
        "gone, a supervisor must throw the shoe away"
    )


def _uncut_shoe(happenings: Happenings, table: str) -> ShoeState:
    shoe = happenings.table(table).shoe
    if shoe is None:
        raise RoomRefused(RoomRefusal.NO_SHOE, "there is no shoe to cut: shuffle first")
    if shoe.is_cut:
        raise RoomRefused(
            RoomRefusal.SHOE_ALREADY_CUT,
            f"shoe {shoe.number} is already cut: each shoe is cut once",
        )
    if shoe.algorithm != PLAYERS_CUT:
        raise RoomRefused(
            RoomRefusal.CUT_NOT_ALLOWED,
            f"shoe {shoe.number} was shuffled by an older version and never cut: a supervisor "
            "must throw it away",
        )
    return shoe


def _shoe_of_screen(happenings: Happenings, table: str, number: int) -> ShoeState:
    shoe = _uncut_shoe(happenings, table)
    if shoe.number != number:
        raise RoomRefused(
            RoomRefusal.OUT_OF_DATE, f"{table} has shoe {shoe.number} now, not {number}: look again"
        )
    return shoe


def _check_open(shoe: ShoeState, who: str) -> None:
    if shoe.stage is not CutStage.OPEN:
        raise _closed(shoe)
    if any(part.who == who for part in shoe.parts):
        raise RoomRefused(
            RoomRefusal.CUT_ALREADY_GIVEN,
            f"{who} has already cut shoe {shoe.number}: wait for the next shoe",
        )


def _closed(shoe: ShoeState) -> RoomRefused:
    return RoomRefused(
        RoomRefusal.CUT_IS_CLOSED, f"the cut of shoe {shoe.number} is closed: cut the next shoe"
    )


def _checked(text: str, shoe: ShoeState) -> str:
    try:
        return read_cut(text, shoe.cards)
    except ValueError as error:
        raise RoomRefused(RoomRefusal.CUT_NOT_ALLOWED, str(error)) from None
