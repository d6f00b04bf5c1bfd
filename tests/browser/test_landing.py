"""Cards first, then what they come to: on a page with motion, as people see it."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.consoles import WAIT_MS
from tests.browser.servers import Server

WATCH = """() => {
  window.seen = [];
  const look = () => {
    const words = document.querySelector(".sentence")?.textContent?.trim() ?? "";
    const net = document.querySelector(".side dd")?.textContent?.trim() ?? "";
    const total = document.querySelector(".dealer .total")?.textContent?.trim() ?? "";
    const moving = document.getAnimations().filter((one) => {
      const on = one.effect?.target;
      return one.playState !== "finished" && on?.closest?.(".cards");
    }).length;
    window.seen.push({words, net, total, moving});
    requestAnimationFrame(look);
  };
  look();
}"""
"""What the page shows in each of its frames, and how many cards are on their way then."""


def a_hand_to_stand_on(page: Page, server: Server) -> None:
    """Deal until a hand can be stood on: naturals end at once."""
    page.goto(f"{server.base}/solo/blackjack")
    stand = page.get_by_role("button", name=re.compile("^Stand"))
    for _ in range(20):
        page.get_by_role("button", name=re.compile("^Deal")).first.click()
        page.wait_for_function(
            "() => !document.querySelector('main.table') || "
            "[...document.querySelectorAll('button')].some((one) => "
            "/^(Stand|Deal again|No)/.test(one.textContent.trim()))",
            timeout=WAIT_MS,
        )
        if stand.count():
            return
        no = page.get_by_role("button", name=re.compile("^No"))
        if no.count():
            no.first.click()
            page.wait_for_timeout(2000)
            if stand.count():
                return
    raise AssertionError("no hand could be stood on in twenty rounds")


def test_the_result_is_told_when_the_last_card_lies_there(browser: Browser, server: Server) -> None:
    page = browser.new_context(viewport={"width": 1366, "height": 768}).new_page()
    page.set_default_timeout(WAIT_MS)
    a_hand_to_stand_on(page, server)
    page.wait_for_timeout(1500)
    page.evaluate(WATCH)
    net = page.evaluate("window.seen[0].net")
    page.get_by_role("button", name=re.compile("^Stand")).click()
    expect(page.locator(".sentence")).not_to_be_empty()
    page.wait_for_timeout(300)
    seen = page.evaluate("window.seen")

    assert any(one["moving"] for one in seen), "no card moved: the test shows nothing"
    for one in seen:
        if one["moving"]:
            assert one["words"] == ""
            assert one["net"] == net
            assert "shows" in one["total"] or one["total"] == ""
    page.context.close()
