"""Hands of many cards that win at once, whatever the dealer has."""

from typing import Annotated

from pydantic import Field

from upcard.game.drafts import Facts, Found
from upcard.game.explained import OddsText, explained
from upcard.game.features.feature import Feature, Printed, WagerLimits
from upcard.game.house import House


class ManyCards(Feature):
    """Hands that win by their number of cards, while they are not doubled."""

    cards: Annotated[int, Field(ge=5, le=8)] = explained(
        "From how many cards on a hand of 20 or less wins 1 to 1 at once.",
        favours="player, the fewer it takes",
        says="titles, Super Fun 21: six or more cards; S0 to S4: no",
    )
    cards_of_21: Annotated[int, Field(ge=5, le=8)] = explained(
        "From how many cards on a 21 wins at once.",
        favours="player, the fewer it takes",
        says="titles, Super Fun 21: five or more cards; S0 to S4: no",
    )
    pays_21: OddsText = explained(
        "What such a 21 pays.", favours="player", says="titles, Super Fun 21: 2 to 1; S0 to S4: no"
    )

    def numbers(self, limits: WagerLimits) -> dict[str, int]:
        """From how many cards on a hand wins."""
        return {"winning_cards": self.cards, "winning_21_cards": self.cards_of_21}

    @staticmethod
    def problems(facts: Facts) -> Found:
        """Hands of 21 have one pay."""
        for other in ("special_pays", "super_bonus"):
            if facts.has(other):
                yield "many_cards", f"is on together with {other}: choose one of them"

    def chart_notes(self) -> list[str]:
        """Why the chart counts cards."""
        return [
            f"A hand of {self.cards} cards, or a 21 of {self.cards_of_21}, wins at once if it is "
            "not doubled: a number in a cell says from how many cards on its small letter holds."
        ]

    def placard(self, house: House) -> Printed:
        """Both kinds of hand, and what they pay."""
        pays = str(self.pays_21).replace(":", " to ")
        yield (
            "Many cards",
            f"A hand of {self.cards} or more cards that totals 20 or less wins at once. "
            f"A 21 of {self.cards_of_21} or more cards is paid {pays} at once. "
            "A doubled hand gets neither.",
        )
