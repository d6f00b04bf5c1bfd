"""Every route, for every role and every state of a session: generated from the live route map."""

import secrets
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.routing import iter_route_contexts
from websockets.exceptions import ConnectionClosed

from tests.web.houses import ROLES, TABLE, Guest, House, Record, play_round, until
from upcard.room.people.roles import Role
from upcard.web.access.callers import COOKIE

# The columns: nobody, a session that is over, then dealer, supervisor, executive, accounting,
# technician, regulator. A route of the server that is not here fails the test, and so does a line
# here that is no route.
MATRIX = """
GET /api/room                        200 200 200 200 200 200 200 200
POST /api/first-room                 404 404 404 404 404 404 404 404
GET /health                          200 200 200 200 200 200 200 200
GET /health/live                     200 200 200 200 200 200 200 200
GET /health/ready                    200 200 200 200 200 200 200 200
GET /metrics                         200 200 200 200 200 200 200 200
GET /api/openapi.json                200 200 200 200 200 200 200 200
POST /api/session                    401 401 401 401 401 401 401 401
GET /api/session                     401 401 200 200 200 200 200 200
POST /api/session/passkey            401 401 401 401 401 401 401 401
GET /api/passkeys                    401 401 200 200 200 200 200 200
POST /api/passkeys/options           401 401 200 200 200 200 200 200
POST /api/passkeys                   401 401 401 401 401 401 401 401
POST /api/witness                    409 409 409 409 409 409 409 409
GET /api/witness/{room_id}           404 404 404 404 404 404 404 404
POST /api/demo/devices/{table}       404 404 404 404 404 404 404 404
POST /api/devices/{device}/session   200 200 200 200 200 200 200 200
POST /api/devices/{device}/messages  401 401 401 401 401 401 401 401
WS /api/devices/{device}/live        4401 4401 4401 4401 4401 4401 4401 4401
POST /api/orders                     401 401 200 200 200 403 200 403
POST /api/orders/preview             401 401 403 200 200 200 403 200
GET /api/tables/{table}              401 401 200 200 403 403 403 403
GET /api/tables/{table}/rounds/{number} 401 401 200 200 403 403 403 403
WS /api/tables/{table}/live          4401 4401 101 101 4403 4403 4403 4403
GET /api/progressives/{name}/live    401 401 401 401 401 401 401 401
POST /api/displays                   401 401 403 200 200 403 200 403
GET /api/desk                        401 401 403 200 200 200 403 200
WS /api/desk/live                    4401 4401 4403 101 101 101 4403 101
GET /api/rounds                      401 401 403 200 200 200 200 200
GET /api/rounds/{table}/{number}     401 401 403 200 200 200 200 200
GET /api/rounds/{table}/{number}/bundle 401 401 403 200 200 200 200 200
GET /api/shoes/{table}/link          401 401 200 200 403 403 403 403
GET /api/shoes/{table}/{number}      401 401 403 200 200 200 200 200
POST /api/shoes/{table}/{number}/seal 401 401 401 401 401 401 401 401
POST /api/shoes/{table}/{number}/open 401 401 401 401 401 401 401 401
GET /api/reports                     401 401 403 200 200 200 403 200
GET /api/reports/{name}              401 401 403 200 200 200 403 200
GET /api/slips/{number}.pdf          401 401 403 404 404 404 403 404
GET /api/charts/{name}.svg           401 401 403 200 200 200 403 200
GET /api/rules                       401 401 403 403 200 403 200 200
GET /api/rules/{name}                401 401 403 403 200 403 200 200
POST /api/rules/check                401 401 403 403 200 403 200 200
POST /api/rules/odds                 401 401 403 403 200 403 200 200
GET /api/setup                       401 401 403 403 200 403 200 200
POST /api/setup/progressive          401 401 403 403 200 403 200 200
POST /api/lab                        404 404 404 404 404 404 404 404
GET /api/lab/rules/{name}            200 200 200 200 200 200 200 200
POST /api/lab/check                  200 200 200 200 200 200 200 200
POST /api/lab/odds                   200 200 200 200 200 200 200 200
GET /api/lab/{id_}/live              404 404 404 404 404 404 404 404
GET /api/solo/games                  200 200 200 200 200 200 200 200
POST /api/solo                       200 200 200 200 200 200 200 200
GET /api/solo/{id_}                  404 404 404 404 404 404 404 404
POST /api/solo/{id_}                 404 404 404 404 404 404 404 404
GET /api/solo/{id_}/rounds/{number}  404 404 404 404 404 404 404 404
GET /api/solo/{id_}/judged/{version} 404 404 404 404 404 404 404 404
GET /api/solo/{id_}/chart            404 404 404 404 404 404 404 404
GET /api/solo/{id_}/counts           404 404 404 404 404 404 404 404
GET /api/solo/{id_}/advice           404 404 404 404 404 404 404 404
GET /api/drills                      401 401 200 200 200 200 200 403
GET /api/drills/exercises            401 401 200 200 200 200 200 403
POST /api/drills/answers             401 401 200 200 200 200 200 403
GET /api/drills/standing             401 401 200 200 200 200 200 403
GET /                                200 200 200 200 200 200 200 200
GET /solo                            200 200 200 200 200 200 200 200
GET /drills                          200 200 200 200 200 200 200 200
GET /lab                             200 200 200 200 200 200 200 200
GET /desk                            200 200 200 200 200 200 200 200
GET /rules                           200 200 200 200 200 200 200 200
GET /begin                           200 200 200 200 200 200 200 200
GET /setup                           200 200 200 200 200 200 200 200
GET /recall                          200 200 200 200 200 200 200 200
GET /sign-in                         200 200 200 200 200 200 200 200
GET /dealer/{table}                  200 200 200 200 200 200 200 200
GET /device/{device}                 200 200 200 200 200 200 200 200
GET /table/{table}                   200 200 200 200 200 200 200 200
GET /table/{table}/{spot}            200 200 200 200 200 200 200 200
GET /jackpot/{progressive}           200 200 200 200 200 200 200 200
GET /shoe/{table}/{number}           200 200 200 200 200 200 200 200
GET /{path:path}                     404 404 404 404 404 404 404 404
DELETE /api/session                  401 401 200 200 200 200 200 200
"""
NOBODY_S = "0" * 32
FILLED = {
    "{table}": TABLE,
    "{number}": "1",
    "{version}": "1",
    "{name}": "bahama",
    "{id_}": NOBODY_S,
    "{spot}": "3",
    "{progressive}": "bahama",
    "{room_id}": "0" * 64,
    "{device}": "rail-1",
    "{path:path}": "nothing/here.txt",
}
QUERIES = {
    "/api/progressives/{name}/live": "?token=nonsense",
    "/api/drills/exercises": "?drill=catch-the-mistake&game=blackjack&seed=1",
}
_NO_SCREEN = {"id": NOBODY_S, "token": "nonsense"}
_NEW_ROOM: Record = {
    "code": "",
    "name": "North",
    "location": "Main Street 1",
    "training": False,
    "day_starts_at": 6,
    "people": [],
}
_DRILL: Record = {
    "drill": "catch-the-mistake",
    "game": "blackjack",
    "seed": 1,
    "answers": [{"step": None, "mistake": ""}],
}
NAMES = {"reports": "meters", "charts": "meters", "rules": "bahama-wsgc", "lab": "blackjack"}


