"""A newcomer's first minute: play at once, choose a game, ask what to do."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

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
