"""A room that goes by its approved list plays nothing else, catalogue games included."""

from dataclasses import replace
from pathlib import Path

from tests.room.houses import PINS, Game, House, new_room, place_in, spec
from upcard.catalogue import rules_of
from upcard.room.orders import ApproveRules
from upcard.room.room_openings import open_room
from upcard.room.table_orders import AddTable, ChangeTable
from upcard.rules.written_rules import rules_toml

GAME = Game("kings-bounty", "blazing-7s-upcard", "ML03", "blazing-7s-upcard", "", "", "Mega", 100)


def test_a_room_cannot_choose_rules_that_are_not_on_its_list(tmp_path: Path) -> None:
    place = place_in(tmp_path / "room")
    new_room(place, approved_only=True).close()
    # The setting is in the journal: it holds after a restart.
    house = House(open_room(place, pins=PINS), place, GAME)
    plain = spec("t1", GAME)
    refused = house.order("tech-1", AddTable(plain), "exec-1")
    text = rules_toml(rules_of("kings-bounty"))
    house.done("tech-1", ApproveRules("kings-bounty-here", text), "exec-1")
    house.done("tech-1", AddTable(replace(plain, rules="kings-bounty-here")), "exec-1")
    changed = house.order("tech-1", ChangeTable(plain), "exec-1")
    tables = house.room.state.tables
    house.close()

    assert (refused.code, refused.message) == (
        "rules-not-allowed",
        "rules are 'kings-bounty': this room only plays approved rules, which are none; "
        "two people can approve others with `upcard room rules approve`",
    )
    assert changed.code == "rules-not-allowed"
    assert "approved rules, which are kings-bounty-here;" in changed.message
    assert [table.spec.rules for table in tables.values()] == ["kings-bounty-here"]


def test_a_room_without_that_setting_plays_every_game_of_the_catalogue(tmp_path: Path) -> None:
    house = House(room := new_room(place_in(tmp_path / "room")), place_in(tmp_path / "room"), GAME)
    house.done("tech-1", AddTable(spec("t1", GAME)), "exec-1")

    assert not room.state.approved_only
    house.close()
