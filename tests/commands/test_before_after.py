"""Before anything that moves money is signed on the command line, it is shown and asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.commands.desks import BAHAMA, CommandDesk, Typing, made_desk, play_to_award, won_desk
from tests.room.houses import PIN, PINS
from upcard.commands.room import command_desk
from upcard.money import Cents
from upcard.room.money_orders import RecordDeposit
from upcard.room.orders import Order, Signature
from upcard.room.room_openings import Place, open_room

RAISE = (
    "room",
    "adjust",
    "prog",
    "10.50",
    "--raise",
    "--reason",
    "display-error",
    "--evidence",
    "r 7",
)
CORRECTORS: dict[str, Any] = {"by": "sup-1", "second": "acct-1"}
SETTERS: dict[str, Any] = {"by": "tech-1", "second": "exec-1"}


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandDesk:
    """A room with people, tables and a progressive."""
    return made_desk(tmp_path / "room", monkeypatch)


def at_terminal(monkeypatch: pytest.MonkeyPatch, *answers: str) -> None:
    """Somebody who answers what is asked."""
    monkeypatch.setattr("sys.stdin", Typing("".join(f"{answer}\n" for answer in answers)))


def lines_of(record: Any) -> dict[str, tuple[Any, Any]]:
    """The changes of a preview by name."""
    return {one["what"]: (one["before"], one["after"]) for one in record["preview"]["changes"]}


def test_you_are_shown_before_and_after_and_asked(
    desk: CommandDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_terminal(monkeypatch, "y")
    done = desk.run(*RAISE, **CORRECTORS)

    assert done.stderr.splitlines() == [
        "This will change:",
        "  prog meter display                $1,000.00 -> $1,010.50",
        "  prog meter raised by adjustments      $0.00 ->    $10.50",
        "  owed to players                   $1,000.00 -> $1,010.50",
        "Must be signed by: two people of different roles: supervisor, executive or accounting.",
        "Go ahead? [y/N] ",
    ]
    assert done.stdout.startswith("prog meter meter is ")


def test_any_answer_but_yes_changes_nothing(
    desk: CommandDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = desk.head()
    for answer in ("", "n", "no", "what?", "10.50"):
        at_terminal(monkeypatch, answer)
        done = desk.run(*RAISE, **CORRECTORS, code=1)
        assert done.stderr.endswith("upcard: you said no: nothing has changed [not-confirmed]\n")

    assert desk.head() == head


def test_yes_shows_it_and_does_not_ask(desk: CommandDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    at_terminal(monkeypatch)
    done = desk.run(*RAISE, "--yes", **CORRECTORS)

    assert "$1,000.00 -> $1,010.50" in done.stderr
    assert "Go ahead?" not in done.stderr


def test_json_has_the_preview_and_nothing_else_is_on_stdout(
    desk: CommandDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_terminal(monkeypatch, "y")
    record = desk.json(*RAISE, **CORRECTORS)

    assert lines_of(record)["meter"] == (100_000, 101_050)
    assert record["after"] == 101_050
    assert record["preview"]["roles_differ"]


def test_amounts_are_shown_as_in_the_locale(desk: CommandDesk) -> None:
    words = [word.replace("10.50", "10,50") for word in RAISE]
    done = desk.run(*words, **CORRECTORS, variables={"UPCARD_LOCALE": "de-DE"})

    assert "$1.000,00 -> $1.010,50" in done.stderr


def test_amounts_that_change_while_you_read_are_shown_again(
    desk: CommandDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else records the same deposit after you were shown yours."""
    asked: list[str] = []

    def answer_late() -> bool:
        asked.append("shown")
        if len(asked) == 1:
            other = open_room(Place.at(desk.folder), pins=PINS)
            signed = Signature("exec-1", PIN)
            wish = RecordDeposit("prog", Cents(10_000), "slip 7")
            assert not other.submit(Order(id="other", by=signed, wish=wish)).is_refused
            other.close()
        return len(asked) == 1

    at_terminal(monkeypatch)
    monkeypatch.setattr(command_desk, "is_confirmed", answer_late)
    words = ("room", "deposit", "prog", "100.00", "--reference", "slip 7")
    done = desk.run(*words, by="acct-1", code=1)

    assert len(asked) == 2
    assert "the amounts have changed since you looked" in done.stderr
    assert "$0.00 -> $100.00" in done.stderr
    assert "$100.00 -> $200.00" in done.stderr
    assert done.stderr.endswith("you said no: nothing has changed [not-confirmed]\n")


