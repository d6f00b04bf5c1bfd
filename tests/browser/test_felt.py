"""The felt as people see and hear it: chips that move, lettering, sound, cards on a telephone."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.consoles import PHONE, WAIT_MS, Console, context_for
from tests.browser.layouts import flaws
from tests.browser.servers import Server
from tests.browser.solos import key, main_wager, sit
from tests.browser.test_screens import link_to

WATCH: Final = """() => {
  window.moved = new Set();
  const look = () => {
    for (const one of document.getAnimations()) {
      const on = one.effect?.target;
      if (!on?.closest) continue;
      const pile = on.closest('.laid, .paid');
      if (pile) window.moved.add(on === pile ? pile.className.split(' ')[0] : 'chip');
    }
    requestAnimationFrame(look);
  };
  look();
}"""
"""Which chips have moved: a pile laid, a pile paid, one chip more on a pile."""

HEARD: Final = """() => {
  window.heard = 0;
  window.shaken = 0;
  const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...when) {
    window.heard += 1;
    return start.apply(this, when);
  };
  AudioBufferSourceNode.prototype.start = AudioScheduledSourceNode.prototype.start;
  navigator.vibrate = () => (window.shaken += 1);
}"""

COVERED: Final = """() => {
  const covered = [];
  for (const text of document.querySelectorAll('.lettering text')) {
    const box = text.getBoundingClientRect();
    const toScreen = text.getScreenCTM();
    for (let index = 0; index < text.getNumberOfChars(); index += 1) {
      const {x, y, width, height} = text.getExtentOfChar(index);
      const at = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(toScreen);
      for (const card of document.querySelectorAll('.card')) {
        const {left, right, top, bottom} = card.getBoundingClientRect();
        if (at.x > left && at.x < right && at.y > top && at.y < bottom)
          covered.push(`${text.textContent[index]} under ${card.ariaLabel}`);
      }
    }
    if (!box.height) covered.push('no lettering');
  }
  return covered;
}"""
"""Every printed letter whose middle lies under a card."""


def solo_table(browser: Browser, server: Server, settings: dict[str, Any] | None = None) -> Page:
    """The solo page at a table whose cards a test knows, with motion, as people have it."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    context.set_default_timeout(WAIT_MS)
    sit(context, server)
    page = context.new_page()
    if settings:
        stored = json.dumps(json.dumps(settings))
        page.add_init_script(f"localStorage.setItem('upcard.settings', {stored})")
    page.add_init_script(f"({HEARD})()")
    page.goto(f"{server.base}/solo/blackjack")
    expect(key(page, "Deal")).to_be_visible()
    return page


def moved(page: Page) -> set[str]:
    """What has moved since the last question."""
    seen: list[str] = page.evaluate(
        "() => {const all = [...window.moved]; window.moved.clear(); return all;}"
    )
    return set(seen)


def test_chips_are_placed_doubled_paid_taken_and_pushed_back(
    browser: Browser, server: Server
) -> None:
    page = solo_table(browser, server)
    page.evaluate(WATCH)
    main_wager(page).click()
    expect(page.locator(".laid")).to_have_count(1)
    page.wait_for_timeout(600)
    assert moved(page) == {"laid"}
    key(page, "Deal").click()
    expect(key(page, "Stand")).to_be_visible()  # Before the deal, Double is for the wagers.
    key(page, "Double").click()
    expect(page.locator(".paid")).to_have_count(1)
    page.wait_for_timeout(800)
    assert moved(page) == {"chip", "paid"}, "one chip more, then the dealer pays"
    expect(page.locator(".laid .chips > g")).to_have_count(2)
    key(page, "Deal again").click()
    key(page, "Stand").click()
    expect(page.locator(".sentence")).to_contain_text("lose")
    expect(page.locator(".laid")).to_have_count(0)
    assert {"laid", "paid"} <= moved(page), "both piles went back to the player, the next was taken"
    page.context.close()


