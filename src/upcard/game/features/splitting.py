"""Splitting: two cards alike become two hands."""

from typing import Annotated, ClassVar

from pydantic import Field

from upcard.game.choices import SecondCard, SplitAces, SplitPairs
from upcard.game.decisions import Decision, Sign, Why
from upcard.game.explained import explained
from upcard.game.features.feature import Feature, Printed, WagerLimits
from upcard.game.house import House


class Splitting(Feature):
    """Making two hands of two cards."""

    MISSED = "Splitting"
    SIGNS: ClassVar = {Decision.SPLIT: Sign("P", "#e6d3f2")}
    REASONS: ClassVar = {
        Why.SPLIT_ACES_GET_ONE_CARD: "a split ace gets one card",
        Why.NO_SPLITTING: "this game has no splitting",
        Why.ONLY_TWO_CARDS_SPLIT: "you can only split two cards",
        Why.NOT_ONE_RANK: "you can only split two cards of the same rank",
        Why.NOT_ONE_VALUE: "you can only split two cards of the same value",
        Why.ACES_SPLIT_ONCE: "you can split aces only once",
        Why.HANDS_ENOUGH: lambda house: f"a spot may have {house.hands_max} hands at most",
    }

    pairs: SplitPairs = explained(
        "Which two cards may be split. Ambiguity 11.",
        favours="player",
        says="S0 'a pair'; S1 'any pair'; S2 identical blackjack value",
    )
    hands_max: Annotated[int, Field(ge=2, le=4)] = explained(
        "The most hands that one spot may have.", favours="player", says="S0 5.c, S1, S2: four"
    )
    aces: SplitAces = explained(
        "Whether a split ace gets only one card or plays on. Ambiguity 1.",
        favours="player, when it plays on",
        says="S0 5.c one card; S1, S2 hit and double",
    )
    aces_resplit: bool = explained(
        "Whether an ace drawn to a split ace may be split again.",
        favours="player",
        says="S0 5.c 'up to 4 hands (including Aces)'; S1 'any pair'; S2 three splits",
    )
    second_card: SecondCard = explained(
        "When split hands get their second cards.",
        says="S2 'plus one additional card each'; elsewhere house procedure",
    )

    def numbers(self, limits: WagerLimits) -> dict[str, int]:
        """What is split, how often, and how the hands get their cards."""
        return {
            "hands_max": self.hands_max,
            "splits_same_rank_only": int(self.pairs is SplitPairs.SAME_RANK),
            "aces_get_one_card": int(self.aces is SplitAces.ONE_CARD),
            "aces_resplit": int(self.aces_resplit),
            "second_cards_at_once": int(self.second_card is SecondCard.AT_ONCE),
        }

    def placard(self, house: House) -> Printed:
        """Which cards, to how many hands, and what aces get."""
        same = "rank" if self.pairs is SplitPairs.SAME_RANK else "value"
        aces = "one card to aces" if self.aces is SplitAces.ONE_CARD else "aces play on"
        yield "Splitting", f"Two cards of the same {same}, to {self.hands_max} hands; {aces}"
