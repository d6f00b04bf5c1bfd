"""Tampering by somebody with the keys of the database: found, and located, every time."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults.counts import count
from tests.journal.journals import filled
from upcard.journal import AuditVerdict, Checkpoint, Journal, verify
from upcard.journal.engines import engine_for
from upcard.journal.entries import Entry, chained, content_hash
from upcard.journal.readers import stored_entries

SEED = 1_000_2026
ENTRIES = 40
EVERY = 10
"""A checkpoint is kept off the machine after that many entries."""

Act = Callable[[sqlite3.Connection, random.Random], int]
"""Tampers with the database and says at which entry that must be found."""


def edit_event(database: sqlite3.Connection, rng: random.Random) -> int:
    number = rng.randint(1, ENTRIES)
    database.execute("UPDATE events SET payload = payload || ' ' WHERE sequence = ?", [number])
    return number


def edit_amount(database: sqlite3.Connection, rng: random.Random) -> int:
    number = rng.randint(1, ENTRIES)
    database.execute(
        "UPDATE transfers SET amount = amount + ? WHERE sequence = ? AND position = 1",
        [rng.choice([-1, 1, 1000]), number],
    )
    return number


def edit_text(database: sqlite3.Connection, rng: random.Random) -> int:
    number = rng.randint(1, ENTRIES)
    column = rng.choice(["body", "answer", "at", "command_id", "previous", "hash"])
    value = database.execute(
        f"SELECT {column} FROM entries WHERE sequence = ?", [number]
    ).fetchone()[0]
    place = rng.randrange(len(value))
    flipped = value[:place] + chr(ord(value[place]) ^ 64) + value[place + 1 :]
    database.execute(f"UPDATE entries SET {column} = ? WHERE sequence = ?", [flipped, number])
    return number


def edit_account(database: sqlite3.Connection, rng: random.Random) -> int:
    number = rng.randint(1, ENTRIES)
    column = rng.choice(["source", "target", "reason", "id", "award"])
    database.execute(
        f"UPDATE transfers SET {column} = {column} || 'x' WHERE sequence = ? AND position = 1",
        [number],
    )
    return number


def delete_entry(database: sqlite3.Connection, rng: random.Random) -> int:
    number = rng.randint(1, ENTRIES - 1)
    for table in ("events", "transfers", "payouts", "entries"):
        database.execute(f"DELETE FROM {table} WHERE sequence = ?", [number])
    return number


def delete_part(database: sqlite3.Connection, rng: random.Random) -> int:
    number = rng.randint(1, ENTRIES)
    table = rng.choice(["events", "transfers"])
    database.execute(f"DELETE FROM {table} WHERE sequence = ? AND position = 1", [number])
    return number


def insert_entry(database: sqlite3.Connection, rng: random.Random) -> int:
    database.execute(
        "INSERT INTO entries SELECT sequence + 1, 'invented', at, body, answer, hash, hash || '1' "
        "FROM entries WHERE sequence = ?",
        [ENTRIES],
    )
    return ENTRIES + 1


def insert_part(database: sqlite3.Connection, rng: random.Random) -> int:
    number = rng.randint(1, ENTRIES)
    if rng.random() < 0.5:
        database.execute("INSERT INTO events VALUES (?, 2, '{}')", [number])
    else:
        database.execute(
            "INSERT INTO transfers SELECT sequence, 9, id || 'x', reason, source, target, amount, "
            "award FROM transfers WHERE sequence = ? AND position = 1",
            [number],
        )
    return number


def swap_events(database: sqlite3.Connection, rng: random.Random) -> int:
    first, second = sorted(rng.sample(range(1, ENTRIES + 1), 2))
    for old, new in ((first, -1), (second, first), (-1, second)):
        database.execute("UPDATE events SET sequence = ? WHERE sequence = ?", [new, old])
    return first


def swap_entries(database: sqlite3.Connection, rng: random.Random) -> int:
    first, second = sorted(rng.sample(range(1, ENTRIES + 1), 2))
    for table in ("entries", "events", "transfers", "payouts"):
        for old, new in ((first, -1), (second, first), (-1, second)):
            database.execute(f"UPDATE {table} SET sequence = ? WHERE sequence = ?", [new, old])
    return first


def edit_balance(database: sqlite3.Connection, rng: random.Random) -> int:
    database.execute(
        "UPDATE balances SET balance = balance + ? WHERE account = "
        "(SELECT account FROM balances ORDER BY account LIMIT 1 OFFSET ?)",
        [rng.choice([1, 100, 12345]), rng.randrange(3)],
    )
    return ENTRIES


def edit_payouts(database: sqlite3.Connection, rng: random.Random) -> int:
    number = 5 * rng.randint(1, ENTRIES // 5)
    act = rng.choice(["DELETE FROM payouts", "UPDATE payouts SET award_id = award_id || 'x'"])
    database.execute(f"{act} WHERE sequence = ?", [number])
    return number


def edit_head(database: sqlite3.Connection, rng: random.Random) -> int:
    database.execute("UPDATE head SET sequence = ?", [rng.randint(0, ENTRIES - 1)])
    return ENTRIES + 1


def cut_tail(database: sqlite3.Connection, rng: random.Random) -> int:
    """Cleanly: the head, the balances and the payouts are made to fit."""
    last = rng.randint(1, ENTRIES - 1)
    for table in ("events", "transfers", "payouts", "entries"):
        database.execute(f"DELETE FROM {table} WHERE sequence > ?", [last])
    settle(database)
    return last + 1


def rewrite(database: sqlite3.Connection, rng: random.Random) -> int:
    """From some entry on: another amount, and every hash after it computed anew."""
    number = rng.randint(1, ENTRIES)
    database.execute(
        "UPDATE transfers SET amount = amount + 7 WHERE sequence = ? AND position = 1", [number]
    )
    database.commit()
    path = database.execute("PRAGMA database_list").fetchone()[2]
    engine = engine_for(f"sqlite:///{path}")
    with engine.connect() as connection:
        entries = list(stored_entries(connection, 1, ENTRIES))
    engine.dispose()
    chain_anew(database, entries)
    settle(database)
    return -(-number // EVERY) * EVERY


def chain_anew(database: sqlite3.Connection, entries: list[Entry]) -> None:
    """Write hashes that fit."""
    previous = entries[0].previous
    for entry in entries:
        hash_ = chained(entry.sequence, previous, content_hash(entry.content))
        database.execute(
            "UPDATE entries SET previous = ?, hash = ? WHERE sequence = ?",
            [previous, hash_, entry.sequence],
        )
        previous = hash_


def settle(database: sqlite3.Connection) -> None:
    """Make head and balances fit what is left."""
    database.execute(
        "UPDATE head SET (sequence, hash) = "
        "(SELECT sequence, hash FROM entries ORDER BY sequence DESC LIMIT 1)"
    )
    sums = (
        "(SELECT coalesce(sum(amount), 0) FROM transfers WHERE target = account) - "
        "(SELECT coalesce(sum(amount), 0) FROM transfers WHERE source = account)"
    )
    database.execute(f"UPDATE balances SET balance = {sums}")
    database.execute("DELETE FROM balances WHERE balance = 0")


SELF_CONSISTENT = (cut_tail, rewrite)
ACTS: tuple[Act, ...] = (
    edit_event,
    edit_amount,
    edit_text,
    edit_account,
    delete_entry,
    delete_part,
    insert_entry,
    insert_part,
    swap_events,
    swap_entries,
    edit_balance,
    edit_payouts,
    edit_head,
    *SELF_CONSISTENT,
)


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Checkpoint]]:
    """A journal, and the checkpoints that were kept elsewhere."""
    path = tmp_path_factory.mktemp("tampering") / "journal.db"
    journal = filled(f"sqlite:///{path}", ENTRIES)
    points = [
        Checkpoint(entry.sequence, entry.hash)
        for entry in journal.entries()
        if entry.sequence % EVERY == 0
    ]
    assert verify(journal, points).is_sound
    journal.close()
    return path, points


def tampered(path: Path, copy: Path, act: Act, rng: random.Random) -> int:
    """Tamper with a copy, with the triggers and keys out of the way."""
    shutil.copy(path, copy)
    database = sqlite3.connect(copy)
    # Nobody keeps the copy, so nothing waits for the disk.
    database.execute("PRAGMA synchronous=OFF")
    database.execute("PRAGMA foreign_keys=OFF")
    database.execute("PRAGMA ignore_check_constraints=ON")
    names = database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for (name,) in names:
        database.execute(f"DROP TRIGGER {name}")
    place = act(database, rng)
    database.commit()
    database.close()
    return place


def verdict_on(copy: Path, points: list[Checkpoint]) -> AuditVerdict:
    """What the audit says."""
    journal = Journal(engine_for(f"sqlite:///{copy}"))
    verdict = verify(journal, points)
    journal.close()
    return verdict


def test_every_tampering_is_found_and_located(
    original: tuple[Path, list[Checkpoint]], tmp_path: Path
) -> None:
    path, points = original
    times = count(90, 1_000)
    print(f"seed {SEED}, {times} tamperings of {len(ACTS)} kinds")
    rng = random.Random(SEED)
    for number in range(times):
        act = ACTS[number % len(ACTS)]
        place = tampered(path, tmp_path / "copy.db", act, rng)
        fault = verdict_on(tmp_path / "copy.db", points).fault

        assert fault is not None, f"{act.__name__} at entry {place} was not found"
        assert fault.sequence == place, f"{act.__name__} at entry {place} was found as: {fault}"


@pytest.mark.parametrize("act", SELF_CONSISTENT)
def test_control_without_a_checkpoint_a_clean_cut_and_a_rewrite_pass(
    act: Act, original: tuple[Path, list[Checkpoint]], tmp_path: Path
) -> None:
    tampered(original[0], tmp_path / "copy.db", act, random.Random(SEED))

    assert verdict_on(tmp_path / "copy.db", []).is_sound


def test_control_an_audit_that_believes_stored_hashes_misses_an_edit(
    original: tuple[Path, list[Checkpoint]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tampered(original[0], tmp_path / "copy.db", edit_event, random.Random(SEED))
    monkeypatch.setattr(Entry, "is_whole", True)

    assert verdict_on(tmp_path / "copy.db", original[1]).is_sound
