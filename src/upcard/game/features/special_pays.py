"""Special pays: certain hands of 21 are paid better, without a wager of their own."""

from upcard.game.choices import Kept, SevenCards
from upcard.game.drafts import Facts, Found
from upcard.game.explained import explained
from upcard.game.features.feature import Feature, Printed, WagerLimits
from upcard.game.house import House
from upcard.game.paytables import ResolvedPaytable
from upcard.game.words import words_of


class SpecialPays(Feature):
    """Better pays for certain hands of 21, without a wager of their own."""

    paytable: ResolvedPaytable = explained(
        "The lines and their pays.", favours="player", says="S0 4, S1, S2"
    )
    seven_card_21: SevenCards = explained(
        "Whether the seven-card line is for exactly seven cards or for seven or more. Ambiguity 5.",
        favours="player, with 7-or-more",
        says="S0 says 7 twice and 7+ once; S1 7+",
    )
    after_double: Kept = explained(
        "Whether a doubled 21 keeps the special pay or is paid 1 to 1. Ambiguity 6.",
        favours="player, when kept",
        says="S1 'Doubling Voids Bonus 21 Payouts'; S2 pays 1 to 1; S0 silent",
    )
    after_split: Kept = explained(
        "Whether a split hand keeps the special pays. Ambiguity 7.",
        favours="player, when kept",
        says="S2 excludes doubled hands only; S0, S1 silent",
    )

    def numbers(self, limits: WagerLimits) -> dict[str, int]:
        """Which hands keep their special pay."""
        return {
            "special_after_double": int(self.after_double is Kept.KEPT),
            "special_after_split": int(self.after_split is Kept.KEPT),
            "special_over_seven_cards": int(self.seven_card_21 is SevenCards.SEVEN_OR_MORE),
        }

    @staticmethod
    def problems(facts: Facts, on: str = "special_pays") -> Found:
        """They are for a deck without tens, like everything that is *on* with them."""
        if facts.at("deck") == "standard":
            yield (
                "deck",
                f"is 'standard' in a pontoon game ({on} is on): "
                "tens may not be in it; write deck = 'pontoon'",
            )

    def placard(self, house: House) -> Printed:
        """Every line and what it pays."""
        for line, pay in self.paytable.pays.items():
            yield words_of(line), str(pay).replace(":", " to ")
