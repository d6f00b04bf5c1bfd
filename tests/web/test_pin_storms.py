"""Wrong PINs from many addresses: every badge still signs in, and no session ends."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx

from tests.faults.counts import count
from tests.web.houses import House, house_in, running
from upcard.room.room_openings import FirstMember
from upcard.web.server_settings import Rate, RequestLimits, ServerSettings

OFTEN = Rate(1e9, 10**9)
SIGN_IN_S = 60.0


def client_at(address: str, origin: str) -> httpx.Client:
    """A browser at an address of its own: every address of 127/8 is this machine."""
    transport = httpx.HTTPTransport(local_address=address)
    return httpx.Client(base_url=origin, transport=transport, timeout=60)


def storm(origin: str, house: House, addresses: int, tries: int, over: threading.Event) -> int:
    """Wrong PINs on every badge in turn, from all addresses at once; how many were sent."""
    badges = [one.badge for one in house.people]

    def one_address(place: int) -> int:
        sent = 0
        with client_at(f"127.0.1.{place + 1}", origin) as client:
            while sent < tries // addresses and not over.is_set():
                body = {"badge": badges[(sent + place) % len(badges)], "pin": f"{100_000 + sent}"}
                client.post("/api/session", json=body)
                sent += 1
        return sent

    with ThreadPoolExecutor(addresses) as pool:
        return sum(pool.map(one_address, range(addresses)))


def signs_in(origin: str, person: FirstMember, address: str) -> float:
    """How long it takes *person* to sign in at a place where nobody has before."""
    began = time.monotonic()
    with client_at(address, origin) as client:
        while time.monotonic() - began < SIGN_IN_S:
            body = {"badge": person.badge, "pin": person.pin}
            answer = client.post("/api/session", json=body)
            if answer.status_code == 200:
                return time.monotonic() - began
            time.sleep(min(1.0, float(answer.headers.get("retry-after", "1"))))
    raise AssertionError(f"{person.badge} cannot sign in")


def test_every_badge_signs_in_while_strangers_try_pins_and_no_session_ends(tmp_path: Path) -> None:
    tries, addresses = count(200, 10_000), count(20, 50)
    limits = RequestLimits(client=OFTEN, session=OFTEN, heavy=OFTEN)
    with house_in(tmp_path, ServerSettings(limits=limits)) as house, running(house) as origin:
        sessions = []
        for place, person in enumerate(house.people):
            client = client_at(f"127.0.2.{place + 1}", origin)
            body = {"badge": person.badge, "pin": person.pin}
            assert client.post("/api/session", json=body).status_code == 200
            sessions.append(client)
        over, sent = threading.Event(), [0]

        def attack() -> None:
            sent[0] = storm(origin, house, addresses, tries, over)

        thread = threading.Thread(target=attack)
        thread.start()
        time.sleep(1)
        waits = [
            signs_in(origin, person, f"127.0.3.{place + 1}")
            for place, person in enumerate(house.people)
        ]
        thread.join(timeout=600)
        over.set()
        print(
            f"{sent[0]} wrong PINs from {addresses} addresses; longest sign-in {max(waits):.1f} s"
        )
        alive = [client.get("/api/session").status_code for client in sessions]
        # Those who are known there sign in at once, whatever strangers do elsewhere.
        again = [
            client.post("/api/session", json={"badge": one.badge, "pin": one.pin}).status_code
            for client, one in zip(sessions, house.people, strict=True)
        ]
        for client in sessions:
            client.close()

    assert sent[0] == tries
    assert set(alive) == {200}
    assert set(again) == {200}
    assert max(waits) < SIGN_IN_S
