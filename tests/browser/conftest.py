"""A real browser for tests: Chromium from the system, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.consoles import WAIT_MS
from tests.browser.servers import Server, serve

expect.set_options(timeout=WAIT_MS)

OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PAGES = Path(__file__).parents[2] / "src" / "upcard" / "web" / "pages" / "index.html"


def _missing(reason: str) -> None:
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium; without it the test is skipped, on CI it fails."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        _missing("Chromium is not installed: there is no chromium on the PATH")
    if not PAGES.exists():
        _missing("the pages are not built: make pages")
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=path, args=OPTIONS)
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
