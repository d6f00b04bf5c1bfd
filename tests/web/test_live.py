"""Live tables and displays: every screen gets its own frame, the same one after a reconnect."""

import json
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.web.houses import (
    TABLE,
    Guest,
    House,
    Record,
    house_again,
    play_on,
    play_round,
    running,
    until,
)


def next_frame(socket: ClientConnection) -> Record:
    """The next frame that is sent."""
    found: Record = json.loads(socket.recv(timeout=60))
    return found


def frame_with(socket: ClientConnection, met: Any) -> Record:
    """The first frame that *met* is true of."""
    while True:
        frame = next_frame(socket)
        if met(frame):
            return frame


def test_a_key_pressed_reaches_every_screen_of_the_table(house: House, dealer: Guest) -> None:
    display = house.token(kind="table", table=TABLE)
    player = house.token(kind="player", table=TABLE, spots=(3,))
    path = f"/api/tables/{TABLE}/live"
    with (
        dealer.live(path) as own,
        dealer.live(f"{path}?token={display}") as shown,
        dealer.live(f"{path}?token={player}") as held,
    ):
        before = [next_frame(one) for one in (own, shown, held)]
        placed = dealer.press(TABLE, "PlaceWager", spot=3, wager="main", amount=1500)
        assert placed.status_code == 200
        after = [
            frame_with(one, lambda frame: frame["view"]["spots"]) for one in (own, shown, held)
        ]
    dealer.press(TABLE, "LiftWager", spot=3, wager="main")

    assert [frame["audience"] for frame in before] == ["dealer", "display", "player"]
    assert [frame["spots"] for frame in before] == [[], [], [3]]
    assert [("keys" in frame, "next" in frame) for frame in before] == [
        (True, True),
        (False, False),
        (False, False),
    ]
    assert {frame["view"]["spots"][0]["wagers"][0]["amount"] for frame in after} == {1500}
    assert all(new["version"] > old["version"] for old, new in zip(before, after, strict=True))


def test_a_reconnect_in_mid_hand_gives_the_same_frame(house: House, dealer: Guest) -> None:
    token = house.token(kind="player", table=TABLE, spots=(3,))
    dealer.press(TABLE, "PlaceWager", spot=3, wager="main", amount=1500)
    dealer.press(TABLE, "StartGame")
    paths = [f"/api/tables/{TABLE}/live", f"/api/tables/{TABLE}/live?token={token}"]
    for path in paths:
        with dealer.live(path) as one:
            first = next_frame(one)
        with dealer.live(path) as two:
            assert next_frame(two) == first
        assert dealer.get(path.replace("/live", "")) == first
    while (frame := dealer.get(f"/api/tables/{TABLE}"))["round"]:
        assert play_on(dealer, TABLE, frame).status_code == 200


def test_an_order_sent_twice_is_carried_out_once(dealer: Guest) -> None:
    command = {"kind": "PlaceWager", "spot": 5, "wager": "main", "amount": 700}
    body = {"id": "5" * 32, "wish": {"kind": "Operate", "table": TABLE, "command": command}}
    first, again = (
        dealer.client.post("/api/orders", json=body, headers=dealer.headers) for _ in range(2)
    )
    version = dealer.get(f"/api/tables/{TABLE}")["version"]
    command["amount"] = 800
    other = dealer.client.post("/api/orders", json=body, headers=dealer.headers)
    after = dealer.get(f"/api/tables/{TABLE}")
    dealer.press(TABLE, "LiftWager", spot=5, wager="main")

    assert first.json()["repeated"] is False
    assert again.json() == {**first.json(), "repeated": True}
    assert (other.status_code, other.json()["error"]["code"]) == (409, "command-differs")
    assert after["version"] == version


def test_a_key_pressed_at_an_old_screen_is_refused(dealer: Guest) -> None:
    seen = dealer.get(f"/api/tables/{TABLE}")["version"]
    dealer.press(TABLE, "PlaceWager", spot=6, wager="main", amount=700)
    wish = {"kind": "Operate", "table": TABLE, "command": {"kind": "StartGame"}}
    late = dealer.order(wish, seen=seen)
    dealer.press(TABLE, "LiftWager", spot=6, wager="main")

    assert (late.status_code, late.json()["error"]["code"]) == (409, "out-of-date")


def _hear_out(socket: ClientConnection) -> None:
    while True:
        socket.recv(timeout=60)


@pytest.mark.parametrize("said", ["pong", "", "ping ", b"ping", "x" * 5000, '{"kind": "Deal"}'])
def test_a_client_that_says_more_than_ping_is_sent_away(said: str | bytes, dealer: Guest) -> None:
    with dealer.live(f"/api/tables/{TABLE}/live") as socket:
        next_frame(socket)
        socket.send("ping")
        while socket.recv(timeout=60) != "pong":
            pass  # News of past rounds may come between.
        socket.send(said)
        with pytest.raises(ConnectionClosed):
            _hear_out(socket)


