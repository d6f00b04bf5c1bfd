"""Games by name or by file: the rules, resolved and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from upcard.app.presentations import Columns, Showable
from upcard.app.problems import AppError
from upcard.catalogue import CATALOGUE, rules_of
from upcard.rules.documentation import source_of
from upcard.rules.rules_files import read_rules
from upcard.rules.schema import Rules
from upcard.rules.setting_paths import settings_of, with_settings


@dataclass(frozen=True, slots=True, repr=False)
class RulesOfGame(Showable):
    """The rules of one game; `rules` has every field, typed."""

    rules: Rules

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.rules.name

    @property
    def title(self) -> str:
        """The name of the game on the layout."""
        return self.rules.title

    @property
    def heading(self) -> str:
        """A one-line summary."""
        return f"{self.title} ({self.name})"

    def settings(self) -> dict[str, str]:
        """Every setting by its path, as text."""
        return settings_of(self.rules)

    def changed(self, settings: Mapping[str, object], *, what_if: bool = False) -> RulesOfGame:
        """
        The same game with some settings changed, and checked like a file.

        *what_if* also accepts what no document allows, so that you can see its value.

        >>> rules("blackjack").changed({"dealer.soft_17": "stand"}).rules.dealer.soft_17.value
        'stand'
        """
        texts = {path: str(value) for path, value in settings.items()}
        return RulesOfGame(with_settings(self.rules, texts, CATALOGUE, is_what_if=what_if))

    def columns(self) -> Columns:
        """A row for each setting, with the document it follows."""
        found = self.settings()
        return {
            "setting": list(found),
            "value": list(found.values()),
            "follows": [source_of(self.rules, path) for path in found],
        }

    def to_dict(self) -> dict[str, object]:
        """The resolved file, as `upcard rules show --json` prints it."""
        return self.rules.model_dump(mode="json")


AnyRules = str | Path | Rules | RulesOfGame
"""A catalogue name, a rules file, or rules already read."""


def rules(name_or_path: AnyRules) -> RulesOfGame:
    """
    The rules of a catalogue game, or of your own rules file.

    >>> rules("bahamas").rules.deck.value
    'pontoon'
    """
    return RulesOfGame(rules_from(name_or_path))


def rules_from(given: AnyRules) -> Rules:
    """The rules of a catalogue name, or of a rules file: a name with a slash or .toml is a file."""
    match given:
        case RulesOfGame():
            return given.rules
        case Rules():
            return given
        case str() if not (given.endswith(".toml") or "/" in given):
            return rules_of(given)
    path = Path(given)
    return read_rules(read_text(path), CATALOGUE, file=str(path))


def read_text(path: Path) -> str:
    """Read the text of a file, or fail with a sentence."""
    content = path.read_bytes()
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise AppError(
            "file", f"{path}: line {line}: this is not text: write the file in UTF-8"
        ) from None
