"""A jackpot from the hand button to the reseeded meter: dealer, desk and display."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.consoles import WAIT_MS, Console, context_for, sign_in
from tests.browser.servers import Server, Somebody, shoe_with
from tests.browser.test_screens import link_to
from upcard.cards import Card, Deck

WIN_SHOWN_S = 30
"""Within which a display shows what was won (operations 14)."""


def minor(order: Sequence[Card]) -> bool:
    """Spot 1, alone at the table, has three sevens of one colour and two suits."""
    sevens = (order[0], order[2], order[1])
    colours, suits = {card.is_red for card in sevens}, {card.suit for card in sevens}
    return all(card.rank == "7" for card in sevens) and len(colours) == 1 and len(suits) == 2


def dollars(cents: int) -> re.Pattern[str]:
    return re.compile(re.escape(f"{cents / 100:,.2f}"))


def level_named(console: Console, name: str) -> int:
    levels = console.frame()["meters"][0]["levels"]
    display: int = next(one["display"] for one in levels if one["name"] == name)
    return display


def signed(desk: Page, server: Server, action: str) -> None:
    """Sam presses a key of the desk and signs: amount, spot, hand and badge are in the dialog."""
    desk.get_by_role("button", name=action).first.click()
    dialog, me = desk.get_by_role("dialog"), server.badges["Sam"]
    expect(dialog).to_contain_text("bounty-1 spot 1: Three 7s same colour")
    expect(dialog).to_contain_text("Needs Supervisor's badge")
    dialog.get_by_label("Badge").fill(me["badge"])
    dialog.get_by_label("PIN").fill(me["pin"])
    dialog.get_by_role("button", name=action).click()
    expect(dialog).to_be_hidden()


@pytest.fixture
def desk(browser: Browser, server: Server) -> Page:
    """A supervisor at the jackpot desk, in a browser of their own."""
    context = context_for(browser)
    page = context.new_page()
    page.goto(f"{server.base}/desk")
    sign_in(page, server, "Sam")
    return page


def test_a_claim_is_confirmed_at_the_desk_while_the_display_says_pending(
    browser: Browser, server: Server, desk: Page
) -> None:
    with Somebody(server, "Dario") as dario:
        shoe_with(dario, "bounty-1", Deck.STANDARD, minor)
    console = Console(browser, server, "bounty-1", "Dario")
    context = context_for(browser)
    display = context.new_page()
    display.goto(link_to(server, "/jackpot/blazing"))
    title = next(one["title"] for one in console.frame()["offers"] if one["kind"] == "progressive")
    console.bet(1, "Main")
    console.bet(1, title)
    console.step("Enter")
    won = level_named(console, "Minor")
    expect(display.get_by_text(dollars(won)).first).to_be_visible(timeout=WAIT_MS)
    console.step("Enter")  # Lifting starts the deal.
    console.until(lambda frame: bool(frame["view"]["awards"]), "an award")
    frame = console.play_out()
    assert frame["next"]["key"] == "claim"
    console.step("Enter")
    # Locked at the claim: the display says PENDING and goes on from the seed.
    expect(display.get_by_text("PENDING", exact=True).first).to_be_visible(timeout=WAIT_MS)
    seed = level_named(console, "Minor")
    assert seed < won
    console.says("CONFIRM")
    console.press("Enter")
    shown = console.page.get_by_role("dialog")
    for text in (
        dollars(won),
        "Spot 1",
        "Three 7s same colour",
        "supervisor's or executive's badge",
    ):
        expect(shown).to_contain_text(text)
    console.press("Escape")
    expect(desk.get_by_text(dollars(won)).first).to_be_visible(timeout=WAIT_MS)
    expect(desk.get_by_text("The meter changed at the claim: the amount is fixed.")).to_be_visible()
    signed(desk, server, "CONFIRM")
    console.says("SWIPE")
    signed(desk, server, "SWIPE and pay")
    confirmed = time.monotonic()
    expect(display.locator(".winner")).to_contain_text(dollars(won), timeout=WAIT_MS)
    assert time.monotonic() - confirmed < WIN_SHOWN_S
    expect(display.get_by_text("PENDING", exact=True)).to_have_count(0, timeout=WAIT_MS)
    expect(display.get_by_text(dollars(seed)).first).to_be_visible(timeout=WAIT_MS)
    frame = console.until(lambda frame: frame["next"]["key"] == "end-game", "the award paid")
    (award,) = frame["view"]["awards"]
    assert (award["amount"], award["state"]) == (won, "confirmed")
    said = f"Win page {award['page']} pays ${won / 100:,.2f}".removesuffix(".00")
    expect(console.page.locator(".award .act")).to_contain_text(said)
    console.step("Enter")
    slip = desk.request.get(f"{server.base}/api/slips/{award['page']}.pdf")
    assert slip.ok, slip.text()
    assert slip.body().startswith(b"%PDF")
    console.close()
    context.close()
    desk.context.close()


def test_the_desk_is_not_for_everybody(server: Server) -> None:
    answer = httpx.get(f"{server.base}/api/desk", timeout=60)
    assert answer.status_code == 401
    with Somebody(server, "Dana") as dana:
        assert dana.http.get("/api/desk").status_code == 403
