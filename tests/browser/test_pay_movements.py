"""A dealer's script of 46 rounds: the chips the console shows are those the ledger has."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.consoles import context_for
from tests.browser.pay_ledgers import Journal, Shown, amounts, cents
from tests.browser.pay_shoes import a_pair_to_move, four_of_a_kind, three_sevens
from tests.browser.servers import Wanted, cut_for
from tests.web.houses import Guest, House, Record, house_in, running, until
from upcard.catalogue import CATALOGUE
from upcard.catalogue_games import game
from upcard.jackpot import AwardLock
from upcard.money import Cents
from upcard.room.demo import TABLES_TO_OPEN
from upcard.room.money_events import Link
from upcard.room.money_orders import OpenProgressive
from upcard.room.orders import Order, Signature, Wish
from upcard.room.people.roles import Role
from upcard.room.procedures.progressive_settings import usual_parameters
from upcard.room.room_openings import FirstMember
from upcard.room.table_events import TableSpec
from upcard.room.table_orders import AddTable, OpenTable

WAIT_MS = 60_000
ALL_SPOTS = range(1, 8)
BAHAMA, BLAZING, TRILUX = "bahama-progressive", "blazing-7s-upcard", "trilux-progressive"
MORE_TABLES = {
    "rack-1": ("bahama-rack-card", None, BAHAMA),
    "s17-1": ("bahama-wsgc-s17", "trilux", None),
    "bounty-3": ("kings-bounty", TRILUX, TRILUX),
    "bahamas-1": ("bahamas", None, None),
    "bahamas-2": ("bahamas-s17", None, None),
    "blackjack-1": ("blackjack", None, None),
    "spanish-1": ("spanish-21", None, None),
    "spanish-2": ("spanish-21-redouble", None, None),
    "spanish-3": ("spanish-21-s17", None, None),
    "fun-1": ("super-fun-21", None, None),
    "pontoon-1": ("pontoon", None, None),
}
"""Beside the demonstration's own, so that every game of the catalogue is dealt: rules, pack, and
the wager that is put on a progressive of the table's own."""


