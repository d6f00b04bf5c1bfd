"""No undealt card, no hole card before it is shown, no seed: in no byte to anybody."""

import json
import re
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.web.houses import (
    ROLES,
    TABLE,
    Guest,
    House,
    Record,
    house_in,
    play_on,
    running,
    until,
)
from upcard.cards import Card, Deck
from upcard.room.fairness.fair_shuffles import ShoeNumber, shuffled_shoe
from upcard.room.fairness.table_shoes import FileVault, order_of

TABLES = ("bahama-1", "bounty-1", "bonanza-1")
SPOTS = (1, 2, 4, 7)
READS = (
    "/api/room",
    "/api/desk",
    "/api/rounds",
    "/api/tables/{table}",
    "/api/tables/{table}?audience=display",
    "/api/rounds/{table}/{round}",
    "/api/rounds/{table}/{round}/bundle",
    "/api/shoes/{table}/{shoe}",
    "/api/openapi.json",
    "/api/tables/{table}/rounds/{round}",
)


class Ears:
    """Everything that is sent to anybody, as it comes."""

    def __init__(self, house: House, origin: str) -> None:
        self.house = house
        self.heard: list[str] = []
        self.guests = [Guest(origin), *(Guest(origin).sign_in(house.person(r)) for r in ROLES)]
        self._sockets: list[ClientConnection] = []
        self._stack = ExitStack()

    def listen(self, table: str) -> None:
        """Open a socket for each audience of a table, and for the desk."""
        tokens = [
            self.house.token(kind="table", table=table),
            *(self.house.token(kind="player", table=table, spots=(spot,)) for spot in range(1, 8)),
        ]
        paths = [f"/api/tables/{table}/live?token={token}" for token in tokens]
        with Guest(self.guests[0].origin) as dealer:
            dealer.sign_in(self.house.dealer_of(table))
            for path in (*paths, f"/api/tables/{table}/live"):
                self._hear(self._stack.enter_context(dealer.live(path)))
        supervisor = self.guests[1 + ROLES.index("supervisor")]  # type: ignore[arg-type]
        self._hear(self._stack.enter_context(supervisor.live("/api/desk/live")))

    def _hear(self, socket: ClientConnection) -> None:
        def on() -> None:
            try:
                for message in socket:
                    self.heard.append(str(message))
            except ConnectionClosed:
                pass

        threading.Thread(target=on, daemon=True).start()

    def ask(self, table: str, every: int = 1) -> None:
        """Read every route that tells of a table, as everybody, or as every so manieth of them."""
        state = self.house.room.state.tables[table]
        names = {"table": table, "round": state.rounds, "shoe": state.shoes}
        for guest in self.guests[::every]:
            for path in READS:
                self.heard.append(guest.client.get(path.format(**names)).text)

    def close(self) -> None:
        """No more."""
        self._stack.close()
        for guest in self.guests:
            guest.client.close()


def still_to_come(house: House, table: str) -> tuple[bytes, tuple[Card, ...]]:
    """The seed and the undealt cards, which only this test reads."""
    shoe = house.room.state.tables[table].shoe
    assert shoe is not None
    vault = FileVault(house.room.folder / "seeds")
    seed = vault.get(ShoeNumber(table=table, number=shoe.number))
    return seed, order_of(vault, table, shoe)[shoe.dealt :]


def in_a_row(cards: tuple[Card, ...], length: int = 4) -> Iterator[str]:
    """Cards that follow each other, in the ways they could be written down."""
    for start in range(min(len(cards) - length, 60)):
        texts = [card.text for card in cards[start : start + length]]
        yield '","'.join(texts)
        yield " ".join(texts)


def frames_in(text: str) -> Iterator[Record]:
    """Every view in an answer, however deep."""
    try:
        found: Any = json.loads(text)
    except ValueError:
        return
    waiting = [found]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            if "dealer_cards" in one:
                yield one
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one


