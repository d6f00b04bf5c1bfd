"""Wagers on a card that is seen, and cards dealt for a wager alone: the console and solo."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.consoles import Console, context_for, violations
from tests.browser.layouts import flaws, touching_labels
from tests.browser.solos import key, main_wager
from tests.browser.test_layout import resized
from tests.browser.test_read_cards import cards_of, scan
from tests.web.houses import House, house_in, running
from upcard.catalogue import CATALOGUE
from upcard.catalogue_games import game
from upcard.money import Cents
from upcard.room.orders import ApproveRules, Order, Signature, Wish
from upcard.room.people.roles import Role
from upcard.room.room_openings import FirstMember
from upcard.room.table_events import TableSpec
from upcard.room.table_orders import AddTable, OpenTable, ShuffleShoe
from upcard.rules.rules_files import read_rules
from upcard.solo.solos import SoloTable
from upcard.table.commands import PlaceWager
from upcard.table.games import CardSource

TABLE: Final = "late-1"
DEALER: Final = "Dana"
RULES: Final = """
extends = "blackjack"
name = "late"
title = "Blackjack with late wagers"
source = "the sheets of the wagers"
decks = [6]
games_max = 6
packs = []
library = ["bet-the-bust", "ez-bust", "super-sevens", "poker-21"]

