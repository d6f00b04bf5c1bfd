"""What a run says about each wager and about all of them together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import exp, inf, sqrt
from types import MappingProxyType
from typing import Final

from upcard.game.stakes import at_risk
from upcard.money import Cents
from upcard.simulation.kernels import layout as at
from upcard.simulation.setups.packed_games import Packed
from upcard.simulation.tallies import RunTally

MAIN = "main"
SUPER_BONUS = "super-bonus"
INSURANCE = "insurance"
PARLAY = "parlay"
"""What winnings brought that were moved onto the main wager; it counts for no other wager."""
TOGETHER = "together"
NO_EFFECTS: Final[Mapping[str, float]] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedFigures:
    """One wager of a run. Everything counted in wagers is counted in the wager's own."""

    name: str
    rounds: int
    initial: Fraction
    """What is wagered in a round, over all spots, before anything is doubled or split; in cents."""
    net: Cents
    """What the players won in all; negative for a loss."""
    mean: Fraction
    """The net of a round, in cents."""
    variance: float
    """The variance of a round's net, in cents squared."""
    covariance_with_main: float
    """In cents squared; for the main wager its variance."""
    outcomes: dict[str, int]
    """How often each outcome came, by hand or by spot."""
    design_effect: float = 1.0
    """How many times as large the mean's variance is as with independent rounds: behind a cut card
    the rounds of a shoe are not (see `between_shoes`)."""

    @property
    def ev(self) -> float:
        """The mean net of each unit initially wagered."""
        return float(self.mean / self.initial)

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of a round, in initial wagers."""
        return sqrt(self.variance) / float(self.initial)

    @property
    def standard_error(self) -> float:
        """The standard error of `ev`."""
        return self.standard_deviation * sqrt(self.design_effect / self.rounds)

    @property
    def rounds_to_overcome_chance(self) -> float:
        """N0: the number of rounds after which the expectation is one standard deviation."""
        return (self.standard_deviation / self.ev) ** 2 if self.ev else inf

    def risk_of_ruin(self, bankroll: float) -> float:
        """
        The chance that a bankroll of this many initial wagers is lost in the end, with flat bets.

        The usual approximation by a random walk: exp(-2 x EV x bankroll / variance); without an
        edge of the player's, certainty.
        """
        if self.ev <= 0:
            return 1.0
        return exp(-2 * self.ev * bankroll / self.standard_deviation**2)

    def frequencies(self) -> dict[str, float]:
        """The outcomes as shares of all of them."""
        made = sum(self.outcomes.values())
        return {name: count / made for name, count in self.outcomes.items()}

    def z_score(self, exact_ev: float) -> float:
        """How many standard errors the simulated EV is above *exact_ev*."""
        return (self.ev - exact_ev) / self.standard_error


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFigures:
    """Everything a run says."""

    rounds: int
    shoes_emptied: int
    """How often the shoe ran out in the middle of a round and was shuffled again."""
    wagers: dict[str, SimulatedFigures]
    """By name: main, super-bonus, insurance, parlay and side wagers, if any; and together."""
    staked: Cents
    """The main wagers with all doubles and splits."""

    @property
    def main(self) -> SimulatedFigures:
        """The main wager, without the super bonus."""
        return self.wagers[MAIN]

    @property
    def ev_of_total_wager(self) -> float:
        """The main wager's net for each unit wagered in all, doubles and splits included."""
        return float(Fraction(self.main.net, self.staked))

    def correlation_with_main(self, wager: str) -> float:
        """How far a wager goes with the main wager: from -1 to 1."""
        other = self.wagers[wager]
        spread = sqrt(self.main.variance * other.variance)
        return other.covariance_with_main / spread if spread else 0.0


def figures(pack: Packed, tally: RunTally, effects: Mapping[str, float] = NO_EFFECTS) -> RunFigures:
    """What *tally* says, rounds of *pack*; *effects* are those of `between_shoes`, if any."""
    wagers = {
        wager.name: replace(wager, design_effect=effects.get(wager.name, 1.0))
        for wager in _wagers(pack, tally)
    }
    staked = [at_risk(pack.setup.wager, at.laid_of(stakes)) for stakes in range(at.STAKES)]
    risked = (
        count * staked[cell % at.STAKES]
        for cell, count in enumerate(tally.counts[: at.CELLS])
        if count
    )
    return RunFigures(
        rounds=tally.rounds,
        shoes_emptied=tally.totals[at.SHOES_EMPTIED],
        wagers=wagers,
        staked=Cents(sum(risked)),
    )


