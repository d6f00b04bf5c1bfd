"""The set-up page's routes: a room is set up from nothing, with the roles of the command line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.houses import Guest, House
from upcard.room.people.roles import Role

TABLE = {
    "table": "felt-1",
    "rules": "kings-bounty",
    "decks": 6,
    "pack": "blazing-7s-upcard",
    "paytables": [["blazing-7s-upcard", "PT1"]],
    "cut_card": 0,
    "cards": "hand-dealt",
}
DRAFT = {
    "name": "felt",
    "wager": "blazing-7s-upcard",
    "tables": ["felt-1"],
    "contribution": "20",
    "seeds": {"meter": 400_000},
    "executive_from": {"meter": 500_000},
    "cards_from": {"meter": 100_000},
}


@pytest.fixture
def technician(house: House, origin: str) -> Iterator[Guest]:
    """A technician, signed in."""
    with Guest(origin) as guest:
        yield guest.sign_in(house.person(Role.TECHNICIAN))


def signed(house: House, guest: Guest, wish: dict[str, Any]) -> None:
    """A technician's order that an executive approves; it must be carried out."""
    technician, executive = house.person(Role.TECHNICIAN), house.person(Role.EXECUTIVE)
    second = {"badge": executive.badge, "pin": executive.pin}
    answer = guest.order(wish, pin=technician.pin, second=second)
    assert answer.status_code == 200, answer.text


def posted(guest: Guest, body: dict[str, Any]) -> Any:
    """What the server makes of a draft."""
    return guest.client.post("/api/setup/progressive", json=body, headers=guest.headers)


def found(records: list[dict[str, Any]], key: str, name: str | int) -> dict[str, Any]:
    """One of *records* by its name."""
    return next(one for one in records if one[key] == name)


def test_a_hand_dealt_table_and_its_progressive_are_set_up_and_changed(
    house: House, technician: Guest
) -> None:
    signed(house, technician, {"kind": "AddTable", "spec": TABLE})
    table = found(technician.get("/api/setup")["tables"], "table", "felt-1")
    assert (table["cards"], table["cut_card"], table["is_open"]) == ("hand-dealt", 0, False)
    assert [one["progressive"] for one in table["progressives"]] == [""]

    drafted = posted(technician, DRAFT).json()
    assert drafted["wish"]["kind"] == "OpenProgressive"
    changes = technician.preview(drafted["wish"]).json()["changes"]
    lines = {one["what"]: one["after"] for one in changes if one["level"]}
    assert (lines["executive-from"], lines["cards-from"]) == (500_000, 100_000)
    signed(house, technician, drafted["wish"])

    # None takes the amount away; what is left out stays.
    changed = posted(technician, {"name": "felt", "cards_from": {"meter": None}, "reserve": "2.5"})
    signed(house, technician, changed.json()["wish"])
    felt = found(technician.get("/api/setup")["progressives"], "name", "felt")
    assert (felt["contribution"], felt["reserve"]) == ("20", "2.5")
    (level,) = felt["levels"]
    assert (level["seed"], level["executive_from"], level["cards_from"]) == (400_000, 500_000, None)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"tables": ["nowhere-1"]}, "table is 'nowhere-1'"),
        ({"wager": "match-up", "tables": ["bahama-1"]}, "wager is 'match-up'"),
        ({"tables": ["bahama-1"], "wager": None}, "progressive is 'felt-2'"),
        ({"contribution": "a lot"}, "contribution"),
        ({"award_lock": "never"}, "award_lock"),
        ({"seeds": {"Mega": 5}, "tables": ["bahama-1"], "wager": "bahama-progressive"}, "'Mega'"),
    ],
)
def test_a_draft_that_cannot_be_is_refused_with_a_sentence(
    technician: Guest, changes: dict[str, Any], says: str
) -> None:
    answer = posted(technician, {**DRAFT, "name": "felt-2", **changes})

    assert 400 <= answer.status_code < 500
    assert says in answer.json()["error"]["message"]


def test_the_games_say_what_a_table_may_choose(technician: Guest) -> None:
    setup = technician.get("/api/setup")
    bounty = found(setup["games"], "name", "kings-bounty")
    six = found(bounty["decks"], "count", 6)
    wager = found(bounty["wagers"], "name", "blazing-7s-upcard")

    assert setup["card_sources"][:2] == ["digital", "hand-dealt"]
    assert (six["cut_card"], six["packs"][0]) == (234, "blazing-7s-upcard")
    assert wager["packs"] == ["blazing-7s-upcard"]
    assert {"name": "ML03", "decks": [6, 8]} in wager["paytables"]


def test_a_threshold_for_a_level_that_the_paytable_does_not_have_is_refused(
    house: House, technician: Guest
) -> None:
    signed(house, technician, {"kind": "AddTable", "spec": {**TABLE, "table": "felt-3"}})
    wish = posted(technician, {**DRAFT, "name": "felt-3", "tables": ["felt-3"]}).json()["wish"]
    wish["link"]["cards_from"] = [["Mega", 100]]
    answer = technician.preview(wish)

    assert "CONFIRM needs the cards are for Mega" in answer.json()["error"]["message"]
