"""`upcard audit`: check a room's journal, and export it so that anybody can check it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NotRequired, TypedDict

import typer

from upcard.app.presentations import counted
from upcard.commands.output import Failed, Json, failures_told, show
from upcard.commands.room.command_desk import place_of
from upcard.commands.room.shared_options import Data, Training

if TYPE_CHECKING:
    from upcard.journal import Checkpoint, Journal
    from upcard.room.care.audits import Audit
    from upcard.room.fairness.table_shoes import SeedVault
    from upcard.room.room_openings import Place

app = typer.Typer(no_args_is_help=True, help="Check and export a room's journal.")

_POINT: Final = re.compile(r"([0-9]{1,18}):([0-9a-f]{64})", re.ASCII)
FAILED: Final = "audit-failed"

ToFile = Annotated[Path, typer.Option("--out", metavar="FILE", help="The file to write.")]


@app.command("verify")
def verify(
    data: Data,
    checkpoint: Annotated[
        list[str] | None,
        typer.Option(metavar="N:HASH", help="A checkpoint you kept elsewhere. Repeat for more."),
    ] = None,
    witness: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS", help="A witness to ask: a folder, https:// or s3://. Repeatable."
        ),
    ] = None,
    chain: Annotated[
        bool, typer.Option("--chain", help="Check only the chain, seals and ledger. Much faster.")
    ] = False,
    after: Annotated[
        str | None,
        typer.Option(
            metavar="N:HASH", help="Start after a checkpoint that you have already verified."
        ),
    ] = None,
    training: Training = False,
    json: Json = False,
) -> None:
    """Recompute the chain, ledger, room and every shoe, and name the first bad entry."""
    with failures_told(json), _journal(data, training) as journal:
        if chain:
            _verify_chain(journal, checkpoint or [], after, json)
            return
        from upcard.room.care.audits import audit_room
        from upcard.witness import witness_at

        witnesses = [witness_at(address) for address in witness or []]
        seeds = place_of(data, training).folder / "seeds"
        start = _start(after)
        found = audit_room(
            journal,
            _points(checkpoint or []),
            witnesses=witnesses,
            vault=_vault(seeds),
            after=start,
        )
        record = _record(found, start, are_seeds_checked=seeds.is_dir())
        show(record, json, lambda: _tell(record))
        if not record["ok"]:
            raise typer.Exit(1)


def _verify_chain(
    journal: Journal, checkpoints: Sequence[str], after: str | None, as_json: bool
) -> None:
    from upcard.journal import verify

    start = _start(after)
    found = verify(journal, _points(checkpoints), after=start)
    record: dict[str, object] = {
        "ok": found.is_sound,
        "first": start.sequence + 1,
        "entries": found.entries,
        "head": found.head.hash,
    }
    if found.fault is not None:
        record["bad"] = {"entry": found.fault.sequence, "message": found.fault.message}
        record["error"] = {"code": FAILED, "message": str(found.fault)}
    said = f"sound: entries {start.sequence + 1} to {found.entries}, chain, seals and ledger"
    show(record, as_json, lambda: print(said if found.is_sound else f"upcard: {found.fault}"))
    if not found.is_sound:
        raise typer.Exit(1)


def _vault(folder: Path) -> SeedVault | None:
    """The seeds, if they are here; a copy of only the database is audited without them."""
    from upcard.room.fairness.table_shoes import FileVault

    return FileVault(folder) if folder.is_dir() else None


@app.command("checkpoint")
def checkpoint(data: Data, training: Training = False, json: Json = False) -> None:
    """Print the head of the chain as N:HASH. Keep it where nobody here can change it."""
    with failures_told(json), _journal(data, training) as journal:
        head = journal.head()
        record = {"sequence": head.sequence, "hash": head.hash, "checkpoint": str(head)}
        show(record, json, lambda: print(head))


@app.command("drop-snapshots")
def drop_snapshots(data: Data, training: Training = False, json: Json = False) -> None:
    """Delete broken snapshots, if the journal is sound. The room then starts from the journal."""
    with failures_told(json), _journal(data, training) as journal:
        from upcard.journal.tables import SNAPSHOTS
        from upcard.room.care.audits import audit_room

        found = audit_room(journal, with_snapshots=False, with_facts=False)
        if found.fault is not None:
            raise Failed(FAILED, str(found.fault))
        with journal.engine.begin() as connection:
            dropped = connection.execute(SNAPSHOTS.delete()).rowcount
        show({"ok": True, "dropped": dropped}, json, lambda: print(f"deleted {dropped} snapshots"))


@app.command("rebuild-facts")
def rebuild(data: Data, training: Training = False, json: Json = False) -> None:
    """Rebuild the facts that pages and reports read, if the journal is sound."""
    with failures_told(json), _journal(data, training) as journal:
        from upcard.room.care.audits import audit_room
        from upcard.room.projections.rebuilds import rebuild_facts

        found = audit_room(journal, with_snapshots=False, with_facts=False)
        if found.fault is not None:
            raise Failed(FAILED, str(found.fault))
        read = rebuild_facts(journal)
        show(
            {"ok": True, "entries": read},
            json,
            lambda: print(f"rebuilt from {counted(read, 'entry')}"),
        )


@app.command("archives")
def archives(data: Data, training: Training = False, json: Json = False) -> None:
    """List the archive files, and say whether each is there and unchanged."""
    with failures_told(json), _journal(data, training) as journal:
        from upcard.room.care.archive_moves import checked_archives

        found = [
            {**archive._asdict(), "wrong": wrong} for archive, wrong in checked_archives(journal)
        ]
        show(found, json, lambda: _tell_archives(found))
        if any(one["wrong"] for one in found):
            raise typer.Exit(1)


def _tell_archives(found: Sequence[dict[str, object]]) -> None:
    for one in found:
        said = one["wrong"] or "ok"
        print(f"{one['day']}  entries {one['first']} to {one['last']}  {one['file']}  {said}")
    if not found:
        print("nothing is archived yet")


@app.command("export")
def export(
    data: Data,
    out: ToFile,
    round_: Annotated[
        str | None,
        typer.Option(
            "--round", metavar="TABLE/NUMBER", help="Export one round and withhold the rest."
        ),
    ] = None,
    first: Annotated[int | None, typer.Option(help="The first entry (default 1).")] = None,
    last: Annotated[int | None, typer.Option(help="The last entry (default the last).")] = None,
    training: Training = False,
    json: Json = False,
) -> None:
    """Write entries to a bundle that the stand-alone verifier can check offline."""
    if round_ is not None and (first is not None or last is not None):
        raise typer.BadParameter("give --round, or --first and --last")
    with failures_told(json):
        what = f"round {round_}" if round_ else f"entries {first or 1} to {last or 'the last'}"
        unrecorded = _note_reading(place_of(data, training), what)
        with _journal(data, training) as journal:
            record = _export(journal, out, round_, 1 if first is None else first, last)
        record["unrecorded"] = unrecorded
        show(record, json, lambda: _tell_export(record))


def _note_reading(place: Place, what: str) -> str:
    """
    Record in the room that somebody exports it; why that was not possible, or nothing.

    A room that nobody can open or write to is exported all the same: it is evidence.
    """
    from getpass import getuser

    from sqlalchemy.exc import SQLAlchemyError

    from upcard.problems import UpcardError
    from upcard.room.events import RecordsRead
    from upcard.room.room_openings import open_room

    said = f"export of {what} with `upcard audit export`, by the system's user {getuser()}"
    try:
        room = open_room(place)
        try:
            room.note(RecordsRead(said[:200], ""))
        finally:
            room.close()
    except (UpcardError, SQLAlchemyError, OSError) as error:
        return str(error)
    return ""


def _tell_export(record: dict[str, object]) -> None:
    print(
        f"wrote {record['file']}: {record['entries']} entries, {record['withheld']} withheld; "
        + (
            f"this export is not recorded in the room: {record['unrecorded']}"
            if record["unrecorded"]
            else "this export is recorded in the room"
        )
    )


@app.command("verifier")
def verifier(out: ToFile, json: Json = False) -> None:
    """Write the stand-alone verifier, one file that needs only Python."""
    from importlib.resources import files

    with failures_told(json):
        out.write_bytes((files("upcard.journal") / "verify_bundle.py").read_bytes())
        show(
            {"file": str(out)},
            json,
            lambda: print(f"wrote {out}; run it with: python {out.name} BUNDLE"),
        )


@contextmanager
def _journal(data: str, training: bool) -> Iterator[Journal]:
    """Open the journal at *data* as it is: create, repair and refuse nothing."""
    from upcard.journal import Journal
    from upcard.journal.engines import engine_for
    from upcard.journal.migrations.steps import check_version
    from upcard.room.keys import has_keys, keys_in
    from upcard.room.room_openings import ARCHIVE, no_room

    place = place_of(data, training)
    if not place.exists:
        raise no_room(place)
    seals = keys_in(place.folder).seals if has_keys(place.folder) else None
    journal = Journal(engine_for(place.url), seals, place.folder / ARCHIVE)
    try:
        check_version(journal.engine)
        yield journal
    finally:
        journal.close()


def _points(texts: Sequence[str]) -> list[Checkpoint]:
    from upcard.journal import Checkpoint

    found = []
    for text in texts:
        point = _POINT.fullmatch(text)
        if point is None:
            raise typer.BadParameter(
                f"checkpoint is {text!r}: write N:HASH, as `upcard audit checkpoint` prints it"
            )
        found.append(Checkpoint(int(point[1]), point[2]))
    return found


def _start(after: str | None) -> Checkpoint:
    """The checkpoint to start after, or the beginning if none is given."""
    from upcard.journal.entries import START

    (start,) = _points([after]) if after else (START,)
    return start


class BadEntry(TypedDict):
    """The first entry that is not sound."""

    entry: int
    message: str


class ToldError(TypedDict):
    """What is wrong, with its code."""

    code: str
    message: str


class AuditRecord(TypedDict):
    """What an audit found."""

    ok: bool
    entries: int
    events: int
    transfers: int
    head: str
    seeds: list[str] | None
    after: NotRequired[int]
    first: NotRequired[int]
    not_rederived: NotRequired[list[str]]
    bad: NotRequired[BadEntry]
    error: NotRequired[ToldError]


def _record(audit: Audit, after: Checkpoint, *, are_seeds_checked: bool) -> AuditRecord:
    record: AuditRecord = {
        "ok": audit.is_sound and not audit.seeds,
        "entries": audit.entries,
        "events": audit.events,
        "transfers": audit.transfers,
        "head": audit.head.hash,
        "seeds": list(audit.seeds) if are_seeds_checked else None,
    }
    if after.sequence:
        first = audit.start.sequence + 1
        record["after"], record["first"] = after.sequence, first
        record["not_rederived"] = _not_rederived(first - 1)
    if audit.fault is None and audit.seeds:
        message = f"the journal is sound, but these seeds are bad: {', '.join(audit.seeds)}"
        return {**record, "error": {"code": FAILED, "message": message}}
    if audit.fault is None:
        return record
    bad: BadEntry = {"entry": audit.fault.sequence, "message": audit.fault.message}
    return {**record, "bad": bad, "error": {"code": FAILED, "message": str(audit.fault)}}


def _not_rederived(start: int) -> list[str]:
    """What an audit that starts at a snapshot does not recompute."""
    if not start:
        return []
    return [
        f"entries 1 to {start}",
        "the facts that pages and reports read",
        f"cards dealt up to entry {start} from shoes now in use, except in open rounds",
    ]


def _tell(record: AuditRecord) -> None:
    if record["ok"]:
        if "after" in record:
            _tell_start(record)
        counts = f"{counted(record['entries'], 'entry')}, {record['events']} events"
        print(f"sound: {counts}, {record['transfers']} transfers, head {record['head']}")
        if record["seeds"] is None:
            print("seeds not checked: there is no seed folder beside the database")
    else:
        print(f"upcard: {record['error']['message']} [{FAILED}]", file=sys.stderr)


def _tell_start(record: AuditRecord) -> None:
    if record["first"] == 1:
        print("there is no snapshot before that checkpoint: everything was recomputed")
        return
    last = record["first"] - 1
    print(f"recomputed: entries {record['first']} to {record['entries']}, from the sealed")
    print(f"  snapshot of entry {last}, which leads to your checkpoint {record['after']}")
    print("not recomputed: " + "; ".join(record["not_rederived"]))


def _export(
    journal: Journal, out: Path, round_: str | None, first: int, last: int | None
) -> dict[str, object]:
    from upcard.commands.room.round_evidence import evidence_of
    from upcard.journal.bundles import bundle
    from upcard.room.files import write_private

    chosen: set[int] | None = None
    if round_ is not None:
        chosen = evidence_of(journal.stored(), round_).sequences
        first, last = min(chosen), max(chosen)
    is_chosen = None if chosen is None else lambda entry: entry.sequence in chosen
    lines = list(bundle(journal, first, last, is_chosen))
    write_private(out, "".join(f"{line}\n" for line in lines).encode("ascii"))
    withheld = sum('"kind":"withheld"' in line for line in lines)
    told = len(lines) - 2  # Without the line before the entries and the one after them.
    return {"file": str(out), "entries": told - withheld, "withheld": withheld}
