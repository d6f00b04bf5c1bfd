"""Doubling of hard hands only."""

from typing import ClassVar, Literal

from upcard.game.decisions import Why
from upcard.game.drafts import Facts, Found
from upcard.game.explained import explained
from upcard.game.features.feature import Feature, Printed, WagerLimits
from upcard.game.house import House


class HardDoubles(Feature):
    """A game in which a hand with an ace that counts 11 is not doubled."""

    REASONS: ClassVar = {
        Why.SOFT_HANDS_DO_NOT_DOUBLE: "you cannot double a hand with an ace that counts 11",
    }

    soft_hands: Literal["not-doubled"] = explained(
        "What doubling does to a soft hand. A game that lets it be doubled and then counts its ace "
        "as 1 is played like this: that double is never the best play.",
        favours="house",
        says="titles, Pontoon: an ace in a doubled hand counts 1; S0 to S4: any hand",
    )

    def numbers(self, limits: WagerLimits) -> dict[str, int]:
        """That soft hands are not doubled."""
        return {"doubles_hard_only": 1}

    @staticmethod
    def problems(facts: Facts) -> Found:
        """There must be doubling."""
        if facts.at("doubling") == "none":
            yield "hard_doubles", "is on while doubling is 'none': switch doubling on"

    def placard(self, house: House) -> Printed:
        """Which hands."""
        yield "Soft hands", "Not doubled"
