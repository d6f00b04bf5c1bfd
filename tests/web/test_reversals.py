"""A reversal and a void on every screen: console, displays, history and recall say what to do."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.web.houses import TABLE, Guest, House, Record, house_in, play_on, running, until
from upcard.cards import Card, Deck
from upcard.catalogue_games import game
from upcard.money import Cents
from upcard.notation import replay_file
from upcard.room.fairness.fair_shuffles import ShoeNumber, shuffled_shoe
from upcard.room.people.roles import Role
from upcard.screens.display_types import Winner
from upcard.screens.jackpot_displays import display_record
from upcard.screens.sentences import sentence_of
from upcard.table import Decision, Round, handle
from upcard.table.commands import (
    Choose,
    Command,
    Deal,
    LiftWager,
    PlaceWager,
    PressDeal,
    StartGame,
)
from upcard.table.views import Audience, Viewer, view_of

WAGER = "bahama-progressive"
TITLE = "Bahama Bonus Progressive"
FOUR_SEVENS = ("7h", "7h", "7h", "7h")
"""Spot 3, the up card, spot 3, the hole card: a suited four of a kind, the whole meter."""


class Floor:
    """A dealer, an executive and a supervisor, and what the screens of the table say."""

    def __init__(self, house: House, origin: str, stack: ExitStack) -> None:
        self.house = house
        self.dealer, self.boss = (stack.enter_context(Guest(origin)) for _ in range(2))
        self.dealer.sign_in(house.dealer_of(TABLE))
        self.boss.sign_in(house.person(Role.EXECUTIVE))

    def console(self) -> Record:
        """The dealer's frame."""
        frame: Record = self.dealer.get(f"/api/tables/{TABLE}")
        return frame

    def screen(self, *spots: int) -> Record:
        """A player's frame, or the table's screen."""
        kind = "player" if spots else "table"
        token = self.house.token(kind=kind, table=TABLE, spots=spots)
        frame: Record = self.dealer.get(f"/api/tables/{TABLE}?token={token}")
        return frame

    def order(self, wish: Record, **more: Any) -> Record:
        """An order of the executive's, which must be carried out."""
        answer = self.boss.order(wish, pin=self.house.person(Role.EXECUTIVE).pin, **more)
        assert answer.status_code == 200, answer.text
        document: Record = answer.json()["answer"]
        return document

    def win(self) -> int:
        """A round up to END GAME with a jackpot paid; what it paid."""
        for wager, amount in (("main", 1000), (WAGER, 500)):
            self.dealer.press(TABLE, "PlaceWager", spot=3, wager=wager, amount=amount)
        self.go_on_to("confirm")
        swipe = {"kind": "SwipeAward", "table": TABLE, "spot": 3, "wager": WAGER}
        self.order(swipe | {"kind": "ConfirmWin"})
        paid: int = self.order(swipe)["paid"]
        self.go_on_to("end-game")
        return paid

    def go_on_to(self, key: str) -> None:
        """Press the big key until it says *key*."""
        while (frame := self.console())["next"]["key"] != key:
            assert play_on(self.dealer, TABLE, frame).status_code == 200

    def end(self) -> None:
        """END GAME, and the history has it."""
        before = len(self.console()["history"])
        assert self.dealer.press(TABLE, "EndGame").status_code == 200
        until(lambda: len(self.console()["history"]) > before)

    def reverse(self) -> None:
        """The last award is taken back by two people."""
        until(lambda: bool(self.boss.get("/api/desk")["awards"]))
        award = self.boss.get("/api/desk")["awards"][0]["award_id"]
        second = self.house.person(Role.SUPERVISOR)
        wish = {
            "kind": "ReverseAward",
            "progressive": "bahama",
            "level": "meter",
            "award_id": award,
            "reason": "the wager came late",
        }
        self.order(wish, second={"badge": second.badge, "pin": second.pin})

    def void(self) -> None:
        """The round is voided."""
        self.order({"kind": "VoidRound", "table": TABLE, "reason": "misdeal"})
        until(lambda: bool(self.console()["notices"]))

    def recalled(self) -> tuple[Record, Record]:
        """The first round in the list of recall, and as it is recalled."""
        (line,) = [one for one in self.boss.get("/api/rounds") if one["number"] == 1]
        return line, self.boss.get(f"/api/rounds/{TABLE}/1")


