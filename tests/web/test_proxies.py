"""Behind a proxy: whose word is taken for where a request comes from."""

from pathlib import Path

import httpx
import pytest

from tests.web.houses import TABLE, Guest, house_in, running
from upcard.room.people.roles import Role
from upcard.web.access.callers import COOKIE
from upcard.web.access.proxies import Proxies
from upcard.web.server_settings import Rate, RequestLimits, ServerSettings

OURS = Proxies.parse(["10.0.0.1", "10.1.0.0/16"])
PUBLIC = "https://room.example"


def placed(peer: str, *headers: tuple[str, str], kind: str = "http") -> tuple[str, str, bool]:
    """The client and the scheme of a request from *peer*, and whether a proxy sent it."""
    scope = {
        "type": kind,
        "client": (peer, 5000),
        "scheme": "http",
        "headers": [(name.encode(), value.encode()) for name, value in headers],
    }
    is_forwarded = OURS.place(scope)
    return str(scope["client"][0]), str(scope["scheme"]), is_forwarded


@pytest.mark.parametrize(
    ("headers", "client"),
    [
        ([], "10.0.0.1"),
        ([("x-forwarded-for", "203.0.113.7")], "203.0.113.7"),
        ([("x-forwarded-for", "198.51.100.1, 203.0.113.7")], "203.0.113.7"),
        ([("x-forwarded-for", "198.51.100.1"), ("x-forwarded-for", "203.0.113.7")], "203.0.113.7"),
        ([("x-forwarded-for", "198.51.100.1, 203.0.113.7, 10.1.4.4")], "203.0.113.7"),
        ([("x-forwarded-for", "203.0.113.7:4711")], "203.0.113.7"),
        ([("x-forwarded-for", "[2001:db8::7]:4711")], "2001:db8::7"),
        ([("x-forwarded-for", "203.0.113.7, unknown")], "10.0.0.1"),
        ([("x-forwarded-for", "made up")], "10.0.0.1"),
        ([("x-forwarded-for", "10.1.0.9")], "10.1.0.9"),
        ([("forwarded", "for=203.0.113.7;proto=https;by=10.0.0.1")], "203.0.113.7"),
        ([("forwarded", 'for=198.51.100.1, For="[2001:db8::7]:4711"')], "2001:db8::7"),
        ([("forwarded", "for=203.0.113.7, for=_hidden")], "10.0.0.1"),
        # A client that forges the header which its proxy does not write gains nothing.
        ([("x-forwarded-for", "203.0.113.7"), ("forwarded", "for=192.0.2.1")], "10.0.0.1"),
        ([("x-forwarded-for", "203.0.113.7"), ("forwarded", "for=203.0.113.7")], "203.0.113.7"),
    ],
)
def test_the_client_is_the_last_hop_that_is_no_proxy_of_ours(
    headers: list[tuple[str, str]], client: str
) -> None:
    assert placed("10.0.0.1", *headers) == (client, "https", True)


def test_nobody_else_is_believed() -> None:
    forged = ("x-forwarded-for", "192.0.2.1"), ("x-forwarded-proto", "https")

    assert placed("203.0.113.7", *forged) == ("203.0.113.7", "http", False)


@pytest.mark.parametrize(
    ("headers", "scheme"),
    [
        ([], "wss"),
        ([("x-forwarded-proto", "http")], "ws"),
        ([("x-forwarded-proto", "https, http")], "ws"),
        ([("forwarded", "for=203.0.113.7;proto=http")], "ws"),
        ([("x-forwarded-proto", "gopher")], "wss"),
    ],
)
def test_a_proxy_says_how_browsers_speak(headers: list[tuple[str, str]], scheme: str) -> None:
    assert placed("10.1.2.3", *headers, kind="websocket")[1] == scheme


@pytest.mark.parametrize("text", ["", "proxy.example", "10.0.0.1/8", "10.0.0.1:80"])
def test_a_proxy_that_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"write one like 192\.168\.7\.2, or a network"):
        Proxies.parse([text])


def test_each_client_behind_a_proxy_has_limits_of_its_own(tmp_path: Path) -> None:
    limits = RequestLimits(client=Rate(0.001, 3))
    settings = ServerSettings(limits=limits, is_tls=True, proxies=Proxies.parse(["127.0.0.1"]))
    with house_in(tmp_path, settings) as house, running(house) as origin:
        found = {
            address: [
                httpx.get(
                    f"{origin}/api/room", headers={"x-forwarded-for": address}, timeout=60
                ).status_code
                for _ in range(4)
            ]
            for address in ("203.0.113.7", "203.0.113.8")
        }

    assert list(found.values()) == [[200, 200, 200, 429]] * 2


def test_a_room_behind_a_proxy_answers_to_the_proxy_s_name_over_https(tmp_path: Path) -> None:
    settings = ServerSettings(is_tls=True, proxies=Proxies.parse(["127.0.0.1"]))
    with house_in(tmp_path, settings) as house, running(house) as origin, Guest(origin) as guest:
        guest.client.headers.update({"host": "room.example", "x-forwarded-for": "203.0.113.7"})
        person = house.person(Role.SUPERVISOR)
        body = {"badge": person.badge, "pin": person.pin}
        wrong = guest.client.post(
            "/api/session", json=body, headers={"origin": "http://room.example"}
        )
        right = guest.client.post("/api/session", json=body, headers={"origin": PUBLIC})
        cookies = right.headers.get_list("set-cookie")
        cookie = next(one for one in cookies if one.startswith(COOKIE))
        headers = {"cookie": cookie.partition(";")[0], "origin": PUBLIC}
        frame = guest.client.get(f"/api/tables/{TABLE}", headers=headers)

    assert wrong.json()["error"]["code"] == "origin-wrong"
    assert right.status_code == 200
    assert "Secure" in cookie
    assert "wss://room.example" in right.headers["content-security-policy"]
    assert frame.status_code == 200
