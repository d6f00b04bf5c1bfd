"""How a meter grows, what it holds when it is won, and whether it can run dry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, log, log1p, sqrt
from typing import Final, Protocol

from upcard.money import OfMeter
from upcard.odds.progressive_odds import ProgressiveOdds
from upcard.odds.wager_odds import NO_METERS, returned

QUANTILES: Final = (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10))


class Chance(Protocol):
    """Where chance comes from: `random.Random` is one. Odds has none of its own."""

    def random(self) -> float:
        """A number from 0 up to, but not including, 1."""

    def shuffle(self, x: list[int]) -> None:
        """Put *x* into a random order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """One level from its seed to the award that empties it; amounts in wagers."""

    wagers_between: Fraction
    """How many wagers there are on average from one such award to the next."""
    meter_at_award: Fraction
    """What the meter holds on average when it is won."""
    quantiles: tuple[tuple[Fraction, int, Fraction], ...]
    """For each probability: within how many wagers the award comes, and the meter by then."""


def growth(
    progressive: ProgressiveOdds, level: str, *, seed: Fraction, per_wager: Fraction
) -> Growth | None:
    """
    How *level* grows by *per_wager* from *seed*; None where the shoe never deals its top award.

    The average takes lower awards from the same meter into account exactly; the quantiles leave
    them out, and are upper bounds where there are any.
    """
    resets = progressive.reset_probability(level)
    if not resets:
        return None
    kept = resets / progressive.share_rate(level)
    waits = [(q, waiting_quantile(resets, q)) for q in QUANTILES]
    return Growth(
        wagers_between=1 / resets,
        meter_at_award=kept * (seed + per_wager / resets),
        quantiles=tuple((q, wagers, seed + per_wager * wagers) for q, wagers in waits),
    )


def waiting_quantile(probability: Fraction, quantile: Fraction) -> int:
    """
    Within how many wagers an event of that probability has come with chance *quantile*.

    >>> waiting_quantile(Fraction(1, 2), Fraction(3, 4))
    2
    """
    if probability == 1:
        return 1
    return ceil(log1p(-float(quantile)) / log1p(-float(probability)) - 1e-9)


@dataclass(frozen=True, slots=True, kw_only=True)
class BackToBack:
    """Two awards of all of a level, the second with the very next wager; amounts in wagers."""

    second_award: Fraction
    """What the second winner gets."""
    house_seeds: Fraction
    """What the house itself puts in to start the meter twice."""
    meter_after: Fraction
    """Where the meter stands after both."""


def back_to_back(
    *, seed: Fraction, per_wager: Fraction, reserve: Fraction, wagers_between: Fraction
) -> BackToBack:
    """
    What two awards in a row do, after a first one that took the average time to come.

    The reserve of that time is added to the seed of the first restart; the second restart finds
    the reserve of one wager, which is why a reserve may not be the only seed.
    """
    return BackToBack(
        second_award=seed + reserve * wagers_between + per_wager,
        house_seeds=2 * seed,
        meter_after=seed + reserve,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DryMeter:
    """How likely a meter that pays everything cannot pay a fixed award before its next reset."""

    low: float
    high: float
    method: str


def dry_bounds(
    progressive: ProgressiveOdds, *, contribution: Fraction, seed: Fraction
) -> DryMeter | None:
    """
    Bounds that hold for certain, or None where a share under 100% or a second level is paid.

    The meter is a random walk that stops at the top award. With R the number that makes the mean
    of exp(-R x step), over wagers that are not the top award, equal to 1, exp(-R x meter) is a
    martingale; at ruin it lies between 1 and exp(R x the largest pay), so the probability lies
    between exp(-R x (seed + largest pay)) and exp(-R x seed) (Lundberg).
    """
    if len(progressive.levels) != 1 or any(award.share != 1 for award in progressive.awards):
        return None
    pays = _fixed_pays(progressive)
    largest = max(pay for _, pay in pays)
    exponent = _adjustment(pays, float(contribution))
    return DryMeter(
        low=exp(-exponent * (float(seed) + largest)),
        high=exp(-exponent * float(seed)),
        method="Lundberg bounds",
    )


def _fixed_pays(progressive: ProgressiveOdds) -> list[tuple[float, float]]:
    """Probability and pay of every outcome that is not paid as a share."""
    odds = progressive.odds
    return [
        (float(o.probability), float(returned(o.pay, odds.stake, NO_METERS)))
        for o in odds.outcomes
        if not isinstance(o.pay, OfMeter)
    ]


def _adjustment(pays: Sequence[tuple[float, float]], contribution: float) -> float:
    """Lundberg's R, rounded down in the last bits; 0 where ruin is certain."""

    def mean(exponent: float) -> float:
        return sum(p * exp(exponent * (pay - contribution)) for p, pay in pays)

    low, high = 0.0, 1e-12
    if mean(high) >= 1:
        return 0.0
    while mean(high) < 1:
        low, high = high, 2 * high
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if mean(middle) < 1 else (low, middle)
    return low


def dry_by_simulation(
    progressive: ProgressiveOdds,
    chance: Chance,
    *,
    contribution: Fraction,
    seed: Fraction,
    trials: int,
) -> DryMeter:
    """The same for any table with one level, by *trials* played lives of the meter, ± 2 errors."""
    dry = sum(
        _runs_dry(progressive, chance, float(contribution), float(seed)) for _ in range(trials)
    )
    mean = dry / trials
    error = sqrt(max(mean * (1 - mean), 1 / trials) / trials)
    return DryMeter(
        low=max(0.0, mean - 2 * error),
        high=min(1.0, mean + 2 * error),
        method=f"simulation of {trials} lives of the meter, two standard errors either way",
    )


def _runs_dry(
    progressive: ProgressiveOdds, chance: Chance, contribution: float, meter: float
) -> bool:
    """One life of a meter: whether it ends with a fixed award that it cannot pay."""
    hits = [outcome for outcome in progressive.odds.outcomes if outcome.is_hit]
    frequency = float(progressive.odds.hit_frequency)
    while True:
        meter += contribution * (1 + int(log(1 - chance.random()) / log1p(-frequency)))
        point = chance.random() * frequency
        for hit in hits:
            point -= float(hit.probability)
            if point < 0:
                break
        if isinstance(hit.pay, OfMeter):
            if hit.pay.share == 1:
                return False
            meter *= 1 - float(hit.pay.share)
        else:
            meter -= float(returned(hit.pay, progressive.odds.stake, NO_METERS))
        if meter < 0:
            return True
