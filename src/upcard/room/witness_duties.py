"""Being a witness: another room's checkpoints, recorded in this room's own journal."""

from __future__ import annotations

from upcard.room.events import CheckpointWitnessed
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.rooms import Room
from upcard.witness import CheckpointReason, SignatureWrong, SignedCheckpoint


def record_checkpoint(room: Room, text: str) -> None:
    """Record a checkpoint of another room; sent again, it is there once."""
    point = _read(text)
    known = room.state.witnessed.get(point.room)
    if known is None or known.public_key != point.key:
        raise RoomRefused(
            RoomRefusal.WITNESS_NOT_ALLOWED,
            f"this room does not keep checkpoints of room {point.room[:12]} with that key: add it "
            "with `upcard room witness-for`",
        )
    if known.text == text:
        return
    is_back = point.sequence < known.sequence and point.reason is not CheckpointReason.RESTORED
    if point.number <= known.number or is_back:
        raise RoomRefused(
            RoomRefusal.WITNESS_NOT_ALLOWED,
            f"checkpoint {point.number} at entry {point.sequence} does not follow {known.number} "
            f"at entry {known.sequence}: the room went back; restore it with `upcard room restore`",
        )
    room.note(CheckpointWitnessed(point.room, point.number, point.sequence, text))


def _read(text: str) -> SignedCheckpoint:
    try:
        return SignedCheckpoint.read(text)
    except SignatureWrong as error:
        raise RoomRefused(RoomRefusal.WITNESS_NOT_ALLOWED, str(error)) from None