@dataclass
class Script:
    """The people of the room, one console in a browser, and what was compared so far."""

    house: House
    journal: Journal
    page: Page
    guests: dict[str, Guest]
    rng: random.Random = field(default_factory=lambda: random.Random(30))
    done: Counter[str] = field(default_factory=Counter)
    games: set[str] = field(default_factory=set)
    table: str = ""

    # ---- driving the table, over the wire

    def person(self, role: Role) -> FirstMember:
        """The one of that role."""
        return self.house.person(role)

    def go_to(self, table: str) -> None:
        """Have the console of another table on the page."""
        self.table = table
        self.page.goto(f"{self.guests['Sam'].origin}/dealer/{table}")

    @property
    def dealer(self) -> Guest:
        """Who deals at the table."""
        return self.guests[self.house.dealer_of(self.table).name]

    def frame(self) -> Record:
        """The table as its dealer is told."""
        frame: Record = self.dealer.get(f"/api/tables/{self.table}")
        return frame

    def press(self, kind: str, **fields: Any) -> None:
        """A key that must be taken."""
        answer = self.dealer.press(self.table, kind, **fields)
        assert answer.status_code == 200, answer.text

    def shuffle(self, wanted: Wanted | None = None) -> None:
        """A new shoe, cut so that it begins as *wanted*: the seed is the room's own."""
        sam = self.person(Role.SUPERVISOR)
        is_there = self.house.room.state.tables[self.table].shoe is not None
        kind = "AbandonShoe" if is_there else "ShuffleShoe"
        wish = {"kind": kind, "table": self.table, "reason": "script"}
        signed = {"by": {"badge": sam.badge, "pin": sam.pin}} if is_there else {}
        assert self.dealer.order(wish, **signed).status_code == 200
        shoe = self.house.room.state.tables[self.table].shoe
        assert shoe is not None
        folder, cut = self.house.room.folder, "17 tulip"
        if wanted:
            cut = cut_for(folder, self.table, shoe.number, shoe.deck, shoe.decks, wanted)
        for wish in (
            {"kind": "CutShoe", "table": self.table, "cut": cut},
            {"kind": "CloseCut", "table": self.table},
            {"kind": "ConfirmCut", "table": self.table},
        ):
            assert self.dealer.order(wish).status_code == 200

    def wager(self, spots: Sequence[int], sides: float) -> None:
        """Main wagers, and side wagers as the table takes them: some of them are refused."""
        frame = self.frame()
        for spot in spots:
            for offer in frame["offers"]:
                is_main = offer["name"] == "main"
                if is_main or self.rng.random() < sides:
                    amount = 2500 if is_main else max(offer["minimum"], 100)
                    self.dealer.press(
                        self.table, "PlaceWager", spot=spot, wager=offer["name"], amount=amount
                    )

    def play(self, *, until_key: str = "end-game") -> Record:
        """Go on at random until the big key says *until_key*, or an award is to be claimed."""
        while (frame := self.frame())["next"]["key"] not in (until_key, "claim", "end-game"):
            match frame["next"]["key"]:
                case "start-game":
                    self.press("StartGame")
                case "lift":
                    for target in frame["next"]["targets"]:
                        self.press("LiftWager", **target)
                case "decide":
                    legal = [key for key, why in frame["view"]["decisions"].items() if why is None]
                    self.press("Choose", decision=self.rng.choice(legal))
                case "deal" if frame["parlay"]:
                    self._move(frame)
                case "deal":
                    self._insure(frame)
                    self.press("PressDeal")
                case other:
                    raise AssertionError(f"nobody presses {other}")
        return frame

    def _insure(self, frame: Record) -> None:
        for one in frame["insurance"][::2]:
            amount = one["maximum"] // 100 * 100
            self.press("PlaceWager", spot=one["spot"], wager="insurance", amount=amount)

    def _move(self, frame: Record) -> None:
        """The console's own key moves everything; what it shows lies on the main wager then."""
        asked = frame["parlay"]
        self.seen()
        self.page.get_by_role("button", name="MOVE $").click()
        until(lambda: (self.frame()["parlay"] or {}).get("spot") != asked["spot"], WAIT_MS / 1000)
        (spot,) = (one for one in self.frame()["view"]["spots"] if one["spot"] == asked["spot"])
        assert {w["name"]: w["act"] for w in spot["wagers"]}["house-money"].startswith("MOVED $")
        self.done["moves"] += 1

    def pay_awards(self) -> None:
        """Every award that is due: hand button, CONFIRM, then the executive's swipe."""
        while (frame := self.play())["next"]["key"] == "claim":
            target = frame["next"]["targets"][0]
            self.press("ClaimAward", **target)
            wish = {"kind": "SwipeAward", "table": self.table}
            wish |= {"spot": target["spot"], "wager": target["wager"]}
            self.order(wish | {"kind": "ConfirmWin"}, Role.SUPERVISOR)
            self.order(wish, Role.EXECUTIVE)
            self.done["awards"] += 1

    def order(self, wish: Record, by: Role, second: Role | None = None) -> None:
        """An order of the desk's."""
        other = self.person(second) if second else None
        more = {"second": {"badge": other.badge, "pin": other.pin}} if other else {}
        guest = self.guests[self.person(by).name]
        answer = guest.order(wish, pin=self.person(by).pin, **more)
        assert answer.status_code == 200, answer.text

    def reverse(self, page: int) -> int:
        """Take the award of a win page back; what it had paid."""
        desk = self.guests[self.person(Role.EXECUTIVE).name]

        def found() -> list[Record]:
            return [one for one in desk.get("/api/desk")["awards"] if one["slip"] == page]

        until(lambda: bool(found()), WAIT_MS / 1000)
        (award,) = found()
        wish = {"kind": "ReverseAward", "reason": "script"}
        wish |= {key: award[key] for key in ("progressive", "level", "award_id")}
        self.order(wish, Role.EXECUTIVE, Role.SUPERVISOR)
        self.done["reversals"] += 1
        paid: int = award["amount"]
        return paid

    # ---- comparing what the page shows with the ledger

    def begin(self) -> tuple[int, int]:
        """The number of the next round, and what all meters have paid so far."""
        table = self.house.room.state.tables[self.table]
        self.games.add(table.spec.rules)
        return table.rounds + 1, sum(self.journal.balances("paid").values())

    def seen(self, box: str = ".context") -> Shown:
        """What the page shows once it shows the table as it is."""
        version = self.frame()["version"]
        self.page.wait_for_selector(f"main[data-version='{version}']", timeout=WAIT_MS)
        return Shown.on(self.page, box)

    def compare(self, shown: Shown, number: int, paid_before: int) -> None:
        """Chips and jackpots on the page are the change of tray and meters, to the cent."""
        assert shown.tray == self.journal.tray(self.table, number), (self.table, number, shown)
        paid = sum(self.journal.balances("paid").values()) - paid_before
        assert shown.jackpots == paid, (self.table, number, shown)
        assert shown.numbers == sorted(shown.numbers, reverse=True)
        for spot in shown.spots:
            titles = [move.split(",")[0].splitlines()[0] for move in spot["moves"]]
            assert "Main" not in titles or titles[0] == "Main"
        for title in self.page.locator(".meters").all():
            self._compare_meters(title.inner_text())
        self.done["rounds"] += 1

    def _compare_meters(self, text: str) -> None:
        meters = set(self.journal.balances("meter").values())
        assert {cents(word.lstrip("$")) for word in text.split() if "$" in word} <= meters

    def round_(self, spots: Sequence[int], sides: float) -> None:
        """One round from the first wager to END GAME."""
        number, before = self.begin()
        self.wager(spots, sides)
        self.pay_awards()
        self.compare(self.seen(), number, before)
        self.press("EndGame")


