"""Work that used to end at the command line: faults, checklists, removals, transfers, shifts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.consoles import context_for, sign_in, violations
from tests.browser.servers import Server, Somebody
from tests.browser.test_setup import item, signed


def at(browser: Browser, server: Server, path: str, name: str) -> Page:
    """Somebody on a page of the staff."""
    page = context_for(browser).new_page()
    page.goto(f"{server.base}{path}")
    sign_in(page, server, name)
    return page


@pytest.mark.parametrize(("path", "name"), [("/dealer/bounty-2", "Dilek"), ("/setup", "Tom")])
def test_a_malfunction_is_reported_from_the_page(
    browser: Browser, server: Server, path: str, name: str
) -> None:
    page = at(browser, server, path, name)
    page.get_by_role("button", name="Report a fault").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("What does not work").fill("the rail of bounty-2")
    dialog.get_by_label("What happens").fill(f"spot 3 stays dark, says {name}")
    assert violations(page) == []
    dialog.get_by_role("button", name="Report").click()
    expect(dialog).to_be_hidden()
    page.context.close()
    desk = at(browser, server, "/desk", "Sam")
    expect(desk.get_by_text("the rail of bounty-2").first).to_be_visible()
    desk.context.close()


def test_a_progressive_is_removed_and_its_money_transferred_and_shifts_are_set(
    browser: Browser, own_server: Server
) -> None:
    with Somebody(own_server, "Sam") as sam:
        for table in [one["table"] for one in own_server.room()["tables"] if one["is_open"]]:
            sam.order({"kind": "CloseTable", "table": table})
    page = at(browser, own_server, "/setup", "Tom")
    page.get_by_role("button", name="Remove from play bahama").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Where its money goes").fill("blazing")
    signed(page, own_server, "Remove from play")
    expect(item(page, "bahama")).to_contain_text("Out of play")
    page.get_by_role("button", name="Transfer its money bahama").click()
    expect(dialog.get_by_label("To progressive")).to_have_value("blazing")
    signed(page, own_server, "Transfer its money")
    expect(page.get_by_role("button", name="Transfer its money bahama")).to_have_count(0)
    page.get_by_role("button", name="Set shifts").click()
    dialog.get_by_label("Hours, separated by commas").fill("6, fourteen")
    assert violations(page) == []
    dialog.get_by_label("Hours, separated by commas").fill("6, 14, 22")
    signed(page, own_server, "Set shifts")
    expect(page.get_by_text("Shifts begin at 6:00, 14:00, 22:00 UTC.")).to_be_visible()
    page.context.close()
