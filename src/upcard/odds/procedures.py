"""The dealer's rules that the exact odds of side wagers depend on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from upcard.game.choices import Peek, SoftSeventeen
from upcard.rules.schema import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedure:
    """When the dealer looks for a natural, and how the dealer's hand is played out."""

    peek: Peek
    soft_17: SoftSeventeen
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


USUAL: Final = Procedure(peek=Peek.ACE_OR_TEN, soft_17=SoftSeventeen.HIT, plays_out=True)
"""The dealer where no game says."""


def procedure_of(rules: Rules) -> Procedure:
    """How the dealer of *rules* plays."""
    return Procedure(
        peek=rules.dealer.peek,
        soft_17=rules.dealer.soft_17,
        plays_out=rules.dealer_draws != "none"
        and rules.dealer_draws.when == "whenever-a-wager-needs-it",
    )
