"""Being a witness over HTTP: another room's checkpoints in, countersigned ones out."""

from __future__ import annotations

from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Path, Request

from upcard.plain import JsonObject
from upcard.room.room_checkpoints import signer_in
from upcard.room.witness_duties import record_checkpoint
from upcard.web.access.guards import Heavy, OwnOrigin, TheRoom
from upcard.web.refusals import FIELDS_WRONG, NOT_FOUND, WebRefused

router = APIRouter(prefix="/api/witness", tags=["witness"], dependencies=[OwnOrigin])
TEXT_MAX = 2_000


@router.post("")
async def witness(request: Request, room: TheRoom, _: Heavy) -> JsonObject:
    """Record a checkpoint of a room that is known here, and countersign it."""
    body = await request.body()
    if len(body) > TEXT_MAX or not body.isascii():
        raise WebRefused("fields-wrong", "send one signed checkpoint as JSON", FIELDS_WRONG)
    text = body.decode("ascii").strip()
    await to_thread.run_sync(record_checkpoint, room, text)
    head = room.as_of()[1]
    signer = signer_in(room.folder)
    said = f"{text}\n{head.sequence}:{head.hash}"
    return {
        "entry": head.sequence,
        "entry_hash": head.hash,
        "key": signer.public,
        "signature": signer.seal_of(said),
    }


@router.get("/{room_id}")
def witnessed(
    room_id: Annotated[str, Path(pattern=r"^[0-9a-f]{64}$")], room: TheRoom
) -> JsonObject:
    """The newest checkpoint of a room that is kept here."""
    known = room.state.witnessed.get(room_id)
    if known is None:
        raise WebRefused("room-unknown", "this room keeps no checkpoints of that room", NOT_FOUND)
    return {"name": known.name, "checkpoints": [known.text] if known.text else []}
