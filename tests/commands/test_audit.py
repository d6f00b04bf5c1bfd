"""The audit from the command line: what is sound, the first thing that is not, and the evidence."""

import json
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.commands.desks import CommandDesk, damaged, play_to_award, won_desk
from tests.room.houses import PINS
from upcard.journal.canonical import canonical
from upcard.journal.entries import chained, content_hash
from upcard.journal.verify_bundle import digest
from upcard.room.keys import KEY_FILE
from upcard.room.room_openings import Place, open_room
from upcard.room.snapshot_saves import save


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandDesk:
    """A room after a round in which the meter was won."""
    return won_desk(tmp_path / "room", monkeypatch)


def test_a_sound_room_is_re_derived_whole(desk: CommandDesk) -> None:
    found = desk.json("audit", "verify")
    point = desk.head()
    database = sqlite3.connect(desk.folder / "room.sqlite")
    counts = {
        table: database.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]
        for table in ("entries", "events", "transfers")
    }
    database.close()

    assert found == {"ok": True, **counts, "head": point.partition(":")[2], "seeds": []}
    said = desk.run("audit", "verify", "--checkpoint", point).stdout
    assert said.startswith(f"sound: {counts['entries']} entries, {counts['events']} events, ")
    assert desk.run("audit", "checkpoint").stdout == f"{point}\n"


@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        (
            "UPDATE events SET payload = replace(payload, 'deal-1', 'deal-2') WHERE sequence = 20",
            "its content does not match its hash",
        ),
        (
            "UPDATE transfers SET amount = amount + 1 WHERE sequence = "
            "(SELECT MIN(sequence) FROM transfers)",
            "its content does not match its hash",
        ),
        ("DELETE FROM payouts", "payout of award"),
        (
            "UPDATE balances SET balance = balance - 1 WHERE account = 'prog/meter/meter'",
            "balance of prog/meter/meter is",
        ),
        ("UPDATE head SET sequence = sequence - 1", "which differs"),
    ],
)
def test_the_first_bad_entry_is_named(desk: CommandDesk, act: str, sentence: str) -> None:
    damaged(desk.folder, act)
    found = desk.json("audit", "verify", code=1)

    assert found["ok"] is False
    assert sentence in found["bad"]["message"]
    assert found["error"]["code"] == "audit-failed"
    assert desk.run("audit", "verify", code=1).stderr.endswith(" [audit-failed]\n")


def test_a_chain_written_anew_is_found_by_a_checkpoint_alone(desk: CommandDesk) -> None:
    point = desk.head()
    damaged(desk.folder, lambda database: write_anew(database, "Sue", "Sly"))

    ours = "this room did not write entry"
    assert ours in desk.json("audit", "verify", code=1)["bad"]["message"]
    # Somebody who has a copy of the database alone cannot tell, but for a checkpoint, if the facts
    # were thrown away, too: those were made of the entries as they were.
    (desk.folder / KEY_FILE).unlink()
    bad = desk.json("audit", "verify", code=1)["bad"]
    assert bad["message"].startswith("the fact award ")
    damaged(desk.folder, lambda database: database.execute("DELETE FROM facts"))
    assert desk.json("audit", "verify")["ok"]
    bad = desk.json("audit", "verify", "--checkpoint", point, code=1)["bad"]
    assert bad["message"] == "its hash differs from the checkpoint: it was rewritten"
    usage = desk.run("audit", "verify", "--checkpoint", "7:abc", code=2)
    assert "write N:HASH" in usage.stderr


def test_the_chain_alone_is_verified_and_gone_on_with_from_a_checkpoint(
    desk: CommandDesk,
) -> None:
    point = desk.head()
    desk.json("room", "deposit", "prog", "1.00", "--reference", "1", by="acct-1")
    whole = desk.json("audit", "verify", "--chain")
    rest = desk.json("audit", "verify", "--chain", "--after", point)

    assert (whole["ok"], whole["first"], rest["ok"]) == (True, 1, True)
    assert rest["first"] == int(point.partition(":")[0]) + 1
    assert rest["entries"] == whole["entries"]
    wrong = f"{point.partition(':')[0]}:{'0' * 64}"
    bad = desk.json("audit", "verify", "--chain", "--after", wrong, code=1)["bad"]
    assert bad["message"] == "it does not follow from the entry before it"


