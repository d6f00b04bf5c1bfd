"""What the odds engine says of what a table plays: worked out once, and kept with the room."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from upcard.journal.entries import Fact, Name
from upcard.journal.facts import FIGURES
from upcard.money import OfMeter
from upcard.plain import read, written
from upcard.room.integrity import manifest
from upcard.room.projections.setup_facts import Plays
from upcard.table.rounds import INSURANCE

if TYPE_CHECKING:
    from upcard.odds import WagerOdds
    from upcard.strategy.solutions import Solution

SOLVED_TO: Final = 10**9
"""The precision of the main game's value and deviation, in parts of the first wager."""
ENGINE: Final = ("game/", "odds/", "rules/", "shoes.py", "strategy/", "wagers/", "hands.py")
"""What figures come from: where one of these files changes, they are worked out again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaytableLine:
    """One thing that can happen to a wager of 1."""

    probability: Fraction
    returned: Fraction
    """What comes back, but for meters."""
    level: str
    """The level that is paid out whole, so that a new seed goes in; empty where none is."""
    is_of_meter: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactFigures:
    """The exact figures of a wager of 1."""

    edge: Fraction
    variance: Fraction
    hit: Fraction
    lines: tuple[PaytableLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What everything on a layout should bring."""

    edge: Fraction | None
    """Of the main game, best played, in first wagers; None where the solver does not know it."""
    variance: Fraction | None
    wagers: Mapping[str, ExactFigures]
    """Side wagers and insurance; without those that have no exact figure."""


def figures_of(plays: Plays) -> Figures:
    """The figures of what a table plays. It loads the solver: a server asks a calculator."""
    from upcard.odds import OddsError, insurance_odds
    from upcard.odds.wager_odds import odds_in
    from upcard.odds.wager_sheets import full_shoe

    game, wagers = plays.game, dict[str, ExactFigures]()
    shoe = full_shoe(game.rules.deck, game.decks)
    if game.rules.insurance != "none":
        wagers[INSURANCE] = _wager(insurance_odds(game.rules.insurance.pays, shoe))
    for name, offer in game.offers.items():
        with suppress(OddsError):
            if odds := odds_in(game.rules, offer, shoe):
                wagers[name] = _wager(odds)
    solution = solution_of(plays)
    return Figures(
        edge=parts(-solution.ev) if solution else None,
        variance=parts(solution.standard_deviation) ** 2 if solution else None,
        wagers=wagers,
    )


def _wager(odds: WagerOdds) -> ExactFigures:
    from upcard.odds.wager_odds import NO_METERS, returned

    lines = tuple(
        PaytableLine(
            probability=one.probability,
            returned=returned(one.pay, odds.stake, NO_METERS),
            level=one.pay.level if isinstance(one.pay, OfMeter) and one.pay.share == 1 else "",
            is_of_meter=isinstance(one.pay, OfMeter),
        )
        for one in odds.outcomes
    )
    return ExactFigures(
        edge=odds.house_edge, variance=odds.variance, hit=odds.hit_frequency, lines=lines
    )


def parts(number: float) -> Fraction:
    """The solver's values, rounded to this many parts of the first wager."""
    return Fraction(round(number * SOLVED_TO), SOLVED_TO)


@lru_cache(maxsize=32)
def solution_of(plays: Plays) -> Solution | None:
    """The best play of the main game; None where the solver does not know the game."""
    from upcard.odds.play import PlayError
    from upcard.strategy.solutions import solve

    game = plays.game
    try:
        return solve(game.rules, game.decks)
    except PlayError:
        return None


def name_of(key: str) -> Name:
    """Under which the figures of what is played are kept."""
    return Name(FIGURES, f"{key} {engine_hash()}", 0)


def figures_fact(key: str, figures: Figures) -> Fact:
    """Figures as they are kept."""
    return Fact(name_of(key), "", 0, json.dumps(written(figures)))


@lru_cache(maxsize=256)
def figures_from(payload: str) -> Figures:
    """The figures that were kept."""
    found: Figures = read(json.loads(payload), Figures)
    return found


@cache
def engine_hash() -> str:
    """A fingerprint of the program that works figures out."""
    files = [line for line in manifest().splitlines() if line.partition("  ")[2].startswith(ENGINE)]
    return hashlib.sha256("\n".join(files).encode()).hexdigest()[:16]
