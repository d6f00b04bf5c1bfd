"""The super bonus: a fixed sum for suited sevens under a seven, and envy for the others."""

from upcard.game.choices import EnvyGoesTo, EnvyPer, Kept
from upcard.game.drafts import Facts, Found
from upcard.game.explained import Money, Section, explained
from upcard.game.features.feature import Feature, Printed, WagerLimits
from upcard.game.features.special_pays import SpecialPays
from upcard.game.house import House
from upcard.money import show_money


class BonusTier(Section):
    """What the super bonus pays from a certain main wager on."""

    from_wager: Money = explained(
        "The smallest main wager for this tier.", favours="house", says="S0 4.g: any wager"
    )
    pays: Money = explained("The fixed amount.", favours="player", says="S0 4.g, S1, S2: $1,000")


class SuperBonus(Feature):
    """A fixed sum for suited 7-7-7 while the dealer's up card is a 7, and envy for the others."""

    tiers: tuple[BonusTier, ...] = explained(
        "The fixed amounts by main wager, smallest wager first.", favours="player", says="S0 4.g"
    )
    envy: Money = explained(
        "The fixed amount that each other player gets.",
        favours="player",
        says="S0 4.g, S1, S2: $50",
    )
    after_split: Kept = explained(
        "Whether a split hand can win the bonus. Ambiguity 8.",
        favours="player, when kept",
        says="S1 void; S0 no condition; S2 'additionally'",
    )
    after_double: Kept = explained(
        "Whether a doubled hand can win the bonus. Ambiguity 8.",
        favours="player, when kept",
        says="S1 void; S0 no condition; S2 'additionally'",
    )
    envy_goes_to: EnvyGoesTo = explained(
        "Which other players get the envy bonus. If two players win, each also gets the envy "
        "bonus of the other. Ambiguity 9.",
        favours="player, the wider it is",
        says="S0 'all other Players in the hand'; S1 all with a regular wager, losers too; "
        "S2 all other players at the table",
    )
    envy_per: EnvyPer = explained(
        "Whether a player with several spots gets the envy bonus once, or once for each spot. "
        "Ambiguity 9.",
        favours="player, when counted by spot",
        says="S1 speaks of players; the documents are silent on several spots",
    )

    def numbers(self, limits: WagerLimits) -> dict[str, int]:
        """Which hands can still win it."""
        return {
            "bonus_after_double": int(self.after_double is Kept.KEPT),
            "bonus_after_split": int(self.after_split is Kept.KEPT),
        }

    @staticmethod
    def problems(facts: Facts) -> Found:
        """It is for the pontoon deck, and its sums rise with the wager."""
        if not facts.has("special_pays"):
            yield from SpecialPays.problems(facts, "super_bonus")
        tiers = [Facts(tier).amount("from_wager") for tier in facts.rows("super_bonus.tiers")]
        known = [tier for tier in tiers if tier is not None]
        if not tiers:
            yield "super_bonus.tiers", "is empty: write at least one amount"
        if known != sorted(set(known)):
            yield "super_bonus.tiers", "are out of order: write the smallest from_wager first"

    def placard(self, house: House) -> Printed:
        """Every sum, and what the others get."""
        for tier in self.tiers:
            yield (
                f"Super bonus from {show_money(tier.from_wager)}",
                f"{show_money(tier.pays)}, and {show_money(self.envy)} to others",
            )
