"""Charts as pictures: an SVG that prints, with letters so that colour alone says nothing."""

from __future__ import annotations

from html import escape
from typing import Final

from upcard.notation.charts import UPCARDS, Chart, rows_in_order

CELL_WIDTH: Final = 46
CELL_HEIGHT: Final = 26
LABEL_WIDTH: Final = 150
TITLE_HEIGHT: Final = 34
LEGEND_HEIGHT: Final = 30

FILLS: Final = {"H": "#f6c7c3", "S": "#cfe8cf", "D": "#c9dcf5", "P": "#e6d3f2", "R": "#e3e3e3"}
"""The ground of a cell by its first choice: light enough for black letters, in grey too."""

MEANINGS: Final = {
    "H": "hit",
    "S": "stand",
    "D": "double",
    "P": "split",
    "R": "surrender or rescue",
}


def chart_svg(chart: Chart, title: str) -> str:
    """*chart* as an SVG document."""
    rows = rows_in_order(chart.rows)
    width = LABEL_WIDTH + CELL_WIDTH * len(UPCARDS) + 20
    height = TITLE_HEIGHT + CELL_HEIGHT * (len(rows) + 1) + LEGEND_HEIGHT + 10
    body = [
        _text(10, 22, title, weight="bold", size=15),
        *_header(TITLE_HEIGHT),
        *(part for index, label in enumerate(rows) for part in _row(chart, label, index)),
        *_legend(height - 14),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="Liberation Sans, sans-serif">\n'
        f"<title>{escape(title)}</title>\n"
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>\n'
        + "\n".join(body)
        + "\n</svg>\n"
    )


def _text(x: float, y: float, words: str, *, weight: str = "normal", size: int = 13,
          anchor: str = "start") -> str:  # fmt: skip
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" font-weight="{weight}" '
        f'text-anchor="{anchor}">{escape(words)}</text>'
    )


def _header(top: int) -> list[str]:
    return [
        _text(_column(index) + CELL_WIDTH / 2, top + 18, upcard, weight="bold", anchor="middle")
        for index, upcard in enumerate(UPCARDS)
    ]


def _column(index: int) -> int:
    return LABEL_WIDTH + CELL_WIDTH * index


def _row(chart: Chart, label: str, index: int) -> list[str]:
    top = TITLE_HEIGHT + CELL_HEIGHT * (index + 1)
    parts = [_text(10, top + 18, label, weight="bold")]
    for column, cell in enumerate(chart.rows[label]):
        left = _column(column)
        parts.append(
            f'<rect x="{left}" y="{top}" width="{CELL_WIDTH}" height="{CELL_HEIGHT}" '
            f'fill="{FILLS[cell.choice]}" stroke="#999999" stroke-width="0.5"/>'
        )
        parts.append(_text(left + CELL_WIDTH / 2, top + 18, str(cell), anchor="middle"))
    return parts


def _legend(y: int) -> list[str]:
    words = ", ".join(f"{letter} {meaning}" for letter, meaning in MEANINGS.items())
    return [_text(10, y, f"{words}; D4h: double, from four cards on hit", size=11)]
