"""Cards that are dealt for a side wager alone: when, for whom, and that no hand gets them."""

from tests.rounds.finding import LIBRARY, golden_rules
from tests.table.tables import after, dealt, started
from upcard.catalogue_games import game
from upcard.table import Decision, Round, awaits
from upcard.table.awaits import AwaitCard, AwaitEnd
from upcard.table.commands import Choose, PressDeal
from upcard.table.prompts import prompt_of
from upcard.table.views import Audience, Viewer, view_of

TABLE = game(golden_rules(LIBRARY))
DISPLAY = Viewer(Audience.DISPLAY)


def stood(cards: str, *wagers: tuple[int, str, str], spots: int = 1) -> Round:
    """These cards and wagers, no wager on the up card, and every hand stands."""
    mains = [(spot, "main", "10") for spot in range(1, spots + 1)]
    round_ = after(dealt(started(TABLE, *mains, *wagers), cards), PressDeal())
    while round_.stage == "playing":
        round_ = after(round_, Choose(Decision.STAND))
    return round_


def test_the_third_card_comes_when_the_dealer_is_done() -> None:
    round_ = stood("7s 7d 7h Kc", (1, "super-sevens", "2"))
    assert awaits(round_) == AwaitCard("1+", is_face_down=False)
    assert prompt_of(round_) == "a card for the side wager of spot 1"
    assert not round_.settlements

    round_ = dealt(round_, "7c")
    assert {one.wager: one.outcome for one in round_.settlements} == {
        "main": "lose",
        "super-sevens": "777",
    }
    assert round_.hands[0].total.points == 14
    assert isinstance(awaits(round_), AwaitEnd)


def test_two_wagers_of_a_spot_share_one_card() -> None:
    round_ = stood("7s 7d 7h Kc", (1, "super-sevens", "2"), (1, "lucky-7", "2"))
    round_ = dealt(round_, "7c")

    outcomes = {one.wager: one.outcome for one in round_.settlements}
    assert outcomes["super-sevens"] == outcomes["lucky-7"] == "777"
    assert view_of(round_, DISPLAY).spots[0].wagers[1].lone_cards == ("7c",)


def test_a_card_that_could_change_nothing_is_not_dealt() -> None:
    round_ = stood("7s 7d Kh Kc", (1, "super-sevens", "2"))

    assert isinstance(awaits(round_), AwaitEnd)


def test_spots_get_their_cards_from_left_to_right_and_the_dealer_last() -> None:
    wagers = ((1, "super-sevens", "2"), (2, "lucky-7", "2"), (2, "poker-21", "2"))
    round_ = stood("7s 7c 9d 7h 7s Kd", *wagers, spots=2)
    asked = []
    for card in ("2c", "3c", "4c", "5c", "6c"):
        awaited = awaits(round_)
        assert isinstance(awaited, AwaitCard)
        asked.append(awaited.to)
        round_ = dealt(round_, card)

    assert asked == ["1+", "2+", "dealer+", "dealer+", "dealer+"]
    assert round_.dealer == round_.dealer[:2]
    assert view_of(round_, DISPLAY).dealer_total == "hard 19"


def test_a_bust_hand_with_a_third_card_gets_no_other() -> None:
    round_ = after(dealt(started(TABLE, (1, "main", "10"), (1, "lucky-7", "2")), "7s 9d 7h Kd"))
    round_ = dealt(after(round_, PressDeal(), Choose(Decision.HIT)), "8c")

    assert isinstance(awaits(round_), AwaitEnd)
    assert {one.wager: one.outcome for one in round_.settlements}["lucky-7"] == "77"
