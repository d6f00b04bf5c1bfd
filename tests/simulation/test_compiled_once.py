"""Processes that start together: one compiles, the others load what it has kept."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np

from upcard.caches import inner_kernel
from upcard.simulation.kernels.draws import mixed

KERNEL = """
import sys, time
from pathlib import Path
from numba import njit
from upcard.caches import compiled_once, numba_keeps_in

folder = Path(sys.argv[1])

def doubled(number):
    total = 0
    for each in range(number):
        total += 2 if each >= 0 else 1
    return total

with numba_keeps_in(folder):
    kernel = compiled_once(njit(cache=True)(doubled), folder)
assert kernel(21) == 42
assert kernel(21.0 - 0.5 + 0.5 == 21.0) == 2
found = kernel.stats
print(sum(found.cache_misses.values()), sum(found.cache_hits.values()))
"""
"""A kernel with two signatures; how often each process compiled, and how often it loaded."""


def test_of_three_processes_one_compiles(tmp_path: Path) -> None:
    script = tmp_path / "kernel.py"
    script.write_text(KERNEL)
    kept = tmp_path / "kept"
    kept.mkdir()
    started = [
        subprocess.Popen([sys.executable, script, kept], stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    counts = [tuple(map(int, one.communicate(timeout=300)[0].split())) for one in started]

    assert [one.returncode for one in started] == [0, 0, 0]
    assert sum(misses for misses, _ in counts) == 2
    assert sum(hits for _, hits in counts) == 4


def test_what_only_kernels_call_may_be_called_from_python_too() -> None:
    @inner_kernel
    def doubled(number: int) -> int:
        return 2 * number

    assert doubled(21) == 42
    assert np.iinfo(np.uint64).max > mixed(np.uint64(5)) > 0
