"""The rules editor finds groups and warns of a slip; the tables of the start page open."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.consoles import context_for, sign_in
from tests.browser.servers import Server


def test_the_rules_editor_finds_a_group_by_its_name_and_warns_of_a_pay_that_no_game_has(
    browser: Browser, server: Server
) -> None:
    context = context_for(browser)
    page = context.new_page()
    page.goto(f"{server.base}/rules")
    sign_in(page, server, "Tom")
    page.get_by_label("Game").select_option("kings-bounty")
    expect(page.get_by_text("WSGC approval of King's Bounty")).to_be_visible()
    page.get_by_label("Search").fill("packs of side wagers")
    expect(page.get_by_role("heading", name="Packs of side wagers")).to_be_visible()
    page.get_by_label("Search").fill("wager: king's bounty two kings")
    pay = page.get_by_role("textbox", name="Two kings", exact=True)
    pay.fill("999999:1")
    warning = page.get_by_text("999999:1 is more than any approved game pays for one chip")
    expect(warning.first).to_be_visible()
    expect(page.get_by_text("These rules can be played.")).to_be_visible()
    expect(page.get_by_role("button", name="Approve")).not_to_have_attribute(
        "aria-disabled", "true"
    )
    page.get_by_role("button", name=re.compile("Two kings$")).click()
    expect(warning).to_have_count(0)
    context.close()


@pytest.mark.parametrize("somebody", ["", "Rita"])
def test_a_table_of_the_start_page_opens_for_guests_of_a_demonstration_and_for_staff(
    browser: Browser, server: Server, somebody: str
) -> None:
    context = context_for(browser)
    page = context.new_page()
    page.goto(server.base)
    if somebody:
        sign_in(page, server, somebody)
    page.get_by_role("link", name="Watch bahama-1", exact=True).click()
    expect(page.get_by_role("heading", name="Bahama Bonus Blackjack")).to_be_visible()
    expect(page.get_by_role("region", name="Spot 1")).to_be_visible()
    context.close()