[limits]
side_max = "50"
"""
SIZES: Final = ("1366x768", "1024x768", "phone")
SEEDS: Final = 400
LONE: Final = re.compile("^(?:(?:[2-9TJQKA]|10)[♠♥♦♣] ?){1,3}$")
"""One to three cards, as a felt prints them."""
SIDE_MAX_CHIPS: Final = 3


@dataclass(frozen=True)
class Home:
    """A room with a table that plays by a file of the house, served."""

    house: House
    base: str
    badges: dict[str, dict[str, str]]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    """The rules are approved, the table is added and opened, and its cards are read."""
    with house_in(tmp_path_factory.mktemp("late")) as house, running(house) as base:
        people = {one.name: one for one in house.people}
        spec = TableSpec(table=TABLE, rules="late", decks=6, pack=None, cards=CardSource.READ)
        executive = house.person(Role.EXECUTIVE)
        order(house, ApproveRules("late", RULES), people["Tom"], executive)
        order(house, AddTable(spec), people["Tom"], executive)
        order(house, OpenTable(TABLE, people[DEALER].badge), people["Sam"])
        order(house, ShuffleShoe(TABLE, "the room opens"), people[DEALER])
        badges = {one.name: {"badge": one.badge, "pin": one.pin} for one in house.people}
        yield Home(house, base, badges)


def order(house: House, wish: Wish, by: FirstMember, second: FirstMember | None = None) -> None:
    """An order that must be carried out."""
    signed = Signature(second.badge, second.pin) if second else None
    wanted = Order(
        id=f"set up {type(wish).__name__}",
        by=Signature(by.badge, by.pin),
        wish=wish,
        second=signed,
    )
    answer = house.room.submit(wanted)
    assert not answer.is_refused, answer.message


def fits(page: Page, stage: str) -> None:
    """Nothing is covered or clipped at any size, and axe finds nothing."""
    for size in SIZES:
        resized(page, size)
        assert [*flaws(page), *touching_labels(page)] == [], (stage, size)
    resized(page, SIZES[0])
    assert violations(page) == [], stage


def test_late_wagers_are_made_at_the_console_and_lone_cards_are_labelled(
    browser: Browser, home: Home
) -> None:
    console = Console(browser, home, TABLE, DEALER)
    page = console.page
    for spot, title in ((1, "Main"), (1, "Super Sevens"), (3, "Main"), (3, "Poker 21")):
        console.bet(spot, title)
    console.step("Enter")
    scan(console, "7s\nTc\n6d\n7d\n9c\n")
    console.until(lambda frame: frame["next"]["key"] == "face-down", "the first cards")
    frame = console.step("Enter")
    assert frame["view"]["stage"] == "wagering"
    asked = page.get_by_role("group", name="Wagers on a card that is seen")
    expect(
        page.get_by_text("Late wagers? Press the spots that make it, then DEAL.")
    ).to_be_visible()
    expect(asked.get_by_role("button")).to_have_count(4)
    made = asked.get_by_role("button", name="Spot 3").first
    expect(made).to_contain_text("Bet the Bust")
    fits(page, "asked")
    for typed, said in (
        ("seven", "seven"),
        ("60", "Bet the Bust on spot 3 is 60: the maximum is 50"),
    ):
        asked.get_by_label("Another amount").fill(typed)
        made.click()
        expect(page.locator(".refusal")).to_contain_text(said)
        expect(made).to_have_attribute("aria-pressed", "false")
    asked.get_by_label("Another amount").fill("20")
    made.click()
    expect(made).to_have_attribute("aria-pressed", "true")
    expect(made).to_contain_text("$20")
    expect(console.wager(3, "Bet the Bust")).to_have_accessible_name(re.compile("placed"))
    assert console.step("Enter")["next"]["key"] == "decide"
    while console.frame()["next"]["key"] == "decide":
        console.step("s")
    # The dealer has 6 and T, draws 9 and is bust; then spot 1 gets a third seven, and the dealer's
    # three cards are drawn on to five.
    for card in ("Th", "9h", "7c", "2c", "3c"):
        told(console, card)
    console.says("END GAME")
    for spot, title, cards in ((1, "Super Sevens", "7♣"), (3, "Poker 21", "2♣ 3♣")):
        expect(console.wager(spot, title)).to_have_accessible_name(re.compile(f"{cards}$"))
        expect(page.get_by_role("region", name=f"Spot {spot}").locator(".lone")).to_have_text(cards)
    # The hands do not have them: spot 1 still has two sevens, the dealer three cards.
    view = console.frame()["view"]
    assert [len(spot["hands"][0]["cards"]) for spot in view["spots"]] == [2, 2]
    assert len(view["dealer_cards"]) == 3
    expect(console.wager(3, "Bet the Bust")).to_have_accessible_name(re.compile("PAY .20"))
    fits(page, "over")
    console.close()


def told(console: Console, card: str) -> None:
    """A card read by its own, when the table asks for it."""
    scan(console, f"{card}\n")
    console.until(lambda frame: card in cards_of(frame), f"the {card} told")


def solo_table(house: House) -> str:
    """A solo table of that game whose first round asks for both late wagers; its id."""
    plays = game(read_rules(RULES, CATALOGUE, file="late"))
    for seed in range(SEEDS):
        table = SoloTable(plays, seed, None)
        for wager in ("main", "poker-21"):
            table.press(PlaceWager(1, wager, Cents(5_00)))
        frame, _ = table.press_next([])
        if len(frame["late"]) == 2:
            return house.site.solos.open(plays, seed, None)[0]
    raise AssertionError("no such shoe")


def test_late_wagers_are_made_and_lone_cards_labelled_at_the_solo_table(
    browser: Browser, home: Home
) -> None:
    context = context_for(browser)
    kept = {
        "id": solo_table(home.house),
        "choice": {"game": "blackjack"},
        "startedAt": 1000 * time.time(),
    }
    context.add_init_script(
        f"sessionStorage.setItem('upcard.solo', {json.dumps(json.dumps(kept))})"
    )
    page = context.new_page()
    page.goto(f"{home.base}/solo")
    main_wager(page).click()
    page.get_by_role("button", name="Spot 1, Poker 21").click()
    key(page, "Deal").click()
    expect(page.get_by_role("heading", name="A wager on what you see?")).to_be_visible()
    fits(page, "solo-asked")
    bust = key(page, "Bet the Bust")
    bust.click()
    bust = key(page, "✓ Bet the Bust")
    expect(bust).to_have_attribute("aria-pressed", "true")
    for _ in range(SIDE_MAX_CHIPS):
        bust.click()
    expect(page.locator(".refusal")).to_contain_text("Bet the Bust")
    fits(page, "solo-made")
    key(page, "Go on").click()
    key(page, "Stand").click()
    expect(key(page, "Deal again")).to_be_visible()
    lone = page.get_by_role("region", name="Spot 1").locator(".lone")
    expect(lone).to_have_text(LONE)
    fits(page, "solo-over")
    context.close()
