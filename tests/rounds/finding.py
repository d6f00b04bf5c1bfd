"""The rules that golden rounds name: games of the catalogue, and tables made for rounds alone."""

from functools import cache
from pathlib import Path

from upcard.catalogue import CATALOGUE, rules_of
from upcard.rules import Rules
from upcard.rules.rules_files import read_rules

TABLES = Path(__file__).parent / "rules"
PUSH_22 = "push-22-table"
LIBRARY = "wager-library"
"""A table that offers every wager of the library but 16 Bonus."""
TWO_HANDS = "two-hands"
"""A table for Super Match, where every player has two spots."""
HARD_16 = "hard-16"
"""A table for 16 Bonus, whose dealer stands on hard 16."""


@cache
def golden_rules(name: str) -> Rules:
    """The rules of that name, made for rounds or of the catalogue."""
    path = TABLES / f"{name}.toml"
    if path not in TABLES.glob("*.toml"):  # A name may be any text at all.
        return rules_of(name)
    return read_rules(path.read_text(), CATALOGUE, file=path.name)
