"""Every setting of a game and what it may be answered with, read off the schema itself."""

import os
import random
from collections.abc import Iterator
from enum import StrEnum
from itertools import combinations, product
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from upcard.catalogue import CATALOGUE
from upcard.game.explained import Section
from upcard.game.features import FEATURES
from upcard.money import ToOne
from upcard.rules.rules_files import RulesError
from upcard.rules.schema import Rules
from upcard.rules.setting_paths import with_settings

ODDS = ("3:2", "6:5", "1:1")
LISTS = {"totals": ("[]", "9,10,11", "11"), "pairs": ("[]", "1,8", "2,3,4,5,6,7,8,9")}
"""What a list of numbers is answered with, by the last word of its name."""
WAYS_ON = 8 if os.environ.get("UPCARD_AGREEMENT") == "full" else 3
"""Of so many ways to switch a feature on, chosen by chance, each is tried."""
NOT_ASKED = {
    "name",
    "title",
    "source",
    "sources",  # What a file is called.
    "deck",
    "decks",
    "decks_default",
    "spots_max",
    "games_max",  # Drawn by every test itself.
    "limits",
    "payments.unit",  # Amounts: the wagers of the tests are drawn within them.
    "special_pays.paytable",
    "super_bonus.tiers",
    "super_bonus.envy",  # Pays, by paytable.
    "side_wagers",
    "packs",
    "parlay.wager",  # Tested wager by wager.
}
"""Fields that no answer is made up for here, and why."""
NOT_SWITCHED_ON = {
    "parlay",  # It moves a side wager of its own game.
    "special_pays",
    "super_bonus",  # They have pays, which no answer is made up for.
}
"""Features that are not switched on in other games, and why."""


def answers(rules: Rules) -> dict[str, tuple[str, ...]]:
    """Every setting that *rules* has, by its path, with the answers its type allows."""
    return dict(_answers(rules, ""))


def _answers(section: Section, way: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, field in type(section).model_fields.items():
        path, value = f"{way}{name}", getattr(section, name)
        if path in NOT_ASKED:
            continue
        if isinstance(value, Section):
            if _may_be_none(field.annotation):
                yield path, ("none",)
            yield from _answers(value, f"{path}.")
        elif not _may_be_none(field.annotation):
            yield path, _answers_of(path, field)


def switched_on(rules: Rules, rng: random.Random) -> Iterator[dict[str, str]]:
    """For each feature that is off, ways to switch it on."""
    for name, field in Rules.model_fields.items():
        if getattr(rules, name) != "none" or name not in FEATURES or name in NOT_SWITCHED_ON:
            continue
        section: type[Section] = get_args(field.annotation)[0]
        asked = {
            f"{name}.{below}": _answers_of(below, each)
            for below, each in section.model_fields.items()
        }
        ways = list(product(*asked.values()))
        for answers_ in rng.sample(ways, min(WAYS_ON, len(ways))):
            yield dict(zip(asked, answers_, strict=True))


def _may_be_none(annotation: Any) -> bool:
    is_union = get_origin(annotation) in (Union, UnionType)
    return is_union and any(get_args(one) == ("none",) for one in get_args(annotation))


def _answers_of(path: str, field: FieldInfo) -> tuple[str, ...]:
    kind = field.annotation
    if get_origin(kind) is Literal:
        return tuple(map(str, get_args(kind)))
    if get_origin(kind) is tuple:
        return _list_of(path, get_args(kind)[0])
    if kind is bool:
        return "true", "false"
    if kind is ToOne:
        return ODDS
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return tuple(one.value for one in kind)
    if kind is int:
        bounds = field.metadata
        low = next(one.ge for one in bounds if hasattr(one, "ge"))
        high = next(one.le for one in bounds if hasattr(one, "le"))
        return tuple(map(str, range(low, high + 1)))
    raise AssertionError(f"{path} is a {kind}: say in NOT_ASKED why it is not asked, or answer it")


def _list_of(path: str, kind: Any) -> tuple[str, ...]:
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        members = [one.value for one in kind]
        return ("[]", *members, *(",".join(two) for two in combinations(members, 2)))
    named = path.rpartition("_")[2].rpartition(".")[2]
    assert named in LISTS, f"{path} is a list of {kind}: say what it may be answered with"
    return LISTS[named]


def changed(rules: Rules, changes: dict[str, str]) -> Rules | None:
    """*rules* with *changes*; None where no game can have them."""
    try:
        return with_settings(rules, changes, CATALOGUE)
    except RulesError:
        return None


def houses_beside(rules: Rules, rng: random.Random, pairs: int) -> Iterator[tuple[str, Rules]]:
    """*rules* with each setting changed alone, then with random pairs of settings changed."""
    asked = answers(rules)
    singles = [{path: answer} for path, each in asked.items() for answer in each]
    singles += switched_on(rules, rng)
    pairs_of = [rng.sample(singles, 2) for _ in range(pairs)]
    for changes in (*singles, *(one | other for one, other in pairs_of)):
        if house := changed(rules, changes):
            yield ", ".join(f"{path} = {answer}" for path, answer in changes.items()), house
