"""The figures of the book, worked out by a process for each processor."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Final, NamedTuple

from upcard.app.house_wagers import load_wagers
from upcard.catalogue import rules_of
from upcard.handbook.game_figures import SharedPlay, game_figures
from upcard.handbook.kept_answers import KeptAnswers
from upcard.handbook.wager_figures import wager_figures

FEW: Final = 4
"""So many tasks are done before another process has started."""
RECORDS_BETWEEN_LOOKS: Final = 200_000
"""How many records are made before the garbage collector looks at them."""


class BookTask(NamedTuple):
    """Pages whose figures one process works out: games that share what they need, or one wager."""

    games: tuple[str, ...] = ()
    wager: str = ""

    def work_out(self, kept: KeptAnswers) -> None:
        """Have every figure of its pages among the *kept* answers."""
        shared = SharedPlay(kept)
        shared.prepare([rules_of(name) for name in self.games])
        self._ask(shared)

    def is_done(self, kept: KeptAnswers) -> bool:
        """Whether every figure of its pages is among the *kept* answers."""
        return kept.has_all(lambda: self._ask(SharedPlay(kept)))

    def _ask(self, shared: SharedPlay) -> None:
        for name in self.games:
            game_figures(rules_of(name), shared)
        if self.wager:
            wager_figures(self.wager, shared.kept)


def answers_of(tasks: Sequence[BookTask], watch: Callable[[int], None]) -> Mapping[str, object]:
    """The records of all commands that *tasks* need; *watch* hears how many tasks are done."""
    workers = min(len(tasks), os.cpu_count() or 1)
    if workers < 2 or len(tasks) <= FEW:
        kept = KeptAnswers(None)
        for done, task in enumerate(tasks):
            watch(done)
            task.work_out(kept)
        return kept.records
    found: dict[str, object] = {}
    pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=_prepare_worker)
    with pool:
        waiting = [pool.submit(_records, task) for task in tasks]
        for done, future in enumerate(as_completed(waiting)):
            watch(done)
            found |= future.result()
    return found


def _prepare_worker() -> None:
    """
    Load what a house adds, and let the garbage collector look seldom.

    Figures are made of small records that hold no cycles, and looking for some among a million
    takes a tenth of the time.
    """
    load_wagers()
    gc.freeze()
    gc.set_threshold(RECORDS_BETWEEN_LOOKS)


def _records(task: BookTask) -> Mapping[str, object]:
    kept = KeptAnswers(None)
    task.work_out(kept)
    return kept.records
