"""`plan`: a progressive with its settings, and their consequences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import TypedDict

from upcard.app.odds_results import DECKS, first_paytable, usual_cards
from upcard.app.presentations import Columns, Showable
from upcard.app.problems import AppError
from upcard.odds.figure_texts import fraction, percent
from upcard.odds.meter_growth import BackToBack
from upcard.odds.progressive_advice import (
    MeterSettings,
    PaidFrom,
    ProgressivePlan,
    default_settings,
    plan_progressive,
)
from upcard.odds.progressive_odds import MeterShare, ProgressiveOdds, progressive_odds
from upcard.odds.wager_sheets import check_approved, deck_of, full_shoe, offer_from_sheet, sheet_of
from upcard.plain import JsonObject

Rate = str | int | Fraction | Decimal


class PlannedAward(TypedDict):
    """A line that a meter pays."""

    outcome: str
    level: str
    percent: float
    probability: str
    wagers_between: float | None


class MeterQuantile(TypedDict):
    """By when a level is won so often, and where its meter stands then."""

    percent: float
    wagers: int
    meter_wagers: float


class TwoAwards(TypedDict):
    """What happens if a level is won twice in a row."""

    second_award_wagers: float
    house_seeds_wagers: float
    meter_after_wagers: float


class BackToBackAwards(TypedDict):
    """The same, without and with a reserve."""

    without_reserve: TwoAwards | None
    with_reserve: TwoAwards | None


class PlannedLevel(TypedDict):
    """A level of a plan, in wagers."""

    level: str
    seed_wagers: float
    contribution_percent: float
    break_even_wagers: float | None
    wagers_between_awards: float | None
    meter_at_award_wagers: float | None
    meter_quantiles: list[MeterQuantile]
    back_to_back: BackToBackAwards


class DryMeterRecord(TypedDict):
    """How likely the meter runs dry."""

    low: float
    high: float
    method: str


class PlanRecord(TypedDict):
    """A progressive with its settings, and what follows from them."""

    wager: str
    paytable: str
    hold_percent: float
    hit_frequency_percent: float
    fixed_return_percent: float
    break_even_wagers: list[float | None]
    contribution_percent: float
    reserve_percent: float
    seed_wagers: list[float | None]
    awards: list[PlannedAward]
    levels: list[PlannedLevel]
    runs_dry: DryMeterRecord | None
    warnings: list[str]
    assumptions: list[str]


@dataclass(frozen=True, slots=True, repr=False)
class PlannedProgressive(Showable):
    """A progressive with its settings: hold, growth, break-even and warnings."""

    plan: ProgressivePlan

    @property
    def wager(self) -> str:
        """The progressive's name."""
        return self.plan.progressive.odds.wager

    @property
    def paytable(self) -> str:
        """The paytable's name."""
        return self.plan.progressive.odds.paytable

    @property
    def hold(self) -> Fraction:
        """What the house keeps of each wager in the long run."""
        return self.plan.hold

    @property
    def hold_percent(self) -> float:
        """The hold in percent."""
        return percent(self.hold)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings where the settings go against the supplier's advice."""
        return tuple(advice.message for advice in self.plan.warnings)

    @property
    def heading(self) -> str:
        """A one-line summary."""
        return f"{self.wager} {self.paytable}: hold {self.hold_percent:.4f}%"

    def columns(self) -> Columns:
        """A row for each level."""
        levels: Sequence[JsonObject] = list(_levels(self.plan))
        names = (
            "level",
            "seed_wagers",
            "contribution_percent",
            "break_even_wagers",
            "wagers_between_awards",
            "meter_at_award_wagers",
        )
        return {name: [level[name] for level in levels] for name in names}

    def to_dict(self) -> PlanRecord:
        """What `upcard progressive plan --json` prints."""
        plan, progressive = self.plan, self.plan.progressive
        return {
            "wager": self.wager,
            "paytable": self.paytable,
            "hold_percent": self.hold_percent,
            "hit_frequency_percent": percent(progressive.odds.hit_frequency),
            "fixed_return_percent": percent(progressive.fixed_return),
            "break_even_wagers": [_number(level.break_even) for level in plan.levels],
            "contribution_percent": percent(plan.settings.contribution),
            "reserve_percent": percent(plan.settings.reserve),
            "seed_wagers": [_number(level.seed) for level in plan.levels],
            "awards": [_award(award) for award in progressive.awards],
            "levels": list(_levels(plan)),
            "runs_dry": None
            if plan.dry is None
            else {"low": plan.dry.low, "high": plan.dry.high, "method": plan.dry.method},
            "warnings": list(self.warnings),
            "assumptions": list(plan.assumptions),
        }


def _award(award: MeterShare) -> PlannedAward:
    return {
        "outcome": award.outcome,
        "level": award.level,
        "percent": percent(award.share),
        "probability": fraction(award.probability),
        "wagers_between": _number(award.wagers_between),
    }


