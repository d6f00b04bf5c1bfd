"""From the headers of a record to the game it was played at, and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from upcard.catalogue import CATALOGUE, UnknownName, rules_of
from upcard.catalogue_games import game
from upcard.money import Cents, write_money
from upcard.notation.grammar import (
    LIMIT_KINDS,
    day_of,
    decks_of,
    limits_of,
    name_of,
    paytable_of,
    seat_of,
    setting_of,
)
from upcard.notation.lines import Line
from upcard.notation.record_lines import Record
from upcard.notation.text_lines import NotationError
from upcard.quotes import quoted
from upcard.rules.rules_files import Problem, RulesError
from upcard.rules.schema import Rules
from upcard.rules.setting_paths import differences, settings_of, unknown_setting, with_settings
from upcard.table.games import Game, GameError

FindRules = Callable[[str], Rules]
"""
Where a record's rules are found by name: the catalogue, unless somebody says otherwise.

It raises `UnknownName` for what it does not find, and `RulesError` for what cannot be played.
"""

PROBLEMS_SHOWN: Final = 8
"""How many problems of a file one sentence tells."""
_CHOICES: Final = ("decks", "pack", "paytable", "date", "limits")
"""The headers that choose among what the rules allow."""


@dataclass(slots=True)
class _Choices:
    """What the headers choose among what the rules allow."""

    decks: int | None = None
    pack: str | None = None
    day: date | None = None
    paytables: dict[str, str] = field(default_factory=dict)
    limits: dict[str, Cents] = field(default_factory=dict)

    def add(self, line: Line) -> None:
        """Make the choice that *line* says."""
        match line.key:
            case "decks":
                self.decks = decks_of(line)
            case "pack":
                self.pack = name_of(line)
            case "date":
                self.day = day_of(line)
            case "paytable":
                wager, name = paytable_of(line)
                self.paytables[wager] = name
            case "limits":
                kind, self.limits[f"{kind}_min"], self.limits[f"{kind}_max"] = limits_of(line)


def game_of_record(record: Record, find_rules: FindRules = rules_of) -> Game:
    """The game that the headers of *record* describe."""
    rules = _changed(_found(record, find_rules), record.with_key("set"))
    chosen = [line for key in _CHOICES for line in record.with_key(key)]
    try:
        found = _chosen(rules, chosen)
    except GameError:
        raise _first_wrong(rules, [*record.with_key("rules"), *chosen]) from None
    for line in record.with_key("paytable"):
        _check_in_play(found, line)
    return found


def seats_in(record: Record) -> list[tuple[str, tuple[int, ...]]]:
    """Who sits where: each player with their spots."""
    return [seat_of(line) for line in record.with_key("seat")]


def _found(record: Record, find_rules: FindRules) -> Rules:
    line = record.with_key("rules")[0]
    try:
        return find_rules(name_of(line))
    except UnknownName as error:
        raise _refused(line, str(error)) from None
    except RulesError as error:
        raise _refused(line, _one_sentence(error.problems)) from None


def _chosen(rules: Rules, lines: Sequence[Line]) -> Game:
    choices = _Choices()
    for line in lines:
        choices.add(line)
    return game(
        rules,
        decks=choices.decks,
        pack=choices.pack,
        paytables=choices.paytables,
        day=choices.day,
        limits=choices.limits,
    )


def _first_wrong(rules: Rules, lines: Sequence[Line]) -> NotationError:
    """The refusal of the first line with which the choices are no longer allowed."""
    for count, line in enumerate(lines, start=1):
        try:
            _chosen(rules, lines[:count])
        except GameError as error:
            return _refused(line, str(error))
    raise AssertionError("lines that are refused together are allowed one after another")


def _check_in_play(found: Game, line: Line) -> None:
    wager, _ = paytable_of(line)
    if wager not in found.offers:
        pack = f" with pack {found.pack}" if found.pack else ""
        raise _refused(
            line,
            f"{quoted(wager)} has a paytable but is not in play: {found.rules.name}{pack} offers "
            f"{', '.join(found.offers) or 'no side wager'}",
        )


def _changed(rules: Rules, lines: Sequence[Line]) -> Rules:
    """*rules* with the settings that *lines* change; their order does not matter."""
    lines = sorted(lines, key=setting_of)
    _check_apart(lines)
    try:
        changed = with_settings(rules, dict(map(setting_of, lines)), CATALOGUE)
    except RulesError as error:
        raise _wrong_setting(rules, lines, error) from None
    known = settings_of(changed) if lines else {}
    for line in lines:
        path, _ = setting_of(line)
        if path not in known:
            raise _refused(line, str(unknown_setting(rules, path)))
    return changed


def _check_apart(lines: Sequence[Line]) -> None:
    """Refuse a setting and a part of it together: which of the two holds would be a guess."""
    numbers = {setting_of(line)[0]: line.number for line in lines}
    for line in lines:
        parts = setting_of(line)[0].split(".")
        for count in range(1, len(parts)):
            whole = ".".join(parts[:count])
            if whole in numbers:
                raise _refused(
                    line,
                    f"{'.'.join(parts)} is a part of {whole}, which line {numbers[whole]} sets: "
                    "write one of the two",
                )


def _wrong_setting(rules: Rules, lines: Sequence[Line], error: RulesError) -> NotationError:
    """The refusal of the line that a problem is about, or without which there would be none."""
    for problem in error.problems:
        for line in lines:
            path, _ = setting_of(line)
            if f"{problem.path}.".startswith(f"{path}."):
                return _refused(line, str(problem))
    blamed = next((line for line in lines if _is_right_without(rules, lines, line)), lines[-1])
    return _refused(blamed, _one_sentence(error.problems))


def _is_right_without(rules: Rules, lines: Sequence[Line], left_out: Line) -> bool:
    settings = dict(setting_of(line) for line in lines if line is not left_out)
    try:
        with_settings(rules, settings, CATALOGUE)
    except RulesError:
        return False
    return True


def _one_sentence(problems: Sequence[Problem]) -> str:
    more = len(problems) - PROBLEMS_SHOWN
    shown = "; ".join(map(str, problems[:PROBLEMS_SHOWN]))
    return f"{shown}; and {more} more like these" if more > 0 else shown


def _refused(line: Line, message: str) -> NotationError:
    return NotationError(line.number, message, text=str(line))


def header_lines(game_: Game, base: Rules | None = None, *, name: str = "") -> list[Line]:
    """
    The headers that `game_of_record` reads back as *game_*; none of them says a default.

    *base* is what the `rules` line finds under *name*: the catalogue's rules, unless said.
    """
    rules = game_.rules
    headers: list[tuple[str, ...]] = [("rules", name or rules.name)]
    if game_.decks != rules.decks_default:
        headers.append(("decks", str(game_.decks)))
    if game_.pack is not None and game_.pack != rules.packs[0].name:
        headers.append(("pack", game_.pack))
    headers += [("paytable", *item) for item in game_.paytables.items() if item[0] in game_.offers]
    headers += [
        ("set", path, *text.split())
        for path, text in differences(rules, base or _catalogued(rules)).items()
    ]
    if game_.day:
        headers.append(("date", game_.day.isoformat()))
    headers += [("limits", *limits) for limits in _own_limits(game_)]
    return [Line(0, key, tuple(words), None) for key, *words in headers]


def _catalogued(rules: Rules) -> Rules:
    """The catalogue's rules of that name; the rules themselves where it has none."""
    try:
        return rules_of(rules.name)
    except UnknownName:
        return rules


def _own_limits(game_: Game) -> list[tuple[str, str, str]]:
    own = []
    for kind in LIMIT_KINDS:
        ends = f"{kind}_min", f"{kind}_max"
        low, high = (getattr(game_.limits, end) for end in ends)
        if (low, high) != tuple(getattr(game_.rules.limits, end) for end in ends):
            own.append((kind, write_money(low), write_money(high)))
    return own
