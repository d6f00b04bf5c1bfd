"""`upcard room archive`: closed days leave the database, and are still found."""

from __future__ import annotations

from datetime import date
from typing import Annotated

import typer

from upcard.commands.room.command_desk import Desk, Signs, at_desk


@at_desk(Signs.TWO)
def archive(
    desk: Desk,
    before: Annotated[
        str, typer.Option("--before", metavar="DATE", help="The first gaming day that stays.")
    ],
) -> None:
    """Move closed days into files that verify alone; recall still reads them. Two people."""
    from upcard.room.care.archive_moves import archive_days, days_to_archive
    from upcard.room.orders import ArchiveRecords

    try:
        day = date.fromisoformat(before)
    except ValueError:
        raise typer.BadParameter(f"{before!r} is no day: write one like 2026-11-15") from None
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
