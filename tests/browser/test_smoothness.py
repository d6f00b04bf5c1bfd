"""Sixty frames a second while seven spots are dealt, as Chromium's own trace tells it."""

from __future__ import annotations

import itertools
import json
import os
from statistics import median
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, Page, expect

from tests.browser.consoles import WAIT_MS, Console
from tests.browser.servers import Server
from tests.browser.test_screens import link_to

CATEGORIES: Final = ["benchmark", "cc", "viz"]
IS_QUIET: Final = os.environ.get("UPCARD_FRAMES") == "full"
"""Whether nothing else runs on this machine: then a deal has every frame."""
FRAME_MS_MAX: Final = 17.0 if IS_QUIET else 50.0
"""A sixtieth of a second, and what a clock is off; three frames on a machine that others use."""
PRESENTED_MIN: Final = 0.85 if IS_QUIET else 0.2
"""Of the frames that were due."""
TRIES: Final = 3
"""One deal must be smooth: what else a busy machine does is no part of the page."""


class Smoothness(NamedTuple):
    """How one deal was drawn."""

    frame_ms: float
    presented: float

    @property
    def is_smooth(self) -> bool:
        """Whether it was as smooth as a screen can show."""
        return self.frame_ms <= FRAME_MS_MAX and self.presented >= PRESENTED_MIN


def test_seven_spots_are_dealt_at_sixty_frames_a_second(browser: Browser, server: Server) -> None:
    console = Console(browser, server, "bonanza-1", "Doris")
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    page = context.new_page()
    page.goto(link_to(server, "/table/bonanza-1"))
    deals: list[Smoothness] = []
    while not any(one.is_smooth for one in deals) and len(deals) < TRIES:
        deals.append(traced_deal(browser, console, page))
    context.close()
    console.close()
    print(*deals)

    assert any(one.is_smooth for one in deals), deals


def traced_deal(browser: Browser, console: Console, page: Page) -> Smoothness:
    """Seven main wagers, the deal under the tracer, and the round played out."""
    for spot in range(1, 8):
        console.bet(spot, "Main")
    page.wait_for_timeout(600)
    browser.start_tracing(page=page, categories=CATEGORIES)
    console.press("Enter")
    expect(page.locator(".arc .card")).to_have_count(14, timeout=WAIT_MS)
    page.wait_for_timeout(2500)
    trace = json.loads(browser.stop_tracing())
    console.play_out()
    console.step("Enter")
    return smoothness_in(trace["traceEvents"])


def smoothness_in(events: list[dict[str, Any]]) -> Smoothness:
    """The middle time between two frames on the screen, and how many of those due came."""
    told = [(one["ts"], _state(one)) for one in events if one["name"] == "PipelineReporter"]
    shown = sorted(at for at, state in told if state.startswith("STATE_PRESENTED"))
    dropped = sum(state == "STATE_DROPPED" for _, state in told)
    gaps = [(after - before) / 1000 for before, after in itertools.pairwise(shown)]
    return Smoothness(median(gaps), len(shown) / (len(shown) + dropped))


def _state(event: dict[str, Any]) -> str:
    """What became of a frame; empty in the event that ends it."""
    told = event.get("args", {})
    reporter = told.get("chrome_frame_reporter") or told.get("frame_reporter") or {}
    return str(reporter.get("state", ""))
