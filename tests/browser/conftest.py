"""A real browser for tests: Chromium, driven by Playwright."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.busy_desks import busy_room
from tests.browser.chromiums import find_chromium
from tests.browser.consoles import WAIT_MS
from tests.browser.servers import Server, demo_in, serve
from tests.simulation.charts import chart_for
from tests.tools import missing
from upcard.calculators.questions import chart
from upcard.catalogue_games import game
from upcard.simulation import Setup, packed, simulate

expect.set_options(timeout=WAIT_MS)

OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",
]
START_MS = 120_000
"""How long a browser may take to start on a busy machine."""
PAGES = Path(__file__).parents[2] / "src" / "upcard" / "web" / "pages" / "index.html"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium; without it the test is skipped, on CI it fails."""
    found = find_chromium() or missing("Chromium", "make pages brings it")
    if not PAGES.exists():
        missing("the pages", "make pages builds them")
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(
            executable_path=found.path, args=OPTIONS, env=found.env, timeout=START_MS
        )
        yield made
        made.close()


@pytest.fixture(scope="session")
def compiled() -> None:
    """
    Kernels for advice and the lab, compiled before a page waits for them.

    In a new clone the server's calculators would compile them, and they let everything else go
    first: on a busy machine for minutes.
    """
    chart("blackjack", 6)
    table = game("blackjack")
    simulate(packed(Setup(game=table, chart=chart_for(table))), rounds=1000, seed=1)


@pytest.fixture(scope="session")
def demo_room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a demonstration room that nobody has played in, for copies of it."""
    return demo_in(tmp_path_factory.mktemp("demo") / "room")


@pytest.fixture(scope="session")
def server(
    demo_room: Path, tmp_path_factory: pytest.TempPathFactory, compiled: None
) -> Iterator[Server]:
    """A demonstration room, served. Its PINs are quick: every order of every test has one."""
    made = serve(copytree(demo_room, tmp_path_factory.mktemp("shared") / "room"))
    yield made
    made.stop()


@pytest.fixture(scope="module")
def new_demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A demonstration made when it was started: it offers its badges and software devices."""
    made = serve(tmp_path_factory.mktemp("new") / "room")
    yield made
    made.stop()


@pytest.fixture(scope="session")
def busy_desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A room whose desk has rows in every table, for tests that only look at it."""
    made = busy_room(tmp_path_factory.mktemp("busy") / "room")
    yield made
    made.stop()


@pytest.fixture
def own_server(demo_room: Path, tmp_path: Path) -> Iterator[Server]:
    """A demonstration room for one test, which may change its people and stop the server."""
    copytree(demo_room, tmp_path / "room")
    made = serve(tmp_path / "room")
    yield made
    if made.process.poll() is None:
        made.stop()
