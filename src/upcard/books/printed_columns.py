"""The columns of printed reports: their headings, and what a row says in each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from upcard.books.printed_words import dollars
from upcard.reports.numbers import DASH
from upcard.reports.report_blocks import (
    Block,
    Column,
    Mark,
    Paragraph,
    ReportCell,
    ReportSection,
    Table,
)

Row = Any
COLUMNS_MAX: Final = 13
"""A table of more columns is set in small letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedColumn:
    """One printed column: its heading, and what a row says in it."""

    title: str
    says: Callable[[Row], str | ReportCell]
    align: Literal["left", "right"] = "left"
    wraps: bool = False
    share: int = 1


def text(title: str, says: Callable[[Row], str | ReportCell], wide: int = 0) -> PrintedColumn:
    """A column of text; *wide* lets it wrap, and says its share of the width."""
    return PrintedColumn(title=title, says=says, wraps=wide > 0, share=max(wide, 1))


def number(title: str, says: Callable[[Row], str | ReportCell]) -> PrintedColumn:
    """A column of figures."""
    return PrintedColumn(title=title, says=says, align="right")


def money(title: str, name: str) -> PrintedColumn:
    """A column of amounts, by the name of a row's field."""
    return number(title, lambda row: dollars(getattr(row, name)))


def field(title: str, name: str) -> PrintedColumn:
    """A column of a row's field as it is."""
    return text(title, lambda row: str(getattr(row, name)))


def section(number: str, title: str, *blocks: Block) -> ReportSection:
    """A section of a report."""
    return ReportSection(number=number, title=title, blocks=blocks)


def table(caption: str, columns: Sequence[PrintedColumn], rows: Iterable[Row], none: str) -> Block:
    """A table of *rows*; the sentence *none* where there are none."""
    found = tuple(tuple(_cell(column.says(row)) for column in columns) for row in rows)
    if not found:
        return Paragraph(none)
    return Table(
        caption=caption,
        columns=tuple(
            Column(one.title, one.align, wraps=one.wraps, share=one.share) for one in columns
        ),
        rows=found,
        is_dense=len(columns) > COLUMNS_MAX,
    )


def _cell(said: str | ReportCell) -> ReportCell:
    return ReportCell(said) if isinstance(said, str) else said


def flagged(is_flagged: bool | None, words: str, otherwise: str = "") -> ReportCell:
    """A cell that is marked if something is wrong."""
    return ReportCell(words, Mark.FLAG) if is_flagged else ReportCell(otherwise)


def inside_band(is_inside: bool | None) -> ReportCell:
    """Whether a figure is in its band; marked if not."""
    if is_inside is None:
        return ReportCell(DASH)
    return ReportCell("yes") if is_inside else ReportCell("NO", Mark.FLAG)
