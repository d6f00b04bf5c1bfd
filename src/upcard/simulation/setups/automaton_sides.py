"""Side wagers as tables: the line that each gets, by the cards that it looks at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from upcard.families import CardPlace
from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.compiled_judges import number_of
from upcard.simulation.kernels.kernel_replays import judge_all
from upcard.simulation.kernels.layout import Bytes, Integers
from upcard.simulation.setups.packed_games import Packed
from upcard.wagers import Offer

TYPES: Final = 4 * len(at.RANK_ORDER)
PLACES: Final = (CardPlace.FIRST, CardPlace.UPCARD, CardPlace.SECOND, CardPlace.HOLE)
"""The cards of the deal, in the order they come."""


class SideTables(NamedTuple):
    """The side wagers of a setup."""

    sides: Integers
    verdicts: Bytes
    side_pays: Integers


def side_misfits(pack: Packed) -> Iterator[str]:
    """What lanes do not play of the side wagers, as part of a sentence."""
    for name in pack.setup.sides:
        later = [place for place in pack.setup.game.offers[name].sees if place not in PLACES]
        if later:
            yield f"{name} looks at cards that come after the deal"
    if pack.tables.settings[at.PARLAY_SIDE]:
        yield "winnings are moved onto the main wager"


def side_tables(pack: Packed) -> SideTables:
    """The line that each side wager gets: what its judge says to every deal."""
    numbers, verdicts, start = list[int](), [np.zeros(1, np.uint8)], 1
    for side, name in enumerate(pack.setup.sides):
        offer = pack.setup.game.offers[name]
        steps = {place: TYPES**power for power, place in enumerate(reversed(offer.sees))}
        numbers += [start, *(steps.get(place, 0) for place in PLACES)]
        verdicts.append(_verdicts(pack, side, _lines(offer)))
        start += verdicts[-1].size
    return SideTables(np.array(numbers, np.int64), np.concatenate(verdicts), pack.tables.side_pays)


def _lines(offer: Offer) -> Integers:
    """The lines that all cards fit which *offer* can look at."""
    places = [list(CardPlace).index(place) for place in offer.sees]
    lines = np.zeros(TYPES ** len(places), np.int64)
    judge_all(number_of(offer.family), sum(offer.told), np.array(places, np.int64), TYPES, lines)
    return lines


def _verdicts(pack: Packed, side: int, lines: Integers) -> Bytes:
    """The first line of the paytable that is among *lines*."""
    tables = pack.tables
    paid = int(tables.sides[at.SIDE_FIELDS * side + at.PAID_LINES])
    found = np.full(lines.size, paid, np.uint8)
    for place in reversed(range(paid)):
        bit = int(tables.lines[side * at.VERDICTS + place])
        found[lines >> bit & 1 == 1] = place
    return found


assert len(PLACES) == lay.SIDE_CARDS, "a side wager has a step for each card of the deal"
