"""Zaps: a poor first hand is thrown away once, for two new cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from upcard.game.decisions import Decision, Sign, Why
from upcard.game.explained import Section, explained
from upcard.game.house import House


def _totals(house: House) -> str:
    allowed = [str(total) for total in range(32) if house.zap_totals >> total & 1]
    return f"only hard {', '.join(allowed)} are zapped"


PLAYED_BY: Final = frozenset({"table", "solver", "simulator"})
SIGNS: Final = {Decision.ZAP: Sign("Z", "#f7e3a6")}
REASONS: Final[dict[Why, str | Callable[[House], str]]] = {
    Why.NO_ZAPPING: "this game has no zaps",
    Why.ONLY_TWO_CARDS_ZAP: "only the two cards that were dealt are zapped",
    Why.SPLIT_HANDS_DO_NOT_ZAP: "a hand of a split is not zapped",
    Why.ZAPPED_ONCE: "a hand is asked for a zap once",
    Why.NOT_A_TOTAL_TO_ZAP: _totals,
    Why.ZAPPED_HANDS_DO_NOT_SURRENDER: "a zapped hand is not surrendered",
}


class Settings(Section):
    """Throwing the first two cards away, once, for two new ones."""

    totals: tuple[Annotated[int, Field(ge=4, le=20)], ...] = explained(
        "The hard totals of two cards that may be zapped, pairs included.",
        favours="player, the more totals there are",
        says="the titles of S3's link: 15 to 17, or 15 to 18",
    )
    when: Literal["before-the-peek", "after-the-peek"] = explained(
        "Whether hands are zapped before the dealer looks for a natural, or in their turn.",
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


def numbers(settings: Settings | Literal["none"]) -> dict[str, int]:
    """The totals, one bit for each, and what becomes of the new cards."""
    if settings == "none":
        return {
            "zap_totals": 0, "zapped_natural_is_paid": 0, "zapped_hands_surrender": 0,
            "zaps_before_peek": 0,
        }  # fmt: skip
    return {
        "zap_totals": sum({1 << total for total in settings.totals}),
        "zapped_natural_is_paid": int(settings.natural == "paid-even-money"),
        "zapped_hands_surrender": int(settings.surrender),
        "zaps_before_peek": int(settings.when == "before-the-peek"),
    }


def problems(at: Callable[[str], Any]) -> Iterator[tuple[str, str]]:
    """Where suits change a pay, nobody can say what the cards thrown away were worth."""
    for other in ("special_pays", "super_bonus"):
        if isinstance(at("zaps"), dict) and isinstance(at(other), dict):
            yield "zaps", f"is on beside {other}: a game has one or the other"


def chart_notes(settings: Settings) -> list[str]:
    """What the sign means, and what its small letter is for."""
    return ["Z: zap the first two cards; a small letter after it is for hands that may not."]


def placard(settings: Settings) -> tuple[str, str]:
    """A heading and a sentence."""
    *others, last = map(str, settings.totals) if settings.totals else ("nothing",)
    totals = f"{', '.join(others)} or {last}" if others else last
    early = ", before the dealer looks" if settings.when == "before-the-peek" else ""
    natural = "21" if settings.natural == "counts-21" else "paid 1 to 1 at once"
    return (
        "Zap",
        f"You may throw away a first hand of hard {totals}, once, for two new cards{early}. "
        f"An ace and a ten-value card are then {natural}.",
    )