@pytest.fixture
def script(browser: Browser, tmp_path: Path) -> Iterator[Script]:
    """The demonstration room with more tables, served, and a supervisor's browser."""
    with ExitStack() as stack:
        house = stack.enter_context(house_in(tmp_path))
        _add_tables(house)
        origin = stack.enter_context(running(house))
        guests = {
            one.name: stack.enter_context(Guest(origin)).sign_in(one)
            for one in house.people
            if one.role in (Role.DEALER, Role.SUPERVISOR, Role.EXECUTIVE)
        }
        context = context_for(browser)
        stack.callback(context.close)
        page = context.new_page()
        page.set_default_timeout(WAIT_MS)
        page.goto(f"{origin}/dealer/bahama-1")
        sam = house.person(Role.SUPERVISOR)
        page.get_by_label("Badge").first.fill(sam.badge)
        page.get_by_label("PIN").first.fill(sam.pin)
        page.get_by_role("button", name="Sign in").first.click()
        expect(page.locator("button.key.huge")).to_be_visible(timeout=WAIT_MS)
        journal = Journal(tmp_path)
        stack.callback(journal.close)
        yield Script(house, journal, page, guests)


def _add_tables(house: House) -> None:
    """Tables for the rest of the catalogue, which the supervisor deals at."""
    technician, executive = house.person(Role.TECHNICIAN), house.person(Role.EXECUTIVE)
    supervisor = house.person(Role.SUPERVISOR)
    for spec in TABLES_TO_OPEN:
        _signed(house, OpenTable(spec.table, supervisor.badge), supervisor)
    for table, (rules, pack, wager) in MORE_TABLES.items():
        plays = game(rules, pack=pack)
        decks = max(plays.decks, 2)  # One deck could not finish every round of seven spots.
        cut = min(200, decks * len(plays.rules.deck.cards) // 4)
        spec = TableSpec(table=table, rules=rules, decks=decks, pack=pack, cut_card=cut)
        _signed(house, AddTable(spec), technician, executive)
        if wager:
            _signed(house, _progressive(table, rules, pack, wager), technician, executive)
        _signed(house, OpenTable(table, supervisor.badge), supervisor)


def _progressive(table: str, rules: str, pack: str | None, wager: str) -> OpenProgressive:
    plays = game(rules, pack=pack)
    parameters = usual_parameters(
        table,
        plays,
        wager,
        unit=Cents(100),
        award_lock=AwardLock.ON_CLAIM,
        seeds={"meter": Cents(200_000)},
    )
    paytable = plays.offers[wager].paytable
    link = Link(
        progressive=table, wager=wager, paytable=paytable, tables=(table,), executive_from=()
    )
    return OpenProgressive(parameters, link)


def _signed(house: House, wish: Wish, by: FirstMember, second: FirstMember | None = None) -> None:
    answer = house.room.submit(
        Order(
            id=f"set up {wish}"[:200],
            by=Signature(by.badge, by.pin),
            wish=wish,
            second=Signature(second.badge, second.pin) if second else None,
        )
    )
    assert not answer.is_refused, answer.message


def test_the_chips_on_the_console_are_those_of_the_ledger_at_every_game(
    script: Script,
) -> None:
    _jackpots(script)
    titles = [spec.table for spec in TABLES_TO_OPEN]
    for table in ("bahama-1", "bounty-2", "bonanza-1", *titles, *MORE_TABLES):
        script.go_to(table)
        script.shuffle(a_pair_to_move if table == "money-1" else None)
        script.round_((2, 6), 1.0)
        script.round_((1, 4, 7), 0.5)
        if table == "trilux-1":
            _super_3_alone(script)

    assert script.games == set(CATALOGUE.names("games"))
    assert script.done["rounds"] == 46
    assert script.done["awards"] >= 4
    assert script.done["reversals"] >= 2
    assert script.done["voids"] == 1
    assert script.done["moves"] >= 1


def _super_3_alone(script: Script) -> None:
    """The felt refuses a TriLux Super 3 wager where no TriLux Bonus wager lies."""
    script.press("PlaceWager", spot=2, wager="main", amount=2500)
    script.seen()
    script.page.get_by_role("button", name=re.compile("^Spot 2, TriLux Super 3")).click()
    needs = "TriLux Super 3 on spot 2 does not count: it needs a TriLux Bonus wager"
    expect(script.page.locator(".refusal")).to_contain_text(needs)


def _jackpots(script: Script) -> None:
    """Awards paid, reversed in the round and after it, a void, and plain rounds between them."""
    script.go_to("bahama-1")
    script.shuffle(four_of_a_kind)
    script.round_(ALL_SPOTS, 1.0)
    _reversed_and_voided(script)
    script.go_to("bounty-1")
    script.shuffle(three_sevens)
    script.round_(ALL_SPOTS, 1.0)
    _reversed_after_the_round(script)
    script.round_((3, 5), 1.0)
    script.round_((3, 5), 1.0)


def _reversed_and_voided(script: Script) -> None:
    """A jackpot is reversed at the table, and then the round is voided."""
    script.shuffle(four_of_a_kind)
    number, before = script.begin()
    pages = script.house.room.state.slips
    script.wager(ALL_SPOTS, 1.0)
    script.pay_awards()
    for page in range(pages + 1, script.house.room.state.slips + 1):
        script.reverse(page)
    shown = script.seen()
    script.compare(shown, number, before)
    assert [one for one in shown.awards if "REVERSED: do not pay" in one]
    void = {"kind": "VoidRound", "table": script.table, "reason": "script"}
    script.order(void, Role.SUPERVISOR)
    expect(script.page.locator(".notice.voided")).to_be_visible(timeout=WAIT_MS)
    assert script.seen(".notice").tray == script.journal.tray(script.table, number)
    script.done["voids"] += 1


def _reversed_after_the_round(script: Script) -> None:
    """A jackpot is reversed when its round is over: the console says what to collect."""
    script.shuffle(three_sevens)
    script.round_(ALL_SPOTS, 1.0)
    before = sum(script.journal.balances("paid").values())
    amount = script.reverse(script.house.room.state.slips)
    notice = script.page.locator(".notice.reversed")
    expect(notice).to_be_visible(timeout=WAIT_MS)
    back = before - sum(script.journal.balances("paid").values())
    assert amounts("collect", notice.inner_text()) == amount == back