def test_sound_is_off_at_first_and_one_key_away(browser: Browser, server: Server) -> None:
    page = solo_table(browser, server)
    main_wager(page).click()
    expect(page.locator(".laid")).to_have_count(1)
    assert page.evaluate("window.heard") == 0
    page.keyboard.press("v")
    expect(page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "true")
    key(page, "Deal").click()
    expect(key(page, "Stand")).to_be_visible()
    page.wait_for_function("window.heard >= 4", timeout=WAIT_MS)
    page.keyboard.press("v")
    heard = page.evaluate("window.heard")
    key(page, "Stand").click()
    expect(page.locator(".sentence")).not_to_be_empty()
    assert page.evaluate("window.heard") == heard
    assert page.evaluate("window.shaken") > 0, "the telephone shakes when chips are placed"
    page.context.close()


def test_nothing_moves_or_shakes_for_who_wants_it_still(browser: Browser, server: Server) -> None:
    page = solo_table(browser, server, {"motion": "off"})
    page.evaluate(WATCH)
    main_wager(page).click()
    expect(page.locator(".laid")).to_have_count(1)
    key(page, "Deal").click()
    expect(key(page, "Stand")).to_be_visible()  # Before the deal, Double is for the wagers.
    key(page, "Double").click()
    expect(page.locator(".paid")).to_have_count(1)
    assert moved(page) == set()
    assert page.evaluate("window.shaken") == 0
    page.context.close()


SIZES: Final[list[ViewportSize]] = [
    {"width": 1366, "height": 768},
    {"width": 1024, "height": 768},
    {"width": 1920, "height": 1080},
    {"width": 3840, "height": 2160},
]


def test_no_lettering_lies_under_a_card(browser: Browser, server: Server) -> None:
    console = Console(browser, server, "bonanza-1", "Doris")
    for spot in range(1, 8):
        console.bet(spot, "Main")
    console.press("Enter")
    console.until(lambda frame: len(frame["view"]["dealer_cards"]) > 1, "the deal")
    context = context_for(browser)
    pages = [context.new_page(), context.new_page()]
    pages[0].goto(link_to(server, "/table/bonanza-1"))
    pages[1].goto(f"{server.base}/solo/blackjack")
    key(pages[1], "Deal").click()
    for page in pages:
        expect(page.locator(".dealer .card")).not_to_have_count(0)
        for size in SIZES:
            page.set_viewport_size(size)
            assert page.evaluate(COVERED) == [], size
    context.close()
    console.play_out()
    console.step("Enter")
    console.close()


@pytest.mark.parametrize(("size", "share"), [(PHONE, 0.3), ({"width": 844, "height": 390}, 0.09)])
def test_cards_are_large_on_a_telephone(
    browser: Browser, server: Server, size: ViewportSize, share: float
) -> None:
    context = context_for(browser, size)
    page = context.new_page()
    page.goto(f"{server.base}/solo/blackjack")
    key(page, "Deal").click()
    cards = page.locator(".spot .card")
    expect(cards).not_to_have_count(0)
    page.wait_for_function("document.querySelectorAll('.spot .card').length === 2")
    boxes = [box for one in cards.all() if (box := one.bounding_box())]
    assert min(box["width"] for box in boxes) >= share * size["width"]
    assert max(box["y"] + box["height"] for box in boxes) <= size["height"]
    context.close()


CLIPPED: Final = """() => {
  const out = [];
  for (const one of document.querySelectorAll('.card, .hand .total, .prompt')) {
    const {left, right, top, bottom} = one.getBoundingClientRect();
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
      out.push([one.className, left, right, top, bottom].join(' '));
  }
  return out;
}"""
"""Cards, totals and prompts that reach out of the window."""

SMALL: Final[list[ViewportSize]] = [
    {"width": 844, "height": 390},
    {"width": 683, "height": 384},
    PHONE,
]


def test_a_player_s_screen_shows_the_hand_on_a_telephone_and_at_twice_its_size(
    browser: Browser, server: Server
) -> None:
    console = Console(browser, server, "bonanza-1", "Doris")
    console.bet(3, "Main")
    console.press("Enter")
    console.until(lambda frame: len(frame["view"]["dealer_cards"]) > 1, "the deal")
    context = context_for(browser)
    page = context.new_page()
    page.goto(link_to(server, "/table/bonanza-1/3"))
    expect(page.locator(".own .card")).not_to_have_count(0)
    clipped = []
    for size in SMALL:
        page.set_viewport_size(size)
        clipped += page.evaluate(CLIPPED)
    for size in SIZES[:3]:
        page.set_viewport_size(size)
        clipped += flaws(page)
    context.close()
    console.play_out()
    console.step("Enter")
    console.close()

    assert clipped == []
