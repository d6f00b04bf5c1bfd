"""Awards on a table whose cards are read: JACKPOTS begins at the winner, the desk's checklist."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.consoles import WAIT_MS, Console, context_for, sign_in, violations
from tests.browser.layouts import SCROLLS, flaws
from tests.browser.servers import Server, Somebody, demo_in, serve
from tests.browser.test_layout import resized
from tests.browser.test_read_cards import scan
from upcard.money import Cents

TABLE: Final = "read-1"
WAGER: Final = "blazing-7s-upcard"
SPOTS: Final = (2, 3, 5)
ONE_WINNER: Final = ("Kc", "7h", "Ts", "7d", "9c", "7d", "8s")
"""Spots 2, 3 and 5, the dealer, and the second cards: spot 3 has three sevens of one colour."""
TWO_WINNERS: Final = ("Kc", "7h", "7d", "7h", "9c", "7d", "7h")
HOLE: Final = "Th"
KEY_MS: Final = 150
STEPS: Final = ("shown to the camera", "put in order by suit", "Winning hand sealed")


@pytest.fixture(scope="module")
def careful(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A room that follows the checklist from a dollar on."""
    made = serve(demo_in(tmp_path_factory.mktemp("careful") / "room", checklist_from=Cents(1_00)))
    yield made
    made.stop()


def dealt(browser: Browser, server: Server, cards: tuple[str, ...]) -> Console:
    """Three spots with the progressive wager; the first cards are scanned."""
    console = Console(browser, server, TABLE, "Dora")
    with Somebody(server, "Dora") as dora:
        for spot in SPOTS:
            for wager, amount in (("main", 25_00), (WAGER, 5_00)):
                place = {"kind": "PlaceWager", "spot": spot, "wager": wager, "amount": amount}
                dora.order({"kind": "Operate", "table": TABLE, "command": place})
    console.until(lambda frame: len(frame["view"]["spots"]) == len(SPOTS), "three spots")
    console.step("Enter")
    if console.frame()["next"]["key"] == "lift":
        console.press("Enter")
    console.until(lambda frame: frame["next"]["key"] == "card", "the first card is asked for")
    scan(console, "".join(f"{card}\n" for card in cards))
    console.until(lambda frame: frame["next"]["key"] == "face-down", "all cards but the hole card")
    console.step("Enter")
    console.until(lambda frame: bool(frame["view"]["awards"]), "an award")
    return console


def played(console: Console) -> None:
    """Every hand stands, the dealer turns the hole card over and draws nothing."""
    while (key := console.frame()["next"]["key"]) != "claim":
        if key == "card":
            scan(console, f"{HOLE}\n")
            console.until(lambda frame: frame["next"]["key"] != "card", "the hole card")
        else:
            console.step("s" if key == "decide" else "Enter")


def awaits(console: Console, key: str) -> dict[str, Any]:
    """Wait until the award is paid and the big key says *key*."""
    return console.until(lambda frame: frame["next"]["key"] == key, f"the award paid, then {key}")


def spot_key(console: Console, spot: int) -> Locator:
    """A spot's key in the panel of the jackpots."""
    keys = console.page.get_by_role("group", name="Spot buttons")
    return keys.get_by_role("button", name=f"Spot {spot}")


def jackpots(console: Console) -> None:
    """The panel opened or closed; at this table a second key at once would be a reader's."""
    console.press("j")
    console.page.wait_for_timeout(KEY_MS)


def begins_at(console: Console, spot: int) -> None:
    """The panel has *spot* pressed, no other, and shows its hand buttons."""
    for each in SPOTS:
        pressed = str(each == spot).lower()
        expect(spot_key(console, each)).to_have_attribute("aria-pressed", pressed)
    hands = console.page.get_by_role("group", name=f"Hand buttons of spot {spot}")
    expect(hands.get_by_role("button", name="Three 7s same colour")).to_be_visible()


def paid(server: Server, spot: int) -> None:
    """The award of *spot* confirmed, checked and paid, at the desk."""
    place: dict[str, Any] = {"table": TABLE, "spot": spot, "wager": WAGER}
    with Somebody(server, "Sam") as sam:
        (claim, *_) = (one for one in sam.http.get("/api/desk").json()["claims"])
        done = [step["name"] for step in claim["checklist"]]
        sam.order({"kind": "ConfirmWin", **place})
        sam.order({"kind": "CompleteChecklist", **place, "done": done, "seal": f"A-{spot}"})
        sam.order({"kind": "SwipeAward", **place})


