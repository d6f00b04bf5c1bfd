"""Charts as pictures: an SVG that prints, with letters so that colour alone says nothing."""

from __future__ import annotations

from html import escape
from typing import Final

from upcard.game.signs import FILLS, SAID_OF
from upcard.notation.charts import UPCARDS, Cell, Chart, rows_in_order

CELL_WIDTH: Final = 46
CELL_HEIGHT: Final = 26
LABEL_WIDTH: Final = 150
TITLE_HEIGHT: Final = 34
LEGEND_LINE: Final = 16


def legend_of(chart: Chart) -> list[str]:
    """
    What the letters that a chart uses mean, and what else its reader must know.

    >>> chart = Chart(["# 8s are split free."], rows={"hard 11": (Cell.parse("Ds"),) * 10})
    >>> legend_of(chart)
    ['S stand, D double; Ds: double, else stand', '8s are split free.']
    """
    cells = [cell for row in chart.rows.values() for cell in row]
    used = {sign.upper() for cell in cells for sign in (cell.choice, cell.otherwise) if sign}
    said = [", ".join(f"{sign} {words}" for sign, words in SAID_OF.items() if sign in used)]
    by_cards = next((cell for cell in cells if cell.until_cards), None)
    plain = next((cell for cell in cells if cell.otherwise and not cell.until_cards), None)
    said += [f"{cell}: {_in_words(cell)}" for cell in (plain, by_cards) if cell]
    return ["; ".join(said), *(comment.lstrip("# ") for comment in chart.comments)]


def _in_words(cell: Cell) -> str:
    first, other = SAID_OF[cell.choice], SAID_OF[(cell.otherwise or "H").upper()]
    if cell.until_cards:
        return f"{first}, with {cell.until_cards} cards or more {other}"
    return f"{first}, else {other}"


def chart_svg(chart: Chart, title: str) -> str:
    """*chart* as an SVG document."""
    rows = rows_in_order(chart.rows)
    width = LABEL_WIDTH + CELL_WIDTH * len(UPCARDS) + 20
    bottom = TITLE_HEIGHT + CELL_HEIGHT * (len(rows) + 1) + 20
    legend = legend_of(chart)
    height = bottom + LEGEND_LINE * len(legend)
    body = [
        _text(10, 22, title, weight="bold", size=15),
        *_header(TITLE_HEIGHT),
        *(part for index, label in enumerate(rows) for part in _row(chart, label, index)),
        *(_text(10, bottom + LEGEND_LINE * i, said, size=11) for i, said in enumerate(legend)),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="Liberation Sans, sans-serif">\n'
        f"<title>{escape(title)}</title>\n"
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>\n'
        + "\n".join(body)
        + "\n</svg>\n"
    )


def _text(
    x: float, y: float, words: str, *, weight: str = "normal", size: int = 13, anchor: str = "start"
) -> str:
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
