"""Signing in: a wrong PIN says how long to wait, and a badge reader needs no mouse."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.consoles import context_for, sign_in
from tests.browser.servers import Server

WRONG_PINS = 5
"""Three cost no waiting, the fourth a second, the fifth two."""


def test_a_wrong_pin_says_how_long_to_wait_and_that_nothing_else_is_affected(
    browser: Browser, server: Server
) -> None:
    context = context_for(browser)
    page = context.new_page()
    page.goto(f"{server.base}/recall")
    said = page.locator(".refusal")
    for wrong in range(WRONG_PINS):
        page.get_by_label("Badge").fill("X4711")  # An unknown badge sounds the same.
        page.get_by_label("PIN").fill("000000")
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.get_by_role("button", name="Sign in").click()
        expect(said).to_contain_text("Nothing else is affected: only this badge waits")
        if wrong < 3:
            expect(said).to_contain_text("badge or PIN is wrong: try again")
    expect(said).to_contain_text(re.compile(r"wait \d+ s, then try again"))
    expect(said.locator(".wait")).to_have_text(re.compile(r"You can try again in \d+ s\."))
    expect(said.locator(".wait")).to_have_count(0)
    sign_in(page, server, "Rita")  # Another badge does not wait.
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    context.close()


@pytest.mark.parametrize("focus", ["nowhere", "badge", "pin"])
@pytest.mark.parametrize("path", ["/desk", "/"])
def test_a_badge_that_types_like_a_keyboard_signs_in_without_the_mouse(
    browser: Browser, server: Server, path: str, focus: str
) -> None:
    me = server.badges["Sam"]
    context = context_for(browser)
    page = context.new_page()
    page.goto(f"{server.base}{path}")
    expect(page.get_by_label("PIN")).to_be_visible()
    if focus != "nowhere":
        page.get_by_label("Badge" if focus == "badge" else "PIN").focus()
    else:
        page.evaluate("document.activeElement?.blur()")
    page.keyboard.type(me["badge"])  # As fast as a reader.
    page.keyboard.press("Enter")
    expect(page.get_by_label("Badge")).to_have_value(me["badge"])
    expect(page.get_by_label("PIN")).to_be_focused()
    expect(page.get_by_label("PIN")).to_have_value("")
    page.keyboard.type(me["pin"], delay=80)  # As fast as a person.
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    context.close()
