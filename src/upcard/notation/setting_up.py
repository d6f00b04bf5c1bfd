"""From the headers of a record to the game it was played at, and back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from upcard.catalogue import CATALOGUE, UnknownName, rules_of
from upcard.games import game
from upcard.money import Cents, MoneyError, read_money, write_money
from upcard.notation.records import Line, NotationError, Record
from upcard.rules.reading import RulesError
from upcard.rules.schema import Rules
from upcard.rules.settings import differences, with_settings
from upcard.table.games import Game, GameError

FindRules = Callable[[str], Rules]
"""Where a record's rules are found by name: the catalogue, unless somebody says otherwise."""


def game_of_record(record: Record, find_rules: FindRules = rules_of) -> Game:
    """The game that the headers of *record* describe."""
    line = record.with_key("rules")[0]
    try:
        settings = {_one(line): " ".join(line.words[1:]) for line in record.with_key("set")}
        rules = with_settings(find_rules(_one(line)), settings, CATALOGUE)
        return game(
            rules,
            decks=_whole(record),
            pack=_text(record, "pack"),
            paytables={_one(line): _second(line) for line in record.with_key("paytable")},
            day=_day(record),
            limits=_limits(record),
        )
    except (UnknownName, RulesError, GameError) as error:
        raise NotationError(line.number, str(error), text=str(line)) from None


def _one(line: Line) -> str:
    if not line.words:
        raise NotationError(line.number, f"{line.key!r} says nothing: write a name after it")
    return line.words[0]


def _second(line: Line) -> str:
    if len(line.words) != 2:
        raise NotationError(line.number, f"{line.key!r} needs two words: a wager and its paytable")
    return line.words[1]


def _text(record: Record, key: str) -> str | None:
    lines = record.with_key(key)
    return _one(lines[0]) if lines else None


def _whole(record: Record) -> int | None:
    lines = record.with_key("decks")
    if not lines:
        return None
    if not _one(lines[0]).isdigit():
        raise NotationError(lines[0].number, f"decks is {_one(lines[0])!r}: write a number")
    return int(_one(lines[0]))


def _day(record: Record) -> date | None:
    lines = record.with_key("date")
    try:
        return date.fromisoformat(_one(lines[0])) if lines else None
    except ValueError:
        raise NotationError(
            lines[0].number, f"date is {_one(lines[0])!r}: write it like 2024-05-31"
        ) from None


def _limits(record: Record) -> dict[str, Cents]:
    limits = {}
    for line in record.with_key("limits"):
        try:
            kind, low, high = line.words
            limits[f"{kind}_min"], limits[f"{kind}_max"] = read_money(low), read_money(high)
        except (ValueError, MoneyError):
            raise NotationError(
                line.number, f"{' '.join(line.words)!r} are no limits: write 'main 5 400'"
            ) from None
    return limits


def headers_of(game_: Game) -> list[tuple[str, tuple[str, ...]]]:
    """The headers that `game_of_record` reads back as *game_*; none of them says a default."""
    rules = game_.rules
    headers: list[tuple[str, tuple[str, ...]]] = [("rules", (rules.name,))]
    if game_.decks != rules.decks_default:
        headers.append(("decks", (str(game_.decks),)))
    if game_.pack is not None and game_.pack != rules.packs[0].name:
        headers.append(("pack", (game_.pack,)))
    headers += [("paytable", item) for item in sorted(game_.paytables.items())]
    headers += [("set", (path, *text.split())) for path, text in _changed_settings(rules)]
    if game_.day:
        headers.append(("date", (game_.day.isoformat(),)))
    return headers + _limit_headers(game_)


def _changed_settings(rules: Rules) -> list[tuple[str, str]]:
    try:
        base = rules_of(rules.name)
    except UnknownName:
        return []
    return [] if base is rules else sorted(differences(rules, base).items())


def _limit_headers(game_: Game) -> list[tuple[str, tuple[str, ...]]]:
    posted, limits = game_.rules.limits, game_.limits
    headers: list[tuple[str, tuple[str, ...]]] = []
    if (limits.main_min, limits.main_max) != (posted.main_min, posted.main_max):
        amounts = write_money(limits.main_min), write_money(limits.main_max)
        headers.append(("limits", ("main", *amounts)))
    if (limits.side_min, limits.side_max) != (posted.side_min, posted.side_max):
        amounts = write_money(limits.side_min), write_money(limits.side_max)
        headers.append(("limits", ("side", *amounts)))
    return headers
