"""A run in a file: kept while it is played, so that it can go on after an interruption."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from upcard.app.game_sources import read_text
from upcard.app.problems import AppError
from upcard.app.simulation_options import Simulation
from upcard.simulation.problems import SetupError
from upcard.simulation.runs import Run, read_run

SECONDS_BETWEEN: Final = 2.0
"""How much play an interruption costs at most, besides the block that is being played."""


@dataclass(slots=True)
class RunSaver:
    """Where a run is kept, if anywhere, and the run that was kept there before."""

    path: Path | None
    start: Run | None
    _kept: float = field(default_factory=time.monotonic)

    @classmethod
    def of(cls, asked: Simulation) -> RunSaver:
        """The file of a simulation; refuses one that holds no run, or that cannot be written."""
        if not asked.save:
            return cls(None, None)
        path = Path(asked.save)
        if not path.parent.is_dir():
            raise AppError("file", f"{path.parent}: there is no such folder to write to")
        if not path.exists():
            return cls(path, None)
        try:
            return cls(path, read_run(read_text(path)))
        except SetupError as error:
            raise AppError("not-a-run", f"{path}: {error}") from None

    def keep(self, run: Run, *, is_last: bool = False) -> None:
        """Write the run down, if it is time to and nothing is lost by it."""
        now = time.monotonic()
        if self.start is not None and run.tally.rounds < self.start.tally.rounds:
            return  # A part of a block is being played again: the file has more than that.
        if self.path is None or not (is_last or now - self._kept >= SECONDS_BETWEEN):
            return
        self._kept = now
        beside = self.path.with_name(f"{self.path.name}.{os.getpid()}.part")
        try:
            beside.write_text(run.write(), "utf-8")
            beside.replace(self.path)
        finally:
            beside.unlink(missing_ok=True)
