"""The dealer's rules that the exact odds of side wagers depend on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from upcard.game.choices import Peek
from upcard.game.dealers import HITS_SOFT_17, STANDS_ON_HARD_16, STANDS_ON_SOFT_17
from upcard.rules.houses import house_of
from upcard.rules.schema import Rules

DEALERS: Final = {
    STANDS_ON_SOFT_17: "stands on soft 17",
    HITS_SOFT_17: "hits soft 17",
    STANDS_ON_HARD_16: "stands on hard 16 and more, and draws to soft 16 and less",
}
"""What a dealer does who draws by each rule."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedure:
    """When the dealer looks for a natural, and how the dealer's hand is played out."""

    peek: Peek
    draws_by: int
    """The rule that the dealer draws by, as `dealers` numbers them."""
    plays_out: bool
    """Whether the dealer finishes the hand for a wager on it, also where no hand is live."""
    is_supposed: bool = False
    """Whether *plays_out* is only supposed: the game's own dealer stops where no hand is live."""

    @property
    def played_out(self) -> Procedure:
        """
        The same, with a dealer who always finishes the hand for a wager on it.

        Odds for such a dealer say that they are, where the game's own dealer does not.
        """
        return self if self.plays_out else replace(self, plays_out=True, is_supposed=True)


USUAL: Final = Procedure(peek=Peek.ACE_OR_TEN, draws_by=HITS_SOFT_17, plays_out=True)
"""The dealer where no game says."""


def procedure_of(rules: Rules) -> Procedure:
    """How the dealer of *rules* plays."""
    return Procedure(
        peek=rules.dealer.peek,
        draws_by=house_of(rules, main_max=rules.limits.main_max, single_wager=None).draws_by,
        plays_out=rules.dealer_draws != "none"
        and rules.dealer_draws.when == "whenever-a-wager-needs-it",
    )
