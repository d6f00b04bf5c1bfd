"""Results as files for other programs: JSON, CSV, and Parquet where pyarrow is installed."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final, NamedTuple

from upcard.extras import install_command
from upcard.plain import JsonObject
from upcard.simulation.problems import SetupError
from upcard.simulation.results.record_types import HistogramBar, RunRecord

TIMINGS: Final = ("seconds", "rounds_per_second", "engine")
"""What differs from one run or machine to the next with the same command: it is left out."""

OUTCOMES: Final = ("outcomes", "exact_outcomes")
"""Records of a wager that have tables of their own."""


class Row(NamedTuple):
    """
    One number, or one word, of a result: long rows, so that one table holds everything.

    What is not said is None, which is an empty cell in CSV and a null in Parquet.
    """

    table: str
    """run, wager, outcome, session, session-histogram, drawdown-histogram, meter, award, ..."""
    of: str | None
    """Which wager, level or award; a histogram's bar begins here."""
    name: str
    value: float | None
    text: str | None


def lasting(record: JsonObject) -> JsonObject:
    """*record* without what a clock said: the same for the same input."""
    return {name: value for name, value in record.items() if name not in TIMINGS}


def rows_of(record: RunRecord) -> list[Row]:
    """Everything *record* says, as long rows."""
    rows = [
        _row("run", None, name, value)
        for name, value in lasting(record).items()
        if not isinstance(value, dict | list)
    ]
    for wager, figures in record["wagers"].items():
        rows += _flat("wager", wager, figures)
        counts, exact = figures.get("outcomes", {}), figures.get("exact_outcomes", {})
        rows += [_row("outcome", wager, name, count) for name, count in counts.items()]
        rows += [_row("exact-outcome", wager, name, chance) for name, chance in exact.items()]
    if session := record.get("session"):
        rows += _flat("session", None, session)
        rows += _bars("session-histogram", session["histogram"])
        rows += _bars("drawdown-histogram", session["drawdown"]["histogram"])
        rows += _bars("deepest-loss-histogram", session["deepest_loss"]["histogram"])
    if meters := record.get("progressive"):
        rows += _flat("progressive", meters["wager"], meters)
        for level in meters["levels"]:
            rows += _flat("meter", level["level"], level)
            for award in level["awards"]:
                rows += _flat("award", f"{level['level']} {award['outcome']}", award)
            points = level["history"]
            rows += [_row("history", level["level"], str(p["round"]), p["cents"]) for p in points]
    return rows


def _flat(table: str, of: str | None, record: JsonObject, prefix: str = "") -> Iterator[Row]:
    """The numbers and words of *record*, and of records in it; lists have their own tables."""
    for name, value in record.items():
        if isinstance(value, dict):
            if name not in OUTCOMES:
                yield from _flat(table, of, value, f"{prefix}{name}.")
        elif not isinstance(value, list):
            yield _row(table, of, f"{prefix}{name}", value)


def _bars(table: str, bars: Sequence[HistogramBar]) -> Iterator[Row]:
    for bar in bars:
        begins = repr(float(bar["from"]))
        yield from (_row(table, begins, name, it) for name, it in bar.items() if name != "from")


def _row(table: str, of: str | None, name: str, value: object) -> Row:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return Row(table, of, name, float(value), None)
    return Row(table, of, name, None, None if value is None else str(value))


def as_json(record: RunRecord) -> bytes:
    """The record as `--json` prints it, without timings."""
    return (json.dumps(lasting(record), indent=2, ensure_ascii=False) + "\n").encode()


def as_csv(record: RunRecord) -> bytes:
    """The rows as CSV; numbers have all the digits it takes to read them back."""
    page = io.StringIO(newline="")
    writer = csv.writer(page, lineterminator="\n")
    writer.writerow(Row._fields)
    for row in rows_of(record):
        value = None if row.value is None else repr(row.value)
        writer.writerow(row._replace(value=value))  # type: ignore[arg-type]
    return page.getvalue().encode()


def read_csv(text: str) -> list[Row]:
    """The rows that `as_csv` wrote."""
    header, *lines = csv.reader(io.StringIO(text, newline=""))
    if tuple(header) != Row._fields:
        raise SetupError(f"the first line is {','.join(header)}: write {','.join(Row._fields)}")
    return [
        Row(table, of or None, name, float(value) if value else None, said or None)
        for table, of, name, value, said in lines
    ]


def _arrow() -> tuple[ModuleType, ModuleType]:
    """What writes Parquet, or how to install it."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as missing:
        raise SetupError(
            f"Parquet needs pyarrow, which is not installed: {install_command('parquet')}, "
            "or write .csv or .json"
        ) from missing


def as_parquet(record: RunRecord) -> bytes:
    """The rows as Parquet."""
    arrow, parquet = _arrow()
    kinds = {"value": arrow.float64()}
    schema = arrow.schema([(name, kinds.get(name, arrow.string())) for name in Row._fields])
    rows = [row._asdict() for row in rows_of(record)]
    sink = io.BytesIO()
    parquet.write_table(arrow.Table.from_pylist(rows, schema=schema), sink)
    return sink.getvalue()


FORMATS: Final[dict[str, Callable[[RunRecord], bytes]]] = {
    ".json": as_json,
    ".csv": as_csv,
    ".parquet": as_parquet,
}


def check_format(path: Path) -> None:
    """Refuse a file whose name says no format, before anything is played for it."""
    if path.suffix.lower() not in FORMATS:
        *first, last = FORMATS
        allowed = f"{', '.join(first)} or {last}"
        raise SetupError(f"out is {str(path)!r}: its name ends in {allowed}")
    if path.suffix.lower() == ".parquet":
        _arrow()


def write_results(record: RunRecord, path: Path) -> None:
    """Write *record* to *path* as its suffix says; the same record gives the same bytes."""
    check_format(path)
    path.write_bytes(FORMATS[path.suffix.lower()](record))
