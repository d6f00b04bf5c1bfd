"""A room of every released version opens under today's program and shows the same figures."""

from __future__ import annotations

import json
import subprocess
import tarfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.books.test_totals import compare
from tests.postgres import Server, postgres_or_skip
from tests.room.houses import PIN, PINS
from tests.rooms.storing import DEALERS, figures_of
from upcard import __version__
from upcard.books import Period
from upcard.catalogue import rules_of
from upcard.game.decisions import Decision
from upcard.journal import Answer, StartRefused
from upcard.journal.bundles import bundle
from upcard.journal.facts import TOTAL, Wanted
from upcard.journal.snapshots import newest_name
from upcard.money import Cents
from upcard.notation import replay
from upcard.room.care.audits import audit_room
from upcard.room.events import RulesRecorded
from upcard.room.fairness.seeds import with_hole_cards
from upcard.room.folds import folded
from upcard.room.integrity import software_hash
from upcard.room.orders import AcceptSoftware, Order, Signature, Wish
from upcard.room.projections.funds import DAY
from upcard.room.room_openings import Place, open_room
from upcard.room.rooms import Room
from upcard.room.table_orders import Operate
from upcard.rules.written_rules import rules_toml
from upcard.screens.chronicles import Chronicle
from upcard.screens.recalls import RoundRecall
from upcard.table import awaits
from upcard.table.awaits import AwaitDecision, AwaitEnd, AwaitLift, AwaitWagers
from upcard.table.commands import (
    Choose,
    Command,
    EndGame,
    LiftWager,
    PlaceWager,
    PressDeal,
    StartGame,
)

STORED = Path(__file__).parent / "stored"
ROOMS = sorted(path.name.removesuffix(".tar.xz") for path in STORED.glob("*.tar.xz"))


@pytest.fixture(params=ROOMS)
def stored(request: pytest.FixtureRequest) -> str:
    """The name of a stored room: its version and its database."""
    name: str = request.param
    return name


@pytest.fixture
def place(stored: str, tmp_path: Path) -> Place:
    """The stored room, unpacked as it was left."""
    if stored.endswith("postgresql"):
        return unpacked_postgres(stored, tmp_path, postgres_or_skip())
    with tarfile.open(STORED / f"{stored}.tar.xz") as archive:
        archive.extractall(tmp_path, filter="data")
    return Place.at(tmp_path)


def unpacked_postgres(stored: str, folder: Path, server: Server) -> Place:
    """A room that was stored as a dump, in a database of its own."""
    with tarfile.open(STORED / f"{stored}.tar.xz") as archive:
        archive.extractall(folder, filter="data")
    url = server.new_database()
    with (folder / "room.sql").open() as dump:
        subprocess.run(
            [
                server.binaries / "psql",
                "--quiet",
                "--single-transaction",
                "--set=ON_ERROR_STOP=1",
                _dsn(server, url),
            ],
            stdin=dump,
            stdout=subprocess.DEVNULL,
            check=True,
        )
    return Place(url=url, folder=folder)


def _dsn(server: Server, url: str) -> str:
    dsn: str = server.dsn(url.split("/")[3].split("?")[0])
    return dsn


@pytest.fixture
def room(place: Place) -> Iterator[Room]:
    """The stored room, opened by those who are to accept today's program."""
    opened = open_room(place, pins=PINS, any_software=True)
    yield opened
    opened.close()


def figures(stored: str) -> dict[str, Any]:
    """What the room showed when it was stored."""
    found: dict[str, Any] = json.loads((STORED / f"{stored}.json").read_text())
    for report in found["reports"].values():
        report["header"].setdefault("checkpoint", "")  # Version 0.1 had none.
        for drop in report.get("drops", ()):
            drop.setdefault("shift", "")  # Nor did anybody set shifts before 0.3.
    _know_everything(found["reports"]["holds"], ("holds", "drops", "participation"), {})
    _know_everything(found["reports"]["rounds"], ("dealers", "tables"), {"by_hand": 0})
    return found


def _know_everything(report: dict[str, Any], parts: tuple[str, ...], more: dict[str, int]) -> None:
    """Nobody dealt by hand before 0.3: no figure was unknown."""
    for part in parts:
        for row in report[part]:
            for name, value in {"unknown": "", **more}.items():
                row.setdefault(name, value)


def opening(stored: str) -> int:
    """How many entries opening adds: the rules are recorded, and 0.1's journal is sealed."""
    return 1 + int(stored.startswith("0.1."))


def done(room: Room, badge: str, wish: Wish, second: str | None = None) -> Answer:
    """An order that must be carried out."""
    order = Order(
        id=f"today {room.sequence}",
        by=Signature(badge, PIN),
        wish=wish,
        second=Signature(second, PIN) if second else None,
    )
    answer = room.submit(order)
    assert not answer.is_refused, answer.message
    return answer


def test_it_shows_the_figures_of_then(stored: str, room: Room) -> None:
    expected = figures(stored)
    day = date.fromisoformat(expected.pop("day"))
    found = figures_of(room, day, expected["sequence"])
    assert found.pop("sequence") == expected["sequence"] + opening(stored)
    found.pop("head")
    (last,) = room.journal.entries(expected["sequence"], expected.pop("sequence"))
    assert last.hash == expected.pop("head")
    # The rooms of then know nothing of drills, which are a report of today.
    drills = found["reports"].pop("drills")
    assert drills["trainees"] == drills["rules"] == []
    assert found == expected


