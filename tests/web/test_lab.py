"""The lab: a simulation beside the exact odds, for anybody."""

import json

from tests.web.houses import Guest, Record


def played(guest: Guest, **fields: object) -> list[Record]:
    """Begin an experiment and listen to its end."""
    answer = guest.client.post("/api/lab", json=fields)
    assert answer.status_code == 200, answer.text
    with guest.client.stream("GET", f"/api/lab/{answer.json()['id']}/live") as stream:
        return [
            json.loads(line.removeprefix("data: "))
            for line in stream.iter_lines()
            if line.startswith("data: ")
        ]


def test_an_experiment_ends_near_the_exact_value(anybody: Guest) -> None:
    events = played(anybody, game="bahama-wsgc", settings={}, decks=6, rounds=60_000, seed=8)
    last = events[-1]
    main = next(wager for wager in last["wagers"] if wager["wager"] == "main")

    assert last["is_done"]
    assert last["rounds"] == 60_000
    assert abs(main["z"]) < 4
    assert last["command"].startswith("upcard simulate bahama-wsgc --decks 6 --rounds 60000")
    assert {wager["wager"] for wager in last["wagers"]} >= {"main", "match-up", "match-down"}


def test_a_changed_setting_changes_the_exact_value(anybody: Guest) -> None:
    edges = []
    for settings in ({}, {"dealer.soft_17": "stand"}):
        events = played(
            anybody, game="blackjack", settings=settings, decks=6, rounds=20_000, seed=1
        )
        edges.append(events[-1]["wagers"][0]["exact_percent"])

    assert edges[1] < edges[0]


def test_a_chart_that_lacks_rows_is_told(anybody: Guest) -> None:
    chart = "           2 3 4 5 6 7 8 9 T A\nhard 16 S S S S S H H H H H\n"
    events = played(
        anybody, game="blackjack", settings={}, decks=6, rounds=1000, seed=1, chart=chart
    )

    assert events[-1]["is_done"]
    assert events[-1]["error"]


def test_the_lab_explains_and_prices_the_catalogue_s_rules_to_anybody(anybody: Guest) -> None:
    game = anybody.get("/api/lab/rules/bonanza")
    fields = {field["path"]: field for field in game["fields"]}
    draft = {"name": "bonanza", "settings": {"dealer.soft_17": "stand"}, "decks": 6}
    checked = anybody.client.post("/api/lab/check", json=draft).json()
    odds = anybody.client.post("/api/lab/odds", json=draft).json()

    assert set(fields) >= set(game["settings"])
    assert fields["dealer.soft_17"]["choices"] == ["hit", "stand"]
    assert (fields["games_max"]["minimum"], fields["games_max"]["maximum"]) == (1, 12)
    assert checked["errors"] == []
    assert "soft_17" in checked["toml"]
    assert 0 < odds["edge_percent"] < 1
    assert {wager["wager"] for wager in odds["wagers"]} >= {"bonanza"}


def test_a_wrong_setting_is_told_by_its_path_in_plain_words(anybody: Guest) -> None:
    settings = {"doubling.doubles_max": "²", "side_wagers.match-up.needs": ["bonanza"]}
    draft = {"name": "bahama-wsgc", "settings": settings, "decks": 6}

    answer = anybody.client.post("/api/lab/check", json=draft)

    assert answer.status_code == 200, answer.text
    found = {each["path"]: each["message"] for each in answer.json()["errors"]}
    assert found == {
        "doubling.doubles_max": "is '²': write a whole number",
        "side_wagers.match-up.needs": "names 'bonanza', which this game does not offer",
    }


def test_a_chart_that_nobody_can_read_is_refused_by_its_line(anybody: Guest) -> None:
    chart = "2 3 4 5 6 7 8 9 T A\nhard 16 S S S S S H H H H H\nhard ² S S S S S H H H H H\n"
    lab = {"game": "blackjack", "settings": {}, "rounds": 1000, "chart": chart}

    answer = anybody.client.post("/api/lab", json=lab)

    assert answer.status_code == 422
    assert answer.json()["error"] == {
        "code": "notation",
        "message": "line 3: 'hard ²' is not a row: write a total from 4 to 21, like hard 16",
    }
