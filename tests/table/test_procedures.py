"""The dealer's procedures: latching, lifting, bonus round, insurance, claims, seats, views."""

from collections.abc import Sequence

import pytest

from tests.table.tables import after, deal, dealt, dollars, events_of, refusal, started, wagered
from upcard.catalogue import CATALOGUE, rules_of
from upcard.catalogue_games import game
from upcard.money import Cents
from upcard.rules.setting_paths import with_settings
from upcard.table import Decision, Round, awaits
from upcard.table.awaits import AwaitAward, AwaitCard, AwaitDealKey, AwaitInsurance, AwaitLift
from upcard.table.commands import (
    Choose,
    ConfirmAward,
    EndGame,
    LiftWager,
    PlaceWager,
    PressDeal,
    PressHandButton,
    StartGame,
    TakeSeat,
)
from upcard.table.events import (
    AwardReleased,
    DealerPeeked,
    Event,
    GameStarted,
    HandButtonPressed,
    NotLatched,
    WagerSettled,
)
from upcard.table.prompts import prompt_of
from upcard.table.views import Audience, Viewer, view_of

WSGC = game("bahama-wsgc")
BONANZA = game("bonanza")
KINGS = game("kings-bounty", paytables={"blazing-7s-upcard": "PT1"})
DISPLAY = Viewer(Audience.DISPLAY)


def settled(events: Sequence[Event]) -> list[tuple[int, str, str]]:
    """What was settled, in order: spot, wager, outcome."""
    return [
        (event.settlement.spot, event.settlement.wager, event.settlement.outcome)
        for event in events
        if isinstance(event, WagerSettled)
    ]


def test_a_side_wager_whose_main_wager_was_lifted_is_not_latched_and_is_signalled() -> None:
    round_ = wagered(WSGC, [(1, "main", "10"), (1, "match-up", "5"), (2, "main", "10")])
    round_ = after(round_, LiftWager(1, "main"))

    (start,) = events_of(round_, StartGame())

    assert start == GameStarted(
        (NotLatched(1, "match-up", "Match-Up on spot 1 does not count: place a main wager first"),)
    )
    assert [wager.spot for wager in after(round_, StartGame()).wagers] == [2]


def test_a_wager_that_needed_one_which_fell_falls_with_it() -> None:
    rack_card = game("bahama-rack-card")
    sides = [(1, "match-up", "10"), (1, "match-down", "5")]
    round_ = wagered(rack_card, [(1, "main", "10"), *sides])
    round_ = after(round_, PlaceWager(1, "main", dollars(5)))

    (start,) = events_of(round_, StartGame())

    assert isinstance(start, GameStarted)
    assert [(not_.wager, not_.reason) for not_ in start.not_latched] == [
        ("match-up", "Match the Dealer Up on spot 1 is 10: it may not exceed the main wager of 5"),
        (
            "match-down",
            "Match the Dealer Down on spot 1 does not count: it needs a Match the Dealer Up wager",
        ),
    ]


def test_a_second_wager_on_the_same_place_replaces_the_first() -> None:
    round_ = after(wagered(WSGC, [(1, "main", "10")]), PlaceWager(1, "main", dollars(25)))

    assert [wager.amount for wager in round_.wagers] == [2500]


def test_the_deal_starts_by_itself_when_the_last_bonus_wager_is_lifted() -> None:
    wagers = [(spot, name, "5") for spot in (1, 2) for name in ("main", "bonanza")]
    round_ = after(wagered(BONANZA, wagers), StartGame())

    assert awaits(round_) == AwaitLift(((1, "bonanza"), (2, "bonanza")))
    round_ = after(round_, LiftWager(2, "bonanza"))
    assert awaits(round_) == AwaitLift(((1, "bonanza"),))
    assert refusal(round_, LiftWager(2, "bonanza"))[0] == "nothing-to-lift"
    assert awaits(after(round_, LiftWager(1, "bonanza"))) == AwaitCard("1", False)


