"""Simulation: the full rules of every game, compiled, over any number of rounds."""

from upcard.simulation.decisions import IncompleteChart
from upcard.simulation.packing import Packed, Setup, packed
from upcard.simulation.problems import SetupError
from upcard.simulation.records import run_record
from upcard.simulation.runs import Run, Tally, is_compiled, read_run, simulate
from upcard.simulation.statistics import Figures, WagerFigures, figures

__all__ = [
    "Figures",
    "IncompleteChart",
    "Packed",
    "Run",
    "Setup",
    "SetupError",
    "Tally",
    "WagerFigures",
    "figures",
    "is_compiled",
    "packed",
    "read_run",
    "run_record",
    "simulate",
]
