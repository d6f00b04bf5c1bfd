"""A hand-dealt table, as S0's Nexus Command rules of play 6 to 10 have it: nobody tells a card."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.devices.hand_dealt_rooms import code_of, hand_dealt_house, refused, started
from tests.room.houses import Game, House, place_in, spec
from tests.room.test_procedures import GAMES
from upcard.cards import read_cards
from upcard.game.decisions import Decision
from upcard.money import Cents
from upcard.room.care.audits import audit_room
from upcard.room.money_orders import (
    ConfirmWin,
    ReverseAward,
    SwipeAward,
    VoidClaim,
)
from upcard.room.table_events import TableHappened
from upcard.room.table_orders import (
    AddTable,
    ShuffleShoe,
    StepBack,
    VoidRound,
)
from upcard.table.awaits import AwaitAward, AwaitHandButtons, awaits
from upcard.table.commands import (
    Choose,
    Command,
    Deal,
    EndGame,
    LiftWager,
    PlaceWager,
    PressHandButton,
    StartGame,
)
from upcard.table.events import WagerSettled
from upcard.table.games import CardSource
from upcard.table.keyed_lines import NOTHING_KEYED
from upcard.table.rounds import AwardState, Stage

BAHAMA = GAMES["bahama"]
WAGER = BAHAMA.wager
TOP = "four-of-a-kind-suited"
TRAY = "three-of-a-kind"
FOUR_NINES = read_cards("9s 9s"), read_cards("9s 9s")


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A hand-dealt Bahama table."""
    return hand_dealt_house(place_in(tmp_path), BAHAMA)


def test_s0_6_wagers_lie_on_sensors_and_no_main_wager_is_known(house: House) -> None:
    house.key("t1", PlaceWager(3, WAGER, Cents(500)))

    assert [wager.spot for wager in house.round_on("t1").wagers] == [3]
    assert refused(house, PlaceWager(3, "main", Cents(1000))) == "wager-unknown"
    assert refused(house, PlaceWager(3, "match-up", Cents(500))) == "wager-unknown"
    assert refused(house, PressHandButton(3, WAGER, TOP)) == "out-of-turn"


def test_s0_7_start_game_latches_feeds_the_meter_once_and_the_dealer_lifts(house: House) -> None:
    before = house.level().display
    house.key("t1", PlaceWager(3, WAGER, Cents(500)))
    house.key("t1", PlaceWager(5, WAGER, Cents(500)))
    house.key("t1", StartGame())

    assert house.level().display > before
    assert refused(house, StartGame()) == "out-of-turn"
    assert refused(house, PlaceWager(1, WAGER, Cents(500))) == "wagers-closed"
    assert house.round_on("t1").stage is Stage.LIFTING
    house.key("t1", LiftWager(3, WAGER))
    house.key("t1", LiftWager(5, WAGER))
    assert house.round_on("t1").stage is Stage.BY_HAND


def test_s0_8_the_dealer_deals_and_the_system_is_told_no_card(house: House) -> None:
    started(house, 3)

    assert isinstance(awaits(house.round_on("t1")), AwaitHandButtons)
    assert refused(house, Deal(read_cards("9s")[0])) == "not-by-hand"
    assert refused(house, Choose(Decision.HIT)) == "out-of-turn"
    assert code_of(house, "deal-1", ShuffleShoe("t1", "no")) == "dealt-by-hand"
    house.key("t1", EndGame())
    assert house.room.state.tables["t1"].round is None


def test_a_game_starts_and_ends_without_any_progressive_wager(house: House) -> None:
    house.key("t1", StartGame())
    house.key("t1", EndGame())

    assert house.room.state.tables["t1"].rounds == 1
    assert house.room.state.tables["t1"].round is None


def test_s0_10b_a_line_of_the_tray_is_keyed_and_leaves_the_meter_alone(house: House) -> None:
    started(house, 3, 5)
    meter = house.level().display
    house.key("t1", PressHandButton(3, WAGER, TRAY))

    assert house.round_on("t1").keyed[0].outcome == TRAY
    assert house.level().waiting == ()
    assert house.level().display == meter


def test_s0_10d_pressing_a_hand_button_again_turns_it_off(house: House) -> None:
    started(house, 3)
    for line in (TRAY, TOP):
        house.key("t1", PressHandButton(3, WAGER, line))
        house.key("t1", PressHandButton(3, WAGER, line))

    assert house.round_on("t1").keyed == ()
    assert house.round_on("t1").awards == ()
    assert house.level().waiting == ()
    house.key("t1", EndGame())


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (PressHandButton(4, WAGER, TOP), "award-not-won"),
        (PressHandButton(3, "match-up", TOP), "award-not-won"),
        (PressHandButton(3, WAGER, "five-of-a-kind"), "line-unknown"),
        (PressHandButton(3, WAGER, TRAY), "line-already-keyed"),
        (EndGame(), "awards-open"),
    ],
)
def test_what_is_refused_while_an_award_is_claimed(
    house: House, command: Command, code: str
) -> None:
    started(house, 3)
    house.key("t1", PressHandButton(3, WAGER, TOP))

    assert refused(house, command) == code


