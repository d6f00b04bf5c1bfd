"""
What changes the shape of a round, one module each; a rules file switches it on by its section.

A module has the section of the schema (`Settings`), the numbers that it adds to the house
(`numbers`), what the placard says of it (`placard`), and what it cannot be played with
(`problems`). A feature that a file does not name is off, so a file written before there was such a
feature reads as it always did.
"""

from typing import Final

from upcard.game.features import dealer_22, free_bets, parlay

FEATURES: Final = {"dealer_22": dealer_22, "free_bets": free_bets, "parlay": parlay}
"""Every feature by the name of its section in a rules file."""
