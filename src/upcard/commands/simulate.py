"""`upcard simulate`: the full rules of a game, at the speed of the machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from upcard.commands.output import Failed, Json, failures_told, show
from upcard.commands.simulate_options import (
    DEFAULT_ROUNDS,
    DEFAULT_WAGER,
    Options,
    check_files,
    check_usage,
)


def simulate(
    name: Annotated[str, typer.Argument(help="A catalogue name or a rules file.")],
    decks: Annotated[int | None, typer.Option(help="A deck count the game allows.")] = None,
    rounds: Annotated[str, typer.Option(help="How many rounds, like 1e8.")] = DEFAULT_ROUNDS,
    seed: Annotated[int, typer.Option(help="The same seed plays the same rounds.")] = 1,
    chart: Annotated[
        Path | None, typer.Option(help="Play by this .chart (default: the solver's).")
    ] = None,
    device: Annotated[
        str, typer.Option(help="cpu; gpu; dask://HOST:PORT, dask://local:N; ray, ray://HOST:PORT.")
    ] = "cpu",
    threads: Annotated[int | None, typer.Option(help="Threads (default: all cores).")] = None,
    until_se: Annotated[
        float | None, typer.Option(help="Stop at this standard error of the main wager.")
    ] = None,
    spots: Annotated[int, typer.Option(help="How many spots play, 1 to 7.")] = 1,
    wager: Annotated[str, typer.Option(help="The main wager, in dollars.")] = DEFAULT_WAGER,
    side: Annotated[
        list[str] | None, typer.Option(help="A side wager on every spot: NAME=AMOUNT.")
    ] = None,
    parlay: Annotated[
        str | None,
        typer.Option(help="Move winnings that may be moved onto the main wager: best or never."),
    ] = None,
    pack: Annotated[str | None, typer.Option(help="A pack of side wagers.")] = None,
    cut: Annotated[int, typer.Option(help="Cards before the cut card; 0 shuffles each round.")] = 0,
    session: Annotated[
        str | None, typer.Option(help="Rounds of a session: what becomes of a player in it.")
    ] = None,
    bankroll: Annotated[
        str | None, typer.Option(help="With --session: main wagers a player brings.")
    ] = None,
    progressive: Annotated[
        str | None, typer.Option(help="Play a progressive and follow its meters: WAGER:PAYTABLE.")
    ] = None,
    contribution: Annotated[
        str | None, typer.Option(help="With --progressive: percent of each wager to the meters.")
    ] = None,
    reserve: Annotated[
        str | None, typer.Option(help="With --progressive: percent of each wager to the reserve.")
    ] = None,
    seed_wagers: Annotated[
        str | None, typer.Option(help="With --progressive: seeds in wagers, like 2000,1000.")
    ] = None,
    save: Annotated[Path | None, typer.Option(help="Keep the run here, and go on from it.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="Write the results to this .json, .csv or .parquet file.")
    ] = None,
    report: Annotated[
        Path | None, typer.Option(help="Write a report with charts to this .html or .pdf file.")
    ] = None,
    json: Json = False,
) -> None:
    """Play rounds by a chart and report every wager, with the exact value beside it."""
    options = Options(
        name=name, decks=decks, rounds=rounds, seed=seed, chart=chart, device=device,
        threads=threads, until_se=until_se, spots=spots, wager=wager, side=tuple(side or ()),
        parlay=parlay, pack=pack, cut=cut, session=session, bankroll=bankroll,
        progressive=progressive, contribution=contribution, reserve=reserve,
        seed_wagers=seed_wagers, save=save, out=out, report=report,
    )  # fmt: skip
    check_usage(options)
    with failures_told(json):
        record = _played(options)
        show(record, json, lambda: _tell(options, record))


def _played(options: Options) -> dict[str, Any]:
    from upcard.commands.simulate_playing import simulated
    from upcard.simulation import IncompleteChart, SetupError
    from upcard.simulation.exporting import write_results

    try:
        check_files(options)
        record = simulated(options)
        if options.out:
            write_results(record, options.out)
    except (SetupError, IncompleteChart) as error:
        raise Failed("setup", str(error)) from None
    if options.report:
        from upcard.commands.simulate_report import write_simulation_report

        write_simulation_report(options, record, options.report)
    return record


def _tell(options: Options, record: dict[str, Any]) -> None:
    from upcard.commands.simulate_tables import tell

    tell(record)
    for path in (options.out, options.report):
        if path:
            print(f"wrote {path}")
