"""Side wagers on a card that is seen: the table asks for them once that card lies there."""

import pytest

from tests.rounds.finding import LIBRARY, golden_rules
from tests.table.tables import after, dealt, dollars, refusal, started
from upcard.catalogue import CATALOGUE
from upcard.catalogue_games import game
from upcard.rules.rules_files import RulesError, read_rules
from upcard.table import Decision, Round, awaits
from upcard.table.awaits import AwaitDecision, AwaitInsurance, AwaitLateWagers
from upcard.table.commands import Choose, LiftWager, PlaceWager, PressDeal
from upcard.table.views import Audience, Viewer, view_of

TABLE = game(golden_rules(LIBRARY))
DISPLAY = Viewer(Audience.DISPLAY)
ALL = ("bet-the-bust", "ez-bust", "bust-bonus")


def seen(cards: str, *spots: int) -> Round:
    """Main wagers on *spots*, and these cards."""
    return dealt(started(TABLE, *((spot, "main", "10") for spot in spots)), cards)


def test_wagers_on_the_up_card_are_asked_for_before_the_players_act() -> None:
    round_ = seen("9h 8h 6d 8c 9c Kd", 1, 2)

    assert awaits(round_) == AwaitLateWagers(tuple((spot, name) for name in ALL for spot in (1, 2)))
    assert view_of(round_, DISPLAY).spots[0].banner == "Bet the Bust or EZ Bust or Bust Bonus?"
    assert isinstance(awaits(after(round_, PressDeal())), AwaitDecision)


def test_only_wagers_that_print_the_up_card_are_asked_for() -> None:
    assert awaits(seen("9h 7d 8c Kd", 1)) == AwaitLateWagers(
        ((1, "bet-the-bust"), (1, "bust-bonus"))
    )


def test_the_dealer_looks_for_a_natural_before_a_wager_is_made() -> None:
    round_ = seen("9h Ad 8c Kd", 1)
    assert awaits(round_) == AwaitInsurance((1,))

    over = after(round_, PressDeal())
    assert [settled.outcome for settled in over.settlements] == ["lose"]
    assert over.stage == "closing"


def test_a_wager_can_be_taken_back_until_deal_is_pressed() -> None:
    placed = after(seen("9h 6d 8c Kd", 1), PlaceWager(1, "ez-bust", dollars(5)))
    assert view_of(placed, DISPLAY).spots[0].wagers[1].sensor == "placed"

    lifted = after(placed, LiftWager(1, "ez-bust"), PressDeal())
    assert [wager.name for wager in lifted.wagers] == ["main"]
    assert view_of(after(placed, PressDeal()), DISPLAY).spots[0].wagers[1].sensor == "locked"


def test_a_wager_comes_too_late_once_the_players_act() -> None:
    round_ = after(seen("9h 6d 8c Kd", 1), PressDeal())

    assert refusal(round_, PlaceWager(1, "ez-bust", dollars(5)))[0] == "wager-not-open"
    assert refusal(round_, LiftWager(1, "ez-bust"))[0] == "wagers-closed"


def test_limits_of_side_wagers_hold_for_a_late_one() -> None:
    round_ = seen("9h 6d 8c Kd", 1)

    assert refusal(round_, PlaceWager(1, "ez-bust", dollars(10_000)))[0] == "above-maximum"


def test_the_dealer_draws_for_a_late_wager_when_everybody_is_bust() -> None:
    round_ = after(seen("9h 6d 8c Kd", 1), PlaceWager(1, "ez-bust", dollars(5)), PressDeal())
    round_ = dealt(after(round_, Choose(Decision.HIT)), "Kc 9d")

    assert [(one.wager, one.outcome, one.net) for one in round_.settlements] == [
        ("main", "bust", -1000),
        ("ez-bust", "bust-under-6", 500),
    ]


def test_without_a_late_wager_the_dealer_draws_for_nobody() -> None:
    round_ = after(seen("9h 6d 8c Kd", 1), PressDeal(), Choose(Decision.HIT))

    assert dealt(round_, "Kc").stage == "closing"


def test_a_spot_whose_first_card_is_an_ace_is_asked_before_another_card_comes() -> None:
    round_ = seen("9h Ah", 1, 2)
    assert awaits(round_) == AwaitLateWagers(((2, "wild-aces"),))
    assert refusal(round_, PlaceWager(1, "wild-aces", dollars(5)))[0] == "wager-not-open"

    round_ = after(round_, PlaceWager(2, "wild-aces", dollars(5)), PressDeal())
    round_ = dealt(round_, "8d 8c Kd Kc")
    assert [(one.wager, one.net) for one in round_.settlements] == [
        ("wild-aces", 1000),
        ("main", 1500),
    ]


def test_a_file_cannot_have_a_late_wager_lifted_at_the_start() -> None:
    text = """
        extends = "blackjack"
        name = "late"
        title = "A table"
        source = "a test"
        packs = []
        sources = {}

        [[side_wagers]]
        wager = "wild-aces"
        paytable = "2-to-1"
        paytables = ["2-to-1"]
        settles = "on-deal"
        unless = "never"
        after_start = "lifted"
        needs = []
        at_most = "limit"
        wager_amount = "any"
        several_winners = "not-from-meter"
        pays_in = "for-1"
        readings = {}
        lines = {}
    """
    with pytest.raises(RulesError, match="made after START GAME: write 'left'"):
        read_rules(text, CATALOGUE, file="late.toml")
