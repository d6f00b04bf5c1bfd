"""A jackpot is a moment on every screen, then gone by itself; a free table calls for wagers."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Browser, Page, expect

from tests.browser.consoles import PHONE, WAIT_MS, Console, context_for
from tests.browser.servers import Server, Somebody, shoe_with
from tests.browser.test_jackpots import dollars, minor
from tests.browser.test_screens import link_to
from upcard.cards import Deck

MOMENT_MS: Final = 20_000
FREE_MS: Final = 20_000
READ_FROM_AFAR_PX: Final = 25
"""The least letter on a television of 1920 by 1080 that is read from ten metres."""
ON_THE_FELT: Final = (".hand .total", ".amount", ".dealer .total", ".prompt", ".meters dd")

SIZES: Final = """(names) => names.map((name) => {
  const sizeOf = (one) => parseFloat(getComputedStyle(one).fontSize);
  const found = [...document.querySelectorAll(name)].map(sizeOf);
  return found.length ? Math.min(...found) : 0;
})"""


TOP: Final = "document.elementFromPoint(innerWidth / 2, 8).textContent"
"""What is seen at the upper edge: a room without real money says so."""


def screens(browser: Browser, server: Server) -> list[Page]:
    """The jackpot's display, the table's, a player's telephone and another player's."""
    pages = []
    places = (("/jackpot/blazing", None), ("/table/bounty-1", None), ("/table/bounty-1/3", PHONE))
    for start, size in places:
        page = context_for(browser, size or {"width": 1920, "height": 1080}).new_page()
        page.clock.install()
        page.goto(link_to(server, start))
        expect(page.locator("h1")).to_be_visible(timeout=WAIT_MS)
        pages.append(page)
    return pages


def paid_jackpot(console: Console, server: Server) -> int:
    """Spot 3 wins from the meter, and a supervisor swipes; what it was."""
    console.play_out()
    console.step("Enter")
    with Somebody(server, "Sam") as sam:
        wager = console.frame()["view"]["awards"][0]["wager"]
        for act in ("ConfirmWin", "SwipeAward"):
            sam.order({"kind": act, "table": console.table, "spot": 3, "wager": wager})
    frame = console.until(lambda frame: frame["next"]["key"] == "end-game", "the award paid")
    amount: int = frame["view"]["awards"][0]["amount"]
    return amount


def test_a_jackpot_is_a_moment_on_every_screen(browser: Browser, server: Server) -> None:
    with Somebody(server, "Dario") as dario:
        shoe_with(dario, "bounty-1", Deck.STANDARD, minor)
    console = Console(browser, server, "bounty-1", "Dario")
    title = next(one["title"] for one in console.frame()["offers"] if one["kind"] == "progressive")
    pages = screens(browser, server)
    table = pages[1]
    table.clock.fast_forward(FREE_MS + 1000)
    expect(table.locator(".attract")).to_contain_text("King's Bounty")
    console.bet(3, "Main")
    expect(table.locator(".attract")).to_have_count(0)
    console.bet(3, title)
    console.step("Enter")
    console.step("Enter")
    console.until(lambda frame: bool(frame["view"]["awards"]), "an award")
    expect(table.locator(".dealer .total")).to_be_visible(timeout=WAIT_MS)
    assert min(table.evaluate(SIZES, list(ON_THE_FELT))) >= READ_FROM_AFAR_PX
    won = paid_jackpot(console, server)
    for page in pages:
        expect(page.locator(".moment")).to_contain_text(dollars(won), timeout=WAIT_MS)
        assert "DEMONSTRATION" in page.evaluate(
            "document.elementFromPoint(innerWidth / 2, 8).textContent"
        )
        page.clock.fast_forward(MOMENT_MS)
        expect(page.locator(".moment")).to_have_count(0)
        page.context.close()
    console.step("Enter")
    console.close()
