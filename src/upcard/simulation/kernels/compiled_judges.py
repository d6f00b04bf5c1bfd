"""
The judges of all families as machine code: each is the very function that the table runs.

What calls the right one is written here as source, one branch for each family, so that nobody
keeps a list of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from upcard.families import FAMILIES, CardPlace, Family
from upcard.families.family import Judge
from upcard.simulation.kernels.compilation import called

JUDGED: Final = tuple(FAMILIES.values())
"""Every family that kernels know; its place is its number."""
_DEALERS: Final = (CardPlace.UPCARD, CardPlace.HOLE, CardPlace.DRAWN)


def number_of(family: Family) -> int:
    """The number that kernels know *family* by."""
    return JUDGED.index(family)


def _arguments(family: Family) -> str:
    """What the judge of *family* is given, of the arguments of a dispatcher."""
    dealers = _DEALERS if family.needs_finished_dealer else ()
    names = [place.value for place in family.places if place not in dealers]
    names += ["dealer"] if family.needs_finished_dealer else []
    names += ["reading"] if family.judged_reading else []
    return ", ".join(names)


def _dispatcher(name: str, arguments: str, families: Iterable[Family]) -> Judge:
    """A kernel that asks the judge of the family with a number: the lines that cards fit."""
    branches = [
        f"    if family == {number_of(family)}:\n"
        f"        return judge_{number_of(family)}({_arguments(family)})\n"
        for family in families
    ]
    source = f"def {name}({arguments}):\n{''.join(branches)}    return 0\n"
    names = {f"judge_{place}": one.judge for place, one in enumerate(JUDGED)}
    exec(source, names)
    return called(names[name])


lines_of: Final = _dispatcher(
    "lines_of",
    "family, reading, first, second, third, upcard, hole",
    (family for family in JUDGED if not family.needs_finished_dealer),
)
"""The lines of a family that a spot's and the dealer's first cards fit, one bit each."""

dealer_lines_of: Final = _dispatcher(
    "dealer_lines_of",
    "family, reading, first, second, dealer",
    (family for family in JUDGED if family.needs_finished_dealer),
)
"""The lines that the dealer's finished hand fits, a `DealerHand`, beside a spot's two cards."""
