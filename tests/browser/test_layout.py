"""Nothing covers or clips anything, at every size that a card room has."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.consoles import Console, context_for, sign_in
from tests.browser.layouts import SCROLLS, flaws, touching_labels
from tests.browser.servers import Server, Somebody, shoe_with
from tests.browser.solos import key, sit
from tests.browser.test_felt import COVERED
from upcard.cards import Card, Deck

TABLE: Final = "bahama-1"
SIZES: Final[dict[str, ViewportSize]] = {
    "1366x768": {"width": 1366, "height": 768},
    "1024x768": {"width": 1024, "height": 768},
    "1920x1080": {"width": 1920, "height": 1080},
    "phone": {"width": 390, "height": 844},
    "phone on its side": {"width": 844, "height": 390},
    "1366x768 at 200 %": {"width": 683, "height": 384},
}
DEALERS_SIZES: Final = ("1366x768", "1024x768", "1920x1080")
"""Sizes of a dealer's desk: the felt is whole, with its lettering."""
SETTLED_MS: Final = 200
"""Until a page is laid out anew."""
IN_VIEW: Final = """(one) => { const box = one.getBoundingClientRect();
  return box.top >= 0 && box.left >= 0
    && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1; }"""


def seven_ordinary_hands(order: Sequence[Card]) -> bool:
    """Seven spots without an ace against a seven, and the dealer has no natural."""
    no_aces = all(card.rank != "A" for card in (*order[:7], *order[8:15]))
    return order[7].rank == "7" and no_aces


def wagers_on_seven_spots(dana: Somebody) -> None:
    """Four games on each of seven spots."""
    offers = [one for one in dana.frame(TABLE)["offers"] if one["name"] != "insurance"]
    assert len(offers) == 4
    for spot in range(1, 8):
        for offer in offers:
            is_fixed = offer["minimum"] == offer["maximum"]
            amount = offer["minimum"] if is_fixed else 2500 if offer["name"] == "main" else 500
            place = {"kind": "PlaceWager", "spot": spot, "wager": offer["name"], "amount": amount}
            dana.order({"kind": "Operate", "table": TABLE, "command": place})


def resized(page: Page, size: str) -> None:
    """The page at another size, laid out."""
    page.set_viewport_size(SIZES[size])
    page.wait_for_timeout(SETTLED_MS)


def in_view(page: Page, selector: str) -> bool:
    """Whether an element is whole on the screen, without scrolling."""
    found: bool = page.locator(selector).first.evaluate(IN_VIEW)
    return found


def test_the_console_fits_every_screen_with_seven_spots_and_four_wagers_each(
    browser: Browser, server: Server
) -> None:
    with Somebody(server, "Dana") as dana:
        shoe_with(dana, TABLE, Deck.PONTOON, seven_ordinary_hands)
        wagers_on_seven_spots(dana)
    console = Console(browser, server, TABLE, "Dana")
    page = console.page
    wrong: dict[str, list[str]] = {}
    heights: dict[str, set[int]] = {size: set() for size in SIZES}

    def look(stage: str) -> None:
        for size in SIZES:
            resized(page, size)
            wrong[f"{stage}, {size}"] = [*flaws(page), *touching_labels(page)]
            if size in DEALERS_SIZES:
                wrong[f"{stage}, {size}"] += page.evaluate(COVERED)
            box = page.locator(".controls").bounding_box()
            heights[size].add(round(box["height"]) if box else 0)

    look("wagers")
    resized(page, "1366x768")
    console.step("Enter")
    console.until(lambda frame: frame["next"]["key"] == "lift", "lifting")
    page.get_by_role("button", name="LIFT").last.click()
    console.until(lambda frame: frame["next"]["key"] == "decide", "a decision")
    for _ in range(4):
        console.step("s")
    for size in SIZES:
        resized(page, size)
        page.locator(".hand.active").evaluate("(one) => one.scrollIntoView({ block: 'start' })")
        wrong[f"a hand, {size}"] = flaws(page)
        for part in (".hand.active .cards", ".hand.active .total", ".decisions .key", ".turn"):
            if not in_view(page, part):
                wrong[f"a hand, {size}"].append(f"not on the screen: {part}")
    resized(page, "1366x768")
    console.play_out()
    look("the end")
    console.step("Enter")
    console.close()
    assert {where: what for where, what in wrong.items() if what} == {}
    # The keys stay where the hand expects them: at the sizes of a dealer's desk they do not move.
    assert [len(heights[size]) for size in DEALERS_SIZES] == [1, 1, 1]


