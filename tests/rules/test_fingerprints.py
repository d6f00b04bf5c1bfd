"""Rules keep their fingerprint when the schema learns of features that they do not have."""

import pytest

from tests.rounds.finding import PUSH_22, golden_rules
from upcard.catalogue import CATALOGUE, rules_of
from upcard.game.features import OPTIONAL
from upcard.rules.fingerprints import fingerprint
from upcard.rules.settings import with_settings

BEFORE_FEATURES = {
    "bahamas": "29763b9472eb72d17a8e4e9a80ad8363f660a29d96ae0e896a045b8c865cbaed",
    "blackjack": "7f927454682a84b3b76bf07c554e320d884cd179b431df66f6eb6f2454beb5c9",
    "bonanza": "a2d94b0bd09c6630c4bfee820569d94718c4faca3b5866b662e054cca642d3bc",
}
"""Fingerprints that rooms have recorded; the files have not changed since."""


@pytest.mark.parametrize("name", BEFORE_FEATURES)
def test_a_game_without_features_has_the_fingerprint_that_rooms_recorded(name: str) -> None:
    rules = rules_of(name)

    assert {getattr(rules, feature) for feature in OPTIONAL} == {"none"}
    assert fingerprint(rules) == BEFORE_FEATURES[name]


def test_when_the_dealer_draws_is_part_of_the_fingerprint_of_a_game_that_says_so() -> None:
    rules = golden_rules(PUSH_22)
    other = with_settings(rules, {"dealer_draws.when": "while-a-hand-is-live"}, CATALOGUE)

    assert fingerprint(rules) != fingerprint(other)
