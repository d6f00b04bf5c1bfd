"""What every test shares: how many rounds to play, and how Hypothesis looks for trouble."""

import argparse
import os
import sys
from collections.abc import Iterator
from importlib.resources import files

import pytest
from hypothesis import settings

from tests.leftovers import begin_run, left_running
from tests.temporary import keep_in_memory
from tests.tools import skipped_lines
from upcard.room import integrity

RUN = pytest.StashKey[str]()
LEFT = pytest.StashKey[list[str]]()
LONGEST = ("agreement", "simulation", "browser", "web", "solver", "faults", "reports", "commands")
"""The folders whose tests take longest, in the order they are run in."""

# The same examples on every machine and every run, so a red test is red for everybody.
# To look further than that: pytest --hypothesis-profile explore
settings.register_profile("ci", derandomize=True, print_blob=True, deadline=None)
settings.register_profile("explore", max_examples=2_000, print_blob=True, deadline=None)
settings.load_profile("ci")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the caller say how long the conformance battery plays."""
    parser.addoption(
        "--rounds-per-game",
        type=_positive,
        default=200,
        metavar="N",
        help="random legal rounds to play of each catalogue game (make battery plays 20,000)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Keep temporary files in memory, and mark the run. The processes of `-n` inherit both."""
    keep_in_memory()
    config.stash[RUN] = begin_run()
    config.stash[LEFT] = []


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """
    Half again as many workers as cores.

    A quarter of the time a worker waits: for a page, for a server to start, for a lock.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return (cores or 1) * 3 // 2


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest folders first: what is left for the end is then short."""
    items.sort(key=lambda item: _turn(item.path.parts))


def _turn(parts: tuple[str, ...]) -> int:
    return next((turn for turn, name in enumerate(LONGEST) if name in parts), len(LONGEST))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Stop the servers that tests share; a process that is still there then fails the run."""
    if "tests.postgres" in sys.modules:
        sys.modules["tests.postgres"].stop_shared()
    mark = session.config.stash[RUN]
    left = session.config.stash[LEFT] = left_running(mark) if mark else []
    if left:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List what was left running, what was skipped, and what installs what is missing."""
    for line in terminalreporter.config.stash[LEFT]:
        terminalreporter.line(f"a test has left this running: {line}", red=True)
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = [str(report.longrepr[2]).removeprefix("Skipped: ") for report in skipped]
    if reasons:
        terminalreporter.section("skipped")
        for line in skipped_lines(reasons):
            terminalreporter.line(line)


@pytest.fixture(autouse=True, scope="session")
def steady_package() -> Iterator[None]:
    """The package's files count as they were when the tests began, though somebody edits them."""
    hashes = integrity._hashes
    package = files("upcard")
    first = hashes(package, "")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            integrity,
            "_hashes",
            lambda folder, path: first if folder == package else hashes(folder, path),
        )
        yield


@pytest.fixture(scope="session")
def rounds_per_game(pytestconfig: pytest.Config) -> int:
    """How many random legal rounds to play of each catalogue game."""
    rounds: int = pytestconfig.getoption("--rounds-per-game")
    return rounds


def _positive(text: str) -> int:
    # A battery of no rounds would pass without having played.
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of rounds: write 1 or more")
    return int(text)