DESK: Final = ("Claims", "Meters", "Tables", "Devices", "Bank", "People", "Screens", "Reports")


DIALOGS: Final = {
    "Claims": ("Checklist", "Void claim", "Reverse"),
    "Meters": ("Adjust",),
    "Tables": ("Change dealer", "Throw shoe away", "Open"),
    "Devices": ("Enrol a device", "Revoke"),
    "Bank": ("Record balance", "Record deposit"),
    "People": ("Add a badge", "New PIN", "Remove"),
}
"""The keys of each section that open a dialog."""
DIALOG_SIZES: Final = ("1366x768", "phone", "1366x768 at 200 %")


def test_the_desk_shows_every_column_or_folds_at_every_size(
    browser: Browser, busy_desk: Server
) -> None:
    server = busy_desk
    context = context_for(browser)
    page = context.new_page()
    page.goto(f"{server.base}/desk")
    sign_in(page, server, "Eve")
    expect(page.get_by_role("tab", name="Claims")).to_be_visible()
    links = page.locator("header nav a")
    # The bar of an executive, who has the most keys, is one row on a desk's screen.
    assert len({round(one["y"]) for link in links.all() if (one := link.bounding_box())}) == 1
    wrong = {}
    for tab in DESK:
        page.get_by_role("tab", name=tab).click()
        for size in SIZES:
            resized(page, size)
            wrong[f"{tab}, {size}"] = [*flaws(page), *page.evaluate(SCROLLS)]
        resized(page, "1366x768")
        for name in DIALOGS.get(tab, ()):
            page.get_by_role("button", name=re.compile(f"^{name}")).first.click()
            expect(page.get_by_role("dialog")).to_be_visible()
            for size in DIALOG_SIZES:
                resized(page, size)
                wrong[f"{tab}, {name}, {size}"] = flaws(page)
            resized(page, "1366x768")
            page.keyboard.press("Escape")
    # Alarms tell times as people read them, and no code.
    said = page.get_by_role("region", name="Alarms").inner_text()
    wrong["alarms"] = re.findall(r"malfunction|shoe-abandoned|\d{4}-\d\d-\d\dT\S*", said)
    context.close()

    assert {where: what for where, what in wrong.items() if what} == {}


@pytest.mark.parametrize("path", ["/setup", "/rules", "/recall", "/drills"])
def test_a_page_of_the_staff_fits_every_screen(browser: Browser, server: Server, path: str) -> None:
    context = context_for(browser)
    page = context.new_page()
    page.goto(f"{server.base}{path}")
    page.get_by_label("PIN").wait_for()
    wrong = {"signed out": flaws(page)}
    sign_in(page, server, "Eve")
    page.get_by_role("button", name="Sign out").wait_for()
    for size in SIZES:
        resized(page, size)
        wrong[size] = [*flaws(page), *page.evaluate(SCROLLS)]
    context.close()

    assert {where: what for where, what in wrong.items() if what} == {}


def test_three_spots_with_every_wager_fit_the_solo_table(browser: Browser, server: Server) -> None:
    context = context_for(browser)
    sit(context, server, game="bahama-wsgc")
    spots = {"coach": "off", "spots": 3, "practise": False}
    kept = f"localStorage.setItem('upcard.solo.preferences', {json.dumps(json.dumps(spots))})"
    context.add_init_script(kept)
    page = context.new_page()
    page.goto(f"{server.base}/solo")
    places = page.locator(".area button")
    expect(places).to_have_count(12)
    wrong = {}
    for size in SIZES:
        resized(page, size)
        wrong[f"wagers, {size}"] = flaws(page)
    # At the smallest size each place can be reached, the main wagers first.
    for place in (
        *page.locator(".main button").all(),
        *page.locator(".area:not(.main) button").all(),
    ):
        place.click()
    expect(page.locator(".area .amount")).to_have_count(12)
    key(page, "Deal").click()
    expect(page.locator(".spot .card")).to_have_count(6)
    for size in SIZES:
        resized(page, size)
        wrong[f"hands, {size}"] = [*flaws(page), *touching_labels(page)]
    context.close()

    assert {where: what for where, what in wrong.items() if what} == {}
