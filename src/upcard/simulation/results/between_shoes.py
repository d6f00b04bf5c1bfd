"""
Honest standard errors behind a cut card: rounds of one shoe are not independent, shoes are.

What one round takes out of a shoe the next cannot have, so the results of a shoe's rounds hang
together. A sample of shoes says by how much: the spread of a mean over whole shoes, compared with
what it would be if all their rounds were independent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from upcard.simulation.kernels import layout as at
from upcard.simulation.results.statistics import INSURANCE, MAIN, SUPER_BONUS, TOGETHER
from upcard.simulation.runs import played_block
from upcard.simulation.setups.packed_games import Packed
from upcard.simulation.tallies import RunTally

SHOES: Final = 1 << 15
"""How many shoes are sampled: the effect is then known to within 1 percent or so."""

Effects = Mapping[str, float]
"""For each wager how many times as large the variance of its mean is as with independent rounds."""


def design_effects(pack: Packed, seed: int, shoes: int = SHOES) -> Effects:
    """The effect of dealing to a cut card on each wager of *pack*; none without a cut card."""
    if not pack.setup.cut:
        return {}
    shoe = pack.shoe()
    played = [played_block(pack.tables, shoe, seed, block, 1) for block in range(shoes)]
    return {name: _effect(played, wagers) for name, wagers in _wagers(pack)}


def _wagers(pack: Packed) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Each wager's name, and what has to be added up for it."""
    yield MAIN, (at.MAIN,)
    yield SUPER_BONUS, (at.SUPER_BONUS,)
    yield INSURANCE, (at.INSURANCE,)
    yield TOGETHER, (at.MAIN, at.BESIDE)
    for side, name in enumerate(pack.setup.sides):
        yield name, (at.FIRST_SIDE + side,)


def _effect(played: list[RunTally], wagers: tuple[int, ...]) -> float:
    sums = [(sum(map(shoe.sum_of, wagers)), shoe.rounds) for shoe in played]
    rounds = sum(count for _, count in sums)
    mean = Fraction(sum(net for net, _ in sums), rounds)
    squares = sum(_squares(shoe, wagers) for shoe in played)
    if_independent = float(squares - mean * mean * rounds)
    center = float(mean)
    by_shoe = sum((net - center * count) ** 2 for net, count in sums)
    return by_shoe / if_independent if if_independent else 1.0


def _squares(shoe: RunTally, wagers: tuple[int, ...]) -> int:
    """The squares of what *wagers* come to together, round by round."""
    if len(wagers) == 1:
        return shoe.squares_of(wagers[0])
    products = 2 * shoe.with_main(at.BESIDE)
    return shoe.squares_of(at.MAIN) + products + shoe.squares_of(at.BESIDE)
