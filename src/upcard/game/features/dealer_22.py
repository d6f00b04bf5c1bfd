"""A dealer's 22 that pushes: the house's price for free doubles, zaps and the like."""

from typing import Final, Literal

from upcard.game.explained import explained
from upcard.game.features.feature import Feature, Printed, WagerLimits
from upcard.game.house import House

PUSHING: Final = 22


class Dealer22(Feature):
    """A dealer's total of 22 pushes hands that would have won."""

    pushes: Literal["all-but-naturals"] = explained(
        "Which remaining hands push against a dealer's 22.",
        favours="house",
        says="the titles of S3's link that are dealt elsewhere: everything but a natural",
    )

    def numbers(self, limits: WagerLimits) -> dict[str, int]:
        """The total of the dealer that pushes."""
        return {"pushing_total": PUSHING}

    def placard(self, house: House) -> Printed:
        """Which hands push."""
        text = "A dealer's 22 pushes every remaining hand except a blackjack."
        yield "Dealer's 22", text
