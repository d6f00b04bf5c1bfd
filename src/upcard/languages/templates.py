"""
Sentences with holes: an English one, and what it is in another language.

A template is written as the source writes it, with a name for each expression:
"spot {spot} has no {wager}". What fills a hole is translated by itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_HOLES: Final = re.compile(r"((?:\{\w+\})+)")
"""One hole, or several without anything between them: nobody can tell where one of them ends."""
_NAMES: Final = re.compile(r"\{(\w+)\}")
DIGITS: Final = "{digits}"
"""A hole that only a number fits: "hard {digits}" is no sentence that begins with "hard"."""
TYPED: Final = frozenset({"{description}", "{device}"})
"""Holes that hold what somebody typed, in whatever language: it stays as it is."""
HEAD: Final = "{head_}"
TAIL: Final = "{tail_}"


class TemplateError(ValueError):
    """A pair of templates that do not fit each other."""


@dataclass(frozen=True, slots=True)
class Template:
    """An English sentence with holes, and its translation."""

    pattern: re.Pattern[str]
    pieces: tuple[str | int, ...]
    """The translation: texts, and the number of the hole that comes between them."""
    anchor: str
    """The longest fixed text, less its first letter: what does not have it cannot fit."""
    weight: int
    """How many signs of it are fixed: of two that fit, the heavier one is meant."""
    first_word: str
    """What it begins with, in small letters; empty where it begins with a hole."""
    typed: frozenset[int]
    """The numbers of the holes that hold what somebody typed."""


def names_in(template: str) -> list[str]:
    """
    The holes of a template.

    >>> names_in("spot {spot} has no {wager}")
    ['spot', 'wager']
    """
    return _NAMES.findall(template)


def whole(template: str) -> str:
    """
    A part of a sentence with a hole for the rest of it.

    >>> whole(", hand {place}")
    '{head_}, hand {place}'
    """
    head = HEAD if template[:1] in " ,;:." else ""
    return f"{head}{template}{TAIL if template[-1:] == ' ' else ''}"


def template_of(english: str, other: str) -> Template:
    """The two as one template; a `TemplateError` says what does not fit."""
    there = _HOLES.split(english)
    here = _HOLES.split(other)
    if sorted(there[1::2]) != sorted(here[1::2]):
        raise TemplateError(f"{other!r} has other holes than {english!r}")
    numbers = {hole: number for number, hole in enumerate(there[1::2])}
    pieces = tuple(numbers[one] if place % 2 else plain(one) for place, one in enumerate(here))
    return Template(
        pattern=re.compile("".join(_pattern(there)), re.DOTALL),
        pieces=pieces,
        anchor=max((plain(one) for one in there[::2]), key=len)[1:],
        weight=sum(len(one) for one in there[::2]),
        first_word=first_word_of(there[0]) if " " in there[0].strip(" ") + there[0][-1:] else "",
        typed=frozenset(number for hole, number in numbers.items() if hole in TYPED),
    )


def plain(text: str) -> str:
    """A text of a template without the doubled braces."""
    return text.replace("{{", "{").replace("}}", "}")


def first_word_of(text: str) -> str:
    """
    The first word of a text in small letters.

    >>> first_word_of("Spot 3 has 17.")
    'spot'
    """
    return text.partition(" ")[0].lower()


def _pattern(parts: list[str]) -> list[str]:
    """The pattern of a template; a hole that touches a letter may be empty."""
    found = []
    for place, part in enumerate(parts):
        if place % 2 == 0:
            found.append(re.escape(plain(part)))
            continue
        if part == DIGITS:
            found.append(r"(\d+)")
            continue
        touches = parts[place - 1][-1:].isalpha() or parts[place + 1][:1].isalpha()
        found.append("(.*?)" if touches or part in (HEAD, TAIL) else "(.+?)")
    return found
