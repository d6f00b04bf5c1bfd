"""Amounts on the command line: one reader for every option, with the signs of the locale."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.commands.desks import BAHAMA, CommandDesk, made_desk
from tests.house.sources import SOURCE

LINK = ("room", "link", "next", "--wager", BAHAMA.wager, "--tables", "t1")
ADJUST = ("--raise", "--reason", "display-error", "--evidence", "report 1")
TAKES_AN_AMOUNT: dict[str, tuple[str, ...]] = {
    "bank": ("room", "bank", "{}", "--as", "acct-1"),
    "deposit": ("room", "deposit", "prog", "{}", "--reference", "r", "--as", "acct-1"),
    "adjust": ("room", "adjust", "prog", "{}", *ADJUST, "--as", "sup-1", "--second", "acct-1"),
    "key": ("room", "key", "t1", "bet", "1", "main", "{}", "--as", "deal-1"),
    "unit": (*LINK, "--unit", "{}", "--as", "tech-1"),
    "seed": (*LINK, "--seed", "{}", "--as", "tech-1"),
    "limit": (*LINK, "--limit", "{}", "--as", "tech-1"),
    "executive-from": (*LINK, "--executive-from", "meter={}", "--as", "tech-1"),
    "checklist-from": ("room", "init", "--name", "n", "--location", "l", "--checklist-from", "{}"),
    "solve": ("solve", "blackjack", "--wager-size", "{}"),
    "simulate": ("simulate", "blackjack", "--rounds", "10", "--wager", "{}"),
    "side": ("simulate", "bahamas", "--rounds", "10", "--side", "match-up={}"),
    "play": ("play", "blackjack", "--auto", "1", "--wager", "{}"),
    "bankroll": ("play", "blackjack", "--auto", "1", "--bankroll", "{}"),
}
GERMAN = {"UPCARD_LOCALE": "de-DE"}


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandDesk:
    """A room with people, tables and a progressive."""
    return made_desk(tmp_path / "room", monkeypatch)


def said(desk: CommandDesk, name: str, amount: str, **more: Any) -> str:
    """What the command says to an amount that it refuses."""
    words = [word.format(amount) for word in TAKES_AN_AMOUNT[name]]
    code = 2 if name in BEFORE_ANYTHING else 1
    return " ".join(desk.run(*words, code=code, **more).stderr.replace("│", "").split())


BEFORE_ANYTHING = {name for name, words in TAKES_AN_AMOUNT.items() if words[0] == "room"}
"""Options of the room's commands are read before the room is opened: wrong usage, exit 2."""


def test_a_decimal_comma_is_refused_with_the_amount_to_write(desk: CommandDesk) -> None:
    head = desk.head()
    for name in TAKES_AN_AMOUNT:
        assert "'10,50' is not an amount: write 10.50" in said(desk, name, "10,50"), name
        german = said(desk, name, "10.50", variables=GERMAN)
        assert "'10.50' is not an amount: write 10,50" in german, name

    assert desk.head() == head


def test_the_locale_of_the_environment_decides_the_signs(desk: CommandDesk) -> None:
    words = ("room", "bank", "22.600,50")
    recorded = desk.json(*words, by="acct-1", variables=GERMAN)

    assert recorded["balance"] == 2_260_050
    assert desk.json("room", "bank", "22,600.50", by="acct-1")["balance"] == 2_260_050
    shown = desk.run("room", "show", variables=GERMAN).stdout
    assert "bank 22.600,50" in shown


def test_the_defaults_of_options_are_amounts_in_every_locale(desk: CommandDesk) -> None:
    for table in ("t1", "t2"):
        desk.run("room", "close", table, by="sup-1")
    desk.run(
        "room", "remove-progressive", "prog", "--destination", "x", by="tech-1", second="exec-1"
    )

    desk.run(*LINK, by="tech-1", second="exec-1", variables=GERMAN)


def test_a_locale_that_is_none_is_refused_by_name(desk: CommandDesk) -> None:
    done = desk.run("room", "bank", "1", by="acct-1", code=2, variables={"UPCARD_LOCALE": "xx"})

    assert "locale is 'xx': write one of en-US, de-CH, de-DE, fr-FR" in done.stderr.replace(
        "\n", ""
    )


def test_a_server_of_no_known_locale_does_not_start(desk: CommandDesk) -> None:
    done = desk.run("serve", "--port", "0", "--locale", "xx", code=2)

    assert "locale is 'xx': write one of en-US" in done.stderr


def test_no_command_reads_amounts_in_another_way() -> None:
    """`read_money` reads the notation of files: a person's amount goes through `upcard.amounts`."""
    files = (SOURCE / "commands").glob("*.py")

    assert [path.name for path in files if "read_money" in path.read_text()] == []
