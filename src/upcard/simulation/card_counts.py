"""Counting cards: what the main wager is worth at each true count, and what a bet ramp gains."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Final

from upcard.simulation.kernels import layout as at
from upcard.simulation.problems import SetupError
from upcard.simulation.setups.packed_games import Packed
from upcard.simulation.tallies import RunTally

HI_LO: Final = dict.fromkeys("23456", 1) | dict.fromkeys("TJQKA", -1)
"""The best-known count: small cards gone are good for the player, tens and aces gone are bad."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountRow:
    """The rounds that began at one true count."""

    true_count: int
    """Rounded down; the first and the last row stand for all beyond them too."""
    frequency: float
    ev: float
    """The mean net of the main wager, in initial wagers."""
    standard_deviation: float
    standard_error: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RampFigures:
    """The result of bets that follow the count, in units of the smallest bet."""

    average_bet: float
    ev_per_round: float
    standard_deviation: float
    """Of one round."""

    @property
    def ev_per_100_rounds(self) -> float:
        """What the field calls units won per 100 hands."""
        return 100 * self.ev_per_round


def true_count_table(pack: Packed, tally: RunTally) -> tuple[CountRow, ...]:
    """One row for each true count at which a round began, lowest first."""
    initial = pack.setup.spots * pack.setup.wager / pack.unit
    rows = []
    for true_count, (rounds, net, squares) in _sums(pack, tally).items():
        mean = net / rounds
        deviation = sqrt(squares / rounds - mean * mean) / initial
        row = CountRow(
            true_count=true_count,
            frequency=rounds / tally.rounds,
            ev=mean / initial,
            standard_deviation=deviation,
            standard_error=deviation / sqrt(rounds),
        )
        rows.append(row)
    return tuple(rows)


def ramp_figures(pack: Packed, tally: RunTally, bets: Mapping[int, int]) -> RampFigures:
    """
    The result of *bets* by true count, each a multiple of the smallest bet.

    A true count that is not named takes the bet of the next lower one; below all of them nothing
    is wagered. Fixed bonuses are left out, and every other pay is taken to grow with the bet.
    """
    initial = pack.setup.spots * pack.setup.wager / pack.unit
    wagered = won = squared = 0.0
    for true_count, (rounds, net, squares) in _sums(pack, tally).items():
        bet = bets[max(named)] if (named := [c for c in bets if c <= true_count]) else 0
        wagered += bet * rounds
        won += bet * net / initial
        squared += bet * bet * squares / initial**2
    mean = won / tally.rounds
    return RampFigures(
        average_bet=wagered / tally.rounds,
        ev_per_round=mean,
        standard_deviation=sqrt(squared / tally.rounds - mean * mean),
    )


def _sums(pack: Packed, tally: RunTally) -> dict[int, tuple[int, int, int]]:
    """Rounds, net and squares of the main wager by true count, where there were rounds."""
    if not pack.setup.count:
        raise SetupError("this run counted no cards: give the setup a count, such as HI_LO")
    start = len(tally.totals) - at.TRUE_COUNTS * at.COUNT_FIELDS
    sums = {}
    for place in range(at.TRUE_COUNTS):
        row = start + at.COUNT_FIELDS * place
        rounds, net, low, high = tally.totals[row : row + at.COUNT_FIELDS]
        if rounds:
            sums[place - at.TRUE_COUNT_MAX] = (rounds, net, low + (high << 32))
    return sums
