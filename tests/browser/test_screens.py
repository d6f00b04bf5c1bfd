"""Screens that lose their server, two dealers on one meter, the keyboard alone, a telephone."""

from __future__ import annotations

import re
import signal
from collections.abc import Sequence

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.consoles import PHONE, WAIT_MS, Console, context_for
from tests.browser.servers import Server, Somebody, serve, shoe_with
from upcard.cards import Card, Deck


def link_to(server: Server, start: str) -> str:
    """The demonstration room's link to a screen."""
    links = server.room()["demo"]["links"]
    path: str = next(one["path"] for one in links if one["path"].startswith(start))
    return server.base + path


def undecided(order: Sequence[Card]) -> bool:
    """A spot alone at the table has a low hand, and the dealer no natural."""
    low = all(2 <= order[place].points <= 6 for place in (0, 2))
    return low and order[1].points in (7, 8)


def test_a_killed_server_comes_back_and_every_page_shows_the_same_hand(
    browser: Browser, own_server: Server
) -> None:
    server = own_server
    with Somebody(server, "Dana") as dana:
        shoe_with(dana, "bahama-1", Deck.PONTOON, undecided)
    console = Console(browser, server, "bahama-1", "Dana")
    context = context_for(browser)
    display = context.new_page()
    display.goto(link_to(server, "/table/bahama-1"))
    console.bet(1, "Main")
    console.press("Enter")
    frame = console.until(lambda frame: frame["next"]["key"] == "decide", "the first decision")
    cards = frame["view"]["spots"][0]["hands"][0]["cards"]
    before = display.get_by_role("region", name="Spot 1").inner_text()
    server.stop(signal.SIGKILL)
    offline = re.compile("Offline|offline")
    expect(console.page.get_by_text(offline).first).to_be_visible(timeout=WAIT_MS)
    again = serve(server.folder, server.port, demo=False)
    try:
        expect(console.page.get_by_text(offline)).to_have_count(0, timeout=WAIT_MS)
        # Sessions ended with the process: the dealer signs in again, the hand is where it was.
        with Somebody(again, "Dana") as me:
            hand = me.frame("bahama-1")["view"]["spots"][0]["hands"][0]
        assert hand["cards"] == cards
        expect(display.get_by_role("region", name="Spot 1")).to_have_text(
            re.compile(re.escape(before.split()[0])), timeout=WAIT_MS
        )
    finally:
        console.close()
        context.close()
        again.stop()


@pytest.mark.parametrize("start", ["/table/bounty-2", "/jackpot/blazing"])
def test_a_screen_whose_link_is_opened_elsewhere_says_so_and_waits(
    start: str, browser: Browser, server: Server
) -> None:
    # A context for each: a browser opens six connections to one server at most.
    contexts = [context_for(browser) for _ in range(5)]
    pages = [context.new_page() for context in contexts]
    try:
        for page in pages:
            page.goto(link_to(server, start))
            expect(page.locator("h1")).to_be_visible(timeout=WAIT_MS)
        expect(pages[0].get_by_text("open on too many other screens")).to_be_visible(
            timeout=WAIT_MS
        )
        for page in pages[1:]:
            expect(page.get_by_text("too many other screens")).to_have_count(0)
    finally:
        for context in contexts:
            context.close()


def test_two_dealers_on_linked_tables_feed_one_meter(browser: Browser, server: Server) -> None:
    first = Console(browser, server, "bounty-1", "Dario")
    second = Console(browser, server, "bounty-2", "Dilek")
    context = context_for(browser)
    jackpot = context.new_page()
    jackpot.goto(link_to(server, "/jackpot/blazing"))
    title = next(one["title"] for one in first.frame()["offers"] if one["kind"] == "progressive")
    meters = [level["display"] for level in first.frame()["meters"][0]["levels"]]
    for console in (first, second):
        console.bet(2, "Main")
        console.bet(2, title)
        console.press("Enter")
        console.until(lambda frame: frame["next"]["key"] != "start-game", "START GAME")
    now = [level["display"] for level in second.frame()["meters"][0]["levels"]]
    assert [after - before for before, after in zip(meters, now, strict=True)] == [400] * 3
    mega = f"{now[0] / 100:,.2f}"
    expect(jackpot.get_by_text(re.compile(re.escape(mega))).first).to_be_visible(timeout=WAIT_MS)
    for console in (first, second):
        console.play_out()
        console.step("Enter")
        console.close()
    context.close()


def test_a_round_by_numeric_keypad_alone(browser: Browser, server: Server) -> None:
    console = Console(browser, server, "bonanza-1", "Doris")
    console.until(lambda frame: frame["next"]["key"] in ("start-game", "shuffle"), "betting")
    for spot in ("1", "3", "7"):
        console.press(spot)
        console.step("+")
    assert [one["spot"] for one in console.frame()["view"]["spots"]] == [1, 3, 7]
    console.press("Backspace")
    console.until(lambda frame: len(frame["view"]["spots"]) == 2, "the last wager taken back")
    console.step("Enter")
    console.play_out("2")
    console.step("0")
    console.until(lambda frame: frame["next"]["key"] == "start-game", "the next round")
    console.close()


def test_a_player_reads_the_table_on_a_telephone(browser: Browser, server: Server) -> None:
    console = Console(browser, server, "bonanza-1", "Doris")
    context = context_for(browser, PHONE)
    phone = context.new_page()
    phone.goto(link_to(server, "/table/bonanza-1/3"))
    console.press("3")
    console.step("+")
    expect(phone.get_by_text(re.compile(r"\$25")).first).to_be_visible(timeout=WAIT_MS)
    wide = phone.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["width"], "the page is wider than the telephone"
    console.press("c")
    console.until(lambda frame: not frame["view"]["spots"], "wagers cleared")
    console.close()
    context.close()


FITS = """() => {
  const lowest = [...document.querySelectorAll('main > *, aside > *')]
    .map((part) => Math.round(part.getBoundingClientRect().bottom - innerHeight));
  return Math.max(...lowest);
}"""
"""By how many pixels the lowest part of the page is below the screen's edge."""


LONG_WORDS = """() => document.querySelectorAll('aside li.placed small')
  .forEach((small) => (small.textContent = 'Two of a kind, both suited, pay 25 to 1'))"""
"""Let every wager come to something that takes many words to say."""


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (1280, 720), (1920, 1080)])
def test_a_player_s_own_screen_shows_everything_without_a_wheel(
    width: int, height: int, browser: Browser, server: Server
) -> None:
    console = Console(browser, server, "bahama-1", "Dana")
    with Somebody(server, "Dana") as dana:
        shoe_with(dana, "bahama-1", Deck.PONTOON, undecided)
    context = context_for(browser, {"width": width, "height": height})
    screen = context.new_page()
    screen.goto(link_to(server, "/table/bahama-1/3"))
    for title in ("Main", "Match-Up", "Bahama Bonus Progressive"):
        console.bet(3, title)
    expect(screen.get_by_text("Seal of shoe")).to_be_visible()
    assert screen.evaluate(FITS) <= 0
    assert console.play_out()["next"]["key"] == "end-game"
    expect(screen.get_by_text("This round")).to_be_visible()
    assert screen.evaluate(FITS) <= 0
    screen.evaluate(LONG_WORDS)
    assert screen.evaluate(FITS) <= 0
    console.step("Enter")
    console.close()
    context.close()
