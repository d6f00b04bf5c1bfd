"""Amounts as people type them at the desk, and what they see before they sign."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    Request,
    Route,
    expect,
)

from tests.browser.consoles import context_for, violations
from tests.browser.servers import Server, Somebody
from tests.web.houses import NO_LIMITS, TABLE, Guest, House, house_in, running
from tests.web.test_desk import claimed
from upcard.amounts import FORMATS
from upcard.cards import read_cards
from upcard.jackpot import Fund
from upcard.web.server_settings import ServerSettings

SHOTS: Final = os.environ.get("UPCARD_SCREENSHOTS", "")
WAIT_MS: Final = 60_000
EVIDENCE: Final = "Evidence (report number, photo, letter)"
RAISE_MEGA: Final = {
    "kind": "AdjustMeter",
    "progressive": "blazing",
    "level": "Mega",
    "reason": "display-error",
    "direction": "raise",
    "fund": "meter",
    "amount": 1050,
    "evidence": "photo 12",
}

Badges = dict[str, dict[str, str]]


class Desk:
    """Somebody at the jackpot desk, in a browser of their own."""

    def __init__(
        self, context: BrowserContext, base: str, badges: Badges, name: str, path: str
    ) -> None:
        self.badges, self.me = badges, badges[name]
        context.set_default_timeout(WAIT_MS)
        is_new = not context.cookies()
        self.page: Page = context.new_page()
        self.sent: list[dict[str, Any]] = []
        """The orders that left the page."""
        self.page.on("request", self._note)
        self.page.goto(f"{base}{path}")
        if is_new:
            self.page.get_by_label("Badge").fill(self.me["badge"])
            self.page.get_by_label("PIN").fill(self.me["pin"])
            self.page.get_by_role("button", name="Sign in").click()

    def _note(self, request: Request) -> None:
        if request.url.endswith("/api/orders"):
            self.sent.append(json.loads(request.post_data or ""))

    @property
    def dialog(self) -> Locator:
        """What lies open."""
        return self.page.get_by_role("dialog")

    def press(self, name: str) -> None:
        """A button of the page."""
        self.page.get_by_role("button", name=name).first.click()

    def amount(self, text: str, says: str) -> None:
        """Type an amount; wait until the field says under it how it understood."""
        self.dialog.get_by_label("Amount", exact=True).fill(text)
        expect(self.dialog.locator(".amount p")).to_contain_text(says, timeout=WAIT_MS)

    def signed(self, second: str = "") -> None:
        """Your own PIN, and a second person's badge and PIN."""
        self.dialog.get_by_label("Your PIN").fill(self.me["pin"])
        if second:
            other = self.badges[second]
            group = self.dialog.get_by_role("group", name="Second person")
            group.get_by_label("Badge").fill(other["badge"])
            group.get_by_label("PIN").fill(other["pin"])

    def shows(self, row: str, *texts: str) -> None:
        """Wait until a line of what will change says *texts*."""
        found = self.dialog.get_by_role("row", name=re.compile(row, re.IGNORECASE))
        for text in texts:
            expect(found).to_contain_text(text, timeout=WAIT_MS)

    def says(self, text: str) -> None:
        """Wait until the dialog says *text*."""
        expect(self.dialog).to_contain_text(text, timeout=WAIT_MS)

    def send(self, action: str) -> None:
        """Press the key of the dialog; it closes when the order is recorded."""
        self.dialog.get_by_role("button", name=action).click()
        expect(self.dialog).to_have_count(0, timeout=WAIT_MS)

    def picture(self, name: str) -> None:
        """Nothing that axe finds wrong; a picture where somebody wants one."""
        if SHOTS:
            Path(SHOTS).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=str(Path(SHOTS) / f"{name}.png"))
        assert violations(self.page) == []


MakeDesk = Callable[[str, str], Desk]
MeterOf = Callable[[str, str], int]