def test_what_is_still_to_come_is_in_no_answer_and_in_no_frame(tmp_path: Path) -> None:
    seeds: set[str] = set()
    with house_in(tmp_path) as house, running(house) as origin:
        ears = Ears(house, origin)
        for table in TABLES:
            ears.listen(table)
            with Guest(origin) as dealer:
                dealer.sign_in(house.dealer_of(table))
                for spot in SPOTS:
                    dealer.press(table, "PlaceWager", spot=spot, wager="main", amount=1000)
                frame = dealer.get(f"/api/tables/{table}")
                while frame["round"]:
                    assert play_on(dealer, table, frame).status_code == 200
                    frame = dealer.get(f"/api/tables/{table}")
                    ears.ask(table, every=3)
                    _check(house, table, ears, seeds)
            ears.ask(table)
            _check(house, table, ears, seeds)
        ears.close()

    assert len(seeds) == len(TABLES)


def _check(house: House, table: str, ears: Ears, seeds: set[str]) -> None:
    """Nothing heard so far tells what is still to come."""
    seed, undealt = still_to_come(house, table)
    seeds.add(seed.hex())
    state = house.room.state.tables[table]
    hidden = (
        state.round is not None and len(state.round.dealer) > 1 and (not state.round.is_hole_shown)
    )
    heard = ears.heard
    ears.heard = []
    for text in heard:
        assert not any(one in text for one in seeds)
        assert not any(row in text for row in in_a_row(undealt))
        for view in frames_in(text):
            if hidden and view["stage"] == "playing":
                assert view["dealer_cards"][1:] == ["??"]
                assert view["dealer_total"].startswith("shows")


def test_two_shoes_that_differ_only_in_hidden_cards_look_the_same_to_everybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is sent before the hole card is shown cannot depend on what lies face down."""
    heard = [
        _heard_until_the_decision(tmp_path / name, monkeypatch, hole, tail)
        for name, hole, tail in (("one", "9d", 0), ("two", "4c", 31))
    ]

    assert len(heard[0]) == 7 * len(READS)
    assert heard[0] == heard[1]


def _heard_until_the_decision(
    folder: Path, monkeypatch: pytest.MonkeyPatch, hole: str, turned: int
) -> list[str]:
    def arranged(
        seed: bytes, shoe: ShoeNumber, cut: str, deck: Deck, decks: int
    ) -> tuple[Card, ...]:
        order = shuffled_shoe(bytes(32), shoe, "", deck, decks)
        first = tuple(map(Card.parse, ("Ks", "Qd", "6h", "9s", "8c", hole)))
        rest = order[turned:] + order[:turned]
        return (*first, *rest[: len(order) - len(first)])

    monkeypatch.setattr("upcard.room.fairness.table_shoes.shuffled_shoe", arranged)
    with house_in(folder) as house, running(house) as origin:
        ears = Ears(house, origin)
        with Guest(origin) as dealer:
            dealer.sign_in(house.dealer_of(TABLE))
            for spot in (2, 5):
                dealer.press(TABLE, "PlaceWager", spot=spot, wager="main", amount=1000)
            dealer.press(TABLE, "PlaceWager", spot=5, wager="match-up", amount=100)
            assert dealer.press(TABLE, "StartGame").status_code == 200
            dealer.press(TABLE, "Choose", decision="stand")
        until(lambda: house.site.the_hub().chronicle.sequence == house.room.sequence)
        ears.ask(TABLE)
        heard = ears.heard
        people = house.people
        ears.close()
    return [_without_chance(text, [one.badge for one in people]) for text in heard]


def _without_chance(text: str, badges: list[str]) -> str:
    """A text without what differs from one room to the next by itself."""
    for number, badge in enumerate(badges):
        text = text.replace(badge, f"badge {number}")
    text = re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", "then", text)
    text = re.sub(r"\b[0-9a-f]{64}\b", "hash", text)
    text = re.sub(r"\b[0-9a-f]{32}\b", "id", text)
    return re.sub(r'"cut":"\d+ [0-9a-f]{8}"', '"cut":""', text)