def test_bonus_winners_are_paid_before_deal_is_pressed_for_the_blackjack_round() -> None:
    round_ = started(BONANZA, (1, "main", "10"), (1, "bonanza", "5"))
    round_ = dealt(round_, "Kh 6d Qh 9c")

    assert awaits(round_) == AwaitDealKey()
    assert view_of(round_, DISPLAY).spots[0].banner == "Bonanza Winner $5"
    assert prompt_of(after(round_, PressDeal())).startswith("a decision on spot 1")


def test_without_a_bonus_wager_there_is_no_bonus_round() -> None:
    round_ = dealt(started(BONANZA, (1, "main", "10")), "Kh 6d Qh 9c")

    assert prompt_of(round_).startswith("a decision on spot 1")


def test_bonanza_s_two_highest_awards_wait_for_the_hole_card() -> None:
    round_ = started(BONANZA, (1, "main", "10"), (1, "bonanza", "5"))
    round_ = dealt(round_, "Kh Kh Kh 9c")
    assert round_.settlements == ()

    round_ = after(round_, PressDeal(), Choose(Decision.STAND))

    assert [(s.wager, s.outcome) for s in round_.settlements] == [
        ("main", "win"),
        ("bonanza", "upcard-the-same-card"),
    ]


@pytest.mark.parametrize(("upcard", "waits"), [("Ad", True), ("Qd", True), ("9d", False)])
def test_two_kings_of_spades_wait_only_while_the_dealer_may_have_a_natural(
    upcard: str, waits: bool
) -> None:
    round_ = started(KINGS, (1, "main", "10"), (1, "kings-bounty", "5"))
    round_ = dealt(round_, f"Ks {upcard} Ks 9c")

    assert (round_.settlements == ()) == waits


@pytest.mark.parametrize(
    ("paytable", "upcard", "waits"),
    [
        ("1000-25-2.5", "Kh", True),
        ("1000-25-2.5", "Qs", True),
        ("1000-25-2.5", "Js", False),
        ("25-2.5", "Kh", False),
    ],
)
def test_a_royal_match_waits_only_while_a_crown_treasure_may_come(
    paytable: str, upcard: str, waits: bool
) -> None:
    played = game("royal-match-21", paytables={"royal-match": paytable})
    round_ = started(played, (1, "main", "10"), (1, "royal-match", "5"))
    round_ = dealt(round_, f"Kd {upcard} Qd 9c")

    assert (round_.settlements == ()) == waits


def test_a_suited_hand_never_waits_for_a_crown_treasure() -> None:
    played = game("royal-match-21", paytables={"royal-match": "1000-25-2.5"})
    round_ = started(played, (1, "main", "10"), (1, "royal-match", "5"))

    (settlement,) = dealt(round_, "Kd Kh 9d Qh").settlements
    assert (settlement.outcome, settlement.won) == ("suited", 1250)


def test_side_wagers_are_settled_from_the_dealer_s_right_to_left() -> None:
    wagers = [(spot, name, "5") for spot in (1, 4, 7) for name in ("main", "match-up")]
    round_ = dealt(started(WSGC, *wagers), "2h 3h 4h 9d 2c 3c 4c")

    last = events_of(round_, deal("6s"))

    assert [spot for spot, wager, _ in settled(last) if wager == "match-up"] == [7, 4, 1]


def test_face_down_side_wagers_are_settled_hand_by_hand_as_the_turn_comes() -> None:
    face_down = with_settings(rules_of("bahama-wsgc"), {"cards_dealt": "face-down"}, CATALOGUE)
    wagers = [(spot, name, "5") for spot in (1, 2) for name in ("main", "match-up")]
    round_ = dealt(started(game(face_down), *wagers), "2h 3h 9d 2c 3c")

    after_deal = events_of(round_, deal("6s"))
    round_ = dealt(round_, "6s")
    after_first = events_of(round_, Choose(Decision.STAND))

    assert settled(after_deal) == [(1, "match-up", "nothing")]
    assert settled(after_first) == [(2, "match-up", "nothing")]