@pytest.fixture(scope="module")
def contexts(browser: Browser) -> Iterator[dict[str, BrowserContext]]:
    """A browser for each person, in which they sign in once."""
    made: dict[str, BrowserContext] = {}
    yield made
    for context in made.values():
        context.close()


@pytest.fixture
def at_desk(
    browser: Browser, server: Server, contexts: dict[str, BrowserContext]
) -> Iterator[MakeDesk]:
    """Makes people at the desk."""
    made: list[Desk] = []

    def make(name: str, section: str) -> Desk:
        context = contexts.setdefault(name, context_for(browser))
        made.append(Desk(context, server.base, server.badges, name, f"/desk#{section}"))
        return made[-1]

    yield make
    for desk in made:
        desk.page.close()


@pytest.fixture(scope="module")
def meter_of(server: Server) -> Iterator[MeterOf]:
    """What a level shows, by the server."""
    with Somebody(server, "Rita") as rita:

        def display(name: str, level: str) -> int:
            found = rita.http.get("/api/desk").raise_for_status().json()["progressives"]
            levels = next(one["levels"] for one in found if one["name"] == name)
            shown: int = next(one["display"] for one in levels if one["name"] == level)
            return shown

        yield display


def dollars(cents: int) -> str:
    """An amount as the page writes it."""
    return f"${cents / 100:,.2f}"


def adjusting(desk: Desk, button: str) -> None:
    """The dialog of an adjustment, filled in but for its amount."""
    desk.press(button)
    desk.dialog.get_by_label("Documented reason").select_option("display-error")
    desk.dialog.get_by_label(EVIDENCE).fill("photo 12")
    desk.signed("Eve")


MISREAD: Final = {"10,50": "10.50", "22600,50": "22,600.50", "10.5": "10.50", "1,25": "1.25"}
"""What was typed, and what the page says to write instead."""


def test_a_comma_is_never_taken_for_thousands(at_desk: MakeDesk, meter_of: MeterOf) -> None:
    before = meter_of("bahama", "meter")
    desk = at_desk("Sam", "meters")
    adjusting(desk, "Adjust meter")
    for typed, meant in MISREAD.items():
        desk.amount(typed, f"'{typed}' is not an amount: write {meant}")
        desk.dialog.get_by_label("Your PIN").press("Enter")
        desk.dialog.get_by_role("button", name="Adjust").click(force=True)
    desk.picture("amount-not-understood")
    desk.amount("1.25", "= $1.25")

    assert desk.sent == []
    assert meter_of("bahama", "meter") == before


def test_an_adjustment_shows_before_and_after_and_does_just_that(
    at_desk: MakeDesk, meter_of: MeterOf
) -> None:
    before = meter_of("bahama", "meter")
    desk = at_desk("Sam", "meters")
    desk.press("Adjust meter")
    desk.says("dollars, like 1,250.00")
    desk.says("Fill in every field")
    desk.page.keyboard.press("Escape")
    adjusting(desk, "Adjust meter")
    desk.amount("1,250.00", "= $1,250.00")
    desk.shows("display", dollars(before), dollars(before + 125_000))
    desk.shows("raised by adjustments", "$0.00", "$1,250.00")
    desk.says("Must be signed by two people of different roles")
    desk.picture("before-after-adjust")
    desk.send("Adjust")

    assert meter_of("bahama", "meter") == before + 125_000
    assert re.fullmatch("[0-9a-f]{64}", desk.sent[0]["agreed"])


