"""What every single change of a game's rules is worth, in one table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from upcard.game.features import OptionalSections
from upcard.odds.play.problems import PlayError
from upcard.odds.play.solver import DECKS, MeanGains
from upcard.rules.documentation import FieldPage, fields_of_rules
from upcard.rules.rules_files import Library, RulesError
from upcard.rules.schema import Rules
from upcard.rules.setting_paths import settings_of, with_settings
from upcard.strategy.rule_differences import MAIN_GAME, RuleWorth

OFF: Final = "none"
TRIED: Final = {
    "natural.pays": ("2:1", "3:2", "7:5", "6:5", "1:1"),
    "doubling.totals": ("[]", "9,10,11", "10,11"),
    "doubling.doubles_max": ("1", "2", "3"),
    "splitting.hands_max": ("2", "3", "4"),
    "free_bets.double_totals": ("9,10,11", "10,11"),
    "free_bets.split_pairs": ("1,2,3,4,5,6,7,8,9", "1,2,3,6,7,8,9"),
    "free_bets.splits_max": ("1", "2", "3"),
    "zaps.totals": ("15,16,17,18", "15,16,17"),
}
"""What is tried where any number, list or pay may be written: what card rooms write there."""
FLAGS: Final = ("true", "false")
TITLES: Final = frozenset(OptionalSections.model_fields)
"""Features that make another title of a game: priced where they are, never switched on."""
NOTHING: Final = 1e-9
"""A change that is worth less than this, in first wagers, is left out."""


class _Change(NamedTuple):
    rule: str
    before: str
    after: str
    settings: dict[str, str]


def rule_effects(
    rules: Rules, decks: int, library: Library, *, wager_cents: int | None = None
) -> list[RuleWorth]:
    """
    Every change of one rule, or of the number of decks, the best for players first.

    Changes that no document allows are priced too. What cannot be priced alone is left out, and
    so is what is worth nothing.
    """
    gains = MeanGains()
    base = gains.of(rules, decks, wager_cents=wager_cents)
    found = [
        RuleWorth(
            rule="decks",
            before=str(decks),
            after=str(other),
            gain=gains.of(rules, other, wager_cents=wager_cents) - base,
        )
        for other in DECKS
        if other != decks
    ]
    for change in _changes(rules):
        try:
            changed = with_settings(rules, change.settings, library, is_what_if=True)
            gain = gains.of(changed, decks, wager_cents=wager_cents) - base
        except (RulesError, PlayError):
            continue
        found.append(
            RuleWorth(rule=change.rule, before=change.before, after=change.after, gain=gain)
        )
    weighing = [one for one in found if abs(one.gain or 0.0) > NOTHING]
    return sorted(weighing, key=lambda one: one.gain or 0.0, reverse=True)


def _changes(rules: Rules) -> Iterator[_Change]:
    settings = settings_of(rules)
    pages = [page for page in fields_of_rules() if page.path.split(".")[0] in MAIN_GAME]
    for page in pages:
        path, now = page.path, settings.get(page.path)
        is_section = page.allowed.startswith("a section")
        if is_section and now == OFF and path not in TITLES:
            yield from _switched_on(path, pages)
        elif is_section and OFF in page.allowed and "." not in path:
            yield _Change(path, "on", OFF, {path: OFF})
        elif now is not None:
            for value in _values(page):
                if value != now:
                    yield _Change(path, now, value, {path: value})


def _switched_on(feature: str, pages: list[FieldPage]) -> Iterator[_Change]:
    """A feature that is off, switched on with the first answer to everything it asks."""
    inner = [page for page in pages if page.path.startswith(f"{feature}.")]
    settings = {page.path: values[0] for page in inner if (values := _values(page))}
    if len(settings) == len(inner):
        yield _Change(feature, OFF, "on", settings)


def _values(page: FieldPage) -> tuple[str, ...]:
    """What may be written in a field, as far as there are few answers."""
    if page.path in TRIED:
        return TRIED[page.path]
    if page.allowed == "true, false":
        return FLAGS
    words = tuple(page.allowed.split(", "))
    is_choice = all(" " not in word for word in words) and page.allowed not in ("text", "amount")
    return words if is_choice and page.allowed != "table" else ()
