"""Rules as an editor changes them: settings in, checked rules, text, hash and odds out."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from upcard.catalogue import CATALOGUE, every_game
from upcard.money import ForOne, MoneyError, Times, ToOne, read_pay
from upcard.room.state import RoomState
from upcard.room.table_states import NOT_PLAYABLE
from upcard.rules.fingerprints import whole_fingerprint
from upcard.rules.rules_files import Problem, RulesError
from upcard.rules.schema import Rules
from upcard.rules.setting_paths import with_settings
from upcard.screens.rule_fields import typed_settings
from upcard.screens.rule_types import (
    DraftOdds,
    EdgeOfWager,
    EdgesOfGame,
    RulesProblem,
    SettingValue,
)

if TYPE_CHECKING:
    from upcard.app.odds_results import AnyOdds
    from upcard.app.wager_results import OddsOfWager


def rules_named(state: RoomState, name: str) -> Rules:
    """The room's own rules of that name, or the catalogue's."""
    return state.rules_named(name)


def every_name(state: RoomState) -> list[Rules]:
    """The catalogue's games and the room's own that this version can read."""
    own = []
    for name in state.rules:
        with suppress(*NOT_PLAYABLE):
            own.append(rules_named(state, name))
    names = {rules.name for rules in own}
    return [*own, *(rules for rules in every_game() if rules.name not in names)]


def changed_rules(state: RoomState, name: str, settings: Mapping[str, SettingValue]) -> Rules:
    """The rules of that name with some settings changed; a `RulesError` has every problem."""
    base = rules_named(state, name)
    return with_settings(
        base, {path: as_text(value) for path, value in settings.items()}, CATALOGUE
    )


def as_text(value: SettingValue) -> str:
    """
    A value as `--set` writes it.

    >>> as_text(True), as_text([5, 6]), as_text("3:2")
    ('true', '5,6', '3:2')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    if isinstance(value, Sequence):
        return ",".join(map(str, value)) or "[]"
    return str(value)


def problems_of(error: RulesError) -> list[RulesProblem]:
    """Everything that is wrong, by path."""
    return [_problem(problem) for problem in error.problems]


def _problem(problem: Problem) -> RulesProblem:
    return {"path": problem.path, "message": problem.message}


def decks_problem(rules: Rules, decks: int | None) -> list[RulesProblem]:
    """What is wrong with a number of decks, if something is."""
    if decks is None or decks in rules.decks:
        return []
    allowed = ", ".join(map(str, rules.decks))
    return [{"path": "decks", "message": f"{decks} decks are not allowed: write {allowed}"}]


PAY_MOST: Final = 20_000
"""The highest pay for one chip that any approved game has (S4's third paytable)."""


def warnings_of(rules: Rules) -> list[RulesProblem]:
    """Pays that are larger than any game's: allowed, and most likely a slip of the finger."""
    return [
        {
            "path": path,
            "message": f"{value} is more than any approved game pays for one chip "
            f"({PAY_MOST:,}). It is allowed. Is it what you mean?",
        }
        for path, value in typed_settings(rules).items()
        if isinstance(value, str) and ".pays" in f".{path}" and _times(value) > PAY_MOST
    ]


def _times(text: str) -> Fraction:
    """What a pay is for one chip; 0 where it is no multiple of the wager."""
    try:
        match read_pay(text):
            case ToOne(ratio):
                return ratio
            case ForOne(times) | Times(times):
                return Fraction(times)
    except MoneyError:
        pass
    return Fraction(0)


class _Kept:
    """Rules as the key of a cache: by their hash, which says it all."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.hash = whole_fingerprint(rules)

    def __hash__(self) -> int:
        return hash(self.hash)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Kept) and other.hash == self.hash


def odds_of(rules: Rules, decks: int) -> DraftOdds:
    """Every wager's edge and the main game's; worked out once for the same rules."""
    began = time.perf_counter()
    found = _odds(_Kept(rules), decks)
    return {**found, "seconds": round(time.perf_counter() - began, 3)}


@lru_cache(maxsize=32)
def _odds(kept: _Kept, decks: int) -> EdgesOfGame:
    from upcard.app.odds_results import odds_of_game

    rules = kept.rules
    found = odds_of_game(rules, decks, main=True)
    titles = {wager.wager: wager.title for wager in rules.side_wagers}
    bets = [(one, _edge_percent(one)) for one in found.wagers]
    # A progressive's edge counts with its meters empty: what the fixed pays leave.
    meters = [(one, 100.0 - float(100 * one.fixed_return)) for one in found.progressives]
    wagers = [_wager(one, edge, titles) for one, edge in bets]
    wagers += [_wager(one, edge, titles) for one, edge in meters]
    edge = found.main.house_edge_percent if found.main else None
    return {"wagers": wagers, "edge_percent": edge}


def _wager(one: AnyOdds, edge: float | None, titles: Mapping[str, str]) -> EdgeOfWager:
    return {
        "wager": one.wager,
        "title": titles.get(one.wager, one.wager.title()),
        "paytable": one.paytable,
        "edge_percent": edge,
        "hit_percent": None if edge is None else float(100 * one.hit_frequency),
    }


def _edge_percent(one: OddsOfWager) -> float | None:
    """The edge; figures of another dealer than the game's are not shown."""
    return None if one.odds.depends_on_play else one.house_edge_percent
