"""Double down rescue: a doubled hand is given up for a part of its money."""

from typing import ClassVar, Final

from upcard.game.choices import Forfeit
from upcard.game.decisions import Decision, Sign, Why
from upcard.game.drafts import Facts, Found
from upcard.game.explained import explained
from upcard.game.features.feature import Feature, Printed, WagerLimits
from upcard.game.house import House
from upcard.game.stakes import DOUBLED_MONEY, HALF, ORIGINAL_WAGER

_FORFEITS: Final = {
    Forfeit.DOUBLED_MONEY: DOUBLED_MONEY,
    Forfeit.ORIGINAL_WAGER: ORIGINAL_WAGER,
    Forfeit.HALF: HALF,
}


class Rescue(Feature):
    """Giving up a doubled hand that is not bust, after its double card."""

    SIGNS: ClassVar = {Decision.RESCUE: Sign("R", "#e3e3e3")}
    REASONS: ClassVar = {
        Why.NO_RESCUE: "this game has no rescue",
        Why.ONLY_DOUBLED_HANDS_RESCUE: "you can only rescue a doubled hand",
        Why.SPLIT_HANDS_DO_NOT_RESCUE: "you cannot rescue a split hand",
    }

    after_double: Forfeit = explained(
        "What the player gives up after one double. All choices cost the same. Ambiguity 2.",
        says="S0 3.c the double; S1 the original wager; S2 half",
    )
    after_redouble: Forfeit = explained(
        "What the player gives up after two or more doubles. Ambiguity 3.",
        favours="player, most with original-wager, least with doubled-money",
        says="S0 3.c the doubled money; S1 the original wager; S2 half of the hand's wager",
    )
    on_split_hands: bool = explained(
        "Whether a doubled split hand may be rescued. Ambiguity 4.",
        favours="player",
        says="S1 yes; S0 silent; S2 unclear ('all actions after splitting, except Surrender')",
    )

    def numbers(self, limits: WagerLimits) -> dict[str, int]:
        """Which money is given up, and whether hands of a split are rescued."""
        return {
            "rescue_after_double": _FORFEITS[self.after_double],
            "rescue_after_redouble": _FORFEITS[self.after_redouble],
            "rescues_split_hands": int(self.on_split_hands),
        }

    @staticmethod
    def problems(facts: Facts) -> Found:
        """There must be doubled hands."""
        if facts.at("doubling") == "none":
            yield "rescue", "is on while doubling is 'none': there is nothing to rescue"

    def placard(self, house: House) -> Printed:
        """When, and on which hands."""
        splits = "also" if self.on_split_hands else "not"
        yield "Double down rescue", f"After the double card, {splits} on split hands"