def test_a_screen_s_link_is_good_for_one_view_only(house: House, anybody: Guest) -> None:
    table, jackpot = (
        house.token(kind="table", table=TABLE),
        house.token(kind="jackpot", progressive="bahama"),
    )
    bent = table[:-2] + ("A" if table[-2] != "A" else "B") + table[-1]
    for path, status in {
        f"/api/tables/{TABLE}?token={table}": 200,
        f"/api/tables/bounty-1?token={table}": 403,
        f"/api/tables/{TABLE}?token={jackpot}": 403,
        f"/api/tables/{TABLE}?token={bent}": 401,
        f"/api/progressives/bahama/live?token={table}": 403,
        f"/api/progressives/blazing/live?token={jackpot}": 403,
        f"/api/desk?token={table}": 401,
        f"/api/rounds?token={table}": 401,
    }.items():
        assert anybody.client.get(path).status_code == status, path


def test_a_player_s_screen_cannot_be_made_by_a_dealer(dealer: Guest, supervisor: Guest) -> None:
    body = {"kind": "player", "table": TABLE, "spots": [3]}
    no = dealer.client.post("/api/displays", json=body, headers=dealer.headers)
    yes = supervisor.client.post("/api/displays", json=body, headers=supervisor.headers)

    assert no.status_code == 403
    assert yes.json()["path"] == f"/table/{TABLE}/3"
    frame = dealer.get(f"/api/tables/{TABLE}?token={yes.json()['token']}")
    assert (frame["audience"], frame["spots"]) == ("player", [3])


def test_a_jackpot_display_hears_of_every_contribution(house: House, dealer: Guest) -> None:
    token = house.token(kind="jackpot", progressive="bahama")
    meters: list[int] = []
    with dealer.client.stream("GET", f"/api/progressives/bahama/live?token={token}") as stream:
        lines = stream.iter_lines()
        meters.append(display_in(lines))
        wagers = {(1, "main"): 1000, (1, "bahama-progressive"): 500}
        play_round(dealer, TABLE, wagers)
        meters.append(display_in(lines))

    assert meters[1] == meters[0] + 120  # 24% of 5.00.


def display_in(lines: Any) -> int:
    """What the next event of a stream shows."""
    for line in lines:
        if line.startswith("data: "):
            event = json.loads(line.removeprefix("data: "))
            found: int = event["levels"][0]["display"]
            return found
    raise AssertionError("the stream ended")


def test_the_desk_is_live(house: House, dealer: Guest, supervisor: Guest) -> None:
    with supervisor.live("/api/desk/live") as socket:
        before = next_frame(socket)
        play_round(dealer, TABLE, {(1, "main"): 1000, (1, "bahama-progressive"): 500})
        after = frame_with(
            socket, lambda desk: desk["progressives"][0] != before["progressives"][0]
        )

    assert after["version"] > before["version"]
    assert after["progressives"][0]["levels"][0]["reserve"] > 0


def test_the_last_round_is_in_the_history_and_its_wagers_can_be_placed_again(
    house: House, dealer: Guest
) -> None:
    wagers = {(2, "main"): 1200, (2, "match-up"): 300}
    played = play_round(dealer, TABLE, wagers)
    number = played["round"]["number"]
    until(lambda: dealer.get(f"/api/tables/{TABLE}")["history"][0]["id"] == f"{TABLE}/{number}")
    frame = dealer.get(f"/api/tables/{TABLE}")
    token = house.token(kind="player", table=TABLE, spots=(2,))
    steps = dealer.get(f"/api/tables/{TABLE}/rounds/{number}?token={token}")["steps"]

    assert {(one["spot"], one["wager"]): one["amount"] for one in frame["last_wagers"]} == wagers
    assert steps[-1]["view"]["dealer_cards"] == frame["history"][0]["dealer"]
    assert steps[-1]["view"]["spots"][0]["net"] == frame["history"][0]["net"]["2"]


def test_a_key_pressed_at_one_server_reaches_the_screens_of_another(
    house: House, dealer: Guest
) -> None:
    token = house.token(kind="table", table=TABLE)
    with (
        house_again(house, house.room.folder) as other,
        running(other) as elsewhere,
        Guest(elsewhere) as far,
        far.live(f"/api/tables/{TABLE}/live?token={token}") as socket,
    ):
        before = next_frame(socket)
        dealer.press(TABLE, "PlaceWager", spot=7, wager="main", amount=900)
        after = frame_with(socket, lambda frame: frame["view"]["spots"])
        dealer.press(TABLE, "LiftWager", spot=7, wager="main")
        frame_with(socket, lambda frame: not frame["view"]["spots"])

    assert after["version"] > before["version"]
    assert after["view"]["spots"][0]["wagers"][0]["amount"] == 900
