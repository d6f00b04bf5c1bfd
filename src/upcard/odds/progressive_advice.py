"""Planning a progressive: hold, growth, and the supplier's advice on its settings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from upcard.catalogue import CATALOGUE
from upcard.game.paytables import CertifiedMeter
from upcard.money import OfMeter
from upcard.odds.meter_growth import BackToBack, DryMeter, Growth, back_to_back, dry_bounds, growth
from upcard.odds.progressive_odds import Meters, ProgressiveOdds
from upcard.odds.wager_odds import NO_METERS, returned

CONTRIBUTION_MIN_WHERE_ALL_IS_PAID: Final = Fraction(70, 100)
"""The supplier's advice: where everything is paid from the meter, less may run dry."""


class PaidFrom(StrEnum):
    """What comes off the meter."""

    SHARES_ONLY = "shares-only"
    """Percentages; the fixed pays come from the chip tray."""
    EVERYTHING = "everything"


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterSettings:
    """What a house sets; rates are parts of each wager, seeds are counted in wagers."""

    contribution: Fraction
    """The rate of all levels together; each gets the same part of it."""
    reserve: Fraction
    seeds: Meters
    paid_from: PaidFrom = PaidFrom.SHARES_ONLY


@dataclass(frozen=True, slots=True)
class Advice:
    """A warning about a setting. *code* is stable."""

    code: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelPlan:
    """What to expect of one level; amounts in wagers."""

    level: str
    seed: Fraction
    contribution: Fraction
    break_even: Fraction | None
    growth: Growth | None
    without_reserve: BackToBack | None
    """Two awards in a row if there were no reserve."""
    with_reserve: BackToBack | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressivePlan:
    """A progressive with its settings, and what follows from them."""

    progressive: ProgressiveOdds
    settings: MeterSettings
    hold: Fraction
    levels: tuple[LevelPlan, ...]
    dry: DryMeter | None
    """How likely the meter runs dry, where everything is paid from it and bounds are known."""
    warnings: tuple[Advice, ...]
    assumptions: tuple[str, ...]


def default_settings(progressive: ProgressiveOdds) -> tuple[MeterSettings, tuple[str, ...]]:
    """The certified settings; if unpublished, the catalogue's rate and the least seed advised."""
    none = Fraction(0)
    certified = progressive.certified
    if certified is not None:
        rate = Fraction(certified.contribution_percent, 100)
        return MeterSettings(contribution=rate, reserve=none, seeds=progressive.certified_seeds), ()
    rate = _published_rate()
    seed = largest_fixed_award(progressive)
    return MeterSettings(
        contribution=rate, reserve=none, seeds=dict.fromkeys(progressive.levels, seed)
    ), (
        f"the contribution is not published: {float(100 * rate):g}% is the rate certified for "
        "other progressives of the catalogue",
        f"the seed is not published: {float(seed):g} wagers is the largest fixed award",
    )


def _published_rate() -> Fraction:
    """The highest contribution that any paytable of the catalogue is certified with."""
    sheets = [CATALOGUE.sheet(name) for name in CATALOGUE.names("sheets")]
    return max(
        Fraction(table.certified.contribution_percent, 100)
        for sheet in sheets
        if sheet is not None
        for table in sheet.paytables.values()
        if isinstance(table.certified, CertifiedMeter)
    )


def largest_fixed_award(progressive: ProgressiveOdds) -> Fraction:
    """The largest pay that is not a share of a meter, in wagers."""
    odds = progressive.odds
    return max(
        returned(outcome.pay, odds.stake, NO_METERS)
        for outcome in odds.outcomes
        if not isinstance(outcome.pay, OfMeter)
    )


