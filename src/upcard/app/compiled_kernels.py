"""Compiling the simulator's kernels before a run, so that its time is the time of playing."""

from __future__ import annotations

import time
from typing import Final

from upcard.app.preparations import Prepared
from upcard.simulation.kernels.compilation import is_kept
from upcard.simulation.runs import is_compiled, simulate
from upcard.simulation.vector_engines import are_lanes_compiled

COMPILING: Final = "compiling the simulator (only once on this machine)"


def compile_kernels(play: Prepared) -> None:
    """Compile the kernel before timing starts; the first time on a machine takes a while."""
    asked = play.asked
    in_lanes = play.engine.automaton is not None
    is_plain = in_lanes or (asked.session is None and asked.progressive is None)
    if asked.device != "cpu" or (_is_ready(play) if is_plain else is_kept("record_block")):
        return
    asked.watch.note(COMPILING)
    if is_plain:
        began = time.perf_counter()
        simulate(play.pack, rounds=1, seed=asked.seed, engine=play.engine)
        asked.watch.note(f"compiled in {time.perf_counter() - began:.0f} s")


def _is_ready(play: Prepared) -> bool:
    """Whether the engine's kernel is compiled."""
    if play.engine.automaton is None:
        return is_compiled()
    return are_lanes_compiled(play.engine)
