"""The games as data: every file under games, paytables, progressives and limits."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import takewhile
from pathlib import Path
from typing import Final

from upcard.families import FAMILIES
from upcard.problems import UpcardError
from upcard.quotes import nearest
from upcard.rules.limits import LimitSchedule
from upcard.rules.offered_wagers import WagerSheet, plain_name
from upcard.rules.rules_files import Model, Problem, Raw, RulesError, read_rules, validated
from upcard.rules.schema import Rules

_FOLDERS: Final = {
    "games": ("games",),
    "sheets": ("paytables", "progressives"),
    "limits": ("limits",),
}


class UnknownName(UpcardError, LookupError):
    """A name that is in no file of the catalogue."""

    code = "unknown-name"


class Catalogue:
    """The files shipped with the package, as the library other rules files refer to."""

    def names(self, kind: str) -> tuple[str, ...]:
        """The names there are of that kind: games, sheets or limits."""
        return tuple(sorted(_files(kind)))

    def game(self, name: str) -> Raw | None:
        """The unresolved rules file of that name, if there is one."""
        file = _files("games").get(name)
        return tomllib.loads(file.read_text("utf-8")) if file else None

    def sheet(self, wager: str, paytable: str | None = None) -> WagerSheet | None:
        """
        The sheet of a wager, if there is one.

        Of several wagers by that name it is the one with *paytable*.
        """
        sheets = list(_sheets_called(plain_name(wager)))
        with_it = (one for one in sheets if paytable is None or one.named(paytable))
        return next(with_it, sheets[0] if sheets else None)

    def words(self, kind: str, name: str) -> str:
        """
        What a game or a wager is, in the words at the top of its file, without its name.

        >>> CATALOGUE.words("sheets", "bet-the-set")
        "The player's first two cards of one rank; of one suit too pays more."
        """
        lines = _files(kind)[name].read_text("utf-8").splitlines()
        told = " ".join(line.lstrip("# ") for line in takewhile(_is_comment, lines))
        title, _, words = told.partition(": ")
        text = words or title
        return text[:1].upper() + text[1:]


def _is_comment(line: str) -> bool:
    return line.startswith("#")


CATALOGUE: Final = Catalogue()


@cache
def rules_of(name: str) -> Rules:
    """
    The resolved rules of a catalogue game.

    >>> rules_of("bahamas").deck.value
    'pontoon'
    """
    file = _files("games").get(name)
    if file is None:
        allowed = ", ".join(CATALOGUE.names("games"))
        raise UnknownName(f"{name!r} is not a game: the catalogue has {allowed}")
    return read_rules(file.read_text("utf-8"), CATALOGUE, file=file.name)


def every_game() -> tuple[Rules, ...]:
    """All games of the catalogue, by name."""
    return tuple(rules_of(name) for name in CATALOGUE.names("games"))


def schedule_of(name: str) -> LimitSchedule | None:
    """The dated single-wager limits of that name; None for 'none'."""
    return None if name == "none" else _model(LimitSchedule, "limits", name)


def add_sheets(folder: Path) -> None:
    """Add the sheets of wagers in *folder*, which a house keeps; none may take another's name."""
    sheets = _files("sheets")
    for path in sorted(folder.glob("*.toml")):
        name = path.stem
        if sheets.get(name) == path:
            continue
        if name in sheets:
            raise RulesError(
                path.name, [Problem("wager", f"is {name!r}, which the catalogue has: rename it")]
            )
        sheet = read_sheet(path.read_text("utf-8"), file=path.name)
        if sheet.wager != name:
            message = f"is {sheet.wager!r}: write the file's name, {name!r}"
            raise RulesError(path.name, [Problem("wager", message)])
        sheets[name] = path
        _namesakes.cache_clear()


def read_sheet(text: str, *, file: str = "sheet") -> WagerSheet:
    """The sheet written in *text*; a `RulesError` says what is wrong with it."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesError(file, [Problem("", f"this is not TOML: {error}")]) from None
    problems: list[Problem] = []
    sheet = validated(WagerSheet, raw, problems)
    if sheet is None:
        raise RulesError(file, problems)
    _check_sheet(file, sheet)
    return sheet


def _check_sheet(file: str, sheet: WagerSheet) -> None:
    """Refuse a sheet of an unknown family, or with a line that its family does not have."""
    family = FAMILIES.get(sheet.family)
    problems = []
    if family is None:
        known = nearest(FAMILIES, sheet.family)
        problems.append(Problem("family", f"is {sheet.family!r}: choose one of {known}"))
    for table, printed in sheet.paytables.items() if family else ():
        for line in printed.pays:
            if family and line not in family.lines:
                where = f"paytables.{table}.pays.{line}"
                lines = ", ".join(family.lines)
                problems.append(Problem(where, f"is not a line of {family.name}: write {lines}"))
    if problems:
        raise RulesError(file, problems)


def _sheets_called(wager: str) -> Iterator[WagerSheet]:
    """The sheets of all wagers by that name, the one whose own name it is first."""
    if wager in _files("sheets"):
        yield _model(WagerSheet, "sheets", wager)
    for name in _namesakes().get(wager, ()):
        yield _model(WagerSheet, "sheets", name).namesake(wager)


@cache
def _namesakes() -> dict[str, tuple[str, ...]]:
    """For each name that a sheet gives to a part of itself, the sheets that do."""
    found: dict[str, tuple[str, ...]] = {}
    for name, file in sorted(_files("sheets").items()):
        for other in tomllib.loads(file.read_text("utf-8")).get("also", {}):
            found[other] = (*found.get(other, ()), name)
    return found


@cache
def _files(kind: str) -> dict[str, Traversable]:
    root = files("upcard.catalogue")
    return {
        entry.name.removesuffix(".toml"): entry
        for folder in _FOLDERS[kind]
        for entry in (root / folder).iterdir()
        if entry.name.endswith(".toml")
    }


@cache
def _model(model: type[Model], kind: str, name: str) -> Model:
    file = _files(kind).get(name)
    if file is None:
        raise UnknownName(f"{name!r} is not in the catalogue: there are {', '.join(_files(kind))}")
    problems: list[Problem] = []
    value = validated(model, tomllib.loads(file.read_text("utf-8")), problems)
    if value is None:
        raise RulesError(file.name, problems)
    return value
