"""`upcard room checklist` and the settings of a new room; copies and programs have their own."""

from pathlib import Path

import pytest

from tests.commands.desks import BAHAMA, CommandDesk, play_to_award, quick_pins
from tests.room.houses import new_house, place_in, rig
from upcard.money import Cents
from upcard.room.events import CrossLinks
from upcard.room.room_openings import Place, open_room


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandDesk:
    """A room that follows the checklist from $500 on, and an award of $1,000 claimed in it."""
    quick_pins(monkeypatch)
    rig(monkeypatch, BAHAMA.hit)
    new_house(place_in(tmp_path), BAHAMA, checklist_from=Cents(50_000)).close()
    desk = CommandDesk(tmp_path)
    play_to_award(desk)
    desk.json("room", "claim", "t1", "4", by="deal-1")
    return desk


def test_a_large_prize_is_confirmed_after_its_checklist(desk: CommandDesk) -> None:
    refused = desk.refused("room", "confirm", "t1", "4", by="sup-1")
    assert refused.startswith("checklist-needed: ")
    words = ("room", "checklist", "t1", "4", "--seal", "A-17", "--done")
    missing = desk.refused(*words, "cards-shown", by="sup-1")
    assert missing.startswith("checklist-needed: not done yet: Remaining cards counted")
    said = desk.run(*words, "cards-shown,cards-counted,hand-sealed", by="sup-1")
    assert said.stdout.startswith("the checklist of spot 4 of t1 is done, seal A-17 (entry ")

    desk.run("room", "verify", "t1", "4", by="sup-1")
    assert desk.json("room", "confirm", "t1", "4", by="sup-1")["slip"] == 1


def test_a_new_room_is_told_its_amount_and_its_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick_pins(monkeypatch)
    desk = CommandDesk(tmp_path / "new")
    desk.json(
        "room",
        "init",
        "--name",
        "North",
        "--location",
        "here",
        "--checklist-from",
        "2500",
        "--cross-links",
        "one",
    )
    room = open_room(Place.at(desk.folder))
    settings = (room.state.checklist_from, room.state.cross_links)
    room.close()

    assert settings == (250_000, CrossLinks.ONE)
