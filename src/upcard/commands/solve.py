"""`upcard solve`: the best play of a main game, and what it is worth."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer
from rich.table import Table

from upcard.app.solved_games import SolvedGame
from upcard.app.solved_games import solve as solve_game
from upcard.commands.locale_amounts import typed_format
from upcard.commands.odds_tables import parlay_sentence
from upcard.commands.output import Failed, Json, console_for_people, failures_told, show
from upcard.commands.progress import Progress
from upcard.commands.terminal_charts import show_chart

SOLVING: Final = "solving; the first time on a machine this compiles the solver, which takes longer"


def solve(
    name: Annotated[str, typer.Argument(help="A catalogue name or a rules file.")],
    decks: Annotated[int | None, typer.Option(help="A deck count the game allows.")] = None,
    wager_size: Annotated[
        str | None, typer.Option(help="The main wager in dollars, for fixed-money bonuses.")
    ] = None,
    other_players: Annotated[
        int, typer.Option(help="Other players, whose super bonuses bring envy.")
    ] = 0,
    chart: Annotated[
        Path | None, typer.Option(help="Value this .chart instead of the best play.")
    ] = None,
    total_only: Annotated[
        bool, typer.Option("--total-only", help="The best chart that looks at totals alone.")
    ] = False,
    compare: Annotated[
        str | None, typer.Option(help="Another game: what each differing rule is worth.")
    ] = None,
    situation: Annotated[
        str | None, typer.Option(help="The decisions of one situation, like 'T6 v T'.")
    ] = None,
    change: Annotated[
        list[str] | None, typer.Option("--set", help="Change a setting: PATH=VALUE.")
    ] = None,
    what_if: Annotated[
        bool, typer.Option("--what-if", help="With --set: also rules that no document allows.")
    ] = False,
    cdp: Annotated[
        bool, typer.Option("--cdp", help="Also the value of play that remembers the split pair.")
    ] = False,
    exceptions: Annotated[
        int, typer.Option(help="List so many exceptions to the chart, by worth.")
    ] = 0,
    picture: Annotated[
        Path | None, typer.Option("--draw", help="Draw the chart: FILE.svg, .pdf or .png.")
    ] = None,
    json: Json = False,
) -> None:
    """The exact value of a main game, its best chart, and what single decisions and rules cost."""
    with failures_told(json):
        with Progress() as progress:
            progress.step(SOLVING)
            solved = solve_game(
                name,
                decks=decks,
                wager_size=wager_size,
                other_players=other_players,
                chart=chart,
                total_only=total_only,
                compare=compare,
                situation=situation,
                settings=_settings(change or []),
                what_if=what_if,
                cdp=cdp,
                exceptions=exceptions,
                amounts=typed_format(),
            )
        if picture is not None:
            solved.plot().save(picture)
        show(solved.to_dict(), json, lambda: _tell(solved))


def _settings(changes: list[str]) -> dict[str, str]:
    settings = {}
    for each in changes:
        path, equals, value = each.partition("=")
        if not equals:
            raise Failed("setting", f"--set {each!r}: write PATH=VALUE, like dealer.soft_17=stand")
        settings[path.strip()] = value.strip()
    return settings


def _tell(solved: SolvedGame) -> None:
    console = console_for_people()
    console.print(
        f"[bold]{solved.game}[/bold], {solved.decks} decks: house edge "
        f"[bold]{solved.house_edge_percent:.6f}%[/bold], standard deviation "
        f"{solved.standard_deviation:.4f}, {solved.seconds:.2f} s\n{solved.solution.method}"
    )
    if solved.ev_by_pair is not None:
        edge = -100 * solved.ev_by_pair
        console.print(f"with play that remembers the split pair (CDP): house edge {edge:.6f}%")
    show_chart(solved.chart, console)
    for row in _rows(solved):
        console.print(row)
    for assumption in solved.solution.assumptions:
        console.print(f"[dim]assumed: {assumption}[/]")


def _rows(solved: SolvedGame) -> list[Table | str]:
    rows: list[Table | str] = []
    record = solved.to_dict()
    for title, key, columns in (
        ("exceptions to the chart", "exceptions", ("hand", "upcard", "chart", "best", "worth")),
        ("each rule put in alone", "compare", ("rule", "before", "after", "gain")),
    ):
        if key in record:
            table = Table(*columns, title=title, title_justify="left", box=None)
            for each in record[key]:
                table.add_row(*(_cell(each[column]) for column in columns))
            rows.append(table)
    rows += [parlay_sentence(each) for each in solved.parlays or ()]
    if solved.decisions is not None:
        best = max(solved.decisions.values())
        rows += [
            f"{decision:<10} {value:+.6f}  {value - best:+.6f}"
            for decision, value in solved.decisions.items()
        ]
    return rows


def _cell(value: object) -> str:
    return f"{100 * value:+.6f}%" if isinstance(value, float) else str(value)
