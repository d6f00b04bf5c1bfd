"""When the dealer draws in a game with wagers on the dealer's finished hand, like Push 22."""

from typing import Literal

from upcard.game.explained import explained
from upcard.game.features.feature import Feature, Printed, WagerLimits
from upcard.game.house import House


class DealerDraws(Feature):
    """
    Wagers on the dealer's finished hand, and whether the dealer plays on for them.

    A wager whose hand is never finished goes back to the player: it was neither won nor lost.
    """

    when: Literal["while-a-hand-is-live", "whenever-a-wager-needs-it"] = explained(
        "Whether the dealer draws only while a player's hand can still win or lose, or also for a "
        "wager on the dealer's finished hand. If the dealer stops before the hand is finished, "
        "that wager is returned.",
        favours="player, with whenever-a-wager-needs-it: only hands that might win are returned",
        says="titles, Push 22: a house setting; S0 to S4 have no such wager",
    )

    def numbers(self, limits: WagerLimits) -> dict[str, int]:
        """Whether the dealer draws for a wager where no hand is live."""
        return {"draws_for_wagers": int(self.when == "whenever-a-wager-needs-it")}

    def placard(self, house: House) -> Printed:
        """Whether such a wager is always decided."""
        text = "The dealer finishes the hand for them, even when no player's hand is left."
        if not house.draws_for_wagers:
            text = (
                "The dealer draws only while a player's hand is left. "
                "If the dealer stops before the hand is finished, these wagers are returned."
            )
        yield "Wagers on the dealer's hand", text
