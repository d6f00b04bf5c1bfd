"""Pages in another language: the switch, whole rounds, a layout that holds both ways."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.consoles import DESKTOP, PHONE, Console, context_for
from tests.browser.layouts import SCROLLS, flaws, touching_labels
from tests.browser.servers import Server, Somebody, shoe_with
from tests.browser.solos import key, sit
from tests.browser.test_layout import (
    SIZES,
    TABLE,
    resized,
    seven_ordinary_hands,
    wagers_on_seven_spots,
)
from tests.browser.test_screens import link_to
from upcard.cards import Deck

SPANISH: Final = "es"
TRIAL: Final = "en-XB"
"""English words from right to left, to try the layout."""
KEPT: Final = "localStorage.setItem('upcard.settings', JSON.stringify({language: '%s'}))"
DIRECTIONS: Final = """() => [document.body, document.querySelector(".felt")].map(
  (one) => getComputedStyle(one).direction)"""
"""Which way the page and the felt are written."""
DESK_SIZES: Final = ("1366x768", "1024x768", "phone")


def speaking(browser: Browser, language: str) -> BrowserContext:
    """A browser whose owner chose *language* before."""
    context = context_for(browser)
    context.add_init_script(KEPT % language)
    return context


def sign_in_somehow(page: Page, server: Server, name: str) -> None:
    """Sign in whatever the form's words are."""
    me = server.badges[name]
    form = page.locator("form:has(input[type=password])").first
    form.locator("input").first.fill(me["badge"])
    form.locator("input[type=password]").fill(me["pin"])
    form.locator("button").last.click()


class SpanishConsole(Console):
    """A dealer whose console is in another language."""

    def __init__(
        self, browser: Browser, server: Server, table: str, dealer: str, language: str = SPANISH
    ) -> None:
        self.server, self.table, self.dealer = server, table, dealer
        self.context = speaking(browser, language)
        self.page = self.context.new_page()
        self.page.goto(f"{server.base}/dealer/{table}")
        sign_in_somehow(self.page, server, dealer)
        expect(self.next_key()).to_be_visible()


