"""Golden rounds to practise on: sentences of the documents as rounds, a file for each game."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from upcard.drills.practice_rounds import PracticeRound
from upcard.notation.replayed_rounds import replay_file


@cache
def golden_rounds(game: str) -> tuple[PracticeRound, ...]:
    """
    The golden rounds of a game that are worth paying; none for some games.

    The same rounds are in `tests/rounds`, where each shows the rule that it cites.
    """
    file = files("upcard.drills") / "golden" / f"{game}.shoe"
    if not file.is_file():
        return ()
    replayed = replay_file(file.read_text("utf-8"))
    return tuple(PracticeRound(one.round, tuple(one.events)) for one in replayed)