def rows() -> Iterator[tuple[str, str, list[int]]]:
    """The lines of the table."""
    for line in MATRIX.strip().splitlines():
        method, path, *statuses = line.split()
        yield method, path, [int(status) for status in statuses]


def filled(path: str) -> str:
    """A path with something in the place of each of its names."""
    parts = path.split("/")
    if len(parts) > 2 and parts[2] in NAMES:
        path = path.replace("{name}", NAMES[parts[2]])
    for name, value in FILLED.items():
        path = path.replace(name, value)
    return path


def body_for(path: str) -> Record:
    """A body that the route understands."""
    wish = {"kind": "ReportMalfunction", "device": "keypad", "description": "stuck"}
    bodies: dict[str, Record] = {
        "/api/session": {"badge": "nobody-at-all", "pin": "123456"},
        "/api/session/passkey": {"ticket": "none", "answer": {}},
        "/api/passkeys/options": {},
        "/api/first-room": _NEW_ROOM,
        "/api/witness": {},
        "/api/demo/devices/{table}": {},
        "/api/devices/{device}/session": {},
        "/api/devices/{device}/messages": {},
        "/api/passkeys": {"ticket": "none", "name": "key", "pin": "123456", "credential": {}},
        "/api/orders": {"id": secrets.token_hex(16), "wish": wish},
        "/api/orders/preview": {"wish": {"kind": "RecordBank", "balance": 10_000_000}},
        "/api/displays": {"kind": "table", "table": TABLE},
        "/api/shoes/{table}/{number}/seal": {**_NO_SCREEN, "seal": "0" * 64},
        "/api/shoes/{table}/{number}/open": {**_NO_SCREEN, "cut": "17 tulip", "salt": "0" * 32},
        "/api/rules/check": {"name": "blackjack", "settings": {}, "decks": 6},
        "/api/rules/odds": {"name": "kings-bounty", "settings": {}, "decks": 6},
        "/api/setup/progressive": {"name": "bahama", "reserve": "2.5"},
        "/api/lab": {"game": "no-such-game", "settings": {}, "decks": 6, "rounds": 1, "seed": 1},
        "/api/lab/check": {"name": "blackjack", "settings": {}, "decks": 6},
        "/api/lab/odds": {"name": "kings-bounty", "settings": {}, "decks": 6},
        "/api/drills/answers": {**_DRILL, "id": secrets.token_hex(16)},
        "/api/solo": {"game": "blackjack"},
        "/api/solo/{id_}": {"next": True},
    }
    return bodies[path]


