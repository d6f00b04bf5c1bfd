"""`upcard room`: backups, program versions, and the checklist of a large prize."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TypedDict

import typer

from upcard import __version__
from upcard.app.presentations import counted
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
from upcard.plain import Decoded

if TYPE_CHECKING:
    from upcard.room.room_openings import Place
    from upcard.room.rooms import Room

CHANGES_MAX: Final = 10

NewFolder = Annotated[
    Path, typer.Option("--out", metavar="DIR", help="A new folder for the backup.")
]
CopyFolder = Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a backup.")]


def backup(data: Data, out: NewFolder, training: Training = False, json: Json = False) -> None:
    """Back the room up during play, and check the backup. It holds secret seeds: keep it safe."""
    from upcard.room.care.backups import back_up, backup_record
    from upcard.room.room_openings import no_room

    with failures_told(json):
        place = place_of(data, training)
        if not place.exists:
            raise no_room(place)
        record = {"folder": str(out), **backup_record(back_up(place, out))}
        show(record, json, lambda: _tell_copy(record, "backed up to"))


def check_backup(folder: CopyFolder, json: Json = False) -> None:
    """Check a backup: every file, every entry, and the room they make."""
    from upcard.room.care import backups

    with failures_told(json):
        record = {"folder": str(folder), **backups.backup_record(backups.check_backup(folder))}
        show(record, json, lambda: _tell_copy(record, "the backup is good:"))


def restore(
    folder: CopyFolder,
    data: Data,
    reason: Reason,
    badge: As,
    second: Second = None,
    rehearsal: Annotated[
        bool,
        typer.Option("--rehearsal", help="Only test the backup: do not tell the room's witnesses."),
    ] = False,
    training: Training = False,
    id: OrderId = None,
    json: Json = False,
) -> None:
    """Restore a backup to an empty place. Needs two people. Open shoes are void."""
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
        said = (
            "restored as a rehearsal (witnesses not contacted) to" if rehearsal else "restored to"
        )
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
    """Resume a room restored with the database's own tools. Two people. Open shoes are void."""
    with failures_told(json):
        record = _restored(place_of(data, training), reason, badge, second, id, json)
        said = f"restored: checkpoint {record['checkpoint']}"
        show(record, json, lambda: print(said))


def _restored(
    place: Place, reason: str, badge: str, second: str | None, id_: str | None, as_json: bool
) -> Decoded:
    """Two people sign for a restored room, and its witnesses learn which entries count."""
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


def _tell_copy(record: Decoded, said: str) -> None:
    print(
        f"{said} {record['folder']}: {counted(record['entries'], 'entry')}, state {record['state']}"
    )
    for seed in record["seeds"]:
        print(f"  WARNING {seed}: this table stops until you void its shoe", file=sys.stderr)


@contextmanager
def _any_software(data: str, training: bool) -> Iterator[Room]:
    """Open the room even if the program has changed."""
    from upcard.room.room_openings import open_room

    room = open_room(place_of(data, training), any_software=True)
    try:
        yield room
    finally:
        room.close()


def software(data: Data, training: Training = False, json: Json = False) -> None:
    """Show the running program, the accepted one, and the last ten accepted."""
    with failures_told(json), _any_software(data, training) as room:
        record = _software_record(room)
        show(record, json, lambda: _tell_software(record))
        if not record["accepted"]:
            raise typer.Exit(1)


class SoftwareChange(TypedDict):
    """A program that was accepted."""

    entry: int
    at: str
    version: str
    hash: str
    reason: str
    by: str
    approved_by: str


class SoftwareRecord(TypedDict):
    """The program that runs, and those that were accepted."""

    version: str
    hash: str
    accepted: bool
    changed: Sequence[str]
    changes: list[SoftwareChange]


def _software_record(room: Room) -> SoftwareRecord:
    from upcard.room.integrity import changes_since, software_hash

    running = software_hash()
    return {
        "version": __version__,
        "hash": running,
        "accepted": running == room.state.software,
        "changed": changes_since(room.folder, room.state.software),
        "changes": list(islice(_changes(room), CHANGES_MAX)),
    }


def _changes(room: Room) -> Iterator[SoftwareChange]:
    """Every accepted program, newest first."""
    from upcard.room.events import SoftwareAccepted

    found: list[SoftwareChange] = [
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


def _tell_software(record: SoftwareRecord) -> None:
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
    """Accept a new program version. Needs two people."""
    with failures_told(json), _any_software(data, training) as room:
        desk = Desk(room, badge, second, id or secrets.token_hex(16), json)
        record = accepted_software(desk, reason)
        desk.told(record, f"program {record['hash'][:12]} is accepted")


def accepted_software(desk: Desk, reason: str) -> Decoded:
    """Accept the running program, signed by the people at *desk*, and return the record."""
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
        str,
        typer.Option("--done", metavar="A,B", help="The steps you have done, separated by commas."),
    ],
    seal: Annotated[str, typer.Option("--seal", help="The number on the seal.")],
    wager: AwardWager = None,
) -> None:
    """Record that the checklist of a large prize is done. You may then swipe."""
    from upcard.room.money_orders import CompleteChecklist

    award = award_at(desk, table, spot, wager)
    wish = CompleteChecklist(
        table=table,
        spot=spot,
        wager=wager or (award.wager if award else ""),
        done=read_list(done),
        seal=seal,
    )
    desk.done(wish, f"the checklist of spot {spot} of {table} is done, seal {seal}")
