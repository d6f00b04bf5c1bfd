"""Drills name the rule that a hand was paid by."""

from pathlib import Path

import pytest

from tests.rounds.finding import golden_rules
from upcard.drills.cited_rules import CitedRule, rule_of
from upcard.notation import replay

ROUNDS = Path(__file__).parents[1] / "rounds"


@pytest.mark.parametrize(
    ("round_", "hand", "rule"),
    [
        ("natural_in_diamonds", "1", "suited-natural"),
        ("natural_in_diamonds", "2", "natural"),
        ("six_cards_beat_a_dealers_21", "1", "many-cards"),
        ("six_cards_beat_a_dealers_21", "2", "lose"),
        ("twenty_one_of_five_cards", "1", "many-cards"),
        ("twenty_one_of_four_cards_pushes", "1", "twenty-one"),
        ("surrender_at_any_time", "2", "surrender"),
    ],
)
def test_a_hand_of_super_fun_21_is_paid_by_the_rule_that_decides_it(
    round_: str, hand: str, rule: str
) -> None:
    found = _rule_in(f"super-fun-21/{round_}", hand)

    assert found.name == rule
    assert "titles" in found.source or rule in ("lose", "twenty-one")


@pytest.mark.parametrize(
    ("round_", "hand", "rule"),
    [
        ("natural_takes_the_first_wager_of_a_double", "1", "original-lost"),
        ("natural_takes_the_first_wager_of_a_double", "2", "lose"),
        ("busted_plus_one_takes_one_wager_of_a_split", "1b", "spared"),
        ("original_only_takes_one_wager_of_a_split", "2a", "original-lost"),
        ("twenty_one_is_paid_at_once_and_safe", "1", "paid-21"),
        ("special_pays_are_paid_at_once", "1", "special-pay"),
        ("surrender_against_a_picture", "1", "surrender"),
    ],
)
def test_a_hand_of_pontoon_is_paid_by_the_rule_that_decides_it(
    round_: str, hand: str, rule: str
) -> None:
    found = _rule_in(f"pontoon/{round_}", hand)

    assert found.name == rule
    assert "titles" in found.source


def _rule_in(round_: str, hand: str) -> CitedRule:
    """The rule that decides the main wager of a hand of a golden round."""
    done = replay((ROUNDS / f"{round_}.round").read_text("utf-8"), golden_rules).round
    settled = next(one for one in done.settlements if one.hand == hand)
    return rule_of(done, settled)
