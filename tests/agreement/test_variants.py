"""Table, lanes and solver agree on houses that no document describes: any setting, any pair."""

import os
import random
from collections.abc import Sequence
from fractions import Fraction
from typing import get_args

import pytest

from tests.agreement.recorded import compare, compare_rounds, recorded
from tests.agreement.settings import answers, houses_beside
from tests.rounds.finding import PUSH_22, golden_rules
from tests.solver.shoes import cards_of
from upcard.cards import Card
from upcard.catalogue import CATALOGUE, rules_of
from upcard.catalogue_games import game
from upcard.game.decisions import Decision
from upcard.game.features.no_hole_card import NoHoleCard
from upcard.money import Cents
from upcard.odds.play.payments import facts_of
from upcard.odds.play.solver import exact_play_value
from upcard.odds.play.stock import stock_of
from upcard.rules.schema import Rules
from upcard.rules.setting_paths import with_settings
from upcard.simulation.problems import DoesNotFit
from upcard.simulation.setups.automata import automaton
from upcard.simulation.setups.packed_games import Setup, packed
from upcard.strategy.policies import plan_named, policy_of
from upcard.strategy.policy_proofs import value_through_table

IS_FULL = os.environ.get("UPCARD_AGREEMENT") == "full"
PAIRS = 300 if IS_FULL else 6
ROUNDS = 100 if IS_FULL else 4
SHARE = 0.1
"""How many of the houses are valued in the little run: each value takes a second."""
GAMES = ["bahamas", "free-bet", "house-money", "spanish-21"]
ALL = "double-on 9 10 11, redouble-below 12, rescue-below 16, surrender-on 16, hit-below 12"
PLAYED = [
    ("5s*3 4h*3 Kd*5 8c", f"split, {ALL}"),
    ("6s*4 8s*2 Kd*6", "split, hit-below 12"),
    ("As*3 Kd*6 4h*2 Qh", "split A, hit-below 16"),
    ("7s*4 7h*3 Kd*6", "split, double-on 14, hit-below 15"),
    ("8s*4 As*2 Kd*6", f"split, {ALL}"),
]
"""Tiny shoes with cards enough for the longest round of a plan that asks for much."""


@pytest.mark.parametrize("name", [*GAMES, PUSH_22])
def test_any_house_is_settled_the_same_by_table_and_lanes(name: str) -> None:
    rng = random.Random(f"houses of {name}")
    for what, rules in houses_beside(golden_rules(name), rng, PAIRS):
        print(what)
        if redoubles_free_bets(rules):
            continue
        compare_rounds(rules, ROUNDS, f"{name} {what}", has_chart=False)
        if IS_FULL or rng.random() < 0.2:
            compare_rounds(rules, ROUNDS, f"{name} {what}", has_chart=True)


def redoubles_free_bets(rules: Rules) -> bool:
    """Whether a double may follow one that the house paid: the only houses that lanes refuse."""
    house = game(rules).house
    return house.free_double_totals != 0 and house.doubles_max > 1


def test_doubles_after_free_ones_are_refused_by_name() -> None:
    rules = with_settings(rules_of("free-bet"), {"doubling.doubles_max": "2"}, CATALOGUE)
    assert redoubles_free_bets(rules)

    with pytest.raises(DoesNotFit, match=r"doubling\.doubles_max is 2: write \[\] or 1"):
        automaton(packed(Setup(game=game(rules), chart=None)))


