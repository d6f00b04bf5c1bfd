"""Devices on the desk: enrolled by two people who type their badges, the key shown once."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from tests.browser.consoles import context_for, sign_in, violations
from tests.browser.servers import Server


def test_two_people_enrol_and_revoke_a_device_at_the_desk(browser: Browser, server: Server) -> None:
    context = context_for(browser)
    page = context.new_page()
    page.goto(f"{server.base}/desk#devices")
    sign_in(page, server, "Sam")
    page.get_by_role("tab", name="Devices").click()
    expect(page.get_by_text("No devices are enrolled.")).to_be_visible()
    people = [server.badges[name] for name in ("Tom", "Eve")]

    def signed(action: str) -> None:
        dialog = page.get_by_role("dialog")
        for place, one in enumerate(people):
            dialog.get_by_label("Badge").nth(place).fill(one["badge"])
            dialog.get_by_label("PIN").nth(place).fill(one["pin"])
        dialog.get_by_role("button", name=action).click()

    page.get_by_role("button", name="Enrol a device").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("rail-1")
    dialog.get_by_label("Table").select_option("bahama-1")
    dialog.get_by_label("Rail").check()
    assert violations(page) == []
    signed("Enrol a device")
    key = page.get_by_role("dialog").locator("code")
    expect(key).to_have_text(re.compile(r"^[0-9a-f]{64}$"))
    page.get_by_role("button", name="I have it").click()
    row = page.get_by_role("row", name=re.compile("rail-1"))
    expect(row).to_contain_text("Not connected yet")
    expect(page.get_by_text(re.compile("[0-9a-f]{64}"))).to_have_count(0)
    assert violations(page) == []

    row.get_by_role("button", name="Revoke").click()
    page.get_by_role("dialog").get_by_label("Reason").fill("worn out")
    signed("Revoke")
    expect(page.get_by_text("No devices are enrolled.")).to_be_visible()
    context.close()
