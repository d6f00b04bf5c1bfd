"""What a game is: a strict schema, its reader, and the questions a table asks of it."""

from upcard.rules.rules_files import RulesError, read_rules
from upcard.rules.schema import Rules

__all__ = ["Rules", "RulesError", "read_rules"]