def test_the_switch_on_the_start_page_changes_every_word_and_is_kept(
    browser: Browser, server: Server
) -> None:
    context = context_for(browser)
    page = context.new_page()
    page.goto(server.base)
    expect(page.get_by_role("link", name="Play now")).to_be_visible()
    page.get_by_label("Language").select_option(SPANISH)

    expect(page.get_by_role("link", name="Jugar ahora")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == SPANISH
    # What the server says of a game is Spanish, too; its name is not.
    expect(page.get_by_text("No side bets, few surprises.")).to_have_count(0)
    expect(page.get_by_text("Sin apuestas adicionales").first).to_be_visible()
    page.goto(f"{server.base}/desk")
    expect(page.get_by_text("Esta página es para el personal.")).to_be_visible()
    page.get_by_label("Idioma").select_option("en")
    expect(page.get_by_text("This page is for staff.")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "en"
    context.close()


def test_a_link_fixes_the_language_of_a_display_and_a_first_visit_follows_the_browser(
    browser: Browser, server: Server
) -> None:
    context = context_for(browser, locale="es-MX")
    page = context.new_page()
    page.goto(server.base)
    expect(page.get_by_role("link", name="Jugar ahora")).to_be_visible()
    page.goto(f"{server.base}/?lang=en")
    expect(page.get_by_role("link", name="Play now")).to_be_visible()
    context.close()


def test_the_switch_in_the_settings_of_the_solo_table_and_a_whole_round_in_spanish(
    browser: Browser, server: Server
) -> None:
    context = context_for(browser)
    sit(context, server)
    page = context.new_page()
    page.goto(f"{server.base}/solo")
    key(page, "Settings").click()
    page.get_by_label("Language").select_option(SPANISH)

    page.get_by_role("button", name=re.compile("^Casilla 1, Principal")).click()
    key(page, "Repartir").click()
    expect(key(page, "Plantarse")).to_be_visible()
    expect(page.locator("[aria-live]").filter(has_text="Casilla 1 tiene")).not_to_have_count(0)
    key(page, "Plantarse").click()
    expect(page.get_by_text(re.compile("^(Gana|Pierde|Igual)")).first).to_be_visible()
    assert flaws(page) == []
    context.close()


def test_a_dealer_deals_a_whole_round_in_spanish_and_nothing_is_clipped(
    browser: Browser, server: Server
) -> None:
    assert rounds_flaws(browser, server, SPANISH) == {}


def test_a_console_from_right_to_left_covers_and_clips_nothing(
    browser: Browser, server: Server
) -> None:
    assert rounds_flaws(browser, server, TRIAL) == {}


def rounds_flaws(browser: Browser, server: Server, language: str) -> dict[str, list[str]]:
    """What is wrong on the console in a round with seven spots and four wagers each."""
    with Somebody(server, "Dana") as dana:
        shoe_with(dana, TABLE, Deck.PONTOON, seven_ordinary_hands)
        wagers_on_seven_spots(dana)
    console = SpanishConsole(browser, server, TABLE, "Dana", language)
    page = console.page
    wrong: dict[str, list[str]] = {}

    def look(stage: str) -> None:
        for size in DESK_SIZES:
            resized(page, size)
            wrong[f"{stage}, {size}"] = [*flaws(page), *touching_labels(page)]
        resized(page, "1366x768")

    console.says("INICIAR JUEGO" if language == SPANISH else "START GAME")
    look("wagers")
    console.step("Enter")
    console.until(lambda frame: frame["next"]["key"] == "lift", "lifting")
    look("lifting")
    page.keyboard.press("Enter")
    console.until(lambda frame: frame["next"]["key"] == "decide", "a decision")
    ways = page.evaluate(DIRECTIONS)
    look("a hand")
    console.play_out()
    look("the end")
    console.step("Enter")
    console.close()
    # The felt is a real table: its spots lie as they do there, in every language.
    assert ways == ["ltr" if language == SPANISH else "rtl", "ltr"]
    return {where: what for where, what in wrong.items() if what}


@pytest.mark.parametrize("language", [SPANISH, TRIAL])
def test_the_desk_fits_in_another_language(
    browser: Browser, busy_desk: Server, language: str
) -> None:
    context = speaking(browser, language)
    page = context.new_page()
    page.goto(f"{busy_desk.base}/desk")
    sign_in_somehow(page, busy_desk, "Eve")
    expect(page.get_by_role("tab").first).to_be_visible()
    wrong = {}
    for tab in page.get_by_role("tab").all():
        tab.click()
        for size in DESK_SIZES:
            resized(page, size)
            wrong[f"{tab.inner_text()}, {size}"] = [*flaws(page), *page.evaluate(SCROLLS)]
    context.close()

    assert {where: what for where, what in wrong.items() if what} == {}


@pytest.mark.parametrize("language", [SPANISH, TRIAL])
@pytest.mark.parametrize("path", ["/", "/setup", "/rules", "/recall", "/lab", "/solo"])
def test_a_page_fits_in_another_language(
    browser: Browser, server: Server, path: str, language: str
) -> None:
    context = speaking(browser, language)
    page = context.new_page()
    page.goto(f"{server.base}{path}")
    page.wait_for_load_state("networkidle")
    wrong = {}
    for size in DESK_SIZES:
        resized(page, size)
        wrong[size] = flaws(page)
    assert page.evaluate("document.documentElement.lang") == language
    context.close()

    assert SIZES["phone"] == PHONE
    assert SIZES["1366x768"] == DESKTOP
    assert {where: what for where, what in wrong.items() if what} == {}


def looked_at(pages: dict[str, Page], stage: str) -> dict[str, list[str]]:
    """What is wrong on each page now, size by size."""
    wrong = {}
    for name, page in pages.items():
        for size in DESK_SIZES:
            resized(page, size)
            wrong[f"{name}, {stage}, {size}"] = [*flaws(page), *page.evaluate(SCROLLS)]
        resized(page, DESK_SIZES[0])
    return {where: what for where, what in wrong.items() if what}


def test_every_drill_fits_in_spanish(browser: Browser, server: Server) -> None:
    context = speaking(browser, SPANISH)
    page = context.new_page()
    page.goto(f"{server.base}/drills")
    sign_in_somehow(page, server, "Dilek")
    start = page.get_by_role("button", name="Empezar", exact=True)
    start.wait_for()
    wrong = looked_at({"drills": page}, "start")
    for number in range(page.get_by_role("radio").count()):
        page.get_by_role("radio").nth(number).check()
        start.click()
        start.wait_for(state="detached")
        wrong |= looked_at({"drills": page}, f"drill {number + 1}")
        page.reload()
        start.wait_for()
    context.close()

    assert wrong == {}


def press(dealer: Somebody, kind: str, **fields: object) -> None:
    """A key of the console, without a page."""
    dealer.order({"kind": "Operate", "table": TABLE, "command": {"kind": kind, **fields}})


def played_until(dealer: Somebody, wanted: str) -> None:
    """Every wager lifted, every hand stood on, until the big key says *wanted*."""
    while (key := dealer.frame(TABLE)["next"])["key"] != wanted:
        match key["key"]:
            case "start-game":
                press(dealer, "StartGame")
            case "lift":
                for target in key["targets"]:
                    press(dealer, "LiftWager", **target)
            case "decide":
                press(dealer, "Choose", decision="stand")
            case _:
                press(dealer, "PressDeal")


def test_screens_for_players_fit_in_spanish(browser: Browser, server: Server) -> None:
    context = speaking(browser, SPANISH)
    starts = (f"/table/{TABLE}", f"/table/{TABLE}/3", "/jackpot/blazing")
    pages = {start: context.new_page() for start in starts}
    with Somebody(server, "Dana") as dana:
        shoe_with(dana, TABLE, Deck.PONTOON, seven_ordinary_hands)
        for start, page in pages.items():
            page.goto(link_to(server, start))
            page.locator(".screen").wait_for()
        wrong = looked_at(pages, "nobody plays")
        wagers_on_seven_spots(dana)
        played_until(dana, "decide")
        seats = {start: page for start, page in pages.items() if start.startswith("/table")}
        for page in seats.values():
            page.locator(".hand .total").first.wait_for()
        wrong |= looked_at(seats, "a hand")
        played_until(dana, "end-game")
        for page in seats.values():
            page.locator(".hand .outcome").first.wait_for()
        wrong |= looked_at(seats, "the end")
        wrong |= {start: found for start, page in seats.items() if (found := seen_labels(page))}
        press(dana, "EndGame")
    context.close()

    assert wrong == {}


def seen_labels(page: Page) -> list[str]:
    """Labels on a felt that lie over one another, where the page has a felt."""
    return touching_labels(page) if page.locator(".felt").count() else []


def test_a_solo_round_fits_in_spanish(browser: Browser, server: Server) -> None:
    context = speaking(browser, SPANISH)
    sit(context, server)
    page = context.new_page()
    page.goto(f"{server.base}/solo")
    page.get_by_role("button", name=re.compile("^Casilla 1, Principal")).click()
    wrong = looked_at({"solo": page}, "a wager")
    key(page, "Repartir").click()
    key(page, "Plantarse").wait_for()
    wrong |= looked_at({"solo": page}, "a hand")
    key(page, "Plantarse").click()
    expect(page.get_by_text(re.compile("^(Gana|Pierde|Igual)")).first).to_be_visible()
    wrong |= looked_at({"solo": page}, "the end")
    context.close()

    assert wrong == {}
