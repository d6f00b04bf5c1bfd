"""A fingerprint tells rules apart by what can change a round or a payment, and by nothing else."""

from collections.abc import Iterator
from copy import deepcopy
from functools import reduce
from typing import Any

import pytest

from tests.rounds.finding import PUSH_22, golden_rules
from upcard.catalogue import CATALOGUE, rules_of
from upcard.game.features import OPTIONAL
from upcard.rules.fingerprints import TEXT_ONLY, fingerprint, is_fingerprint_of, whole_fingerprint
from upcard.rules.rules_files import resolve_rules
from upcard.rules.schema import Rules
from upcard.rules.setting_paths import changed_settings, with_settings

BEFORE_FEATURES = {
    "bahamas": "29763b9472eb72d17a8e4e9a80ad8363f660a29d96ae0e896a045b8c865cbaed",
    "blackjack": "7f927454682a84b3b76bf07c554e320d884cd179b431df66f6eb6f2454beb5c9",
    "bonanza": "a2d94b0bd09c6630c4bfee820569d94718c4faca3b5866b662e054cca642d3bc",
}
"""What rooms of version 0.1 and 0.2 have recorded; the files have not changed since."""


@pytest.mark.parametrize("name", BEFORE_FEATURES)
def test_a_game_without_features_has_the_fingerprint_that_rooms_recorded(name: str) -> None:
    rules = rules_of(name)

    assert {getattr(rules, feature) for feature in OPTIONAL} == {"none"}
    assert whole_fingerprint(rules) == BEFORE_FEATURES[name]
    assert is_fingerprint_of(BEFORE_FEATURES[name], rules)
    assert is_fingerprint_of(fingerprint(rules), rules)


def test_when_the_dealer_draws_is_part_of_the_fingerprint_of_a_game_that_says_so() -> None:
    rules = golden_rules(PUSH_22)
    other = with_settings(rules, {"dealer_draws.when": "while-a-hand-is-live"}, CATALOGUE)

    assert fingerprint(rules) != fingerprint(other)


def retold(value: Any) -> Any:
    """The same rules with every title and citation written anew."""
    if isinstance(value, dict):
        text = {"source": "another document", "title": "Another title", "sources": {}}
        return {key: text.get(key, retold(one)) for key, one in value.items()}
    return [retold(one) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", CATALOGUE.names("games"))
def test_titles_and_citations_are_no_part_of_it(name: str) -> None:
    rules = rules_of(name)
    other = resolve_rules(retold(rules.model_dump(mode="json")), CATALOGUE)

    assert other != rules
    assert fingerprint(other) == fingerprint(rules)
    assert not is_fingerprint_of(whole_fingerprint(rules), other)
    assert changed_settings(rules, other) == {}


@pytest.mark.filterwarnings("ignore:Pydantic serializer")  # No value stays in its type.
@pytest.mark.parametrize("name", ["bahama-wsgc", "house-money", "push-22"])
def test_every_setting_that_is_not_text_is_part_of_it(name: str) -> None:
    rules = golden_rules(PUSH_22) if name == "push-22" else rules_of(name)
    dumped = rules.model_dump(mode="json")
    for path in leaves(dumped):
        is_text = any(part in TEXT_ONLY for part in path)
        other = Rules.model_construct(**changed_at(dumped, path))

        assert (fingerprint(other) == fingerprint(rules)) is is_text, path


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where each single value is."""
    rows = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in rows:
        if isinstance(one, dict | list) and one:
            yield from leaves(one, (*path, key))
        else:
            yield (*path, key)


def changed_at(value: Any, path: tuple[Any, ...]) -> Any:
    """*value* with something else at *path*."""
    copy: Any = deepcopy(value)
    place = reduce(lambda found, key: found[key], path[:-1], copy)
    place[path[-1]] = "something else"
    return copy


def test_a_changed_setting_is_told_with_both_answers() -> None:
    rules = rules_of("blackjack")
    other = with_settings(
        rules, {"dealer.soft_17": "stand", "surrender.forfeits": "half"}, CATALOGUE
    )

    assert changed_settings(rules, other) == {
        "dealer.soft_17": ("hit", "stand"),
        "surrender": ("none", None),
        "surrender.forfeits": (None, "half"),
    }
