"""Rounds, situations, charts and proofs as text: read and write."""

from upcard.notation.replaying import Replayed, replay, replay_file
from upcard.notation.texts import NotationError
from upcard.notation.writing import canonical, write_round

__all__ = ["NotationError", "Replayed", "canonical", "replay", "replay_file", "write_round"]
