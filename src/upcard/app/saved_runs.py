"""A run saved to a file while it is played, so that it can continue after an interruption."""

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
"""The most play that an interruption costs, besides the current block."""


@dataclass(slots=True)
class RunSaver:
    """The file of a run, if any, and the run it already holds."""

    path: Path | None
    start: Run | None
    _kept: float = field(default_factory=time.monotonic)

    @classmethod
    def of(cls, asked: Simulation) -> RunSaver:
        """Open the file of a simulation; refuse one that is not a run or cannot be written."""
        if not asked.save:
            return cls(None, None)
        path = Path(asked.save)
        if not path.parent.is_dir():
            raise AppError("file", f"{path.parent}: this folder does not exist")
        if not path.exists():
            return cls(path, None)
        try:
            return cls(path, read_run(read_text(path)))
        except SetupError as error:
            raise AppError("not-a-run", f"{path}: {error}") from None

    def keep(self, run: Run, *, is_last: bool = False) -> None:
        """Save the run if it is time to."""
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
