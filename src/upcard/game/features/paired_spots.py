"""Two spots for every player, side by side, as in Blackjack Switch."""

from typing import Literal

from upcard.game.explained import explained
from upcard.game.features.feature import Feature, Printed, WagerLimits
from upcard.game.house import House


class PairedSpots(Feature):
    """Every player has two spots, unless a seat says otherwise."""

    where: Literal["side-by-side"] = explained(
        "Which two spots are one player's: 1 and 2, 3 and 4, and so on. The last spot of a table "
        "with an odd number is a player of its own.",
        says="Blackjack Switch: two hands a player; S0 to S4: no",
    )

    def numbers(self, limits: WagerLimits) -> dict[str, int]:
        """How many spots a player has."""
        return {"spots_each": 2}

    def placard(self, house: House) -> Printed:
        """Who plays which spots."""
        yield "Two hands", "Each player has two spots side by side, and may play both."
