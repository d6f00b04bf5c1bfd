"""A real browser for tests: Chromium, driven by Playwright."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.chromiums import find_chromium
from tests.browser.consoles import WAIT_MS
from tests.browser.servers import Server, serve
from tests.tools import missing

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
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A demonstration room, served."""
    made = serve(tmp_path_factory.mktemp("room"))
    yield made
    made.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A demonstration room for one test, whose people may be changed."""
    made = serve(tmp_path / "room")
    yield made
    made.stop()
