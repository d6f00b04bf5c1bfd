"""Zaps: a poor first hand may be exchanged once for two new cards."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from upcard.game.decisions import Decision, Sign, Why
from upcard.game.drafts import Facts, Found
from upcard.game.explained import explained
from upcard.game.features.feature import Feature, Printed, WagerLimits
from upcard.game.house import House, bits_of, listed_in


class Zaps(Feature):
    """Throwing the first two cards away, once, for two new ones."""

    SIGNS: ClassVar = {Decision.ZAP: Sign("Z", "#f7e3a6")}
    REASONS: ClassVar = {
        Why.NO_ZAPPING: "this game has no zaps",
        Why.ONLY_TWO_CARDS_ZAP: "you can only zap the first two cards",
        Why.SPLIT_HANDS_DO_NOT_ZAP: "you cannot zap a split hand",
        Why.ZAPPED_ONCE: "you can zap a hand only once",
        Why.NOT_A_TOTAL_TO_ZAP: lambda house: (
            f"you can only zap hard {listed_in(house.zap_totals)}"
        ),
        Why.ZAPPED_HANDS_DO_NOT_SURRENDER: "you cannot surrender a zapped hand",
    }

    totals: tuple[Annotated[int, Field(ge=4, le=20)], ...] = explained(
        "The hard totals of two cards that may be zapped, pairs included.",
        favours="player, the more totals there are",
        says="the titles of S3's link: 15 to 17, or 15 to 18",
    )
    when: Literal["before-the-peek", "after-the-peek"] = explained(
        "Whether hands are zapped before the dealer looks for a natural, or when it is their turn.",
        favours="player, before the peek, where an ace and a ten are then paid at once",
        says="the titles of S3's link: both",
    )
    natural: Literal["counts-21", "paid-even-money"] = explained(
        "Whether an ace and a ten-value card after a zap are a 21, or are paid 1 to 1 at once.",
        favours="player, when paid at once",
        says="the titles of S3's link: both",
    )
    surrender: bool = explained(
        "Whether a zapped hand may be surrendered, in a game with surrender.",
        favours="player",
        says="the titles of S3's link: both",
    )

    def numbers(self, limits: WagerLimits) -> dict[str, int]:
        """The totals, one bit for each, and the rules for the new cards."""
        return {
            "zap_totals": bits_of(self.totals),
            "zapped_natural_is_paid": int(self.natural == "paid-even-money"),
            "zapped_hands_surrender": int(self.surrender),
            "zaps_before_peek": int(self.when == "before-the-peek"),
        }

    @staticmethod
    def problems(facts: Facts) -> Found:
        """Where suits change a pay, nobody can say what the cards thrown away were worth."""
        for other in ("special_pays", "super_bonus"):
            if facts.has(other):
                yield "zaps", f"is on together with {other}: choose one of them"

    def chart_notes(self) -> list[str]:
        """What the sign means, and what its small letter is for."""
        return ["Z: zap the first two cards; the small letter after it is for hands that may not."]

    def placard(self, house: House) -> Printed:
        """Which hands, when, and what an ace and a ten count as."""
        *others, last = map(str, self.totals) if self.totals else ("nothing",)
        totals = f"{', '.join(others)} or {last}" if others else last
        early = ", before the dealer looks" if self.when == "before-the-peek" else ""
        natural = "21" if self.natural == "counts-21" else "paid 1 to 1 at once"
        yield (
            "Zap",
            f"You may exchange a first hand of hard {totals} once for two new cards{early}. "
            f"An ace and a ten-value card are then {natural}.",
        )
