"""Reading a rules file: TOML text to resolved rules, or every error with its path."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from upcard.cards import Deck
from upcard.game.features import OPTIONAL
from upcard.plain import JsonObject, Plain
from upcard.problems import UpcardError
from upcard.quotes import nearest, quoted
from upcard.rules.combinations import combination_errors, whole_numbers
from upcard.rules.library_wagers import (
    LINE,
    LibraryProblem,
    library_wager,
    needs_finished_dealer,
)
from upcard.rules.offered_wagers import WagerSheet
from upcard.rules.schema import Rules

Raw = dict[str, Plain]
"""A file as TOML or JSON brings it, before the schema has looked at it."""
Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong in a file, and where."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


class RulesError(UpcardError, ValueError):
    """A rules file that cannot be played, with all its problems."""

    code = "rules-not-valid"

    def __init__(self, file: str, problems: list[Problem]) -> None:
        self.file = file
        self.problems = problems
        super().__init__("\n".join(f"{file}: {problem}" for problem in problems))


class Library(Protocol):
    """Where other files are found: base games to extend, and the sheets of wagers."""

    def game(self, name: str) -> Raw | None:
        """The unresolved rules file of that name, if there is one."""

    def sheet(self, wager: str) -> WagerSheet | None:
        """The sheet of a wager, if there is one."""

    def names(self, kind: str) -> tuple[str, ...]:
        """The names there are of that kind: games, sheets or limits."""


def read_rules(
    text: str, library: Library, *, file: str = "rules", is_recorded: bool = False
) -> Rules:
    """
    The game written in *text*, resolved against *library*; a `RulesError` has every problem.

    Of rules that a room has recorded, answers that were retired since are accepted.
    """
    return resolve_rules(_read_toml(text, file), library, file=file, is_recorded=is_recorded)


def resolve_rules(
    raw: Raw,
    library: Library,
    *,
    file: str = "rules",
    is_recorded: bool = False,
    is_what_if: bool = False,
) -> Rules:
    """
    The same for a file that is already parsed.

    Of a what-if, rules are accepted that no document allows, as long as they can be played.
    """
    problems: list[Problem] = []
    extended = _with_library(_extended(raw, library, problems), library, problems)
    resolved = _with_sheets(extended, library, problems)
    resolved = {**dict.fromkeys(OPTIONAL, "none"), **resolved}
    rules = validated(Rules, resolved, problems)
    problems += _missing_needs(resolved, library)
    told = {problem.path for problem in problems}
    problems += [
        Problem(path, message)
        for path, message in combination_errors(
            resolved, library.names("limits"), is_recorded=is_recorded, is_what_if=is_what_if
        )
        if path not in told
    ]
    if problems or rules is None:
        raise RulesError(file, problems)
    return rules


def _read_toml(text: str, file: str) -> Raw:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesError(file, [Problem("", f"this is not TOML: {error}")]) from None
    except (ValueError, RecursionError):
        message = "this file cannot be read: a number is too long, or lists are nested too deeply"
        raise RulesError(file, [Problem("", message)]) from None


def _extended(raw: Raw, library: Library, problems: list[Problem]) -> Raw:
    """*raw* laid over the file it extends, one level deep."""
    raw = dict(raw)
    name = raw.pop("extends", None)
    if name is None:
        return raw
    base = library.game(name) if isinstance(name, str) else None
    if base is None:
        allowed = ", ".join(library.names("games"))
        problems.append(Problem("extends", f"is {name!r}: extend one of {allowed}"))
        return raw
    if "extends" in base:
        problems.append(
            Problem("extends", f"is {name!r}, which extends {base['extends']!r}: one level only")
        )
        return raw
    return _laid_over(_without_lost_sources(base, raw), raw)


def _without_lost_sources(base: Raw, top: Raw) -> Raw:
    """*base* without the sources of side wagers that *top* no longer offers."""
    wagers = top["side_wagers"] if "side_wagers" in top else base.get("side_wagers")
    offered = {
        str(wager.get("wager"))
        for wager in (wagers if isinstance(wagers, list) else [])
        if isinstance(wager, dict)
    }
    named = base.get("sources")
    sources = {
        path: text
        for path, text in (named if isinstance(named, dict) else {}).items()
        if not path.startswith("side_wagers.") or path.split(".")[1] in offered
    }
    return {**base, "sources": sources}


def _laid_over(base: Raw, top: Raw) -> Raw:
    merged = dict(base)
    for key, value in top.items():
        below = merged.get(key)
        if isinstance(below, dict) and isinstance(value, dict):
            merged[key] = _laid_over(below, value)
        else:
            merged[key] = value
    return merged


def _with_library(raw: Raw, library: Library, problems: list[Problem]) -> Raw:
    """*raw* with a section for each wager of the library that one line of it names."""
    raw = dict(raw)
    named = raw.pop(LINE, None)
    offered = raw.get("side_wagers")
    if named is None or not isinstance(offered, list):
        return raw
    if not isinstance(named, list):
        problems.append(Problem(LINE, 'write a list, like ["perfect-pairs", "push-22:50-20-8"]'))
        return raw
    deck = next((one for one in Deck if one == raw.get("deck")), Deck.STANDARD)
    decks = whole_numbers(raw.get("decks"))
    added = []
    for index, text in enumerate(named):
        try:
            added.append(library_wager(str(text), library, deck=deck, decks=decks))
        except LibraryProblem as problem:
            problems.append(Problem(f"{LINE}.{index}", str(problem)))
    raw["side_wagers"] = [*offered, *added]
    if needs_finished_dealer(added, library) and raw.get("dealer_draws", "none") == "none":
        raw["dealer_draws"] = {"when": "whenever-a-wager-needs-it"}
    return raw


def _with_sheets(raw: Raw, library: Library, problems: list[Problem]) -> Raw:
    """*raw* with every reference to a sheet replaced by what the sheet says."""
    raw = dict(raw)
    wagers = raw.get("side_wagers")
    if isinstance(wagers, list):
        raw["side_wagers"] = [
            _resolved_wager(wager, f"side_wagers.{index}", library, problems)
            if isinstance(wager, dict)
            else wager
            for index, wager in enumerate(wagers)
        ]
    special = raw.get("special_pays")
    if isinstance(special, dict) and isinstance(name := special.get("paytable"), str):
        sheet, path = library.sheet("special-21"), "special_pays.paytable"
        table = _table(sheet, name, path, problems)
        raw["special_pays"] = {**special, "paytable": table}
    return raw


def _resolved_wager(wager: Raw, path: str, library: Library, problems: list[Problem]) -> Raw:
    return _wager_with_sheet(_as_elsewhere(wager, path, library, problems), path, library, problems)


def _as_elsewhere(wager: Raw, path: str, library: Library, problems: list[Problem]) -> Raw:
    """*wager* laid over the same wager of the game that it names: titles of a link share these."""
    if "as_in" not in wager:
        return wager
    own = {key: value for key, value in wager.items() if key != "as_in"}
    name, where = own.get("wager"), wager["as_in"]
    game = library.game(where) if isinstance(where, str) else None
    rows = game.get("side_wagers") if game else None
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, dict) and row.get("wager") == name and "as_in" not in row:
            return {**row, **own}
    problems.append(
        Problem(f"{path}.as_in", f"is {where!r}: name a game whose own file offers {name}")
    )
    return own


def _wager_with_sheet(wager: Raw, path: str, library: Library, problems: list[Problem]) -> Raw:
    if "family" in wager:  # The wager brings its own sheet: a resolved file read back.
        return wager
    sheet = library.sheet(str(wager.get("wager")))
    if sheet is None:
        wanted = str(wager.get("wager"))
        allowed = nearest(library.names("sheets"), wanted)
        problems.append(Problem(f"{path}.wager", f"is {quoted(wanted)}: choose one of {allowed}"))
        return wager
    names = wager.get("paytables")
    tables = names if isinstance(names, list) else []
    return {
        **wager,
        "title": wager.get("title", sheet.title),
        "kind": sheet.kind,
        "family": sheet.family,
        "levels": list(sheet.levels),
        "paytables": [
            _table(sheet, name, f"{path}.paytables.{index}", problems)
            if isinstance(name, str)
            else name
            for index, name in enumerate(tables)
        ],
    }


def _missing_needs(raw: Raw, library: Library) -> list[Problem]:
    """Wagers that are offered without one that their sheet says they need."""
    wagers = raw.get("side_wagers")
    rows = wagers if isinstance(wagers, list) else []
    found = []
    for index, row in enumerate(rows):
        if not isinstance(row, dict) or not isinstance(named := row.get("needs"), list):
            continue
        sheet = library.sheet(str(row.get("wager")))
        for other in sheet.needs if sheet else ():
            if other not in named:
                needed = library.sheet(other)
                titles = row.get("title"), needed.title if needed else other
                message = f"must name {other!r}: {titles[0]} cannot be wagered without {titles[1]}"
                found.append(Problem(f"side_wagers.{index}.needs", message))
    return found


def _table(sheet: WagerSheet | None, name: str, path: str, problems: list[Problem]) -> Plain:
    known = sheet.named(name) if sheet else None
    if sheet is None or known is None:
        allowed = ", ".join(sheet.paytables) if sheet else "none"
        problems.append(Problem(path, f"is {name!r}: choose one of {allowed}"))
        return None
    return {**sheet.paytables[known].model_dump(mode="json"), "name": known}


def validated(model: type[Model], raw: JsonObject, problems: list[Problem]) -> Model | None:
    """*raw* as a *model*, or None with what is wrong added to *problems*."""
    told = tuple(problem.path for problem in problems)
    try:
        return model.model_validate_json(json.dumps(raw, default=str))
    except ValidationError as error:
        details = error.errors()
        paths = [_path(detail["loc"]) for detail in details]
        for path, detail in zip(paths, details, strict=True):
            if any(other.startswith(f"{path}.") for other in paths):
                continue  # A list, or a section that could be 'none': its parts are told already.
            problem = Problem(path, _sentence(detail))
            if not path.startswith(told or "\0") and problem not in problems:
                problems.append(problem)
        return None


_MARKS: Final = ("constrained-str", "constrained-int", "str", "int")
"""What pydantic calls the kinds of text and number that a value could have been."""


def _path(loc: tuple[int | str, ...]) -> str:
    """The key as the file writes it, without the marks pydantic adds for unions."""
    return ".".join(
        str(part)
        for part in loc
        if not (isinstance(part, str) and (part[:1].isupper() or "[" in part or part in _MARKS))
    )


def _sentence(detail: ErrorDetails) -> str:
    """What is wrong and what is allowed, in the project's words."""
    value = detail["input"]
    match detail["type"]:
        case "missing":
            return "is missing: every field is required"
        case "extra_forbidden":
            return "is not a field of a rules file: check its spelling"
        case "enum" | "literal_error":
            return f"is {_shown(value)}: write {detail['ctx']['expected']}"
        case "value_error":
            return str(detail["ctx"]["error"])
        case "json_invalid":
            return "a value holds half a character: write whole ones"
        case "string_pattern_mismatch":
            return f"is {_shown(value)}: write small letters, digits and hyphens"
        case kind:
            return f"is {_shown(value)}: write {_allowed(kind, detail.get('ctx', {}))}"


def _shown(value: object) -> str:
    """A value as a file writes it; a list or a section only says what it is."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return quoted(value)
        case int() | float():
            return str(value)
        case dict():
            return "a section"
        case list():
            return "a list"
        case _:
            return "nothing"


_KINDS: Final = {
    "int": "a whole number",
    "bool": "true or false",
    "string": "text",
    "list": "a list",
    "tuple": "a list",
    "dict": "a section",
    "model": "a section with its settings",
    "date": "a day like 2024-05-31",
}
"""What is written for each kind of value, by the first word of the checker's complaint."""


def _allowed(kind: str, context: Mapping[str, object]) -> str:
    """What a value must be that breaks the rule of that *kind*."""
    match kind:
        case "greater_than_equal":
            return f"{context['ge']} or more"
        case "less_than_equal":
            return f"{context['le']} or less"
        case "too_short":
            return "at least one"
        case "string_too_short":
            return "at least one character"
        case "string_too_long":
            return f"{context['max_length']} characters at most"
        case _:
            return _KINDS.get(kind.partition("_")[0], "what docs/rules-file.md says")
