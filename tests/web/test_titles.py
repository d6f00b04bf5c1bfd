"""The demonstration's tables to open: a supervisor opens a title, and it plays on every screen."""

from collections.abc import Iterator

import pytest

from tests.web.houses import Guest, House, Record, play_round
from upcard.jackpot import Fund
from upcard.room.demo import TABLES, TABLES_TO_OPEN
from upcard.room.people.roles import Role

BLAZING = "blazing-7s-upcard"
SIDE_WAGERS = {
    "set-1": ("bet-the-set",),
    "royal-1": ("royal-match",),
    "trilux-1": ("trilux", "trilux-super-3"),
    "free-1": ("push-22",),
    "zap-1": (),
    "money-1": ("house-money",),
}


@pytest.fixture(params=SIDE_WAGERS)
def table(request: pytest.FixtureRequest, house: House, supervisor: Guest) -> Iterator[str]:
    """One of the tables, opened at the desk for the supervisor to deal at."""
    name: str = request.param
    sam = house.person(Role.SUPERVISOR)
    by = {"badge": sam.badge, "pin": sam.pin}
    opened = supervisor.order({"kind": "OpenTable", "table": name, "dealer": sam.badge}, by=by)
    assert opened.status_code == 200, opened.text
    yield name
    closed = supervisor.order({"kind": "CloseTable", "table": name}, by=by)
    assert closed.status_code == 200, closed.text


def test_the_desk_lists_the_titles_as_closed_tables(house: House, supervisor: Guest) -> None:
    tables = {each["table"]: each for each in supervisor.get("/api/desk")["tables"]}

    assert {name: each["title"] for name, each in tables.items() if not each["is_open"]} == {
        "set-1": "Bet the Set 21",
        "royal-1": "Royal Match 21",
        "trilux-1": "TriLux Blackjack",
        "free-1": "Free Bet Blackjack",
        "zap-1": "Zappit Blackjack",
        "money-1": "House Money",
    }
    assert set(tables) == {spec.table for spec in (*TABLES, *TABLES_TO_OPEN)}
    assert house.room.state.links["blazing"].tables == (
        "bounty-1",
        "bounty-2",
        "hand-1",
        "read-1",
        "set-1",
        "royal-1",
        "trilux-1",
        "free-1",
        "zap-1",
        "money-1",
    )


def test_an_opened_title_is_played_on_every_screen_and_feeds_the_shared_meter(
    house: House, supervisor: Guest, table: str
) -> None:
    token = house.token(kind="player", table=table, spots=(3,))
    before = _mega(house)
    wagers = {(3, name): 500 for name in ("main", *SIDE_WAGERS[table], BLAZING)}
    last = play_round(supervisor, table, wagers)
    shown: Record = supervisor.get(f"/api/tables/{table}?token={token}")

    (spot,) = last["view"]["spots"]
    assert {wager["name"] for wager in spot["wagers"]} >= {*SIDE_WAGERS[table], BLAZING}
    assert all(wager["outcome"] for wager in spot["wagers"] if wager["name"] != "main")
    assert [offer["name"] for offer in shown["offers"]] == ["main", *SIDE_WAGERS[table], BLAZING]
    # 24 % of the wager, the same part for each of the three levels: 40 cents.
    assert _mega(house) - before == 40


def _mega(house: House) -> int:
    progressive = house.room.state.jackpots.progressives["blazing"]
    return progressive.levels["Mega"].balances[Fund.METER]
