"""`upcard audit`: a room's journal re-derived, exported, and verified by anybody."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from upcard.commands.output import Failed, Json, failures_told, show
from upcard.commands.room.command_desk import place_of
from upcard.commands.room.shared_options import Data, Training

if TYPE_CHECKING:
    from upcard.journal import Checkpoint, Journal
    from upcard.room.care.audits import Audit
    from upcard.room.fairness.table_shoes import SeedVault

app = typer.Typer(no_args_is_help=True, help="The journal: verify, export, checkpoints.")

_POINT: Final = re.compile(r"([0-9]{1,18}):([0-9a-f]{64})", re.ASCII)
FAILED: Final = "audit-failed"

ToFile = Annotated[Path, typer.Option("--out", metavar="FILE", help="The file to write.")]


@app.command("verify")
def verify(
    data: Data,
    checkpoint: Annotated[
        list[str] | None,
        typer.Option(metavar="N:HASH", help="A checkpoint kept elsewhere; several times."),
    ] = None,
    witness: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS", help="A witness of the room: a folder, https:// or s3://; several."
        ),
    ] = None,
    chain: Annotated[
        bool, typer.Option("--chain", help="The chain, seals and ledger alone: many times as fast.")
    ] = False,
    after: Annotated[
        str | None,
        typer.Option(metavar="N:HASH", help="Go on after a checkpoint that you have verified."),
    ] = None,
    training: Training = False,
    json: Json = False,
) -> None:
    """Re-derive the chain, the ledger, the room and every shoe; name the first bad entry."""
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
    record: dict[str, Any] = {
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
    """The seeds, where they are: a copy of the database alone is audited without them."""
    from upcard.room.fairness.table_shoes import FileVault

    return FileVault(folder) if folder.is_dir() else None


@app.command("checkpoint")
def checkpoint(data: Data, training: Training = False, json: Json = False) -> None:
    """The head of the chain as N:HASH, to be kept where nobody here can change it."""
    with failures_told(json), _journal(data, training) as journal:
        head = journal.head()
        record = {"sequence": head.sequence, "hash": head.hash, "checkpoint": str(head)}
        show(record, json, lambda: print(head))


@app.command("drop-snapshots")
def drop_snapshots(data: Data, training: Training = False, json: Json = False) -> None:
    """Throw broken snapshots away, if the journal is sound: the room starts from it alone."""
    with failures_told(json), _journal(data, training) as journal:
        from upcard.journal.tables import SNAPSHOTS
        from upcard.room.care.audits import audit_room

        found = audit_room(journal, with_snapshots=False, with_facts=False)
        if found.fault is not None:
            raise Failed(FAILED, str(found.fault))
        with journal.engine.begin() as connection:
            dropped = connection.execute(SNAPSHOTS.delete()).rowcount
        show({"ok": True, "dropped": dropped}, json, lambda: print(f"{dropped} snapshots dropped"))


@app.command("rebuild-facts")
def rebuild(data: Data, training: Training = False, json: Json = False) -> None:
    """Make what pages and reports are read from anew, if the journal is sound."""
    with failures_told(json), _journal(data, training) as journal:
        from upcard.room.care.audits import audit_room
        from upcard.room.projections.rebuilds import rebuild_facts

        found = audit_room(journal, with_snapshots=False, with_facts=False)
        if found.fault is not None:
            raise Failed(FAILED, str(found.fault))
        read = rebuild_facts(journal)
        show({"ok": True, "entries": read}, json, lambda: print(f"made anew of {read} entries"))


@app.command("archives")
def archives(data: Data, training: Training = False, json: Json = False) -> None:
    """The files of days that left the database, and whether each is there and as it was."""
    with failures_told(json), _journal(data, training) as journal:
        from upcard.room.care.archive_moves import checked_archives

        found = [
            {**archive._asdict(), "wrong": wrong} for archive, wrong in checked_archives(journal)
        ]
        show(found, json, lambda: _tell_archives(found))
        if any(one["wrong"] for one in found):
            raise typer.Exit(1)


def _tell_archives(found: Sequence[dict[str, Any]]) -> None:
    for one in found:
        said = one["wrong"] or "in order"
        print(f"{one['day']}  entries {one['first']} to {one['last']}  {one['file']}  {said}")
    if not found:
        print("no day has left the database")


@app.command("export")
def export(
    data: Data,
    out: ToFile,
    round_: Annotated[
        str | None,
        typer.Option("--round", metavar="TABLE/NUMBER", help="One round; the rest is withheld."),
    ] = None,
    first: Annotated[int | None, typer.Option(help="The first entry (default 1).")] = None,
    last: Annotated[int | None, typer.Option(help="The last entry (default the last).")] = None,
    training: Training = False,
    json: Json = False,
) -> None:
    """Write entries as a bundle that the stand-alone verifier checks, off line."""
    if round_ is not None and (first is not None or last is not None):
        raise typer.BadParameter("say --round, or --first and --last")
    with failures_told(json), _journal(data, training) as journal:
        record = _export(journal, out, round_, 1 if first is None else first, last)
        said = f"wrote {out}: {record['entries']} entries, {record['withheld']} withheld"
        show(record, json, lambda: print(said))


@app.command("verifier")
def verifier(out: ToFile, json: Json = False) -> None:
    """Write the stand-alone verifier: one file that needs Python and nothing else."""
    from importlib.resources import files

    with failures_told(json):
        out.write_bytes((files("upcard.journal") / "verify_bundle.py").read_bytes())
        show({"file": str(out)}, json, lambda: print(f"wrote {out}: python {out.name} BUNDLE"))


@contextmanager
def _journal(data: str, training: bool) -> Iterator[Journal]:
    """The journal at *data* as it lies there: nothing is made, mended or refused beforehand."""
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
            raise typer.BadParameter(f"checkpoint is {text!r}: write N:HASH, as it was printed")
        found.append(Checkpoint(int(point[1]), point[2]))
    return found


def _start(after: str | None) -> Checkpoint:
    """The checkpoint to go on after; the very beginning where nobody names one."""
    from upcard.journal.entries import START

    (start,) = _points([after]) if after else (START,)
    return start


def _record(audit: Audit, after: Checkpoint, *, are_seeds_checked: bool) -> dict[str, Any]:
    record: dict[str, Any] = {
        "ok": audit.is_sound and not audit.seeds,
        "entries": audit.entries,
        "events": audit.events,
        "transfers": audit.transfers,
        "head": audit.head.hash,
        "seeds": list(audit.seeds) if are_seeds_checked else None,
    }
    if after.sequence:
        first = audit.start.sequence + 1
        record |= {
            "after": after.sequence,
            "first": first,
            "not_rederived": _not_rederived(first - 1),
        }
    if audit.fault is None and audit.seeds:
        message = f"the journal is sound, but seeds are bad: {', '.join(audit.seeds)}"
        return {**record, "error": {"code": FAILED, "message": message}}
    if audit.fault is None:
        return record
    bad = {"entry": audit.fault.sequence, "message": audit.fault.message}
    return {**record, "bad": bad, "error": {"code": FAILED, "message": str(audit.fault)}}


def _not_rederived(start: int) -> list[str]:
    """What an audit that goes on from the snapshot of an entry takes as it is."""
    if not start:
        return []
    return [
        f"entries 1 to {start}",
        "the facts that pages and reports read",
        f"cards that shoes on the tables dealt up to entry {start}, open rounds aside",
    ]


def _tell(record: dict[str, Any]) -> None:
    if record["ok"]:
        if "after" in record:
            _tell_start(record)
        counts = f"{record['entries']} entries, {record['events']} events"
        print(f"sound: {counts}, {record['transfers']} transfers, head {record['head']}")
        if record["seeds"] is None:
            print("seeds not checked: there is no folder of seeds beside the database")
    else:
        print(f"upcard: {record['error']['message']} [{FAILED}]", file=sys.stderr)


def _tell_start(record: dict[str, Any]) -> None:
    if record["first"] == 1:
        print("no snapshot up to that checkpoint is kept: everything was re-derived")
        return
    last = record["first"] - 1
    print(f"re-derived: entries {record['first']} to {record['entries']}, from the sealed")
    print(f"  snapshot of entry {last}, which leads to your checkpoint {record['after']}")
    print("not re-derived: " + "; ".join(record["not_rederived"]))


def _export(
    journal: Journal, out: Path, round_: str | None, first: int, last: int | None
) -> dict[str, Any]:
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
