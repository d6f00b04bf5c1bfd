"""
Adding rounds up, as machine code.

All money is in whole units that `packing` chose, so that every sum is exact.
"""

from __future__ import annotations

from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.compilation import inlined, replaceable
from upcard.simulation.kernels.draws import Number
from upcard.simulation.kernels.layout import Integers, Smalls


@replaceable
def bump(counts: Integers | Smalls, cell: Number) -> None:
    """One more of *cell*. A graphics card has a way of its own: see `card_compilers`."""
    counts[cell] += 1


@replaceable
def bump_by(counts: Integers, cell: Number, number: Number) -> None:
    """So many more of *cell*; see `bump`."""
    counts[cell] += number


@inlined
def add(totals: Integers, wager: Number, net: Number, main: Number) -> None:
    """Add a wager's net in one round to its sum, its squares, and its products with main."""
    start = at.WAGERS + at.WAGER_FIELDS * wager
    totals[start + at.SUM] += net
    squared, product = net * net, net * main
    totals[start + at.SQUARES] += squared & 0xFFFFFFFF
    totals[start + at.SQUARES + 1] += squared >> 32
    totals[start + at.WITH_MAIN] += product & 0xFFFFFFFF
    totals[start + at.WITH_MAIN + 1] += product >> 32


@inlined
def add_main(totals: Integers, rounds: Number, net: Number, low: Number, high: Number) -> None:
    """Add rounds and what their main wager came to: its net, and its squares in two halves."""
    totals[at.ROUNDS] += rounds
    totals[at.WAGERS + at.SUM] += net
    totals[at.WAGERS + at.SQUARES] += low
    totals[at.WAGERS + at.SQUARES + 1] += high


@inlined
def add_to_count(totals: Integers, table: Number, place: Number, main: Number) -> None:
    """Add a round's main net to the row of the true count it began with; *table* begins there."""
    row = table + at.COUNT_FIELDS * place
    squared = main * main
    totals[row] += 1
    totals[row + 1] += main
    totals[row + 2] += squared & 0xFFFFFFFF
    totals[row + 3] += squared >> 32


@inlined
def place_of_count(types: Number, left: Number, count: Number) -> Number:
    """Where a true count has its row: the running count by decks *left*, rounded down."""
    true = count * types // (left if left > 0 else 1)
    if true > at.TRUE_COUNT_MAX:
        return 2 * at.TRUE_COUNT_MAX
    return true + at.TRUE_COUNT_MAX if true > -at.TRUE_COUNT_MAX else 0