ONE_CARD_ACES = {"splitting.aces": "one-card"}
HARD_16 = {"dealer.soft_17": "stand", "dealer_16.stands_on": "hard"}
NATURAL_TAKES = get_args(NoHoleCard.model_fields["natural_takes"].annotation)
CORNERS = {
    "a dealer who stands on hard 16": ("blackjack", HARD_16, "A23456789TJK"),
    "redoubles on any total": ("bahamas", {"doubling.totals": "9,10,11"}, "22334455668K"),
    "late surrender, nobody looks": ("bonanza", {"dealer.peek": "never"}, "AAAKKKKQQT65"),
    "late surrender, ace only": ("bahamas", {"dealer.peek": "ace"}, "AAAKKKKQQJ65"),
    **{
        f"no hole card, a natural takes {takes}, 21 paid at once {doubled}": (
            "spanish-21",
            {
                "dealer.peek": "never",
                "no_hole_card.natural_takes": takes,
                "twenty_one_at_once.on_doubled_hands": doubled,
                "surrender_against.upcards": "ace-or-ten-value",
            },
            "AAAKKKKQQJ65",
        )
        for takes in NATURAL_TAKES
        for doubled in ("true", "false")
    },
    **{
        f"aces, {second}, {hands} hands, resplit {again}": (
            "blackjack",
            {
                "splitting.aces_resplit": again,
                "splitting.hands_max": hands,
                "splitting.second_card": second,
                **ONE_CARD_ACES,
            },
            "AAAAAKQJT589",
        )
        for second in ("at-once", "on-turn")
        for hands in "234"
        for again in ("true", "false")
    },
}
"""Houses, and the ranks of a shoe that leads to a corner of their rules again and again."""


@pytest.mark.parametrize("corner", CORNERS)
def test_a_corner_of_the_rules_is_settled_the_same_by_table_and_lanes(corner: str) -> None:
    name, settings, ranks = CORNERS[corner]
    rules = with_settings(rules_of(name), settings, CATALOGUE)
    rng = random.Random(corner)
    setup = Setup(game=game(rules), chart=None, wager=Cents(1000), sides={}, spots=2)
    pack = packed(setup)
    asked: list[Sequence[Decision]] = []
    for _ in range(ROUNDS):
        records = []
        for _ in range(40):
            shoe = [Card(rank, suit) for rank in ranks for suit in "shdc"]
            rng.shuffle(shoe)
            records.append(
                recorded(pack, shoe, lambda _hand, _up, legal: _splitting(legal, rng, asked))
            )
        compare(pack, records)

    assert asked
    assert (Decision.STAND,) not in asked


def _splitting(
    legal: Sequence[Decision], rng: random.Random, asked: list[Sequence[Decision]]
) -> Decision:
    """Split, surrender or double what can be, and note who was asked for what."""
    asked.append(legal)
    wanted = (Decision.SPLIT, Decision.SURRENDER, Decision.DOUBLE)
    eager = [one for one in wanted if one in legal]
    return eager[0] if eager and rng.random() < 0.8 else rng.choice(legal)


@pytest.mark.parametrize("name", GAMES)
def test_any_house_has_the_same_value_by_table_and_solver(name: str) -> None:
    rng = random.Random(f"values of {name}")
    for what, rules in houses_beside(rules_of(name), rng, PAIRS):
        if not IS_FULL and rng.random() > SHARE:
            continue
        for shoe, plan in PLAYED if IS_FULL else rng.sample(PLAYED, 1):
            print(f"{what}; shoe {shoe}; {plan}")
            compare_values(rules, shoe, plan)


def test_a_dealer_who_stands_on_16_costs_the_same_by_table_and_solver() -> None:
    compare_values(with_settings(rules_of("blackjack"), HARD_16, CATALOGUE), *PLAYED[1])


def compare_values(rules: Rules, shoe: str, plan: str) -> None:
    """The value of *plan* through the table and by the solver, as fractions."""
    cards = tuple(card for card in cards_of(shoe) if card in rules.deck.cards)
    facts = facts_of(rules, wager_cents=100)
    by_solver: Fraction = exact_play_value(facts, stock_of(cards), plan_named(plan))
    by_table = value_through_table(game(rules), cards, policy_of(plan_named(plan)))

    assert by_table == by_solver


def test_every_field_of_the_schema_is_asked_or_said_why_not() -> None:
    """A field of a new type or name stops here until somebody says what becomes of it."""
    asked = {name: answers(rules_of(name)) for name in GAMES}

    assert {len(found) > 20 for found in asked.values()} == {True}
    assert all(len(each) > 0 for found in asked.values() for each in found.values())
