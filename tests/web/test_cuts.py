"""The cut over the wire: from screens with their tokens, sealed, shown to everybody, checked."""

import json
import secrets
from pathlib import Path
from typing import Any

import pytest

from tests.web.houses import (
    TABLE,
    Guest,
    House,
    Record,
    abandon_shoe,
    house_in,
    play_round,
    running,
    until,
)
from upcard.room.fairness import verify_shoe
from upcard.room.fairness.fair_shuffles import CutPart, ShoeNumber, seal_of
from upcard.room.people.roles import Role
from upcard.web.server_settings import Rate, RequestLimits, ServerSettings

SALT = "0f" * 16


class Screen:
    """A screen at the table, which does what the page does."""

    def __init__(self, house: House, guest: Guest, **fields: Any) -> None:
        self.guest = guest
        self.token = house.token(**{"kind": "table", "table": TABLE, **fields})

    def frame(self) -> Record:
        """What it shows."""
        frame: Record = self.guest.get(f"/api/tables/{TABLE}?token={self.token}")
        return frame

    def post(self, act: str, number: int, **fields: Any) -> Any:
        """Send its part."""
        body = {"id": secrets.token_hex(16), "token": self.token, **fields}
        origin = {"origin": self.guest.origin, "content-type": "application/json"}
        return self.guest.client.post(
            f"/api/shoes/{TABLE}/{number}/{act}", content=json.dumps(body), headers=origin
        )

    def seal(self, cut: str) -> Any:
        """Seal a cut for the shoe on the table."""
        frame = self.frame()
        shoe = ShoeNumber(table=TABLE, number=frame["shoe"]["number"])
        part = CutPart(who=frame["screen"], cut=cut, salt=SALT)
        seal = seal_of(frame["shoe"]["commitment"], shoe, part)
        return self.post("seal", shoe.number, seal=seal)

    def open(self, cut: str) -> Any:
        """Open it."""
        return self.post("open", self.frame()["shoe"]["number"], cut=cut, salt=SALT)


@pytest.fixture
def uncut(house: House, dealer: Guest) -> int:
    """The number of a shoe that nobody has cut."""
    assert abandon_shoe(dealer, house, TABLE, "a player objects").status_code == 200
    number: int = dealer.get(f"/api/tables/{TABLE}")["shoe"]["number"]
    return number


def test_a_shoe_cut_on_two_screens_and_by_voice_is_played_revealed_and_verified(
    house: House, dealer: Guest, anybody: Guest, uncut: int
) -> None:
    spot, table = Screen(house, anybody, kind="player", spots=(3,)), Screen(house, anybody)
    assert spot.seal("113 tulip").status_code == 200
    assert table.seal("7 Rose").status_code == 200
    typed = {"kind": "CutShoe", "table": TABLE, "cut": "20 lily", "spot": 5}
    assert dealer.order(typed).status_code == 200
    # Sealed: every screen shows who, nobody shows what.
    for frame in (spot.frame(), table.frame(), dealer.get(f"/api/tables/{TABLE}")):
        assert [(one["who"], one["cut"]) for one in frame["shoe"]["parts"]] == [
            ("spot 3", ""),
            ("table screen", ""),
            ("dealer for spot 5", "20 lily"),
        ]
    assert dealer.order({"kind": "CloseCut", "table": TABLE}).status_code == 200
    assert "Waiting for spot 3 and table screen" in spot.frame()["shoe"]["says"]
    assert (spot.open("113 tulip").status_code, table.open("7 Rose").status_code) == (200, 200)
    says = table.frame()["shoe"]["says"]
    assert says.startswith(f"Shoe {uncut} is cut by spot 3, table screen, dealer for spot 5")
    assert "you may object now" in says
    assert dealer.press(TABLE, "PlaceWager", spot=1, wager="main", amount=1000).is_success
    assert dealer.press(TABLE, "StartGame").json()["error"]["code"] == "shoe-not-cut"
    assert dealer.order({"kind": "ConfirmCut", "table": TABLE}).status_code == 200
    play_round(dealer, TABLE, {(2, "main"): 1000})
    abandon_shoe(dealer, house, TABLE)
    path = f"/api/shoes/{TABLE}/{uncut}?token={spot.token}"
    until(lambda: anybody.get(path)["seed"])
    found = anybody.get(path)

    assert verify_shoe.problems(found) == []
    assert len(found["dealt"]) >= 6
    assert found["end"].startswith("thrown away at ")


def test_a_shoe_that_the_dealer_cut_alone_says_so_on_screens_and_in_the_report(
    house: House, dealer: Guest, supervisor: Guest, anybody: Guest, uncut: int
) -> None:
    screen = Screen(house, anybody, kind="player", spots=(3,))
    for wish in (
        {"kind": "CutShoe", "table": TABLE, "cut": "20 lily"},
        {"kind": "CloseCut", "table": TABLE},
        {"kind": "ConfirmCut", "table": TABLE},
    ):
        assert dealer.order(wish).status_code == 200
    events = supervisor.get("/api/reports/significant")["events"]
    told = [event["text"] for event in events if event["code"] == "cut-by-dealer"]

    assert screen.frame()["shoe"]["says"] == (
        f"The dealer cut shoe {uncut}: no word came from a player's screen. You may object now."
    )
    assert f"shoe {uncut}: 1 typed by the dealer, no word from a player's screen" in told


