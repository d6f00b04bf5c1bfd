"""Rounds, situations, charts and proofs as text: read and write."""

from upcard.notation.replayed_rounds import Replayed, replay, replay_file
from upcard.notation.text_lines import NotationError
from upcard.notation.written_rounds import canonical, write_round

__all__ = ["NotationError", "Replayed", "canonical", "replay", "replay_file", "write_round"]
