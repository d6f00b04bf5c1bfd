"""A room in which much has happened: claims, awards, alarms and devices lie on its desk."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from tests.browser.servers import Server, Somebody, demo_in, new_shoe, serve
from upcard.money import Cents

TABLE: Final = "hand-1"
"""Dealt by hand: a hand button is all that an award takes."""
LONG: Final = "spot 3 stays dark when a coin lies on it, and lights up when nobody touches it"
DEVICES: Final = {
    "rail-1": (["rail", "keypad"], "bahama-1"),
    "reader-of-the-high-limit-room": (["reader", "lamps", "display"], "read-1"),
}


def busy_room(folder: Path) -> Server:
    """Serve a room that follows the checklist from a dollar on, with rows in every table."""
    server = serve(demo_in(folder, checklist_from=Cents(1_00)))
    with Somebody(server, "Dirk") as dirk, Somebody(server, "Sam") as sam:
        (paid,) = won(dirk, 3)
        pay(sam, paid)
        press(dirk, "EndGame")
        (first, _) = won(dirk, 2, 6)
        sam.order({"kind": "ConfirmWin", **first})
        for device in ("the rail of bounty-2", "the printer of the cage", "a lamp"):
            sam.order({"kind": "ReportMalfunction", "device": device, "description": LONG})
    with Somebody(server, "Dario") as dario:
        for reason in ("a card was seen", "the players object", "the decks are worn"):
            new_shoe(dario, "bounty-1", reason)
    executive = server.badges["Eve"]
    second = {"badge": executive["badge"], "pin": executive["pin"]}
    with Somebody(server, "Tom") as tom:
        for name, (kinds, table) in DEVICES.items():
            wish = {"kind": "EnrolDevice", "device": name, "kinds": kinds, "table": table}
            tom.order(wish, second=second)
    return server


def won(dealer: Somebody, *spots: int) -> list[dict[str, Any]]:
    """A round in which *spots* win from a meter, up to their claims; which awards these are."""
    (offer,) = (one for one in dealer.frame(TABLE)["offers"] if one["kind"] == "progressive")
    line = [one["name"] for one in offer["lines"] if one["level"]][-1]
    wager = offer["name"]
    for spot in spots:
        press(dealer, "PlaceWager", spot=spot, wager=wager, amount=offer["minimum"])
    press(dealer, "StartGame")
    for spot in spots:
        press(dealer, "LiftWager", spot=spot, wager=wager)
    for spot in reversed(spots):
        press(dealer, "ClaimAward", spot=spot, wager=wager, outcome=line)
    return [{"table": TABLE, "spot": spot, "wager": wager} for spot in reversed(spots)]


def pay(supervisor: Somebody, award: dict[str, Any]) -> None:
    """The award confirmed, checked and paid."""
    (claim,) = supervisor.http.get("/api/desk").json()["claims"]
    done = [step["name"] for step in claim["checklist"]]
    supervisor.order({"kind": "ConfirmWin", **award})
    supervisor.order({"kind": "CompleteChecklist", **award, "done": done, "seal": "A-1"})
    supervisor.order({"kind": "SwipeAward", **award})


def press(dealer: Somebody, kind: str, **fields: object) -> None:
    """A key of the console, without a page."""
    dealer.order({"kind": "Operate", "table": TABLE, "command": {"kind": kind, **fields}})
