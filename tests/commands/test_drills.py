"""`upcard drills`: exercises in the terminal, and the report of a training room."""

import json
from pathlib import Path

import pytest

from tests.commands.runs import upcard
from upcard.room.demo import make_demo
from upcard.room.drill_marks import DrillMark, RecordDrill
from upcard.room.events import RoomKind
from upcard.room.orders import Order, Signature
from upcard.room.people.roles import Role
from upcard.room.room_openings import Place


def test_the_drills_are_listed_with_their_games() -> None:
    listed = json.loads(upcard("drills", "list", "--json").stdout)

    assert [one["name"] for one in listed["drills"]] == [
        "pay-the-table",
        "catch-the-mistake",
        "run-the-jackpot",
    ]
    assert "bahama-wsgc" in upcard("drills", "list").stdout


@pytest.mark.parametrize("drill", ["pay-the-table", "catch-the-mistake", "run-the-jackpot"])
def test_an_exercise_is_shown_with_or_without_its_answers(drill: str) -> None:
    shown = ("drills", "show", drill, "kings-bounty", "--seed", "5")
    bare = json.loads(upcard(*shown, "--json").stdout)
    whole = json.loads(upcard(*shown, "--answers", "--json").stdout)

    assert "answers" not in bare
    assert "decisions" not in bare
    assert whole["answers"]
    assert all(one["is_right"] for one in whole["decisions"])
    text = upcard(*shown, "--answers").stdout
    assert "King's Bounty Blackjack, exercise 5" in text
    assert "S" in text


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("run-the-jackpot", "blackjack"), "drill-not-possible"),
        (("pay-the-table", "poker"), "unknown-name"),
        (("pay-the-table", "bahamas", "--seed", "-1"), "drill-not-possible"),
    ],
)
def test_what_cannot_be_shown_is_refused(arguments: tuple[str, ...], code: str) -> None:
    ran = upcard("drills", "show", *arguments, "--json", code=1)

    assert json.loads(ran.stdout)["error"]["code"] == code


def test_the_report_of_a_training_room_is_written_and_a_file_can_be_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, people = make_demo(Place.at(tmp_path / "room" / "training"), RoomKind.TRAINING)
    dealer, supervisor = (
        next(one for one in people if one.role is role) for role in (Role.DEALER, Role.SUPERVISOR)
    )
    mark = DrillMark(rule="natural", title="Blackjack", decisions=4, right=3, milliseconds=8000)
    wish = RecordDrill(drill="pay-the-table", game="bahamas", seed=1, marks=(mark,))
    room.submit(Order(id="0" * 32, by=Signature(dealer.badge), wish=wish))
    room.close()
    monkeypatch.setenv("UPCARD_PIN", supervisor.pin)
    place = ("--data", str(tmp_path / "room"), "--training")
    asked = ("drills", "report", *place, "--as", supervisor.badge)

    report = json.loads(upcard(*asked, "--json").stdout)
    assert [(x["trainee"], x["accuracy"]) for x in report["trainees"]] == [(dealer.name, 750_000)]
    assert report["rules"][0]["title"] == "Blackjack"
    pdf = tmp_path / "drills.pdf"
    upcard(*asked, "--out", str(pdf))
    assert pdf.read_bytes().startswith(b"%PDF")