def _number(exact: Fraction | None) -> float | None:
    return None if exact is None else float(exact)


def _levels(plan: ProgressivePlan) -> Iterator[PlannedLevel]:
    for level in plan.levels:
        grown = level.growth
        yield {
            "level": level.level,
            "seed_wagers": float(level.seed),
            "contribution_percent": percent(level.contribution),
            "break_even_wagers": _number(level.break_even),
            "wagers_between_awards": float(grown.wagers_between) if grown else None,
            "meter_at_award_wagers": float(grown.meter_at_award) if grown else None,
            "meter_quantiles": [
                {"percent": percent(q), "wagers": wagers, "meter_wagers": float(meter)}
                for q, wagers, meter in (grown.quantiles if grown else ())
            ],
            "back_to_back": {
                "without_reserve": _two_awards(level.without_reserve),
                "with_reserve": _two_awards(level.with_reserve),
            },
        }


def _two_awards(two: BackToBack | None) -> TwoAwards | None:
    if two is None:
        return None
    return {
        "second_award_wagers": float(two.second_award),
        "house_seeds_wagers": float(two.house_seeds),
        "meter_after_wagers": float(two.meter_after),
    }


def plan(
    name: str,
    *,
    decks: int = DECKS,
    contribution: Rate | None = None,
    reserve: Rate | None = None,
    seed_wagers: str | None = None,
    paid_from: str = PaidFrom.SHARES_ONLY,
    force: bool = False,
) -> PlannedProgressive:
    """
    A progressive, `NAME:PAYTABLE`, with its certified settings or with yours.

    Rates are in percent of each wager; *seed_wagers* has a number for each level, top level first.

    >>> round(plan("blazing-7s-upcard:ML03", decks=8).hold_percent, 2)
    21.65
    """
    found = _progressive(name, decks, force)
    settings, assumed = chosen_settings(found, contribution, reserve, seed_wagers)
    settings = replace(settings, paid_from=_paid_from(paid_from))
    return PlannedProgressive(plan_progressive(found, settings, assumed))


def _paid_from(given: str) -> PaidFrom:
    try:
        return PaidFrom(given)
    except ValueError:
        allowed = " or ".join(PaidFrom)
        raise AppError("paid-from", f"paid_from is {given!r}: write {allowed}") from None


def chosen_settings(
    found: ProgressiveOdds,
    contribution: Rate | None,
    reserve: Rate | None,
    seed_wagers: str | None,
) -> tuple[MeterSettings, tuple[str, ...]]:
    """The default settings of a progressive with the user's changes, and the assumptions."""
    settings, assumed = default_settings(found)
    if contribution is not None:
        settings = replace(settings, contribution=_rate("contribution", contribution))
    if reserve is not None:
        settings = replace(settings, reserve=_rate("reserve", reserve))
    if seed_wagers is not None:
        settings = replace(settings, seeds=_seeds(found, seed_wagers))
    _check_rates(settings)
    return settings, assumed


def _progressive(name: str, decks: int, force: bool) -> ProgressiveOdds:
    wager, _, paytable = name.partition(":")
    sheet = sheet_of(wager, paytable or None)
    if sheet.kind != "progressive":
        raise AppError(
            "not-a-progressive", f"{wager} does not pay from a meter: name a progressive"
        )
    paytable = paytable or first_paytable(wager)
    deck = deck_of(usual_cards(wager))
    offer = offer_from_sheet(sheet, paytable, deck)
    if not force:
        check_approved(sheet, paytable, decks)
    return progressive_odds(offer, full_shoe(deck, decks), sheet.paytables[offer.paytable])


def _rate(what: str, given: Rate) -> Fraction:
    """Read an exact percentage, without binary rounding."""
    try:
        rate = Fraction(given) / 100
    except (ValueError, ZeroDivisionError):
        raise AppError("rate", f"{what} is {given!r}: write a percentage like 24 or 2.5") from None
    if not 0 <= rate <= 1:
        raise AppError("rate", f"{what} is {given}%: write 0 to 100")
    return rate


def _check_rates(settings: MeterSettings) -> None:
    if settings.contribution + settings.reserve > 1:
        total = float(100 * (settings.contribution + settings.reserve))
        raise AppError(
            "rates", f"contribution and reserve are {total:g}% together: write 100 at most"
        )


def _seeds(found: ProgressiveOdds, text: str) -> dict[str, Fraction]:
    parts = text.split(",")
    if len(parts) != len(found.levels):
        levels = ", ".join(found.levels)
        raise AppError("seeds", f"seed-wagers is {text!r}: write one number for each of {levels}")
    try:
        seeds = [Fraction(part) for part in parts]
    except (ValueError, ZeroDivisionError):
        raise AppError(
            "seeds", f"seed-wagers is {text!r}: write numbers separated by commas"
        ) from None
    if min(seeds) < 0:
        raise AppError("seeds", f"seed-wagers is {text!r}: write seeds of 0 or more")
    return dict(zip(found.levels, seeds, strict=True))
