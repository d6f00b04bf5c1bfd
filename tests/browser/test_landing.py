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


DEAL_UNTIL_STAND = """() => {
  const named = (word) => [...document.querySelectorAll("main.table button")]
    .find((one) => one.textContent.trim().startsWith(word));
  if (named("Stand")) return true;
  (named("No") ?? named("Deal"))?.click();
  return false;
}"""
"""Whether a hand can be stood on; presses what leads there, if the page still shows it."""


def a_hand_to_stand_on(page: Page, server: Server) -> None:
    """Deal until a hand can be stood on: naturals end at once."""
    page.goto(f"{server.base}/solo/blackjack")
    page.wait_for_function(DEAL_UNTIL_STAND, polling=500, timeout=WAIT_MS)


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
