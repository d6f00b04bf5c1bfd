"""Charts in the terminal, in colour and in letters."""

from __future__ import annotations

from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from upcard.commands.output import console_for_people
from upcard.game.signs import FILLS
from upcard.notation.charts import UPCARDS, Chart, rows_in_order
from upcard.strategy.chart_pictures import legend_of

STYLES: Final = {letter: f"black on {fill}" for letter, fill in FILLS.items()}


def show_chart(chart: Chart, console: Console | None = None) -> None:
    """*chart* as a grid. Every cell has letters, so you can read it without colour."""
    console = console or console_for_people()
    table = Table(box=None, padding=(0, 0), title_justify="left")
    table.add_column("", no_wrap=True)
    for upcard in UPCARDS:
        table.add_column(f" {upcard}", no_wrap=True)
    for label in rows_in_order(chart.rows):
        cells = (Text(f" {cell!s:<4}", style=STYLES[cell.choice]) for cell in chart.rows[label])
        table.add_row(f"{label:<16}", *cells)
    console.print(table)
    for line in legend_of(chart):
        console.print(f"[dim]{line}[/]")
