"""`upcard room report`: the reports of a room, as text, CSV, JSON or PDF."""

from __future__ import annotations

import sys
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.commands.output import Failed, Json, failures_told, show
from upcard.commands.room.command_desk import Desk, check_writable, open_desk, place_of
from upcard.commands.room.shared_options import As, Data, OrderId, Out, Training

if TYPE_CHECKING:
    from upcard.books.histories import Period


class Format(StrEnum):
    """The file format of a report."""

    CSV = "csv"
    JSON = "json"
    PDF = "pdf"
    HTML = "html"


FirstDay = Annotated[
    datetime | None,
    typer.Option(formats=["%Y-%m-%d"], metavar="DAY", help="The first gaming day."),
]
LastDay = Annotated[
    datetime | None,
    typer.Option(formats=["%Y-%m-%d"], metavar="DAY", help="The last gaming day (default: today)."),
]
FileFormat = Annotated[
    Format | None, typer.Option("--format", help="File format (default: from --out).")
]


def report(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="The report. Leave it out to list them.")
    ] = None,
    first: FirstDay = None,
    last: LastDay = None,
    written: FileFormat = None,
    out: Out = None,
    data: Data = "",
    training: Training = False,
    badge: As = "",
    id: OrderId = None,
    json: Json = False,
) -> None:
    """Write a report on gaming days, or list the reports. Reading one is recorded."""
    if name is None:
        _list(json)
        return
    for value, option in ((data, "--data"), (badge, "--as")):
        if not value:
            raise typer.BadParameter(f"give {option}: the room records who reads a report")
    with (
        failures_told(json),
        open_desk(place_of(data, training), badge, None, id, json) as desk,
    ):
        _report(desk, name, first, last, written, out)


def _list(as_json: bool) -> None:
    from upcard.books.reports import REPORTS

    records = [{"name": n, "title": one.title, "says": one.says} for n, one in REPORTS.items()]
    lines = [f"{one['name']:<16} {one['says']}" for one in records]
    show(records, as_json, lambda: print("\n".join(lines)))


def _report(
    desk: Desk,
    name: str,
    first: datetime | None,
    last: datetime | None,
    format_: Format | None,
    out: Path | None,
) -> None:
    from upcard.books.reports import FORMATS, REPORTS
    from upcard.books.stamps import stamp_of
    from upcard.room.clocks import moment, now
    from upcard.room.files import write_private
    from upcard.room.orders import ReadRecords

    if name not in REPORTS:
        raise Failed(
            "unknown-name", f"{name!r} is not a report: choose one of {', '.join(REPORTS)}"
        )
    chosen = format_ or _format_of(out, desk.as_json)
    if out is None and (chosen is Format.PDF or (desk.as_json and chosen is not Format.JSON)):
        raise typer.BadParameter(f"give --out: {chosen.value} needs a file")
    check_writable(out)
    period = _period(desk, first, last)
    record = desk.order(ReadRecords(f"report {name}, {period.first} to {period.last}"))
    stamp = stamp_of(desk.room.journal, period.last, moment(now()))
    content = FORMATS[chosen.value](REPORTS[name].build(desk.room.journal, period, stamp))
    if out is None:
        sys.stdout.write(content.decode())
        return
    write_private(out, content)
    record |= {"report": name, "format": chosen.value, "file": str(out)}
    record |= {"first": period.first.isoformat(), "last": period.last.isoformat()}
    desk.told(record, f"wrote {out}")


def _format_of(out: Path | None, as_json: bool) -> Format:
    ending = out.suffix.removeprefix(".") if out else ""
    if ending in {one.value for one in Format}:
        return Format(ending)
    return Format.JSON if as_json else Format.CSV


def _period(desk: Desk, first: datetime | None, last: datetime | None) -> Period:
    """The named days, or else the current gaming day."""
    from upcard.books.histories import Period
    from upcard.room.clocks import gaming_day, now

    end: date = last.date() if last else gaming_day(now(), desk.state.day_starts_at)
    return Period(first.date() if first else end, end)