def test_an_award_is_shown_with_the_badge_that_it_takes(desk: CommandDesk) -> None:
    play_to_award(desk)
    desk.run("room", "claim", "t1", "4", by="deal-1")
    desk.run("room", "verify", "t1", "4", by="sup-1")
    done = desk.json("room", "confirm", "t1", "4", by="sup-1")

    assert lines_of(done)["award-paid"] == (None, done["paid"])
    assert done["preview"]["signers"] == [["supervisor", "executive"]]


def test_an_order_that_is_sent_again_is_neither_shown_nor_asked_for(
    desk: CommandDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("room", "deposit", "prog", "250.00", "--reference", "slip 7", "--id", "deposit 7")
    desk.run(*words, by="acct-1")
    at_terminal(monkeypatch)
    again = desk.run(*words, by="acct-1")

    assert "as before" in again.stdout
    assert again.stderr == ""


def test_what_will_be_refused_is_not_asked_for_and_its_refusal_is_recorded(
    desk: CommandDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = desk.head()
    at_terminal(monkeypatch)
    refusal = desk.refused("room", "deposit", "prog", "0", "--reference", "r", by="acct-1")

    assert refusal.startswith("amount-not-allowed: ")
    assert desk.head() != head


def test_every_command_that_moves_money_shows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = won_desk(tmp_path / "room", monkeypatch)
    link = ("room", "link", "next", "--wager", BAHAMA.wager, "--tables", "t1,t2")
    steps: list[tuple[tuple[str, ...], dict[str, Any], str]] = [
        (("room", "bank", "5,000"), {"by": "acct-1"}, "bank"),
        (("room", "deposit", "prog", "1", "--reference", "r"), {"by": "acct-1"}, "deposited"),
        (
            ("room", "reverse", "1", "--reason", "wrong spot"),
            CORRECTORS | {"second": "exec-1"},
            "award-reversed",
        ),
        (RAISE, CORRECTORS, "meter"),
    ]
    for words, signed, what in steps:
        assert what in lines_of(desk.json(*words, **signed)), words
    desk.run("room", "abandon-shoe", "t1", "--reason", "test", by="sup-1")
    desk.run("room", "cut", "t1", "113", "tulip", by="deal-1")
    desk.run("room", "close-cut", "t1", by="deal-1")
    desk.run("room", "confirm-cut", "t1", by="deal-1")
    play_to_award(desk)
    desk.run("room", "claim", "t1", "4", by="deal-1")
    voided = desk.json("room", "void", "t1", "4", "--reason", "wrong spot", by="sup-1")
    assert "claim-voided" in lines_of(voided)
    returned = desk.json("room", "void-round", "t1", "--reason", "spilled", by="sup-1")
    assert "wagers-returned" in lines_of(returned)
    for table in ("t1", "t2"):
        desk.run("room", "close", table, by="sup-1")
    change = desk.json("room", "change-progressive", "prog", "--limit", "90,000", **SETTERS)
    assert lines_of(change)["limit"] == (None, 9_000_000)
    remove = ("room", "remove-progressive", "prog", "--destination", "next")
    assert lines_of(desk.json(*remove, **SETTERS))["play"] == ("in-play", "removed")
    assert lines_of(desk.json(*link, **SETTERS))["seed"][0] is None
    moved = desk.json("room", "transfer", "prog", "next", **SETTERS)
    assert "funds-moved" in lines_of(moved)
