"""S0's Nexus Command rules of play at a hand-dealt table, on SQLite and on PostgreSQL."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.devices.conftest import MakeHouse
from tests.devices.hand_dealt_rooms import (
    code_of,
    confirmed,
    paid,
    refused,
    sensors,
    started,
)
from tests.room.houses import House
from tests.room.test_procedures import GAMES
from upcard.books.slip_pages import page_of, slip_pdf
from upcard.books.slips import slip_of
from upcard.cards import read_cards
from upcard.jackpot.accounts import Fund
from upcard.jackpot.commands import AdjustmentDirection, AdjustmentReason
from upcard.money import Cents
from upcard.room.care.audits import audit_room
from upcard.room.money_orders import (
    AdjustMeter,
    ConfirmWin,
    PrintSlip,
    ReverseAward,
    SwipeAward,
)
from upcard.room.table_orders import ShuffleShoe
from upcard.screens.keypads import next_key
from upcard.table.awaits import AwaitHandButtons, awaits
from upcard.table.commands import (
    Deal,
    EndGame,
    LiftWager,
    PlaceWager,
    PressHandButton,
    StartGame,
)
from upcard.table.keyed_lines import buttons_of, tray_pays
from upcard.table.rounds import AwardState, Stage

BAHAMA = GAMES["bahama"]
WAGER = BAHAMA.wager
SUITED = "four-of-a-kind-suited"
SAME_COLOUR = "four-of-a-kind-same-colour"
OTHERS = {"four-of-a-kind": 200_00, "three-of-a-kind-same-colour": 20_00}
PAYTABLES = {
    "PT1": {SAME_COLOUR: 100, **OTHERS, "three-of-a-kind": 10_00, "suited-pair": 2_00},
    "PT2": {SAME_COLOUR: 100, **OTHERS, "three-of-a-kind": 12_00, "suited-pair": 3_00},
    "PT3": {SUITED: 100, SAME_COLOUR: 10, **OTHERS, "three-of-a-kind": 10_00, "suited-pair": 3_00},
    "PT4": {SUITED: 100, SAME_COLOUR: 10, **OTHERS, "three-of-a-kind": 10_00, "suited-pair": 2_00},
}
"""For a wager of $1: per cent of the meter for four of a kind, cents from the tray for the rest."""


def button(spot: int, outcome: str) -> PressHandButton:
    """The hand button of a spot."""
    return PressHandButton(spot, WAGER, outcome)


def says(house: House) -> str:
    """What the console tells the dealer to do."""
    round_ = house.round_on("t1")
    return next_key(round_, awaits(round_), None, is_open=True)["sentence"]


def reversal(house: House, reason: str) -> ReverseAward:
    """The order that backs the newest award out."""
    newest = house.level().posted[-1].id
    return ReverseAward(progressive="prog", level="meter", award_id=newest, reason=reason)


def test_s0_2_a_win_is_judged_on_the_initial_two_cards_of_player_and_dealer(
    quick_house: MakeHouse,
) -> None:
    house = quick_house(BAHAMA, cards_from=Cents(100))
    started(house, 3)
    house.key("t1", button(3, SUITED))

    for player, dealer in (("9s", "9s 9s"), ("9s 9s", "9s"), ("9s 9s 9s", "9s 9s")):
        assert code_of(house, "sup-1", confirmed(3, WAGER, player, dealer)) == "hand-not-keyed"
    house.done("sup-1", confirmed(3, WAGER, "9s 9s", "9s 9s"))


def test_s0_2_without_a_suited_pair_among_the_four_cards_the_wager_loses(
    quick_house: MakeHouse,
) -> None:
    house = quick_house(BAHAMA, cards_from=Cents(100))
    started(house, 3)
    house.key("t1", button(3, SUITED))

    assert "it pays nothing" in house.refused("sup-1", confirmed(3, WAGER, "2c 5h", "9s Kd"))
    assert "it pays 3 for 1" in house.refused("sup-1", confirmed(3, WAGER, "2c 5h", "2c Kd"))


@pytest.mark.parametrize("paytable", PAYTABLES)
def test_s0_3_and_4_four_of_a_kind_pays_from_the_meter_and_every_other_line_from_the_tray(
    quick_house: MakeHouse, paytable: str
) -> None:
    house = quick_house(replace(BAHAMA, paytable=paytable))
    started(house, 3, amount=100)
    for line, pays in PAYTABLES[paytable].items():
        house.key("t1", button(3, line))
        round_ = house.round_on("t1")
        if round_.awards:
            assert [one.percent for one in house.level().waiting] == [pays]
        else:
            assert [(one.outcome, pay) for one, pay in tray_pays(round_)] == [(line, pays)]
        house.key("t1", button(3, line))
    offer = house.round_on("t1").game.offers[WAGER]
    assert buttons_of(offer) == tuple(PAYTABLES[paytable])


def test_s0_5_the_meter_is_reseeded_when_the_100_percent_award_hits(quick_house: MakeHouse) -> None:
    house = quick_house(BAHAMA)
    seed = house.level().display
    started(house, 3)
    shown, reserve = house.level().display, house.level().balances[Fund.RESERVE]
    house.key("t1", button(3, SUITED))

    assert shown > seed
    assert paid(house, 3) == shown
    assert house.level().display == seed + reserve


def test_s0_6_to_8_sensors_light_up_start_game_locks_them_and_the_dealer_lifts_and_deals(
    make_house: MakeHouse,
) -> None:
    house = make_house(BAHAMA)
    for spot in (2, 6):
        house.key("t1", PlaceWager(spot, WAGER, Cents(500)))
    assert sensors(house) == {2: "placed", 6: "placed"}
    house.key("t1", StartGame())
    assert sensors(house) == {2: "locked", 6: "locked"}
    assert says(house).startswith("Lift ")
    house.key("t1", LiftWager(6, WAGER))
    assert sensors(house) == {2: "locked", 6: "lifted"}
    assert refused(house, EndGame()) == "out-of-turn"
    house.key("t1", LiftWager(2, WAGER))
    assert sensors(house) == {2: "lifted", 6: "lifted"}

    # The dealer now deals real cards: the system asks for none and takes none.
    assert isinstance(awaits(house.round_on("t1")), AwaitHandButtons)
    assert refused(house, Deal(read_cards("9s")[0])) == "not-by-hand"
    assert code_of(house, "deal-1", ShuffleShoe("t1", "no")) == "dealt-by-hand"


def test_s0_9_the_progressive_is_resolved_at_once_or_together_with_the_rest(
    make_house: MakeHouse,
) -> None:
    house = make_house(BAHAMA)
    started(house, 3, 5)
    house.key("t1", button(5, SAME_COLOUR))
    at_once = paid(house, 5)
    house.key("t1", button(3, "suited-pair"))
    house.key("t1", EndGame())

    started(house, 3, 5)
    house.key("t1", button(3, "suited-pair"))
    house.key("t1", button(5, SAME_COLOUR))
    together = paid(house, 5)
    house.key("t1", EndGame())

    assert house.room.state.tables["t1"].rounds == 2
    assert at_once > 0
    assert together > 0
    assert audit_room(house.room.journal).fault is None


def test_s0_10_a_and_b_percentages_come_off_the_meter_and_fixed_pays_do_not(
    quick_house: MakeHouse,
) -> None:
    house = quick_house(BAHAMA)
    started(house, 3, 5)
    meter = house.level().display
    house.key("t1", button(3, "four-of-a-kind"))
    assert house.level().display == meter
    house.key("t1", button(5, SAME_COLOUR))
    tenth = paid(house, 5)

    assert tenth == meter // 10
    assert house.level().display == meter - tenth
    assert {one.spot: pay for one, pay in tray_pays(house.round_on("t1"))} == {3: 1000_00}


def test_s0_10_c_several_meter_pays_go_from_the_dealers_right_counter_clockwise(
    make_house: MakeHouse,
) -> None:
    house = make_house(BAHAMA)
    started(house, 1, 4, 7)
    meter = house.level().display
    for spot in (1, 7, 4):
        house.key("t1", button(spot, SAME_COLOUR))
    for spot in (1, 4, 7):
        house.done("sup-1", ConfirmWin("t1", spot, WAGER))
    for early in (1, 4):
        assert code_of(house, "sup-1", SwipeAward("t1", early, WAGER)) == "award-waits-its-turn"
    pays = []
    for spot in (7, 4, 1):
        pays.append(house.done("sup-1", SwipeAward("t1", spot, WAGER)).data["paid"])

    first = meter // 10
    second = (meter - first) // 10
    assert pays == [first, second, (meter - first - second) // 10]


def test_s0_10_d_the_dealer_selects_the_spot_and_a_button_pressed_by_accident_goes_off(
    quick_house: MakeHouse,
) -> None:
    house = quick_house(BAHAMA)
    started(house, 3, 5)
    before = house.round_on("t1")
    for line in (SUITED, SAME_COLOUR, "three-of-a-kind"):
        house.key("t1", button(5, line))
        house.key("t1", button(5, line))

    assert house.round_on("t1") == before
    assert house.level().waiting == ()
    assert refused(house, button(4, SUITED)) == "award-not-won"


def test_s0_10_e_the_console_says_to_call_a_supervisor_and_the_game_waits(
    quick_house: MakeHouse,
) -> None:
    house = quick_house(BAHAMA)
    started(house, 3)
    house.key("t1", button(3, SUITED))

    assert says(house) == (
        "Spot 3 wins from the meter: call a supervisor to look at the cards and press CONFIRM"
    )
    assert code_of(house, "deal-1", ConfirmWin("t1", 3, WAGER)) == "role-not-enough"
    assert refused(house, EndGame()) == "awards-open"


def test_s0_10_f_confirm_then_the_badge_of_the_level_records_the_win_and_moves_the_meter(
    make_house: MakeHouse,
) -> None:
    house = make_house(BAHAMA, executive_from=Cents(500_00))
    started(house, 3, 5)
    meter = house.level().display
    house.key("t1", button(5, SAME_COLOUR))
    assert code_of(house, "sup-1", SwipeAward("t1", 5, WAGER)) == "award-not-verified"
    tenth = paid(house, 5)
    house.key("t1", button(3, SUITED))
    house.done("sup-1", ConfirmWin("t1", 3, WAGER))
    assert house.level().display == meter - tenth, "CONFIRM moves no money"
    assert code_of(house, "sup-2", SwipeAward("t1", 3, WAGER)) == "role-not-enough"
    whole = house.done("exec-2", SwipeAward("t1", 3, WAGER)).data["paid"]

    assert whole == meter - tenth >= 500_00 > tenth
    assert [one.state for one in house.round_on("t1").awards] == [AwardState.CONFIRMED] * 2


def test_s0_10_f_the_money_bag_prints_the_win_page(make_house: MakeHouse) -> None:
    house = make_house(BAHAMA)
    started(house, 3)
    house.key("t1", button(3, SUITED))
    amount = paid(house, 3)
    prints = [house.done("sup-1", PrintSlip(1)).data["reprint"] for _ in range(2)]
    slip = slip_of(house.room.journal, 1)

    assert prints == [False, True]
    assert page_of(slip, is_reprint=True)["amount"] == f"${amount / 100:,.2f}"
    assert slip_pdf(slip, is_reprint=False).startswith(b"%PDF")


def test_s0_10_g_end_game_resets_the_system_for_the_next_hand(make_house: MakeHouse) -> None:
    house = make_house(BAHAMA)
    for number in (1, 2):
        started(house, 3)
        house.key("t1", button(3, "three-of-a-kind"))
        house.key("t1", EndGame())
        assert house.room.state.tables["t1"].rounds == number
        assert house.room.state.tables["t1"].round is None
    house.key("t1", PlaceWager(3, WAGER, Cents(500)))

    assert house.round_on("t1").stage is Stage.BETTING
    assert house.round_on("t1").keyed == ()


def test_s0_10_h_a_swiped_award_is_backed_out_by_two_people_and_the_meter_is_whole_again(
    make_house: MakeHouse,
) -> None:
    house = make_house(BAHAMA)
    started(house, 3)
    house.key("t1", button(3, SAME_COLOUR))
    before = house.level().display
    amount = paid(house, 3)
    assert refused(house, button(3, SAME_COLOUR)) == "award-confirmed"
    house.key("t1", EndGame())
    undo = reversal(house, "the cards were misread")
    assert code_of(house, "sup-1", undo) == "second-person-needed"
    house.done("sup-1", undo, "exec-1")
    assert house.level().display == before

    # What a reversal does not put right is a documented adjustment by two people.
    reduced = AdjustMeter(
        progressive="prog",
        level="meter",
        reason=AdjustmentReason.AWARD_WON,
        direction=AdjustmentDirection.REDUCE,
        fund=Fund.METER,
        amount=Cents(amount),
        evidence="win page 1, paid at the cage",
    )
    house.done("acct-1", reduced, "exec-1")
    assert house.level().display == before - amount
    assert audit_room(house.room.journal).fault is None
