"""The fair shuffle in a real browser: the cut on a player's screen, the QR page, a lost seed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.consoles import (
    PHONE,
    Console,
    context_for,
    sign_in,
    violations,
)
from tests.browser.servers import Server, Somebody, cut_alone, new_shoe
from tests.browser.test_screens import link_to

TABLE = "bahama-1"
NO_CRYPTO = "Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })"
"""What a browser gives a page that comes by http from another machine."""


@pytest.fixture
def pages(browser: Browser) -> Iterator[list[Page]]:
    """Pages that are closed at the end."""
    made: list[Page] = []
    yield made
    for page in made:
        page.context.close()


def screen(browser: Browser, server: Server, pages: list[Page], start: str, **more: Any) -> Page:
    """A screen of the table."""
    page = context_for(browser, **more).new_page()
    pages.append(page)
    page.goto(link_to(server, start))
    return page


def telephone(browser: Browser, pages: list[Page], address: str) -> Page:
    """A player's own telephone, without WebCrypto."""
    page = context_for(browser, PHONE).new_page()
    page.add_init_script(NO_CRYPTO)
    pages.append(page)
    page.goto(address)
    return page


def test_a_player_cuts_on_a_screen_and_checks_the_shoe_on_a_telephone(
    browser: Browser, server: Server, pages: list[Page]
) -> None:
    console = Console(browser, server, TABLE, "Dana")
    pages.append(console.page)
    with Somebody(server, "Dana") as dana:
        new_shoe(dana, TABLE)
    player = screen(browser, server, pages, f"/table/{TABLE}/3")
    table = screen(browser, server, pages, f"/table/{TABLE}#")
    seal = console.frame()["shoe"]["commitment"]
    first = " ".join(re.findall("....", seal)[:4])
    for page in (player, table):
        expect(page.get_by_text(first).first).to_be_visible()
    # The QR code leads a telephone to the page of the shoe before the cut: it remembers the seal.
    address = player.locator("a.code").get_attribute("href") or ""
    phone = telephone(browser, pages, address)
    expect(phone.get_by_text("before the cut", exact=False).first).to_be_visible()
    cut_on(player, table, console)
    play_a_round(console)
    with Somebody(server, "Dana") as dana:
        new_shoe(dana, TABLE)
    phone.reload()
    expect(phone.locator("p.seal")).to_have_text(
        re.compile(r"Verified: \d+ cards came in the fixed order")
    )
    expect(phone.get_by_text("This is the seal that this phone saw")).to_be_visible()
    expect(phone.get_by_text("113 tulip")).to_be_visible()
    phone.get_by_label("Did you photograph the seal").fill(first)
    expect(phone.get_by_text("That matches the start of this seal.")).to_be_visible()
    phone.get_by_label("Did you photograph the seal").fill("dead beef dead beef")
    expect(phone.get_by_text("That does not match this seal")).to_be_visible()
    assert not re.search(r"\d{4}-\d\d-\d\dT", phone.inner_text("main")), "a time for programs"
    assert violations(phone) == []
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for tamper, says in TAMPERED.items():
        fails_when(phone, tamper, says)
    with Somebody(server, "Dana") as dana:
        cut_alone(dana, TABLE)


def other_seed(record: dict[str, Any]) -> None:
    record["seed"] = "00" * 32


def other_card(record: dict[str, Any]) -> None:
    record["dealt"][0] = next(card for card in record["dealt"] if card != record["dealt"][0])


def other_word(record: dict[str, Any]) -> None:
    record["parts"][0]["cut"] = "113 rose"


def other_seal(record: dict[str, Any]) -> None:
    record["commitment"] = "ab" * 32


TAMPERED = {
    other_seed: "The seed does not match its commitment.",
    other_card: "Card 1 was dealt as",
    other_word: "does not match its seal",
    other_seal: "This is NOT the seal that this phone saw",
}


def fails_when(phone: Page, tamper: Callable[[dict[str, Any]], None], says: str) -> None:
    """A record that was tampered with on its way, or by the server, fails in the browser."""

    def changed(route: Route) -> None:
        record = route.fetch().json()
        tamper(record)
        route.fulfill(json=record)

    phone.route("**/api/shoes/**", changed)
    phone.reload()
    expect(phone.get_by_text(says, exact=False).first).to_be_visible()
    expect(phone.locator("p.seal")).to_contain_text("NOT in the fixed order")
    phone.unroute("**/api/shoes/**")


