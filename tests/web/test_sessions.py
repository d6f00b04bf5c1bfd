"""Signing in and out, and everything around it that keeps strangers out."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.web.houses import NO_LIMITS, OFTEN, TABLE, Guest, House, house_in, running, until
from upcard.room.people.roles import Role
from upcard.room.people.staff import Member
from upcard.room.people.tries import Tries
from upcard.web.access.sessions import Sessions
from upcard.web.logs import FIELDS
from upcard.web.server_settings import Rate, RequestLimits, ServerSettings

D1 = Member(badge="D1", name="Dana", role=Role.DEALER, pin="")


def refused(answer: httpx.Response) -> tuple[int, str]:
    """The status and code of a refusal."""
    return answer.status_code, answer.json()["error"]["code"]


def closed_with(socket: ClientConnection) -> int:
    """The code a socket is closed with, after whatever is still sent."""
    try:
        while True:
            socket.recv(timeout=60)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """A house for one test, whose people may be sent away."""
    with house_in(tmp_path / "room") as made:
        yield made


def test_the_cookie_is_out_of_reach_of_scripts_and_of_other_sites(
    house: House, origin: str
) -> None:
    person = house.person(Role.SUPERVISOR)
    body = {"badge": person.badge, "pin": person.pin}
    with httpx.Client(base_url=origin, timeout=60) as client:
        cookie = client.post("/api/session", json=body).headers["set-cookie"]

    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Path=/" in cookie
    assert "Secure" not in cookie  # Over plain http on this machine; under TLS it is.
    assert len(cookie.split("=", 1)[1].split(";")[0]) >= 43


def test_under_tls_the_cookie_is_secure(tmp_path: Path) -> None:
    settings = ServerSettings(limits=NO_LIMITS, is_tls=True)
    with house_in(tmp_path, settings) as house, running(house) as origin:
        person = house.person(Role.SUPERVISOR)
        answer = httpx.post(
            f"{origin}/api/session", json={"badge": person.badge, "pin": person.pin}, timeout=60
        )

    assert "Secure" in answer.headers["set-cookie"]
    assert "max-age" in answer.headers["strict-transport-security"]


def test_an_unknown_badge_sounds_like_a_wrong_pin(house: House, anybody: Guest) -> None:
    badge = house.person(Role.ACCOUNTING).badge
    answers = [
        anybody.client.post("/api/session", json={"badge": name, "pin": "987654"})
        for name in (badge, "X000")
    ]

    assert answers[0].json() == answers[1].json()
    assert refused(answers[0]) == (401, "sign-in-refused")


def test_wrong_pins_make_their_place_wait_and_harm_nobody_else(own_house: House) -> None:
    person = own_house.person(Role.TECHNICIAN)
    with running(own_house) as origin, Guest(origin) as known, Guest(origin) as stranger:
        known.sign_in(person)
        for _ in range(4):
            wrong = stranger.client.post(
                "/api/session", json={"badge": person.badge, "pin": "000000"}
            )
            assert refused(wrong) == (401, "sign-in-refused")
        right = {"badge": person.badge, "pin": person.pin}
        waits = stranger.client.post("/api/session", json=right)

        assert refused(waits) == (429, "pin-wait")
        assert int(waits.headers["retry-after"]) == 1
        assert "for this badge here" in waits.json()["error"]["message"]
        # The session that was there goes on, and its device does not wait.
        assert known.client.get("/api/session").status_code == 200
        known.sign_in(person)
        until(lambda: stranger.client.post("/api/session", json=right).status_code == 200)


def test_an_unknown_badge_waits_like_a_known_one(own_house: House) -> None:
    known = own_house.person(Role.TECHNICIAN).badge
    own_house.room.tries = Tries(clock=lambda: 0.0)
    with running(own_house) as origin, Guest(origin) as guest:
        answers = [
            [
                guest.client.post("/api/session", json={"badge": badge, "pin": "000000"}).json()
                for _ in range(6)
            ]
            for badge in (known, "X000")
        ]

    assert answers[0] == answers[1]


def test_another_pin_ends_the_sessions_of_its_badge_and_of_no_other(own_house: House) -> None:
    executive, supervisor = own_house.person(Role.EXECUTIVE), own_house.person(Role.SUPERVISOR)
    dealer = own_house.dealer_of(TABLE)
    with running(own_house) as origin, Guest(origin) as manager, Guest(origin) as guest:
        manager.sign_in(executive)
        guest.sign_in(dealer)
        wish = {"kind": "ChangePin", "badge": dealer.badge, "pin": "135797"}
        alone = manager.order(wish, pin=executive.pin)
        second = {"badge": supervisor.badge, "pin": supervisor.pin}
        assert refused(alone) == (409, "second-person-needed")
        assert guest.client.get("/api/session").status_code == 200
        with guest.live(f"/api/tables/{TABLE}/live") as socket:
            socket.recv(timeout=60)
            assert manager.order(wish, pin=executive.pin, second=second).status_code == 200
            assert closed_with(socket) == 4401

        assert refused(guest.client.get("/api/session")) == (401, "not-signed-in")
        assert manager.client.get("/api/session").status_code == 200
        guest.sign_in(replace(dealer, pin="135797"))
        own = {"kind": "ChangeOwnPin", "pin": "246808"}
        assert refused(guest.order(own, pin=dealer.pin)) == (403, "pin-wrong")
        assert guest.order(own, pin="135797").status_code == 200
        assert refused(guest.client.get("/api/session")) == (401, "not-signed-in")


def test_a_badge_taken_back_is_worth_nothing_at_once(own_house: House) -> None:
    with running(own_house) as origin, Guest(origin) as manager, Guest(origin) as dealer:
        executive, person = own_house.person(Role.EXECUTIVE), own_house.dealer_of(TABLE)
        supervisor = own_house.person(Role.SUPERVISOR)
        manager.sign_in(executive)
        dealer.sign_in(person)
        with dealer.live(f"/api/tables/{TABLE}/live") as socket:
            socket.recv(timeout=60)
            wish = {"kind": "RemoveMember", "badge": person.badge}
            second = {"badge": supervisor.badge, "pin": supervisor.pin}
            assert manager.order(wish, pin=executive.pin, second=second).status_code == 200
            assert closed_with(socket) == 4401

        assert refused(dealer.client.get("/api/session")) == (401, "not-signed-in")
        assert refused(dealer.press(TABLE, "StartGame")) == (401, "not-signed-in")


def test_signing_out_ends_the_session_everywhere(house: House, origin: str) -> None:
    with Guest(origin) as guest, Guest(origin) as copy:
        guest.sign_in(house.person(Role.SUPERVISOR))
        copy.client.cookies.update(guest.client.cookies)
        assert copy.client.get("/api/session").status_code == 200

        assert guest.client.delete("/api/session", headers=guest.headers).status_code == 200
        assert refused(copy.client.get("/api/session")) == (401, "not-signed-in")


def test_a_session_ends_when_it_is_idle_and_when_it_is_old() -> None:
    time = [0.0]
    sessions = Sessions(idle_seconds=10, session_seconds=25, clock=lambda: time[0])
    idle, _ = sessions.begin(D1)
    time[0] = 10.5
    assert sessions.find(idle) is None

    old, _ = sessions.begin(D1)
    for moment in (19.0, 27.0, 35.0):
        time[0] = moment
        assert sessions.find(old) is not None
    time[0] = 36.0
    assert sessions.find(old) is None


def test_sessions_outlive_the_process_in_a_file_that_signs_nobody_in(tmp_path: Path) -> None:
    time = [1000.0]
    before = Sessions(100, 500, clock=lambda: time[0], file=tmp_path / "sessions" / "8021.json")
    kept, session = before.begin(D1)
    gone, other = before.begin(replace(D1, badge="D2"))
    before.end(other)
    after = Sessions(100, 500, clock=lambda: time[0], file=tmp_path / "sessions" / "8021.json")
    file = tmp_path / "sessions" / "8021.json"

    assert after.find(gone) is None
    found = after.find(kept)
    assert found is not None
    assert (found.badge, found.csrf) == ("D1", session.csrf)
    assert kept not in file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600
    time[0] = 900.0  # The clock was set back: nobody gets a longer session by that.
    assert after.find(kept) is None
    file.write_text("[{")
    assert Sessions(100, 500, file=tmp_path / "sessions" / "8021.json").find(kept) is None


def test_session_ids_are_long_and_never_the_same() -> None:
    sessions = Sessions(10, 20)
    ids = {sessions.begin(D1)[0] for _ in range(500)}

    assert len(ids) == 500
    assert min(map(len, ids)) >= 43  # 256 bits in base64.


def test_too_many_sign_ins_are_refused_for_a_while(tmp_path: Path) -> None:
    limits = RequestLimits(client=OFTEN, session=OFTEN, sign_in=Rate(0.001, 3), heavy=OFTEN)
    with house_in(tmp_path, ServerSettings(limits=limits)) as house, running(house) as origin:
        body = {"badge": "X000", "pin": "123456"}
        found = [
            httpx.post(f"{origin}/api/session", json=body, timeout=60).status_code for _ in range(5)
        ]

    assert found == [401, 401, 401, 429, 429]


def test_one_client_may_not_ask_without_end(tmp_path: Path) -> None:
    limits = RequestLimits(client=Rate(0.001, 4), session=OFTEN, sign_in=OFTEN, heavy=OFTEN)
    with house_in(tmp_path, ServerSettings(limits=limits)) as house, running(house) as origin:
        answers = [httpx.get(f"{origin}/api/room", timeout=60) for _ in range(6)]

    assert [answer.status_code for answer in answers] == [200] * 4 + [429] * 2
    assert refused(answers[-1]) == (429, "too-often")


def test_a_body_over_the_limit_is_refused_whatever_its_header_says(anybody: Guest) -> None:
    large = b'{"badge": "' + b"x" * 70_000 + b'", "pin": "1"}'
    told = anybody.client.post("/api/session", content=large)
    chunked = anybody.client.post("/api/session", content=iter([large[:40_000], large[40_000:]]))

    assert refused(told) == (413, "too-large")
    assert refused(chunked) == (413, "too-large")


def test_a_server_on_this_machine_answers_to_no_other_name(anybody: Guest) -> None:
    rebound = anybody.client.get("/api/room", headers={"host": "evil.example"})

    assert refused(rebound) == (400, "host-unknown")


@pytest.mark.parametrize("path", ["/", "/api/room", "/api/desk", "/nothing.js"])
def test_every_answer_carries_the_security_headers(path: str, anybody: Guest) -> None:
    headers = anybody.client.get(path).headers
    policy = dict(
        part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";")
    )

    assert policy["script-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert path == "/" or not path.startswith("/api") or headers["cache-control"] == "no-store"
    assert "server" not in headers


def test_the_log_has_one_line_a_request_and_no_secret(
    house: House, origin: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "upcard.web")
    token = house.token(kind="table", table=TABLE)
    person = house.dealer_of(TABLE)
    with Guest(origin) as guest:
        guest.sign_in(person)
        guest.client.get(f"/api/tables/{TABLE}?token={token}")
        guest.press(TABLE, "EndGame")

    def told() -> list[Any]:
        return [getattr(one, FIELDS) for one in caplog.records if one.getMessage() == "request"]

    until(lambda: len(told()) >= 3)  # A line is written after the answer is sent.
    lines = told()
    text = str(lines)

    assert [(line["route"], line["status"], line["refusal"]) for line in lines] == [
        ("/api/session", 200, ""),
        ("/api/tables/{table}", 200, ""),
        ("/api/orders", 409, "out-of-turn"),
    ]
    for secret in (person.pin, token, guest.csrf, *guest.client.cookies.values()):
        assert secret not in text
