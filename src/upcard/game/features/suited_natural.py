"""A player's natural of one named suit, which pays more than others."""

from typing import Final, Literal

from upcard.game.explained import OddsText, explained
from upcard.game.features.feature import Feature, Printed, WagerLimits
from upcard.game.house import House

_SUITS: Final = ("spades", "hearts", "diamonds", "clubs")
"""In the order in which cards number them."""


class SuitedNatural(Feature):
    """An ace and a ten-value card of one suit in the first two cards."""

    suit: Literal["spades", "hearts", "diamonds", "clubs"] = explained(
        "The suit that both cards must have.", says="titles, Super Fun 21: diamonds; S0 to S4: no"
    )
    pays: OddsText = explained(
        "What such a natural pays.",
        favours="player",
        says="titles, Super Fun 21: 2 to 1; S0 to S4: no",
    )

    @property
    def number(self) -> int:
        """The suit as cards number it."""
        return _SUITS.index(self.suit)

    def numbers(self, limits: WagerLimits) -> dict[str, int]:
        """The suit, from 1 on."""
        return {"natural_suit": self.number + 1}

    def placard(self, house: House) -> Printed:
        """The suit and the pay."""
        yield f"Blackjack in {self.suit} pays", str(self.pays).replace(":", " to ")