def plan_progressive(
    progressive: ProgressiveOdds, settings: MeterSettings, assumptions: tuple[str, ...] = ()
) -> ProgressivePlan:
    """Everything a house wants to know before it sets a meter."""
    rates = settings.contribution, settings.reserve
    hold = progressive.hold(contribution=rates[0], reserve=rates[1], seeds=settings.seeds)
    from_meter = settings.paid_from is PaidFrom.EVERYTHING
    if from_meter:  # The contributions pay the fixed awards: the house does not pay them again.
        hold += progressive.fixed_return
    top = progressive.levels[0] if progressive.levels else ""
    return ProgressivePlan(
        progressive=progressive,
        settings=settings,
        hold=hold,
        levels=_levels(progressive, settings),
        dry=dry_bounds(progressive, contribution=rates[0], seed=settings.seeds[top])
        if from_meter
        else None,
        warnings=tuple(_advice(progressive, settings)),
        assumptions=(*progressive.odds.assumptions, *assumptions, *_assumed(progressive)),
    )


def _assumed(progressive: ProgressiveOdds) -> Iterator[str]:
    yield "every wager contributes; awards come independently, each round from a full shoe"
    if len(progressive.levels) > 1:
        yield "the contribution is divided equally among the levels"
        yield "each level's break-even assumes the other levels at their seeds"


def _levels(progressive: ProgressiveOdds, settings: MeterSettings) -> tuple[LevelPlan, ...]:
    break_even = progressive.break_even_wagers(settings.seeds)
    part = settings.contribution / max(len(progressive.levels), 1)
    return tuple(
        _level(progressive, settings, level, part, even)
        for level, even in zip(progressive.levels, break_even, strict=True)
    )


def _level(
    progressive: ProgressiveOdds,
    settings: MeterSettings,
    level: str,
    contribution: Fraction,
    break_even: Fraction | None,
) -> LevelPlan:
    seed = settings.seeds[level]
    reserve = settings.reserve / len(progressive.levels)
    per_wager = contribution
    if settings.paid_from is PaidFrom.EVERYTHING:
        per_wager -= progressive.fixed_return / len(progressive.levels)
    grown = growth(progressive, level, seed=seed, per_wager=per_wager)
    without, with_ = (
        back_to_back(
            seed=seed, per_wager=contribution, reserve=rate, wagers_between=grown.wagers_between
        )
        if grown
        else None
        for rate in (Fraction(0), reserve)
    )
    return LevelPlan(
        level=level,
        seed=seed,
        contribution=contribution,
        break_even=break_even,
        growth=grown,
        without_reserve=without,
        with_reserve=with_,
    )


def _advice(progressive: ProgressiveOdds, settings: MeterSettings) -> Iterator[Advice]:
    """The supplier's advice, where the settings go against it."""
    yield from _advice_on_rates(progressive, settings)
    largest = largest_fixed_award(progressive)
    for level in progressive.levels:
        seed = settings.seeds[level]
        if not seed and settings.reserve:
            yield Advice(
                "reserve-only-seed",
                f"the reserve is the only seed of {level}: after two awards in a row it is empty",
            )
        if not seed:
            yield Advice("seed-zero", f"the seed of {level} is 0: never start a meter at zero")
        elif seed < largest:
            yield Advice(
                "seed-below-fixed-award",
                f"the seed of {level} is {float(seed):g} wagers: "
                f"make it at least the largest fixed award, {float(largest):g}",
            )


def _advice_on_rates(progressive: ProgressiveOdds, settings: MeterSettings) -> Iterator[Advice]:
    contribution, reserve = settings.contribution, settings.reserve
    shown = f"the contribution is {float(100 * contribution):g}%"
    certified = progressive.certified
    if settings.paid_from is PaidFrom.EVERYTHING:
        if contribution < CONTRIBUTION_MIN_WHERE_ALL_IS_PAID:
            least = float(100 * CONTRIBUTION_MIN_WHERE_ALL_IS_PAID)
            yield Advice(
                "meter-may-run-dry",
                f"{shown} while everything is paid from the meter: under {least:g}% it may run dry",
            )
    elif certified is not None and contribution * 100 > certified.contribution_percent:
        yield Advice(
            "contribution-above-certified",
            f"{shown}: only percentages are paid from the meter, so do not go above the "
            f"certified {certified.contribution_percent}%",
        )
    if contribution + reserve > 1:
        yield Advice(
            "rates-above-100",
            f"{shown} and the reserve {float(100 * reserve):g}%: together more than 100%",
        )
