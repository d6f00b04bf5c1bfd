"""Processes that write, race and are killed. Each is started clean, from a server that forks."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import time
from collections.abc import Callable
from multiprocessing.context import ForkServerContext
from typing import Any

from sqlalchemy import event, text

from tests.faults.keepers import DEALER, RATES, SUPERVISOR, Keeper, start
from tests.journal.journals import AT, payout
from upcard.jackpot.commands import ClaimAward, PostAward
from upcard.journal import AlreadyPaid, Journal, JournalError, open_journal, transactions
from upcard.journal.engines import engine_for
from upcard.money import CENTS_DOWN


def context() -> ForkServerContext:
    """Where processes come from; what they import is imported once."""
    made = multiprocessing.get_context("forkserver")
    made.set_forkserver_preload(["tests.faults.workers", "tests.faults.serving"])
    return made


def run_all(target: Callable[..., Any], arguments: list[tuple[Any, ...]]) -> list[Any]:
    """Run one process for each of *arguments* and collect what each reports."""
    made = context()
    queue: Any = made.Queue()
    processes = [made.Process(target=_reporting, args=(queue, target, one)) for one in arguments]
    for process in processes:
        process.start()
    results = [queue.get(timeout=600) for _ in processes]
    for process in processes:
        process.join(timeout=60)
    failures = [result for result in results if isinstance(result, str)]
    if failures:
        raise AssertionError(f"{len(failures)} processes failed: {failures[0]}")
    return results


def _reporting(queue: Any, target: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    try:
        queue.put(target(*arguments))
    except BaseException as error:
        queue.put(f"{type(error).__name__}: {error}")


def plan(seed: int, worker: int, commands: int) -> list[tuple[str, str, int]]:
    """What a worker contributes: half of it to the hot meter."""
    rng = random.Random(f"{seed}/{worker}")
    names = [*RATES, "hot", "hot"]
    return [
        (f"w{worker}/{number}", rng.choice(names), rng.randrange(1, 40_001))
        for number in range(commands)
    ]


def contribute(url: str, seed: int, worker: int, commands: int, batch: int) -> int:
    """Contribute *commands* times, a few in each transaction."""
    keeper = Keeper(open_journal(url))
    steps = [(id_, start(name, id_, wager)) for id_, name, wager in plan(seed, worker, commands)]
    for first in range(0, commands, batch):
        for answer in keeper.do_all([*steps[first : first + batch]]):
            if isinstance(answer, Exception):
                raise answer
    keeper.journal.close()
    return commands


def add_without_lock(url: str, times: int) -> int:
    """The seeded bug: read the meter, then write it, and nobody holds the row in between."""
    engine = engine_for(url)
    for _ in range(times):
        with engine.begin() as connection:
            held = connection.scalar(text("SELECT held FROM careless"))
            connection.execute(text("UPDATE careless SET held = :held"), {"held": held + 1})
    engine.dispose()
    return times


def confirm(url: str, gate: Any, worker: int, awards: int, careless: bool) -> list[str]:
    """Confirm each award at the same moment as the others do."""
    journal = open_journal(url)
    if careless:
        journal = CarelessJournal(journal.engine)
    heard = []
    for number in range(awards):
        award, id_ = f"award {number}", f"worker {worker} confirms {number}"
        gate.wait(timeout=60)
        try:
            pay(journal, id_, award)
            heard.append("paid")
        except AlreadyPaid as refused:
            heard.append(refused.command_id)
        except JournalError as refused:
            heard.append(refused.code)
    journal.close()
    return heard


def pay(journal: Journal, id_: str, award: str) -> None:
    """Pay an award."""
    body = {"award": award, "by": id_}
    transfers = [payout(f"{id_}/1", award)]
    if isinstance(journal, CarelessJournal):
        journal.pay_carelessly(award, transfers[0].amount)
    else:
        journal.append(id_, body, [{"event": "AwardPosted"}], transfers, {"paid": 10}, at=AT)


class CarelessJournal(Journal):
    """The seeded bug: looks whether the award is paid, then pays; no lock and no key between."""

    def pay_carelessly(self, award: str, amount: int) -> None:
        """Check, then act."""
        values = {"award": award, "amount": amount}
        with self.engine.begin() as connection:
            found = connection.scalar(text("SELECT 1 FROM careless WHERE award = :award"), values)
            time.sleep(0.002)
            if not found:
                connection.execute(text("INSERT INTO careless VALUES (:award, :amount)"), values)


def hit_together(url: str, gate: Any, seed: int, worker: int, rounds: int) -> list[int]:
    """Claim the same level within 5 ms of another table; the first worker posts what is claimed."""
    keeper = Keeper(open_journal(url))
    rng = random.Random(f"{seed}/{worker}")
    sequences = []
    for number in range(rounds):
        id_ = f"table {worker} round {number}"
        gate.wait(timeout=60)
        time.sleep(rng.random() * 0.005)
        sequences.append(keeper.do(f"claim {id_}", claim(id_)).sequence)
        gate.wait(timeout=60)
        if worker == 0:
            post_all(keeper)
    keeper.journal.close()
    return sequences


def claim(id_: str) -> ClaimAward:
    """All of the hot meter."""
    return ClaimAward(
        progressive="hot",
        level="meter",
        award_id=id_,
        percent=100,
        winners=1,
        round_id=id_,
        place=1,
        by=DEALER,
        details="",
        rounding=CENTS_DOWN,
    )


def post_all(keeper: Keeper) -> None:
    """Pay every open claim on the hot meter, first claimed first."""
    while waiting := keeper.catch_up().progressives["hot"].levels["meter"].waiting:
        id_ = waiting[0].id
        post = PostAward(progressive="hot", level="meter", award_id=id_, by=SUPERVISOR)
        keeper.do(f"post {id_}", post)


FAULT_POINTS = ("none", "before-commit", "after-commit", "between-inserts", "before-write")


def serve(url: str, pipe: Any, fault: str, countdown: int, is_careless: bool) -> None:
    """Answer commands until killed; *fault* says at which point to die by one's own hand."""
    keeper = Keeper(open_journal(url))
    _arm(keeper.journal, fault, countdown)
    pipe.send("ready")
    while True:
        command_id, name, wager = pipe.recv()
        if is_careless:
            # The seeded bug: acknowledged before it is durable.
            pipe.send(command_id)
        keeper.do(command_id, start(name, command_id, wager))
        if not is_careless:
            pipe.send(command_id)


def _arm(journal: Journal, fault: str, countdown: int) -> None:
    left = [countdown]

    def die(*_: Any) -> None:
        left[0] -= 1
        if left[0] <= 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def die_after(function: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*arguments: Any) -> Any:
            result = function(*arguments)
            die()
            return result

        return wrapped

    def die_before(function: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*arguments: Any) -> Any:
            die()
            return function(*arguments)

        return wrapped

    def die_at_transfers(_: Any, __: Any, statement: str, *___: Any) -> None:
        if statement.startswith("INSERT INTO transfers"):
            die()

    dialect: Any = journal.engine.dialect
    match fault:
        case "before-commit":
            event.listen(journal.engine, "commit", die)
        case "after-commit":
            dialect.do_commit = die_after(dialect.do_commit)
        case "between-inserts":
            event.listen(journal.engine, "after_cursor_execute", die_at_transfers)
        case "before-write":
            monkey: Any = transactions.Writing
            monkey.write = die_before(transactions.Writing.write)
