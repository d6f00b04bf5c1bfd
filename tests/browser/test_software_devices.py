"""Software devices of the demonstration, started from its start page: no hardware is needed."""

from __future__ import annotations

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.consoles import PHONE, WAIT_MS, Console, context_for, violations
from tests.browser.servers import Server


def device_page(context: BrowserContext, server: Server, button: str) -> Page:
    """The device that a press on the start page opens, connected."""
    start = context.new_page()
    start.goto(server.base)
    start.get_by_role("button", name=button).wait_for(timeout=WAIT_MS)
    assert violations(start) == []  # With the badges of the demonstration on it.
    with context.expect_page() as opened:
        start.get_by_role("button", name=button).click()
    page = opened.value
    expect(page.get_by_role("status").first).to_contain_text("Connected to", timeout=WAIT_MS)
    return page


def test_coins_on_software_sensors_are_wagers_at_a_hand_dealt_table(
    browser: Browser, new_demo: Server
) -> None:
    console = Console(browser, new_demo, "hand-1", "Dirk")
    context = context_for(browser)
    board = device_page(context, new_demo, "Sensors and keypad at hand-1")
    assert violations(board) == []
    board.get_by_role("button", name="Sensor of spot 3: free").click()
    board.get_by_role("button", name="Sensor of spot 5: free").click()
    expect(board.get_by_role("button", name="Sensor of spot 5: coin seen")).to_be_visible()
    console.until(lambda frame: len(frame["view"]["spots"]) == 2, "two wagers")
    board.get_by_role("button", name="Sensor of spot 5: coin seen").click()
    console.until(lambda frame: len(frame["view"]["spots"]) == 1, "one taken back")
    board.get_by_role("button", name="START GAME").click()
    expect(board.get_by_role("button", name="Sensor of spot 3: locked")).to_be_visible()
    board.get_by_role("button", name="START GAME").click()
    expect(board.locator(".refusal")).to_contain_text("cannot press START GAME")
    board.get_by_role("button", name="Sensor of spot 3: locked").click()  # The dealer lifts it.
    console.until(lambda frame: frame["view"]["stage"] == "by-hand", "the coin lifted")
    board.get_by_role("button", name="END GAME").click()
    console.until(lambda frame: frame["view"]["stage"] == "betting", "the end")
    board.set_viewport_size(PHONE)
    assert violations(board) == []
    console.close()
    context.close()


def test_a_software_shoe_deals_when_the_table_asks(browser: Browser, new_demo: Server) -> None:
    console = Console(browser, new_demo, "read-1", "Dora")
    context = context_for(browser)
    shoe = device_page(context, new_demo, "Shoe with a reader at read-1")
    console.bet(1, "Main")
    console.bet(4, "Main")
    console.press("Enter")
    frame = console.until(lambda frame: len(frame["told"]) == 6, "the first deal")
    assert frame["next"]["key"] in ("decide", "deal", "end-game")
    expect(shoe.locator(".cards .card")).to_have_count(6)
    assert violations(shoe) == []
    while (key := console.frame()["next"]["key"]) != "end-game":
        if key in ("decide", "deal"):
            console.step("s" if key == "decide" else "Enter")
        else:
            console.page.wait_for_timeout(300)
    console.step("Enter")
    console.close()
    context.close()
