"""Every sentence that people read on a screen has its translation, in every language."""

import ast
import tomllib
from importlib.resources import files

import pytest

from tests.house.sources import ROOT
from tests.house.spoken import template_of, templates_in, templates_of_source
from upcard.languages.templates import TemplateError, names_in, whole
from upcard.languages.templates import template_of as pair_of
from upcard.languages.translators import (
    ENGLISH,
    LANGUAGES,
    Translator,
    catalogue_of,
    whole_like,
)

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
WORDS = "words.toml"
"""The one file whose English is not written as a sentence of the source."""
SAME = {"blackjack", "crown treasure", "royal match", "supervisor", "triple"}
"""Names, and words that are the same in another language."""


def unspoken() -> set[str]:
    """Texts of the source that nobody reads on a screen."""
    text = (ROOT / "tests" / "house" / "unspoken.toml").read_text(encoding="utf-8")
    return set(tomllib.loads(text)["unspoken"])


def sentences_of(language: str) -> dict[str, str]:
    """The templates of a language that the source must have."""
    folder = files("upcard.languages") / language
    words = tomllib.loads((folder / WORDS).read_text(encoding="utf-8"))
    return {key: value for key, value in catalogue_of(language).items() if key not in words}


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_of_the_source_is_translated(language: str) -> None:
    has, none = catalogue_of(language), unspoken()
    missing = [
        f"{where}: {template!r}"
        for template, where in templates_of_source().items()
        if template not in has and template not in none
    ]

    assert missing == [], (
        f"translate these in src/upcard/languages/{language}, or list in tests/house/unspoken.toml "
        "what no screen shows:\n" + "\n".join(missing)
    )


@pytest.mark.parametrize("language", OTHERS)
def test_no_translation_is_of_a_sentence_that_is_gone(language: str) -> None:
    source = templates_of_source()

    assert sorted(one for one in sentences_of(language) if one not in source) == []
    assert sorted(one for one in unspoken() if one not in source) == []
    assert sorted(unspoken() & set(catalogue_of(language))) == []


@pytest.mark.parametrize("language", OTHERS)
def test_no_translation_loses_a_hole_or_stays_english(language: str) -> None:
    wrong = []
    for english, other in catalogue_of(language).items():
        try:
            pair_of(whole(english), whole_like(english, other))
        except TemplateError as error:
            wrong.append(str(error))
        if english.lower() == other.lower() and english.lower() not in SAME:
            wrong.append(f"{english!r} is the same in {language}")

    assert wrong == []


@pytest.mark.parametrize("language", OTHERS)
def test_every_translation_is_found_by_its_english(language: str) -> None:
    """Each template filled with numbers comes back in the other language, not as another one."""
    catalogue = catalogue_of(language)
    translator = Translator(catalogue)
    wrong = []
    for english in sentences_of(language):
        if whole(english) != english:
            continue
        filled = english.format_map(dict.fromkeys(names_in(english), "7"))
        if (found := translator.found(filled)).left:
            wrong.append(f"{english!r} comes back as {found.text!r}")

    assert wrong == []


@pytest.mark.parametrize(
    ("code", "template"),
    [
        ('f"spot {spot} has no {wager_title(game, wager)}"', "spot {spot} has no {wager_title}"),
        ('f"{a.name} and {b.name} sign"', "{name} and {name2} sign"),
        ('f"{len(cards)} cards are left"', "{cards} cards are left"),
        ('f"write {{}} here, {name!r}"', "write {{}} here, {name}"),
    ],
)
def test_an_f_string_is_a_template_with_named_holes(code: str, template: str) -> None:
    parsed = ast.parse(code, mode="eval").body
    assert isinstance(parsed, ast.JoinedStr)

    assert template_of(parsed) == template


def test_a_new_sentence_is_noticed() -> None:
    code = 'def f(spot):\n    """A docstring."""\n    raise Refused(f"spot {spot} is on fire")\n'

    assert list(templates_in(ast.parse(code))) == [(3, "spot {spot} is on fire")]
    assert "spot {spot} is on fire" not in catalogue_of("es")
