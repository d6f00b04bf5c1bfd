"""No hole card: the dealer's second card comes when the players are done."""

from typing import Literal

from upcard.game.drafts import Facts, Found
from upcard.game.explained import explained
from upcard.game.features.feature import Feature, Printed, WagerLimits
from upcard.game.house import House


class NoHoleCard(Feature):
    """A dealer who takes one card, and the second only after the players."""

    natural_takes: Literal["original-plus-busted", "all"] = explained(
        "What a dealer's natural takes, which nobody can look for. With original-plus-busted every "
        "hand that is not bust loses its first wager, and the player's doubles go back; a bust "
        "hand has lost all it had. Original wagers only, and bust wagers plus one, are not played.",
        favours="house, when it takes all",
        says="titles, Pontoon: either; S0 to S4: a hole card",
    )

    def numbers(self, limits: WagerLimits) -> dict[str, int]:
        """When the second card comes, and what a natural leaves."""
        return {
            "second_card_last": 1,
            "natural_spares_doubles": int(self.natural_takes == "original-plus-busted"),
        }

    @staticmethod
    def problems(facts: Facts) -> Found:
        """Nobody looks at a card that is not there."""
        peek = facts.at("dealer.peek")
        if peek in ("ace", "ace-or-ten"):
            yield "no_hole_card", f"is on while dealer.peek is {peek!r}: write peek = 'never'"

    def placard(self, house: House) -> Printed:
        """When the card comes, and what a natural takes."""
        takes = (
            "takes the first wager of every hand, and doubles go back"
            if house.natural_spares_doubles
            else "takes everything on every hand"
        )
        yield "No hole card", f"The dealer's second card comes last; a dealer's blackjack {takes}"
