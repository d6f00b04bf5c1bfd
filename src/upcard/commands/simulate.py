"""`upcard simulate`: play the full rules of a game, as fast as the machine can."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.app.simulation_options import Simulation
from upcard.commands.interruptions import stopped_gently
from upcard.commands.locale_amounts import typed_format
from upcard.commands.option_flags import Options, command_with
from upcard.commands.output import Failed, Json, failures_told, show
from upcard.commands.progress import Progress

if TYPE_CHECKING:
    from upcard.app.simulations import SimulationResult
    from upcard.simulation.results.record_types import SimulationRecord


def _run(
    options: Options,
    out: Annotated[
        Path | None, typer.Option(help="Write the results to this .json, .csv or .parquet file.")
    ] = None,
    report: Annotated[
        Path | None, typer.Option(help="Write a report with charts to this .html or .pdf file.")
    ] = None,
    json: Json = False,
) -> None:
    progress = Progress()
    asked = Simulation(**options, amounts=typed_format(), watch=progress)
    if problem := asked.problem_of_usage:
        raise typer.BadParameter(problem)
    with failures_told(json):
        _check_files(out, report)
        result = _played(asked, progress)
        record = result.to_dict()
        _write(result, record, out, report, progress)
        show(record, json, lambda: _tell(record, out, report))
        if result.interrupted:
            print(_interruption(result, asked), file=sys.stderr)


simulate = command_with(
    Simulation,
    _run,
    doc="Play rounds by a chart, and report every wager beside its exact value.",
    argument="name",
)


def _played(asked: Simulation, progress: Progress) -> SimulationResult:
    from upcard.app.simulations import played

    with stopped_gently(), progress:
        return played(asked)


def _interruption(result: SimulationResult, asked: Simulation) -> str:
    kept = f"; run the same command again to continue from {asked.save}" if asked.save else ""
    return f"interrupted after {result.rounds:,} of {asked.rounds_number:,} rounds{kept}"


def _check_files(out: Path | None, report: Path | None) -> None:
    """Refuse files that cannot be written, before playing anything."""
    for path in (out, report):
        if path and not path.parent.is_dir():
            raise Failed("file", f"{path.parent}: this folder does not exist")
    if out:
        from upcard.simulation.results.result_files import check_format

        check_format(out)
    if report:
        # The modules of reports take a tenth of a second to import.
        from upcard.reports.report_files import check_suffix

        check_suffix(report)


def _write(
    result: SimulationResult,
    record: SimulationRecord,
    out: Path | None,
    report: Path | None,
    progress: Progress,
) -> None:
    if out:
        from upcard.simulation.results.result_files import write_results

        write_results(record, out)
    if report:
        from upcard.commands.simulate_report import write_simulation_report

        with progress:
            progress.step("writing the report")
            write_simulation_report(result.play.pack.setup.game.rules, record, report)


def _tell(record: SimulationRecord, out: Path | None, report: Path | None) -> None:
    from upcard.commands.simulate_tables import tell

    tell(record)
    for path in (out, report):
        if path:
            print(f"wrote {path}")
