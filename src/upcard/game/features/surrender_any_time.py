"""Surrender at any time: also after a hit, and perhaps on hands of a split."""

from typing import ClassVar

from upcard.game.decisions import Why
from upcard.game.drafts import Facts, Found
from upcard.game.explained import explained
from upcard.game.features.feature import Feature, Printed, WagerLimits
from upcard.game.house import House


class SurrenderAnyTime(Feature):
    """Giving up a hand of any number of cards for half its wager, while it is not doubled."""

    REASONS: ClassVar = {
        Why.DOUBLED_HANDS_DO_NOT_SURRENDER: "you cannot surrender a doubled hand",
    }

    on_split_hands: bool = explained(
        "Whether hands of a split may be surrendered.",
        favours="player",
        says="titles, Super Fun 21: at any time; S0 to S4: no",
    )

    def numbers(self, limits: WagerLimits) -> dict[str, int]:
        """That cards do not matter, and whether splits do."""
        return {
            "surrenders_any_time": 1,
            "surrenders_split_hands": int(self.on_split_hands),
        }

    @staticmethod
    def problems(facts: Facts) -> Found:
        """There must be surrender, after a dealer who has looked."""
        if facts.at("surrender") == "none":
            yield "surrender_any_time", "is on while surrender is 'none': switch surrender on"
        if facts.at("dealer.peek") in ("never", "ace"):
            yield (
                "surrender_any_time",
                f"is on while dealer.peek is {facts.at('dealer.peek')!r}: "
                "the dealer must look under ace and ten first",
            )
        if facts.has("zaps"):
            yield "surrender_any_time", "is on together with zaps: choose one of them"

    def placard(self, house: House) -> Printed:
        """When, and on which hands."""
        splits = "also" if self.on_split_hands else "not"
        yield "Surrender at any time", f"After any number of cards, {splits} on split hands"
