"""A 21 that is paid at once, whatever the dealer gets afterwards."""

from upcard.game.decisions import EVERY_21, UNDOUBLED_21
from upcard.game.drafts import Facts, Found
from upcard.game.explained import explained
from upcard.game.features.feature import Feature, Printed, WagerLimits
from upcard.game.house import House


class TwentyOneAtOnce(Feature):
    """A hand of 21, of any number of cards, that is paid as soon as it is there."""

    on_doubled_hands: bool = explained(
        "Whether a doubled hand of 21 is paid at once, too. If not, it waits for the dealer.",
        favours="player",
        says="titles, Pontoon: yes; S0 to S4: no 21 is paid at once",
    )

    def numbers(self, limits: WagerLimits) -> dict[str, int]:
        """Which 21 is paid."""
        return {"paid_21": EVERY_21 if self.on_doubled_hands else UNDOUBLED_21}

    @staticmethod
    def problems(facts: Facts) -> Found:
        """Hands of 21 have one rule."""
        for other in ("many_cards", "zaps"):
            if facts.has(other):
                yield "twenty_one_at_once", f"is on together with {other}: choose one of them"

    def placard(self, house: House) -> Printed:
        """Which hands are paid."""
        doubled = "also" if self.on_doubled_hands else "not"
        yield "21", f"Paid at once and safe from a dealer's blackjack, {doubled} after a double"
