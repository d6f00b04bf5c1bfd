"""Free bets: doubles and splits that the house pays for, and takes back unless the hand wins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from upcard.game.choices import DoubleOn
from upcard.game.decisions import Decision, Sign, Why
from upcard.game.explained import Section, explained

PAIR_NAMES: Final = {1: "aces", 10: "ten-value cards"}


PLAYED_BY: Final = frozenset({"table", "solver", "simulator"})
SIGNS: Final[dict[Decision, Sign]] = {}
REASONS: Final[dict[Why, str]] = {}


class Settings(Section):
    """Doubles and splits that the house pays for."""

    double_totals: tuple[Annotated[int, Field(ge=4, le=21)], ...] = explained(
        "The hard totals whose first double the house pays; an empty list has no free doubles.",
        favours="player, the more totals there are",
        says="the titles of S3's link: 9, 10 and 11",
    )
    double_on: DoubleOn = explained(
        "On how many cards the house pays a double.",
        favours="player",
        says="the titles of S3's link: the first two cards; in 2012 any number of cards",
    )
    split_pairs: tuple[Annotated[int, Field(ge=1, le=10)], ...] = explained(
        "The pairs whose split the house pays, by the points of one card, the ace as 1; an empty "
        "list has no free splits. Other pairs are split with the player's own money.",
        favours="player, the more pairs there are",
        says="the titles of S3's link: all but ten-values; some houses not 4-4, some not 5-5",
    )
    splits_max: Annotated[int, Field(ge=1, le=3)] = explained(
        "How many splits of one spot the house pays; further ones are the player's own money.",
        favours="player",
        says="the titles of S3's link: three, to four hands; some houses one",
    )


def numbers(settings: Settings | Literal["none"]) -> dict[str, int]:
    """The totals and pairs that the house pays for, one bit for each."""
    if settings == "none":
        return {
            "free_double_totals": 0, "free_doubles_two_cards_only": 0, "free_split_pairs": 0,
            "free_splits_max": 0,
        }  # fmt: skip
    pairs = sum({1 << points for points in settings.split_pairs})
    return {
        "free_double_totals": sum({1 << total for total in settings.double_totals}),
        "free_doubles_two_cards_only": int(settings.double_on is DoubleOn.FIRST_TWO_CARDS),
        "free_split_pairs": pairs,
        "free_splits_max": settings.splits_max if pairs else 0,
    }


def problems(at: Callable[[str], Any]) -> Iterator[tuple[str, str]]:
    """What is paid for must be allowed; *at* gives the value at a path of the file."""
    for what, needed in (("double_totals", "doubling"), ("split_pairs", "splitting")):
        if at(f"free_bets.{what}") and at(needed) == "none":
            yield f"free_bets.{what}", f"is not empty while {needed} is 'none': write []"


def chart_notes(settings: Settings) -> list[str]:
    """Which doubles and splits cost nothing, and what rows of free hands are."""
    said = []
    if settings.double_totals:
        cards = "" if settings.double_on is DoubleOn.ANY_NUMBER_OF_CARDS else " of two cards"
        said.append(f"D on hard {_listed(settings.double_totals)}{cards}: the house pays for it.")
    if settings.split_pairs:
        said.append(f"P on {_pairs(settings)}: the house pays for it.")
        said.append("Rows of free hands: the new hands of such a split, with nothing to lose.")
    return said


def placard(settings: Settings) -> tuple[str, str]:
    """A heading and a sentence."""
    said = []
    if settings.double_totals:
        cards = "on two cards" if settings.double_on is DoubleOn.FIRST_TWO_CARDS else "at any time"
        said.append(f"doubles hard {_listed(settings.double_totals)} {cards}")
    if settings.split_pairs:
        often = {1: ", once a spot", 2: ", twice a spot"}.get(settings.splits_max, "")
        said.append(f"splits {_pairs(settings)}{often}")
    return (
        "Free bets",
        f"The house {' and '.join(said) or 'pays for nothing'} for you. A free bet that wins is "
        "paid like your own money; one that loses costs you nothing.",
    )


def _pairs(settings: Settings) -> str:
    return _listed([PAIR_NAMES.get(points, f"{points}s") for points in settings.split_pairs])


def _listed(items: tuple[int, ...] | list[str]) -> str:
    *others, last = map(str, items)
    return f"{', '.join(others)} and {last}" if others else last
