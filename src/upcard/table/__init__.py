"""The round as a state machine: `awaits`, `decide`, `evolve`, `handle`. It draws no cards."""

from upcard.game.decisions import Decision
from upcard.table.awaits import awaits
from upcard.table.decide import decide
from upcard.table.evolve import evolve
from upcard.table.games import Game, GameError, game_of
from upcard.table.handle import handle
from upcard.table.refusals import RefusalCode, Refused
from upcard.table.rounds import Round

__all__ = [
    "Decision",
    "Game",
    "GameError",
    "RefusalCode",
    "Refused",
    "Round",
    "awaits",
    "decide",
    "evolve",
    "game_of",
    "handle",
]
