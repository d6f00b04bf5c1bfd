"""`upcard room`: copies, the program a room runs on, and the checklist of a large prize."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from upcard import __version__
from upcard.commands.output import Json, failures_told, show
from upcard.commands.room.award_commands import award_at
from upcard.commands.room.command_desk import Desk, Signs, at_desk, place_of
from upcard.commands.room.shared_options import (
    As,
    AwardWager,
    Data,
    OrderId,
    Reason,
    Second,
    Spot,
    TableName,
    Training,
    read_list,
)

if TYPE_CHECKING:
    from upcard.room.room_openings import Place
    from upcard.room.rooms import Room

CHANGES_MAX: Final = 10

NewFolder = Annotated[Path, typer.Option("--out", metavar="DIR", help="A new folder for the copy.")]
CopyFolder = Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a copy.")]


def backup(data: Data, out: NewFolder, training: Training = False, json: Json = False) -> None:
    """Copy the room while it is played in, and check the copy. It has seeds: keep it safe."""
    from upcard.room.care.backups import back_up, backup_record
    from upcard.room.room_openings import no_room

    with failures_told(json):
        place = place_of(data, training)
        if not place.exists:
            raise no_room(place)
        record = {"folder": str(out), **backup_record(back_up(place, out))}
        show(record, json, lambda: _tell_copy(record, "copied to"))


def check_backup(folder: CopyFolder, json: Json = False) -> None:
    """Check a copy: every file, every entry, and the room they make."""
    from upcard.room.care import backups

    with failures_told(json):
        record = {"folder": str(folder), **backups.backup_record(backups.check_backup(folder))}
        show(record, json, lambda: _tell_copy(record, "a good copy in"))


def restore(
    folder: CopyFolder,
    data: Data,
    reason: Reason,
    badge: As,
    second: Second = None,
    rehearsal: Annotated[
        bool,
        typer.Option(
            "--rehearsal", help="Only to see that it works: the room's witnesses are not told."
        ),
    ] = False,
    training: Training = False,
    id: OrderId = None,
    json: Json = False,
) -> None:
    """Make a room of a copy, where there is none. Two people; open shoes are void."""
    from upcard.room.care import backups
    from upcard.room.care.empty_places import made_at
    from upcard.room.room_checkpoints import REHEARSAL

    with failures_told(json):
        place = place_of(data, training)
        with made_at(place) as new:
            found = backups.put_back(folder, new)
            if rehearsal:
                (new.folder / REHEARSAL).touch(mode=0o600)
            signed = _restored(new, reason, badge, second, id, json)
        record = {"folder": str(place.folder), **backups.backup_record(found), **signed}
        said = "restored as a rehearsal, no witness was told, in" if rehearsal else "restored in"
        show(record, json, lambda: _tell_copy(record, said))


def declare_restored(
    data: Data,
    reason: Reason,
    badge: As,
    second: Second = None,
    training: Training = False,
    id: OrderId = None,
    json: Json = False,
) -> None:
    """Let a room go on that the database's own tools put back. Two people; open shoes are void."""
    with failures_told(json):
        record = _restored(place_of(data, training), reason, badge, second, id, json)
        said = f"restored: checkpoint {record['checkpoint']}"
        show(record, json, lambda: print(said))


def _restored(
    place: Place, reason: str, badge: str, second: str | None, id_: str | None, as_json: bool
) -> dict[str, Any]:
    """Two people sign for a room that was put back; its witnesses are told which entries count."""
    from upcard.room.orders import RestoreRoom
    from upcard.room.room_openings import open_room
    from upcard.witness import CheckpointReason

    room = open_room(place, any_software=True, is_restored=True)
    try:
        before = room.sequence
        record = Desk(room, badge, second, id_ or secrets.token_hex(16), as_json).order(
            RestoreRoom(reason)
        )
        assert room.checkpointing is not None, "a room that is opened makes checkpoints"
        made = room.checkpointing.make(CheckpointReason.RESTORED, replaces=before)
        return {**record, "checkpoint": made.short, "troubles": dict(room.checkpointing.troubles)}
    finally:
        room.close()


