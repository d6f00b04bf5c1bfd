"""Which card is a player's third, for wagers that pay on it, like Blazing 7's."""

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
    A third card counts only beside the two that were dealt.

    Without this section, as S3 9 has it, the third card is the next one dealt to the player: after
    a split the first card of its hands. S3 does not know zaps; there it is the first new card.
    """

    counts: Literal["beside-the-two-dealt"] = explained(
        "Which card is a player's third: only one that joins the two cards dealt, so that a hand "
        "that is split or zapped has none.",
        favours="house",
        says="S3 9: no; two 7s that are split are paid by the third card dealt to that player. A "
        "house that does not follow S3 may say so; S3 is silent on zaps",
    )


def numbers(settings: Settings | Literal["none"]) -> dict[str, int]:
    """Whether only a card beside the two that were dealt is a third card."""
    return {"third_card_beside_two_only": int(settings != "none")}


def problems(at: Callable[[str], Any]) -> Iterator[tuple[str, str]]:
    """It goes with every game."""
    yield from ()


def chart_notes(settings: Settings) -> list[str]:
    """A chart of the main game does not depend on it."""
    return []


def placard(settings: Settings) -> tuple[str, str]:
    """A heading and a sentence."""
    return "Third card", "A hand that is split or zapped has no third card for bonus wagers."
