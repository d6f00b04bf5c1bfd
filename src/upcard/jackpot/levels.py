"""The state of the jackpots: every level's balances, remainders, counters and open awards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from upcard.jackpot.accounts import HELD, Fund
from upcard.jackpot.parameters import Hold, LevelParameters, Parameters
from upcard.jackpot.people import Person
from upcard.money import CENTS_DOWN, NOTHING, Cents, Rounding

NOTHING_CARRIED: Final = Fraction(0)


@dataclass(frozen=True, slots=True)
class Carried:
    """What is due to the display and to the reserve and is not a whole cent yet: 0 to under 1."""

    display: Fraction = NOTHING_CARRIED
    reserve: Fraction = NOTHING_CARRIED


@dataclass(frozen=True, slots=True)
class CarriedOn:
    """What one level carries after a contribution, as it is recorded."""

    display: Fraction
    reserve: Fraction
    level: str = ""
    """The level's name; records of version 0.1 have none and rely on the place in their list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counters:
    """Cumulative meters: they never go back, not even for a reversal, which has its own."""

    in_count: int = 0
    """Wagers that contributed."""
    in_money: Cents = NOTHING
    """What was wagered."""
    hits: int = 0
    wins_money: Cents = NOTHING
    reversals: int = 0
    reversed_money: Cents = NOTHING
    seed_recovered: Cents = NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenAward:
    """A claim that is neither posted nor voided: every display says PENDING."""

    id: str
    percent: int
    winners: int
    """Among how many a 100% award is divided: 1 where the first is paid all of it."""
    round_id: str
    place: int
    """Its place in the paying order of its round: the farthest on the dealer's right is 1."""
    by: Person
    details: str
    """Table, spot, hand: what the win page prints. The jackpot does not read it."""
    rounding: Rounding = CENTS_DOWN
    """How the house of the winner's table pays; records before 0.3 have none."""

    @property
    def take_id(self) -> str:
        """What is taken off the meter for it: its own, or one with the winners who divide it."""
        return f"shared {self.round_id}" if self.winners > 1 else self.id


@dataclass(frozen=True, slots=True)
class Standing:
    """What a level holds apart from open awards."""

    display: Cents
    overflow: Cents
    reserve: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock:
    """Money taken off a meter for an award, some of which is not paid yet."""

    id: str
    percent: int
    winners: int
    before: Standing
    """The level as it was when this was taken."""
    unpaid: tuple[Cents, ...]
    """The shares still to be paid, in the order they are paid."""
    display_after: Cents
    seed: Cents
    """What the house put in to start the level again."""
    reserve: Cents
    """What of the reserve went to the display again."""
    display_since: Cents = NOTHING
    """What came in for the display after it and before the next lock, overflow included."""
    reserve_since: Cents = NOTHING
    rounding: Rounding = CENTS_DOWN
    """How the house of the winner's table pays; records before 0.3 have none."""
    kept: Cents = NOTHING
    """What of a whole level the house's unit could not pay: it stays on the meter."""

    @property
    def is_untouched(self) -> bool:
        """Whether none of its shares is paid."""
        return len(self.unpaid) == self.winners


@dataclass(frozen=True, slots=True, kw_only=True)
class PostedAward:
    """An award that was paid, kept so that it can be reversed."""

    id: str
    take_id: str
    amount: Cents
    seed: Cents
    reserve: Cents
    by: Person
    reversal: str = ""
    """The reversal that gave it back; empty while it stands."""

    @property
    def ids(self) -> frozenset[str]:
        """The ids that it takes up: its own, and its reversal's."""
        return frozenset(filter(None, (self.id, self.reversal)))


REVERSIBLE: Final = 1000
"""How many of the last awards of a level can be reversed; what was paid before is in the record."""
Posted = tuple[PostedAward, ...]


def reversible(posted: Posted) -> tuple[Posted, Posted]:
    """Of awards in the order they were paid, those that can be reversed, and the older ones."""
    return posted[-REVERSIBLE:], posted[:-REVERSIBLE]