def test_the_whole_audit_goes_on_from_a_snapshot_before_a_checkpoint(desk: CommandDesk) -> None:
    point = desk.head()
    assert desk.run("audit", "verify", "--after", point).stdout.startswith(
        "there is no snapshot before that checkpoint: everything was recomputed\n"
    )
    room = open_room(Place.at(desk.folder), pins=PINS)
    save(room)
    room.close()
    desk.json("room", "deposit", "prog", "1.00", "--reference", "1", by="acct-1")
    number = int(point.partition(":")[0])
    rest = desk.json("audit", "verify", "--after", point)

    assert (rest["ok"], rest["first"], rest["after"]) == (True, number + 1, number)
    assert rest["entries"] == number + 1
    assert rest["not_rederived"][0] == f"entries 1 to {number}"
    told = desk.run("audit", "verify", "--after", point).stdout
    assert f"recomputed: entries {number + 1} to {number + 1}, from the sealed\n" in told
    assert f"not recomputed: entries 1 to {number}; the facts that pages" in told
    wrong = f"{number}:{'0' * 64}"
    bad = desk.json("audit", "verify", "--after", wrong, code=1)["bad"]
    assert bad == {"entry": number, "message": "its hash differs from your checkpoint"}


def test_a_fact_that_somebody_changed_is_named_and_made_anew(desk: CommandDesk) -> None:
    damaged(
        desk.folder,
        lambda database: database.execute(
            "UPDATE facts SET payload = replace(payload, '1000', '2000') WHERE kind = 'round'"
        ),
    )
    bad = desk.json("audit", "verify", code=1)["bad"]

    assert "this room did not write round t1 1" in bad["message"]
    assert desk.refused("room", "report", "rounds", by="acct-1").startswith(
        "fact-not-sealed: this room did not write round t1 1"
    )
    assert desk.json("audit", "rebuild-facts")["ok"]
    assert desk.json("audit", "verify")["ok"]
    desk.json("room", "report", "rounds", by="acct-1")


def test_facts_are_not_made_of_a_journal_that_is_broken(desk: CommandDesk) -> None:
    damaged(desk.folder, steal_a_cent)

    assert "audit-failed: " in desk.refused("audit", "rebuild-facts")


def test_money_that_no_event_moved_is_found_even_where_the_chain_is_whole(
    desk: CommandDesk,
) -> None:
    damaged(desk.folder, steal_a_cent)
    found = desk.json("audit", "verify", code=1)

    assert found["bad"]["message"] == "the money it moved does not match its events"
    assert desk.refused("room", "show").startswith("head-not-sealed: ")


def write_anew(database: sqlite3.Connection, old: str, new: str) -> None:
    """Another word in every event, and the whole chain hashed again."""
    database.execute("UPDATE events SET payload = replace(payload, ?, ?)", (old, new))
    hash_again(database)


def steal_a_cent(database: sqlite3.Connection) -> None:
    """A seed of one cent less in the ledger; balances and chain made to fit."""
    database.execute(
        "UPDATE transfers SET amount = amount - 1 WHERE rowid = "
        "(SELECT MIN(rowid) FROM transfers WHERE reason = 'seed')"
    )
    database.execute("UPDATE balances SET balance = balance - 1 WHERE account = 'prog/meter/meter'")
    database.execute("UPDATE balances SET balance = balance + 1 WHERE account = 'prog/meter/seeds'")
    hash_again(database)


def hash_again(database: sqlite3.Connection) -> None:
    """The chain that belongs to what the tables say now."""
    database.row_factory = sqlite3.Row
    previous = "0" * 64
    for entry in database.execute("SELECT * FROM entries ORDER BY sequence").fetchall():
        number = entry["sequence"]
        query = f"SELECT * FROM {{}} WHERE sequence = {number} ORDER BY position"
        events = [row["payload"] for row in database.execute(query.format("events"))]
        transfers = [
            canonical({key: row[key] for key in row.keys() if key not in ("sequence", "position")})  # noqa: SIM118
            for row in database.execute(query.format("transfers"))
        ]
        content = (
            f'{{"answer":{entry["answer"]},"at":{json.dumps(entry["at"])},"body":{entry["body"]},'
            f'"command_id":{json.dumps(entry["command_id"])},"events":[{",".join(events)}],'
            f'"transfers":[{",".join(transfers)}]}}'
        )
        hash_ = chained(number, previous, content_hash(content))
        database.execute(
            "UPDATE entries SET previous = ?, hash = ? WHERE sequence = ?",
            (previous, hash_, number),
        )
        previous = hash_
    database.execute("UPDATE head SET hash = ?", (previous,))


