"""Seeded faults: each must turn its test red, or the test proves nothing (UPCARD_FAULTS=full)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]

# A fault, and the tests that must see it. Each is put in before anything else is imported.
FAULTS = {
    "the hole card is shown": (
        "import upcard.table.views as views\n"
        "views.shown_dealer_cards = lambda round_: tuple(c.text for c in round_.dealer)\n",
        "test_secrets.py",
    ),
    "a frame tells the hole card elsewhere": (
        "import upcard.web.pictures as pictures\n"
        "made = pictures.shared_frame\n"
        "def leak(picture, viewer, view):\n"
        "    dealer = picture.round.dealer[1:2] if picture.round else ()\n"
        "    return {**made(picture, viewer, view), 'more': [c.text for c in dealer]}\n"
        "pictures.shared_frame = leak\n",
        "test_secrets.py",
    ),
    "the CSRF token is not compared": (
        "import upcard.web.guards as guards\n"
        "guards.hmac = type('Any', (), {'compare_digest': staticmethod(lambda a, b: True)})\n",
        "test_matrix.py",
    ),
    "the origin is not checked": (
        "import upcard.web.guards as guards, upcard.web.desk_routes as desk\n"
        "import upcard.web.table_routes as tables\n"
        "any_ = lambda *a, **k: None\n"
        "guards.check_origin = desk.check_origin = tables.check_origin = any_\n",
        "test_matrix.py",
    ),
    "the role is not checked": (
        "import upcard.web.guards as guards\nguards.check_role = lambda *a: None\n",
        "test_matrix.py",
    ),
    "a token is good for every table": (
        "import upcard.web.tokens as tokens\n"
        "tokens.Tokens.read_for_table = lambda self, token, table: self.read(token).viewer\n",
        "test_live.py",
    ),
    "signing out ends nothing": (
        "import upcard.web.sessions as sessions\n"
        "sessions.Sessions.end = lambda self, session: None\n",
        "test_sessions.py",
    ),
    "anybody signs for anybody": (
        "import upcard.web.order_routes as orders\norders.needs_pin = lambda act: True\n",
        "test_wishes.py",
    ),
    "a body is read to its end": (
        "import upcard.web.gates as gates\n"
        "read = gates._read\n"
        "gates._read = lambda receive, most, seconds: read(receive, 10**9, seconds)\n",
        "test_sessions.py",
    ),
    "everybody has every place": (
        "import upcard.web.places as places\n"
        "places.Places._make_room = lambda self, kind, key: None\n",
        "test_places.py",
    ),
    "guests wait in the staff's line": (
        "import upcard.web.turns as turns\n"
        "wait = turns.Turns.wait\n"
        "turns.Turns.wait = lambda self, lane, key: wait(self, turns.Lane.STAFF, key)\n",
        "test_places.py",
    ),
    "a client is whoever it says it is": (
        "import upcard.web.proxies as proxies\n"
        "proxies.Proxies.__contains__ = lambda self, address: True\n",
        "test_proxies.py",
    ),
    "nobody looks whose time is up": (
        "import upcard.web.connections as connections\n"
        "connections.Connection.check = lambda self, now: None\n",
        "test_connections.py",
    ),
}
RUN = """
import sys
import pytest
class Fault:
    def pytest_configure(self, config):
        exec({fault!r})
sys.exit(pytest.main({arguments!r}, plugins=[Fault()]))
"""


@pytest.mark.skipif(
    os.environ.get("UPCARD_FAULTS") != "full", reason="takes minutes: set UPCARD_FAULTS=full"
)
@pytest.mark.parametrize("name", FAULTS)
def test_a_seeded_fault_is_caught(name: str) -> None:
    fault, file = FAULTS[name]
    arguments = ["-q", "-x", "-p", "no:xdist", "-p", "no:cacheprovider", f"tests/web/{file}"]
    environment = {key: value for key, value in os.environ.items() if key != "UPCARD_FAULTS"}
    done = subprocess.run(
        [sys.executable, "-c", RUN.format(fault=fault, arguments=arguments)],
        cwd=PROJECT, env=environment, capture_output=True, text=True,
    )  # fmt: skip

    assert done.returncode == 1, done.stdout[-2000:]
