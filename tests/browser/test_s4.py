"""Bonanza Blackjack on the running page: keys, banners, borders and icons as S4 has them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.consoles import Console, context_for, sign_in
from tests.browser.servers import Server, Somebody, shoe_with
from tests.browser.test_screens import link_to
from upcard.cards import Card, Deck

TABLE = "bonanza-1"


def twenty_against_blackjack(order: Sequence[Card]) -> bool:
    """Spot 3 alone has a 20 of two ranks; the dealer an ace up and a ten below it."""
    first, up, second, hole = order[:4]
    tens = first.points == second.points == 10 and first.rank != second.rank
    return tens and up.rank == "A" and hole.points == 10


def breaks_with_a_ten(order: Sequence[Card]) -> bool:
    """Spots 3 and 5 against a seven: spot 3 has no natural, spot 5 a 12 to 16, and a ten comes."""
    three, five, up, three_2, five_2, _, hit = order[:7]
    no_ace = all(card.rank != "A" for card in (three, five, three_2, five_2))
    breaks = 12 <= five.points + five_2.points <= 16 and hit.points == 10
    return up.rank == "7" and no_ace and breaks


@pytest.fixture
def display(browser: Browser, server: Server) -> Page:
    """The screen of spot 3."""
    page = context_for(browser).new_page()
    page.goto(link_to(server, f"/table/{TABLE}/3"))
    return page


def test_deal_starts_the_round_ends_the_bonus_round_takes_insurance_and_returns_to_the_start(
    browser: Browser, server: Server, display: Page
) -> None:
    with Somebody(server, "Doris") as doris:
        shoe_with(doris, TABLE, Deck.STANDARD, twenty_against_blackjack)
    console = Console(browser, server, TABLE, "Doris")
    console.says("DEAL")
    expect(console.page.get_by_text("place a main wager first")).to_be_visible()
    console.bet(3, "Main")
    sensor = console.page.locator(".area.placed").first
    expect(sensor).to_be_visible()
    console.bet(3, "Bonanza")
    circle = console.page.locator(".area.bonus.placed")
    look = "(one) => [getComputedStyle(one).borderTopColor, getComputedStyle(one).borderRadius]"
    assert circle.evaluate(look) == ["rgb(240, 96, 77)", "50%"], "the red circle"
    console.step("Enter")
    console.says("LIFT")
    expect(display.get_by_role("img", name="Bonanza: you are in")).to_be_visible()
    box = display.get_by_role("img", name="Bonanza: you are in").bounding_box()
    assert box is not None
    assert box["x"] < 60
    assert box["y"] < 110
    console.step("Enter")
    expect(display.get_by_text("Bonanza Winner $")).to_be_visible()
    console.says("DEAL")
    console.step("Enter")
    console.until(lambda frame: bool(frame["insurance"]), "insurance")
    expect(display.get_by_text("Insurance?", exact=False).first).to_be_visible()
    console.press("3")
    console.until(
        lambda frame: any(
            one["name"] == "insurance" for one in frame["view"]["spots"][0]["wagers"]
        ),
        "insurance placed",
    )
    console.says("DEAL")
    console.step("Enter")
    expect(display.locator(".banner")).to_contain_text("Bonanza Winner $")
    expect(display.locator(".banner")).to_contain_text("Insurance Pays")
    console.says("DEAL")
    console.step("Enter")
    console.until(lambda frame: frame["next"]["key"] == "start-game", "the next round")
    console.close()
    display.context.close()


def test_a_surrender_is_completed_with_deal_and_a_bust_is_taken_at_once(
    browser: Browser, server: Server, display: Page
) -> None:
    with Somebody(server, "Doris") as doris:
        shoe_with(doris, TABLE, Deck.STANDARD, breaks_with_a_ten)
    console = Console(browser, server, TABLE, "Doris")
    for spot in (3, 5):
        console.bet(spot, "Main")
    console.step("Enter")
    console.until(lambda frame: frame["next"]["key"] == "decide", "a decision")
    before = console.frame()["version"]
    console.page.get_by_role("button", name="SURRENDER", exact=True).click()
    console.says("DEAL")
    said = "Spot 3: remove the bet, then DEAL to complete the surrender"
    expect(console.next_key()).to_contain_text(said)
    assert console.frame()["version"] == before
    frame = console.step("Enter")
    active = [h["title"] for s in frame["view"]["spots"] for h in s["hands"] if h["is_active"]]
    assert active == ["Spot 5"]
    shown = display.locator(".hand.given")
    expect(shown).to_contain_text("SURRENDERED")
    border = shown.locator(".ring").evaluate(
        "(one) => [getComputedStyle(one).borderTopStyle, getComputedStyle(one).borderTopColor]"
    )
    assert border == ["dotted", "rgb(255, 255, 255)"]
    expect(shown.locator(".cards .place")).to_have_count(2)
    frame = console.step("h")
    spot = next(one for one in frame["view"]["spots"] if one["spot"] == 5)
    assert (spot["hands"][0]["border"], spot["hands"][0]["act"]) == ("BUST", "TAKE $25")
    console.play_out()
    console.step("Enter")
    console.close()
    display.context.close()


def test_surrender_is_turned_off_and_on_in_the_rules_editor(
    browser: Browser, server: Server
) -> None:
    context = context_for(browser)
    page = context.new_page()
    page.goto(f"{server.base}/rules")
    sign_in(page, server, "Tom")
    page.get_by_label("Game").select_option("bonanza")
    expect(page.get_by_text("S4, Bonanza Blackjack on the Digital Card System")).to_be_visible()
    page.get_by_label("Search").fill("late surrender")
    switch = page.get_by_role("radiogroup", name="Surrender")
    expect(switch.get_by_role("radio", name="On")).to_be_checked()
    switch.get_by_text("Off").click()
    expect(page.get_by_text("These rules can be played.")).to_be_visible()
    expect(page.get_by_text("1 setting changed")).to_be_visible()
    switch.get_by_text("On", exact=True).click()
    expect(page.get_by_text("Nothing changed.")).to_be_visible()
    context.close()


def test_the_round_goes_from_the_dealers_left_and_every_view_shows_it_there(
    browser: Browser, server: Server
) -> None:
    console = Console(browser, server, TABLE, "Doris")
    context = context_for(browser)
    players = context.new_page()
    players.goto(link_to(server, f"/table/{TABLE}"))
    expect(players.get_by_role("region", name="Spot 1")).to_be_visible()
    across = []
    for page in (console.page, players):
        boxes = [page.get_by_role("region", name=f"Spot {n}").bounding_box() for n in (1, 7)]
        across.append([box["x"] for box in boxes if box])
    dealers, theirs = across
    # The dealer looks across the table: what is left for one is right for the players.
    assert dealers[0] < dealers[1]
    assert theirs[0] > theirs[1]
    expect(players.get_by_text("maximum of four games")).to_be_visible()
    expect(console.page.get_by_text("maximum of four games")).to_be_visible()
    console.close()
    context.close()
