"""The dealer's console and the screens around it, as a test works them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from tests.browser.servers import Served
from upcard.web.refusals import TOO_OFTEN

AXE = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
DESKTOP: ViewportSize = {"width": 1366, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}
WAIT_MS = 60_000
SIGN_INS_MAX = 30
MOVED = "(version) => document.querySelector('main[data-version]').dataset.version > version"
"""Whether the page shows a later table."""
LOOK_MS = 40


def context_for(browser: Browser, viewport: ViewportSize = DESKTOP, **more: Any) -> BrowserContext:
    """A browser of somebody's own, with no motion to wait for."""
    made = browser.new_context(viewport=viewport, reduced_motion="reduce", **more)
    made.set_default_timeout(WAIT_MS)
    return made


def sign_in(page: Page, server: Served, name: str) -> None:
    """Type a badge and its PIN into the form on the page; again, if too many have just done so."""
    me = server.badges[name]
    for _ in range(SIGN_INS_MAX):
        page.get_by_label("Badge").first.fill(me["badge"])
        page.get_by_label("PIN").first.fill(me["pin"])
        with page.expect_response(lambda answer: answer.request.method == "POST") as answered:
            page.get_by_role("button", name="Sign in").first.click()
        if answered.value.status != TOO_OFTEN:
            return
        page.wait_for_timeout(1000 * int(answered.value.headers["retry-after"]))


class Console:
    """A dealer at a table."""

    def __init__(self, browser: Browser, server: Served, table: str, dealer: str) -> None:
        self.server, self.table, self.dealer = server, table, dealer
        self.context = context_for(browser)
        self.page = self.context.new_page()
        self.page.goto(f"{server.base}/dealer/{table}")
        sign_in(self.page, server, dealer)
        expect(self.next_key()).to_be_visible()

    def close(self) -> None:
        """Leave."""
        self.context.close()

    def next_key(self) -> Locator:
        """The one big key."""
        return self.page.locator("button.key.huge")

    def says(self, label: str) -> None:
        """Wait until the big key says *label*."""
        expect(self.next_key()).to_contain_text(label, timeout=WAIT_MS)

    def label(self) -> str:
        """What the big key says."""
        return self.next_key().locator(".label").inner_text()

    def press(self, *keys: str) -> None:
        """Keys of the keyboard, one after another."""
        for key in keys:
            self.page.keyboard.press(key)

    def frame(self) -> dict[str, Any]:
        """The table as the server tells the dealer's own browser."""
        answer = self.page.request.get(
            f"{self.server.base}/api/tables/{self.table}?audience=dealer"
        )
        assert answer.ok, answer.text()
        document: dict[str, Any] = answer.json()
        return document

    def wager(self, spot: int, title: str) -> Locator:
        """The place on the felt where that wager lies."""
        return self.page.get_by_role(
            "button", name=re.compile(rf"^Spot {spot}, {re.escape(title)}")
        )

    def bet(self, spot: int, title: str) -> None:
        """A chip on a wager, by touch; it is there when its sensor says so."""
        self.wager(spot, title).click()
        expect(self.wager(spot, title)).to_have_accessible_name(re.compile("placed"))

    def until(self, is_so: Callable[[dict[str, Any]], bool], what: str) -> dict[str, Any]:
        """Wait until the server's frame is as wanted."""
        for _ in range(WAIT_MS // 100):
            frame = self.frame()
            if is_so(frame):
                # The page must show it, too: a key counts for what the dealer sees.
                self.page.wait_for_selector(f"main[data-version='{frame['version']}']")
                return frame
            self.page.wait_for_timeout(100)
        raise AssertionError(f"never: {what}; the table awaits {self.frame()['view']['prompt']}")

    def step(self, key: str, before: dict[str, Any] | None = None) -> dict[str, Any]:
        """Press a key and wait until the table has moved from *before* and the page shows it."""
        version = (before or self.frame())["version"]
        self.press(key)
        self.page.wait_for_function(MOVED, arg=version, polling=LOOK_MS)
        return self.until(lambda frame: frame["version"] > version, f"a move after {key}")

    def play_out(self, choose: str = "s") -> dict[str, Any]:
        """Go on to the end of the round, *choose* on every hand."""
        frame = self.frame()
        for _ in range(80):
            key = frame["next"]["key"]
            if key in ("end-game", "claim", "confirm", "swipe"):
                return frame
            frame = self.step(choose if key == "decide" else "Enter", frame)
        raise AssertionError("the round does not end")


def violations(page: Page) -> list[str]:
    """What axe finds wrong on the page. It is loaded once, and tells no more than that."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    found = page.evaluate(
        "() => axe.run(document, {resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', "
        "'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})"
    )
    return [
        f"{one['id']}: {one['help']} ({one['nodes'][0]['html'][:120]})"
        for one in found["violations"]
    ]
