"""What a report is made of, whatever it is written as: sections, tables, figures, sentences."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, NamedTuple


class Mark(StrEnum):
    """How a cell or a fact is set."""

    PLAIN = "plain"
    STRONG = "strong"
    MUTED = "muted"
    """Figures that stand for comparison only."""
    FLAG = "flag"
    """What nobody may overlook."""
    CODE = "code"
    """Text to be copied: names, fractions, commands."""


class ReportCell(NamedTuple):
    """One cell of a table."""

    text: str
    mark: Mark = Mark.PLAIN


@dataclass(frozen=True, slots=True)
class Column:
    """
    One column of a table: its heading, the side its cells stand on, and whether they may wrap.

    A heading breaks where it says so, and nowhere else.
    """

    title: str
    align: Literal["left", "right"] = "right"
    wraps: bool = False
    share: int = 1
    """How much of the room it gets, beside the other columns that wrap."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table with a caption above it; its heading is repeated on every page."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[ReportCell, ...], ...]
    has_total: bool = False
    """Whether the last row adds the others up."""
    is_dense: bool = False
    """Whether it has too many columns for letters of normal size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A chart, with the words that stand for it where it cannot be seen."""

    svg: str
    caption: str
    alt: str
    width: int
    """In CSS pixels, of which a page holds 680."""


@dataclass(frozen=True, slots=True)
class ChartRow:
    """Small charts side by side."""

    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    text: str
    mark: Mark = Mark.PLAIN


@dataclass(frozen=True, slots=True)
class Bullets:
    """Sentences under each other."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FactList:
    """Names and values, one under the other."""

    items: tuple[tuple[str, ReportCell], ...]


Block = Table | Figure | ChartRow | Paragraph | Bullets | FactList


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportSection:
    """A numbered part of a report."""

    number: str
    title: str
    blocks: tuple[Block, ...]
    parts: tuple[ReportSection, ...] = ()
    starts_page: bool = False
    needs_room: bool = False
    """Whether it begins with a long table, of which a line or two alone look lost."""
    is_whole: bool = False
    """Whether it is short enough to stay on one page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A whole report."""

    title: str
    subtitle: str
    notice: str
    """What the report does not claim."""
    facts: FactList
    sections: tuple[ReportSection, ...]
    footer: str
    """What every printed page says."""
    has_contents: bool = True
    """Whether a list of its sections comes first, on a page of its own."""
    is_wide: bool = False
    """Whether its pages lie on their side, for tables of many columns."""
