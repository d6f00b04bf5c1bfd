"""A parlay: a side wager's winnings may be moved onto the main wager after the peek."""

from typing import Final

from upcard.game.choices import ParlayLimit
from upcard.game.drafts import Facts, Found
from upcard.game.explained import Name, explained
from upcard.game.features.feature import Feature, Printed, WagerLimits
from upcard.game.house import NO_CAP, House
from upcard.quotes import quoted


class Parlay(Feature):
    """A player whose side wager won may move money from it onto the main wager."""

    wager: Name = explained(
        "The side wager whose stake and winnings the player may move, all or part, onto the "
        "main wager once the dealer has no natural.",
        favours="player",
        says="S3 names House Money; titles: all or part of stake and winnings, also onto a natural",
    )
    limit: ParlayLimit = explained(
        "How large the main wager may grow when money is moved onto it. The moved money is not a "
        "new wager, but it raises what is at risk.",
        favours="player, with no-limit",
        says="S3 names House Money; titles: which limit binds the moved money is a house setting",
    )

    def numbers(self, limits: WagerLimits) -> dict[str, int]:
        """How much may be on a hand after money was moved onto it."""
        caps = {
            ParlayLimit.TABLE_MAXIMUM: limits.main_max,
            ParlayLimit.SINGLE_WAGER_LIMIT: limits.single_wager,
            ParlayLimit.NO_LIMIT: NO_CAP,
        }
        return {"parlayed_wager_max": caps[self.limit]}

    @staticmethod
    def problems(facts: Facts) -> Found:
        """What is moved was won on the deal and is paid, and the dealer has looked."""
        yield from _wager_problems(facts)
        for path, (needed, why) in _NEEDS.items():
            value = facts.at(path)
            if value is not None and value != needed:
                write = str(needed).lower()
                shown = quoted(str(value).lower())[1:-1]
                yield path, f"is {shown} while parlay is on: write {write}, because {why}"

    def placard(self, house: House) -> Printed:
        """What may be moved, and when."""
        yield (
            "Parlay",
            "When the dealer has no blackjack, you may move all or part of a winning "
            f"{self.wager.replace('-', ' ').title()} wager and its winnings onto your main wager, "
            "before you act.",
        )


def most_to_move(house: House, wager: int, won: int) -> int:
    """
    How much of a stake and winnings of *won* may be moved onto a main wager of *wager*.

    Nothing is left to move where the main wager is at its limit already.
    """
    room = house.parlayed_wager_max - wager
    if house.parlayed_wager_max == NO_CAP or won < room:
        return won
    return max(0, room)


def _wager_problems(facts: Facts) -> Found:
    name = facts.at("parlay.wager")
    wagers = {str(row.get("wager")): row for row in facts.rows("side_wagers")}
    if not isinstance(name, str):
        return
    wager = wagers.get(name)
    if wager is None:
        known = ", ".join(wagers) or "no side wagers"
        yield "parlay.wager", f"is {quoted(name)}: name one of {known}"
    elif wager.get("kind") == "progressive":
        yield "parlay.wager", f"is {quoted(name)}, a progressive: only a side wager can be moved"
    elif wager.get("settles") not in (None, "on-deal"):
        yield (
            "parlay.wager",
            f"is {quoted(name)}, which settles {quoted(str(wager['settles']))}: "
            "only a wager that settles 'on-deal' is paid in time",
        )


_NEEDS: Final[dict[str, tuple[object, str]]] = {
    "dealer.peek": (
        "ace-or-ten",
        "winnings are moved only after the dealer has looked for a natural",
    ),
    "cards_dealt": ("face-up", "the winners must be seen before the players act"),
    "bonus_round_pause": (True, "winnings are paid before they can be moved"),
}
"""What a parlay asks of other settings, and why."""
