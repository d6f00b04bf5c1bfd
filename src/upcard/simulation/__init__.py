"""Simulation: the full rules of every game, compiled, over any number of rounds."""

from upcard.simulation.problems import SetupError
from upcard.simulation.results.run_records import run_record
from upcard.simulation.results.statistics import RunFigures, SimulatedFigures, figures
from upcard.simulation.runs import Run, read_run, simulate
from upcard.simulation.setups.chart_tables import IncompleteChart
from upcard.simulation.setups.packed_games import Packed, Setup, packed
from upcard.simulation.tallies import RunTally

__all__ = [
    "IncompleteChart",
    "Packed",
    "Run",
    "RunFigures",
    "RunTally",
    "Setup",
    "SetupError",
    "SimulatedFigures",
    "figures",
    "packed",
    "read_run",
    "run_record",
    "simulate",
]
