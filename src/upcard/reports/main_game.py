"""The main game in a report: its exact value, by up card, and the chart of its best play."""

from __future__ import annotations

from collections.abc import Iterator

from upcard.notation.charts import UPCARDS, Chart
from upcard.odds.parlays import ASSUMPTIONS, parlays_of
from upcard.odds.play import PlayError
from upcard.reports.report_blocks import (
    Block,
    Bullets,
    Column,
    FactList,
    Figure,
    Mark,
    Paragraph,
    ReportCell,
    ReportSection,
    Table,
)
from upcard.rules.schema import Rules
from upcard.strategy.chart_pictures import chart_svg
from upcard.strategy.solutions import Solution, solve

CHART_WIDTH = 520


def main_game_section(rules: Rules, decks: int) -> ReportSection:
    """What the main wager is worth, best played."""
    return ReportSection(
        number="8",
        title="The main game",
        blocks=tuple(_blocks(rules, decks)),
        starts_page=True,
    )


def _blocks(rules: Rules, decks: int) -> Iterator[Block]:
    try:
        solution = solve(rules, decks)
    except PlayError as error:
        yield Paragraph(f"The main game is not solved here: {error}.")
        return
    yield FactList(
        (
            ("House edge", ReportCell(f"{solution.house_edge_percent:.6f}%", Mark.STRONG)),
            ("Standard deviation", ReportCell(f"{solution.standard_deviation:.4f} first wagers")),
            ("Method", ReportCell(solution.method)),
        )
    )
    yield Bullets(solution.assumptions)
    yield _by_upcard(solution)
    yield from _parlays(rules, decks, solution)
    yield from _charts(rules, solution.chart)


def _parlays(rules: Rules, decks: int, solution: Solution) -> Iterator[Block]:
    """What moving the winnings of a side wager onto the main wager is worth, where it is played."""
    for parlay in parlays_of(rules, decks, solution.play):
        never, best = (
            ReportCell(f"{float(-100 * ev):.6f}%", Mark.STRONG)
            for ev in (parlay.ev_without, parlay.ev)
        )
        yield Paragraph(
            f"The winnings of {parlay.wager} {parlay.paytable} may be moved onto the main "
            "wager. Its house edge counts all that the wager brings, moved money included."
        )
        yield FactList(
            (
                ("House edge, never moved", never),
                ("House edge, best moved", best),
                ("Moved", ReportCell(f"{float(100 * parlay.move_frequency):.4f}% of rounds")),
            )
        )
        yield Bullets(ASSUMPTIONS)


def _by_upcard(solution: Solution) -> Table:
    values = solution.by_upcard()
    return Table(
        caption="What the player gains by up card, in percent of the first wager",
        columns=tuple(Column(upcard) for upcard in UPCARDS),
        rows=(tuple(ReportCell(f"{100 * values[upcard]:+.3f}") for upcard in UPCARDS),),
        is_dense=True,
    )


def _charts(rules: Rules, chart: Chart) -> Iterator[Figure]:
    first = {label: row for label, row in chart.rows.items() if not label.startswith("doubled")}
    after = {label: row for label, row in chart.rows.items() if label.startswith("doubled")}
    for rows, title in ((first, "best play"), (after, "after a double")):
        if rows:
            name = f"{rules.title}, {title}"
            yield Figure(
                svg=chart_svg(Chart(chart.comments, rows=rows), name),
                caption=f"{name}, by total; composition exceptions are left out.",
                alt=f"Strategy chart: {name}",
                width=CHART_WIDTH,
            )