def test_two_desks_do_not_make_the_same_adjustment_twice(
    at_desk: MakeDesk, server: Server, meter_of: MeterOf
) -> None:
    before = meter_of("blazing", "Mega")
    desk = at_desk("Sam", "meters")
    adjusting(desk, "Adjust Mega")
    desk.amount("10.50", "= $10.50")
    desk.shows("display", dollars(before), dollars(before + 1050))

    ann = server.badges["Ann"]
    with Somebody(server, "Eve") as eve:

        def other_desk() -> None:
            eve.order(RAISE_MEGA, second={"badge": ann["badge"], "pin": ann["pin"]})

        def behind_the_other_desk(route: Route) -> None:
            other_desk()
            route.continue_()

        desk.page.route("**/api/orders", behind_the_other_desk, times=1)
        desk.dialog.get_by_role("button", name="Adjust").click()
        desk.says("the amounts have changed since you looked: read the new ones, then sign again")
        desk.shows("display", dollars(before + 1050), dollars(before + 2100))
        desk.picture("before-after-out-of-date")
        assert meter_of("blazing", "Mega") == before + 1050
        # The page follows the room while somebody reads.
        other_desk()
        desk.shows("display", dollars(before + 2100), dollars(before + 3150))
    desk.send("Adjust")

    assert meter_of("blazing", "Mega") == before + 3150


def test_a_bank_balance_is_shown_beside_what_is_owed(at_desk: MakeDesk) -> None:
    desk = at_desk("Ann", "bank")
    desk.press("Record balance")
    desk.amount("22600,50", "'22600,50' is not an amount: write 22,600.50")
    desk.amount("1.00", "= $1.00")
    desk.shows("account is", "SHORT: progressive wagers stop")
    desk.shows("owed to players", "$")
    desk.picture("before-after-bank-short")
    desk.amount("90,000.00", "= $90,000.00")
    desk.shows("account is", "enough")
    desk.signed()
    desk.picture("before-after-bank")
    desk.send("Record balance")
    expect(desk.page.get_by_text("$90,000.00").first).to_be_visible(timeout=WAIT_MS)

    assert [one["wish"] for one in desk.sent] == [{"kind": "RecordBank", "balance": 9_000_000}]


