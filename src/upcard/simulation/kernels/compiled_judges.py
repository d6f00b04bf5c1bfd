"""
The judges of all families as machine code: each is the very function that the table runs.

What calls the right one is written here as source, a few questions deep, so that nobody keeps a
list of families and none waits for all the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from upcard.families import FAMILIES, CardPlace, Family
from upcard.families.family import WITH_DEALERS_TWO, Judge
from upcard.simulation.kernels.compilation import called

JUDGED: Final = tuple(FAMILIES.values())
"""Every family that kernels know; its place is its number."""
_DEALERS: Final = (CardPlace.UPCARD, CardPlace.HOLE, CardPlace.DRAWN)


def is_odd(family: Family) -> bool:
    """Whether the judge of *family* looks at more than a deal or the dealer's finished hand."""
    known = (*WITH_DEALERS_TWO, CardPlace.THIRD, CardPlace.DRAWN)
    return family.round_sight is not None or not set(family.places) <= set(known)


def number_of(family: Family) -> int:
    """The number that kernels know *family* by."""
    return JUDGED.index(family)


def _arguments(family: Family) -> str:
    """What the judge of *family* is given, of the arguments of a dispatcher."""
    if family.round_sight is not None:
        return "first, second, result"
    dealers = _DEALERS if family.needs_finished_dealer else ()
    names = [place.value.replace("-", "_") for place in family.places if place not in dealers]
    names += ["dealer"] if family.needs_finished_dealer else []
    names += ["reading"] if family.judged_reading else []
    return ", ".join(names)


def _branches(families: Sequence[Family], indent: str) -> str:
    """Source that asks the judge of one of *families*: halves of them, down to one."""
    if len(families) == 1:
        number = number_of(families[0])
        return f"{indent}return judge_{number}({_arguments(families[0])})\n"
    half = len(families) // 2
    below, above = families[:half], families[half:]
    deeper = indent + "    "
    return (
        f"{indent}if family < {number_of(above[0])}:\n{_branches(below, deeper)}"
        f"{indent}else:\n{_branches(above, deeper)}"
    )


def _dispatcher(name: str, arguments: str, families: Sequence[Family]) -> Judge:
    """A kernel that asks the judge of the family with a number: the lines that cards fit."""
    names = {f"judge_{place}": one.judge for place, one in enumerate(JUDGED)}
    exec(f"def {name}({arguments}):\n{_branches(families, '    ')}", names)
    return called(names[name])


lines_of: Final = _dispatcher(
    "lines_of",
    "family, reading, first, second, third, upcard, hole",
    [family for family in JUDGED if not (family.needs_finished_dealer or is_odd(family))],
)
"""The lines of a family that a spot's and the dealer's first cards fit, one bit each."""

result_lines_of: Final = _dispatcher(
    "result_lines_of",
    "family, reading, first, second, result",
    [family for family in JUDGED if family.round_sight is not None],
)
"""The lines that a spot's two cards fit beside what became of its hand."""

five_lines_of: Final = _dispatcher(
    "five_lines_of",
    "family, reading, upcard, hole, dealers_third, dealers_fourth, dealers_fifth",
    [family for family in JUDGED if family.is_on_first_five],
)
"""The lines that the dealer's first five cards fit."""

two_hand_lines_of: Final = _dispatcher(
    "two_hand_lines_of",
    "family, reading, first, second, other_first, other_second",
    [family for family in JUDGED if family.is_on_two_hands],
)
"""The lines that the first two cards of both hands of a player fit."""

dealer_lines_of: Final = _dispatcher(
    "dealer_lines_of",
    "family, reading, first, second, dealer",
    [family for family in JUDGED if family.needs_finished_dealer and not is_odd(family)],
)
"""The lines that the dealer's finished hand fits, a `DealerHand`, beside a spot's two cards."""
