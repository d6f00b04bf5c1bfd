"""Training beside a real room: its own database, and nothing real moves."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from tests.commands.desks import CommandDesk, won_desk
from upcard.books.exports import read_json
from upcard.books.reports import REPORTS

TODAY = date.today()
PERIOD = ("--first", str(TODAY - timedelta(2)), "--last", str(TODAY + timedelta(2)))

LEFT_OUT = ("significant", "holds")
"""One tells that reports were read, which changes it; the other solves a whole game first."""


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandDesk:
    """A real room after a round in which the meter was won."""
    return won_desk(tmp_path / "room", monkeypatch)


def read(desk: CommandDesk, folder: Path) -> dict[str, object]:
    """The reports of the real room without their head, which has the time it was made."""
    found: dict[str, object] = {}
    for name, kind in REPORTS.items():
        if name in LEFT_OUT:
            continue
        file = folder / f"{name}.json"
        desk.run("room", "report", name, *PERIOD, "--out", str(file), by="acct-1")
        report = read_json(kind.kind, file.read_bytes())
        fields = [one for one in kind.kind.__dataclass_fields__ if one != "header"]
        found[name] = {one: getattr(report, one) for one in fields}
    return found


def test_nothing_real_changes_while_people_train(desk: CommandDesk, tmp_path: Path) -> None:
    # Reading a report is recorded, so it is read before and after, and the head in between.
    before = read(desk, tmp_path)
    head, shown = desk.head(), desk.json("room", "show")
    made = desk.json("room", "init", "--training", "--demo")
    people = {one["role"]: one for one in made["badges"]}
    dealer, executive = people["dealer"], people["executive"]
    assert made["kind"] == "training"
    assert Path(made["folder"]) == desk.folder / "training"
    tables = desk.json("room", "tables", "--training")
    mine = next(one["table"] for one in tables if one["dealer"] == dealer["badge"])
    words = ("bet", "1", "main", "25", "start")
    trained = desk.run("room", "key", mine, *words, "--training", by=dealer["badge"])
    assert "TRAINING: no real money" in trained.stderr
    pin = {"UPCARD_PIN": executive["pin"]}
    desk.run("room", "bank", "7", "--training", by=executive["badge"], variables=pin)
    supervisor = people["supervisor"]
    pins = {**pin, "UPCARD_SECOND_PIN": supervisor["pin"]}
    desk.run(
        "room",
        "staff",
        "pin",
        dealer["badge"],
        "--training",
        by=executive["badge"],
        second=supervisor["badge"],
        variables=pins,
    )
    assert desk.json("audit", "verify", "--training")["ok"]

    assert desk.head() == head
    assert desk.head("--training") != head
    assert desk.json("room", "show") == shown
    assert read(desk, tmp_path) == before


def test_badges_of_the_real_room_are_strangers_in_training(desk: CommandDesk) -> None:
    desk.run("room", "init", "--training", "--executive", "exec-9:Eve")

    refusal = desk.refused("room", "bank", "7", "--training", by="exec-1")
    assert refusal.startswith("badge-unknown: ")
    assert desk.refused("room", "bank", "7", by="exec-9").startswith("badge-unknown: ")
    assert desk.json("room", "show", "--training")["name"] == "Training room"


def test_a_win_in_training_takes_no_number_of_the_real_room(desk: CommandDesk) -> None:
    head, slips = desk.head(), desk.json("room", "show")["slips"]
    made = desk.json("room", "init", "--training", "--executive", "exec-9:Eve")
    executive, other = made["badges"]
    pins = {"UPCARD_PIN": executive["pin"], "UPCARD_SECOND_PIN": other["pin"]}
    words = ("room", "staff", "add", "deal-9", "--name", "Dee", "--role", "dealer", "--training")
    desk.run(*words, by="exec-9", second=other["badge"], variables=pins)
    refusal = desk.refused("room", "slip", "1", "--training", by="exec-9")

    assert refusal == "slip-unknown: win page is 1: the room has issued 0 so far"
    assert (desk.head(), desk.json("room", "show")["slips"]) == (head, slips)
