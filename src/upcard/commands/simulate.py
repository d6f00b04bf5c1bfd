"""`upcard simulate`: the full rules of a game, at the speed of the machine."""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from upcard.commands.output import Failed, Json, failures_told, read_text, rules_from, show
from upcard.games import game
from upcard.money import Cents, MoneyError, read_money

Record = dict[str, Any]
DEFAULT_ROUNDS = "1e7"


def simulate(
    name: Annotated[str, typer.Argument(help="A catalogue name or a rules file.")],
    decks: Annotated[int | None, typer.Option(help="A deck count the game allows.")] = None,
    rounds: Annotated[str, typer.Option(help="How many rounds, like 1e8.")] = DEFAULT_ROUNDS,
    seed: Annotated[int, typer.Option(help="The same seed plays the same rounds.")] = 1,
    chart: Annotated[
        Path | None, typer.Option(help="Play by this .chart (default: the solver's).")
    ] = None,
    device: Annotated[str, typer.Option(help="cpu, or dask://HOST:PORT, dask://local:N.")] = "cpu",
    threads: Annotated[int | None, typer.Option(help="Threads (default: all cores).")] = None,
    until_se: Annotated[
        float | None, typer.Option(help="Stop at this standard error of the main wager.")
    ] = None,
    spots: Annotated[int, typer.Option(help="How many spots play, 1 to 7.")] = 1,
    wager: Annotated[str, typer.Option(help="The main wager, in dollars.")] = "10",
    side: Annotated[
        list[str] | None, typer.Option(help="A side wager on every spot: NAME=AMOUNT.")
    ] = None,
    pack: Annotated[str | None, typer.Option(help="A pack of side wagers.")] = None,
    cut: Annotated[int, typer.Option(help="Cards before the cut card; 0 shuffles each round.")] = 0,
    save: Annotated[Path | None, typer.Option(help="Keep the run here, and go on from it.")] = None,
    json: Json = False,
) -> None:
    """Play rounds by a chart and report every wager, with the exact value beside it."""
    from upcard.simulation import IncompleteChart, SetupError

    with failures_told(json):
        try:
            record = _simulated(
                name, decks, pack, _rounds(rounds), seed, chart, device, threads or _cores(),
                until_se, spots, _money("wager", wager), _sides(side or []), cut, save,
            )  # fmt: skip
        except (SetupError, IncompleteChart) as error:
            raise Failed("setup", str(error)) from None
        show(record, json, lambda: _tell(record))


def _cores() -> int:
    return os.cpu_count() or 1


def _rounds(text: str) -> int:
    try:
        number = float(text)
        rounds = int(number)
    except (ValueError, OverflowError):
        raise Failed("rounds", f"rounds is {text!r}: write a number like 1000000 or 1e8") from None
    if rounds != number or not 1 <= rounds <= 10**13:
        raise Failed("rounds", f"rounds is {text}: write a whole number from 1 to 1e13")
    return rounds


def _money(what: str, text: str) -> Cents:
    try:
        return read_money(text)
    except MoneyError as error:
        raise Failed("amount", f"{what}: {error}") from None


def _sides(texts: list[str]) -> dict[str, Cents]:
    sides = {}
    for text in texts:
        name, equals, amount = text.partition("=")
        if not equals:
            raise Failed("side", f"--side {text!r}: write NAME=AMOUNT, like match-up=5")
        sides[name] = _money(name, amount)
    return sides


def _simulated(
    name: str, decks: int | None, pack: str | None, rounds: int, seed: int, chart: Path | None,
    device: str, threads: int, until_se: float | None, spots: int, wager: Cents,
    sides: dict[str, Cents], cut: int, save: Path | None,
) -> Record:  # fmt: skip
    from upcard.notation.charts import read_chart
    from upcard.simulation.packing import Setup, packed
    from upcard.simulation.records import run_record
    from upcard.simulation.runs import is_compiled, read_run
    from upcard.simulation.runs import simulate as play
    from upcard.strategy.solving import solve, solve_chart

    played = game(rules_from(name), decks=decks, pack=pack)
    if not is_compiled():
        print("compiling the kernel, once on this machine: about 15 seconds", file=sys.stderr)
    if chart is None:
        strategy, plan = "the solver's chart", solve(played.rules, played.decks).chart
    else:
        strategy, plan = str(chart), read_chart(read_text(chart))
    setup = packed(Setup(game=played, chart=plan, wager=wager, sides=sides, spots=spots, cut=cut))
    start = read_run(read_text(save)) if save and save.exists() else None
    began = time.perf_counter()
    with _executor(device) as executor:
        run = play(
            setup, rounds=rounds, seed=seed, threads=threads, until_se=until_se, start=start,
            watch=_Progress(rounds), executor=executor,
        )  # fmt: skip
    seconds = time.perf_counter() - began
    if save:
        save.write_text(run.write(), "utf-8")
    record = run_record(setup, run, seconds=seconds, device=device, strategy=strategy)
    if not cut:
        exact = solve_chart(played.rules, played.decks, plan).ev
        error = record["standard_error"]
        record["exact_ev"] = exact
        record["z"] = (record["ev"] - exact) / error if error else None
    return record


def _executor(device: str) -> AbstractContextManager[Executor | None]:
    from upcard.simulation.clusters import dask_executor

    if device == "cpu":
        return nullcontext()
    if device.startswith("dask://"):
        return dask_executor(device)
    raise Failed("device", f"device is {device!r}: write cpu, dask://HOST:PORT or dask://local:N")


class _Progress:
    """Rounds, rate and running standard error on stderr, once a second, on a terminal."""

    def __init__(self, rounds: int) -> None:
        self.rounds = rounds
        self.began = self.told = time.perf_counter()

    def __call__(self, run: Any) -> None:
        now = time.perf_counter()
        if now - self.told < 1 or not sys.stderr.isatty():
            return
        self.told = now
        done = run.tally.rounds
        rate = done / (now - self.began)
        left = (self.rounds - done) / rate
        print(f"\r{done:,} rounds, {rate:,.0f}/s, {left:.0f} s to go ", end="", file=sys.stderr)


def _tell(record: Record) -> None:
    console = Console()
    console.print(
        f"[bold]{record['game']}[/bold], {record['decks']} decks, {record['rounds']:,} rounds, "
        f"seed {record['seed']}: {record['rounds_per_second']:,.0f} rounds/s on "
        f"{record['device']}, by {record['strategy']}"
    )
    table = Table("wager", "ev", "standard error", "deviation", box=None)
    for name, wager in record["wagers"].items():
        table.add_row(
            name,
            f"{100 * wager['ev']:+.5f}%",
            f"{100 * wager['standard_error']:.5f}%",
            f"{wager['standard_deviation']:.4f}",
        )
    console.print(table)
    if record.get("z") is not None:
        console.print(f"exact {100 * record['exact_ev']:+.5f}%, z = {record['z']:+.2f}")
