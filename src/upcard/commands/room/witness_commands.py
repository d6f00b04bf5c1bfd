"""`upcard room witness`: who keeps this room's signed checkpoints, and whose it keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypedDict

import typer

from upcard.commands.room.command_desk import Desk, Signs, at_desk

if TYPE_CHECKING:
    from upcard.room.room_checkpoints import Checkpointing

Addresses = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="ADDRESS...",
        help="A folder, https://ROOM or s3://BUCKET/PREFIX. Give none to remove all witnesses.",
    ),
]


@at_desk(Signs.NOBODY)
def list_witnesses(desk: Desk) -> None:
    """List the room's witnesses, and what another room needs to be one."""
    record = _record(desk)
    desk.show(record, lambda: _tell(record))


@at_desk(Signs.TWO)
def set_witnesses(desk: Desk, addresses: Addresses = None) -> None:
    """Set the witnesses that keep the room's checkpoints from now on. Needs two people."""
    from upcard.room.orders import SetWitnesses

    named = tuple(addresses or ())
    record = desk.order(SetWitnesses(named))
    _checkpointing(desk).tell()
    desk.told({**record, **_record(desk)}, f"{len(named)} witnesses")


@at_desk(Signs.NOBODY)
def make_checkpoint(desk: Desk) -> None:
    """Sign a checkpoint of the last entry now, and send it to every witness."""
    made = _checkpointing(desk).make()
    record = {"number": made.number, "sequence": made.sequence, "hash": made.hash}
    record |= {"short": made.short, "troubles": dict(_checkpointing(desk).troubles)}
    said = f"checkpoint {made.number} at entry {made.sequence}: {made.short}"
    desk.show(record, lambda: print(said))


@at_desk(Signs.TWO)
def witness_for(
    desk: Desk,
    room: Annotated[
        str, typer.Argument(metavar="ROOM", help="The other room's id, 64 hex digits.")
    ],
    key: Annotated[str, typer.Argument(metavar="KEY", help="Its public key, 64 hex digits.")],
    name: Annotated[str, typer.Option("--name", help="The other room's name.")],
) -> None:
    """Keep and countersign the checkpoints of another room. Needs two people."""
    from upcard.room.orders import WitnessFor

    wish = WitnessFor(room=room, name=name, public_key=key)
    desk.done(wish, f"this room now keeps the checkpoints of {name}")


def _checkpointing(desk: Desk) -> Checkpointing:
    found = desk.room.checkpointing
    assert found is not None, "a room that is opened for orders makes checkpoints"
    return found


class WitnessLine(TypedDict):
    """A witness of this room, and what is wrong with it."""

    address: str
    trouble: str


class WitnessedRoom(TypedDict):
    """A room whose checkpoints are kept here."""

    room: str
    name: str
    number: int
    sequence: int


class WitnessesRecord(TypedDict):
    """Who witnesses this room, and whom it witnesses."""

    room: str
    public_key: str
    rehearsal: bool
    witnesses: list[WitnessLine]
    witnessed: list[WitnessedRoom]


def _record(desk: Desk) -> WitnessesRecord:
    found, state = _checkpointing(desk), desk.state
    return {
        "room": found.room_id,
        "public_key": state.public_key,
        "rehearsal": found.is_rehearsal,
        "witnesses": [
            {"address": address, "trouble": found.troubles.get(address, "")}
            for address in found.addresses
        ],
        "witnessed": [
            {"room": room, "name": one.name, "number": one.number, "sequence": one.sequence}
            for room, one in state.witnessed.items()
        ],
    }


def _tell(record: WitnessesRecord) -> None:
    print(f"room       {record['room']}\npublic key {record['public_key']}")
    if record["rehearsal"]:
        print("  rehearsal: the room does not contact its witnesses")
    for one in record["witnesses"]:
        print(f"  witness  {one['address']}  {one['trouble'] or 'ok'}")
    for kept in record["witnessed"]:
        print(f"  keeps    {kept['name']}: checkpoint {kept['number']} at entry {kept['sequence']}")
