"""A writer of the database forges rows: snapshots, entries, staff, PINs, checkpoints. All named."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.commands.desks import damaged
from tests.faults.counts import count
from tests.faults.scripts import BLAZING
from tests.room.houses import PIN, PINS, new_house, place_in
from upcard.journal import Checkpoint, JournalError, Seals
from upcard.journal.canonical import canonical, digest
from upcard.journal.entries import chained, content_hash
from upcard.room import room_checkpoints
from upcard.room.care.audits import audit_room
from upcard.room.orders import Order, Signature
from upcard.room.people.roles import Role
from upcard.room.room_openings import Place, open_room
from upcard.room.room_snapshots import NAME
from upcard.room.snapshot_saves import save
from upcard.room.staff_orders import AddMember
from upcard.room.table_orders import CloseTable
from upcard.witness import CheckpointReason, SignedCheckpoint, Signer
from upcard.witness.checkpoints import FIRST

SEED = "forgeries 2026"
Database = sqlite3.Connection
Forge = Callable[[Database, random.Random], str]


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A room that has a snapshot and checkpoints."""
    folder: Path = tmp_path_factory.mktemp("forged") / "room"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(room_checkpoints, "EVERY", 4)
        house = new_house(place_in(folder), BLAZING)
        house.start("t1")
        save(house.room)
        house.close()
    return folder


def last_entry(database: Database) -> tuple[int, str]:
    """The number and the hash of the last entry."""
    query = "SELECT sequence, hash FROM entries ORDER BY sequence DESC LIMIT 1"
    row: tuple[int, str] = database.execute(query).fetchone()
    return row


def promoted(text: str, rng: random.Random) -> str:
    """A snapshot in which somebody is executive who was not."""
    payload = json.loads(text)
    staff = payload["room"]["staff"]
    member = rng.choice([one for _, one in staff if one["role"] != "executive"])
    member["role"] = "executive"
    return canonical(payload)


def snapshot_without_key(database: Database, rng: random.Random) -> str:
    """One INSERT: a snapshot of the last entry, sealed as version 0.1 sealed them."""
    sequence, hash_ = last_entry(database)
    (text,) = database.execute("SELECT payload FROM snapshots").fetchone()
    forged = promoted(text, rng)
    seal = digest(canonical([NAME, sequence, hash_, digest(forged)]))
    row = (NAME, sequence, forged, seal)
    database.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?)", row)
    return "snapshot-broken"


def snapshot_with_a_key_of_ones_own(database: Database, rng: random.Random) -> str:
    """The same, sealed with the right form and a key that is not the room's."""
    point = Checkpoint(*last_entry(database))
    (text,) = database.execute("SELECT payload FROM snapshots").fetchone()
    forged = promoted(text, rng)
    seal = Seals(rng.randbytes(32)).of_snapshot(NAME, point, forged)
    row = (NAME, point.sequence, forged, seal)
    database.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?)", row)
    return "snapshot-broken"


def entry_that_adds_an_executive(database: Database, rng: random.Random) -> str:
    """An entry with the right hashes, and the head moved on to it."""
    sequence, previous = last_entry(database)
    badge = f"evil-{rng.randrange(1000)}"
    kept = PINS.kept(PIN)
    event = canonical(
        {"kind": "MemberAdded", "badge": badge, "name": "Evil", "role": "executive", "pin": kept}
    )
    body = canonical({"by": "exec-1", "second": "exec-2", "seen": None, "wish": None})
    answer = canonical({"day": "2026-11-15"})
    at, id_ = "2026-11-15T09:00:00.000Z", f"forged {badge}"
    content = (
        f'{{"answer":{answer},"at":{json.dumps(at)},"body":{body},'
        f'"command_id":{json.dumps(id_)},"events":[{event}],"transfers":[]}}'
    )
    hash_ = chained(sequence + 1, previous, content_hash(content))
    row = (sequence + 1, id_, at, body, answer, previous, hash_)
    database.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    database.execute("INSERT INTO events VALUES (?, 1, ?)", (sequence + 1, event))
    seal = rng.choice(["", "00" * 32, database.execute("SELECT seal FROM head").fetchone()[0]])
    moved = (sequence + 1, hash_, seal)
    database.execute("UPDATE head SET sequence = ?, hash = ?, seal = ?", moved)
    return "head-not-sealed"


def seal_taken_off(database: Database, rng: random.Random) -> str:
    """The head of a room that looks as if it had never been sealed."""
    database.execute("UPDATE head SET seal = ''")
    return "head-not-sealed"


