"""Drills in Spanish: exercises, judgements and reasons, but for what documents say literally."""

from collections.abc import Iterator
from typing import Final

import pytest

from tests.every_game.test_spanish import english_in, names_of, words_in
from upcard.catalogue_games import game
from upcard.drills.drill_kinds import DrillError, DrillKind
from upcard.drills.exercises import judged, result_of, right_answers, shown_exercise
from upcard.web.answer_languages import SPOKEN, TITLES, translated

GAMES: Final = ("bahama-wsgc", "kings-bounty", "blackjack", "bonanza")
SEEDS: Final = (1, 2, 7)


def spoken_in(value: object, name: str = "") -> Iterator[str]:
    """What people read of an exercise; a rule of a document is quoted as it stands there."""
    match value:
        case str():
            yield value
        case dict():
            for key, each in value.items():
                is_read = key in SPOKEN | TITLES or not isinstance(each, str)
                if is_read and key not in ("rule", "dealer_cards", "cards", "decisions"):
                    yield from spoken_in(each, str(key))
        case list() | tuple() if name in SPOKEN or all(not isinstance(one, str) for one in value):
            for each in value:
                yield from spoken_in(each, name)


@pytest.mark.parametrize("kind", DrillKind)
@pytest.mark.parametrize("name", GAMES)
def test_an_exercise_and_its_judgement_are_spanish(kind: DrillKind, name: str) -> None:
    names = names_of(game(name)) | {word.lower() for word in words_in("Match-Down Match-Up")}
    for seed in SEEDS:
        try:
            exercise = shown_exercise(kind, name, seed)
        except DrillError:
            pytest.skip(f"{name} has no such drill")
        score, is_over, desk = judged(kind, name, seed, right_answers(kind, name, seed))
        told = [exercise, result_of(score, is_over, desk)]
        said = [text for one in told for text in spoken_in(translated(one, "es"))]

        assert any("asilla" in text for text in said)
        assert sorted(english_in(said, names)) == []
