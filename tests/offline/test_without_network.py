"""
Everything works on a machine that reaches nobody.

Tests of each part of the program are run again in a network namespace that has a loopback device
and nothing else: one of each part that speaks to another process or to a person in every run, and
all of them, the solver and the simulator included, with UPCARD_FAULTS=full.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.faults.counts import IS_FULL

PROJECT: Final = Path(__file__).parents[2]
ALONE: Final = ("unshare", "--net", *(() if os.geteuid() == 0 else ("--map-root-user",)), "--")
INSIDE: Final = Path(__file__).with_name("alone.py")
PARTS: Final = {
    "the desk": "tests/commands/test_room_procedure.py::"
    "test_from_an_empty_folder_to_a_reversed_award[sqlite]",
    "reports and the audit": "tests/commands/test_audit.py::"
    "test_one_round_is_evidence_that_the_stand_alone_verifier_accepts",
    "win pages": "tests/books/test_slips.py::test_a_win_page_is_the_same_bytes_whenever_it_is_made",
    "charts": "tests/books/test_exports.py::test_a_long_history_is_thinned_and_keeps_its_awards",
    "copies": "tests/faults/test_backups.py::"
    "test_copies_are_made_checked_and_restored_from_the_command_line",
    "live screens": "tests/web/test_live.py::test_a_key_pressed_reaches_every_screen_of_the_table",
    "solo play": "tests/web/test_solo_tables.py::test_the_same_seed_deals_the_same_cards",
    "pages in a browser": "tests/browser/test_dealing.py::"
    "test_insurance_is_asked_for_taken_and_settled",
}
ALL: Final = (
    "tests/commands",
    "tests/books",
    "tests/room",
    "tests/web",
    "tests/witness",
    "tests/browser",
    "tests/odds",
    "tests/table",
    "README.md",
    "docs",
)


def namespace_or_skip() -> None:
    """Skip where the system lets nobody make a namespace."""
    try:
        made = subprocess.run([*ALONE, "true"], capture_output=True, check=False)
    except FileNotFoundError:
        pytest.skip("there is no unshare here: it makes the namespace")
    if made.returncode:
        pytest.skip("this system lets nobody make a network namespace")


def alone(*command: str) -> subprocess.CompletedProcess[str]:
    """*command* where nothing can be reached but this machine itself."""
    return subprocess.run(
        [*ALONE, sys.executable, str(INSIDE), *command],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_nothing_can_be_reached_from_there() -> None:
    namespace_or_skip()
    reaching = "import socket; socket.create_connection(('192.0.2.1', 80), timeout=60)"
    done = alone(sys.executable, "-c", reaching)

    assert done.returncode == 1
    assert "Network is unreachable" in done.stderr


def test_every_part_works_without_a_network() -> None:
    namespace_or_skip()
    wanted = ALL if IS_FULL else tuple(PARTS.values())
    # One process, whatever the run outside was told.
    options = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist")
    os.environ.pop("PYTEST_XDIST_WORKER", None)
    done = alone(sys.executable, "-m", "pytest", *options, *wanted)
    last = done.stdout.splitlines()[-1]

    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    assert " passed" in last
    assert IS_FULL or "skipped" not in last
