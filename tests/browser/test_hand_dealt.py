"""A hand-dealt table in the browser: sensors, hand buttons, CONFIRM, then the swipe."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, expect

from tests.browser.consoles import WAIT_MS, Console, violations
from tests.browser.servers import Server, Somebody

TABLE = "set-1"
SPEC = {
    "table": TABLE,
    "rules": "bet-the-set-21",
    "decks": 6,
    "pack": "blazing-7s-upcard",
    "paytables": [],
    "cut_card": 0,
    "cards": "hand-dealt",
}


def hand_dealt(server: Server, dealer: str) -> None:
    """Two people set a closed table to be dealt by hand, and a supervisor opens it."""
    executive = server.badges["Eve"]
    second = {"badge": executive["badge"], "pin": executive["pin"]}
    with Somebody(server, "Tom") as technician, Somebody(server, "Sam") as supervisor:
        technician.order({"kind": "ChangeTable", "spec": SPEC}, second=second)
        badge = server.badges[dealer]["badge"]
        supervisor.order({"kind": "OpenTable", "table": TABLE, "dealer": badge})


def signed(console: Console, server: Server, name: str) -> None:
    """Somebody signs the dialog that is open."""
    dialog = console.page.get_by_role("dialog")
    dialog.get_by_label("Badge").fill(server.badges[name]["badge"])
    dialog.get_by_label("PIN").fill(server.badges[name]["pin"])
    dialog.get_by_role("button", name=re.compile("^(confirm|swipe)$", re.IGNORECASE)).click()


def awards_of(frame: dict[str, Any]) -> list[str]:
    """How far each award has come."""
    return [one["state"] for one in frame["view"]["awards"]]


def test_a_winner_is_keyed_confirmed_swiped_and_the_game_ends(
    browser: Browser, own_server: Server
) -> None:
    hand_dealt(own_server, "Dario")
    console = Console(browser, own_server, TABLE, "Dario")
    frame = console.frame()
    (offer,) = frame["offers"]
    assert (frame["cards"], offer["kind"]) == ("hand-dealt", "progressive")
    console.bet(3, offer["title"])
    assert console.step("Enter")["next"]["key"] == "lift"
    assert console.step("Enter")["view"]["stage"] == "by-hand"
    assert violations(console.page) == []
    buttons = console.page.get_by_role("group", name="Hand buttons of spot 3")
    tray = next(line for line in offer["lines"] if not line["level"] and line["pays"] != "loses")
    button = buttons.get_by_role("button", name=f"{tray['outcome']} {tray['pays']}")
    button.click()
    expect(button).to_contain_text("PAY $")
    button.click()
    console.until(lambda frame: not frame["keyed"], "the button off again")
    meter = next(line for line in offer["lines"] if line["level"])
    buttons.get_by_role("button", name=f"{meter['outcome']} {meter['pays']}").click()
    console.says("CONFIRM")
    console.press("Enter")
    expect(console.page.get_by_role("dialog")).to_contain_text("look at the cards on the felt")
    signed(console, own_server, "Sam")
    console.says("SWIPE")
    console.press("Enter")
    expect(console.page.get_by_role("dialog")).to_be_visible(timeout=WAIT_MS)
    signed(console, own_server, "Eve")
    console.until(lambda frame: awards_of(frame) == ["confirmed"], "the award paid")
    console.says("END GAME")
    console.step("Enter")
    console.says("START GAME")
    console.close()
    # Recall has no cards to show, and says what was keyed and by whom.
    with Somebody(own_server, "Sam") as supervisor:
        past = supervisor.http.get(f"/api/rounds/{TABLE}/1").raise_for_status().json()
    told = " ".join(step["sentence"] for step in past["steps"])
    assert (past["spots"], past["text"]) == ([3], None)
    assert "keyed by the dealer" in told
    assert "A supervisor presses CONFIRM for spot 3. No cards were keyed." in told