def test_the_rules_of_every_table_are_in_the_journal_from_then_on(place: Place, room: Room) -> None:
    (noted,) = [
        entry.events for entry in room.entries() if isinstance(entry.events[0], RulesRecorded)
    ]
    tables = room.state.tables.values()

    assert [one.name for one in noted if isinstance(one, RulesRecorded)] == [
        "bahama-wsgc",
        "kings-bounty",
    ]
    assert all(table.has_recorded_rules for table in tables)
    assert {table.rules_text for table in tables} == {
        rules_toml(rules_of(table.spec.rules)) for table in tables
    }
    sequence = room.sequence
    room.close()
    again = open_room(place, pins=PINS, any_software=True)
    assert again.sequence == sequence
    again.close()


def test_its_totals_are_what_its_rounds_add_up_to(room: Room) -> None:
    days = {date.fromisoformat(one.day) for one in room.journal.facts(Wanted(DAY))}
    periods = Period(min(days), max(days)), *(Period(day, day) for day in sorted(days))

    # Opening it made every fact anew, the totals of its days included.
    assert room.journal.facts(Wanted(TOTAL))
    compare(room, *periods)


def test_the_audit_finds_nothing(room: Room) -> None:
    audit = audit_room(room.journal)
    assert audit.fault is None
    assert audit.entries == room.sequence


def test_an_export_holds_no_hash_of_a_pin(stored: str, room: Room) -> None:
    events = [event for entry in room.journal.entries() for event in entry.events]
    exported = "\n".join(bundle(room.journal))

    assert "argon2" not in exported
    assert len(exported.splitlines()) > room.sequence
    # Version 0.1 wrote them into its entries.
    assert any("argon2" in event for event in events) is stored.startswith("0.1.")


def test_another_program_is_named_until_two_people_accept_it(place: Place, stored: str) -> None:
    with pytest.raises(StartRefused, match="the program has changed since it was accepted"):
        open_room(place, pins=PINS)
    room = open_room(place, pins=PINS, any_software=True)
    wish = AcceptSoftware(version=__version__, hash=software_hash(), reason="upgrade")
    done(room, "tech-1", wish, "exec-1")
    room.close()
    again = open_room(place, pins=PINS)
    assert again.sequence == figures(stored)["sequence"] + opening(stored) + 1
    again.close()


def test_the_hand_goes_on_at_the_same_card_and_the_next_round_feeds_the_meters(
    place: Place, room: Room
) -> None:
    on_to_the_end(room, "bahama-1")
    before = room.state.jackpots.progressives["sevens"].levels
    wager = "blazing-7s-upcard"
    for command in (PlaceWager(2, "main", Cents(1000)), PlaceWager(2, wager, Cents(500))):
        press(room, "bounty-1", command)
    on_to_the_end(room, "bounty-1")
    after = room.state.jackpots.progressives["sevens"].levels
    grown = {
        name: after[name].counters.in_money - held.counters.in_money
        for name, held in before.items()
    }
    assert grown == {"Mega": 500, "Major": 500, "Minor": 500}
    state = room.state
    room.close()
    again = open_room(place, pins=PINS, any_software=True)
    assert again.state == state
    assert audit_room(again.journal).is_sound
    again.close()


def test_a_snapshot_of_then_makes_the_room_that_the_entries_make(stored: str, room: Room) -> None:
    folded_anew = with_hole_cards(folded(room.journal.entries()), room._vault)

    assert room.state == folded_anew
    assert stored.startswith("0.1.") or newest_name(room.journal, "room ") is not None


def test_recall_tells_of_an_award_that_was_reversed_then(stored: str, room: Room) -> None:
    chronicle = Chronicle(room)
    rounds = chronicle.rounds(None, most=1000)
    (past,) = [one for one in rounds if one.data.get("is_reversed")]
    recall = RoundRecall(room.journal, past, chronicle.game(past))

    # Version 0.1 did not tell the table which win page an award had.
    page = "its win page" if stored.startswith("0.1.") else "win page 2"
    told = recall.steps()[-1]["sentence"]
    assert f"REVERSED: do not pay {page}. If paid, collect $" in told
    assert told.endswith("Reason: wrong hand.")
    text = recall.text()
    assert text is not None
    assert replay(text).round.awards


def press(room: Room, table: str, command: Command) -> Answer:
    """A key of a table by its dealer."""
    return done(room, DEALERS[table], Operate(table, command))


def on_to_the_end(room: Room, table: str) -> None:
    """Stand on everything until the round is over."""
    while (round_ := room.state.tables[table].round) is not None:
        match awaits(round_):
            case AwaitWagers():
                press(room, table, StartGame())
            case AwaitLift(wagers):
                press(room, table, LiftWager(*wagers[0]))
            case AwaitDecision():
                press(room, table, Choose(Decision.STAND))
            case AwaitEnd():
                press(room, table, EndGame())
            case _:
                press(room, table, PressDeal())
