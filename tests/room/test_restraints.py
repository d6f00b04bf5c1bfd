"""What a regulator holds a room to, beyond a single round: links, thresholds, faults that stay."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from tests.room.houses import (
    PINS,
    UNIT,
    House,
    new_house,
    new_room,
    parameters,
    place_in,
    rig,
    spec,
)
from tests.room.test_procedures import GAMES
from upcard.books import REPORTS, Stamp
from upcard.books.slips import EVER
from upcard.money import Cents
from upcard.room.care.backups import back_up, restore
from upcard.room.events import CrossLinks, OrderRefused
from upcard.room.money_events import Link
from upcard.room.money_orders import (
    ChangeProgressive,
    OpenProgressive,
    RecordBank,
    RemoveProgressive,
    SwipeAward,
)
from upcard.room.orders import Wish
from upcard.room.room_openings import open_room
from upcard.room.table_orders import AddTable, CloseTable, OpenTable, Operate, VoidRound
from upcard.table.commands import LiftWager, PlaceWager, PressHandButton, StartGame

GAME = GAMES["bahama"]
SWIPE = SwipeAward("t1", 4, GAME.wager)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """Two open tables on a progressive, with a winning shoe."""
    rig(monkeypatch, GAME.hit)
    house = new_house(place_in(tmp_path), GAME)
    yield house
    house.close()


def close_tables(house: House) -> None:
    """Settings change while tables are closed."""
    for table in ("t1", "t2"):
        house.done("sup-1", CloseTable(table))


def test_an_unreasonable_contribution_stops_the_start_and_is_logged(house: House) -> None:
    close_tables(house)
    now = house.room.state.jackpots.progressives["prog"].parameters
    level = replace(now.levels[0], unreasonable_over=Cents(1))
    link = house.room.state.links["prog"]
    house.done("tech-1", ChangeProgressive(replace(now, levels=(level,)), link), "exec-1")
    house.done("sup-1", OpenTable("t1", "deal-1"))
    house.key("t1", PlaceWager(1, "main", Cents(1000)))
    house.key("t1", PlaceWager(1, GAME.wager, UNIT))

    said = house.refused("deal-1", Operate("t1", StartGame()))
    assert said.startswith("unreasonable-contribution: ")
    *_, last = house.room.entries()
    assert last.events == (
        OrderRefused("unreasonable-contribution", said.partition(": ")[2], "deal-1"),
    )


def test_the_executive_threshold_of_a_level_has_versions_and_the_newest_counts(
    house: House,
) -> None:
    close_tables(house)
    now = house.room.state.jackpots.progressives["prog"].parameters
    for amount in (Cents(10_000_000), Cents(100)):
        link = replace(house.room.state.links["prog"], executive_from=(("meter", amount),))
        house.done("tech-1", ChangeProgressive(now, link), "exec-1")
    house.done("sup-1", OpenTable("t1", "deal-1"))
    house.start("t1")
    house.play_on("t1")
    house.key("t1", PressHandButton(4, GAME.wager, GAME.outcome))

    assert "confirming an award this large needs an executive" in house.refused("sup-1", SWIPE)
    house.done("exec-1", SWIPE)
    stamp = Stamp(version="1", package="0" * 64, generated="2026-11-15T00:00:00Z")
    report = REPORTS["significant"].build(house.room.journal, EVER, stamp)
    versions = [
        (one.old, one.new, one.by, one.approved_by)
        for one in report.changes
        if one.setting.startswith("executive_from") and one.old and one.new
    ]
    assert versions == [("$100,000.00", "$1.00", "Tom", "Eve")]


def cross_link(house: House, name: str) -> OpenProgressive:
    """A progressive that two games share, at two tables of its own."""
    tables = (f"{name}-hit", f"{name}-stand")
    for table, rules in zip(tables, ("bahama-wsgc", "bahama-wsgc-s17"), strict=True):
        house.done("tech-1", AddTable(replace(spec(table, GAME), rules=rules)), "exec-1")
    link = Link(
        progressive=name,
        wager=GAME.wager,
        paytable=GAME.paytable,
        tables=tables,
        executive_from=(),
    )
    return OpenProgressive(replace(parameters(GAME), name=name), link)


@pytest.mark.parametrize("allowed", CrossLinks)
def test_a_second_progressive_across_games_is_for_rooms_of_the_newer_rule(
    tmp_path: Path, allowed: CrossLinks
) -> None:
    place = place_in(tmp_path)
    house = House(new_room(place, cross_links=allowed), place, GAME)
    house.done("tech-1", cross_link(house, "first"), "exec-1")
    second = cross_link(house, "second")

    if allowed is CrossLinks.SEVERAL:
        house.done("tech-1", second, "exec-1")
    else:
        said = house.refused("tech-1", second, "exec-1")
        assert said.startswith(
            "link-not-allowed: bahama-wsgc already shares first with other games"
        )
        # Tables of one game alone may have a progressive of their own.
        alone = replace(second.link, tables=second.link.tables[:1])
        house.done("tech-1", replace(second, link=alone), "exec-1")
    house.close()


def test_a_table_of_another_room_cannot_be_linked(house: House, tmp_path: Path) -> None:
    other = House(new_room(place_in(tmp_path / "other")), place_in(tmp_path / "other"), GAME)
    other.done("tech-1", AddTable(spec("t9", GAME)), "exec-1")
    close_tables(house)
    now = house.room.state.jackpots.progressives["prog"].parameters
    link = replace(house.room.state.links["prog"], tables=("t1", "t9"))

    said = house.refused("tech-1", ChangeProgressive(now, link), "exec-1")
    assert said.startswith("table-unknown: table is 't9'")
    other.close()


def test_a_fault_is_still_there_after_a_restart_and_still_locks(house: House) -> None:
    """Short funds, a locked badge and an award that waits: each outlives the process."""
    house.start("t1")
    house.play_on("t1")
    house.key("t1", PressHandButton(4, GAME.wager, GAME.outcome))
    house.done("acct-1", RecordBank(Cents(1)))
    house.key("t2", PlaceWager(1, "main", Cents(1000)), "deal-2")
    house.key("t2", PlaceWager(1, GAME.wager, UNIT), "deal-2")
    wishes: list[tuple[str, Wish]] = [
        ("sup-1", VoidRound("t1", "the fault")),
        ("deal-2", Operate("t2", StartGame())),
    ]
    before = [house.refused(badge, wish) for badge, wish in wishes]

    again = house.reopened()
    assert [again.refused(badge, wish) for badge, wish in wishes] == before
    assert [said.partition(":")[0] for said in before] == ["award-is-open", "funds-short"]
    assert again.level().is_pending


def test_whoever_claimed_does_not_confirm(house: House) -> None:
    house.start("t1", "sup-1")
    house.play_on("t1", "sup-1")
    house.key("t1", PressHandButton(4, GAME.wager, GAME.outcome), "sup-1")

    assert house.refused("sup-1", SWIPE).startswith("claimant-cannot-confirm: Sue claimed")
    house.done("sup-2", SWIPE)


def test_a_table_that_is_there_is_not_added_again(house: House) -> None:
    said = house.refused("tech-1", AddTable(spec("t1", GAME)), "exec-1")

    assert said == "table-exists: t1 is already in the room: choose another name"


def test_without_a_progressive_its_wager_is_refused_and_the_game_goes_on(house: House) -> None:
    close_tables(house)
    house.done("tech-1", RemoveProgressive("prog", "the bank"), "exec-1")
    house.done("sup-1", OpenTable("t1", "deal-1"))
    house.key("t1", PlaceWager(1, "main", Cents(1000)))

    said = house.refused("deal-1", Operate("t1", PlaceWager(1, GAME.wager, UNIT)))
    assert said == (
        "progressive-unavailable: Bahama Bonus Progressive is unavailable at t1: prog is out of "
        "play"
    )
    house.key("t1", StartGame())


def test_the_same_shoe_deals_the_same_cards_whatever_is_wagered(tmp_path: Path) -> None:
    """Two rooms of one copy have the same seeds; only the chips differ."""
    first = new_house(place_in(tmp_path / "room"), GAME)
    back_up(first.place, tmp_path / "copy")
    first.close()
    dealt = []
    for number, (main, side) in enumerate([(1000, 0), (40_000, 500)]):
        place = place_in(tmp_path / f"room {number}")
        restore(tmp_path / "copy", place)
        house = House(open_room(place, pins=PINS), place, GAME, count(100))
        house.key("t1", PlaceWager(2, "main", Cents(main)))
        if side:
            house.key("t1", PlaceWager(2, GAME.wager, Cents(side)))
        house.key("t1", StartGame())
        if side:
            house.key("t1", LiftWager(2, GAME.wager))
        round_ = house.round_on("t1")
        dealt.append((round_.dealer, [hand.cards for hand in round_.hands]))
        house.close()

    assert dealt[0] == dealt[1]
    assert len(dealt[0][0]) == 2
