"""A hand-dealt King's Bounty table in the browser, from its sensors to the win page and recall."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.browser.consoles import DESKTOP, PHONE, Console, context_for, sign_in, violations
from tests.browser.layouts import SCROLLS
from tests.browser.servers import Server, Somebody, demo_in, serve
from tests.postgres import postgres_or_skip

SHOTS = os.environ.get("UPCARD_SCREENSHOTS", "")
SMALL: ViewportSize = {"width": 1024, "height": 768}
SIZES = {"desktop": DESKTOP, "small": SMALL, "phone": PHONE}
TABLE, WAGER = "felt-1", "blazing-7s-upcard"
SPOTS = range(1, 8)
SPEC = {
    "table": TABLE,
    "rules": "kings-bounty",
    "decks": 6,
    "pack": WAGER,
    "paytables": [[WAGER, "PT1"]],
    "cut_card": 0,
    "cards": "hand-dealt",
}
DRAFT = {
    "name": "felt",
    "wager": WAGER,
    "tables": [TABLE],
    "seeds": {"meter": 3_000_00},
    "executive_from": {"meter": 2_000_00},
    "cards_from": {"meter": 1_000_00},
}


@pytest.fixture(params=["sqlite", "postgresql"])
def felt(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """A served room with a hand-dealt table on a progressive of its own, open."""
    url = postgres_or_skip().new_database() if request.param == "postgresql" else ""
    server = serve(demo_in(tmp_path / "room", url=url), url=url, demo=not url)
    try:
        executive = server.badges["Eve"]
        second = {"badge": executive["badge"], "pin": executive["pin"]}
        with Somebody(server, "Tom") as technician, Somebody(server, "Sam") as supervisor:
            technician.order({"kind": "AddTable", "spec": SPEC}, second=second)
            drafted = technician.http.post("/api/setup/progressive", json=DRAFT)
            technician.order(drafted.raise_for_status().json()["wish"], second=second)
            dealer = server.badges["Dario"]["badge"]
            supervisor.order({"kind": "OpenTable", "table": TABLE, "dealer": dealer})
        yield server
    finally:
        server.stop()


def looked_at(page: Page, server: Server, name: str) -> None:
    """
    Axe finds nothing on the page, and it fits each screen; pictures, where they are wanted.

    No page knows its database: one of them is enough.
    """
    if server.url:
        return
    for size, viewport in SIZES.items():
        page.set_viewport_size(viewport)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= viewport["width"], f"{name} at {size} is {wide} wide"
        # The console's row of tools may be pushed aside on a telephone; nothing else may.
        scrolls = [one for one in page.evaluate(SCROLLS) if not one.startswith("tools")]
        assert scrolls == [], f"{name} at {size}"
        if size != "small":
            assert violations(page) == [], f"{name} at {size}"
        if SHOTS:
            page.screenshot(path=f"{SHOTS}/hand-dealt-{name}-{size}.png", full_page=size == "phone")
    page.set_viewport_size(DESKTOP)


def signed(dialog: Locator, server: Server, name: str, action: str) -> None:
    """Somebody signs the dialog that is open."""
    dialog.get_by_label("Badge").fill(server.badges[name]["badge"])
    dialog.get_by_label("PIN").fill(server.badges[name]["pin"])
    dialog.get_by_role("button", name=action, exact=True).click()


def rail_of(browser: Browser, server: Server) -> Page:
    """The table's sensors in software: a page that is a device, with a key of its own."""
    device = {"device": "board-felt-1", "kinds": ["rail", "keypad"], "table": TABLE}
    executive = server.badges["Eve"]
    second = {"badge": executive["badge"], "pin": executive["pin"]}
    with Somebody(server, "Tom") as technician:
        made = technician.order({"kind": "EnrolDevice", **device}, second=second)
    page = context_for(browser).new_page()
    page.goto(f"{server.base}/device/{device['device']}#{made['answer']['key']}")
    return page


def started(console: Console, rail: Page) -> None:
    """Coins on seven sensors, START GAME, and all of them lifted."""
    for spot in SPOTS:
        rail.get_by_role("button", name=f"Sensor of spot {spot}: free").click()
    console.until(lambda frame: len(frame["view"]["spots"]) == len(SPOTS), "seven coins")
    assert console.step("Enter")["next"]["key"] == "lift"
    expect(rail.get_by_role("button", name="Sensor of spot 7: locked")).to_be_visible()
    console.press("Enter")
    console.until(lambda frame: frame["view"]["stage"] == "by-hand", "every wager lifted")


