"""Commands that come twice, late and out of order: the digest of the run in order."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.faults.counts import count
from tests.faults.keepers import Keeper, opened, start
from tests.journal.journals import fresh_url
from upcard.jackpot.commands import Command
from upcard.jackpot.jackpot_records import state_digest
from upcard.journal import JournalError, verify

SEED = 99_2026


def commands(many: int) -> list[tuple[str, Command]]:
    """Contributions of several tables, each with its id."""
    rng = random.Random(SEED)
    made: list[tuple[str, Command]] = []
    for number in range(many):
        id_ = f"table {number % 7} start {number // 7}"
        name = rng.choice(["hot", "two", "three", "four"])
        wagers = [rng.randrange(1, 40_001) for _ in range(rng.randint(1, 3))]
        made.append((id_, start(name, id_, *wagers)))
    return made


def disordered(every: list[tuple[str, Command]], deliveries: int) -> list[tuple[str, Command]]:
    """Every command at least once, copies of some, in any order."""
    rng = random.Random(SEED + 1)
    copies = [rng.choice(every) for _ in range(deliveries - len(every))]
    mixed = [*every, *copies]
    rng.shuffle(mixed)
    return mixed


def digest_after(keeper: Keeper, deliveries: list[tuple[str, Command]]) -> str:
    """The digest of the jackpots once everything is delivered."""
    for first in range(0, len(deliveries), 40):
        keeper.do_all(deliveries[first : first + 40])
    return state_digest(keeper.catch_up())


def test_duplicated_and_reordered_commands_give_the_digest_of_the_run_in_order(
    tmp_path: Path,
) -> None:
    deliveries = count(600, 20_000)
    print(f"seed {SEED}, {deliveries} deliveries")
    every = commands(deliveries // 3)
    folders = [tmp_path / "in order", tmp_path / "in disorder"]
    for folder in folders:
        folder.mkdir()
    keepers = [opened(fresh_url("sqlite", folder)) for folder in folders]
    in_order = digest_after(keepers[0], every)
    in_disorder = digest_after(keepers[1], disordered(every, deliveries))

    assert in_disorder == in_order
    assert keepers[1].journal.head().sequence == len(every) + 4
    assert verify(keepers[1].journal).is_sound

    id_, _ = every[0]
    with pytest.raises(JournalError, match="other content"):
        keepers[1].do(id_, start("hot", id_, 77))
    for keeper in keepers:
        keeper.journal.close()


def test_control_without_command_ids_the_digest_differs(tmp_path: Path) -> None:
    every = commands(60)
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    first, second = (opened(fresh_url("sqlite", tmp_path / name)) for name in ("a", "b"))
    renamed = [
        (f"{number} {id_}", command) for number, (id_, command) in enumerate(disordered(every, 120))
    ]

    assert digest_after(first, every) != digest_after(second, renamed)
    first.journal.close()
    second.journal.close()
