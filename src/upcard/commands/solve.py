"""`upcard solve`: the best play of a main game, and what it is worth."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from upcard.catalogue import CATALOGUE
from upcard.commands.amounts import amount_for
from upcard.commands.charts import chart_from, show_chart
from upcard.commands.odds_tables import parlay_sentence
from upcard.commands.output import Failed, Json, failures_told, rules_from, show
from upcard.rules import Rules
from upcard.rules.settings import with_settings
from upcard.table import GameError

Record = dict[str, Any]


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
    compare: Annotated[
        str | None, typer.Option(help="Another game: what each differing rule is worth.")
    ] = None,
    situation: Annotated[
        str | None, typer.Option(help="The decisions of one situation, like 'T6 v T'.")
    ] = None,
    change: Annotated[
        list[str] | None, typer.Option("--set", help="Change a setting: PATH=VALUE.")
    ] = None,
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
        from upcard.odds.parlays import parlay_records

        rules = _rules(name, change or [])
        played = _decks(rules, decks)
        cents = _wager(wager_size)
        document, seconds = _solved(rules, played, cents, other_players, chart, exceptions)
        if situation is not None:
            document["decisions"] = _decisions(document, situation)
        if compare is not None:
            document["compare"] = _compared(rules, rules_from(compare), played, cents)
        solution = document.pop("solution")
        if rules.parlay != "none":
            document["parlays"] = parlay_records(rules, played, solution.play)
        if picture is not None:
            _draw(solution, picture)
        record = {**solution.record(seconds), **document}
        show(record, json, lambda: _tell(solution, record))


def _rules(name: str, changes: list[str]) -> Rules:
    settings = {}
    for each in changes:
        path, equals, value = each.partition("=")
        if not equals:
            raise Failed("setting", f"--set {each!r}: write PATH=VALUE, like dealer.soft_17=stand")
        settings[path.strip()] = value.strip()
    return with_settings(rules_from(name), settings, CATALOGUE)


def _decks(rules: Rules, decks: int | None) -> int:
    if decks is not None and decks not in rules.decks:
        allowed = ", ".join(map(str, rules.decks))
        raise GameError("decks-not-allowed", f"{rules.name}: decks is {decks}: write {allowed}")
    return decks or rules.decks_default


def _wager(text: str | None) -> int | None:
    if text is None:
        return None
    cents = amount_for("wager-size", text, code="wager-size")
    if cents <= 0:
        raise Failed("wager-size", f"wager-size is {text}: write an amount over 0")
    return cents


def _solved(
    rules: Rules, decks: int, cents: int | None, others: int, chart: Path | None, exceptions: int
) -> tuple[Record, float]:
    if sys.stderr.isatty():
        print("solving; the first time on a machine compiles for some seconds", file=sys.stderr)
    from upcard.strategy.exceptions import exceptions_to
    from upcard.strategy.solving import solve as solve_game
    from upcard.strategy.solving import solve_chart

    began = time.perf_counter()
    options = {"wager_cents": cents, "other_players": others}
    if chart is None:
        solution = solve_game(rules, decks, **options)  # type: ignore[arg-type]
    else:
        solution = solve_chart(rules, decks, chart_from(chart), **options)  # type: ignore[arg-type]
    seconds = time.perf_counter() - began
    document: Record = {
        "solution": solution,
        "by_upcard": solution.by_upcard(),
        "by_hand": solution.by_hand(),
    }
    if exceptions:
        best = solution if chart is None else solve_game(rules, decks, **options)  # type: ignore[arg-type]
        found = exceptions_to(solution.chart, best.play)[:exceptions]
        document["exceptions"] = [
            {
                "hand": each.hand, "upcard": each.upcard, "chart": each.chart.value,
                "best": each.best.value, "gain": each.gain, "worth": each.worth,
            }
            for each in found
        ]  # fmt: skip
    return document, seconds


def _decisions(document: Record, text: str) -> dict[str, float]:
    from upcard.notation.situations import read_situation

    values: dict[str, float] = document["solution"].decisions(read_situation(text))
    return values


def _compared(rules: Rules, other: Rules, decks: int, cents: int | None) -> list[Record]:
    from upcard.strategy.comparing import rule_worths

    return [
        {"rule": worth.rule, "before": worth.before, "after": worth.after, "gain": worth.gain}
        for worth in rule_worths(rules, other, decks, CATALOGUE, wager_cents=cents)
    ]


def _draw(solution: Any, path: Path) -> None:
    import vl_convert

    from upcard.strategy.drawing import chart_svg

    svg = chart_svg(solution.chart, f"{solution.game}, {solution.decks} decks")
    match path.suffix:
        case ".svg":
            path.write_text(svg, "utf-8")
        case ".pdf":
            path.write_bytes(vl_convert.svg_to_pdf(svg))
        case ".png":
            path.write_bytes(vl_convert.svg_to_png(svg, scale=2))
        case other:
            raise Failed("picture", f"{path}: {other or 'no ending'!r}: write .svg, .pdf or .png")


def _tell(solution: Any, record: Record) -> None:
    console = Console()
    console.print(
        f"[bold]{record['game']}[/bold], {record['decks']} decks: house edge "
        f"[bold]{record['house_edge_percent']:.6f}%[/bold], standard deviation "
        f"{record['standard_deviation']:.4f}, {record['seconds']:.2f} s\n{record['method']}"
    )
    show_chart(solution.chart, console)
    for row in _rows(record):
        console.print(row)
    for assumption in record["assumptions"]:
        console.print(f"[dim]assumed: {assumption}[/]")


def _rows(record: Record) -> list[Table | str]:
    rows: list[Table | str] = []
    for title, key, columns in (
        ("exceptions to the chart", "exceptions", ("hand", "upcard", "chart", "best", "worth")),
        ("each rule put in alone", "compare", ("rule", "before", "after", "gain")),
    ):
        if key in record:
            table = Table(*columns, title=title, title_justify="left", box=None)
            for each in record[key]:
                table.add_row(*(_cell(each[column]) for column in columns))
            rows.append(table)
    rows += [parlay_sentence(each) for each in record.get("parlays", ())]
    if "decisions" in record:
        best = max(record["decisions"].values())
        rows += [
            f"{decision:<10} {value:+.6f}  {value - best:+.6f}"
            for decision, value in record["decisions"].items()
        ]
    return rows


def _cell(value: Any) -> str:
    return f"{100 * value:+.6f}%" if isinstance(value, float) else str(value)
