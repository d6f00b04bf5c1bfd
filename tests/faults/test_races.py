"""Many processes at once: exact to the sub-cent, one payout, one order."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from sqlalchemy import select, text

from tests.faults.counts import count
from tests.faults.keepers import RATES, opened
from tests.faults.workers import (
    add_without_lock,
    confirm,
    context,
    contribute,
    hit_together,
    plan,
    run_all,
)
from tests.journal.journals import PAID, fresh_url, put
from upcard.jackpot import AwardLock, Fund
from upcard.journal import open_journal, verify
from upcard.journal.engines import engine_for
from upcard.journal.tables import PAYOUTS

SEED = 4_2026
PROCESSES = 16


@pytest.mark.parametrize(
    ("database", "little", "full", "batch"),
    [("sqlite", 96, 2_000, 1), ("postgresql", 320, 20_000, 4)],
)
def test_contributions_of_16_processes_on_4_meters_are_exact(
    database: str, little: int, full: int, batch: int, tmp_path: Path
) -> None:
    each = count(little, full) // PROCESSES
    print(f"seed {SEED}, {each * PROCESSES} contributions on {database}")
    url = fresh_url(database, tmp_path)
    keeper = opened(url)
    run_all(contribute, [(url, SEED, worker, each, batch) for worker in range(PROCESSES)])
    handle: Counter[str] = Counter()
    for worker in range(PROCESSES):
        for _, name, wager in plan(SEED, worker, each):
            handle[name] += wager
    jackpots = keeper.catch_up()
    for name, rate in RATES.items():
        level = jackpots.progressives[name].levels["meter"]
        shown = level.display - 200_000 + level.carried.display

        assert shown == Fraction(*rate) * handle[name]
        assert keeper.journal.balances()[f"{name}/meter/meter"] == level.display
    assert keeper.journal.head().sequence == each * PROCESSES + len(RATES)
    assert verify(keeper.journal).is_sound
    keeper.journal.close()


def test_control_a_meter_that_is_read_and_then_written_loses_money(tmp_path: Path) -> None:
    url = fresh_url("postgresql", tmp_path)
    engine = engine_for(url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE careless (held BIGINT)"))
        connection.execute(text("INSERT INTO careless VALUES (0)"))
    run_all(add_without_lock, [(url, 40)] * 4)
    with engine.begin() as connection:
        held = connection.scalar(text("SELECT held FROM careless"))
    engine.dispose()

    assert held is not None
    assert held < 160


@pytest.mark.parametrize(("workers", "little", "full"), [(2, 30, 1_000), (8, 8, 300)])
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_an_award_confirmed_by_several_at_once_is_paid_once(
    database: str, workers: int, little: int, full: int, tmp_path: Path
) -> None:
    awards = count(little, full if database == "postgresql" else full // 10)
    print(f"{awards} awards confirmed by {workers} at once on {database}; no random numbers")
    url = fresh_url(database, tmp_path)
    journal = open_journal(url)
    put(journal, "fill", 10 * awards)
    heard = raced(url, workers, awards, careless=False)
    for number in range(awards):
        answers = [one[number] for one in heard]

        assert answers.count("paid") == 1
        winner = f"worker {answers_winner(heard, number)} confirms {number}"
        assert set(answers) <= {"paid", winner}
    with journal.engine.connect() as connection:
        assert len(connection.execute(select(PAYOUTS)).all()) == awards
    assert journal.balance(PAID) == 10 * awards
    assert verify(journal).is_sound
    journal.close()


def answers_winner(heard: list[list[str]], number: int) -> int:
    """Which worker paid that award: the others name it."""
    named = [one[number] for one in heard if one[number] != "paid"]
    return int(named[0].split()[1])


def raced(url: str, workers: int, awards: int, *, careless: bool) -> list[list[str]]:
    """What each worker heard when all confirm the same awards at once."""
    gate = context().Barrier(workers)
    return run_all(confirm, [(url, gate, number, awards, careless) for number in range(workers)])


def test_control_checking_and_then_paying_pays_twice(tmp_path: Path) -> None:
    url = fresh_url("postgresql", tmp_path)
    journal = open_journal(url)
    with journal.engine.begin() as connection:
        connection.execute(text("CREATE TABLE careless (award TEXT, amount BIGINT)"))
    raced(url, 2, 20, careless=True)
    with journal.engine.begin() as connection:
        paid = connection.scalar(text("SELECT count(*) FROM careless"))
    journal.close()

    assert paid is not None
    assert paid > 20


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_two_tables_that_hit_one_level_within_5_ms_have_one_order(
    database: str, tmp_path: Path
) -> None:
    rounds = count(12, 500 if database == "postgresql" else 100)
    print(f"seed {SEED}, {rounds} double hits on {database}")
    url = fresh_url(database, tmp_path)
    keeper = opened(url, AwardLock.ON_CLAIM)
    gate = context().Barrier(2)
    both = run_all(hit_together, [(url, gate, SEED, worker, rounds) for worker in range(2)])
    level = keeper.catch_up().progressives["hot"].levels["meter"]
    claimed = [e for e in keeper.journal.entries() if e.command_id.startswith("claim ")]
    order = [entry.command_id.removeprefix("claim ") for entry in claimed]

    assert sorted(entry.sequence for entry in claimed) == sorted(both[0] + both[1])
    assert [award.id for award in level.posted] == order
    assert level.counters.hits == 2 * rounds
    assert level.balances[Fund.PAID] == 2 * rounds * 200_000
    assert level.display == 200_000
    assert verify(keeper.journal).is_sound
    keeper.journal.close()