NO_BALANCES: Final[Mapping[Fund, Cents]] = MappingProxyType(dict.fromkeys(Fund, Cents(0)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """One level: its settings, its accounts, and what is open on it."""

    parameters: LevelParameters
    balances: Mapping[Fund, Cents] = field(default_factory=lambda: NO_BALANCES)
    carried: Carried = Carried()
    due: Fraction = NOTHING_CARRIED
    """Rate times handle, exactly, since the level was opened."""
    counters: Counters = Counters()
    waiting: tuple[OpenAward, ...] = ()
    """Claims in the order they are paid."""
    locks: tuple[Lock, ...] = ()
    posted: Posted = ()
    """The last that were paid, oldest first: those that can still be reversed."""

    @property
    def display(self) -> Cents:
        """What the display shows."""
        return self.balances[Fund.METER]

    @property
    def standing(self) -> Standing:
        """What the level holds apart from open awards."""
        held = self.balances
        return Standing(held[Fund.METER], held[Fund.OVERFLOW], held[Fund.RESERVE])

    @property
    def liability(self) -> Cents:
        """What the house holds for players on this level."""
        return Cents(sum(self.balances[fund] for fund in HELD))

    @property
    def is_pending(self) -> bool:
        """Whether an award is open, which every display of the level says."""
        return bool(self.waiting or self.locks)

    @property
    def seed_outstanding(self) -> Cents:
        """Seed money that the house put in and has not recovered."""
        return Cents(-self.balances[Fund.SEEDS] - self.counters.seed_recovered)


class Play(StrEnum):
    """Whether a progressive is played."""

    IN_PLAY = "in-play"
    REMOVED = "removed"
    """Its money is still owed; it goes to the destination that was recorded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progressive:
    """One progressive: what it is set to, and its levels by name, top first."""

    parameters: Parameters
    levels: Mapping[str, Level]
    play: Play = Play.IN_PLAY
    destination: str = ""
    hold: Hold = Hold.CERTIFIED


@dataclass(frozen=True, slots=True)
class Jackpots:
    """Every progressive of a room, by name: the one state that commands are decided on."""

    progressives: Mapping[str, Progressive] = field(default_factory=lambda: MappingProxyType({}))
    used: frozenset[str] = frozenset()
    """
    Ids of awards that can be reversed, of their reversals, and of adjustments: none is used twice.

    What is older, the journal refuses: it has every award that was paid, and every transfer.
    """

    @property
    def liability(self) -> Cents:
        """What the house holds for players on all levels."""
        every = (level for one in self.progressives.values() for level in one.levels.values())
        return Cents(sum(level.liability for level in every))


def broken_identity(level: Level) -> str:
    """
    What is wrong with the books of *level*; empty if they balance.

    display + overflow + reserve + pending + paid + withdrawn = seeds + contributions + upward
    adjustments; what was moved in from elsewhere counts with the latter, what was moved out with
    the former. Contributions plus what is carried are exactly rate times handle.
    """
    held, counters = level.balances, level.counters
    if sum(held.values()):
        return f"in and out differ by {sum(held.values())}"
    if low := [fund for fund in Fund if (held[fund] < 0) != (held[fund] != 0 and _is_source(fund))]:
        return f"{low[0]} is {held[low[0]]}"
    if held[Fund.PAID] != counters.wins_money - counters.reversed_money:
        return f"paid is {held[Fund.PAID]}, won less reversed is not"
    if held[Fund.PENDING] != sum(sum(lock.unpaid) for lock in level.locks):
        return f"pending is {held[Fund.PENDING]}, the unpaid shares are not"
    carried = level.carried
    if not (0 <= carried.display < 1 and 0 <= carried.reserve < 1):
        return f"carried is {carried}: it is 0 to under 1 cent"
    if -held[Fund.CONTRIBUTIONS] + carried.display + carried.reserve != level.due:
        return f"contributions are {-held[Fund.CONTRIBUTIONS]} and {carried}, due is {level.due}"
    if level.parameters.limit is not None and level.display > level.parameters.limit:
        return f"display is {level.display}, over its limit of {level.parameters.limit}"
    return ""


def _is_source(fund: Fund) -> bool:
    return fund in (Fund.SEEDS, Fund.CONTRIBUTIONS, Fund.RAISED, Fund.MOVED_IN)
