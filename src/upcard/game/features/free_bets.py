"""Free bets: doubles and splits that the house pays for."""

from typing import Annotated, Final

from pydantic import Field

from upcard.game.choices import DoubleOn
from upcard.game.drafts import Facts, Found
from upcard.game.explained import explained
from upcard.game.features.feature import Feature, Printed, WagerLimits
from upcard.game.house import House, bits_of

PAIR_NAMES: Final = {1: "aces", 10: "ten-value cards"}


class FreeBets(Feature):
    """Doubles and splits that the house pays for."""

    double_totals: tuple[Annotated[int, Field(ge=4, le=21)], ...] = explained(
        "The hard totals whose first double the house pays for. An empty list means none.",
        favours="player, the more totals there are",
        says="the titles of S3's link: 9, 10 and 11",
    )
    double_on: DoubleOn = explained(
        "On how many cards the house pays for a double.",
        favours="player",
        says="the titles of S3's link: the first two cards; in 2012 any number of cards",
    )
    split_pairs: tuple[Annotated[int, Field(ge=1, le=10)], ...] = explained(
        "The pairs whose split the house pays for, by the points of one card (1 for an ace). An "
        "empty list means none. The player pays to split other pairs.",
        favours="player, the more pairs there are",
        says="the titles of S3's link: all but ten-values; some houses not 4-4, some not 5-5",
    )
    splits_max: Annotated[int, Field(ge=1, le=3)] = explained(
        "How many splits on one spot the house pays for. The player pays for more.",
        favours="player",
        says="the titles of S3's link: three, to four hands; some houses one",
    )

    def numbers(self, limits: WagerLimits) -> dict[str, int]:
        """The totals and pairs that the house pays for, one bit for each."""
        return {
            "free_double_totals": bits_of(self.double_totals),
            "free_doubles_two_cards_only": int(self.double_on is DoubleOn.FIRST_TWO_CARDS),
            "free_split_pairs": bits_of(self.split_pairs),
            "free_splits_max": self.splits_max if self.split_pairs else 0,
        }

    @staticmethod
    def problems(facts: Facts) -> Found:
        """What is paid for must be allowed."""
        for what, needed in (("double_totals", "doubling"), ("split_pairs", "splitting")):
            if facts.at(f"free_bets.{what}") and facts.at(needed) == "none":
                yield f"free_bets.{what}", f"is not empty while {needed} is 'none': write []"

    def chart_notes(self) -> list[str]:
        """Which doubles and splits cost nothing, and what rows of free hands are."""
        said = []
        if self.double_totals:
            cards = "" if self.double_on is DoubleOn.ANY_NUMBER_OF_CARDS else " of two cards"
            said.append(f"D on hard {_listed(self.double_totals)}{cards}: the house pays for it.")
        if self.split_pairs:
            said.append(f"P on {self._pairs}: the house pays for it.")
            said.append("Rows of free hands: the new hands of a free split, which lose nothing.")
        return said

    def placard(self, house: House) -> Printed:
        """Which doubles and splits, and what happens to the money."""
        said = []
        if self.double_totals:
            cards = "on two cards" if self.double_on is DoubleOn.FIRST_TWO_CARDS else "at any time"
            said.append(f"doubles hard {_listed(self.double_totals)} {cards}")
        if self.split_pairs:
            often = {1: ", once per spot", 2: ", twice per spot"}.get(self.splits_max, "")
            said.append(f"splits {self._pairs}{often}")
        yield (
            "Free bets",
            f"The house {' and '.join(said) or 'pays for nothing'} for you. A free bet that wins "
            "is paid like your own money; one that loses costs you nothing.",
        )

    @property
    def _pairs(self) -> str:
        return _listed([PAIR_NAMES.get(points, f"{points}s") for points in self.split_pairs])


def _listed(items: tuple[int, ...] | list[str]) -> str:
    *others, last = map(str, items)
    return f"{', '.join(others)} and {last}" if others else last
