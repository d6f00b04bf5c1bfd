"""Results as files for other programs: JSON, CSV, and Parquet where pyarrow is installed."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from upcard.extras import install_command
from upcard.simulation.problems import SetupError

Record = dict[str, Any]

TIMINGS: Final = ("seconds", "rounds_per_second")
"""What differs from one run to the next of the same command, and is therefore left out."""

OUTCOMES: Final = {"outcomes": "outcome", "exact_outcomes": "exact-outcome"}
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


def lasting(record: Record) -> Record:
    """*record* without what a clock said: the same for the same input."""
    return {name: value for name, value in record.items() if name not in TIMINGS}


def rows_of(record: Record) -> list[Row]:
    """Everything *record* says, as long rows."""
    rows = [
        _row("run", None, name, value)
        for name, value in lasting(record).items()
        if not isinstance(value, dict | list)
    ]
    for wager, figures in record["wagers"].items():
        rows += _flat("wager", wager, figures)
        for table, outcomes in OUTCOMES.items():
            counts = figures.get(table, {}).items()
            rows += [_row(outcomes, wager, name, count) for name, count in counts]
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


def _flat(table: str, of: str | None, record: Record, prefix: str = "") -> Iterator[Row]:
    """The numbers and words of *record*, and of records in it; lists have their own tables."""
    for name, value in record.items():
        if isinstance(value, dict):
            if name not in OUTCOMES:
                yield from _flat(table, of, value, f"{prefix}{name}.")
        elif not isinstance(value, list):
            yield _row(table, of, f"{prefix}{name}", value)


def _bars(table: str, bars: list[Record]) -> Iterator[Row]:
    for bar in bars:
        for name in ("to", "count", "normal"):
            if name in bar:
                yield _row(table, repr(float(bar["from"])), name, bar[name])


def _row(table: str, of: str | None, name: str, value: Any) -> Row:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    text = None if is_number or value is None else str(value)
    return Row(table, of, name, float(value) if is_number else None, text)


def as_json(record: Record) -> bytes:
    """The record as `--json` prints it, without timings."""
    return (json.dumps(lasting(record), indent=2, ensure_ascii=False) + "\n").encode()


def as_csv(record: Record) -> bytes:
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


def as_parquet(record: Record) -> bytes:
    """The rows as Parquet."""
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as missing:
        raise SetupError(
            f"Parquet needs pyarrow, which is not installed: {install_command('parquet')}, "
            "or write .csv or .json"
        ) from missing
    kinds = {"value": arrow.float64()}
    schema = arrow.schema([(name, kinds.get(name, arrow.string())) for name in Row._fields])
    rows = [row._asdict() for row in rows_of(record)]
    sink = io.BytesIO()
    parquet.write_table(arrow.Table.from_pylist(rows, schema=schema), sink)
    return sink.getvalue()


FORMATS: Final[dict[str, Callable[[Record], bytes]]] = {
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
        as_parquet({"wagers": {}})


def write_results(record: Record, path: Path) -> None:
    """Write *record* to *path* as its suffix says; the same record gives the same bytes."""
    check_format(path)
    path.write_bytes(FORMATS[path.suffix.lower()](record))
