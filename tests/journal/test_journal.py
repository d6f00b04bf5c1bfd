"""The journal on both databases: one order, once, in one transaction, and never changed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, text
from sqlalchemy.exc import DBAPIError

from tests.journal.journals import (
    AT,
    METER,
    PAID,
    SEALS,
    contribution,
    filled,
    fresh_url,
    payout,
    put,
    unguarded,
)
from upcard.jackpot import Account
from upcard.journal import (
    AlreadyPaid,
    Entry,
    Journal,
    JournalCode,
    JournalError,
    Note,
    NotRecorded,
    StartRefused,
    Writing,
    open_journal,
    verify,
    verify_bundle,
)
from upcard.journal.bundles import bundle
from upcard.journal.database_settings import settings
from upcard.journal.engines import engine_for, reading
from upcard.journal.entries import START
from upcard.journal.grants import grant_to
from upcard.journal.listeners import listening
from upcard.journal.migrations.steps import NEWEST, version
from upcard.journal.snapshots import Snapshot, latest_snapshot, save_snapshot
from upcard.journal.tables import ARCHIVES, CHECKPOINTS, CREDENTIALS, MARKS, METADATA, NEVER_CHANGED

BOTH = pytest.mark.parametrize("database", ["sqlite", "postgresql"])


@pytest.fixture
def url(database: str, tmp_path: Path) -> str:
    """An empty database."""
    return fresh_url(database, tmp_path)


@pytest.fixture
def journal(url: str) -> Iterator[Journal]:
    """An empty journal."""
    opened = open_journal(url, SEALS)
    yield opened
    opened.close()


def code_of(error: pytest.ExceptionInfo[JournalError]) -> JournalCode:
    """The code of what was raised."""
    return error.value.code


@BOTH
def test_entries_are_numbered_without_a_gap_and_chained(journal: Journal) -> None:
    receipts = [put(journal, f"c{number}") for number in range(3)]
    entries = list(journal.entries())

    assert [receipt.sequence for receipt in receipts] == [1, 2, 3]
    assert [entry.previous for entry in entries[1:]] == [entry.hash for entry in entries[:-1]]
    assert journal.balance(METER) == 75
    assert verify(journal).is_sound


@BOTH
def test_the_same_command_twice_gets_the_stored_answer(journal: Journal) -> None:
    first = put(journal, "c1")
    second = journal.append("c1", {"wager": 25}, [], [], {"other": "answer"}, at="later")

    assert second.is_repeated
    assert (second.sequence, second.said) == (first.sequence, {"shown": 25})
    assert journal.balance(METER) == 25


@BOTH
def test_the_same_id_with_another_body_is_refused(journal: Journal) -> None:
    put(journal, "c1")
    with pytest.raises(JournalError) as error:
        put(journal, "c1", body={"wager": 26})

    assert code_of(error) is JournalCode.COMMAND_DIFFERS


@BOTH
def test_an_award_is_paid_once_and_the_second_hears_who_and_when(journal: Journal) -> None:
    put(journal, "c1")
    put(journal, "sam confirms", transfers=[payout("p1", "award 7")])
    with pytest.raises(AlreadyPaid) as error:
        put(journal, "eve confirms", transfers=[payout("p2", "award 7")])

    assert (error.value.command_id, error.value.at) == ("sam confirms", AT)
    assert journal.balance(METER) == 15


@pytest.mark.parametrize("database", ["postgresql"])
def test_the_key_is_the_last_guard_and_control_without_it_an_award_is_paid_twice(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Writing, "_check_unpaid", lambda *_: None)
    put(journal, "c1")
    put(journal, "sam confirms", transfers=[payout("p1", "award 7")])
    with pytest.raises(JournalError):
        put(journal, "eve confirms", transfers=[payout("p2", "award 7")])

    assert journal.balance(PAID) == 10

    with journal.engine.begin() as connection:
        connection.execute(text("ALTER TABLE payouts DROP CONSTRAINT payouts_pkey"))
    put(journal, "eve confirms", transfers=[payout("p2", "award 7")])

    assert journal.balance(PAID) == 20


@BOTH
def test_what_is_refused_leaves_no_trace(journal: Journal) -> None:
    put(journal, "c1")
    for transfers, code in (
        ([payout("p", "a", 26)], JournalCode.OVERDRAWN),
        ([contribution("c1/1")], JournalCode.TRANSFER_EXISTS),
        ([contribution("d"), contribution("d")], JournalCode.TRANSFER_EXISTS),
        ([contribution("d", 0)], JournalCode.AMOUNT_NOT_ALLOWED),
    ):
        with pytest.raises(JournalError) as error:
            put(journal, "c2", transfers=transfers)
        assert code_of(error) is code

    with pytest.raises(JournalError) as error:
        journal.append("c2", {"rate": 0.24}, [], [], {}, at=AT)
    assert code_of(error) is JournalCode.NOT_RECORDABLE

    with pytest.raises(JournalError) as error:
        journal.append("", {}, [], [], {}, at=AT)
    assert code_of(error) is JournalCode.COMMAND_ID_NOT_ALLOWED
    assert journal.head().sequence == 1
    assert verify(journal).is_sound


@BOTH
def test_a_decision_on_an_old_state_is_refused_as_stale(journal: Journal) -> None:
    put(journal, "c1", after=0)
    with pytest.raises(JournalError) as error:
        put(journal, "c2", after=0)

    assert code_of(error) is JournalCode.STALE


@BOTH
def test_deciding_in_turn_sees_what_others_wrote(journal: Journal) -> None:
    put(journal, "c1")

    def decide(note: Note, writing: Writing) -> Entry:
        seen = [entry.command_id for entry in writing.entries_after(START)]
        held = writing.balances([METER])[METER]
        return writing.record(note, at=AT, events=[], answer={"seen": seen, "held": held})

    answer = journal.carry_out(Note("c2", {}), decide)

    assert answer.said == {"seen": ["c1"], "held": 25}


@BOTH
def test_a_batch_is_one_transaction_and_each_gets_its_own_answer(journal: Journal) -> None:
    moved = {
        "c1": [contribution("c1/1")],
        "c2": [payout("c2/1", "a", 99)],
        "c3": [payout("c3/1", "a", 5)],
    }

    def decide(note: Note, writing: Writing) -> Entry:
        said = {"id": note.id}
        return writing.record(note, at=AT, events=[], transfers=moved[note.id], answer=said)

    answers: list[Any] = journal.carry_out_all(
        [Note(id_, {}) for id_ in ("c1", "c2", "c1", "c3")], decide
    )

    assert [getattr(answer, "sequence", None) for answer in answers] == [1, None, 1, 2]
    assert answers[1].code is JournalCode.OVERDRAWN
    assert journal.balance(METER) == 20
    assert verify(journal).is_sound


@BOTH
def test_records_are_never_changed(url: str) -> None:
    journal = filled(url, 5)
    with journal.engine.begin() as connection:
        connection.execute(insert(CREDENTIALS), {"id": "pin 1", "kept": "hash"})
        connection.execute(insert(MARKS), {"command_id": "c1", "mark": "mark"})
        point = {"number": 1, "sequence": 1, "reason": "test", "day": "", "payload": ""}
        connection.execute(insert(CHECKPOINTS), point)
        archive = {"number": 1, "first": 0, "last": 0, "hash": "", "day": "", "file": ""}
        connection.execute(insert(ARCHIVES), {**archive, "sha256": "", "seal": ""})
    for table in NEVER_CHANGED:
        column = table.columns.keys()[0]
        for act in (f"UPDATE {table} SET {column} = {column}", f"DELETE FROM {table}"):
            with pytest.raises(DBAPIError, match="never changed"), journal.engine.begin() as tried:
                tried.execute(text(act))

    assert verify(journal).is_sound
    journal.close()


@pytest.mark.parametrize("database", ["postgresql"])
def test_the_applications_role_can_append_and_nothing_else(url: str) -> None:
    journal = filled(url, 3)
    with journal.engine.begin() as connection:
        connection.execute(text("DROP ROLE IF EXISTS upcard_table"))
        connection.execute(text("CREATE ROLE upcard_table LOGIN"))
        grant_to(connection, "upcard_table")
    small = Journal(engine_for(url.replace("postgres@", "upcard_table@")), SEALS)
    put(small, "from the table")
    for act in ("UPDATE entries SET at = ''", "DELETE FROM events", "TRUNCATE transfers CASCADE"):
        with (
            pytest.raises(DBAPIError, match="permission denied"),
            small.engine.begin() as connection,
        ):
            connection.execute(text(act))
    small.close()
    with journal.engine.begin() as connection:
        connection.execute(text("DROP OWNED BY upcard_table"))
        connection.execute(text("DROP ROLE upcard_table"))
    journal.close()


@BOTH
@pytest.mark.parametrize("reached_the_disk", [True, False])
def test_a_failed_commit_is_looked_up(
    journal: Journal, reached_the_disk: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(journal, "c1")
    dialect: Any = journal.engine.dialect
    real = dialect.do_commit
    failures = [1]

    def failing(connection: Any) -> None:
        if failures and reached_the_disk:
            real(connection)
        if failures:
            failures.pop()
            raise OSError("disk I/O error")
        real(connection)

    monkeypatch.setattr(dialect, "do_commit", failing)
    if reached_the_disk:
        assert put(journal, "c2").is_repeated
    else:
        with pytest.raises(NotRecorded):
            put(journal, "c2")
        put(journal, "c2")

    assert journal.balance(METER) == 50
    assert verify(journal).is_sound


@BOTH
def test_settings_are_asserted_by_name(journal: Journal) -> None:
    with reading(journal.engine) as connection:
        assert all(setting.is_right for setting in settings(connection))


@pytest.mark.parametrize("database", ["sqlite"])
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("journal_mode", "DELETE"),
        ("journal_mode", "WAL"),
        ("synchronous", "NORMAL"),
        ("foreign_keys", "OFF"),
        ("trusted_schema", "ON"),
    ],
)
def test_a_wrong_pragma_is_refused_by_name(url: str, name: str, value: str) -> None:
    with pytest.raises(StartRefused, match=f"^{name} is") as error:
        open_journal(url, pragmas={name: value})

    assert code_of(error) is JournalCode.SETTING_WRONG


@pytest.mark.parametrize("database", ["postgresql"])
def test_a_wrong_setting_of_the_server_is_refused_by_name(url: str) -> None:
    with pytest.raises(StartRefused, match=r"^synchronous_commit is off: it must be on"):
        open_journal(f"{url}&options=-csynchronous_commit%3Doff")


@BOTH
@pytest.mark.parametrize(
    ("act", "match"),
    [
        ("UPDATE events SET payload = replace(payload, '5', '6') WHERE sequence = 5", "entry 5"),
        ("UPDATE transfers SET amount = amount + 1 WHERE sequence = 4 AND position = 1", "entry 4"),
        ("UPDATE entries SET answer = replace(answer, '5', '6') WHERE sequence = 5", "entry 5"),
        ("UPDATE balances SET balance = balance + 1 WHERE account LIKE '%meter'", "balance of"),
        ("UPDATE head SET sequence = 4", "this room did not write entry 4"),
        ("DELETE FROM events WHERE sequence = 5", "entry 5"),
    ],
)
def test_a_start_refuses_what_was_tampered_with(url: str, act: str, match: str) -> None:
    journal = filled(url, 5)
    unguarded(journal.engine, act)
    journal.close()
    with pytest.raises(StartRefused, match=match):
        open_journal(url, SEALS)


@pytest.mark.parametrize("database", ["sqlite"])
def test_a_start_refuses_tables_of_another_revision(url: str) -> None:
    journal = open_journal(url)
    with journal.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'r9999'"))
    journal.close()
    with pytest.raises(Exception, match="r9999"):
        open_journal(url)


@BOTH
def test_the_migrations_make_the_tables_the_program_knows(journal: Journal) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext

    with journal.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    assert version(journal.engine) == NEWEST


@BOTH
def test_a_snapshot_is_found_again_and_one_that_was_changed_is_refused(url: str) -> None:
    journal = filled(url, 5)
    assert latest_snapshot(journal, "jackpots") is None
    points = [entry.point for entry in journal.entries()]
    for point in (points[1], points[3], points[3]):
        save_snapshot(journal, Snapshot("jackpots", point, {"at": point.sequence}))

    assert latest_snapshot(journal, "jackpots") == Snapshot("jackpots", points[3], {"at": 4})

    unguarded(journal.engine, "UPDATE snapshots SET payload = replace(payload, '4', '5')")
    with pytest.raises(StartRefused, match="snapshot jackpots at entry 4"):
        latest_snapshot(journal, "jackpots")
    journal.close()


@BOTH
def test_other_processes_hear_of_an_entry(url: str, journal: Journal) -> None:
    other = open_journal(url)
    with listening(other) as listener:
        assert listener.wait(0, 0.01) == 0

        put(journal, "c1")

        assert listener.wait(0, 5) == 1
        put(journal, "c2"), put(journal, "c3")
        assert listener.wait(1, 5) in (2, 3)
    other.close()


def exported(journal: Journal, path: Path, **options: Any) -> Path:
    """A bundle in a file."""
    path.write_text("".join(f"{line}\n" for line in bundle(journal, **options)))
    return path


@BOTH
def test_a_bundle_verifies_with_nothing_but_python(url: str, tmp_path: Path) -> None:
    journal = filled(url, 12)
    path = exported(journal, tmp_path / "all.jsonl")
    script = Path(verify_bundle.__file__)
    command = [sys.executable, "-I", "-S", str(script), str(path), str(journal.head())]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.stdout.startswith("SOUND  12 entries, 0 withheld\n"), done.stdout + done.stderr
    assert done.returncode == 0
    journal.close()


@pytest.mark.parametrize("database", ["sqlite"])
def test_a_bundle_of_a_period_or_of_one_round_verifies(url: str, tmp_path: Path) -> None:
    journal = filled(url, 12)
    period = exported(journal, tmp_path / "period.jsonl", first=4, last=9)
    one = exported(journal, tmp_path / "one.jsonl", chosen=lambda entry: entry.sequence == 5)

    assert verify_bundle.main([str(period)]) == 0
    assert verify_bundle.main([str(one), str(journal.head())]) == 0
    assert one.read_text().count('"kind":"withheld"') == 11
    with pytest.raises(JournalError):
        list(bundle(journal, 0, 5))
    journal.close()


@pytest.mark.parametrize("database", ["sqlite"])
def test_a_bundle_that_was_changed_is_found_at_its_entry(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = filled(url, 12)
    lines = list(bundle(journal))
    head = str(journal.head())
    journal.close()

    def verdict(new: list[str], *points: str) -> str:
        path = tmp_path / "changed.jsonl"
        path.write_text("".join(f"{line}\n" for line in new))
        assert verify_bundle.main([str(path), *points]) == 1
        return capsys.readouterr().out

    assert "entry 7" in verdict([*lines[:7], lines[7].replace("27", "28"), *lines[8:]])
    assert "entry 7" in verdict([*lines[:7], *lines[8:]])
    assert "entry 7" in verdict([*lines[:7], lines[8], lines[7], *lines[9:]])
    assert "cut off" in verdict(lines[:-1])
    closing = json.loads(lines[-1])
    closing["closing"]["bahama/meter/meter"] += 1
    assert "bahama/meter/meter" in verdict([*lines[:-1], json.dumps(closing)])
    short = [lines[0].replace('"last":12', '"last":11'), *lines[1:12], closing_of(lines, 11)]
    assert "entry 12" in verdict(short, head)
    assert "not the checkpoint" in verdict(lines, f"3:{'0' * 64}")


def closing_of(lines: list[str], entries: int) -> str:
    """An honest-looking last line after *entries*."""
    balances: dict[str, int] = {}
    for line in lines[1 : entries + 1]:
        for one in json.loads(line)["content"]["transfers"]:
            balances[one["source"]] = balances.get(one["source"], 0) - one["amount"]
            balances[one["target"]] = balances.get(one["target"], 0) + one["amount"]
    hash_ = json.loads(lines[entries])["hash"]
    return json.dumps({"kind": "end", "entries": entries, "hash": hash_, "closing": balances})


def test_the_bundle_verifier_is_short_and_imports_nothing_of_ours() -> None:
    source = Path(verify_bundle.__file__).read_text()

    assert len(source.splitlines()) < 150
    assert "upcard." not in source.replace("of Upcard.", "")


def test_an_account_is_written_as_it_is_read() -> None:
    assert str(Account.parse("bahama/Mega/moved-in")) == "bahama/Mega/moved-in"
