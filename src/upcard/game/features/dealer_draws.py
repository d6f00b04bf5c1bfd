"""When the dealer draws in a game with wagers on the dealer's finished hand, like Push 22."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, Literal

from upcard.game.decisions import Decision, Sign, Why
from upcard.game.explained import Section, explained

PLAYED_BY: Final = frozenset({"table", "solver", "simulator"})
SIGNS: Final[dict[Decision, Sign]] = {}
REASONS: Final[dict[Why, str]] = {}


class Settings(Section):
    """
    Wagers on the dealer's finished hand, and whether the dealer plays on for them.

    A wager whose hand is never finished goes back to the player: it was neither won nor lost.
    """

    when: Literal["while-a-hand-is-live", "whenever-a-wager-needs-it"] = explained(
        "Whether the dealer draws only while a player's hand can still win or lose, or also for a "
        "wager on the dealer's finished hand. Where the dealer stops before the hand is finished, "
        "that wager is returned.",
        favours="player, with whenever-a-wager-needs-it: only hands that might win are returned",
        says="TITLES, Push 22: a house setting; S0 to S4 have no such wager",
    )


def numbers(settings: Settings | Literal["none"]) -> dict[str, int]:
    """Whether the dealer draws for a wager where no hand is live."""
    plays_on = settings != "none" and settings.when == "whenever-a-wager-needs-it"
    return {"draws_for_wagers": int(plays_on)}


def problems(at: Callable[[str], Any]) -> Iterator[tuple[str, str]]:
    """It goes with every game."""
    yield from ()


def chart_notes(settings: Settings) -> list[str]:
    """A chart of the main game does not depend on it."""
    return []


def placard(settings: Settings) -> tuple[str, str]:
    """A heading and a sentence."""
    if numbers(settings)["draws_for_wagers"]:
        text = "The dealer finishes the hand for them, even when no player's hand is left."
    else:
        text = (
            "The dealer draws only while a player's hand is left. "
            "If the dealer stops before the hand is finished, these wagers are returned."
        )
    return "Wagers on the dealer's hand", text
