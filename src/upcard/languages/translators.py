"""Translate what the server says: find the English template of a sentence, and fill the other."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

from upcard.languages.templates import Template, first_word_of, template_of, whole

ENGLISH: Final = "en"
LANGUAGES: Final = (ENGLISH, "es")
"""What the server speaks."""
KEPT: Final = 16_384
"""Sentences of which the translation is kept: a table says the same ones all day."""
PARTS_KEPT: Final = 32_768
DEPTH: Final = 6
"""How deep sentences are put together at the very most."""
_ENDS: Final = re.compile(r"(?<=[.?!]) ")
_BETWEEN: Final = ("; ", ": ", ", ", " and ", " or ", " · ")
"""What joins the parts of a list, the widest first."""


def catalogue_of(language: str) -> dict[str, str]:
    """Every template of a language, from its files."""
    found: dict[str, str] = {}
    folder = files("upcard.languages") / language
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        if file.name.endswith(".toml"):
            found.update(tomllib.loads(file.read_text(encoding="utf-8")))
    return found


@cache
def translator_for(language: str) -> Translator:
    """The translator of a language, made at the first use."""
    return Translator(catalogue_of(language))


class Wording(NamedTuple):
    """A text in another language, and how much of it is still English."""

    text: str
    left: int
    """Letters that nothing translated: names, and what the catalogue does not know."""
    doubt: int = 0
    """How far it was fetched: of two that leave the same, the one without doubts is meant."""


class Translator:
    """The sentences of one language, found by their English."""

    def __init__(self, pairs: Mapping[str, str]) -> None:
        self._exact: dict[str, str] = {}
        self._by_word: dict[str, list[Template]] = defaultdict(list)
        for english, other in pairs.items():
            if (spread := whole(english)) == english and "{" not in english:
                self._exact[english] = other
            else:
                made = template_of(spread, whole_like(english, other))
                self._by_word[made.first_word].append(made)
        for found in self._by_word.values():
            found.sort(key=lambda one: -one.weight)
        self.found = lru_cache(maxsize=PARTS_KEPT)(self._found)
        self.said = lru_cache(maxsize=KEPT)(self._said)
        self.named = lru_cache(maxsize=KEPT)(self._named)

    def _said(self, text: str) -> str:
        """*text* in this language; what is not known stays as it is."""
        return self.found(text).text

    def _named(self, title: str) -> str:
        """A title: what the house made up stays, even where a word of it is known."""
        made, letters = self.found(title), sum(map(str.isalpha, title))
        return made.text if 4 * made.left <= 3 * letters else title

    def _found(self, text: str, depth: int = DEPTH) -> Wording:
        """The translation that leaves the least in English."""
        letters = sum(map(str.isalpha, text))
        if letters < 2 or (exact := self._by_heart(text)) is not None:
            return Wording(text if letters < 2 else str(exact), 0)
        best = Wording(text, letters)
        if depth:
            for made in self._tries(text, depth - 1):
                if (made.left, made.doubt) < (best.left, best.doubt):
                    best = made
                if not best.left and not best.doubt:
                    break
        return best

    def _by_heart(self, text: str) -> str | None:
        """A sentence without holes, or one that differs only in its first letter or its end."""
        if (exact := self._exact.get(text)) is not None:
            return exact
        if (near := self._exact.get(_swapped(text))) is not None:
            return _with_case_of(text, near)
        if text.endswith(".") and (bare := self._by_heart(text[:-1])) is not None:
            return f"{bare}."
        return None

    def _tries(self, text: str, depth: int) -> Iterator[Wording]:
        """Every way to read *text*: as a template, as sentences, as a list."""
        swapped, word = _swapped(text), first_word_of(text)
        for template in (*self._by_word.get(word, ()), *self._by_word.get("", ())):
            if template.anchor not in text:
                continue
            if match := template.pattern.fullmatch(text):
                yield self._filled(template, match, text, depth, 0)
            elif template.first_word and (match := template.pattern.fullmatch(swapped)):
                yield self._filled(template, match, text, depth, 1)
        if text.endswith("."):
            made = self.found(text[:-1], depth)
            yield Wording(f"{made.text}.", made.left, made.doubt + 1)
        yield from self._in_parts(_ENDS.split(text), " ", depth, 2)
        for between in _BETWEEN:
            joint = self._exact.get(between.strip(" "))
            yield from self._in_parts(
                text.split(between), f" {joint} " if joint else between, depth, 3
            )

    def _filled(
        self, template: Template, match: re.Match[str], text: str, depth: int, doubt: int
    ) -> Wording:
        holes = [
            Wording(one, 0) if number in template.typed else self.found(one, depth)
            for number, one in enumerate(match.groups())
        ]
        made = "".join(one if isinstance(one, str) else holes[one].text for one in template.pieces)
        left = sum(one.left for one in holes)
        return Wording(_with_case_of(text, made), left, doubt + sum(one.doubt for one in holes))

    def _in_parts(self, parts: list[str], joint: str, depth: int, doubt: int) -> Iterator[Wording]:
        """Each part by itself."""
        if len(parts) > 1:
            made = [self.found(part, depth) for part in parts]
            left = sum(one.left for one in made)
            doubts = doubt + sum(one.doubt for one in made)
            yield Wording(joint.join(one.text for one in made), left, doubts)


def whole_like(english: str, other: str) -> str:
    """*other* with the holes for the rest of the sentence that *english* has."""
    spread = whole(english)
    head, _, tail = spread.partition(english)
    return f"{head}{other}{tail}"


def _swapped(text: str) -> str:
    """*text* with its first letter in the other case: parts of sentences begin small."""
    return text[:1].swapcase() + text[1:]


def _with_case_of(text: str, made: str) -> str:
    """*made* with a capital letter where *text* has one."""
    if text[:1].isupper() and made[:1].islower():
        return made[:1].upper() + made[1:]
    return made