def checkpoint_of_ones_own(database: Database, rng: random.Random) -> str:
    """A checkpoint signed with another key, or with none."""
    sequence, hash_ = last_entry(database)
    (number,) = database.execute("SELECT max(number) FROM checkpoints").fetchone()
    (first,) = database.execute("SELECT hash FROM entries WHERE sequence = 1").fetchone()
    point = SignedCheckpoint(
        room=first,
        number=number + 1,
        sequence=sequence,
        hash=hash_,
        day="2026-11-15",
        at="",
        reason=CheckpointReason.ENTRIES,
        previous=FIRST,
        key="",
    )
    text = Signer(rng.randbytes(32)).signed(point).text if rng.random() < 0.5 else point.text
    row = (number + 1, sequence, "entries", "2026-11-15", text)
    database.execute("INSERT INTO checkpoints VALUES (?, ?, ?, ?, ?)", row)
    return "checkpoint-broken"


FORGERIES: tuple[Forge, ...] = (
    snapshot_without_key,
    snapshot_with_a_key_of_ones_own,
    entry_that_adds_an_executive,
    seal_taken_off,
    checkpoint_of_ones_own,
)


def forged(folder: Path, forge: Forge, rng: random.Random) -> str:
    """Forge a row in the room's database; the code that it must be refused with."""
    codes: list[str] = []
    damaged(folder, lambda database: codes.append(forge(database, rng)))
    return codes[0]


def test_every_forged_row_is_refused_by_name_at_the_start(original: Path, tmp_path: Path) -> None:
    times = count(15, 200)
    print(f"seed {SEED}, {times} forgeries of {len(FORGERIES)} kinds")
    rng = random.Random(SEED)
    for number in range(times):
        forge = FORGERIES[number % len(FORGERIES)]
        folder = tmp_path / str(number)
        shutil.copytree(original, folder)
        code = forged(folder, forge, rng)
        with pytest.raises(JournalError) as refused:
            open_room(Place.at(folder), pins=PINS)
        assert str(refused.value.code) == code, forge.__name__


def test_a_pin_put_under_the_name_of_another_opens_nothing(original: Path, tmp_path: Path) -> None:
    folder = tmp_path / "room"
    shutil.copytree(original, folder)
    mine = "918273"

    def exchange(database: Database) -> None:
        database.execute("UPDATE credentials SET kept = ?", (PINS.kept(mine),))

    damaged(folder, exchange)
    room = open_room(Place.at(folder), pins=PINS)
    for pin in (mine, PIN):
        order = Order(id=f"close {pin}", by=Signature("sup-1", pin), wish=CloseTable("t2"))
        answer = room.submit(order)
        assert answer.code == "pin-wrong"
    room.close()


def test_a_pin_hash_in_the_database_cannot_be_guessed_without_the_room_s_key(
    original: Path,
) -> None:
    database = sqlite3.connect(original / "room.sqlite")
    kept = [row[0] for row in database.execute("SELECT kept FROM credentials")]
    events = [row[0] for row in database.execute("SELECT payload FROM events")]
    database.close()

    assert len(kept) > 5
    assert not any(PINS.fits(one, PIN) for one in kept)  # It is the PIN of every badge here.
    assert not any("$argon2" in text for text in events)


def test_one_person_alone_makes_no_second_one(original: Path, tmp_path: Path) -> None:
    folder = tmp_path / "room"
    shutil.copytree(original, folder)
    room = open_room(Place.at(folder), pins=PINS)
    phantom = AddMember(badge="acct-9", name="Nobody", role=Role.ACCOUNTING, pin=PIN)
    answers = [
        room.submit(
            Order(id=f"phantom {place}", by=Signature("exec-1", PIN), wish=phantom, second=second)
        ).code
        for place, second in enumerate(
            [
                None,
                Signature("exec-1", PIN),
                Signature("acct-9", PIN),
                Signature("deal-1", PIN),
                Signature("exec-2", "000111"),
            ]
        )
    ]
    room.close()

    assert answers == [
        "second-person-needed",
        "same-person",
        "badge-unknown",
        "role-not-enough",
        "pin-wrong",
    ]
    assert "acct-9" not in room.state.staff


def test_control_with_a_known_key_the_forged_snapshot_is_taken(
    original: Path, tmp_path: Path
) -> None:
    """Those fail for the right reason: with the room's key it works, and only the audit tells."""
    from upcard.room.keys import keys_in

    folder = tmp_path / "room"
    shutil.copytree(original, folder)

    def forge(database: Database) -> Any:
        point = Checkpoint(*last_entry(database))
        (text,) = database.execute("SELECT payload FROM snapshots").fetchone()
        forged = promoted(text, random.Random(SEED))
        seal = keys_in(folder).seals.of_snapshot(NAME, point, forged)
        row = (NAME, point.sequence, forged, seal)
        database.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?)", row)

    damaged(folder, forge)
    room = open_room(Place.at(folder), pins=PINS)
    executives = [one for one in room.state.staff.values() if one.role is Role.EXECUTIVE]
    audit = audit_room(room.journal)
    room.close()

    assert len(executives) == 3
    assert audit.fault is not None
    assert "snapshot" in audit.fault.message