def _wagers(pack: Packed, tally: RunTally) -> Iterator[SimulatedFigures]:
    setup, settings, totals = pack.setup, pack.tables.settings, tally.totals
    main = Fraction(setup.spots * setup.wager)
    yield _wager(pack, tally, MAIN, at.MAIN, main, _main_outcomes(tally))
    if settings.bonus:
        outcomes = {SUPER_BONUS: totals[at.SUPER_BONUSES], "envy": totals[at.ENVIES]}
        yield _wager(pack, tally, SUPER_BONUS, at.SUPER_BONUS, main, outcomes)
    made, won = totals[at.INSURANCES], totals[at.INSURANCES_WON]
    if made:
        average = Fraction(pack.insurance * made, tally.rounds)
        outcomes = {"win": won, "lose": made - won}
        yield _wager(pack, tally, INSURANCE, at.INSURANCE, average, outcomes)
    moves = totals[at.PARLAYS]
    if moves:
        average = Fraction(totals[at.MOVED] * pack.unit, tally.rounds)
        yield _wager(pack, tally, PARLAY, at.PARLAY, average, {"moved": moves})
    for side, (name, amount) in enumerate(setup.sides.items()):
        outcomes = side_outcomes(pack, tally, side)
        average = amount * (setup.spots - Fraction(_not_made(tally, side), tally.rounds))
        if average:
            yield _wager(pack, tally, name, at.FIRST_SIDE + side, average, outcomes)
    yield _together(pack, tally)


def _moments(
    pack: Packed, tally: RunTally, sum_: int, squares: int, with_main: int
) -> tuple[Fraction, float, float]:
    """Mean in cents, variance and covariance with main in cents squared, from exact sums."""
    rounds, unit = tally.rounds, pack.unit
    mean, main = Fraction(sum_, rounds), Fraction(tally.sum_of(at.MAIN), rounds)
    variance = float(Fraction(squares, rounds) - mean * mean) * unit * unit
    covariance = float(Fraction(with_main, rounds) - mean * main) * unit * unit
    return mean * unit, variance, covariance


def _wager(
    pack: Packed,
    tally: RunTally,
    name: str,
    wager: int,
    initial: Fraction,
    outcomes: dict[str, int],
) -> SimulatedFigures:
    mean, variance, covariance = _moments(
        pack, tally, tally.sum_of(wager), tally.squares_of(wager), tally.with_main(wager)
    )
    return SimulatedFigures(
        name=name,
        rounds=tally.rounds,
        initial=initial,
        net=Cents(tally.sum_of(wager) * pack.unit),
        mean=mean,
        variance=variance,
        covariance_with_main=covariance,
        outcomes=outcomes,
    )


def _together(pack: Packed, tally: RunTally) -> SimulatedFigures:
    """
    The main wager and everything beside it.

    Insurance, moved winnings and wagers on a card that is seen count in the net, not as initial.
    """
    setup = pack.setup
    late = {offer.name for offer in setup.game.late}
    sum_ = tally.sum_of(at.MAIN) + tally.sum_of(at.BESIDE)
    products = tally.with_main(at.BESIDE)
    squares = tally.squares_of(at.MAIN) + 2 * products + tally.squares_of(at.BESIDE)
    mean, variance, covariance = _moments(
        pack, tally, sum_, squares, tally.squares_of(at.MAIN) + products
    )
    amount = setup.wager + sum(x for name, x in setup.sides.items() if name not in late)
    return SimulatedFigures(
        name=TOGETHER,
        rounds=tally.rounds,
        initial=Fraction(setup.spots * amount),
        net=Cents(sum_ * pack.unit),
        mean=mean,
        variance=variance,
        covariance_with_main=covariance,
        outcomes={},
    )


def _main_outcomes(tally: RunTally) -> dict[str, int]:
    counts = tally.counts[: at.CELLS]
    sums = {
        name: sum(counts[at.STAKES * place : at.STAKES * (place + 1)])
        for place, name in enumerate(at.OUTCOMES)
    }
    return {name: count for name, count in sums.items() if count}


def _not_made(tally: RunTally, side: int) -> int:
    """How often the card that a side wager is made on did not open it."""
    return tally.counts[at.CELLS + at.VERDICTS * side + at.NOT_MADE]


def side_outcomes(pack: Packed, tally: RunTally, side: int) -> dict[str, int]:
    """How often each outcome of the side wager with that number came."""
    start = at.CELLS + at.VERDICTS * side
    counts = tally.counts[start : start + at.VERDICTS]
    found = dict(zip(pack.verdicts[side], counts, strict=False))
    if counts[at.RETURNED]:
        found["returned"] = counts[at.RETURNED]
    return found