def _tell_copy(record: dict[str, Any], said: str) -> None:
    print(f"{said} {record['folder']}: {record['entries']} entries, state {record['state']}")
    for seed in record["seeds"]:
        print(f"  WARNING {seed}: that table stops until its shoe is voided", file=sys.stderr)


@contextmanager
def _any_software(data: str, training: bool) -> Iterator[Room]:
    """The room, also where its program was changed."""
    from upcard.room.room_openings import open_room

    room = open_room(place_of(data, training), any_software=True)
    try:
        yield room
    finally:
        room.close()


def software(data: Data, training: Training = False, json: Json = False) -> None:
    """The program that runs, the one that was accepted, and the last ten that were."""
    with failures_told(json), _any_software(data, training) as room:
        record = _software_record(room)
        show(record, json, lambda: _tell_software(record))
        if not record["accepted"]:
            raise typer.Exit(1)


def _software_record(room: Room) -> dict[str, Any]:
    from upcard.room.integrity import changes_since, software_hash

    running = software_hash()
    return {
        "version": __version__,
        "hash": running,
        "accepted": running == room.state.software,
        "changed": changes_since(room.folder, room.state.software),
        "changes": list(islice(_changes(room), CHANGES_MAX)),
    }


def _changes(room: Room) -> Iterator[dict[str, Any]]:
    """Every program that was accepted, the newest first."""
    from upcard.room.events import SoftwareAccepted

    found = [
        {
            "entry": entry.sequence,
            "at": entry.at,
            "version": event.version,
            "hash": event.hash,
            "reason": event.reason,
            "by": event.by,
            "approved_by": event.approved_by,
        }
        for entry in room.entries()
        for event in entry.events
        if isinstance(event, SoftwareAccepted)
    ]
    yield from reversed(found)


def _tell_software(record: dict[str, Any]) -> None:
    state = "accepted" if record["accepted"] else "NOT ACCEPTED"
    print(f"upcard {record['version']}  {record['hash']}  {state}")
    for name in record["changed"]:
        print(f"  changed: {name}", file=sys.stderr)
    for one in record["changes"]:
        signed = f"{one['by']}, {one['approved_by']}" if one["by"] else "-"
        print(f"  {one['at']}  {one['version']}  {one['hash'][:12]}  {signed}  {one['reason']}")


def accept_software(
    data: Data,
    reason: Reason,
    badge: As,
    second: Second = None,
    training: Training = False,
    id: OrderId = None,
    json: Json = False,
) -> None:
    """Let the room run on a program that was changed. Two people."""
    with failures_told(json), _any_software(data, training) as room:
        desk = Desk(room, badge, second, id or secrets.token_hex(16), json)
        record = accepted_software(desk, reason)
        desk.told(record, f"program {record['hash'][:12]} is accepted")


def accepted_software(desk: Desk, reason: str) -> dict[str, Any]:
    """Have the program that runs accepted by whoever signs at *desk*; what came of it."""
    from upcard.room.integrity import keep_manifest, software_hash
    from upcard.room.orders import AcceptSoftware

    found = software_hash()
    record = desk.order(AcceptSoftware(version=__version__, hash=found, reason=reason))
    keep_manifest(desk.room.folder)
    return {**record, "hash": found}


@at_desk(Signs.ONE)
def checklist(
    desk: Desk,
    table: TableName,
    spot: Spot,
    done: Annotated[
        str, typer.Option("--done", metavar="A,B", help="The steps that are done, with commas.")
    ],
    seal: Annotated[str, typer.Option("--seal", help="What is written on the seal.")],
    wager: AwardWager = None,
) -> None:
    """Record that everything a large prize takes is done; the swipe may follow."""
    from upcard.room.orders import CompleteChecklist

    award = award_at(desk, table, spot, wager)
    wish = CompleteChecklist(
        table=table,
        spot=spot,
        wager=wager or (award.wager if award else ""),
        done=read_list(done),
        seal=seal,
    )
    desk.done(wish, f"the checklist of spot {spot} of {table} is done, seal {seal}")
