"""What every test shares: how many rounds to play, and how Hypothesis looks for trouble."""

import argparse
from collections.abc import Iterator
from importlib.resources import files

import pytest
from hypothesis import settings

from tests.temporary import keep_in_memory
from tests.tools import skipped_lines
from upcard.room import integrity

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
        default=300,
        metavar="N",
        help="random legal rounds to play of each catalogue game (make battery plays 20,000)",
    )


def pytest_configure() -> None:
    """Keep temporary files in memory. The processes of `-n` have them where this one has."""
    keep_in_memory()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List what was skipped, and the one command that installs what is missing."""
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
