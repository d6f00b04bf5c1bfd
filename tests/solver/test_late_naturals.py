"""A natural that takes one wager of several hands: what the solver plays, and what it refuses."""

import pytest

import upcard
from tests.solver.shoes import cards_of, game_with
from upcard.catalogue_games import game
from upcard.odds.play.payments import facts_of
from upcard.odds.play.problems import PlayError
from upcard.odds.play.solver import exact_play_value, play_value, value_of_shoe
from upcard.odds.play.stock import stock_of
from upcard.rules.schema import Rules
from upcard.strategy.policies import plan_named, policy_of
from upcard.strategy.policy_proofs import value_through_table

ONE_OF_A_SPOT = ("original-only", "busted-plus-one")


def taking(takes: str, name: str = "pontoon", **settings: str) -> Rules:
    """A game whose dealer has no hole card."""
    return game_with(name, dealer__peek="never", no_hole_card__natural_takes=takes, **settings)


@pytest.mark.parametrize("takes", ONE_OF_A_SPOT)
@pytest.mark.parametrize(
    ("name", "hands", "shoe", "plan"),
    [
        ("pontoon", "3", "8s*4 As*2 Kd*5 5h*3", "split, hit-below 15"),
        ("pontoon", "2", "Ks*2 Qs*2 As*3 6h*3 4d*2", "split, hit-below 17"),
        ("pontoon", "2", "7s*3 7h*3 Ad*2 Kd*5", "split, double-on 14, hit-below 15"),
        ("free-bet", "3", "8s*5 As*2 Kd*6 3d", "split, double-on 9 10 11, hit-below 15"),
    ],
)
def test_table_reference_and_kernels_give_the_same_value(
    takes: str, name: str, hands: str, shoe: str, plan: str
) -> None:
    rules, cards = taking(takes, name, splitting__hands_max=hands), cards_of(shoe)
    facts, stock, planned = facts_of(rules), stock_of(cards), plan_named(plan)

    exact = exact_play_value(facts, stock, planned)

    assert exact == value_through_table(game(rules), cards, policy_of(planned))
    assert value_of_shoe(facts, stock, plan=planned).ev == pytest.approx(float(exact), abs=1e-12)


def test_the_less_a_natural_takes_the_better() -> None:
    rules = [
        taking(takes, splitting__hands_max="2")
        for takes in (*ONE_OF_A_SPOT, "original-plus-busted", "all")
    ]

    gains = [play_value(one, 4).ev for one in rules]

    assert gains == sorted(gains, reverse=True)
    assert len(set(gains)) == len(gains)


def test_without_splits_a_natural_takes_one_wager_of_one_hand() -> None:
    one, each = (
        play_value(taking(takes, splitting="none"), 4)
        for takes in ("busted-plus-one", "original-plus-busted")
    )

    assert one.ev == each.ev
    assert one.standard_deviation_error == 0


def test_nobody_has_bounded_the_deviation_where_hands_are_settled_together() -> None:
    assert play_value(taking("original-only"), 4).standard_deviation_error is None


def test_original_only_is_counted_for_four_hands_too() -> None:
    three, four = (
        play_value(taking("original-only", splitting__hands_max=hands), 4).ev for hands in "34"
    )

    assert three < four


def test_four_hands_are_counted_together() -> None:
    rules = taking("busted-plus-one", splitting__hands_max="4")
    facts, plan = facts_of(rules), plan_named("split, hit-below 15")
    stock = stock_of(cards_of("8s*6 As*3 Kd*8 5h*3"))

    exact = exact_play_value(facts, stock, plan)

    assert value_of_shoe(facts, stock, plan=plan).ev == pytest.approx(float(exact), abs=1e-12)


@pytest.mark.parametrize("takes", ONE_OF_A_SPOT)
def test_remembering_the_pair_is_refused_by_name(takes: str) -> None:
    with pytest.raises(PlayError, match=r"no_hole_card.natural_takes.* not by CDP"):
        upcard.solve(
            "pontoon",
            decks=4,
            cdp=True,
            settings={"no_hole_card.natural_takes": takes, "splitting.hands_max": "2"},
        )
