"""Table and kernel agree on houses that no document describes: any mixture of settings."""

import os
import random

import pytest

from tests.agreement.recorded import compare_rounds
from upcard.catalogue import CATALOGUE, rules_of
from upcard.rules.reading import RulesError
from upcard.rules.schema import Rules
from upcard.rules.settings import with_settings

IS_FULL = os.environ.get("UPCARD_AGREEMENT") == "full"
HOUSES = 300 if IS_FULL else 12
ROUNDS = 200 if IS_FULL else 20

SETTINGS: dict[str, tuple[str, ...]] = {
    "cards_dealt": ("face-up", "face-down"),
    "dealer.soft_17": ("hit", "stand"),
    "dealer.peek": ("never", "ace", "ace-or-ten"),
    "natural.pays": ("3:2", "6:5"),
    "natural.against_dealer_natural": ("wins", "pushes"),
    "twenty_one.against_dealer_21": ("wins", "pushes"),
    "twenty_one.ends_turn": ("true", "false"),
    "doubling.on": ("first-two-cards", "any-number-of-cards"),
    "doubling.totals": ("[]", "9,10,11"),
    "doubling.after_split": ("true", "false"),
    "doubling.doubles_max": ("1", "2", "3"),
    "doubling.caps": ("[]", "eight-times", "each-double-within-table-limit"),
    "rescue.after_double": ("doubled-money", "original-wager", "half"),
    "rescue.after_redouble": ("doubled-money", "original-wager", "half"),
    "rescue.on_split_hands": ("true", "false"),
    "splitting": ("none",),
    "splitting.pairs": ("same-rank", "same-value"),
    "splitting.hands_max": ("2", "3", "4"),
    "splitting.aces": ("one-card", "play-on"),
    "splitting.aces_resplit": ("true", "false"),
    "splitting.second_card": ("at-once", "on-turn"),
    "surrender": ("none",),
    "special_pays.seven_card_21": ("exactly-7", "7-or-more"),
    "special_pays.after_double": ("kept", "void"),
    "special_pays.after_split": ("kept", "void"),
    "super_bonus.after_split": ("kept", "void"),
    "super_bonus.after_double": ("kept", "void"),
    "super_bonus.envy_goes_to": ("players-still-in", "players-with-a-main-wager"),
    "super_bonus.envy_per": ("player", "spot"),
    "side_wagers.blazing-7s-player.readings.on_dealer_natural": ("two-cards-only", "returned"),
    "payments.rounding": ("down", "up", "nearest"),
}


def a_random_house(rules: Rules, rng: random.Random) -> Rules:
    """*rules* with a few settings changed at random; changes that no game can have are left out."""
    for path in rng.sample(sorted(SETTINGS), 8):
        try:
            rules = with_settings(rules, {path: rng.choice(SETTINGS[path])}, CATALOGUE)
        except RulesError:
            continue
    return rules


@pytest.mark.parametrize("name", ["bahamas", "blackjack", "kings-bounty", "spanish-21"])
def test_any_house_is_settled_the_same_by_table_and_kernel(name: str) -> None:
    rng = random.Random(f"houses of {name}")
    for house in range(HOUSES):
        rules = a_random_house(rules_of(name), rng)
        compare_rounds(rules, ROUNDS, f"{name} {house}", has_chart=False)
        compare_rounds(rules, ROUNDS, f"{name} {house}", has_chart=True)
