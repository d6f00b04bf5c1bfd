"""A progressive wager with its meters, as the kernel plays it: who hit which level, and when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

import numpy as np

from upcard.game.choices import SeveralWinners
from upcard.jackpot.awards import WHOLE
from upcard.money import Cents, OfMeter
from upcard.odds.progressive_advice import MeterSettings
from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.draws import BLOCK_DRAWS
from upcard.simulation.kernels.lane_meters import (
    HIT_ROUND_SHIFT,
    HIT_SPOT_SHIFT,
    METER_FIELDS,
    METER_IS_SHARED,
    METER_LEVELS,
    METER_PAYS,
    METER_SEEDS,
    METER_SIDE,
    lane_meters,
)
from upcard.simulation.kernels.lane_sessions import lane_sessions
from upcard.simulation.kernels.layout import Integers
from upcard.simulation.problems import SetupError
from upcard.simulation.setups.packed_games import Packed
from upcard.simulation.tallies import RunTally
from upcard.simulation.vector_engines import played_parts
from upcard.wagers import Offer

PART_ROUNDS: Final = 1 << 12
"""How many rounds of a block a lane plays one after the other, from a fresh shoe on."""


@dataclass(frozen=True)
class MeterPlan:
    """One progressive wager of a setup, and what its meters are set to."""

    pack: Packed
    wager: str
    settings: MeterSettings

    @property
    def offer(self) -> Offer:
        """The progressive as the table offers it."""
        return self.pack.setup.game.offers[self.wager]

    @property
    def amount(self) -> Cents:
        """What each spot wagers on it."""
        return self.pack.setup.sides[self.wager]

    @property
    def handle(self) -> int:
        """What all spots wager on it in a round, in cents."""
        return self.amount * self.pack.setup.spots

    @cached_property
    def levels(self) -> tuple[str, ...]:
        """The levels it pays from, top level first."""
        used = {pay.level for pay in self.offer.pays.values() if isinstance(pay, OfMeter)}
        return tuple(level for level in self.offer.levels if level in used)

    @property
    def rate(self) -> Fraction:
        """The part of each wager that goes to one level."""
        return self.settings.contribution / len(self.levels)

    @property
    def reserve_rate(self) -> Fraction:
        """The part of each wager that goes to the next seed of one level."""
        return self.settings.reserve / len(self.levels)

    @property
    def is_shared(self) -> bool:
        """Whether several winners of a round divide one award."""
        return self.offer.several_winners is SeveralWinners.SPLIT_EQUALLY

    def seed(self, level: str) -> Cents:
        """What the house starts a level with."""
        return Cents(int(self.settings.seeds[level] * self.amount))

    @cached_property
    def awards(self) -> Mapping[int, tuple[str, int]]:
        """For each verdict that a meter pays: the level, and the percentage of it."""
        names = self.pack.verdicts[list(self.pack.setup.sides).index(self.wager)]
        pays = {place: self.offer.pays.get(name) for place, name in enumerate(names)}
        return {
            place: (pay.level, int(pay.share * WHOLE))
            for place, pay in pays.items()
            if isinstance(pay, OfMeter)
        }


def meter_plan(pack: Packed, wager: str, settings: MeterSettings) -> MeterPlan:
    """The meters of *wager*, which every spot of *pack* plays; refuses what no meter can be."""
    if wager not in pack.setup.sides:
        played = ", ".join(pack.setup.sides) or "none"
        raise SetupError(f"the side wagers are {played}: {wager!r} is not among them")
    plan = MeterPlan(pack, wager, settings)
    if not plan.levels:
        raise SetupError(f"{wager} does not pay from a meter: name a progressive")
    if any((pay.share * WHOLE).denominator > 1 for pay in _meter_pays(plan)):
        raise SetupError(f"{wager} pays a share of its meter that is not a whole percentage")
    for level in plan.levels:
        seed = settings.seeds[level] * plan.amount
        if seed.denominator > 1:
            raise SetupError(
                f"the seed of {level} is {float(settings.seeds[level]):g} wagers of "
                f"{plan.amount} cents: it must be whole cents"
            )
    return plan


def _meter_pays(plan: MeterPlan) -> Iterator[OfMeter]:
    return (pay for pay in plan.offer.pays.values() if isinstance(pay, OfMeter))


def meter_table(plan: MeterPlan) -> Integers:
    """The meters as the kernel reads them, in cents."""
    pack, table = plan.pack, np.zeros(METER_FIELDS, np.int64)
    side = list(pack.setup.sides).index(plan.wager)
    table[METER_SIDE], table[METER_IS_SHARED] = side, plan.is_shared
    for verdict in range(at.VERDICTS):
        net = int(pack.tables.side_pays[side * at.VERDICTS + verdict]) * pack.unit
        table[METER_PAYS + verdict] = net + plan.amount
    for verdict, (level, percent) in plan.awards.items():
        table[METER_PAYS + verdict] = 0
        table[METER_LEVELS + verdict] = 1 + plan.levels.index(level)
        table[METER_SEEDS + verdict] = plan.seed(level) if percent == WHOLE else 0
    return table


@dataclass(frozen=True, slots=True)
class Hit:
    """A winner of a share of a meter."""

    round: int
    """Counted from 0 within its block."""
    spot: int
    verdict: int


@dataclass(frozen=True, slots=True)
class MeterBlock:
    """A block of rounds as a meter sees it."""

    tally: RunTally
    hits: tuple[Hit, ...]
    """In the order they are paid: round by round, the highest spot first."""
    paid: int
    """What the house itself paid: fixed pays, and a seed for each award of a whole level."""
    squares: int
    """The squares of the same, round by round."""

    def with_sums_of(self, other: MeterBlock) -> MeterBlock:
        """Both together, without their hits."""
        paid, squares = self.paid + other.paid, self.squares + other.squares
        return MeterBlock(self.tally + other.tally, (), paid, squares)


def played_meters(
    tables: Automaton,
    engine: str,
    sizes: tuple[int, int],
    meter: Integers,
    seed: int,
    block: int,
    rounds: int,
) -> MeterBlock:
    """One block of a history: each lane plays a part of it. Any machine may play it."""
    meters = lane_meters(tables, meter, rounds * int(tables.numbers[lay.SPOTS]))
    room = lane_sessions(PART_ROUNDS, rounds, int(BLOCK_DRAWS) // lay.LANES, meters)
    parts = -(-rounds // PART_ROUNDS)
    tally = played_parts(tables, engine, sizes, seed, block, parts, room).together()
    return _block(tally, meters.hits, meters.paid)


def _block(tally: RunTally, hits: Integers, paid: Integers) -> MeterBlock:
    """A block with its hits in the order they are paid."""
    found = [
        Hit(hit >> HIT_ROUND_SHIFT, hit >> HIT_SPOT_SHIFT & 15, hit & (at.VERDICTS - 1))
        for hit in hits[1 : 1 + hits[0]].tolist()
    ]
    total, low, high = paid.tolist()
    in_order = sorted(found, key=lambda hit: (hit.round, -hit.spot))
    return MeterBlock(tally, tuple(in_order), total, low + (high << 32))