def stand_alone(script: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The verifier as an inspector runs it: another folder, nothing of Upcard to import."""
    return subprocess.run(
        [sys.executable, "-I", "-S", script.name, *words],
        cwd=script.parent,
        capture_output=True,
        text=True,
        check=False,
    )


def lines_of(file: Path) -> list[Any]:
    """The lines of a bundle."""
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_one_round_is_evidence_that_the_stand_alone_verifier_accepts(
    desk: CommandDesk, tmp_path: Path
) -> None:
    # Another table plays meanwhile, the shoe is revealed, and the win is reversed later.
    play_to_award(desk, "t2", "deal-2")
    desk.run("room", "abandon-shoe", "t1", "--reason", "the inspector asked", by="sup-1")
    desk.run("room", "reverse", "1", "--reason", "misread", by="sup-1", second="exec-1")
    desk.run("room", "bank", "90000", by="acct-1")
    script, file = tmp_path / "verify.py", tmp_path / "round.jsonl"
    desk.run("audit", "verifier", "--out", str(script))
    record = desk.json("audit", "export", "--round", "t1/1", "--out", str(file))
    done = stand_alone(script, file.name)

    told = f"SOUND  {record['entries']} entries, {record['withheld']} withheld\n"
    assert (done.returncode, done.stdout.startswith(told)) == (0, True), done.stdout + done.stderr
    shown = [line["content"] for line in lines_of(file) if line["kind"] == "entry"]
    kinds = {event["kind"] for content in shown for event in content["events"]}
    wanted = {
        "ShoeCommitted",
        "CutTyped",
        "CutConfirmed",
        "RoundOpened",
        "KeyPressed",
        "SlipIssued",
        "ShoeAbandoned",
        "ShoeRevealed",
    }
    assert wanted <= kinds
    reasons = {one["reason"] for content in shown for one in content["transfers"]}
    assert {"award", "reversal"} <= reasons
    # What others did is withheld: neither the other table nor the bank is there.
    assert "BankRecorded" not in kinds
    assert '"table":"t2"' not in file.read_text()
    # A changed byte is found.
    file.write_text(file.read_text().replace("misread", "mistaken", 1))
    assert stand_alone(script, file.name).stdout.startswith("BROKEN  entry ")


def test_entries_are_exported_whole_or_in_part(desk: CommandDesk, tmp_path: Path) -> None:
    script, file = tmp_path / "verify.py", tmp_path / "all.jsonl"
    desk.run("audit", "verifier", "--out", str(script))
    whole = desk.json("audit", "export", "--out", str(file))
    assert whole == {
        "file": str(file),
        "entries": desk.json("audit", "verify")["entries"],
        "withheld": 0,
        "unrecorded": "",
    }
    # Reading is recorded, and the bundle of everything has that entry, too.
    (said,) = lines_of(file)[-2]["content"]["events"]
    assert said["kind"] == "RecordsRead"
    assert said["what"].startswith("export of entries 1 to the last with `upcard audit export`")
    assert stand_alone(script, file.name, desk.head()).returncode == 0
    assert stand_alone(script, file.name, f"3:{digest('else')}").returncode == 1
    desk.run("audit", "export", "--first", "5", "--last", "12", "--out", str(file))
    assert [lines_of(file)[0][end] for end in ("first", "last")] == [5, 12]
    assert stand_alone(script, file.name).returncode == 0

    words = ("audit", "export", "--out", str(file))
    assert desk.refused(*words, "--last", "9999").startswith("sequence-unknown: ")
    assert desk.refused(*words, "--round", "t1/99").startswith("round-unknown: ")
    assert desk.refused(*words, "--round", "t1").startswith("round-unknown: ")
    assert "give --round, or" in desk.run(*words, "--round", "t1/1", "--first", "1", code=2).stderr


def test_a_room_that_cannot_be_opened_is_exported_all_the_same(
    desk: CommandDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("upcard.room.room_openings.software_hash", lambda: "0" * 64)
    file = tmp_path / "all.jsonl"
    told = desk.run("audit", "export", "--out", str(file)).stdout

    assert "this export is not recorded in the room: " in told
    assert len(lines_of(file)) > 2