@pytest.fixture
def floor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Floor]:
    """A house whose shoes all begin with a jackpot."""

    def arranged(
        seed: bytes, shoe: ShoeNumber, cut: str, deck: Deck, decks: int
    ) -> tuple[Card, ...]:
        order = shuffled_shoe(bytes(32), shoe, cut, deck, decks)
        return (*map(Card.parse, FOUR_SEVENS), *order[: len(order) - 4])

    monkeypatch.setattr("upcard.room.fairness.table_shoes.shuffled_shoe", arranged)
    with ExitStack() as stack:
        house = stack.enter_context(house_in(tmp_path))
        yield Floor(house, stack.enter_context(running(house)), stack)


def dollars(cents: int) -> str:
    return f"${cents / 100:,.2f}".removesuffix(".00")


def test_every_screen_says_what_the_win_page_says(floor: Floor) -> None:
    paid = dollars(floor.win())

    for frame in (floor.console(), floor.screen(), floor.screen(3)):
        (spot,) = frame["view"]["spots"]
        (award,) = frame["view"]["awards"]
        assert spot["banner"] == f"{TITLE} Winner {paid}"
        assert spot["wagers"][1]["result"] == f"+{paid}"
        assert award["act"] == f"Win page 1 pays {paid}, not the tray."
        assert paid in frame["say"]
    assert [one["pay"] for one in floor.console()["view"]["movements"]][1:] == [0]


def test_a_reversal_in_the_round_is_on_every_screen(floor: Floor) -> None:
    paid = dollars(floor.win())
    floor.reverse()

    for frame in (floor.console(), floor.screen(), floor.screen(3)):
        (spot,) = frame["view"]["spots"]
        (award,) = frame["view"]["awards"]
        assert spot["banner"] == f"{TITLE} REVERSED"
        assert spot["wagers"][1]["result"] == "REVERSED"
        act = f"REVERSED: do not pay win page 1. If paid, collect {paid} back."
        assert (award["state"], award["act"]) == ("reversed", act)
        assert "REVERSED" in frame["say"]
        assert frame["notices"] == []
    keys = {key["key"]: key["reason"] for key in floor.console()["keys"]}
    assert (keys["void"], keys["end-game"]) == ("", "")
    assert keys["step-back"] == "an award was reversed"


def test_recall_tells_a_reversal_in_the_round_and_its_record_still_replays(floor: Floor) -> None:
    paid = floor.win()
    floor.reverse()
    floor.end()
    line, recalled = floor.recalled()

    assert line["is_reversed"]
    assert line["net"] == recalled["net"]
    (told,) = [step for step in recalled["steps"] if step["is_reversal"]]
    assert told["sentence"] == (
        f"Spot 3, {TITLE}: REVERSED: do not pay win page 1. If paid, collect {dollars(paid)} "
        "back. Reason: the wager came late."
    )
    assert recalled["steps"][-1]["frame"]["awards"][0]["state"] == "reversed"
    assert recalled["text"].startswith(f"# {told['sentence']}\n")
    (again,) = replay_file(recalled["text"])
    assert [award.amount for award in again.round.awards] == [paid]


def test_a_reversal_after_end_game_is_told_by_notice_history_and_recall(floor: Floor) -> None:
    paid = floor.win()
    floor.end()
    before = floor.console()["history"][0]
    floor.reverse()
    until(lambda: bool(floor.console()["notices"]))

    says = f"Round 1, spot 3: {TITLE} {dollars(paid)} is REVERSED."
    does = f"REVERSED: do not pay win page 1. If paid, collect {dollars(paid)} back."
    (notice,) = floor.console()["notices"]
    assert (notice["kind"], notice["says"], notice["does"]) == ("reversed", says, does)
    for frame in (floor.screen(), floor.screen(3)):
        assert frame["notices"] == [{"id": notice["id"], "kind": "reversed", "says": says}]
    line = floor.console()["history"][0]
    assert line["net"]["3"] == before["net"]["3"] - paid
    assert [(one["state"], one["page"]) for one in line["awards"]] == [("reversed", 1)]
    listed, recalled = floor.recalled()
    assert (listed["is_reversed"], listed["net"]) == (True, line["net"]["3"])
    assert recalled["steps"][-1]["sentence"].endswith("Reason: the wager came late.")
    assert recalled["steps"][-2]["sentence"] == "The round is over."
    assert replay_file(recalled["text"])


