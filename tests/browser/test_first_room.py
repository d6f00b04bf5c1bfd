"""A room from nothing, in the browser: its name and people, a table, and the first round."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.consoles import PHONE, WAIT_MS, Console, context_for, sign_in, violations
from tests.browser.servers import Server, serve
from tests.browser.test_setup import item, signed

PEOPLE = {
    "Eve": ("executive", "exec-1", "482913"),
    "Ed": ("executive", "exec-2", "591827"),
    "Tom": ("technician", "tech-1", "604815"),
    "Sue": ("supervisor", "sup-1", "715926"),
    "Dan": ("dealer", "deal-1", "826037"),
}


@pytest.fixture
def nothing(tmp_path: Path) -> Iterator[Server]:
    """A server without a room."""
    server = serve(tmp_path / "room", demo=False, set_up=True)
    server.badges = {name: {"badge": badge, "pin": pin} for name, (_, badge, pin) in PEOPLE.items()}
    yield server
    server.stop(signal.SIGKILL)


def link_of(server: Server) -> str:
    """The link that the server's terminal shows."""
    assert server.process.stdout is not None
    lines = iter(server.process.stdout.readline, "}\n")
    told = json.loads("".join(lines) + "}")
    assert told["room"] is False
    return str(told["set_up"])


def fill_in(page: Page) -> None:
    """The form, as a house with five people fills it in."""
    page.get_by_label("Name of the room").fill("Harbour Cards")
    page.get_by_label("Licensed premises").fill("12 Harbour Street")
    for number, (name, (role, badge, pin)) in enumerate(PEOPLE.items(), start=1):
        row = page.get_by_role("group", name=f"Person {number}")
        row.get_by_label("Role").select_option(role)
        row.get_by_label("Name").fill(name)
        row.get_by_label("Badge").fill(badge)
        row.get_by_label("PIN", exact=True).fill(pin)
        row.get_by_label("PIN again").fill(pin)


def test_a_room_is_set_up_from_nothing_and_deals_its_first_round(
    browser: Browser, nothing: Server
) -> None:
    context = context_for(browser)
    page = context.new_page()
    page.goto(nothing.base)
    expect(page.get_by_text("This server has no room yet")).to_be_visible()
    page.goto(link_of(nothing))
    fill_in(page)
    assert violations(page) == []

    eve = page.get_by_role("group", name="Person 1")
    eve.get_by_label("PIN again").fill("111111")
    page.get_by_role("button", name="Create the room").click()
    expect(page.get_by_role("alert")).to_contain_text("The two PINs of Eve differ")
    for field in ("PIN", "PIN again"):
        eve.get_by_label(field, exact=True).fill("111111")
    page.get_by_role("button", name="Create the room").click()
    expect(page.get_by_role("alert")).to_contain_text("Eve: this PIN cannot be used")
    assert nothing.room()["is_to_be_set_up"], "a refused form made a room"
    for field in ("PIN", "PIN again"):
        eve.get_by_label(field, exact=True).fill(PEOPLE["Eve"][2])
    page.get_by_role("button", name="Create the room").click()
    expect(page.get_by_role("heading", name="Harbour Cards is ready.")).to_be_visible(
        timeout=WAIT_MS
    )
    assert violations(page) == []

    page.get_by_role("link", name="Sign in and add tables").click()
    sign_in(page, nothing, "Tom")
    page.get_by_role("button", name="Add a table").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name of the table").fill("bj-1")
    dialog.get_by_label("Game").select_option("blackjack")
    signed(page, nothing, "Add a table")
    expect(item(page, "bj-1")).to_contain_text("The system shuffles and deals")
    context.close()

    console = Console(browser, nothing, "bj-1", "Dan")
    console.says("OPEN TABLE")
    console.next_key().click()
    opening = console.page.get_by_role("dialog")
    opening.get_by_label("Badge (swipe or type)").fill(PEOPLE["Sue"][1])
    opening.get_by_label("PIN", exact=True).fill(PEOPLE["Sue"][2])
    opening.get_by_role("button", name="OPEN TABLE").click()
    console.says("SHUFFLE")
    console.close()
    room = nothing.room()
    assert (room["name"], room["kind"]) == ("Harbour Cards", "live")
    assert [table["is_open"] for table in room["tables"]] == [True]


def test_a_link_without_its_code_or_after_its_use_says_what_to_do(
    browser: Browser, nothing: Server
) -> None:
    context = context_for(browser, PHONE)
    page = context.new_page()
    link = link_of(nothing)
    page.goto(link.partition("#")[0])
    expect(page.get_by_text("The terminal where it was started shows a link")).to_be_visible()
    page.goto("about:blank")
    page.goto(f"{link[:-3]}xyz")
    fill_in(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_role("button", name="Create the room").click()
    expect(page.get_by_role("alert")).to_contain_text("copy the whole line")
    assert not (nothing.folder / "room.sqlite").exists()
    context.close()
