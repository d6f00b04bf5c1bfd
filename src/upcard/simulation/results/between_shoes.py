"""
Honest standard errors behind a cut card: rounds of one shoe are not independent, shoes are.

What one round takes out of a shoe the next cannot have, so the results of a shoe's rounds hang
together. A sample of shoes says by how much: the spread of a mean over whole shoes, compared with
what it would be if all their rounds were independent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np

from upcard.engine_names import AUTO
from upcard.simulation.kernels import lane_sessions as kept
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.layout import Integers
from upcard.simulation.results.statistics import INSURANCE, MAIN, SUPER_BONUS, TOGETHER
from upcard.simulation.setups.packed_games import Packed
from upcard.simulation.tallies import RunTally, sizes_of
from upcard.simulation.vector_engines import ChosenEngine, chosen_engine, played_parts

SHOES: Final = 1 << 15
"""How many shoes are sampled: the effect is then known to within 1 percent or so."""
_KEPT: Final = {
    at.MAIN: kept.MAIN,
    at.BESIDE: kept.BESIDE,
    at.SUPER_BONUS: kept.SUPER_BONUS,
    at.INSURANCE: kept.INSURANCE,
}
"""Where lanes keep each wager of a shoe; side wagers come last."""

Effects = Mapping[str, float]
"""For each wager how many times as large the variance of its mean is as with independent rounds."""


class _Sample(NamedTuple):
    """Some shoes, one by one and all together."""

    rounds: Integers
    nets: dict[int, Integers]
    """For each wager its net in each shoe."""
    tally: RunTally


def design_effects(
    pack: Packed, seed: int, shoes: int = SHOES, engine: ChosenEngine | None = None
) -> Effects:
    """The effect of dealing to a cut card on each wager of *pack*; none without a cut card."""
    if not pack.setup.cut:
        return {}
    chosen = chosen_engine(AUTO, pack) if engine is None else engine
    played = _sampled(pack, seed, shoes, chosen)
    return {name: _effect(played, wagers) for name, wagers in _wagers(pack)}


def _sampled(pack: Packed, seed: int, shoes: int, engine: ChosenEngine) -> _Sample:
    """The shoes of the first block."""
    sides = len(pack.setup.sides)
    room = kept.shoe_by_shoe(shoes, sides)
    sizes = sizes_of(pack.tables)
    tally = played_parts(engine.automaton, engine.name, sizes, seed, 0, shoes, room).together()
    rows = room.by_wager.reshape(shoes, -1)
    places = _KEPT | {at.FIRST_SIDE + side: kept.FIRST_SIDE + side for side in range(sides)}
    nets = {wager: rows[:, place] for wager, place in places.items()}
    return _Sample(rows[:, kept.ROUNDS], nets, tally)


def _wagers(pack: Packed) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Each wager's name, and what has to be added up for it."""
    yield MAIN, (at.MAIN,)
    yield SUPER_BONUS, (at.SUPER_BONUS,)
    yield INSURANCE, (at.INSURANCE,)
    yield TOGETHER, (at.MAIN, at.BESIDE)
    for side, name in enumerate(pack.setup.sides):
        yield name, (at.FIRST_SIDE + side,)


def _effect(played: _Sample, wagers: tuple[int, ...]) -> float:
    nets = sum((played.nets[wager] for wager in wagers), np.zeros(played.rounds.size, np.int64))
    rounds = played.tally.rounds
    mean = Fraction(int(nets.sum()), rounds)
    if_independent = float(_squares(played.tally, wagers) - mean * mean * rounds)
    by_shoe = float(((nets - float(mean) * played.rounds) ** 2).sum())
    return by_shoe / if_independent if if_independent else 1.0


def _squares(tally: RunTally, wagers: tuple[int, ...]) -> int:
    """The squares of what *wagers* come to together, round by round."""
    if len(wagers) == 1:
        return tally.squares_of(wagers[0])
    products = 2 * tally.with_main(at.BESIDE)
    return tally.squares_of(at.MAIN) + products + tally.squares_of(at.BESIDE)
