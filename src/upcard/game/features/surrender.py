"""Late surrender: the first two cards are given up for half the wager."""

from typing import ClassVar, Literal

from upcard.game.decisions import Decision, Sign, Why
from upcard.game.explained import explained
from upcard.game.features.feature import Feature, Printed, WagerLimits
from upcard.game.house import House


class Surrender(Feature):
    """Giving up the first two cards, after the dealer has looked for a natural."""

    MISSED = "Surrender"
    SIGNS: ClassVar = {Decision.SURRENDER: Sign("R", "#e3e3e3")}
    REASONS: ClassVar = {
        Why.NO_SURRENDER: "this game has no surrender",
        Why.SPLIT_HANDS_DO_NOT_SURRENDER: "you cannot surrender a split hand",
        Why.ONLY_TWO_CARDS_SURRENDER: "you can only surrender the first two cards",
    }

    forfeits: Literal["half"] = explained(
        "What the player gives up. Surrender is late: if the dealer does not look first, a "
        "natural takes the whole wager, and the hand is settled when the hole card is shown.",
        favours="house",
        says="S1, S2, S4: half the wager; S0 5.a 'late'; S1 once the dealer has checked",
    )

    def numbers(self, limits: WagerLimits) -> dict[str, int]:
        """That a hand may be surrendered."""
        return {"surrenders": 1}

    def placard(self, house: House) -> Printed:
        """Where a natural may hide from it, the placard says what that costs."""
        late = "" if house.peeks_under_ten else "; a dealer's blackjack takes it all"
        yield "Surrender", f"First two cards, for half{late}"