def cut_on(player: Page, table: Page, console: Console) -> None:
    """Spot 3 seals a word, survives a reload, and opens it when the dealer closes the cut."""
    player.get_by_label("Position, 1 to").fill("900")
    player.get_by_label("Your word").fill("tulip")
    player.get_by_role("button", name="CUT", exact=True).click()
    assert console.frame()["shoe"]["parts"] == []
    player.get_by_label("Position, 1 to").fill("113")
    player.get_by_role("button", name="CUT", exact=True).click()
    expect(player.get_by_text("Your word is sealed", exact=True)).to_be_visible()
    expect(table.get_by_text("sealed", exact=True)).to_be_visible()
    assert "tulip" not in json.dumps(console.frame())
    assert violations(player) == []
    player.reload()
    expect(player.get_by_text("Your word is sealed", exact=True)).to_be_visible()
    console.says("CUT")
    console.press("Enter")
    console.page.get_by_role("button", name="CLOSE THE CUT").click()
    # Now the word is on every screen, and the dealer reads it aloud before anything is dealt.
    for page in (table, console.page):
        expect(page.get_by_text("113 tulip")).to_be_visible()
    expect(table.get_by_text("you may object now", exact=False)).to_be_visible()
    console.says("CONFIRM CUT")
    console.press("Enter")
    console.says("START GAME")


def play_a_round(console: Console) -> None:
    """One round on spot 1."""
    console.bet(1, "Main")
    console.step("Enter")
    console.play_out()
    console.step("Enter")


def test_a_dealer_without_screens_cuts_by_keyboard_and_every_screen_says_so(
    browser: Browser, server: Server, pages: list[Page]
) -> None:
    console = Console(browser, server, "bonanza-1", "Doris")
    pages.append(console.page)
    table = screen(browser, server, pages, "/table/bonanza-1#")
    with Somebody(server, "Doris") as doris:
        new_shoe(doris, "bonanza-1")
    console.says("CUT")
    console.press("Enter")
    expect(console.page.get_by_label("Word")).to_be_focused()
    console.press("Enter")  # No word yet: nothing is sent.
    assert console.frame()["shoe"]["parts"] == []
    console.page.keyboard.type("rose")
    console.press("Enter")
    expect(console.page.get_by_role("button", name="CLOSE THE CUT")).to_be_focused()
    console.press("Enter")
    console.says("CONFIRM CUT")
    expect(table.get_by_text("CUT BY THE DEALER", exact=False)).to_be_visible()
    expect(console.page.get_by_text("CUT BY THE DEALER", exact=False)).to_be_visible()
    assert violations(console.page) == []
    console.press("Enter")
    console.says("DEAL")


def test_a_lost_seed_stops_the_table_on_every_screen_and_a_supervisor_voids_the_shoe(
    browser: Browser, server: Server, pages: list[Page]
) -> None:
    console = Console(browser, server, "bounty-1", "Dario")
    pages.append(console.page)
    table = screen(browser, server, pages, "/table/bounty-1#")
    desk = context_for(browser).new_page()
    pages.append(desk)
    desk.goto(f"{server.base}/desk")
    sign_in(desk, server, "Sam")
    number = console.frame()["shoe"]["number"]
    Path(server.folder / "seeds" / f"bounty-1-{number}.seed").unlink()
    console.bet(2, "Main")
    console.press("Enter")
    console.says("VOID SHOE")
    stopped = re.compile("This table has stopped: the seed of shoe")
    expect(table.get_by_text(stopped).first).to_be_visible()
    expect(desk.get_by_text(stopped).first).to_be_visible()
    console.press(
        "Escape", "h", "s"
    )  # Wrong keys change nothing; the wager goes back to its player.
    assert console.step("Backspace")["next"]["key"] == "void-shoe"
    console.press("Enter")
    expect(console.page.get_by_role("heading", name="Void this shoe")).to_be_visible()
    console.press("1")
    sam = server.badges["Sam"]
    console.page.get_by_label("Badge").fill(sam["badge"])
    console.page.get_by_label("PIN").fill(sam["pin"])
    console.page.get_by_role("button", name="VOID THE SHOE").click()
    console.says("CUT")
    expect(table.get_by_text(stopped)).to_have_count(0)
    expect(desk.get_by_text(f"Shoe {number} of bounty-1 was voided", exact=False)).to_be_visible()
    with Somebody(server, "Dario") as dario:
        cut_alone(dario, "bounty-1")
    console.says("START GAME")