def test_jackpots_begins_at_the_winning_spot_of_several(browser: Browser, careful: Server) -> None:
    console = dealt(browser, careful, ONE_WINNER)
    console.page.get_by_role("button", name="Spot 5", exact=True).click()
    jackpots(console)
    begins_at(console, 3)
    # A glance at another spot lasts: the next frame does not take it away.
    spot_key(console, 2).click()
    jackpots(console)
    console.step("s")
    jackpots(console)
    begins_at(console, 3)
    spot_key(console, 2).click()
    console.step("s")
    expect(spot_key(console, 2)).to_have_attribute("aria-pressed", "true")
    jackpots(console)
    played(console)
    begins_at(console, 3)
    console.step("Enter")
    paid(careful, 3)
    awaits(console, "end-game")
    console.step("Enter")
    console.close()


def test_jackpots_goes_from_one_winner_to_the_next(browser: Browser, careful: Server) -> None:
    """The dealer pays from the right: spot 5 comes before spot 3."""
    console = dealt(browser, careful, TWO_WINNERS)
    jackpots(console)
    begins_at(console, 5)
    jackpots(console)
    played(console)
    for spot in (5, 3):
        begins_at(console, spot)
        frame = console.step("Enter")
        claimed = [one["spot"] for one in frame["view"]["awards"] if one["state"] == "claimed"]
        assert claimed == [spot]
        begins_at(console, spot)
        paid(careful, spot)
        awaits(console, "claim" if spot == 5 else "end-game")
    console.step("Enter")
    console.close()


def sign(dialog: Locator, server: Server, name: str, action: str) -> None:
    """Somebody types badge and PIN and presses the key."""
    dialog.get_by_label("Badge").fill(server.badges[name]["badge"])
    dialog.get_by_label("PIN").fill(server.badges[name]["pin"])
    dialog.get_by_role("button", name=action, exact=True).click()


def checklist_completed(desk: Page, server: Server) -> None:
    """Every point is needed, each refusal says which is missing, and a dealer may not sign."""
    desk.get_by_role("button", name="Checklist", exact=True).click()
    dialog = desk.get_by_role("dialog", name="Checklist")
    for said in ("$", f"{TABLE} spot 3: Three 7s same colour", "Supervisor's badge"):
        expect(dialog).to_contain_text(said)
    assert violations(desk) == []
    assert flaws(desk) == []
    done = dialog.get_by_role("button", name="All steps are done")
    for step in STEPS:
        done.click()  # Before anything is signed: what is not done is what matters.
        refused = dialog.locator(".refusal")
        expect(refused).to_contain_text("Do this first:")
        expect(refused).to_contain_text(step)
        dialog.get_by_label(step).check()
    done.click()
    expect(dialog.locator(".refusal")).to_contain_text("The number on the seal is missing")
    dialog.get_by_label("Number on the seal").fill("A-4711")
    dialog.get_by_label(STEPS[1]).uncheck()
    sign(dialog, server, "Sam", "All steps are done")
    expect(dialog.locator(".refusal")).to_contain_text(STEPS[1])
    dialog.get_by_label(STEPS[1]).check()
    sign(dialog, server, "Dora", "All steps are done")
    expect(dialog.locator(".refusal")).to_contain_text("Dora is a dealer")
    resized(desk, "phone")
    assert flaws(desk) == []
    resized(desk, "1366x768")
    sign(dialog, server, "Sam", "All steps are done")
    expect(dialog).to_be_hidden()


def test_a_large_award_s_checklist_is_completed_at_the_desk(
    browser: Browser, careful: Server
) -> None:
    console = dealt(browser, careful, ONE_WINNER)
    played(console)
    console.step("Enter")
    desk = context_for(browser).new_page()
    desk.goto(f"{careful.base}/desk")
    sign_in(desk, careful, "Sam")
    desk.get_by_role("button", name="CONFIRM").click()
    sign(desk.get_by_role("dialog"), careful, "Sam", "CONFIRM")
    pay = desk.get_by_role("button", name="SWIPE and pay")
    expect(pay).to_contain_text("complete the checklist first")
    pay.click(force=True)
    expect(desk.get_by_role("dialog")).to_have_count(0)
    checklist_completed(desk, careful)
    expect(desk.get_by_role("button", name="Checklist", exact=True)).to_have_count(0)
    pay.click()
    sign(desk.get_by_role("dialog"), careful, "Sam", "SWIPE and pay")
    expect(desk.get_by_role("dialog")).to_be_hidden(timeout=WAIT_MS)
    expect(desk.get_by_role("link", name="Win page").first).to_be_visible()
    for size in ("1366x768", "1024x768", "phone"):
        resized(desk, size)
        assert [*flaws(desk), *desk.evaluate(SCROLLS)] == [], size
    frame = awaits(console, "end-game")
    assert [one["state"] for one in frame["view"]["awards"]] == ["confirmed"]
    console.step("Enter")
    console.close()
    desk.context.close()
