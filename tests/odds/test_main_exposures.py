"""Counting the main wager: what each card is worth, and the best simple count."""

from fractions import Fraction

import pytest

from upcard.app.counting_risks import protection_of_main
from upcard.cards import Card
from upcard.catalogue import rules_of
from upcard.odds.main_exposures import ONE_SUIT, looks_at_suits, main_effects
from upcard.odds.play.solver import MeanGains

HI_LO = dict.fromkeys("23456", 1) | dict.fromkeys("789", 0) | dict.fromkeys("TJQKA", -1)
"""Harvey Dubner's count of 1963, the one that most counters use."""


@pytest.fixture(scope="module")
def gains() -> MeanGains:
    """What has been solved: the shoe without each card once for both tests."""
    return MeanGains()


def test_the_best_simple_count_of_blackjack_is_hi_lo(gains: MeanGains) -> None:
    record = protection_of_main(rules_of("blackjack"), 6, gains)
    (count,) = record["counts"]

    assert count["tags"] == HI_LO
    # Published for Hi-Lo: 0.97.
    assert f"{count['betting_correlation']:.2f}" == "0.97"
    assert count["exposure"]["units_per_100"] > 0
    assert "house_edge" not in record, "the main wager is solved in floating point"


def test_the_cards_of_a_shoe_have_effects_that_add_up_to_nearly_nothing(gains: MeanGains) -> None:
    effects = main_effects(rules_of("blackjack"), 6, gains)
    sum_ = sum(effects.shoe[card] * effect for card, effect in effects.by_card.items())

    assert effects.by_card[Card("5", "h")] == max(effects.by_card.values())
    assert effects.by_card[Card("T", "h")] == effects.by_card[Card("K", "s")]
    # The play is best without each card, so it can only gain by knowing that the card is gone.
    assert 0 <= sum_ < Fraction(1, 100)


def test_a_game_that_looks_at_suits_says_that_hearts_stand_for_all(gains: MeanGains) -> None:
    record = protection_of_main(rules_of("blackjack"), 6, gains)

    assert ONE_SUIT not in record["assumptions"]
    assert not looks_at_suits(rules_of("blackjack"))
    assert looks_at_suits(rules_of("spanish-21"))
    assert looks_at_suits(rules_of("super-fun-21"))
