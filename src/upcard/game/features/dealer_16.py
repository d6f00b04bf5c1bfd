"""A dealer who stands on a hard 16, as in Double Up Blackjack."""

from typing import Literal

from upcard.game.dealers import STANDS_ON_HARD_16
from upcard.game.drafts import Facts, Found
from upcard.game.explained import explained
from upcard.game.features.feature import Feature, Printed, WagerLimits
from upcard.game.house import House


class Dealer16(Feature):
    """A dealer who stands on hard 16 and more, and draws to soft 16 and less."""

    stands_on: Literal["hard"] = explained(
        "Which 16 the dealer stands on. A soft 16 is drawn to, and every 17 is stood on.",
        favours="player",
        says="16 Bonus, Double Up Blackjack: supposed; S0 to S4: no",
    )

    def numbers(self, limits: WagerLimits) -> dict[str, int]:
        """The rule that the dealer draws by."""
        return {"draws_by": STANDS_ON_HARD_16}

    @staticmethod
    def problems(facts: Facts) -> Found:
        """A dealer who stands on 16 stands on every 17; no game has this and a 22 that pushes."""
        if facts.at("dealer.soft_17") == "hit":
            yield "dealer_16", "is on while dealer.soft_17 is 'hit': write soft_17 = 'stand'"
        if facts.has("dealer_22"):
            yield "dealer_16", "is on while dealer_22 is on: no game has both; switch one off"

    def placard(self, house: House) -> Printed:
        """What the dealer stands on."""
        yield "Dealer's 16", "The dealer stands on a hard 16, and draws to a soft 16."
