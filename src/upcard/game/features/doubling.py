"""Doubling: a wager is doubled for one more card, and perhaps again."""

from typing import Annotated, ClassVar, Final

from pydantic import Field

from upcard.game.choices import DoubleCap, DoubleOn
from upcard.game.decisions import Decision, Sign, Why
from upcard.game.drafts import Facts, Found
from upcard.game.explained import explained
from upcard.game.features.feature import Feature, Printed, WagerLimits
from upcard.game.house import ANY_TOTAL, NO_CAP, House, bits_of, listed_in
from upcard.money import Cents, write_money

EIGHT: Final = 8


def _often_enough(house: House) -> str:
    most = house.doubles_max
    return f"you can double a hand {'once' if most == 1 else f'{most} times'} at most"


def _totals(house: House) -> str:
    first = " for the first time" if house.doubles_max > 1 else ""
    return f"you can only double totals of {listed_in(house.double_totals)}{first}"


class Doubling(Feature):
    """Doubling the wager for one more card."""

    MISSED = "Doubling"
    SIGNS: ClassVar = {Decision.DOUBLE: Sign("D", "#c9dcf5")}
    REASONS: ClassVar = {
        Why.DOUBLED_HANDS_DO_NOT_HIT: "a doubled hand gets no more cards unless you double again",
        Why.NO_DOUBLING: "this game has no doubling",
        Why.DOUBLED_OFTEN_ENOUGH: _often_enough,
        Why.ONLY_TWO_CARDS_DOUBLE: "you can only double the first two cards",
        Why.NOT_A_TOTAL_TO_DOUBLE: _totals,
        Why.SPLIT_HANDS_DO_NOT_DOUBLE: "you cannot double a split hand",
        Why.OVER_THE_WAGER_LIMIT: lambda house: (
            "the doubled wager would exceed the limit of "
            f"{write_money(Cents(house.doubled_wager_max))}"
        ),
        Why.OVER_THE_TABLE_LIMIT: lambda house: (
            f"the double would exceed the table limit, {write_money(Cents(house.each_double_max))}"
        ),
        Why.OVER_SO_MANY_TIMES: "the doubled wager would exceed eight times the first wager",
    }

    on: DoubleOn = explained(
        "On how many cards a hand may be doubled for the first time.",
        favours="player",
        says="S0 3.a, S1, S2: any number of cards",
    )
    totals: tuple[Annotated[int, Field(ge=4, le=21)], ...] = explained(
        "The totals that may be doubled for the first time. An empty list allows every total. "
        "A doubled hand may be doubled again on any total.",
        favours="player, the more totals there are",
        says="the documents name none: every total; S0 3.b redoubles after a double with no "
        "condition on the hand, S2 'any hand'",
    )
    after_split: bool = explained(
        "Whether a split hand may be doubled.", favours="player", says="S0 5.b, S1, S2: yes"
    )
    doubles_max: Annotated[int, Field(ge=1, le=3)] = explained(
        "How many times one hand may be doubled. Two or more is redoubling.",
        favours="player",
        says="S0 3.b: three, and only where the dealer hits soft 17; S2 the same",
    )
    caps: tuple[DoubleCap, ...] = explained(
        "What limits the doubled wager. Ambiguity 10.",
        favours="house",
        says="S0 3.b the single-wager limit; S1 the table limit on each double, and 8 times; "
        "S2 8 times",
    )

    def numbers(self, limits: WagerLimits) -> dict[str, int]:
        """How often and on what a hand is doubled, and the caps on its wager."""
        caps = {
            "doubled_times_max": (DoubleCap.EIGHT_TIMES, EIGHT),
            "each_double_max": (DoubleCap.EACH_DOUBLE_WITHIN_TABLE_LIMIT, limits.main_max),
            "doubled_wager_max": (DoubleCap.TOTAL_WITHIN_SINGLE_WAGER_LIMIT, limits.single_wager),
        }
        return {
            "doubles_max": self.doubles_max,
            "doubles_two_cards_only": int(self.on is DoubleOn.FIRST_TWO_CARDS),
            "double_totals": bits_of(self.totals) or ANY_TOTAL,
            "doubles_after_split": int(self.after_split),
            **{name: most if cap in self.caps else NO_CAP for name, (cap, most) in caps.items()},
        }

    @staticmethod
    def problems(facts: Facts) -> Found:
        """Redoubling is for games that hit soft 17: no document has it otherwise."""
        if facts.is_what_if:
            return
        doubles = facts.at("doubling.doubles_max")
        if isinstance(doubles, int) and doubles > 1 and facts.at("dealer.soft_17") == "stand":
            yield (
                "doubling.doubles_max",
                f"is {doubles}, redoubling, while dealer.soft_17 is 'stand': "
                "redoubling is for games that hit soft 17; write 1, or soft_17 = 'hit'",
            )

    def placard(self, house: House) -> Printed:
        """On which cards and totals, and how often."""
        on = "First two cards" if self.on is DoubleOn.FIRST_TWO_CARDS else "Any number of cards"
        totals = f", totals {', '.join(map(str, self.totals))}" if self.totals else ""
        split = ", also after a split" if self.after_split else ", not after a split"
        again = "again on any total, " if self.totals else ""
        times = f", {again}up to {self.doubles_max} times" if self.doubles_max > 1 else ""
        yield "Doubling", f"{on}{totals}{split}{times}"
