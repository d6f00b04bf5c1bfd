"""The rules of a game: a strict schema, its reader, and questions about it."""

from upcard.rules.rules_files import RulesError, read_rules
from upcard.rules.schema import Rules

__all__ = ["Rules", "RulesError", "read_rules"]