@pytest.fixture(scope="module")
def played(house: House, origin: str) -> str:
    """The origin of a house with one round played."""
    with Guest(origin) as guest:
        guest.sign_in(house.dealer_of(TABLE))
        play_round(guest, TABLE, {(3, "main"): 1000})
    until(lambda: house.site.the_hub().chronicle.past(TABLE).history)
    return origin


@pytest.fixture(scope="module")
def visitors(house: House, played: str) -> Iterator[list[Guest]]:
    """One browser for each column of the table."""
    nobody, over = Guest(played), Guest(played).sign_in(house.person(Role.EXECUTIVE))
    kept = {COOKIE: over.client.cookies[COOKIE]}
    over.client.delete("/api/session", headers=over.headers)
    over.client.cookies.update(kept)
    everybody = [nobody, over, *(Guest(played).sign_in(house.person(role)) for role in ROLES)]
    yield everybody
    for guest in everybody:
        guest.client.close()


def status_of(guest: Guest, method: str, path: str, headers: dict[str, str] | None = None) -> int:
    """What the server answers."""
    if method == "WS":
        return socket_status(guest, filled(path))
    options: dict[str, Any] = {"headers": guest.headers if headers is None else headers}
    if method == "POST":
        options["json"] = body_for(path)
    where = filled(path) + QUERIES.get(path, "")
    with guest.client.stream(method, where, **options) as answer:
        return answer.status_code


def socket_status(guest: Guest, path: str) -> int:
    """101 where a frame comes, or the code the socket is closed with."""
    with guest.live(path) as socket:
        try:
            socket.recv(timeout=60)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 0
        return 101


def served_by(house: House) -> set[tuple[str, str]]:
    """Every route of the server, as the table writes them."""
    return {
        (method, route.path or "")
        for route in iter_route_contexts(house.app.routes)
        for method in (route.methods or {"WS"})
        if method != "HEAD"
    }


def test_every_route_of_the_server_is_in_the_table(house: House) -> None:
    served = served_by(house)
    listed = {(method, path) for method, path, _ in rows()}

    assert served - listed == set()
    assert listed - served == set()


@pytest.mark.parametrize(("method", "path", "statuses"), list(rows()), ids=lambda v: str(v)[:40])
def test_a_route_answers_each_role_as_the_table_says(
    method: str, path: str, statuses: list[int], visitors: list[Guest]
) -> None:
    found = [status_of(guest, method, path) for guest in visitors]
    if (method, path) == ("DELETE", "/api/session"):
        assert [status_of(guest, "GET", path) for guest in visitors] == [401] * len(visitors)

    assert found == statuses


UNSAFE = [(method, path) for method, path, _ in rows() if method in ("POST", "DELETE")]
NO_SESSION = (
    "/api/first-room",
    "/api/solo",
    "/api/lab",
    "/api/session/passkey",
    "/api/witness",
    "/api/devices",
    "/api/demo",
)
WITH_SESSION = [row for row in UNSAFE if not row[1].startswith(NO_SESSION)]


@pytest.mark.parametrize(("method", "path"), UNSAFE)
def test_another_site_s_page_changes_nothing(
    method: str, path: str, house: House, played: str
) -> None:
    with Guest(played) as guest:
        guest.sign_in(house.person(Role.EXECUTIVE))
        for headers in (
            {**guest.headers, "origin": "http://evil.example"},
            {**guest.headers, "origin": "null"},
            {**guest.headers, "sec-fetch-site": "cross-site"},
        ):
            assert status_of(guest, method, path, headers) == 403


@pytest.mark.parametrize(
    ("method", "path"),
    [row for row in WITH_SESSION if row != ("POST", "/api/session") and "shoes" not in row[1]],
)
def test_without_its_token_a_session_changes_nothing(
    method: str, path: str, house: House, played: str
) -> None:
    with Guest(played) as guest:
        guest.sign_in(house.person(Role.EXECUTIVE))
        for headers in (
            {"origin": guest.origin},
            {"origin": guest.origin, "x-csrf-token": "another"},
            {"x-csrf-token": guest.csrf},
        ):
            assert status_of(guest, method, path, headers) == 403


@pytest.mark.parametrize("path", [path for method, path, _ in rows() if method == "WS"])
def test_a_socket_from_another_site_is_closed(path: str, house: House, played: str) -> None:
    with Guest(played) as guest:
        guest.sign_in(house.person(Role.SUPERVISOR))
        with (
            guest.live(filled(path), origin="http://evil.example") as socket,
            pytest.raises(ConnectionClosed) as closed,
        ):
            socket.recv(timeout=60)

    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4403
