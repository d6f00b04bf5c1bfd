"""A newcomer's first minute: play at once, choose a game, ask what to do."""

from __future__ import annotations

import json
import os
import re
import time

from playwright.sync_api import Browser, Page, expect

from tests.browser.consoles import PHONE, context_for, violations
from tests.browser.servers import Server
from tests.browser.solos import key, main_wager, sit
from upcard.solo.game_characters import CHARACTERS

ZERO = """() => [...document.querySelectorAll('td.bar')].map((row) => {
  const zero = row.getBoundingClientRect().left
    + parseFloat(getComputedStyle(row).getPropertyValue('--zero')) / 100 * row.clientWidth;
  const bar = row.firstElementChild.getBoundingClientRect();
  const isLoss = row.firstElementChild.className.includes('loses');
  return Math.abs((isLoss ? bar.right : bar.left) - zero);
})"""
"""How far each bar begins from the zero line, in pixels."""


def test_a_newcomer_plays_asks_and_sees_the_chart(browser: Browser, server: Server) -> None:
    context = context_for(browser)
    sit(context, server)
    page = context.new_page()
    page.goto(server.base)
    expect(page.get_by_text("learn what every decision is worth")).to_be_visible()
    expect(page.locator("#games li")).to_have_count(len(CHARACTERS))
    page.get_by_role("link", name="Play now").click()
    main_wager(page).click()
    key(page, "Deal").click()
    expect(key(page, "Hit")).to_be_visible()
    page.keyboard.press("a")
    expect(page.locator("td.bar")).not_to_have_count(0)
    assert max(page.evaluate(ZERO)) < 1.5
    assert violations(page) == []
    key(page, "Chart").click()
    expect(page.locator("td.mark")).to_have_count(1)
    assert violations(page) == []
    page.keyboard.press("Escape")
    key(page, "Blackjack").click()
    expect(page.get_by_text("House keeps 0.62%").first).to_be_visible()
    expect(page.get_by_text(re.compile("WSGC|S[0-9],"))).to_have_count(0)
    context.close()


PAINTED = """() => new Promise((resolve) => new PerformanceObserver((list) => {
  const seen = list.getEntries().find((one) => one.name === 'first-contentful-paint');
  if (seen) resolve(seen.startTime);
}).observe({type: 'paint', buffered: true}))"""
"""When the page first showed something, in milliseconds."""
FRAME_MS = 1000
PLAYED_S = 120
LOADED_MS = 5000
"""What a machine that runs other tests beside this one may take."""


def focused(page: Page, name: str) -> None:
    """Go on with Tab to the button called *name*, as somebody without a mouse does."""
    wanted = re.compile(name)
    for _ in range(60):
        page.keyboard.press("Tab")
        at = page.locator(":focus")
        if at.count() and wanted.match(at.get_attribute("aria-label") or at.inner_text()):
            return
    raise AssertionError(f"Tab never comes to {name}")


def test_a_round_on_three_spots_is_played_by_keyboard_alone(
    browser: Browser, server: Server
) -> None:
    context = context_for(browser)
    sit(context, server)
    spots = {"coach": "after", "spots": 3, "practise": False}
    script = f"localStorage.setItem('upcard.solo.preferences', {json.dumps(json.dumps(spots))})"
    context.add_init_script(script)
    page = context.new_page()
    page.goto(f"{server.base}/solo")
    for spot in (1, 2, 3):
        focused(page, f"Spot {spot}, Main")
        page.keyboard.press("Enter")
        expect(page.locator(":focus")).to_have_accessible_name(re.compile(r"\$|placed"))
    across = [page.get_by_role("region", name=f"Spot {n}").bounding_box() for n in (1, 2, 3)]
    places = [box["x"] for box in across if box]
    # The round goes from the dealer's left, which is on the player's right.
    assert places[0] > places[1] > places[2]
    focused(page, "Deal")
    page.keyboard.press("Enter")
    again = key(page, "Deal again")
    until = time.monotonic() + PLAYED_S
    while not again.is_visible() and time.monotonic() < until:
        page.keyboard.press("s" if key(page, "Hit").is_visible() else " ")
        page.wait_for_timeout(200)
    expect(again).to_be_visible()
    context.close()


def test_the_first_frame_comes_within_a_second(browser: Browser, server: Server) -> None:
    context = context_for(browser)
    times = []
    for _ in range(3):
        page = context.new_page()
        page.goto(f"{server.base}/solo")
        times.append(page.evaluate(PAINTED))
        page.close()
    context.close()
    is_quiet = os.environ.get("UPCARD_FRAMES") == "full"

    assert min(times) < (FRAME_MS if is_quiet else LOADED_MS), times


def test_advice_on_a_telephone_takes_one_press(browser: Browser, server: Server) -> None:
    context = context_for(browser, PHONE)
    sit(context, server)
    page = context.new_page()
    page.goto(f"{server.base}/solo/blackjack")
    main_wager(page).click()
    key(page, "Deal").click()
    expect(key(page, "Hit")).to_be_visible()
    key(page, "Advice").click()
    expect(page.locator("td.bar")).not_to_have_count(0)
    context.close()