@pytest.fixture
def lucky(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A house in which spot 3 wins the whole Bahama meter."""
    monkeypatch.setattr(
        "upcard.room.fairness.table_shoes.shuffled_shoe",
        lambda *_: (*read_cards("7h 7h 7h 7h"), *read_cards("9c 8d 5s Kh") * 70),
    )
    with house_in(tmp_path) as house:
        yield house


def badges_of(house: House) -> Badges:
    """Everybody's badge and PIN, by name."""
    return {one.name: {"badge": one.badge, "pin": one.pin} for one in house.people}


def test_a_swipe_shows_the_award_the_funds_and_the_badge_it_takes(
    browser: Browser, lucky: House
) -> None:
    badges = badges_of(lucky)
    level = lucky.room.state.jackpots.progressives["bahama"].levels["meter"]
    won, reserve = dollars(level.display + 120), dollars(25)  # 24% and 5% of the wager of $5.
    with running(lucky) as origin, Guest(origin) as dealer:
        claimed(dealer.sign_in(lucky.dealer_of(TABLE)))
        # At the console, a dealer's page: the award and the display, and nothing of the funds.
        desk = Desk(context_for(browser), origin, badges, "Eve", "/desk#claims")
        desk.press("CONFIRM")
        desk.dialog.get_by_label("Badge").fill(desk.me["badge"])
        desk.dialog.get_by_label("PIN").fill(desk.me["pin"])
        desk.send("CONFIRM")
        console = Desk(context_for(browser), origin, badges, "Dana", f"/dealer/{TABLE}")
        console.press("SWIPE")
        console.says(f"Award to pay {won}")
        console.shows("display", won, dollars(level.display + 25))
        console.says("Must be signed by an executive.")
        expect(console.dialog).not_to_contain_text("Reserve", timeout=WAIT_MS)
        console.picture("before-after-console")
        # At the desk, every fund.
        desk.press("SWIPE and pay")
        desk.says(f"Award to pay {won}")
        desk.shows("paid", "$0.00", won)
        desk.shows("reserve", reserve, "$0.00")
        desk.dialog.get_by_label("Badge").fill(desk.me["badge"])
        desk.dialog.get_by_label("PIN").fill(desk.me["pin"])
        desk.picture("before-after-swipe")
        desk.send("SWIPE and pay")
        for page in (console.page, desk.page):
            page.context.close()

    after = lucky.room.state.jackpots.progressives["bahama"].levels["meter"]
    assert dollars(after.balances[Fund.PAID]) == won


def test_a_voided_round_shows_the_wagers_to_give_back(browser: Browser, lucky: House) -> None:
    badges = badges_of(lucky)
    with running(lucky) as origin, Guest(origin) as dealer:
        dealer.sign_in(lucky.dealer_of(TABLE))
        for spot in (1, 2):
            assert dealer.press(
                TABLE, "PlaceWager", spot=spot, wager="main", amount=2500
            ).is_success
        console = Desk(context_for(browser), origin, badges, "Dana", f"/dealer/{TABLE}")
        expect(console.page.locator("button.key.huge")).to_be_visible(timeout=WAIT_MS)
        console.page.keyboard.press("v")
        console.says("Wagers to give back $50.00")
        console.page.keyboard.press("1")
        console.dialog.get_by_label("Badge").fill(badges["Sam"]["badge"])
        console.dialog.get_by_label("PIN").fill(badges["Sam"]["pin"])
        console.picture("before-after-void")
        console.send("VOID THE ROUND")
        console.page.context.close()

    assert lucky.room.state.tables[TABLE].round is None


def test_a_room_of_another_locale_types_and_reads_amounts_with_a_comma(
    browser: Browser, tmp_path: Path
) -> None:
    settings = ServerSettings(limits=NO_LIMITS, amounts=FORMATS["de-DE"])
    with house_in(tmp_path, settings) as house, running(house) as origin:
        desk = Desk(context_for(browser), origin, badges_of(house), "Ann", "/desk#bank")
        expect(desk.page.get_by_text("$22.500,00").first).to_be_visible(timeout=WAIT_MS)
        desk.press("Record balance")
        desk.says("dollars, like 1.250,00")
        desk.amount("22,600.50", "'22,600.50' is not an amount: write 22.600,50")
        desk.amount("22600,50", "= $22.600,50")
        desk.shows("^prize account", "$22.600,50")
        desk.signed()
        desk.picture("before-after-german")
        desk.send("Record balance")
        desk.page.context.close()

    assert house.room.state.funds.bank is not None
    assert house.room.state.funds.bank.balance == 2_260_050


def test_an_amount_of_the_rules_is_typed_like_any_other(browser: Browser, server: Server) -> None:
    context = context_for(browser)
    page = context.new_page()
    page.goto(f"{server.base}/lab#blackjack")
    field = page.locator(".field", has_text="The largest main wager.")
    page.get_by_label("Search").fill("largest main wager", timeout=WAIT_MS)
    amount = field.get_by_role("textbox")
    expect(amount).to_have_value("10,000.00", timeout=WAIT_MS)
    amount.fill("1200,50")
    expect(field).to_contain_text("'1200,50' is not an amount: write 1,200.50", timeout=WAIT_MS)
    run = page.locator(".bar button.key")
    expect(run).to_have_attribute("aria-disabled", "true", timeout=WAIT_MS)
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / "amount-rules.png"))
    with page.expect_request(lambda request: request.url.endswith("/check")) as asked:
        amount.fill("1,234.50")
    assert json.loads(asked.value.post_data or "")["settings"] == {"limits.main_max": "1234.50"}
    expect(field).to_contain_text("= $1,234.50", timeout=WAIT_MS)
    expect(run).not_to_have_attribute("aria-disabled", "true", timeout=WAIT_MS)
    field.get_by_role("button").click()
    expect(amount).to_have_value("10,000.00", timeout=WAIT_MS)
    context.close()
