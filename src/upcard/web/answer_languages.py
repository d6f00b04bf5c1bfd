"""
The language of an answer: what a page asked for, and which fields of an answer people read.

This is the one place where the server translates. English passes through untouched.
"""

from __future__ import annotations

import json
from contextvars import ContextVar
from functools import lru_cache
from typing import Final
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.types import Scope

from upcard.game.decisions import Decision
from upcard.languages.translators import ENGLISH, LANGUAGES, Translator, translator_for
from upcard.screens.wire_texts import as_json

ASKED: Final[ContextVar[str]] = ContextVar("language", default=ENGLISH)
"""The language of the request that is being answered."""
QUERY: Final = b"lang="
FRAMES_KEPT: Final = 256
"""Translated frames that are kept: the screens of a table get the same ones."""
SPOKEN: Final = frozenset(
    {
        *("act", "banner", "border", "can_step_back", "character", "dealer_total", "decisions"),
        *("details", "does", "end", "fault", "felt", "given", "hands", "heading", "help", "label"),
        *(
            "message",
            "news",
            "notes",
            "outcome",
            "pays",
            "prompt",
            "reason",
            "result",
            "right",
            "say",
        ),
        *("says", "sentence", "summary", "text", "total", "warnings"),
        *("what", "why", "chart"),
    }
)
"""Fields that people read. All others hold codes, ids, amounts, cards and what people typed."""
TITLES: Final = frozenset({"title", "wager_title", "game_title"})
"""Names of games and wagers, which stay, and titles of keys, settings and hands, which do not."""
DECISIONS: Final = frozenset(map(str, Decision))
"""What the keys of `decisions` are: each has the reason why it cannot be taken."""
CODES: Final = {
    "reason": "directions",
    "what": "signed",
    "says": "favours",
    "sentence": "source",
}
"""Such a field holds a code, or the words of a document, where another one lies beside it."""


def language_in(scope: Scope) -> str:
    """What a request asks for: `?lang=` before `Accept-Language`; English where it is neither."""
    query: bytes = scope.get("query_string", b"")
    if QUERY in query:
        named = parse_qs(query.decode("latin-1")).get("lang", [ENGLISH])[-1]
    else:
        named = Headers(scope=scope).get("accept-language", ENGLISH)
    tag = named.split(",")[0].split(";")[0].strip().lower().partition("-")[0]
    return tag if tag in LANGUAGES else ENGLISH


def in_asked_language(content: object) -> object:
    """An answer as the request that is being answered wants it."""
    language = ASKED.get()
    return content if language == ENGLISH else translated(content, language)


def text_in(language: str, text: str) -> str:
    """A frame as it goes over the wire, in *language*."""
    return text if language == ENGLISH else _frame_in(language, text)


@lru_cache(maxsize=FRAMES_KEPT)
def _frame_in(language: str, text: str) -> str:
    return as_json(translated(json.loads(text), language))


def translated(content: object, language: str) -> object:
    """*content* with the fields that people read in *language*."""
    return _translated(content, translator_for(language), is_spoken=False)


def _translated(value: object, translator: Translator, *, is_spoken: bool) -> object:
    match value:
        case str():
            return _said(value, translator) if is_spoken else value
        case dict() if is_spoken and set(value) <= DECISIONS:
            return {
                name: _translated(each, translator, is_spoken=True) for name, each in value.items()
            }
        case dict():
            return {
                name: translator.named(each)
                if name in TITLES and isinstance(each, str)
                else _translated(each, translator, is_spoken=_is_spoken(name, value))
                for name, each in value.items()
            }
        case list() | tuple():
            return [_translated(each, translator, is_spoken=is_spoken) for each in value]
        case _:
            return value


def _is_spoken(name: object, beside: dict[object, object]) -> bool:
    if name not in SPOKEN or CODES.get(str(name)) in beside:
        return False
    outcome = beside.get("outcome")
    # An outcome is told in words, with a capital letter, or by its name for programs.
    return name != "outcome" or (
        isinstance(outcome, str) and (outcome[:1].isupper() or " " in outcome)
    )


def _said(text: str, translator: Translator) -> str:
    """A text of one line; of a chart or a record, only the notes are sentences."""
    if "\n" not in text:
        return translator.said(text)
    lines = (
        f"# {translator.said(line[2:])}" if line.startswith("# ") else line
        for line in text.split("\n")
    )
    return "\n".join(lines)
