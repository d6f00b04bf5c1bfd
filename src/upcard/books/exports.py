"""Reports as CSV and JSON, and read back without loss."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from datetime import date
from enum import Enum
from fractions import Fraction
from types import NoneType
from typing import Final, NewType, TypeVar, get_args

from upcard.money import Cents, read_money
from upcard.plain import CodecError, hints_of, read, written

Millionths = NewType("Millionths", int)
"""A share or a mean as whole millionths: 6154 is 0.6154 %. CSV prints it as 0.006154."""

R = TypeVar("R")
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "'")
"""How text begins that a spreadsheet would take for a formula, or for our own mark."""
_WORDS: Final = {True: "yes", False: "no"}


class ExportError(CodecError):
    """A file that is none of ours. The sentence names the field, its value and what is allowed."""


def as_json(report: object) -> bytes:
    """The report as JSON: money in cents, shares in millionths, days as text."""
    return (json.dumps(written(report), ensure_ascii=False, indent=1) + "\n").encode()


def read_json(kind: type[R], data: bytes) -> R:
    """The report that `as_json` wrote."""
    report: R = read(json.loads(data), kind)
    return report


def as_csv(report: object) -> bytes:
    """
    The report as one CSV file (RFC 4180, UTF-8): parts one after the other, a blank line between.

    Each part has a line with its name, a line with its columns, and its rows. Money is in
    dollars with two decimals. Text that a spreadsheet would run as a formula begins with an
    apostrophe, which `read_csv` takes off.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    for place, (name, row_kind) in enumerate(_parts(type(report)).items()):
        columns = hints_of(row_kind)
        rows = getattr(report, name)
        if place:
            writer.writerow([])
        writer.writerow([name])
        writer.writerow(columns)
        for row in rows if isinstance(rows, tuple) else (rows,):
            writer.writerow([_cell(getattr(row, name), kind) for name, kind in columns.items()])
    return out.getvalue().encode()


def read_csv(kind: type[R], data: bytes) -> R:
    """The report that `as_csv` wrote."""
    lines = list(csv.reader(io.StringIO(data.decode(), newline="")))
    parts: dict[str, object] = {}
    for name, row_kind in _parts(kind).items():
        block, lines = _block(lines, name)
        rows = _rows(row_kind, block, name)
        parts[name] = rows[0] if _is_single(kind, name) else tuple(rows)
    if lines:
        raise ExportError(f"line is {lines[0]}: the report has no more parts")
    return kind(**parts)


def _block(lines: list[list[str]], name: str) -> tuple[list[list[str]], list[list[str]]]:
    """The rows of the part *name*, its columns first, and the lines after it."""
    if not lines or lines[0] != [name]:
        raise ExportError(f"part is {lines[0] if lines else 'missing'}: write {name}")
    end = lines.index([]) if [] in lines else len(lines)
    return lines[1:end], lines[end + 1 :]


def _rows(kind: type, block: list[list[str]], part: str) -> list[object]:
    columns = hints_of(kind)
    if not block or block[0] != list(columns):
        raise ExportError(f"columns of {part} are {block[:1]}: write {', '.join(columns)}")
    found = []
    for row in block[1:]:
        if len(row) != len(columns):
            raise ExportError(f"row of {part} has {len(row)} cells: write {len(columns)}")
        cells = zip(columns.items(), row, strict=True)
        found.append(kind(**{name: _value(text, hint) for (name, hint), text in cells}))
    return found


def _parts(kind: type) -> dict[str, type]:
    """The parts of a report and what a row of each is."""
    rows = {name: (get_args(hint) or (hint,))[0] for name, hint in hints_of(kind).items()}
    return {name: row for name, row in rows.items() if isinstance(row, type)}


def _is_single(kind: type, part: str) -> bool:
    return not get_args(hints_of(kind)[part])


def _bare(kind: object) -> tuple[object, bool]:
    """*kind* without None, and whether None is allowed."""
    arms = get_args(kind)
    if NoneType in arms:
        return next(arm for arm in arms if arm is not NoneType), True
    return kind, False


def _cell(value: object, kind: object) -> str:
    bare, _ = _bare(kind)
    if value is None:
        return ""
    if isinstance(value, bool):
        return _WORDS[value]
    if isinstance(value, int) and bare in (Cents, Millionths):
        return decimal(value, 2 if bare is Cents else 6)
    text = str(written(value, bare))
    return f"'{text}" if isinstance(value, str) and text.startswith(_FORMULA) else text


def _value(text: str, kind: object) -> object:
    bare, may_be_none = _bare(kind)
    if may_be_none and not text:
        return None
    try:
        return _reader(bare)(text)
    except (KeyError, ValueError, ZeroDivisionError):
        name = getattr(bare, "__name__", str(bare))
        raise ExportError(f"cell is {text[:60]!r}: write a {name}") from None


def _reader(kind: object) -> Callable[[str], object]:
    if kind is Cents:
        return read_money
    if kind is Millionths:
        return _millionths
    if kind is bool:
        return {word: value for value, word in _WORDS.items()}.__getitem__
    if kind is str:
        return lambda text: text.removeprefix("'")
    if kind is date:
        return date.fromisoformat
    if isinstance(kind, type) and (kind in (int, Fraction) or issubclass(kind, Enum)):
        return kind
    raise TypeError(f"{kind}: a cell cannot hold it")


def decimal(amount: int, places: int) -> str:
    """
    A whole number of small units as a decimal number.

    >>> decimal(-1205, 2), decimal(6154, 6)
    ('-12.05', '0.006154')
    """
    whole, rest = divmod(abs(amount), 10**places)
    return f"{'-' if amount < 0 else ''}{whole}.{rest:0{places}}"


def _millionths(text: str) -> int:
    whole, _, rest = text.lstrip("-").partition(".")
    value = int(whole) * 10**6 + int(rest or 0)
    return -value if text.startswith("-") else value