def test_face_down_side_wagers_of_naturals_are_settled_in_their_turn_too() -> None:
    face_down = with_settings(
        rules_of("bahama-wsgc"), {"cards_dealt": "face-down", "insurance": "none"}, CATALOGUE
    )
    wagers = [(spot, name, "5") for spot in (1, 2, 5) for name in ("main", "match-up")]
    round_ = dealt(started(game(face_down), *wagers), "Ah 3h Ad 9d Kc 3c Qc")

    after_deal = events_of(round_, deal("6s"))
    at_the_end = events_of(dealt(round_, "6s"), Choose(Decision.STAND))

    assert settled(after_deal)[-2:] == [(1, "match-up", "nothing"), (2, "match-up", "nothing")]
    assert settled(at_the_end)[0] == (5, "match-up", "nothing")


def test_face_down_cards_are_their_player_s_until_they_are_turned_up() -> None:
    face_down = with_settings(rules_of("blackjack"), {"cards_dealt": "face-down"}, CATALOGUE)
    round_ = dealt(started(game(face_down), (1, "main", "5")), "2h 9d 2c 6s")

    assert view_of(round_, DISPLAY).spots[0].hands[0].cards == ("??", "??")
    assert view_of(round_, Viewer(Audience.PLAYER, (1,))).spots[0].hands[0].cards == ("2h", "2c")
    hit = dealt(after(round_, Choose(Decision.HIT)), "3d")
    assert view_of(hit, DISPLAY).spots[0].hands[0].cards == ("??", "??", "3d")


def test_insurance_is_offered_under_an_ace_after_the_bonus_round() -> None:
    round_ = started(BONANZA, (1, "main", "10"), (1, "bonanza", "5"), (2, "main", "20"))
    round_ = dealt(round_, "Kh 5h Ad Qh 5d Kc")
    assert awaits(round_) == AwaitDealKey()

    round_ = after(round_, PressDeal())
    assert awaits(round_) == AwaitInsurance((1, 2))
    assert {spot.banner for spot in view_of(round_, DISPLAY).spots} >= {"Insurance?"}

    round_ = after(round_, PlaceWager(2, "insurance", dollars(10)), PressDeal())
    assert view_of(round_, DISPLAY).spots[1].banner == "Insurance Pays"
    assert [(s.spot, s.wager, s.net) for s in round_.settlements[1:]] == [
        (2, "insurance", 2000),
        (2, "main", -2000),
        (1, "main", -1000),
    ]


def test_insurance_can_be_taken_back_until_deal_is_pressed() -> None:
    round_ = dealt(started(WSGC, (1, "main", "10")), "9h Ad 8c Kd")
    round_ = after(round_, PlaceWager(1, "insurance", dollars(5)), LiftWager(1, "insurance"))

    assert not any(wager.name == "insurance" for wager in after(round_, PressDeal()).wagers)


def test_a_player_paid_for_a_natural_has_nothing_left_to_insure() -> None:
    round_ = dealt(started(WSGC, (1, "main", "10"), (2, "main", "10")), "Kh 5h Ad Ah 5d Kc")

    assert awaits(round_) == AwaitInsurance((2,))
    assert refusal(round_, PlaceWager(1, "insurance", dollars(5)))[0] == "insurance-not-offered"


def test_no_blackjack_is_shown_until_the_first_decision() -> None:
    round_ = dealt(started(game("blackjack"), (1, "main", "10")), "5h Kd 6h 9c")

    assert view_of(round_, DISPLAY).message == "No Blackjack"
    assert view_of(after(round_, Choose(Decision.HIT)), DISPLAY).message == "No Blackjack"
    drawn = dealt(after(round_, Choose(Decision.HIT)), "2d")
    assert view_of(drawn, DISPLAY).message == ""


def test_the_hole_card_is_in_no_view_before_it_is_shown() -> None:
    round_ = dealt(started(game("blackjack"), (1, "main", "10")), "5h Kd 6h 9c")

    for viewer in (DISPLAY, Viewer(Audience.DEALER), Viewer(Audience.PLAYER, (1,))):
        assert "9c" not in repr(view_of(round_, viewer))
        assert view_of(round_, viewer).dealer_cards == ("Kd", "??")


