"""`upcard room`: how a table's cards come, and from which amount on CONFIRM needs them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.commands.desks import CommandDesk, made_desk

SETTERS: dict[str, Any] = {"by": "tech-1", "second": "exec-1"}
ADD = ("room", "tables", "add", "t9", "--rules", "bahama-wsgc", "--pack", "match")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandDesk:
    """A room with people, tables and a progressive."""
    return made_desk(tmp_path / "room", monkeypatch)


def table(desk: CommandDesk) -> Any:
    """The newest table."""
    return desk.json("room", "tables")[-1]


def level(desk: CommandDesk) -> Any:
    """The level of the progressive that the test starts."""
    (found,) = [one for one in desk.json("room", "show")["progressives"] if one["name"] == "felt"]
    return found["levels"][0]


def test_how_a_tables_cards_come_is_changed_while_it_is_closed(desk: CommandDesk) -> None:
    desk.run(*ADD, "--cards", "hand-dealt", **SETTERS)
    assert (table(desk)["cards"], table(desk)["cut_card"]) == ("hand-dealt", 0)
    desk.run("room", "tables", "change", "t9", "--cards", "digital", **SETTERS)
    assert (table(desk)["cards"], table(desk)["cut_card"]) == ("digital", 216)
    desk.run("room", "tables", "change", "t9", "--decks", "8", "--cut-card", "250", **SETTERS)
    desk.run("room", "tables", "change", "t9", "--cards", "hand-dealt", **SETTERS)

    assert (table(desk)["cards"], table(desk)["cut_card"]) == ("hand-dealt", 0)
    assert table(desk)["decks"] == 8


def test_a_link_says_from_which_amount_on_confirm_needs_the_cards(desk: CommandDesk) -> None:
    desk.run(*ADD, "--cards", "hand-dealt", **SETTERS)
    words = ("room", "link", "felt", "--wager", "bahama-progressive", "--tables", "t9")
    done = desk.json(*words, "--cards-from", "1,000", **SETTERS)
    changes = {one["what"]: one["after"] for one in done["preview"]["changes"]}
    assert changes["cards-from"] == level(desk)["cards_from"] == 1000_00
    change = ("room", "change-progressive", "felt")
    desk.run(*change, "--cards-from", "meter=2,500", **SETTERS)
    assert level(desk)["cards_from"] == 2500_00
    desk.run(*change, "--executive-from", "5,000", **SETTERS)

    assert (level(desk)["cards_from"], level(desk)["executive_from"]) == (2500_00, 5000_00)
    refusal = desk.run(*change, "--cards-from", "Mega=1", **SETTERS, code=2)
    assert "the levels are meter" in refusal.stderr
