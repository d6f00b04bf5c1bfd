"""No rules can cap what one round pays in all: every prize is paid in full (WAC 230-15-490)."""

import tomllib
from typing import Any

import pytest

from upcard.catalogue import CATALOGUE, rules_of
from upcard.rules import RulesError
from upcard.rules.rules_files import resolve_rules
from upcard.rules.written_rules import rules_toml

FLOOR = 1_500_000
"""The least that such a limit could be: $300 at 50 to 1, in cents."""


def with_field(path: str, value: int) -> dict[str, Any]:
    """A catalogue game whose file also names an aggregate limit."""
    raw: dict[str, Any] = tomllib.loads(rules_toml(rules_of("bahama-wsgc")))
    *sections, name = path.split(".")
    place = raw
    for section in sections:
        place = place[section]
    place[name] = value
    return raw


@pytest.mark.parametrize("value", [FLOOR - 1, FLOOR, 10 * FLOOR])
@pytest.mark.parametrize(
    "path",
    [
        "aggregate_limit",
        "aggregate_payout_max",
        "special_pays.aggregate_limit",
        "special_pays.paytable.aggregate_limit",
    ],
)
def test_rules_with_an_aggregate_limit_are_refused_by_the_name_of_the_field(
    path: str, value: int
) -> None:
    with pytest.raises(RulesError, match=path.rpartition(".")[2]):
        resolve_rules(with_field(path, value), CATALOGUE)


def test_the_same_rules_without_it_are_read() -> None:
    raw = with_field("decks_default", 6)

    assert resolve_rules(raw, CATALOGUE).name == "bahama-wsgc"
