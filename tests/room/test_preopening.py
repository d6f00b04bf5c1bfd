"""Before a table opens: each check passes by itself, is recorded, and refuses by its name."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from tests.room.houses import House, new_house, place_in, pretend, rig
from tests.room.test_procedures import GAMES
from upcard.money import Cents
from upcard.room.money_orders import RecordBank
from upcard.room.procedures.opening_checks import CHECKS
from upcard.room.state import RoomState
from upcard.room.table_events import TableOpened
from upcard.room.table_orders import CloseTable, OpenTable

OPEN = OpenTable("t1", "deal-1")


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A room whose first table is closed again."""
    rig(monkeypatch, GAMES["bahama"].hit)
    house = new_house(place_in(tmp_path), GAMES["bahama"])
    house.done("sup-1", CloseTable("t1"))
    yield house
    house.close()


def refusal(house: House) -> str:
    """How the opening of the table is refused."""
    said = house.refused("sup-1", OPEN)
    assert said.startswith("opening-check-failed: t1 cannot open, ")
    return said.removeprefix("opening-check-failed: t1 cannot open, ")


def set_to(house: House, **fields: object) -> None:
    """A room whose memory is not what was recorded."""
    table = replace(house.room.state.tables["t1"], **fields)  # type: ignore[arg-type]
    tables = MappingProxyType({**house.room.state.tables, "t1": table})
    pretend(house.room, replace(house.room.state, tables=tables))


def test_a_table_opens_when_every_check_has_passed_and_they_are_recorded(house: House) -> None:
    house.done("sup-1", OPEN)

    *_, last = house.room.entries()
    assert last.events == (TableOpened("t1", "deal-1", "sup-1", tuple(CHECKS)),)
    assert tuple(CHECKS) == (
        *("rules", "paytable", "meter", "shoes", "funds", "devices", "software"),
    )


def test_rules_that_nobody_recorded_and_that_were_altered_do_not_open(house: House) -> None:
    set_to(house, fingerprint="0" * 64, rules_text="", has_recorded_rules=False)

    assert refusal(house) == (
        "rules check: bahama-wsgc has changed since t1 was set up, and the version that set it up "
        "did not record its rules: two people must give t1 today's rules with "
        "`upcard room tables change t1`"
    )


def test_recorded_rules_that_this_version_cannot_read_do_not_open(house: House) -> None:
    text = house.room.state.tables["t1"].rules_text
    set_to(house, rules_text=text.replace('soft_17 = "hit"', 'soft_17 = "ask"'))

    assert refusal(house).startswith(
        "rules check: this version cannot play the rules recorded for t1 (bahama-wsgc: "
        "dealer.soft_17: is 'ask': write 'hit' or 'stand'): two people must give t1 today's rules"
    )


def test_a_layout_with_another_paytable_than_the_link_does_not_open(house: House) -> None:
    spec = house.room.state.tables["t1"].spec
    set_to(house, spec=replace(spec, paytables=(("bahama-progressive", "PT1"),)))

    assert refusal(house) == (
        "paytable check: Bahama Bonus Progressive shows PT1, but prog is set for PT3"
    )


def test_levels_that_the_paytable_does_not_pay_from_do_not_open(house: House) -> None:
    state: RoomState = house.room.state
    prog = state.jackpots.progressives["prog"]
    levels = MappingProxyType({"Mega": prog.levels["meter"]})
    progressives = MappingProxyType({"prog": replace(prog, levels=levels)})
    jackpots = replace(state.jackpots, progressives=progressives)
    pretend(house.room, replace(state, jackpots=jackpots))

    assert refusal(house) == "paytable check: prog has Mega, but PT3 pays from meter"


def test_a_meter_that_is_not_what_the_ledger_says_does_not_open(house: House) -> None:
    with closing(sqlite3.connect(house.place.folder / "room.sqlite")) as database:
        triggers = database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in triggers.fetchall():
            database.execute(f"DROP TRIGGER {name}")
        database.execute(
            "UPDATE balances SET balance = balance + 1 WHERE account = 'prog/meter/meter'"
        )
        database.commit()

    assert refusal(house) == ("meter check: prog/meter/meter is 1000; the ledger has 1000.01")


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for the machine's own user")
def test_a_table_does_not_open_where_seeds_cannot_be_kept(house: House) -> None:
    seeds = house.place.folder / "seeds"
    seeds.chmod(0o500)
    try:
        said = refusal(house)
    finally:
        seeds.chmod(0o700)

    assert said == "shoes check: seeds cannot be kept: Permission denied"


def test_a_table_does_not_open_where_the_folder_of_seeds_is_gone(house: House) -> None:
    seeds = house.place.folder / "seeds"
    seeds.rename(house.place.folder / "elsewhere")

    assert refusal(house).startswith("shoes check: t1 has stopped: the seed of shoe 1 cannot be")
    (house.place.folder / "seeds").rmdir()
    (house.place.folder / "seeds").write_text("a file in its place")
    assert refusal(house).startswith("shoes check: seeds cannot be kept: ")


def test_a_table_on_a_progressive_does_not_open_while_prize_money_is_short(house: House) -> None:
    house.done("acct-1", RecordBank(Cents(1)))
    assert refusal(house).startswith("funds check: the prize account holds less than is owed")

    house.done("acct-1", RecordBank(Cents(100_000_000)))
    house.done("sup-1", OPEN)


def test_a_table_does_not_open_on_a_program_that_was_not_accepted(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("upcard.room.rooms.software_hash", lambda: "0" * 64)

    assert refusal(house).startswith("software check: the program has changed and is not accepted")


def test_no_probe_is_left_among_the_seeds(house: House) -> None:
    before = sorted((house.place.folder / "seeds").iterdir())
    house.done("sup-1", OPEN)

    assert sorted((house.place.folder / "seeds").iterdir()) == before
