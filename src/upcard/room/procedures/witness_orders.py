"""Naming the room's witnesses, and the rooms that it is a witness for."""

from __future__ import annotations

import re
from typing import Final

from upcard.room.events import WitnessesSet, WitnessingBegan
from upcard.room.orders import SetWitnesses, WitnessFor
from upcard.room.people.staff import Member
from upcard.room.procedures.happenings import Happenings
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.witness import WitnessError, witness_at

WITNESSES_MAX: Final = 8
_HASH: Final = re.compile(r"[0-9a-f]{64}")


def set_witnesses(
    happenings: Happenings, wish: SetWitnesses, by: Member, approved_by: Member
) -> None:
    """Name the room's witnesses; an empty list means none from now on."""
    if len(wish.addresses) > WITNESSES_MAX or len(set(wish.addresses)) < len(wish.addresses):
        raise RoomRefused(
            RoomRefusal.WITNESS_NOT_ALLOWED,
            f"you named {len(wish.addresses)} witnesses: name {WITNESSES_MAX} at most, each once",
        )
    for address in wish.addresses:
        _check_address(address)
    happenings.add(WitnessesSet(wish.addresses, by.badge, approved_by.badge))


def _check_address(address: str) -> None:
    try:
        if len(address) > 300 or not address.isprintable():
            raise WitnessError(
                f"witness is {address[:60]!r}: write 300 printable characters at most"
            )
        witness_at(address)
    except WitnessError as error:
        raise RoomRefused(RoomRefusal.WITNESS_NOT_ALLOWED, str(error)) from None


def witness_for(happenings: Happenings, wish: WitnessFor, by: Member, approved_by: Member) -> None:
    """Keep another room's checkpoints from now on."""
    for what, text in (("room", wish.room), ("public key", wish.public_key)):
        if not _HASH.fullmatch(text):
            raise RoomRefused(
                RoomRefusal.WITNESS_NOT_ALLOWED,
                f"{what} is {text[:20]!r}: copy the 64 hex digits that `upcard room witness` "
                "prints for the other room",
            )
    if wish.room in happenings.state.witnessed:
        raise RoomRefused(
            RoomRefusal.WITNESS_NOT_ALLOWED, "this room already keeps the checkpoints of that room"
        )
    if not wish.name.strip() or not wish.name.isprintable() or len(wish.name) > 80:
        raise RoomRefused(
            RoomRefusal.WITNESS_NOT_ALLOWED, "name is empty: write the other room's name"
        )
    happenings.add(
        WitnessingBegan(
            room=wish.room,
            name=wish.name.strip(),
            public_key=wish.public_key,
            by=by.badge,
            approved_by=approved_by.badge,
        )
    )
