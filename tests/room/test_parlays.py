"""Winnings moved onto the main wager in a room: recorded, stepped back, voided, in the books."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from tests.books.histories import STAMP
from tests.room.houses import Game, House, new_room, place_in, rig
from upcard.books import REPORTS
from upcard.books.histories import Period
from upcard.books.holds import HoldsReport
from upcard.cards import Card, read_cards
from upcard.catalogue import rules_of
from upcard.game.decisions import Decision
from upcard.money import Cents
from upcard.room.table_events import TableSpec
from upcard.room.table_orders import AddTable, OpenTable, ShuffleShoe, StepBack, VoidRound
from upcard.strategy.solutions import solve
from upcard.table.awaits import AwaitParlay, awaits
from upcard.table.commands import Choose, EndGame, MoveWinnings, PlaceWager, PressDeal, StartGame
from upcard.table.movements import movements_of_void

TABLE, WAGER = "t1", "house-money"
TWO_PAIRS = "Th 9h Tc Ts 9s 9d"
"""Spot 1, spot 4, the up card, spot 1, spot 4, the hole card: 20 and 18 against 19."""


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A House Money table with two pairs dealt and paid: spot 1 is asked."""
    rig(monkeypatch, TWO_PAIRS)
    place = place_in(tmp_path)
    house = House(new_room(place), place, Game(WAGER, WAGER, "9-4-3-1", WAGER, "", "", "", 0))
    spec = TableSpec(table=TABLE, rules=WAGER, decks=6, pack="no-progressive", cut_card=200)
    house.done("tech-1", AddTable(spec), "exec-1")
    house.done("sup-1", OpenTable(TABLE, "deal-1"))
    house.done("deal-1", ShuffleShoe(TABLE, "opening"))
    house.cut(TABLE)
    for spot in (1, 4):
        house.key(TABLE, PlaceWager(spot, "main", Cents(2000)))
        house.key(TABLE, PlaceWager(spot, WAGER, Cents(1000)))
    house.key(TABLE, StartGame())
    house.key(TABLE, PressDeal())
    yield house
    house.close()


def asked(house: House) -> AwaitParlay:
    """Whom the table asks."""
    awaited = awaits(house.round_on(TABLE))
    assert isinstance(awaited, AwaitParlay)
    return awaited


def test_spots_are_asked_from_the_dealer_s_left_and_a_refusal_changes_nothing(
    house: House,
) -> None:
    assert asked(house) == AwaitParlay(1, Cents(4000))
    house.key(TABLE, MoveWinnings(1, Cents(4000)))

    assert asked(house) == AwaitParlay(4, Cents(4000))


def test_a_move_is_stepped_back_and_survives_a_new_start(house: House) -> None:
    house.key(TABLE, MoveWinnings(1, Cents(4000)))
    house.done("deal-1", StepBack(TABLE))
    assert asked(house).spot == 1
    house.key(TABLE, MoveWinnings(1, Cents(1500)))
    before = house.round_on(TABLE)
    again = house.reopened()

    assert again.round_on(TABLE) == before
    assert [hand.wager for hand in before.hands] == [3500, 2000]


def test_a_void_leaves_the_moved_money_to_the_player_and_the_winnings_paid(house: House) -> None:
    house.key(TABLE, MoveWinnings(1, Cents(4000)))
    voided = movements_of_void(house.round_on(TABLE))

    assert [(one.spot, one.wager, one.outcome, one.act) for one in voided] == [
        (4, "main", "Voided", "LEAVE $20"),
        (4, WAGER, "Pair", "PAY $30"),
        (1, "main", "Voided", "LEAVE $60"),
        (1, WAGER, "Pair", "PAY $30, MOVE $40 TO MAIN"),
    ]
    assert [one.is_done for one in voided] == [False, True, False, True]
    answer = house.done("sup-1", VoidRound(TABLE, "wrong card"))

    assert not answer.is_refused


def test_the_books_count_no_drop_for_moved_money_and_every_cent_of_the_win(house: House) -> None:
    house.key(TABLE, MoveWinnings(1, Cents(4000)))
    house.key(TABLE, MoveWinnings(4, Cents(1000)))
    for _ in range(2):
        house.key(TABLE, Choose(Decision.STAND))
    nets = sum(one.net for one in house.round_on(TABLE).settlements)
    house.key(TABLE, EndGame())
    period = Period(date(2000, 1, 1), date(2100, 1, 1))
    report: HoldsReport = REPORTS["holds"].build(house.room.journal, period, STAMP)

    found = {one.wager: (one.wagers, one.drop, one.win) for one in report.drops}
    # 20 beats 19 with 60 on it; 18 loses 30. Each pair won 30.
    assert found == {"main": (2, 4000, -6000 + 3000), WAGER: (2, 2000, -6000)}
    assert sum(one.win or 0 for one in report.drops) == -nets == 3000 - 6000 - 6000
    # Best play of 20 and 18 against a ten without an ace below it: what each unit should bring.
    openings = solve(rules_of(WAGER), 6).play.book.opening
    twenty, eighteen = (
        openings(first, second, Card.parse("Tc")).going_on
        for first, second in (read_cards("Th Ts"), read_cards("9h 9s"))
    )
    assert twenty is not None
    assert eighteen is not None
    edge = -solve(rules_of(WAGER), 6).ev
    main = next(one for one in report.holds if one.wager == "main")
    assert main.expected_win == round(4000 * edge - 4000 * twenty.mean - 1000 * eighteen.mean)
