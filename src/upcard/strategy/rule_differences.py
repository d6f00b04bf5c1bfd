"""What single rules are worth: one game turned into another, one setting at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from upcard.game.features import OptionalSections
from upcard.odds.play.solver import MeanGains
from upcard.rules.rules_files import Library, RulesError
from upcard.rules.schema import Rules
from upcard.rules.setting_paths import differences, settings_of, with_settings

MAIN_GAME: Final = (
    "deck",
    "dealer",
    "natural",
    "twenty_one",
    "doubling",
    "rescue",
    "splitting",
    "surrender",
    "insurance",
    "special_pays",
    "super_bonus",
    *OptionalSections.model_fields,
)
"""The settings that a main game's value can depend on, with every feature that a title may add."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleWorth:
    """What one rule is worth to the player, taken alone."""

    rule: str
    """A setting's path, or a feature that one game has and the other has not."""
    before: str
    after: str
    gain: float | None
    """What the player gains by it, in first wagers; None where no game can have it alone."""


def rule_worths(
    rules: Rules, other: Rules, decks: int, library: Library, *, wager_cents: int | None = None
) -> list[RuleWorth]:
    """
    Each rule in which *other* differs from *rules*, put into *rules* alone.

    The gains need not add up to the whole difference: rules work on each other.
    """
    gains = MeanGains()
    base = gains.of(rules, decks, wager_cents=wager_cents)
    found = []
    for rule, settings in _changes(rules, other).items():
        try:
            changed = with_settings(rules, settings, library)
        except RulesError:
            gain = None
        else:
            gain = gains.of(changed, decks, wager_cents=wager_cents) - base
        before = settings_of(rules).get(rule, "on")
        after = settings.get(rule, "on")
        found.append(RuleWorth(rule=rule, before=before, after=after, gain=gain))
    return found


def _changes(rules: Rules, other: Rules) -> dict[str, dict[str, str]]:
    """The settings that turn *rules* into *other*, by rule; a whole feature goes as one."""
    changes: dict[str, dict[str, str]] = {}
    off = {
        path
        for game in (rules, other)
        for path, text in settings_of(game).items()
        if text == "none"
    }
    for path, text in differences(other, rules).items():
        feature = path.split(".")[0]
        if feature in MAIN_GAME and not path.endswith((".source", ".certified", ".name")):
            changes.setdefault(feature if feature in off else path, {})[path] = text
    return changes
