"""Nothing that a person reads of any round stays in English when a page asks for Spanish."""

import random
import re
from collections.abc import Iterable, Iterator
from functools import cache

import pytest

from tests.every_game.players import a_random_table, play_at_random
from tests.every_game.test_sentences import DEALER, PLAYER, picture, refused, texts_in
from tests.rounds.finding import golden_rules
from upcard.catalogue import CATALOGUE
from upcard.families import FAMILIES
from upcard.game.words import words_of
from upcard.languages.translators import catalogue_of, translator_for
from upcard.screens.frames import frame_of
from upcard.screens.round_replays import sentence_for, view_at
from upcard.screens.rule_fields import fields_for
from upcard.solo.game_characters import CHARACTERS
from upcard.table import Game, Round, evolve
from upcard.table.follows import follows
from upcard.table.rounds import AwardState
from upcard.table.spot_banners import AWARD_WORDS
from upcard.web.answer_languages import translated

ROUNDS = 3
SPANISH = "es"
_HOLES = re.compile(r"\{\w+\}")
_WORDS = re.compile(r"[^\W\d_]{3,}")


@cache
def english_words() -> frozenset[str]:
    """Words of the English templates that no Spanish one has."""
    catalogue = catalogue_of(SPANISH)
    english = {word.lower() for key in catalogue for word in words_in(key)}
    return frozenset(
        english - {word.lower() for one in catalogue.values() for word in words_in(one)}
    )


def words_in(text: str) -> list[str]:
    """The words of a text or a template, its holes left out."""
    return _WORDS.findall(_HOLES.sub(" ", text))


def names_of(game: Game) -> set[str]:
    """Words of the names that stay as they are: of the game, its wagers and its meters."""
    titles = [game.rules.title, *(offer.title for offer in game.offers.values())]
    levels = [level for wager in game.rules.side_wagers for level in wager.levels]
    return {word.lower() for name in (*titles, *levels) for word in words_in(name)}


def english_in(texts: Iterable[str], names: set[str]) -> Iterator[str]:
    """Those of *texts* that still have an English word."""
    for text in texts:
        if {word.lower() for word in words_in(text)} & english_words() - names:
            yield text


def said_of(round_: Round) -> Iterator[str]:
    """Every text of the frames and refusals of a round, in Spanish."""
    yield from map(translator_for(SPANISH).said, refused(round_))
    for viewer in (DEALER, PLAYER):
        # What the cut calls a screen is signed, so the page itself says it in its language.
        frame = {**frame_of(picture(round_), viewer), "screen": ""}
        yield from texts_in(translated(frame, SPANISH))


@pytest.mark.parametrize("name", CATALOGUE.names("games"))
def test_frames_refusals_and_replays_of_a_game_are_all_spanish(name: str) -> None:
    rng = random.Random(f"{name} in Spanish")
    for _ in range(ROUNDS):
        played = play_at_random(a_random_table(golden_rules(name), rng), rng)
        said, after = set[str](), Round(played.round.game)
        for event in played.events:
            after = evolve(after, event)
            sentence = sentence_for(event, view_at(after, DEALER))
            said.add(translator_for(SPANISH).said(sentence))
            if not follows(after):
                said.update(said_of(after))

        assert sorted(english_in(said, names_of(played.round.game))) == []
        assert any("la mesa espera" in text for text in said)


def test_every_hand_of_every_family_has_a_spanish_name() -> None:
    lines = {words_of(line) for family in FAMILIES.values() for line in family.lines}

    assert sorted(line for line in lines if translator_for(SPANISH).found(line).left) == []


@pytest.mark.parametrize("name", CATALOGUE.names("games"))
def test_every_setting_of_the_rules_editor_is_explained_in_spanish(name: str) -> None:
    rules = golden_rules(name)
    levels = {words_of(level) for wager in rules.side_wagers for level in wager.levels}
    translator = translator_for(SPANISH)
    told = [text for field in fields_for(rules) for text in (field["title"], field["help"])]

    assert sorted({one for one in told if translator.found(one).left} - levels) == []


@pytest.mark.parametrize("name", sorted(CHARACTERS))
def test_the_character_of_every_game_is_told_in_spanish(name: str) -> None:
    assert translator_for(SPANISH).found(CHARACTERS[name].words).left == 0


def test_names_for_programs_stay_as_they_are() -> None:
    frame = {
        "next": {"key": "deal", "label": "DEAL", "targets": [{"spot": 1, "outcome": "pair"}]},
        "lines": [{"outcome": "Pair", "name": "pair", "pays": "11 to 1"}],
        "dealer": "Main",
        "decisions": {"hit": "", "double": "this game has no doubling"},
    }

    assert translated(frame, SPANISH) == {
        "next": {"key": "deal", "label": "REPARTIR", "targets": [{"spot": 1, "outcome": "pair"}]},
        "lines": [{"outcome": "Pareja", "name": "pair", "pays": "11 a 1"}],
        "dealer": "Main",
        "decisions": {"hit": "", "double": "este juego no permite doblar"},
    }


def test_the_state_of_an_award_is_spanish_on_its_place_and_in_its_banner() -> None:
    said = translator_for(SPANISH).said
    title = "Blazing 7's Progressive (dealer up card)"
    words = {state: word for state, (_, word) in AWARD_WORDS.items()}
    banners = [word for state, word in words.items() if state is not AwardState.CONFIRMED]

    assert [word for word in words.values() if said(word) == word] == []
    assert [said(f"{title} {word}").split()[-1] for word in banners] == [*map(said, banners)]
