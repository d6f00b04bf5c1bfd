"""`upcard room upgrade` and `copy`: move a room to this version or another database."""

from __future__ import annotations

import secrets
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upcard import __version__
from upcard.app.presentations import counted
from upcard.commands.output import Failed, Json, failures_told, show
from upcard.commands.room.care_commands import accepted_software
from upcard.commands.room.command_desk import Desk, place_of
from upcard.commands.room.shared_options import BADGE_VARIABLE, Data, Second, Training, Yes
from upcard.commands.room.shown_previews import is_confirmed
from upcard.plain import Decoded

if TYPE_CHECKING:
    from upcard.room.care.upgrades import Upgrade
    from upcard.room.room_openings import Place

BackupFolder = Annotated[
    Path | None,
    typer.Option(
        "--backup", metavar="DIR", help="Where to put the backup (default: beside the room)."
    ),
]
NoBackup = Annotated[bool, typer.Option("--no-backup", help="Do not make a backup first.")]
Signer = Annotated[
    str | None,
    typer.Option("--as", envvar=BADGE_VARIABLE, metavar="BADGE", help="Who accepts the program."),
]
Why = Annotated[str, typer.Option("--reason", help="Why, for the record.")]
FromFolder = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Seeds and keys beside FROM (default: UPCARD_FOLDER)."),
]
ToFolder = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Seeds and keys beside TO (default: UPCARD_FOLDER)."),
]


def upgrade(
    data: Data,
    badge: Signer = None,
    second: Second = None,
    reason: Why = "upgrade",
    backup: BackupFolder = None,
    no_backup: NoBackup = False,
    yes: Yes = False,
    training: Training = False,
    json: Json = False,
) -> None:
    """
    Upgrade a room to this version: show the steps, ask, back it up, do it, and check it.

    A room for real money needs two people, who accept the program with --as and --second.
    """
    from upcard.room.care.upgrades import planned_upgrade

    with failures_told(json):
        place = place_of(data, training)
        plan = planned_upgrade(place)
        copied = None if no_backup else backup or _beside(place)
        record: Decoded = {"plan": plan.as_data(), "backup": None, "upgraded": False}
        if plan.is_needed:
            if plan.software and not (badge and second):
                raise Failed(
                    "second-person-needed",
                    f"two people must accept Upcard {__version__} here: name them with --as "
                    "and --second",
                )
            _ask(plan, copied, yes, json)
            record |= _upgraded(place, plan, copied, (badge or "", second, reason), json)
        show(record, json, lambda: _tell(record))


def _beside(place: Place) -> Path:
    """A new folder next to the room's, named after the moment."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    folder = place.folder.resolve()
    return folder.with_name(f"{folder.name}.before-upgrade-{stamp}")


def _ask(plan: Upgrade, copied: Path | None, yes: bool, as_json: bool) -> None:
    """Show what will be done, and at a terminal ask before doing it."""
    is_asked = not yes and sys.stdin.isatty()
    if not as_json or is_asked:
        print(f"{plan.room}: this will", file=sys.stderr)
        first = f"back the room up to {copied}" if copied else "make NO backup (--no-backup)"
        for line in (first, *plan.lines(), "check every entry"):
            print(f"  - {line}", file=sys.stderr)
        for line in plan.warnings():
            print(f"  WARNING {line}", file=sys.stderr)
    if is_asked and not is_confirmed():
        raise Failed("not-confirmed", "you said no: nothing has changed")


def _upgraded(
    place: Place,
    plan: Upgrade,
    copied: Path | None,
    signs: tuple[str, str | None, str],
    as_json: bool,
) -> Decoded:
    from upcard.room.care.audits import audit_room
    from upcard.room.care.backups import back_up
    from upcard.room.fairness.table_shoes import FileVault
    from upcard.room.room_openings import open_room

    if copied is not None:
        back_up(place, copied)
    room = open_room(place, any_software=True)
    try:
        if plan.software:
            badge, second, reason = signs
            accepted_software(Desk(room, badge, second, secrets.token_hex(16), as_json), reason)
        found = audit_room(room.journal, vault=FileVault(room.folder / "seeds"))
        if found.fault is not None:
            raise Failed("audit-failed", f"{found.fault}; the backup is in {copied}")
        return {
            "upgraded": True,
            "backup": str(copied) if copied else None,
            "entries": found.entries,
            "head": found.head.hash,
        }
    finally:
        room.close()


def copy(
    source: Annotated[str, typer.Argument(metavar="FROM", help="A folder, or postgresql://.")],
    target: Annotated[
        str, typer.Argument(metavar="TO", help="An empty folder or postgresql:// database.")
    ],
    from_folder: FromFolder = None,
    to_folder: ToFolder = None,
    json: Json = False,
) -> None:
    """Copy a closed room to another database, and check the copy."""
    from upcard.room.care.room_copies import copy_room

    with failures_told(json):
        made = copy_room(_place(source, from_folder), _place(target, to_folder))
        record = {"ok": True, **made.as_data()}
        said = (
            f"copied: {counted(made.head.sequence, 'entry')}, {sum(made.rows.values())} rows, "
            f"{made.files} files, head {made.head.hash}; put the old room away and never open both"
        )
        show(record, json, lambda: print(said))


def _place(data: str, folder: Path | None) -> Place:
    place = place_of(data, False)
    if folder is not None and place.is_sqlite:
        raise typer.BadParameter(
            f"{data} is a folder: only a PostgreSQL room has a folder beside it"
        )
    return place if folder is None else replace(place, folder=folder)


def _tell(record: Decoded) -> None:
    plan = record["plan"]
    if not record["upgraded"]:
        print(f"{plan['room']} is already at Upcard {__version__}: nothing to do")
        return
    kept = f", backup in {record['backup']}" if record["backup"] else ""
    print(
        f"{plan['room']} is at Upcard {__version__}: {counted(record['entries'], 'entry')}, "
        f"all sound, head {record['head']}{kept}"
    )
