"""How long the exact solver takes: ordinary six decks, and the game with everything on."""

import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from tempfile import TemporaryDirectory

from upcard.catalogue import rules_of
from upcard.odds.play.compiled import CompiledValues
from upcard.odds.play.kernel_houses import kernel_houses
from upcard.odds.play.payments import PlayFacts, facts_of
from upcard.odds.play.solver import full_stock, value_of_shoe
from upcard.odds.play.stock import Stock, stock_of
from upcard.odds.play.weighed_shoes import forget_shoes
from upcard.shoes import composition
from upcard.strategy.best_charts import chart_of
from upcard.strategy.deck_values import deck_values

PASSES = 5
DECKS = 6
GAMES = ("blackjack", "bahamas")
COLD = "from benchmarks.solve_bench import solve_once; solve_once('bahamas')"


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds for one game, best of some passes."""

    whole: float
    without_splits: float
    chart: float
    every: float
    """All numbers of decks at once."""
    kernels: float
    """What the machine code of all numbers of decks takes, which no table can share."""


def run() -> None:
    """Print the seconds for each game, splits and chart apart, and the time of a first compile."""
    cold = _seconds(_solve_in_a_new_process)
    print(f"exact solver, {DECKS} decks, one core, best of {PASSES}:")
    for name in GAMES:
        solve_once(name)
        timing = _timing(name)
        splits = timing.whole - timing.without_splits
        print(
            f"  {name:<10} {timing.whole:6.3f} s, of which splits {splits:6.3f} s; "
            f"the chart takes {timing.chart:6.3f} s more"
        )
        every = len(rules_of(name).decks)
        print(
            f"  {'':<10} {timing.every:6.3f} s for all {every} numbers of decks at once, "
            f"{timing.every / (timing.whole + timing.chart):.2f} times one with its chart, "
            f"of which kernels {timing.kernels:6.3f} s"
        )
        one, all_of_them = _command_seconds(name), _command_seconds(name, "--all-decks")
        print(
            f"  {'':<10} as a command, Python started: {one:.2f} s for one, {all_of_them:.2f} s "
            f"for all, {all_of_them / one:.2f} times"
        )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"  first use, kernels compiled and Python started: {cold:.1f} s; memory {peak:.0f} MiB")


def solve_once(name: str) -> None:
    """Solve a game, chart and all."""
    facts, stock = _game(name)
    chart_of(value_of_shoe(facts, stock), rules_of(name))


def _game(name: str) -> tuple[PlayFacts, Stock]:
    rules = rules_of(name)
    return facts_of(rules), stock_of(composition(rules.deck, DECKS).elements())


def _timing(name: str) -> Timing:
    facts, stock = _game(name)
    play = value_of_shoe(facts, stock)
    return Timing(
        whole=_best(lambda: value_of_shoe(facts, stock)),
        without_splits=_best(
            lambda: value_of_shoe(replace(facts, house=facts.house._replace(hands_max=1)), stock)
        ),
        chart=_best(lambda: chart_of(play, rules_of(name))),
        every=_best(lambda: deck_values(rules_of(name))),
        kernels=_best(lambda: _hands_of_all_decks(name)),
    )


def _hands_of_all_decks(name: str) -> None:
    """The values of all hands with each number of decks: nearly all of it is machine code."""
    rules = rules_of(name)
    for decks in rules.decks:
        CompiledValues(facts_of(rules), full_stock(rules, decks))


def _best(work: Callable[[], object]) -> float:
    """Processor time, which other work on the machine changes least."""
    return min(_seconds(work, time.process_time) for _ in range(PASSES))


def _seconds(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    forget_shoes()
    kernel_houses.cache_clear()
    began = clock()
    work()
    return clock() - began


def _command_seconds(name: str, *options: str) -> float:
    """Processor time of `upcard solve` in a process of its own, the best of some."""
    found = []
    for _ in range(PASSES):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        words = [sys.executable, "-m", "upcard", "solve", name, "--json", *options]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return min(found)


def _solve_in_a_new_process() -> None:
    """Solve with an empty cache, so that every kernel is compiled."""
    with TemporaryDirectory() as empty:
        subprocess.run([sys.executable, "-c", COLD], env={"NUMBA_CACHE_DIR": empty}, check=True)
