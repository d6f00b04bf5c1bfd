"""What every feature has: a section of the rules file, and all that follows from it."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar, NamedTuple

from upcard.game.decisions import Decision, Sign, Why
from upcard.game.drafts import Facts, Found
from upcard.game.explained import Section
from upcard.game.house import House

Printed = Iterator[tuple[str, str]]
"""Headings of a placard, with a text each."""


class WagerLimits(NamedTuple):
    """The table limits that numbers of the house depend on, in cents."""

    main_max: int
    single_wager: int
    """The limit on any single wager, or `NO_CAP`."""


class Feature(Section):
    """
    A section of a rules file that changes the shape of a round.

    What most features have nothing of is empty here.
    """

    PLAYED_BY: ClassVar[frozenset[str]] = frozenset({"table", "solver", "simulator"})
    """Who plays it; one that is not named refuses it by name."""
    SIGNS: ClassVar[Mapping[Decision, Sign]] = {}
    """The signs of its decisions."""
    REASONS: ClassVar[Mapping[Why, str | Callable[[House], str]]] = {}
    """The reasons against a decision, as `reasons` ends a sentence."""
    MISSED: ClassVar[str] = ""
    """The heading under which a placard says that a game does not have it, if it says so."""

    @abstractmethod
    def numbers(self, limits: WagerLimits) -> dict[str, int]:
        """What it makes of the house, which has the numbers of features that are off already."""

    @abstractmethod
    def placard(self, house: House) -> Printed:
        """What the placard says of it."""

    @staticmethod
    def problems(facts: Facts) -> Found:
        """What it cannot be played with, in a file that has it."""
        yield from ()

    def chart_notes(self) -> list[str]:
        """What the reader of a chart must know of it."""
        return []
