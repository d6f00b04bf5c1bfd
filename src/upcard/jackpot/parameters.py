"""The settings of a progressive, and which of them are refused or give a warning."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from upcard.jackpot.refusals import JackpotCode, JackpotRefused
from upcard.money import Cents, write_money

FORBIDDEN_IN_NAMES: Final = "/"
DENOMINATOR_MAX: Final = 1_000_000
"""The finest rate: a millionth of the wager. It keeps remainders short, however rates change."""


class AwardLock(StrEnum):
    """When an award changes the meter."""

    ON_CONFIRM = "on-confirm"
    """At the swipe, as the source documents say; a second claim on the level waits its turn."""
    ON_CLAIM = "on-claim"
    """At the claim: the amount is locked, the level reseeded, and other tables play on."""


class AboveCertified(StrEnum):
    """What happens to a contribution rate above the one the paytable's hold was computed with."""

    REFUSE = "refuse"
    RECALCULATE = "recalculate"
    """Allowed, but the hold shown must be recomputed."""


class Hold(StrEnum):
    """Which hold a report may show."""

    CERTIFIED = "certified"
    RECALCULATED = "recalculated"


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelParameters:
    """One level: Mega, Major, Minor, or the only one. Rates are parts of the wager."""

    name: str
    seed: Cents
    """What the house puts in when the level starts, and again after each 100% award."""
    rate: Fraction
    """The part of each wager that goes to the display."""
    reserve_rate: Fraction
    """The part of each wager that is added to the next seed."""
    hidden_rate: Fraction
    """A further part for the next seed that no placard states; it joins the reserve."""
    limit: Cents | None
    """The most the display shows; what comes in above it goes to the overflow."""
    unreasonable_over: Cents
    """A wager that would contribute more than this is taken for a fault and refused."""

    @property
    def rates(self) -> Fraction:
        """Everything that goes to this level, as part of the wager."""
        return self.rate + self.reserve_rate + self.hidden_rate


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameters:
    """One progressive: its levels, top first, and the settings they share."""

    name: str
    levels: tuple[LevelParameters, ...]
    award_lock: AwardLock
    house_share: Fraction
    """The part of each wager that the house keeps for itself."""
    largest_fixed_award: Cents
    certified_rate: Fraction | None
    """The contribution that the printed hold was computed with; None where nothing is printed."""
    above_certified: AboveCertified
    zero_seed_reason: str
    """Why a level may start from nothing; empty refuses it."""

    @property
    def contribution(self) -> Fraction:
        """The part of each wager that goes to any level."""
        return sum((level.rates for level in self.levels), Fraction(0))

    @property
    def is_house_jackpot(self) -> bool:
        """Whether no wager feeds it: a fixed prize of the house, whose display never grows."""
        return self.contribution == 0


def check(parameters: Parameters) -> None:
    """Refuse settings that could not be played."""
    names = [level.name for level in parameters.levels]
    for name in (parameters.name, *names):
        _check_name(name)
    if not names or len(set(names)) < len(names):
        raise JackpotRefused(
            JackpotCode.NAME_NOT_ALLOWED,
            f"levels are {', '.join(names) or 'none'}: name at least one, each only once",
        )
    _check_rates(parameters)
    for level in parameters.levels:
        _check_amounts(parameters, level)


def warnings(parameters: Parameters) -> tuple[str, ...]:
    """What is allowed and still unwise."""
    largest = parameters.largest_fixed_award
    return tuple(
        f"seed of {level.name} is {write_money(level.seed)}: "
        f"the largest fixed award is {write_money(largest)}"
        for level in parameters.levels
        if level.seed < largest
    )


def hold_of(parameters: Parameters) -> Hold:
    """Whether the printed hold still stands."""
    certified = parameters.certified_rate
    raised = certified is not None and parameters.contribution > certified
    return Hold.RECALCULATED if raised else Hold.CERTIFIED


def _check_name(name: str) -> None:
    if not name or FORBIDDEN_IN_NAMES in name or not name.isprintable():
        raise JackpotRefused(
            JackpotCode.NAME_NOT_ALLOWED,
            f"name is {name!r}: write printable characters without {FORBIDDEN_IN_NAMES}",
        )


def _check_rates(parameters: Parameters) -> None:
    rates = [parameters.house_share]
    for level in parameters.levels:
        rates += [level.rate, level.reserve_rate, level.hidden_rate]
    for rate in rates:
        if not 0 <= rate <= 1 or rate.denominator > DENOMINATOR_MAX:
            raise JackpotRefused(
                JackpotCode.RATE_NOT_ALLOWED,
                f"rate is {rate}: write 0 to 1, with a denominator of at most {DENOMINATOR_MAX}",
            )
    if sum(rates) > 1:
        raise JackpotRefused(
            JackpotCode.RATES_OVER_WAGER,
            f"rates and house share are {sum(rates) * 100}% together: write 100% at most",
        )
    if (
        hold_of(parameters) is Hold.RECALCULATED
        and parameters.above_certified is AboveCertified.REFUSE
    ):
        raise JackpotRefused(
            JackpotCode.RATE_ABOVE_CERTIFIED,
            f"contribution is {parameters.contribution * 100}%: the certified rate is "
            f"{(parameters.certified_rate or 0) * 100}%",
        )


def _check_amounts(parameters: Parameters, level: LevelParameters) -> None:
    seed, limit = write_money(level.seed), level.limit
    if level.seed < 0 or level.unreasonable_over < 0:
        raise JackpotRefused(
            JackpotCode.SEED_NOT_ALLOWED,
            f"seed and threshold of {level.name} are {seed} and "
            f"{write_money(level.unreasonable_over)}: write 0 or more",
        )
    if level.seed == 0 and not parameters.zero_seed_reason.strip():
        raise JackpotRefused(
            JackpotCode.SEED_ZERO,
            f"seed of {level.name} is 0: write more than 0, or give a reason",
        )
    if limit is not None and limit < level.seed:
        raise JackpotRefused(
            JackpotCode.LIMIT_BELOW_SEED,
            f"limit of {level.name} is {write_money(limit)}: the seed is {seed}",
        )
