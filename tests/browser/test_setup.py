"""The set-up page: a hand-dealt table and its progressive, added and changed in the browser."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.consoles import PHONE, WAIT_MS, context_for, sign_in, violations
from tests.browser.servers import Server, Somebody

TABLE = "felt-1"


def signed(page: Page, server: Server, action: str) -> None:
    """Tom signs what the dialog says, and Eve approves it."""
    dialog, executive = page.get_by_role("dialog"), server.badges["Eve"]
    dialog.get_by_label("Your PIN").fill(server.badges["Tom"]["pin"])
    dialog.get_by_label("Badge (swipe or type)").fill(executive["badge"])
    dialog.get_by_label("PIN", exact=True).fill(executive["pin"])
    dialog.get_by_role("button", name=action, exact=True).click()
    expect(dialog).to_be_hidden(timeout=WAIT_MS)


def record_of(server: Server) -> dict[str, Any]:
    """What the page is sent."""
    with Somebody(server, "Tom") as technician:
        found: dict[str, Any] = technician.http.get("/api/setup").raise_for_status().json()
        return found


def item(page: Page, name: str) -> Locator:
    """The card of a table or progressive."""
    heading = page.get_by_role("heading", name=name, exact=True)
    return page.get_by_role("listitem").filter(has=heading)


def test_a_technician_adds_a_hand_dealt_table_and_a_progressive_and_changes_both(
    browser: Browser, server: Server
) -> None:
    context = context_for(browser)
    page = context.new_page()
    page.goto(f"{server.base}/setup")
    sign_in(page, server, "Tom")
    page.get_by_role("button", name="Add a table").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name of the table").fill(TABLE)
    dialog.get_by_label("Game").select_option("blackjack")
    expect(dialog.get_by_label("The dealer deals real cards by hand")).to_be_disabled()
    dialog.get_by_label("Game").select_option("kings-bounty")
    dialog.get_by_label("Paytable of Blazing 7's Progressive").select_option("PT1")
    dialog.get_by_label("Decks").select_option("8")  # Only ML03 is approved for eight decks.
    expect(dialog.get_by_label("Paytable of Blazing 7's Progressive")).to_have_count(0)
    dialog.get_by_label("Decks").select_option("6")
    expect(dialog.get_by_label("Cards before the cut card")).to_have_value("234")
    dialog.get_by_label("The dealer deals real cards by hand").check()
    expect(dialog.get_by_label("Cards before the cut card")).to_have_count(0)
    assert violations(page) == []
    signed(page, server, "Add a table")
    expect(item(page, TABLE)).to_contain_text("The dealer deals real cards by hand")

    page.get_by_role("button", name="Start a progressive").click()
    dialog.get_by_label("Name of the progressive").fill("felt")
    dialog.get_by_label(TABLE).check()
    dialog.get_by_label("Seed").fill("4,000")
    dialog.get_by_label("Cards at CONFIRM from").fill("1,000")
    expect(dialog).to_contain_text("Cards at CONFIRM from")
    expect(dialog.get_by_role("row", name="Cards at CONFIRM from")).to_contain_text("$1,000.00")
    assert violations(page) == []
    signed(page, server, "Start a progressive")
    expect(item(page, "felt")).to_contain_text("$1,000.00")

    page.get_by_role("button", name="Change felt", exact=True).click()
    dialog.get_by_label("Cards at CONFIRM from").fill("2,500")
    expect(dialog.get_by_role("row", name="Cards at CONFIRM from")).to_contain_text("$2,500.00")
    signed(page, server, "Change")
    expect(item(page, "felt")).to_contain_text("$2,500.00")

    page.get_by_role("button", name=f"Change {TABLE}").click()
    dialog.get_by_label("The system shuffles and deals").check()
    signed(page, server, "Change")
    expect(item(page, TABLE)).to_contain_text("The system shuffles and deals")
    context.close()
    setup = record_of(server)
    table = next(one for one in setup["tables"] if one["table"] == TABLE)
    assert (table["cards"], table["cut_card"]) == ("digital", 234)
    felt = next(one for one in setup["progressives"] if one["name"] == "felt")
    assert felt["levels"][0]["cards_from"] == 2_500_00


def test_the_set_up_page_is_read_on_a_phone_and_a_regulator_changes_nothing(
    browser: Browser, server: Server
) -> None:
    context = context_for(browser, PHONE)
    page = context.new_page()
    page.goto(f"{server.base}/setup")
    sign_in(page, server, "Rita")

    expect(page.get_by_text("You can read everything here, but change nothing.")).to_be_visible()
    expect(page.get_by_role("button", name="Add a table")).to_have_count(0)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    context.close()
