"""How many commands a second become durable, and what one hot meter carries."""

from __future__ import annotations

import os
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from tests.faults.keepers import Keeper, opened, start
from tests.postgres import postgres_or_skip

SECONDS = 3.0
WAGERS = (500, 500, 100, 2500, 100, 700, 1100)
BATCH = 16


def run() -> None:
    """Print durable START GAMEs of seven wagers a second, alone and written together."""
    print("journal, START GAME of seven wagers on one hot meter, every one on the disk:")
    with tempfile.TemporaryDirectory() as folder:
        _print_fsync(Path(folder))
        _measure("SQLite", f"sqlite:///{Path(folder) / 'journal.db'}", several=1)
    try:
        url = postgres_or_skip().new_database()
    except BaseException as reason:
        print(f"  PostgreSQL  not measured: {reason}")
        return
    _measure("PostgreSQL", url, several=4)


def _measure(name: str, url: str, several: int) -> None:
    keeper = opened(url)
    alone = _rate(lambda number: _one(keeper, number))
    together = _rate(lambda number: _batch(keeper, number))
    print(f"  {name:<10} one a transaction      {alone:7,.0f} commands/s")
    print(f"  {name:<10} {BATCH} a transaction     {together:7,.0f} commands/s")
    if several > 1:
        keepers = [Keeper(keeper.journal) for _ in range(several)]
        for one in keepers:
            one.catch_up()
        total = _rate_of_threads(keepers)
        print(f"  {name:<10} {several} writers, {BATCH} each    {total:7,.0f} commands/s")
    keeper.journal.close()


def _one(keeper: Keeper, number: int) -> int:
    keeper.do(f"alone {number}", start("hot", f"{number}", *WAGERS))
    return 1


def _batch(keeper: Keeper, number: int, who: int = 0) -> int:
    ids = [f"together {who} {number} {place}" for place in range(BATCH)]
    keeper.do_all([(id_, start("hot", id_, *WAGERS)) for id_ in ids])
    return BATCH


def _rate(act: Callable[[int], int]) -> float:
    began, done, number = time.perf_counter(), 0, 0
    while (spent := time.perf_counter() - began) < SECONDS:
        done += act(number)
        number += 1
    return done / spent


def _rate_of_threads(keepers: list[Keeper]) -> float:
    rates = [0.0] * len(keepers)

    def work(who: int) -> None:
        rates[who] = _rate(lambda number: _batch(keepers[who], number, who + 1))

    threads = [threading.Thread(target=work, args=(who,)) for who in range(len(keepers))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(rates)


def _print_fsync(folder: Path) -> None:
    """The disk sets the limit, so say what it can do."""
    waits = []
    with (folder / "fsync").open("wb") as file:
        for _ in range(50):
            file.write(b"x" * 4096)
            file.flush()
            began = time.perf_counter()
            os.fsync(file.fileno())
            waits.append(time.perf_counter() - began)
    print(f"  this disk: one fsync {statistics.median(waits) * 1000:.2f} ms (median of 50)")


if __name__ == "__main__":
    run()
