"""
Rounds one after the other, as machine code: what became of sessions, and when a meter was hit.

A run adds rounds up and forgets their order; here the order is what counts. The rounds are the
same: this kernel plays and settles them with the functions of `kernels` and `blocks`. Numba sees
by itself when this file has changed, and `compilation` hashes all that it calls.
"""

from __future__ import annotations

import numpy as np

from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.block_kernels import settle_round, shuffle, start_of
from upcard.simulation.kernels.compilation import entry, inlined
from upcard.simulation.kernels.draws import Number, Word
from upcard.simulation.kernels.layout import Integers, Tables, Words
from upcard.simulation.kernels.round_kernels import play_round
from upcard.simulation.kernels.true_counts import cards_seen

BESIDE_SUM = at.WAGERS + at.WAGER_FIELDS * at.BESIDE + at.SUM
"""Where everything that is not the main wager is added up."""

# What is kept of a session, in units: its result, its lowest point, its deepest fall from a peak.
SESSION_FIELDS = 3
RESULT = 0
LOWEST = 1
FALL = 2

# A meter as the kernel sees it: which side wager hits it, whether several winners of a round share
# one award, and for each verdict what the house pays itself, the level that is hit (counted from 1;
# 0 for none), and the seed that the hit brings, in cents.
METER_SIDE = 0
METER_IS_SHARED = 1
METER_PAYS = 2
METER_LEVELS = METER_PAYS + at.VERDICTS
METER_SEEDS = METER_LEVELS + at.VERDICTS
METER_FIELDS = METER_SEEDS + at.VERDICTS

# Hits of a block, after their number: the round in the block, the spot, the verdict.
HIT_SPOT_SHIFT = 5
HIT_ROUND_SHIFT = 9

# What the house pays for the meter's wager: the sum, and the squares by round in two halves.
PAID_FIELDS = 3


@inlined
def add_hits(
    meter: Integers, spots: Number, felt: Integers, number: Number, hits: Integers, paid: Integers
) -> None:
    """Note the hits of round *number*, highest spot first, and what the house pays for it."""
    pays, seeded = np.int64(0), np.int64(0)
    for spot in range(spots - 1, -1, -1):
        verdict = felt[at.SIDE_VERDICTS + at.SIDES_MAX * spot + meter[METER_SIDE]]
        pays += meter[METER_PAYS + verdict]
        level = meter[METER_LEVELS + verdict]
        if level == 0:
            continue
        hits[0] += 1
        hits[hits[0]] = number << HIT_ROUND_SHIFT | spot << HIT_SPOT_SHIFT | verdict
        seed = meter[METER_SEEDS + verdict]
        if seed != 0 and not (meter[METER_IS_SHARED] != 0 and seeded >> level & 1 != 0):
            pays += seed
            seeded |= 1 << level
    squared = pays * pays
    paid[0] += pays
    paid[1] += squared & 0xFFFFFFFF
    paid[2] += squared >> 32


@inlined
def next_round(
    tables: Tables, felt: Integers, shoe: Words, place: Word, totals: Integers, counts: Integers
) -> tuple[Number, Word]:
    """The net of one more round, all wagers together; a shoe whose cut card is out is shuffled."""
    cut = tables.settings[at.CUT]
    if cut == 0 or cards_seen(shoe, tables.tags)[0] >= cut:
        shuffle(shoe)
    before = totals[BESIDE_SUM]
    up, hole, dealer, place = play_round(tables, felt, shoe, place, None, None)
    main = settle_round(tables, felt, up, hole, dealer, totals, counts)
    return main + totals[BESIDE_SUM] - before, place


@entry
def record_block(
    tables: Tables,
    meter: Integers,
    seed: Word,
    block: Word,
    rounds: Number,
    felt: Integers,
    shoe: Words,
    totals: Integers,
    counts: Integers,
    sessions: Integers,
    hits: Integers,
    paid: Integers,
) -> None:
    """
    Play sessions of *rounds* rounds, each from a fresh shoe, and keep what became of each.

    *sessions* has the room for as many as are played; *hits* for all that can be, or none where
    *meter* is empty.
    """
    place, number = start_of(seed, block), np.int64(0)
    for start in range(0, sessions.size, SESSION_FIELDS):
        shuffle(shoe)
        balance, peak, lowest, fall = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
        for _ in range(rounds):
            net, place = next_round(tables, felt, shoe, place, totals, counts)
            balance += net
            peak, lowest = max(peak, balance), min(lowest, balance)
            fall = max(fall, peak - balance)
            if meter.size > 0:
                add_hits(meter, tables.settings[at.SPOTS], felt, number, hits, paid)
            number += 1
        sessions[start + RESULT] = balance
        sessions[start + LOWEST] = lowest
        sessions[start + FALL] = fall
    totals[at.SHOES_EMPTIED] += np.int64(shoe[at.EMPTIED])
