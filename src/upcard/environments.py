"""
Gymnasium environments: a spot at any catalogue game, with an action mask.

Importing this module registers `upcard/Blackjack-v1`:

    import gymnasium
    import upcard.environments

    env = gymnasium.make("upcard/Blackjack-v1", game="bahamas")
"""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from typing import Final

from upcard.catalogue_games import game as game_named
from upcard.money import Cents
from upcard.simulation.environments import TableEnv
from upcard.simulation.setups.packed_games import DEFAULT_WAGER

__all__ = ["ID", "TableEnv", "make_env"]

ID: Final = "upcard/Blackjack-v1"


def make_env(
    game: str = "blackjack", *, decks: int | None = None, wager: Cents = DEFAULT_WAGER
) -> TableEnv:
    """One spot at a catalogue game, as `gymnasium.make` makes it."""
    return TableEnv(game_named(game, decks=decks), wager=wager)


if find_spec("gymnasium") is not None:
    _gymnasium = importlib.import_module("gymnasium")
    if ID not in _gymnasium.registry:
        _gymnasium.register(ID, entry_point="upcard.environments:make_env")
