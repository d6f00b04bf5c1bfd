"""Strategy charts: the grid that players print, as text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from upcard.game.signs import FILLS
from upcard.notation.text_lines import NotationError, lines_in, whole_number, words_in
from upcard.quotes import quoted

UPCARDS: Final = tuple("23456789TA")
_SIGNS: Final = "".join(FILLS)
_CELL: Final = re.compile(rf"([{_SIGNS}])([3-9])?([{_SIGNS.lower()}])?", re.ASCII)
_KINDS: Final = (
    "hard",
    "soft",
    "pair",
    "cards",
    "doubled hard",
    "doubled soft",
    "free hard",
    "free soft",
)
_HIGH_FIRST: Final = "AT98765432"
_LABEL_WIDTH: Final = 17
_CELL_WIDTH: Final = 4


@dataclass(frozen=True, slots=True)
class Cell:
    """
    One decision of a chart: a first choice, until how many cards, and what else.

    `D4h` doubles, but hits a hand of four or more cards, or one that may not be doubled.

    >>> Cell.parse("D4h")
    Cell(choice='D', until_cards=4, otherwise='h')
    >>> str(Cell.parse("Rp")), str(Cell.parse("S"))
    ('Rp', 'S')
    """

    choice: str
    until_cards: int | None = None
    """From this many cards on the fallback holds; None for any number."""
    otherwise: str | None = None
    """What to do where the choice is not allowed, as a small letter."""

    @classmethod
    def parse(cls, text: str, line: int = 0) -> Cell:
        """The cell written as *text*."""
        found = _CELL.fullmatch(text)
        if not found:
            raise NotationError(
                line,
                f"{quoted(text)} is not a cell: write one of {', '.join(_SIGNS)}, then the number "
                "of cards it stops at if any, then what else as a small letter: D, Ds, D4h",
            )
        return cls(found[1], int(found[2]) if found[2] else None, found[3])

    def __str__(self) -> str:
        return f"{self.choice}{self.until_cards or ''}{self.otherwise or ''}"


@dataclass(slots=True)
class Chart:
    """A chart: rows by total or pair, columns by up card."""

    comments: list[str] = field(default_factory=list)
    rules: str = ""
    rows: dict[str, tuple[Cell, ...]] = field(default_factory=dict)
    """By label: `hard 16`, `soft 18`, `pair 8`, `cards T6`, `doubled hard 13`, `free hard 16`."""

    def cell(self, label: str, upcard: str) -> Cell | None:
        """The cell of a row under an up card, if the chart has that row."""
        row = self.rows.get(label)
        return row[UPCARDS.index(upcard)] if row else None

    def __str__(self) -> str:
        lines = [*self.comments]
        if self.rules:
            lines.append(f"rules   {self.rules}")
        lines.append(_laid_out("", UPCARDS))
        lines += [
            _laid_out(label, map(str, self.rows[label])) for label in rows_in_order(self.rows)
        ]
        return "\n".join(lines) + "\n"


def _laid_out(label: str, cells: Iterable[str]) -> str:
    return (f"{label:<{_LABEL_WIDTH}}" + "".join(f"{c:<{_CELL_WIDTH}}" for c in cells)).rstrip()


def rows_in_order(labels: Iterable[str]) -> list[str]:
    """Labels as charts list them: hard, soft, pairs, then hands after a double, rising."""

    def place(label: str) -> tuple[int, int]:
        kind, _, what = label.rpartition(" ")
        if kind == "cards":
            return _KINDS.index(kind), 10 * _HIGH_FIRST.index(what[0]) + _HIGH_FIRST.index(what[1])
        number = {"A": 1, "T": 10}.get(what) or int(what)
        return _KINDS.index(kind), number

    return sorted(labels, key=place)


def read_chart(text: str) -> Chart:
    """
    The chart written as *text*; `str` of it is the canonical form.

    >>> text = "# Hit soft 17.\\n           2 3 4 5 6 7 8 9 T A\\nhard 16 S S S S S H H Rh Rh Rh"
    >>> str(read_chart(text).cell("hard 16", "T"))
    'Rh'
    """
    chart = Chart()
    header = 0
    for number, line in lines_in(text):
        words = words_in(line, number)
        if line.startswith("#"):
            chart.comments.append(line)
        elif words[:1] == ["rules"]:
            _read_rules(chart, words, number)
        elif tuple(words) == UPCARDS:
            if header:
                raise NotationError(
                    number, f"the up cards are already written on line {header}: write them once"
                )
            header = number
        elif words:
            _read_row(chart, words, number)
    if not header:
        raise NotationError(1, f"the chart has no line of up cards: write {' '.join(UPCARDS)}")
    if not chart.rows:
        raise NotationError(header, "the chart has no rows: write one below, like hard 16 S S …")
    return chart


def _read_rules(chart: Chart, words: list[str], number: int) -> None:
    if chart.rules:
        raise NotationError(number, f"rules is already {chart.rules}: write it once")
    if len(words) != 2:
        raise NotationError(
            number, f"{quoted(' '.join(words))} does not name a game: write rules NAME"
        )
    chart.rules = words[1]


def cards_label(first: str, second: str) -> str:
    """
    The row that speaks for just these two cards, whatever their total says.

    >>> cards_label("6", "T")
    'cards T6'
    """
    return "cards " + "".join(sorted((first, second), key=_HIGH_FIRST.index))


_LABELS: Final = {
    "hard": "a total from 4 to 21, like hard 16",
    "soft": "a total from 12 to 21, like soft 18",
    "pair": "the card of a pair, like pair 8",
    "cards": "two different cards, high card first, like cards T6",
    "doubled hard": "a total from 4 to 21, like doubled hard 13",
    "doubled soft": "a total from 12 to 21, like doubled soft 18",
    "free hard": "a total from 4 to 21, like free hard 16, for a hand that the house paid for",
    "free soft": "a total from 12 to 21, like free soft 18, for a hand that the house paid for",
}
"""What a row of each kind is for."""


_DECISIONS: Final = {"pair": _SIGNS, "doubled hard": "SDR", "doubled soft": "SDR"}
"""What a hand of each kind may do, where that is not everything but to split."""


def _is_label(kind: str, what: str) -> bool:
    if not set(what) <= set(_HIGH_FIRST + "01"):
        return False
    if kind == "pair":
        return what in UPCARDS
    if kind == "cards":
        return len(set(what)) == len(what) == 2 and cards_label(*what) == f"cards {what}"
    return whole_number(what, low=12 if kind.endswith("soft") else 4, high=21) is not None


def _read_row(chart: Chart, words: list[str], number: int) -> None:
    many = 2 if words[0] in ("doubled", "free") else 1
    kind, what = " ".join(words[:many]), " ".join(words[many : many + 1])
    label, cells = f"{kind} {what}".strip(), words[many + 1 :]
    if kind not in _LABELS:
        raise NotationError(
            number,
            f"{quoted(' '.join(words))} is not a row: write hard 16, soft 18, pair 8, cards T6, "
            "doubled hard 13 or free hard 16",
        )
    if not _is_label(kind, what):
        raise NotationError(number, f"{quoted(label)} is not a row: write {_LABELS[kind]}")
    if len(cells) != len(UPCARDS):
        raise NotationError(
            number, f"{label} has {len(cells)} cells: write {len(UPCARDS)}, one for each up card"
        )
    if label in chart.rows:
        raise NotationError(number, f"{label} is written twice: write it once")
    chart.rows[label] = tuple(_cell(kind, word, number) for word in cells)


def _cell(kind: str, word: str, number: int) -> Cell:
    """The cell that *word* is, if a row of that kind can have it."""
    cell = Cell.parse(word, number)
    allowed = _DECISIONS.get(kind, _SIGNS.replace("P", ""))
    if not set(f"{cell.choice}{cell.otherwise or ''}".upper()) <= set(allowed):
        raise NotationError(
            number, f"{quoted(word)} is not allowed in a row of {kind}: write {', '.join(allowed)}"
        )
    return cell