def confirmed(console: Console, server: Server) -> None:
    """CONFIRM: the dialog says what it is about; wrong or no cards are refused."""
    console.says("CONFIRM")
    console.press("Enter")
    dialog = console.page.get_by_role("dialog", name="CONFIRM the award")
    for words in ("Spot 2", "Blazing 7's Progressive", "100% of meter", "$3,008.40", "executive's"):
        expect(dialog).to_contain_text(words)
    expect(dialog).to_contain_text("This award is large: type the cards.")
    looked_at(console.page, server, "console-confirm")
    signed(dialog, server, "Sam", "CONFIRM")
    expect(dialog).to_contain_text("CONFIRM needs the player's and the dealer's cards")
    hand = dialog.get_by_label("The player's cards")
    hand.focus()
    for sign in ("7", "s", "Enter", "7", "s", "Enter"):  # A reader ends each card with Enter.
        console.press(sign)
    expect(hand).to_have_value("7s 7s ")
    for player, dealer in (("7s 7s", "7c"), ("7s 7s", "7s")):
        hand.fill(player)
        dialog.get_by_label("The dealer's, up card first").fill(dealer)
        signed(dialog, server, "Sam", "CONFIRM")
        if dealer == "7c":
            expect(dialog).to_contain_text("7s 7s with 7c up is Three 7s same colour")
    expect(dialog).to_be_hidden()


def swiped(console: Console, server: Server) -> None:
    """The swipe is a second act: a supervisor's badge is not enough for this one."""
    console.says("SWIPE")
    console.press("Enter")
    dialog = console.page.get_by_role("dialog", name="SWIPE to pay the award")
    expect(dialog).to_contain_text("Swipe: executive's badge")
    expect(dialog.get_by_text("Display")).to_be_visible()
    looked_at(console.page, server, "console-swipe")
    signed(dialog, server, "Sam", "SWIPE")
    expect(dialog).to_contain_text("Sam is a supervisor")
    signed(dialog, server, "Eve", "SWIPE")
    expect(dialog).to_be_hidden()


def screen(browser: Browser, server: Server, wanted: dict[str, Any]) -> Page:
    """A screen of the room, opened by its link."""
    with Somebody(server, "Sam") as supervisor:
        answer = supervisor.http.post("/api/displays", json=wanted).raise_for_status().json()
    page = context_for(browser).new_page()
    page.goto(f"{server.base}{answer['path']}#{answer['token']}")
    return page


def staff_page(browser: Browser, server: Server, path: str) -> Page:
    """A page of the staff, signed in as a supervisor."""
    page = context_for(browser).new_page()
    page.goto(server.base + path)
    sign_in(page, server, "Sam")
    return page


def test_a_hand_dealt_game_from_the_sensors_to_the_win_page(browser: Browser, felt: Server) -> None:
    console = Console(browser, felt, TABLE, "Dario")
    table = screen(browser, felt, {"kind": "table", "table": TABLE})
    jackpot = screen(browser, felt, {"kind": "jackpot", "progressive": "felt"})
    rail = rail_of(browser, felt)
    started(console, rail)
    spots = console.page.get_by_role("group", name="Spot buttons")
    spots.get_by_role("button", name="Spot 6").click()
    line = console.page.get_by_role("button", name="First two 7s 25 for 1")
    for is_on in (True, False, True):
        line.click()
        expect(line).to_have_attribute("aria-pressed", str(is_on).lower())
    expect(line).to_contain_text("PAY $125")
    looked_at(console.page, felt, "console-hands")
    spots.get_by_role("button", name="Spot 2").click()
    console.page.get_by_role("button", name="Three 7s suited 100%").click()
    console.says("CONFIRM")
    for spot in (2, 6):
        expect(rail.get_by_role("button", name=f"Sensor of spot {spot}: winner")).to_be_visible()
    looked_at(table, felt, "table-claimed")
    expect(jackpot.get_by_text("PENDING").first).to_be_visible()
    desk = staff_page(browser, felt, "/desk")
    expect(desk.get_by_text("press CONFIRM at the table first").first).to_be_visible()
    looked_at(desk, felt, "desk-claim")
    confirmed(console, felt)
    swiped(console, felt)
    console.says("END GAME")
    expect(jackpot.get_by_text("$3,008.40").first).to_be_visible()
    looked_at(jackpot, felt, "jackpot-won")
    rail.get_by_role("button", name="END GAME").click()
    console.says("START GAME")
    expect(rail.get_by_role("button", name="Sensor of spot 2: free")).to_be_visible()
    expect(table.get_by_text("dealt by hand").first).to_be_visible()
    console.close()
    recall = staff_page(browser, felt, f"/recall#{TABLE}/1")
    expect(recall.get_by_text("dealt by hand: the main wagers are not known")).to_be_visible()
    looked_at(recall, felt, "recall")
    with Somebody(felt, "Sam") as supervisor:
        page = supervisor.http.get("/api/slips/1.pdf").raise_for_status()
        past = supervisor.http.get(f"/api/rounds/{TABLE}/1").raise_for_status().json()
    told = " ".join(step["sentence"] for step in past["steps"])
    assert page.content.startswith(b"%PDF")
    assert "Spot 6: first two 7s, keyed by the dealer." in told
    assert "Cards keyed by the supervisor: 7s 7s, the dealer's 7s." in told
    assert (past["spots"], past["net"], past["text"], past["shoe"]) == ([*SPOTS], None, None, None)
