"""A dealer's 22 that pushes: the house's price for free doubles, zaps and the like."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, Literal

from upcard.game.decisions import Decision, Sign, Why
from upcard.game.explained import Section, explained

PUSHING: Final = 22


PLAYED_BY: Final = frozenset({"table", "solver", "simulator"})
SIGNS: Final[dict[Decision, Sign]] = {}
REASONS: Final[dict[Why, str]] = {}


class Settings(Section):
    """A dealer's total of 22 pushes hands that would have won."""

    pushes: Literal["all-but-naturals"] = explained(
        "Which hands that have not lost push against a dealer's 22.",
        favours="house",
        says="the titles of S3's link that are dealt elsewhere: everything but a natural",
    )


def numbers(settings: Settings | Literal["none"]) -> dict[str, int]:
    """The total of the dealer that pushes, or 0."""
    return {"pushing_total": 0 if settings == "none" else PUSHING}


def problems(at: Callable[[str], Any]) -> Iterator[tuple[str, str]]:
    """It goes with every game."""
    yield from ()


def chart_notes(settings: Settings) -> list[str]:
    """A chart says it all."""
    return []


def placard(settings: Settings) -> tuple[str, str]:
    """A heading and a sentence."""
    return "Dealer's 22", "A dealer's 22 pushes every hand that still stands, but not a blackjack."