def test_a_shoe_thrown_away_is_on_the_desk_that_day_and_in_the_report(
    house: House, supervisor: Guest, uncut: int
) -> None:
    name, sam = f"Shoe {uncut - 1} of {TABLE}", house.person(Role.SUPERVISOR).name

    def told() -> list[Record]:
        alarms = supervisor.get("/api/desk")["alarms"]
        return [one for one in alarms if one["message"].startswith(name)]

    until(told)
    (alarm,) = told()
    events = supervisor.get("/api/reports/significant")["events"]
    texts = {event["text"] for event in events if event["code"] == "shoe-abandoned"}

    assert alarm["code"] == "shoe-abandoned"
    assert alarm["message"].startswith(f"{name} was thrown away after ")
    assert f": a player objects. ({sam}, " in alarm["message"]
    assert any(text.startswith(f"shoe {uncut - 1}, ") for text in texts)


def test_a_screen_cuts_at_its_own_table_only_and_a_code_for_shoes_cuts_nowhere(
    house: House, anybody: Guest, uncut: int
) -> None:
    elsewhere = Screen(house, anybody, table="bounty-1")
    shoes = Screen(house, anybody, kind="shoes")
    jackpot = Screen(house, anybody, kind="jackpot", table="", progressive="bahama")
    for screen in (elsewhere, shoes, jackpot):
        answer = screen.post("seal", uncut, seal="0" * 64)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "token-elsewhere")
    for token in (elsewhere.token, jackpot.token):
        assert anybody.client.get(f"/api/shoes/{TABLE}/1?token={token}").status_code == 403
    assert anybody.client.get(f"/api/tables/{TABLE}?token={shoes.token}").status_code == 403
    assert anybody.client.get(f"/api/shoes/{TABLE}/1?token={shoes.token}").status_code == 200


@pytest.mark.parametrize(
    "fields",
    [
        {"seal": "0" * 63},
        {"seal": "x" * 64},
        {"seal": 7},
        {},
        {"seal": "0" * 64, "more": 1},
        {"seal": "0" * 64, "id": "short"},
        {"seal": "0" * 64, "token": "x" * 601},
    ],
)
def test_what_is_no_seal_is_refused_and_changes_nothing(
    fields: Record, house: House, anybody: Guest, uncut: int
) -> None:
    before = house.room.sequence

    assert Screen(house, anybody).post("seal", uncut, **fields).status_code == 422
    assert house.room.sequence == before


def test_a_word_that_is_none_is_refused(
    house: House, dealer: Guest, anybody: Guest, uncut: int
) -> None:
    screen = Screen(house, anybody)
    screen.seal("113 tulip")
    dealer.order({"kind": "CloseCut", "table": TABLE})
    for cut in ("", "tulip", "113 \ud800", "113 " + "x" * 40, "113 a\u0000b", "999 tulip"):
        answer = screen.post("open", uncut, cut=cut, salt=SALT)
        assert answer.status_code in (409, 422), answer.text
    other = screen.open("114 tulip")
    assert (other.status_code, other.json()["error"]["code"]) == (409, "cut-differs")
    assert screen.open("113 tulip").status_code == 200


def test_the_link_of_a_screen_reads_shoes_and_nothing_else(
    house: House, anybody: Guest, dealer: Guest
) -> None:
    screen = Screen(house, anybody, kind="player", spots=(3,))
    link = anybody.get(f"/api/shoes/{TABLE}/link?token={screen.token}")

    assert (link["base"], link["path"]) == ("", f"/shoe/{TABLE}")
    assert link["token"] != screen.token
    assert house.site.tokens.read(link["token"]).kind == "shoes"
    assert anybody.client.get(f"/api/shoes/{TABLE}/link").status_code == 401
    assert dealer.get(f"/api/shoes/{TABLE}/link")["path"] == f"/shoe/{TABLE}"


def test_a_shoe_in_play_tells_a_telephone_no_cards(
    house: House, dealer: Guest, anybody: Guest, supervisor: Guest, uncut: int
) -> None:
    play_round(dealer, TABLE, {(2, "main"): 1000})
    until(lambda: supervisor.get(f"/api/shoes/{TABLE}/{uncut}")["dealt"])
    token = house.token(kind="shoes", table=TABLE)
    found = anybody.get(f"/api/shoes/{TABLE}/{uncut}?token={token}")

    assert (found["dealt"], found["seed"], found["order"]) == ([], None, None)
    assert found["commitment"] == dealer.get(f"/api/tables/{TABLE}")["shoe"]["commitment"]
    assert anybody.client.get(f"/api/shoes/{TABLE}/99?token={token}").status_code == 404


def test_a_screen_that_asks_too_often_waits_and_codes_lead_to_the_public_address(
    tmp_path: Path,
) -> None:
    settings = ServerSettings(
        limits=RequestLimits(cut=Rate(0.001, 3)), public_url="https://cards.example"
    )
    with (
        house_in(tmp_path, settings) as house,
        running(house) as origin,
        Guest(origin) as guest,
    ):
        screen, other = Screen(house, guest), Screen(house, guest, kind="player", spots=(1,))
        codes = [screen.post("seal", 1, seal="0" * 64).status_code for _ in range(4)]
        link = guest.get(f"/api/shoes/{TABLE}/link?token={screen.token}")
        last = other.post("seal", 1, seal="0" * 64).status_code
        hosts = settings.hosts

    assert (codes, last) == ([409, 409, 409, 429], 409)
    assert link["base"] == "https://cards.example"
    assert hosts is not None
    assert "cards.example" in hosts


def test_another_site_s_page_cannot_cut(house: House, anybody: Guest, uncut: int) -> None:
    token = house.token(kind="table", table=TABLE)
    body = {"id": secrets.token_hex(16), "token": token, "seal": "0" * 64}
    answer = anybody.client.post(
        f"/api/shoes/{TABLE}/{uncut}/seal", json=body, headers={"origin": "http://evil.example"}
    )

    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "origin-wrong")
