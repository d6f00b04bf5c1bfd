"""Insurance: a wager that the dealer has a natural under an ace."""

from upcard.game.explained import OddsText, explained
from upcard.game.features.feature import Feature, Printed, WagerLimits
from upcard.game.house import House


class Insurance(Feature):
    """A wager that the dealer's hole card makes a natural under an ace."""

    MISSED = "Insurance"

    pays: OddsText = explained(
        "What insurance pays when the dealer has a natural.", favours="player", says="S1: 2 to 1"
    )

    def numbers(self, limits: WagerLimits) -> dict[str, int]:
        """That it is offered."""
        return {"insures": 1}

    def placard(self, house: House) -> Printed:
        """How much, and what it pays."""
        yield "Insurance", f"Up to half the wager, pays {str(self.pays).replace(':', ' to ')}"
