"""Rounds, situations, charts and proofs as text: read and write."""

from upcard.notation.records import NotationError
from upcard.notation.replaying import Replayed, replay, replay_file
from upcard.notation.writing import write_round

__all__ = ["NotationError", "Replayed", "replay", "replay_file", "write_round"]
