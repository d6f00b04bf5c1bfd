"""Nothing can connect to the server before its room has passed the self-test."""

import json
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.commands.desks import damaged, won_desk
from tests.web.processes import served
from upcard.web.servers import listen, reserved_address

LAST_AMOUNT = (
    "UPDATE transfers SET amount = amount + 1 WHERE rowid = (SELECT MAX(rowid) FROM transfers)"
)


def can_connect(port: int) -> bool:
    """Whether somebody listens there."""
    with socket.socket() as knocking:
        return knocking.connect_ex(("127.0.0.1", port)) == 0


def free_port() -> int:
    """A port that nobody listens on."""
    with reserved_address("127.0.0.1", 0) as reserved:
        port: int = reserved.getsockname()[1]
        return port


def test_a_room_that_fails_its_self_test_never_lets_anybody_connect(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody knocks all the time, from before the process begins until after it has ended."""
    folder = won_desk(tmp_path / "room", monkeypatch).folder
    damaged(folder, LAST_AMOUNT)
    port = free_port()
    command = [sys.executable, "-m", "upcard", "serve", "--data", str(folder), "--json"]
    process = subprocess.Popen(
        [*command, "--port", str(port)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    let_in = knocks = 0
    while process.poll() is None:
        let_in += can_connect(port)
        knocks += 1
        time.sleep(0.002)
    told, _ = process.communicate(timeout=60)

    assert json.loads(told)["error"]["code"] == "chain-broken"
    assert knocks > 50
    assert let_in == 0


def test_a_room_that_passes_is_reached_once_its_address_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = won_desk(tmp_path / "room", monkeypatch).folder
    with served(folder) as server:
        assert can_connect(int(server.origin.rpartition(":")[2]))


def test_an_address_is_kept_from_others_before_anybody_can_connect() -> None:
    with reserved_address("127.0.0.1", 0) as reserved:
        port: int = reserved.getsockname()[1]
        assert not can_connect(port)
        listen(reserved)
        assert can_connect(port)
        with pytest.raises(OSError, match="in use"):
            reserved_address("127.0.0.1", port)
