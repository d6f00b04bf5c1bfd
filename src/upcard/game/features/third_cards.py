"""Which card is a player's third, for wagers that pay on it, like Blazing 7's."""

from typing import Literal

from upcard.game.explained import explained
from upcard.game.features.feature import Feature, Printed, WagerLimits
from upcard.game.house import House


class ThirdCards(Feature):
    """
    A third card counts only beside the two that were dealt.

    Without this section, as S3 9 has it, the third card is the next one dealt to the player: after
    a split the first card of its hands. S3 does not know zaps; there it is the first new card.
    """

    counts: Literal["beside-the-two-dealt"] = explained(
        "Which card is a player's third: only one added to the two cards dealt, so a split or "
        "zapped hand has none.",
        favours="house",
        says="S3 9: no; two 7s that are split are paid by the third card dealt to that player. A "
        "house that does not follow S3 may say so; S3 is silent on zaps",
    )

    def numbers(self, limits: WagerLimits) -> dict[str, int]:
        """That only a card beside the two that were dealt is a third card."""
        return {"third_card_beside_two_only": 1}

    def placard(self, house: House) -> Printed:
        """Which hands have none."""
        yield "Third card", "A split or zapped hand has no third card for bonus wagers."
