"""`upcard room archive`: move closed days from the database into files."""

from __future__ import annotations

from datetime import date
from typing import Annotated

import typer

from upcard.commands.room.command_desk import Desk, Signs, at_desk


@at_desk(Signs.TWO)
def archive(
    desk: Desk,
    before: Annotated[
        str,
        typer.Option(
            "--before", metavar="DATE", help="The first gaming day to keep in the database."
        ),
    ],
) -> None:
    """Move closed days into files; recall still reads them. Needs two people."""
    from upcard.room.care.archive_moves import archive_days, days_to_archive
    from upcard.room.orders import ArchiveRecords

    try:
        day = date.fromisoformat(before)
    except ValueError:
        raise typer.BadParameter(f"{before!r} is not a day: write one like 2026-11-15") from None
    recorded = desk.order(ArchiveRecords(day)) if days_to_archive(desk.room, day) else {}
    found = archive_days(desk.room, day)
    record = {
        **recorded,
        "days": list(found.days),
        "entries": found.entries,
        "bytes": found.size,
    }
    count = f"{len(found.days)} days, {found.entries:,} entries, {found.size:,} bytes"
    desk.told(record, f"{count} in {desk.room.folder.name}/archive")
