"""What the rules editor and the lab show, field by field: the pages get these in `types.ts`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, TypedDict

from upcard.plain import Plain

SettingValue: TypeAlias = str | int | bool | Sequence[str | int]
"""A setting as the rules file holds it."""
FieldType: TypeAlias = Literal["choice", "integer", "money", "text", "flag", "list", "switch"]
"""A switch turns a whole section of the rules on or off."""


class SettingField(TypedDict):
    """One setting as an editor needs it."""

    path: str
    title: str
    help: str
    type: FieldType
    choices: Sequence[str]
    minimum: int | None
    maximum: int | None
    favours: str
    says: str


class RulesVersion(TypedDict):
    """A version of the room's own rules."""

    version: int
    at: str
    by: str
    approved_by: str
    hash: str


class ListedRules(TypedDict):
    """A game in the editor's list."""

    name: str
    title: str
    source: str
    versions: int


class RulesRecord(TypedDict):
    """A game with every setting, each explained."""

    name: str
    title: str
    source: str
    decks: Sequence[int]
    decks_default: int
    hash: str
    settings: Mapping[str, Plain]
    fields: Sequence[SettingField]
    versions: Sequence[RulesVersion]


class RulesProblem(TypedDict):
    """What is wrong with a draft, by path."""

    path: str
    message: str


class CheckedRules(TypedDict):
    """Whether a draft can be played, or everything that is wrong with it."""

    errors: Sequence[RulesProblem]
    warnings: Sequence[RulesProblem]
    """What can be played and is hardly meant: look again before you approve it."""
    toml: str | None
    hash: str | None


class EdgeOfWager(TypedDict):
    """The exact edge of one wager."""

    wager: str
    title: str
    paytable: str
    edge_percent: float | None
    """Null where it depends on how the players play."""
    hit_percent: float | None


class EdgesOfGame(TypedDict):
    """The exact edge of every wager and of the main game."""

    wagers: Sequence[EdgeOfWager]
    edge_percent: float | None


class DraftOdds(EdgesOfGame):
    """The same, and how long it took."""

    seconds: float
