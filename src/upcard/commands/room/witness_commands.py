"""`upcard room witness`: who keeps the room's signed checkpoints, and whose are kept here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from upcard.commands.room.command_desk import Desk, Signs, at_desk

if TYPE_CHECKING:
    from upcard.room.room_checkpoints import Checkpointing

Addresses = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="ADDRESS...",
        help="A folder, https://ROOM or s3://BUCKET/PREFIX; none at all takes every witness off.",
    ),
]


@at_desk(Signs.NOBODY)
def list_witnesses(desk: Desk) -> None:
    """List the room's witnesses, and what another room needs to be one."""
    record = _record(desk)
    desk.show(record, lambda: _tell(record))


@at_desk(Signs.TWO)
def set_witnesses(desk: Desk, addresses: Addresses = None) -> None:
    """Name the witnesses that keep the room's checkpoints from now on. Two people."""
    from upcard.room.orders import SetWitnesses

    named = tuple(addresses or ())
    record = desk.order(SetWitnesses(named))
    _checkpointing(desk).tell()
    desk.told({**record, **_record(desk)}, f"{len(named)} witnesses")


@at_desk(Signs.NOBODY)
def make_checkpoint(desk: Desk) -> None:
    """Sign a checkpoint of the last entry now, and tell every witness."""
    made = _checkpointing(desk).make()
    record = {"number": made.number, "sequence": made.sequence, "hash": made.hash}
    record |= {"short": made.short, "troubles": dict(_checkpointing(desk).troubles)}
    said = f"checkpoint {made.number} at entry {made.sequence}: {made.short}"
    desk.show(record, lambda: print(said))


@at_desk(Signs.TWO)
def witness_for(
    desk: Desk,
    room: Annotated[str, typer.Argument(metavar="ROOM", help="The other room's id, 64 signs.")],
    key: Annotated[str, typer.Argument(metavar="KEY", help="Its public key, 64 signs.")],
    name: Annotated[str, typer.Option("--name", help="What the other room is called.")],
) -> None:
    """Keep the checkpoints of another room in this one, and countersign them. Two people."""
    from upcard.room.orders import WitnessFor

    wish = WitnessFor(room=room, name=name, public_key=key)
    desk.done(wish, f"checkpoints of {name} are kept here")


def _checkpointing(desk: Desk) -> Checkpointing:
    found = desk.room.checkpointing
    assert found is not None, "a room that is opened for orders makes checkpoints"
    return found


def _record(desk: Desk) -> dict[str, Any]:
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


def _tell(record: dict[str, Any]) -> None:
    print(f"room       {record['room']}\npublic key {record['public_key']}")
    if record["rehearsal"]:
        print("  rehearsal: the room's witnesses are neither asked nor told")
    for one in record["witnesses"]:
        print(f"  witness  {one['address']}  {one['trouble'] or 'in order'}")
    for one in record["witnessed"]:
        print(f"  keeps    {one['name']}: checkpoint {one['number']} at entry {one['sequence']}")
