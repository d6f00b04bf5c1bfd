"""Surrender against some up cards only."""

from typing import ClassVar, Final, Literal

from upcard.game.decisions import Why
from upcard.game.drafts import Facts, Found
from upcard.game.explained import explained
from upcard.game.features.feature import Feature, Printed, WagerLimits
from upcard.game.house import House, bits_of

_UPCARDS: Final = {"ace": (1,), "ten-value": (10,), "ace-or-ten-value": (1, 10)}
_SAID: Final = {
    bits_of((1,)): "an ace",
    bits_of((10,)): "a ten-value card",
    bits_of((1, 10)): "an ace or a ten-value card",
}


class SurrenderAgainst(Feature):
    """Giving up the first two cards only while the dealer shows one of some cards."""

    REASONS: ClassVar = {
        Why.NOT_AGAINST_THIS_UPCARD: lambda house: (
            f"you can only surrender against {_SAID[house.surrender_upcards]}"
        ),
    }

    upcards: Literal["ace", "ten-value", "ace-or-ten-value"] = explained(
        "The up cards against which a hand may be surrendered.",
        favours="player, the more there are",
        says="titles, Pontoon: ace or picture; S0 to S4: every up card",
    )

    def numbers(self, limits: WagerLimits) -> dict[str, int]:
        """One bit for each up card."""
        return {"surrender_upcards": bits_of(_UPCARDS[self.upcards])}

    @staticmethod
    def problems(facts: Facts) -> Found:
        """There must be surrender, of the first two cards."""
        if facts.at("surrender") == "none":
            yield "surrender_against", "is on while surrender is 'none': switch surrender on"
        if facts.has("surrender_any_time"):
            yield (
                "surrender_against",
                "is on together with surrender_any_time: choose one of them",
            )

    def placard(self, house: House) -> Printed:
        """Which up cards."""
        yield "Surrender against", f"Nothing but {_SAID[house.surrender_upcards]}"
