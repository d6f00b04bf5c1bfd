"""Recall: a past round replays, its evidence verifies off line, its shoe can be checked."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.houses import TABLE, Guest, House, abandon_shoe, play_round, until
from upcard.journal import verify_bundle
from upcard.notation import replay_file
from upcard.room.events import RecordsRead
from upcard.room.fairness import verify_shoe


@pytest.fixture(scope="module")
def played(house: House, origin: str) -> int:
    """Some rounds; the number of the last one."""
    with Guest(origin) as guest:
        guest.sign_in(house.dealer_of(TABLE))
        wagers = {(2, "main"): 1000, (5, "main"): 2500, (5, "bahama-progressive"): 500}
        frames = [play_round(guest, TABLE, wagers) for _ in range(3)]
    number: int = frames[-1]["round"]["number"]
    until(lambda: house.site.the_hub().chronicle.round(TABLE, number) is not None)
    until(lambda: not house.site.the_hub().chronicle.rounds(TABLE, most=1)[0].is_open)
    return number


def test_past_rounds_are_listed_newest_first(played: int, regulator: Guest) -> None:
    rounds = regulator.get(f"/api/rounds?table={TABLE}&limit=2")
    older = regulator.get(f"/api/rounds?table={TABLE}&before={played}&limit=1")

    assert [one["number"] for one in rounds] == [played, played - 1]
    assert [one["number"] for one in older] == [played - 1]
    assert rounds[0]["spots"] == [2, 5]
    assert rounds[0]["dealer"] == "Dana"
    assert regulator.get("/api/rounds?day=1999-01-01") == []


def test_the_record_of_a_past_round_replays(played: int, regulator: Guest) -> None:
    found = regulator.get(f"/api/rounds/{TABLE}/{played}")

    assert replay_file(found["text"])
    assert found["steps"][-1]["sentence"] == "The round is over."
    assert {step["by"] for step in found["steps"]} == {found["steps"][0]["by"]}


def test_that_somebody_read_a_round_is_recorded(
    played: int, house: House, regulator: Guest
) -> None:
    before = house.room.sequence
    regulator.get(f"/api/rounds/{TABLE}/{played}")
    events = [event for one in house.room.entries(before + 1) for event in one.events]

    assert [event.what for event in events if isinstance(event, RecordsRead)] == [
        f"round {TABLE}/{played}"
    ]


def test_the_evidence_of_a_round_verifies_off_line_with_nothing_of_ours(
    played: int, regulator: Guest, tmp_path: Path
) -> None:
    text = regulator.client.get(f"/api/rounds/{TABLE}/{played}/bundle").text
    file = tmp_path / "round.jsonl"
    file.write_text(text)
    script = str(verify_bundle.__file__)
    good = subprocess.run([sys.executable, "-I", script, str(file)], capture_output=True, text=True)
    file.write_text(text.replace('"amount":2500', '"amount":2600', 1))
    bad = subprocess.run([sys.executable, "-I", script, str(file)], capture_output=True, text=True)

    assert (good.returncode, bad.returncode) == (0, 1), good.stdout + bad.stdout


def test_a_shoe_can_be_checked_once_it_is_over(
    played: int, house: House, dealer: Guest, regulator: Guest
) -> None:
    path = f"/api/shoes/{TABLE}/1"
    before = regulator.get(path)
    assert abandon_shoe(dealer, house, TABLE).status_code == 200
    until(lambda: regulator.get(path)["seed"] is not None)
    after = regulator.get(path)

    assert (before["seed"], before["order"]) == (None, None)
    assert verify_shoe.problems(after) == []
    assert after["order"][: len(after["dealt"])] == after["dealt"]
    assert after["commitment"] == before["commitment"]


@pytest.mark.parametrize("format_", ["json", "csv", "pdf", "html"])
def test_every_report_comes_in_every_format(
    format_: str, played: int, house: House, regulator: Guest
) -> None:
    for report in regulator.get("/api/reports"):
        answer = regulator.client.get(f"/api/reports/{report['name']}?format={format_}")

        assert answer.status_code == 200, answer.text[:500]
        assert len(answer.content) > 100
        if format_ == "json":
            assert json.loads(answer.content)["header"]["report"] == report["name"]


def test_charts_are_drawn(played: int, regulator: Guest) -> None:
    for name in ("meters", "awards"):
        answer = regulator.client.get(f"/api/charts/{name}.svg")

        assert answer.status_code == 200
        assert answer.text.startswith("<svg")
        assert "<script" not in answer.text


def test_a_period_that_ends_before_it_begins_is_refused(regulator: Guest) -> None:
    answer = regulator.client.get("/api/reports/meters?first=2026-02-02&last=2026-02-01")

    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "period-not-allowed")
