"""Compiling the simulator's kernels before a run, so that its time is the time of playing."""

from __future__ import annotations

import time
from typing import Final

from upcard.app.preparations import Prepared
from upcard.simulation.tallies import sizes_of
from upcard.simulation.vector_engines import compile_engine, is_compiled

COMPILING: Final = "compiling the simulator (only once on this machine)"


def compile_kernels(play: Prepared) -> None:
    """Compile the kernel before timing starts; the first time on a machine takes a while."""
    asked = play.asked
    if asked.place != "cpu" or is_compiled(play.engine):
        return
    asked.watch.note(COMPILING)
    began = time.perf_counter()
    compile_engine(play.engine, sizes_of(play.pack.tables))
    asked.watch.note(f"compiled in {time.perf_counter() - began:.0f} s")
