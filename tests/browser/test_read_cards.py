"""A table with read cards in the browser: a reader that types, the card pad, the peek, mistakes."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, expect

from tests.browser.consoles import PHONE, WAIT_MS, Console, violations
from tests.browser.servers import Server, Somebody

SPEC = {
    "rules": "bet-the-set-21",
    "decks": 6,
    "pack": "blazing-7s-upcard",
    "paytables": [],
    "cut_card": 0,
    "cards": "read",
}
SCAN = """codes => {
  for (const key of codes.split("")) {
    const sign = key === "\\n" ? "Enter" : key;
    const options = {key: sign, bubbles: true, cancelable: true};
    document.body.dispatchEvent(new KeyboardEvent("keydown", options));
  }
}"""
"""What a reader does: every sign at once. A test that typed could be slower than a person."""


def read_table(browser: Browser, server: Server, table: str) -> Console:
    """A console of a table with read cards, which two people have set up, for one test alone."""
    executive = server.badges["Eve"]
    second = {"badge": executive["badge"], "pin": executive["pin"]}
    with Somebody(server, "Tom") as technician, Somebody(server, "Sam") as supervisor:
        technician.order({"kind": "ChangeTable", "spec": {**SPEC, "table": table}}, second=second)
        badge = server.badges["Dario"]["badge"]
        supervisor.order({"kind": "OpenTable", "table": table, "dealer": badge})
    return Console(browser, server, table, "Dario")


def cards_of(frame: dict[str, Any]) -> list[str]:
    """The cards that the table was told, in order."""
    return [one["card"] for one in frame["told"]]


def scan(console: Console, codes: str) -> None:
    """A reader types into the page."""
    console.page.evaluate(SCAN, codes)


def started(console: Console) -> None:
    """A wager on spot 1, a shoe, and START GAME."""
    console.says("SHUFFLE")
    console.step("Enter")
    console.bet(1, "Main")
    assert console.step("Enter")["next"]["key"] == "card"


def test_a_round_is_scanned_and_keyed_and_no_scan_is_a_key(
    browser: Browser, server: Server
) -> None:
    console = read_table(browser, server, "set-1")
    started(console)
    scan(console, "9h\n")
    console.until(lambda frame: cards_of(frame) == ["9h"], "the first card")
    scan(console, "Ad\n8c\n")
    console.until(lambda frame: cards_of(frame) == ["9h", "Ad", "8c"], "two scans in a row")
    console.says("FACE DOWN")
    assert violations(console.page) == []
    assert console.step("Enter")["next"]["key"] == "deal"  # Insurance: the up card is an ace.
    scan(console, "Ss\n")
    expect(console.page.locator(".refusal")).to_contain_text("which is no card")
    console.says("DEAL")
    assert console.step("Enter")["next"]["key"] == "peek"
    scan(console, "Bn\n")  # Neither BLACKJACK nor NO BLACKJACK.
    expect(console.page.locator(".refusal")).to_contain_text("Bn")
    assert console.step("n")["next"]["key"] == "decide"
    scan(console, "S7\n")  # A scan is no decision, whatever it says.
    expect(console.page.locator(".refusal")).to_contain_text("S7")
    assert console.frame()["next"]["key"] == "decide"
    assert console.step("h")["next"]["key"] == "card"
    console.press("4")
    console.page.wait_for_timeout(100)
    assert console.step("c")["next"]["key"] == "card"  # Twenty-one: the dealer turns over.
    console.page.get_by_role("button", name="9", exact=True).click()
    console.page.get_by_role("button", name="nine of diamonds").click()
    frame = console.until(lambda frame: frame["next"]["key"] == "end-game", "the end")
    assert cards_of(frame) == ["9h", "Ad", "8c", "9d", "4c"]
    console.close()


def test_a_misread_card_is_corrected_at_the_console(browser: Browser, server: Server) -> None:
    console = read_table(browser, server, "royal-1")
    started(console)
    scan(console, "9h\n6d\n")
    console.until(lambda frame: len(frame["told"]) == 2, "two cards")
    console.press("m")
    dialog = console.page.get_by_role("dialog")
    expect(dialog).to_contain_text("310 of 312 cards are left", timeout=WAIT_MS)
    assert violations(console.page) == []
    dialog.get_by_role("button", name="CORRECT a misread card").click()
    dialog.get_by_role("button", name="Card 1: nine of hearts, spot 1").click()
    assert violations(console.page) == []
    dialog.get_by_role("button", name="K", exact=True).click()
    dialog.get_by_role("button", name="king of clubs").click()
    expect(dialog).to_contain_text("was read as nine of hearts. It is the king of clubs.")
    dialog.get_by_label("Badge").fill(server.badges["Sam"]["badge"])
    dialog.get_by_label("PIN").fill(server.badges["Sam"]["pin"])
    dialog.get_by_role("button", name="CORRECT").click()
    console.until(lambda frame: cards_of(frame) == ["Kc", "6d"], "the card corrected")
    expect(dialog).to_have_count(0, timeout=WAIT_MS)
    console.press("m")
    dialog.get_by_role("button", name="BURN, face down").click()
    expect(dialog).to_have_count(0)
    console.page.set_viewport_size(PHONE)
    assert violations(console.page) == []
    console.close()


def test_printed_codes_are_cards_by_the_house_s_own_table(browser: Browser, server: Server) -> None:
    console = read_table(browser, server, "trilux-1")
    started(console)
    console.page.get_by_role("button", name="Settings").click()
    codes = console.page.get_by_label("Card codes")
    codes.fill("4006381333931 = 7h\nnonsense")
    expect(console.page.get_by_role("status").filter(has_text="nonsense")).to_be_visible()
    codes.fill("4006381333931 = 7h\n4006381333932 = 10d")
    codes.blur()
    console.page.keyboard.press("Escape")
    scan(console, "4006381333931\n4006381333932\n")
    console.until(lambda frame: cards_of(frame) == ["7h", "Td"], "printed codes")
    console.close()