def test_a_reversal_that_only_the_ledger_heard_of_is_told_when_the_round_is_over(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "upcard.room.procedures.corrections._is_paid_by", lambda *_: False
    )  # As version 0.1.
    floor.win()
    floor.reverse()
    assert floor.console()["view"]["awards"][0]["state"] == "confirmed"
    floor.end()

    until(lambda: bool(floor.console()["notices"]))
    assert floor.console()["history"][0]["awards"][0]["state"] == "reversed"
    listed, recalled = floor.recalled()
    assert listed["is_reversed"]
    assert [step["is_reversal"] for step in recalled["steps"]].count(True) == 1


def test_a_jackpot_display_shows_no_winner_once_the_newest_award_is_reversed(floor: Floor) -> None:
    def winner() -> Winner | None:
        hub = floor.house.site.the_hub()
        return display_record(hub.room.state, hub.chronicle, "bahama")["winner"]

    floor.win()
    floor.end()
    until(lambda: winner() is not None)
    sam = floor.house.person(Role.SUPERVISOR)
    wish = {"kind": "AbandonShoe", "table": TABLE, "reason": "the same cards"}
    floor.dealer.order(wish, by={"badge": sam.badge, "pin": sam.pin})
    floor.dealer.order({"kind": "CutShoe", "table": TABLE, "cut": "17 tulip"})
    for kind in ("CloseCut", "ConfirmCut"):
        floor.dealer.order({"kind": kind, "table": TABLE})
    second = floor.win()
    until(lambda: (shown := winner()) is not None and shown["amount"] == second)
    floor.reverse()

    until(lambda: winner() is None)


def test_a_notice_of_a_reversal_stays_until_the_next_whole_round_is_over(floor: Floor) -> None:
    floor.win()
    floor.end()
    floor.dealer.press(TABLE, "PlaceWager", spot=5, wager="main", amount=1000)
    floor.reverse()
    until(lambda: bool(floor.console()["notices"]))
    floor.go_on_to("end-game")
    floor.end()
    assert floor.console()["notices"]  # That round had begun before.
    floor.dealer.press(TABLE, "PlaceWager", spot=5, wager="main", amount=1000)
    floor.go_on_to("end-game")
    assert floor.console()["notices"]
    floor.end()

    until(lambda: not floor.console()["notices"])


def test_a_void_lists_what_goes_back_until_the_next_start(floor: Floor) -> None:
    floor.win()
    floor.reverse()
    floor.void()
    (notice,) = floor.console()["notices"]

    assert notice["says"] == "Round 1 is voided: misdeal."
    assert [(one["title"], one["act"]) for one in notice["returns"]] == [(TITLE, "PAY $5")]
    settled = [(one["wager"], one["act"]) for one in notice["movements"]]
    assert settled[1:] == [(WAGER, "LIFTED $5")]
    assert [sorted(one) for one in floor.screen()["notices"]] == [["id", "kind", "says"]]
    floor.dealer.press(TABLE, "PlaceWager", spot=5, wager="main", amount=1000)
    assert floor.console()["notices"]
    floor.dealer.press(TABLE, "StartGame")
    until(lambda: not floor.console()["notices"])


def test_the_dealer_hears_movements_and_a_player_hears_of_their_own_spot() -> None:
    round_ = Round(game("bonanza"))
    commands: list[Command] = [
        PlaceWager(3, "main", Cents(2500)),
        PlaceWager(3, "bonanza", Cents(500)),
        PlaceWager(5, "main", Cents(2500)),
        StartGame(),
        LiftWager(3, "bonanza"),
        *(Deal(Card.parse(card)) for card in ("Qc", "9s", "Ah", "Ts", "8d", "9d")),
        PressDeal(),
        PressDeal(),
        Choose(Decision.STAND),
        Choose(Decision.STAND),
    ]
    for command in commands:
        round_, _ = handle(round_, command)

    def said(viewer: Viewer) -> str:
        return sentence_of(view_of(round_, viewer), viewer)

    # The winner of the bonus round was paid before DEAL: nobody pays it a second time.
    dealer = said(Viewer(Audience.DEALER))
    assert dealer == "The dealer has soft 20. Spot 5: take $25. Spot 3: leave the chips."
    player = said(Viewer(Audience.PLAYER, (3,)))
    assert player == "The dealer has soft 20. Spot 3 loses $5 and is paid $5."
    assert said(Viewer(Audience.DISPLAY)) == "The dealer has soft 20."
