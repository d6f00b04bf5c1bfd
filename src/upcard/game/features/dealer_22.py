"""A dealer's 22 that pushes: the house's price for free doubles, zaps and the like."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from upcard.game.explained import explained
from upcard.game.features.feature import EVERYBODY, Feature, Limits
from upcard.game.house import House

PUSHING: Final = 22


class Settings(Feature):
    """A dealer's total of 22 pushes hands that would have won."""

    PLAYED_BY = EVERYBODY

    pushes: Literal["all-but-naturals"] = explained(
        "Which hands that have not lost push against a dealer's 22.",
        favours="house",
        says="the titles of S3's link that are dealt elsewhere: everything but a natural",
    )

    def numbers(self, limits: Limits) -> dict[str, int]:
        """The total of the dealer that pushes."""
        return {"pushing_total": PUSHING}

    def placard(self, house: House) -> Iterator[tuple[str, str]]:
        """Which hands push."""
        yield (
            "Dealer's 22",
            "A dealer's 22 pushes every hand that still stands, but not a blackjack.",
        )
