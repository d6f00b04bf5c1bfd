"""
Gymnasium environments: a spot at any game, one round at a time or thousands side by side.

Importing this module registers `upcard/Blackjack-v1`:

    import gymnasium
    import upcard.environments

    env = gymnasium.make("upcard/Blackjack-v1", game="bahamas")
    envs = gymnasium.make_vec("upcard/Blackjack-v1", num_envs=4096, game="bahamas")
"""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from typing import Any, Final

from upcard.app.game_sources import AnyRules, rules_from
from upcard.catalogue_games import game as game_of
from upcard.money import Cents
from upcard.simulation.environments import TableEnv
from upcard.simulation.setups.packed_games import DEFAULT_WAGER
from upcard.simulation.vector_environments import NEXT_STEP, VectorTableEnv

__all__ = ["ID", "TableEnv", "VectorTableEnv", "make_env", "make_vector_env"]

ID: Final = "upcard/Blackjack-v1"


def make_env(
    game: AnyRules = "blackjack", *, decks: int | None = None, wager: Cents = DEFAULT_WAGER
) -> TableEnv:
    """One spot at a game of the catalogue or of a rules file, as `gymnasium.make` makes it."""
    return TableEnv(game_of(rules_from(game), decks=decks), wager=wager)


def make_vector_env(
    game: AnyRules = "blackjack",
    *,
    num_envs: int = 1,
    decks: int | None = None,
    wager: Cents = DEFAULT_WAGER,
    autoreset_mode: Any = NEXT_STEP,
) -> VectorTableEnv:
    """The same for so many rounds side by side, as `gymnasium.make_vec` makes it."""
    return VectorTableEnv(
        game_of(rules_from(game), decks=decks),
        num_envs=num_envs,
        wager=wager,
        autoreset_mode=autoreset_mode,
    )


if find_spec("gymnasium") is not None:
    _gymnasium = importlib.import_module("gymnasium")
    if ID not in _gymnasium.registry:
        _gymnasium.register(
            ID,
            entry_point="upcard.environments:make_env",
            vector_entry_point="upcard.environments:make_vector_env",
        )
