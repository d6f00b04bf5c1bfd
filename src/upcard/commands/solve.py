"""`upcard solve`: the best play of a main game, and what it is worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.table import Table

from upcard.app.presentations import counted
from upcard.app.solved_decks import SolvedDecks, solve_decks
from upcard.app.solved_games import SolvedGame
from upcard.app.solved_games import solve as solve_game
from upcard.commands.locale_amounts import typed_format
from upcard.commands.odds_tables import parlay_sentence
from upcard.commands.output import Failed, Json, console_for_people, failures_told, show
from upcard.commands.progress import Progress
from upcard.commands.terminal_charts import show_chart
from upcard.plain import JsonObject

SOLVING: Final = "solving (the first run on a machine compiles the solver and takes longer)"

ONE_COUNT: Final = (
    "decks",
    "total-only",
    "compare",
    "effects",
    "situation",
    "cdp",
    "exceptions",
    "draw",
)
"""The options that ask about one number of decks, in the order of `_refuse`."""


def solve(
    name: Annotated[str, typer.Argument(help="A catalogue name or a rules file.")],
    decks: Annotated[
        int | None, typer.Option(help="Number of decks (default: the game's).")
    ] = None,
    all_decks: Annotated[
        bool, typer.Option("--all-decks", help="Value every number of decks the game offers.")
    ] = False,
    wager_size: Annotated[
        str | None, typer.Option(help="The main wager in dollars, for fixed-money bonuses.")
    ] = None,
    other_players: Annotated[
        int, typer.Option(help="Number of other players, whose super bonuses pay you envy.")
    ] = 0,
    chart: Annotated[
        Path | None, typer.Option(help="Value this .chart file instead of the best play.")
    ] = None,
    total_only: Annotated[
        bool, typer.Option("--total-only", help="Find the best chart that uses only totals.")
    ] = False,
    compare: Annotated[
        str | None, typer.Option(help="Another game: price each rule that differs.")
    ] = None,
    effects: Annotated[
        bool, typer.Option("--effects", help="Price every single change of the rules.")
    ] = False,
    situation: Annotated[
        str | None, typer.Option(help="Price each decision in one situation, like 'T6 v T'.")
    ] = None,
    change: Annotated[
        list[str] | None, typer.Option("--set", help="Change a setting: PATH=VALUE. Repeatable.")
    ] = None,
    what_if: Annotated[
        bool, typer.Option("--what-if", help="With --set: allow rules that no document allows.")
    ] = False,
    cdp: Annotated[
        bool, typer.Option("--cdp", help="Also value play that remembers the split pair.")
    ] = False,
    exact_deviation: Annotated[
        bool,
        typer.Option("--exact-deviation", help="Work out all that split hands have in common."),
    ] = False,
    exceptions: Annotated[
        int, typer.Option(help="List this many exceptions to the chart, most valuable first.")
    ] = 0,
    picture: Annotated[
        Path | None, typer.Option("--draw", help="Draw the chart to FILE.svg, .pdf or .png.")
    ] = None,
    json: Json = False,
) -> None:
    """Show the exact value of a main game, its best chart, and the price of decisions and rules."""
    with failures_told(json):
        if all_decks:
            _refuse(decks, total_only, compare, effects, situation, cdp, exceptions, picture)
            asked = partial(solve_decks, name, wager_size=wager_size, other_players=other_players)
            asked = partial(asked, chart=chart, settings=_settings(change or []), what_if=what_if)
            _show_decks(partial(asked, exact_deviation=exact_deviation), json)
            return
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
                effects=effects,
                situation=situation,
                settings=_settings(change or []),
                what_if=what_if,
                cdp=cdp,
                exact_deviation=exact_deviation,
                exceptions=exceptions,
                amounts=typed_format(),
            )
        if picture is not None:
            solved.plot().save(picture)
        show(solved.to_dict(), json, lambda: _tell(solved))


def _refuse(*asked: object) -> None:
    """Refuse options that ask about one number of decks."""
    for option, is_asked in zip(ONE_COUNT, asked, strict=True):
        if is_asked:
            raise Failed(
                "all-decks",
                f"--all-decks with --{option}: that option is about one number of decks; "
                "leave one of the two out",
            )


def _show_decks(asked: Callable[..., SolvedDecks], json: bool) -> None:
    with Progress() as progress:
        progress.step(SOLVING)
        every = asked(amounts=typed_format())
    show(every.to_dict(), json, lambda: _tell_decks(every))


def _tell_decks(every: SolvedDecks) -> None:
    console = console_for_people()
    console.print(f"[bold]{every.game}[/bold], {every.seconds:.2f} s\n{every.found.method}")
    columns = ("decks", "house edge", "standard deviation", "off by at most")
    table = Table(*columns, box=None)
    for one in every.values:
        error = one.standard_deviation_error
        table.add_row(
            str(one.decks),
            f"{one.house_edge_percent:.6f}%",
            f"{one.standard_deviation:.4f}",
            "not known" if error is None else f"{error:.4f}",
        )
    console.print(table)
    for assumption in every.found.assumptions:
        console.print(f"[dim]assumed: {assumption}[/]")


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
        f"[bold]{solved.game}[/bold], {counted(solved.decks, 'deck')}: house edge "
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
    found: tuple[tuple[str, Sequence[JsonObject] | None, tuple[str, ...]], ...] = (
        (
            "exceptions to the chart",
            record.get("exceptions"),
            ("hand", "upcard", "chart", "best", "worth"),
        ),
        ("each rule changed alone", record.get("compare"), ("rule", "before", "after", "gain")),
        ("every change of one rule", record.get("effects"), ("rule", "before", "after", "gain")),
    )
    for title, records, columns in found:
        if records is not None:
            table = Table(*columns, title=title, title_justify="left", box=None)
            for each in records:
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