def test_s0_10e_to_h_a_winner_is_claimed_confirmed_swiped_and_ended(house: House) -> None:
    started(house, 3, 5)
    house.key("t1", PressHandButton(5, WAGER, TOP))
    (claim,) = house.level().waiting
    assert isinstance(awaits(house.round_on("t1")), AwaitAward)
    meter = house.level().display
    assert code_of(house, "sup-1", SwipeAward("t1", 5, WAGER)) == "award-not-verified"
    assert code_of(house, "deal-1", ConfirmWin("t1", 5, WAGER)) == "role-not-enough"
    house.done("sup-1", ConfirmWin("t1", 5, WAGER))
    assert house.level().display == meter, "the meter changes with the swipe, not with CONFIRM"
    paid = house.done("sup-1", SwipeAward("t1", 5, WAGER))

    assert paid.data["paid"] == meter
    assert claim.percent == 100
    (award,) = house.round_on("t1").awards
    assert (award.state, award.amount) == (AwardState.CONFIRMED, meter)
    house.key("t1", EndGame())
    assert audit_room(house.room.journal).fault is None


def test_s0_10c_the_farthest_on_the_right_is_paid_first(house: House) -> None:
    started(house, 3, 5)
    house.key("t1", PressHandButton(3, WAGER, TOP))
    house.key("t1", PressHandButton(5, WAGER, TOP))
    for spot in (3, 5):
        house.done("sup-1", ConfirmWin("t1", spot, WAGER))

    assert code_of(house, "sup-1", SwipeAward("t1", 3, WAGER)) == "award-waits-its-turn"
    house.done("sup-1", SwipeAward("t1", 5, WAGER))
    house.done("sup-1", SwipeAward("t1", 3, WAGER))


def test_whoever_claims_does_not_confirm(house: House) -> None:
    started(house, 3)
    house.key("t1", PressHandButton(3, WAGER, TOP), "sup-1")

    assert code_of(house, "sup-1", ConfirmWin("t1", 3, WAGER)) == "claimant-cannot-confirm"
    house.done("sup-2", ConfirmWin("t1", 3, WAGER))


def test_a_large_award_takes_the_cards_and_the_judge_must_agree(tmp_path: Path) -> None:
    house = hand_dealt_house(place_in(tmp_path), BAHAMA, cards_from=Cents(100))
    started(house, 3)
    house.key("t1", PressHandButton(3, WAGER, TOP))
    player, dealer = FOUR_NINES

    assert code_of(house, "sup-1", ConfirmWin("t1", 3, WAGER)) == "cards-needed"
    wrong = ConfirmWin("t1", 3, WAGER, player, read_cards("9s 9c"))
    answer = house.order("sup-1", wrong)
    assert answer.is_refused
    assert "9s 9s with 9s up is Four of a kind same colour, not Four of a kind suited" in (
        answer.message
    )
    few = ConfirmWin("t1", 3, WAGER, player[:1], dealer)
    assert code_of(house, "sup-1", few) == "hand-not-keyed"
    ten = ConfirmWin("t1", 3, WAGER, read_cards("Ts Ts"), dealer)
    assert code_of(house, "sup-1", ten) == "card-not-in-deck"
    seven = ConfirmWin("t1", 3, WAGER, player, dealer * 3)
    assert code_of(house, "sup-1", seven) == "card-all-dealt"
    house.done("sup-1", ConfirmWin("t1", 3, WAGER, player, dealer))
    house.done("sup-1", SwipeAward("t1", 3, WAGER))
    (award,) = house.round_on("t1").awards
    assert (award.player, award.dealer) == FOUR_NINES


def test_what_was_keyed_is_what_is_paid_and_nothing_is_judged(house: House) -> None:
    started(house, 3, 5)
    house.key("t1", PressHandButton(3, WAGER, TRAY))
    happened = house.key("t1", EndGame())

    assert not happened.is_refused
    events = [
        event.event.settlement
        for entry in house.room.entries()
        for event in entry.events
        if isinstance(event, TableHappened) and isinstance(event.event, WagerSettled)
    ]
    assert [(one.spot, one.outcome, one.net > 0) for one in events] == [
        (5, NOTHING_KEYED, False),
        (3, TRAY, True),
    ]


def test_a_key_is_taken_back_until_it_has_moved_something(house: House) -> None:
    started(house, 3)
    house.key("t1", PressHandButton(3, WAGER, TRAY))
    house.done("deal-1", StepBack("t1"))
    assert house.round_on("t1").keyed == ()
    house.key("t1", PressHandButton(3, WAGER, TOP))
    assert code_of(house, "deal-1", StepBack("t1")) == "step-is-irreversible"
    house.done("sup-1", VoidClaim("t1", 3, WAGER, "the cards were misread"))
    assert house.round_on("t1").awards == ()
    assert house.level().waiting == ()
    house.done("sup-1", VoidRound("t1", "misdeal"))
    assert house.room.state.tables["t1"].round is None


