"""Rounds dealt in a real browser against a real server."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.consoles import Console
from tests.browser.servers import Server, Somebody, Wanted, shoe_with
from upcard.cards import Card, Deck
from upcard.catalogue_games import game
from upcard.money import Loses


@pytest.fixture
def at(browser: Browser, server: Server) -> Iterator[dict[str, Console]]:
    """Consoles by table, closed at the end."""
    made: dict[str, Console] = {}
    yield made
    for console in made.values():
        console.close()


def prepared(server: Server, table: str, dealer: str, deck: Deck, wanted: Wanted) -> None:
    """A fresh shoe that begins as wanted, and no round on the table."""
    with Somebody(server, dealer) as somebody:
        shoe_with(somebody, table, deck, wanted)


def test_a_bahama_round_with_seven_spots_and_every_wager(
    browser: Browser, server: Server, at: dict[str, Console]
) -> None:
    prepared(server, "bahama-1", "Dana", Deck.PONTOON, lambda order: order[7].rank == "6")
    console = at["bahama-1"] = Console(browser, server, "bahama-1", "Dana")
    titles = [one["title"] for one in console.frame()["offers"] if one["kind"] != "insurance"]
    assert len(titles) == 4
    before = console.frame()["meters"][0]["levels"][0]["display"]
    for spot in range(1, 8):
        for title in titles:
            console.bet(spot, "Main" if title.startswith("Main") else title)
    console.says("START GAME")
    console.press("Enter")
    # The latched progressive wagers have fed the meter once; lifting them starts the deal.
    frame = console.until(lambda frame: frame["next"]["key"] == "lift", "lifting")
    assert frame["meters"][0]["levels"][0]["display"] == before + 7 * 2500 * 24 // 100
    console.press("Enter")
    frame = console.until(lambda frame: len(frame["view"]["dealer_cards"]) == 2, "the deal")
    assert frame["view"]["dealer_cards"][1] == "??"
    frame = console.play_out("s")
    assert all(spot["hands"][0]["act"] for spot in frame["view"]["spots"])
    console.says("END GAME")
    expect(console.page.get_by_text(re.compile(r"^(PAY|TAKE) \$")).first).to_be_visible()
    console.press("Enter")
    console.until(lambda frame: frame["next"]["key"] == "start-game", "the next round")


def test_insurance_is_asked_for_taken_and_settled(
    browser: Browser, server: Server, at: dict[str, Console]
) -> None:
    def ace_and_ten(order: Sequence[Card]) -> bool:
        return order[1].rank == "A" and order[3].points == 10 and 2 <= order[0].points <= 8

    prepared(server, "bonanza-1", "Doris", Deck.STANDARD, ace_and_ten)
    console = at["bonanza-1"] = Console(browser, server, "bonanza-1", "Doris")
    console.bet(1, "Main")
    console.press("Enter")
    console.until(lambda frame: frame["view"]["stage"] == "insuring", "insurance")
    expect(console.page.get_by_text("Insurance? Press the spots")).to_be_visible()
    console.step("1")
    frame = console.until(
        lambda frame: any(w["name"] == "insurance" for w in frame["view"]["spots"][0]["wagers"]),
        "the insurance wager",
    )
    console.step("Enter")
    frame = console.play_out()
    insurance = next(w for w in frame["view"]["spots"][0]["wagers"] if w["name"] == "insurance")
    (paid,) = [one for one in frame["view"]["movements"] if one["wager"] == "insurance"]
    assert (paid["pay"], paid["leave"]) == (2 * insurance["amount"], insurance["amount"])
    expect(console.page.get_by_text("Insurance Pays").first).to_be_visible()
    console.step("Enter")


def test_a_split_a_double_and_a_redouble(
    browser: Browser, server: Server, at: dict[str, Console]
) -> None:
    def pair(order: Sequence[Card]) -> bool:
        # A low pair, and low cards to come: the first hand can be doubled twice.
        low = all(1 < order[place].points <= 6 for place in (0, 4, 5))
        return order[0].rank == order[2].rank and 2 <= order[1].points <= 8 and low

    prepared(server, "bahama-1", "Dana", Deck.PONTOON, pair)
    console = at["bahama-1"] = Console(browser, server, "bahama-1", "Dana")
    console.bet(1, "Main")
    console.press("Enter")
    console.until(lambda frame: frame["next"]["key"] == "decide", "the first decision")
    console.step("p")
    frame = console.until(lambda frame: len(frame["view"]["spots"][0]["hands"]) == 2, "two hands")
    console.step("d")
    frame = console.until(
        lambda frame: frame["view"]["spots"][0]["hands"][0]["doubles"] == 1, "a doubled hand"
    )
    assert frame["view"]["decisions"]["double"] is None
    console.step("d")
    console.until(
        lambda frame: frame["view"]["spots"][0]["hands"][0]["stake"] == 4 * 2500, "four times"
    )
    console.play_out("s")
    console.step("Enter")


def test_a_doubled_hand_is_rescued(
    browser: Browser, server: Server, at: dict[str, Console]
) -> None:
    def eleven(order: Sequence[Card]) -> bool:
        # Eleven without an ace, and a card to come that leaves something to decide.
        hand = order[0].points + order[2].points
        low = order[0].points > 1 < order[2].points and 2 <= order[4].points <= 7
        return hand == 11 and low and order[1].points in (7, 8)

    prepared(server, "bahama-1", "Dana", Deck.PONTOON, eleven)
    console = at["bahama-1"] = Console(browser, server, "bahama-1", "Dana")
    console.bet(1, "Main")
    console.press("Enter")
    console.until(lambda frame: frame["next"]["key"] == "decide", "the first decision")
    console.step("d")
    console.step("u")
    frame = console.play_out()
    assert frame["view"]["spots"][0]["hands"][0]["border"] == "RESCUED"
    assert frame["view"]["spots"][0]["net"] == -2500
    expect(console.page.get_by_text("RESCUED").first).to_be_visible()
    console.step("Enter")


def test_a_bonanza_winner_is_announced(
    browser: Browser, server: Server, at: dict[str, Console]
) -> None:
    bonanza = game("bonanza").offers["bonanza"]

    def wins(order: Sequence[Card]) -> bool:
        verdict = bonanza.verdict((order[0], order[2], order[1], order[3]))
        return not isinstance(verdict.pay, Loses) and order[1].points in (7, 8)

    prepared(server, "bonanza-1", "Doris", Deck.STANDARD, wins)
    console = at["bonanza-1"] = Console(browser, server, "bonanza-1", "Doris")
    title = bonanza.title
    console.bet(1, "Main")
    console.bet(1, title)
    console.press("Enter")
    console.until(lambda frame: frame["next"]["key"] == "lift", "lifting")
    console.press("Enter")
    expect(console.page.get_by_text(re.compile("Winner")).first).to_be_visible()
    # The list says what the display says, though a lifted stake makes the net nothing.
    banner = console.page.locator("p.banner").inner_text()
    expect(console.page.locator(".context .movement")).to_contain_text(banner.split()[-1])
    console.play_out()
    console.step("Enter")


def test_a_key_that_is_not_allowed_says_why(
    browser: Browser, server: Server, at: dict[str, Console]
) -> None:
    console = at["bonanza-1"] = Console(browser, server, "bonanza-1", "Doris")
    console.until(lambda frame: frame["next"]["key"] == "start-game", "a fresh round")
    console.press("Enter")

    expect(console.next_key()).to_have_attribute("aria-disabled", "true")
    reason = console.next_key().locator("small")
    expect(reason).not_to_be_empty()
    live = console.page.locator("[aria-live=polite]").first
    expect(live).to_contain_text(reason.inner_text())
