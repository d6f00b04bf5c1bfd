"""The documents' procedure from the command line, from an empty folder to the audit."""

from pathlib import Path

import pytest

from tests.commands.desks import CommandDesk, quick_pins
from tests.postgres import postgres_or_skip
from tests.room.houses import PIN, rig

HIT = "2c 9s 9s 6h 9s 9s Kd Kd Kd"
"""Spot 4 has four nines of spades with the dealer's up card: the whole meter."""
WAGER = "bahama-progressive"
PEOPLE = (
    ("exec-2", "Ed", "executive"),
    ("tech-1", "Tom", "technician"),
    ("acct-1", "Ann", "accounting"),
    ("sup-1", "Sue", "supervisor"),
    ("deal-1", "Dan", "dealer"),
)


@pytest.fixture(params=["sqlite", "postgresql"])
def desk(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> CommandDesk:
    """An empty folder, or an empty database."""
    quick_pins(monkeypatch)
    url = postgres_or_skip().new_database() if request.param == "postgresql" else ""
    return CommandDesk(tmp_path / "room", url)


def test_from_an_empty_folder_to_a_reversed_award(
    desk: CommandDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = desk.json(
        "room",
        "init",
        "--name",
        "North room",
        "--location",
        "Spokane",
        "--executive",
        "exec-1:Eve",
        variables={"UPCARD_NEW_PIN": PIN},
    )
    eve, other = made["badges"]
    assert eve == {"badge": "exec-1", "name": "Eve", "role": "executive"}
    _set_up(desk, other)
    _open(desk, monkeypatch)
    _win(desk, tmp_path)
    _read_and_reverse(desk, tmp_path)


def _set_up(desk: CommandDesk, other: dict[str, str]) -> None:
    pins = {"UPCARD_NEW_PIN": PIN, "UPCARD_SECOND_PIN": other["pin"]}
    for badge, name, role in PEOPLE:
        words = ("room", "staff", "add", badge, "--name", name, "--role", role)
        desk.run(*words, by="exec-1", second=other["badge"], variables=pins)
    assert [one["badge"] for one in desk.json("room", "staff")] == [
        "exec-1",
        other["badge"],
        *(badge for badge, _, _ in PEOPLE),
    ]
    added = desk.run(
        "room",
        "tables",
        "add",
        "t1",
        "--rules",
        "bahama-wsgc",
        "--pack",
        "match",
        "--paytable",
        f"{WAGER}=PT3",
        by="tech-1",
        second="exec-1",
    )
    assert "t1 is set up with bahama-wsgc, 6 decks (entry 7)" in added.stdout
    linked = desk.json(
        "room",
        "link",
        "prog",
        "--wager",
        WAGER,
        "--paytable",
        "PT3",
        "--tables",
        "t1",
        "--unit",
        "5.00",
        "--seed",
        "meter=5000",
        "--reserve",
        "5",
        "--executive-from",
        "meter=20000",
        by="tech-1",
        second="exec-1",
    )
    (level,) = linked["progressive"]["levels"]
    assert (level["seed"], level["reserve_rate"], level["executive_from"]) == (
        500_000,
        "1/20",
        2_000_000,
    )


def _open(desk: CommandDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.run("room", "open", "t1", "--dealer", "deal-1", by="sup-1")
    shuffled = desk.json("room", "shuffle", "t1", by="deal-1")
    assert (shuffled["shoe"], len(shuffled["commitment"])) == (1, 64)
    assert desk.refused("room", "key", "t1", "start", by="deal-1").startswith("shoe-not-cut: ")
    desk.run("room", "cut", "t1", "113", "tulip", by="deal-1")
    assert desk.refused("room", "confirm-cut", "t1", by="deal-1").startswith("cut-not-closed: ")
    desk.run("room", "close-cut", "t1", by="deal-1")
    desk.run("room", "confirm-cut", "t1", by="deal-1")
    rig(monkeypatch, HIT)


def _win(desk: CommandDesk, tmp_path: Path) -> None:
    bets = f"bet 1 main 10 bet 4 main 10 bet 1 {WAGER} 5 bet 4 {WAGER} 5"
    assert desk.key("t1", bets)["round"]["stage"] == "betting"
    desk.key("t1", f"start lift 1 {WAGER} lift 4 {WAGER}")
    assert desk.play_on("t1")["round"]["awards"][0]["state"] == "due"
    meter = desk.json("room", "show")["progressives"][0]["levels"][0]["display"]
    assert desk.refused("room", "key", "t1", "end", by="deal-1").startswith("awards-open: ")
    assert desk.json("room", "claim", "t1", "4", by="deal-1")["state"] == "claimed"
    assert "PENDING" in desk.run("room", "show").stdout
    # The same badge cannot do both, and the meter stands still until the swipe.
    assert desk.refused("room", "confirm", "t1", "4", by="deal-1").startswith("role-not-enough: ")
    assert desk.json("room", "show")["progressives"][0]["levels"][0]["display"] == meter
    page = tmp_path / "page.pdf"
    said = desk.refused("room", "confirm", "t1", "4", WAGER, by="sup-1")
    assert said.startswith("award-not-verified: ")
    desk.run("room", "verify", "t1", "4", WAGER, by="sup-1")
    paid = desk.json("room", "confirm", "t1", "4", WAGER, "--out", str(page), by="sup-1")
    assert (paid["paid"], paid["slip"], page.read_bytes()[:5]) == (meter, 1, b"%PDF-")
    assert desk.key("t1", "end")["round"] is None


def _read_and_reverse(desk: CommandDesk, tmp_path: Path) -> None:
    awards = desk.json("room", "report", "awards", by="acct-1")
    assert awards["header"]["room"] == "North room"
    page = tmp_path / "again.pdf"
    shown = desk.run("room", "slip", "1", "--out", str(page), by="sup-1").stdout
    assert "Win page 000001  REPRINT" in shown
    assert page.read_bytes()[:5] == b"%PDF-"
    before = desk.json("room", "show")["progressives"][0]["levels"][0]["display"]
    words = ("room", "reverse", "1", "--reason", "misread cards")
    assert desk.refused(*words, by="sup-1").startswith("second-person-needed: ")
    desk.run(*words, by="sup-1", second="exec-1")
    assert desk.json("room", "show")["progressives"][0]["levels"][0]["display"] > before
    assert "REVERSED" in desk.run("room", "slip", "1", by="acct-1").stdout
    found = desk.json("audit", "verify")
    assert found["ok"]
    assert found["head"] == desk.head().partition(":")[2]
    assert found["events"] > found["transfers"] > 0
