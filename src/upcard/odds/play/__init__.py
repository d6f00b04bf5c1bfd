"""The main game, exactly: what every hand, decision, chart and game is worth."""

from upcard.game.decisions import Decision
from upcard.odds.play.moments import Moment, Plan
from upcard.odds.play.problems import PlayError
from upcard.odds.play.solver import PlayValue, exact_play_value, play_value, value_of_shoe

__all__ = [
    "Decision",
    "Moment",
    "Plan",
    "PlayError",
    "PlayValue",
    "exact_play_value",
    "play_value",
    "value_of_shoe",
]
