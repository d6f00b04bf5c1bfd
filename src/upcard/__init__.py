"""
Upcard runs, proves and simulates casino blackjack from one rules file.

    import upcard

    upcard.odds("kings-bounty").wagers["kings-bounty"].house_edge
    upcard.solve("bahamas").house_edge_percent
    upcard.simulate("bahamas", rounds=1_000_000, seed=1).to_frame()

Every result has `to_dict()`, `to_frame()` and a table for notebooks. Nothing is loaded before it
is asked for.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

__version__ = "0.3.0.dev0"

if TYPE_CHECKING:
    from upcard.app.game_charts import ChartOfGame, chart
    from upcard.app.game_sources import RulesOfGame, rules
    from upcard.app.house_wagers import load_wagers
    from upcard.app.odds_results import OddsOfGame, odds
    from upcard.app.played_rounds import PlayedRound, ReplayedRounds, play, replay
    from upcard.app.presentations import Picture
    from upcard.app.progressive_plans import PlannedProgressive, plan
    from upcard.app.simulations import SimulatedWager, SimulationResult, simulate
    from upcard.app.solved_decks import SolvedDecks, solve_decks
    from upcard.app.solved_games import SolvedGame, solve
    from upcard.app.wager_results import OddsOfProgressive, OddsOfWager
    from upcard.problems import UpcardError

__all__ = [
    "ChartOfGame",
    "OddsOfGame",
    "OddsOfProgressive",
    "OddsOfWager",
    "Picture",
    "PlannedProgressive",
    "PlayedRound",
    "ReplayedRounds",
    "RulesOfGame",
    "SimulatedWager",
    "SimulationResult",
    "SolvedDecks",
    "SolvedGame",
    "UpcardError",
    "chart",
    "load_wagers",
    "odds",
    "plan",
    "play",
    "replay",
    "rules",
    "simulate",
    "solve",
    "solve_decks",
]

_MODULES: Final = {
    "game_charts": ("ChartOfGame", "chart"),
    "game_sources": ("RulesOfGame", "rules"),
    "house_wagers": ("load_wagers",),
    "odds_results": ("OddsOfGame", "odds"),
    "played_rounds": ("PlayedRound", "ReplayedRounds", "play", "replay"),
    "presentations": ("Picture",),
    "progressive_plans": ("PlannedProgressive", "plan"),
    "simulations": ("SimulatedWager", "SimulationResult", "simulate"),
    "solved_decks": ("SolvedDecks", "solve_decks"),
    "solved_games": ("SolvedGame", "solve"),
    "wager_results": ("OddsOfProgressive", "OddsOfWager"),
}
"""The modules of `upcard.app`, and what each gives."""
_HOMES: Final = {name: module for module, names in _MODULES.items() for name in names}
_PACKAGES: Final = ("odds", "rules")
"""Names that are packages, too: calling the package calls the function."""


def __getattr__(name: str) -> Any:
    if name in _PACKAGES:
        return import_module(f"upcard.{name}")
    if name == "UpcardError":
        return import_module("upcard.problems").UpcardError
    if name in _HOMES:
        return _given(name)
    raise AttributeError(f"module 'upcard' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _given(name: str) -> Any:
    return getattr(import_module(f"upcard.app.{_HOMES[name]}"), name)


class _CalledPackage(ModuleType):
    """A package that is called like the function of the same name."""

    def __call__(self, *args: object, **options: object) -> object:
        return _given(self.__name__.rpartition(".")[2])(*args, **options)


class _FrontDoor(ModuleType):
    """The package itself: the import system hands it every package below as it is loaded."""

    def __setattr__(self, name: str, value: object) -> None:
        if name in _PACKAGES and isinstance(value, ModuleType):
            value.__class__ = _CalledPackage
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _FrontDoor