def test_a_reversed_award_may_be_keyed_anew(house: House) -> None:
    started(house, 3)
    house.key("t1", PressHandButton(3, WAGER, TOP))
    house.done("sup-1", ConfirmWin("t1", 3, WAGER))
    house.done("sup-1", SwipeAward("t1", 3, WAGER))
    paid = house.level().posted[-1]
    reversal = ReverseAward(
        progressive="prog", level="meter", award_id=paid.id, reason="wrong spot"
    )
    house.done("sup-1", reversal, "exec-1")
    house.key("t1", PressHandButton(3, WAGER, TOP))

    assert code_of(house, "sup-1", SwipeAward("t1", 3, WAGER)) == "award-not-verified"
    house.done("sup-1", ConfirmWin("t1", 3, WAGER))
    house.done("sup-1", SwipeAward("t1", 3, WAGER))
    house.key("t1", EndGame())


def test_a_room_with_a_hand_dealt_table_starts_again_as_it_was(house: House) -> None:
    started(house, 3, 5)
    house.key("t1", PressHandButton(3, WAGER, TRAY))
    house.key("t1", PressHandButton(5, WAGER, TOP))
    before = house.round_on("t1")
    again = house.reopened()

    assert again.round_on("t1") == before
    assert audit_room(again.room.journal).fault is None


def test_a_game_without_a_progressive_is_not_dealt_by_hand(house: House) -> None:
    plain = replace(
        spec("t9", BAHAMA),
        rules="blackjack",
        pack=None,
        paytables=(),
        cut_card=0,
        cards=CardSource.HAND_DEALT,
    )
    assert code_of(house, "tech-1", AddTable(plain), "exec-1") == "no-progressive-wager"
    cut = replace(plain, rules="bahama-wsgc", pack="match", cut_card=200)
    assert code_of(house, "tech-1", AddTable(cut), "exec-1") == "cut-card-not-allowed"


def test_a_digital_table_takes_no_confirm_of_its_own(house: House) -> None:
    assert code_of(house, "sup-1", ConfirmWin("t2", 1, WAGER)) == "no-such-claim"


WHOLE = "four-of-a-kind-same-colour"
RACK_CARD = Game("bahama-rack-card", WAGER, "PT1", None, "", WHOLE, "meter", 100)


def test_s1_winners_of_the_whole_meter_divide_it_however_they_are_keyed(tmp_path: Path) -> None:
    house = hand_dealt_house(place_in(tmp_path), RACK_CARD)
    started(house, 2, 3, 5, amount=100)
    for spot in (2, 5, 3):
        house.key("t1", PressHandButton(spot, WAGER, WHOLE))
    assert {claim.winners for claim in house.level().waiting} == {3}
    house.key("t1", PressHandButton(3, WAGER, WHOLE))
    assert {claim.winners for claim in house.level().waiting} == {2}
    meter = house.level().display
    paid = 0
    for spot in (5, 2):
        house.done("sup-1", ConfirmWin("t1", spot, WAGER))
        paid += house.done("sup-1", SwipeAward("t1", spot, WAGER)).data["paid"]

    assert paid == meter
    assert refused(house, PressHandButton(3, WAGER, WHOLE)) == "share-reversed"
    house.key("t1", EndGame())
    assert audit_room(house.room.journal).fault is None


def test_a_voided_share_leaves_the_whole_meter_to_the_other_winner(tmp_path: Path) -> None:
    house = hand_dealt_house(place_in(tmp_path), RACK_CARD, cards_from=Cents(100_000))
    started(house, 2, 3, amount=100)
    for spot in (2, 3):
        house.key("t1", PressHandButton(spot, WAGER, WHOLE))
    meter = house.level().display
    assert meter >= 100_000 > meter // 2
    house.done("sup-1", ConfirmWin("t1", 2, WAGER))
    house.done("sup-1", VoidClaim("t1", 3, WAGER, "the cards were misread"))
    (claim,) = house.level().waiting

    assert (claim.winners, claim.by.name) == (1, "Dan")
    # Half the meter took no cards; the whole of it does.
    assert code_of(house, "sup-1", SwipeAward("t1", 2, WAGER)) == "cards-needed"
    kings = read_cards("Kd Kh"), read_cards("Kh Kd")
    house.done("sup-1", ConfirmWin("t1", 2, WAGER, *kings))
    assert house.done("sup-1", SwipeAward("t1", 2, WAGER)).data["paid"] == meter
    house.key("t1", EndGame())
    assert audit_room(house.room.journal).fault is None


def test_s3_trilux_wagers_stay_on_their_sensors_and_are_settled_at_the_end(tmp_path: Path) -> None:
    trilux = Game(
        "kings-bounty", "trilux-progressive", "PT6", "trilux-progressive", "", "", "", 100
    )
    house = hand_dealt_house(place_in(tmp_path), trilux)
    offer = house.room.state.tables["t1"].game_on(None).offers[trilux.wager]
    house.key("t1", PlaceWager(4, trilux.wager, Cents(500)))
    house.key("t1", StartGame())

    assert house.round_on("t1").stage is Stage.BY_HAND, "nothing is lifted"
    tray = next(line for line, pay in offer.pays.items() if str(pay).endswith("for 1"))
    house.key("t1", PressHandButton(4, trilux.wager, tray))
    house.key("t1", EndGame())