def test_a_hand_button_pressed_twice_is_off_again() -> None:
    round_ = _one_award()
    claim = PressHandButton(1, "blazing-7s-upcard", "three-7s-suited")

    once = after(round_, claim)
    assert events_of(round_, claim) == [HandButtonPressed(1, "blazing-7s-upcard")]
    assert events_of(once, claim) == [AwardReleased(1, "blazing-7s-upcard")]
    assert after(once, claim) == round_


def test_a_meter_award_is_pending_until_the_swipe_and_then_paid_from_the_meter() -> None:
    round_ = _one_award()
    assert view_of(round_, DISPLAY).spots[0].banner.endswith("PENDING")

    round_ = dealt(after(round_, Choose(Decision.STAND)), "Kd")
    awaited = awaits(round_)
    assert isinstance(awaited, AwaitAward)
    assert prompt_of(round_) == (
        "the claim of Three 7s suited (Blazing 7's Progressive (dealer up card)) on spot 1"
    )
    round_ = after(
        round_,
        PressHandButton(1, "blazing-7s-upcard", "three-7s-suited"),
        ConfirmAward(1, "blazing-7s-upcard", Cents(123_456)),
        EndGame(),
    )

    last = round_.settlements[-1]
    assert (last.source, last.level, last.pays, last.net) == ("meter", "meter", "100%", 122_456)


def test_a_claim_for_a_spot_without_the_wager_is_refused() -> None:
    round_ = _one_award()

    assert refusal(round_, PressHandButton(2, "blazing-7s-upcard", "three-7s-suited")) == (
        "award-not-won",
        "spot 2 has no award on Blazing 7's Progressive (dealer up card): it has no such wager in "
        "this round",
    )


def test_a_seat_can_be_given_up_before_the_start() -> None:
    round_ = after(Round(WSGC), TakeSeat("anna", (1, 2)), TakeSeat("anna", ()))

    assert round_.player_of(2) == "spot 2"


def test_a_seat_is_not_taken_without_a_spot() -> None:
    assert refusal(Round(WSGC), TakeSeat("anna", ())) == (
        "spot-unknown",
        "anna has no spot: name at least one, even for a player who sits out",
    )


def test_the_dealer_does_not_draw_when_every_hand_is_gone() -> None:
    round_ = dealt(started(WSGC, (1, "main", "10")), "9h 5d 8c 6d")
    round_ = after(round_, Choose(Decision.SURRENDER))

    assert round_.is_hole_shown
    assert len(round_.dealer) == 2


def test_a_dealer_who_peeks_under_an_ace_alone_finds_a_ten_s_natural_at_the_end() -> None:
    ace_only = with_settings(rules_of("blackjack"), {"dealer.peek": "ace"}, CATALOGUE)
    round_ = dealt(started(game(ace_only), (1, "main", "10")), "9h Kd 8c")
    last = events_of(round_, deal("Ah"))
    assert not any(isinstance(event, DealerPeeked) for event in last)

    round_ = after(dealt(round_, "Ah"), Choose(Decision.STAND))

    assert [(s.outcome, s.net) for s in round_.settlements] == [("lose", -1000)]


def test_a_surrendered_hand_waits_for_a_hole_card_that_nobody_looked_at() -> None:
    """S1 surrenders once the dealer has checked; here the check comes at the end."""
    never = with_settings(rules_of("bonanza"), {"dealer.peek": "never"}, CATALOGUE)
    round_ = dealt(started(game(never), (1, "main", "30"), (2, "main", "30")), "Jh 9s Kc 6c 6s 9d")
    waits = after(round_, Choose(Decision.SURRENDER))
    view = view_of(waits, DISPLAY)

    assert waits.settlements == ()
    assert waits.hands[waits.turn].name == "2"
    assert (view.spots[0].hands[0].border, view.spots[0].hands[0].act) == ("SURRENDERED", "")
    done = after(waits, Choose(Decision.SURRENDER))
    assert [(s.outcome, s.net) for s in done.settlements] == [("surrender", -1500)] * 2
    assert len(done.dealer) == 2


def _one_award() -> Round:
    round_ = started(KINGS, (1, "main", "10"), (1, "blazing-7s-upcard", "10"))
    return dealt(round_, "7s 7s 7s 2d")
