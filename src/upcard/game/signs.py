"""How a decision is written in rounds and charts: its letter, and its colour in print."""

from __future__ import annotations

from typing import Final

from upcard.game.decisions import Decision, Sign
from upcard.game.features import FEATURES

_SIGNS: Final = {Decision.HIT: Sign("H", "#f6c7c3"), Decision.STAND: Sign("S", "#cfe8cf")}
for _feature in FEATURES.values():
    _SIGNS.update(_feature.SIGNS)
SIGNS: Final = {one: _SIGNS[one] for one in Decision}
LETTERS: Final = {decision: sign.letter for decision, sign in SIGNS.items()}
"""The letter of each decision. R gives a hand up: before a double surrender, after it rescue."""
FILLS: Final = {sign.letter: sign.fill for sign in SIGNS.values()}
MEANT_BY: Final = {
    letter: tuple(one for one in SIGNS if LETTERS[one] == letter) for letter in FILLS
}
"""The decisions that each letter stands for."""
SAID_OF: Final = {letter: " or ".join(meant) for letter, meant in MEANT_BY.items()}
"""Each letter in words."""
