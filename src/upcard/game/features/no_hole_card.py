"""No hole card: the dealer's second card comes when the players are done."""

from typing import Final, Literal

from upcard.game.drafts import Facts, Found
from upcard.game.explained import explained
from upcard.game.features.feature import Feature, Printed, WagerLimits
from upcard.game.house import House
from upcard.game.stakes import OF_ALL_HANDS, OF_STANDING_HANDS

_ONE_OF: Final = {"original-only": OF_ALL_HANDS, "busted-plus-one": OF_STANDING_HANDS}
"""The answers with which a natural takes one wager of a whole spot."""
_TAKES: Final = {
    "original-only": "takes one wager of all hands of a spot, and everything else goes back",
    "busted-plus-one": "takes one wager of the hands of a spot that are not bust, "
    "and the rest of them goes back",
    "original-plus-busted": "takes the first wager of every hand, and doubles go back",
    "all": "takes everything on every hand",
}
"""What a placard says of each answer."""


class NoHoleCard(Feature):
    """A dealer who takes one card, and the second only after the players."""

    natural_takes: Literal["original-only", "busted-plus-one", "original-plus-busted", "all"] = (
        explained(
            "What a dealer's natural takes, which nobody can look for. With original-plus-busted "
            "every hand that is not bust loses its first wager, and the player's doubles go back; "
            "a bust hand has lost all it had. With busted-plus-one the hands of a spot that are "
            "not bust lose one first wager together. With original-only all hands of a spot lose "
            "one first wager together, and bust hands of a split or a double wait for it on the "
            "table. Hands that are settled at once stay as they are.",
            favours="house, when it takes all",
            says="titles, Pontoon: any of the four; S0 to S4: a hole card",
        )
    )

    def numbers(self, limits: WagerLimits) -> dict[str, int]:
        """When the second card comes, and what a natural leaves."""
        return {
            "second_card_last": 1,
            "natural_spares_doubles": int(self.natural_takes != "all"),
            "natural_takes_one": _ONE_OF.get(self.natural_takes, 0),
        }

    @staticmethod
    def problems(facts: Facts) -> Found:
        """Nobody looks at a card that is not there."""
        peek = facts.at("dealer.peek")
        if peek in ("ace", "ace-or-ten"):
            yield "no_hole_card", f"is on while dealer.peek is {peek!r}: write peek = 'never'"

    def placard(self, house: House) -> Printed:
        """When the card comes, and what a natural takes."""
        takes = _TAKES[self.natural_takes]
        yield "No hole card", f"The dealer's second card comes last; a dealer's blackjack {takes}"
