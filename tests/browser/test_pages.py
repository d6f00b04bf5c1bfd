"""Every page: nothing that axe finds wrong, nothing from elsewhere, not too heavy."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request

from tests.browser.conftest import PAGES
from tests.browser.consoles import DESKTOP, PHONE, Console, context_for, sign_in, violations
from tests.browser.servers import Server
from tests.browser.test_screens import link_to

SHOTS = os.environ.get("UPCARD_SCREENSHOTS", "")
"""Where to leave pictures of the pages, for people to look at."""
WEIGHT_MAX = 300_000
"""Without the pictures of court cards: a browser loads those one by one, when it shows them."""

OPEN = ["/", "/solo", "/lab", "/nowhere"]
SCREENS = ["/table/bahama-1", "/table/bonanza-1/3", "/jackpot/bahama", "/jackpot/blazing"]
STAFF = {"/desk": "Sam", "/rules": "Tom", "/recall": "Rita", "/dealer/bounty-2": "Dilek"}


@pytest.fixture
def pages(browser: Browser) -> Iterator[list[Page]]:
    """Pages that are closed at the end."""
    made: list[Page] = []
    yield made
    for page in made:
        page.context.close()


def opened(browser: Browser, pages: list[Page], address: str, width: str = "desktop") -> Page:
    """A page on which nothing goes elsewhere and no script fails."""
    context = context_for(browser, PHONE if width == "phone" else DESKTOP)
    page = context.new_page()
    pages.append(page)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: _note(request, address, wrong))
    page.goto(address)
    page.wait_for_load_state("networkidle") if "/table" not in address else page.wait_for_timeout(
        800
    )
    page.wait_for_timeout(300)
    assert wrong == []
    return page


def _note(request: Request, address: str, wrong: list[str]) -> None:
    if not request.url.startswith((address.split("/", 3)[0], "data:", "ws:")):
        wrong.append(f"asks elsewhere: {request.url}")


def check(page: Page, name: str) -> None:
    """axe finds nothing; a picture is taken where somebody wants one."""
    if SHOTS:
        Path(SHOTS).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=str(Path(SHOTS) / f"{name}.png"))
    assert violations(page) == []


@pytest.mark.parametrize("width", ["desktop", "phone"])
@pytest.mark.parametrize("path", OPEN)
def test_a_page_for_anybody(
    browser: Browser, server: Server, pages: list[Page], path: str, width: str
) -> None:
    page = opened(browser, pages, server.base + path, width)
    check(page, f"{path.strip('/') or 'start'}-{width}")


@pytest.mark.parametrize("width", ["desktop", "phone"])
@pytest.mark.parametrize("path", SCREENS)
def test_a_screen(
    browser: Browser, server: Server, pages: list[Page], path: str, width: str
) -> None:
    page = opened(browser, pages, link_to(server, path), width)
    check(page, f"{path.strip('/').replace('/', '-')}-{width}")


@pytest.mark.parametrize("path", STAFF)
def test_a_page_for_staff(browser: Browser, server: Server, pages: list[Page], path: str) -> None:
    page = opened(browser, pages, server.base + path)
    check(page, f"{path.strip('/').replace('/', '-')}-signed-out")
    sign_in(page, server, STAFF[path])
    page.wait_for_timeout(1500)
    check(page, path.strip("/").replace("/", "-"))


def test_a_console_in_mid_round(browser: Browser, server: Server) -> None:
    console = Console(browser, server, "bounty-2", "Dilek")
    for spot in range(1, 8):
        console.bet(spot, "Main")
    console.step("Enter")
    console.page.wait_for_timeout(400)
    check(console.page, "console-in-mid-round")
    console.press("?")
    console.page.wait_for_timeout(300)
    check(console.page, "console-help")
    console.press("Escape")
    console.play_out()
    check(console.page, "console-at-the-end")
    console.step("Enter")
    console.close()


def test_the_pages_are_light() -> None:
    found = PAGES.parent.rglob("*")
    files = [path for path in found if path.is_file() and not path.name.startswith("court-")]
    assert files, "the pages are not built: make pages"
    weight = sum(
        len(gzip.compress(path.read_bytes(), mtime=0))
        if path.suffix not in (".woff2", ".png")
        else path.stat().st_size
        for path in files
    )
    print(f"{weight / 1024:.0f} KiB compressed in {len(files)} files")
    assert weight < WEIGHT_MAX
