"""
Cards for lanes from shoes that last for several rounds or several spots, one shoe for each lane.

Each shoe has its own part of SplitMix64's stream, and begins with its cards in the same order. A
draw takes one of the cards that are left, and the last of these takes its place: so nothing is
shuffled that is not dealt, and it does not matter which lane plays a shoe. 55 bits of a number
choose the card: one is likelier than another by a part in 10**13 at the very most.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.compilation import called, inlined
from upcard.simulation.kernels.draws import STEP, Number, Word, index, mixed
from upcard.simulation.kernels.lane_engines import ONE, Portable
from upcard.simulation.kernels.lane_memory import lanes_at, put
from upcard.simulation.kernels.lane_operations import (
    Lanes,
    Mask,
    bits_of,
    lowest_lane,
    signed_shorts,
    where,
)
from upcard.simulation.kernels.lane_tables import look_up
from upcard.simulation.kernels.lane_types import compiled_by_class
from upcard.simulation.kernels.layout import Bytes, Integers, Shorts, Smalls, Words

CARDS_BITS: Final = 9
"""A shoe has fewer cards than so many bits can count."""
NUMBER_BITS: Final = 64 - CARDS_BITS
ALL_LANES: Final = ~np.uint64(0)
# Numbers.
EMPTIED: Final = 0
"""How often a shoe ran out in the middle of a round."""
TAKEN: Final = 1
"""How many cards were taken out of the shoe of a lane alone since it was full."""
SHOE_NUMBERS: Final = 2
TAKEN_MAX: Final = 64
"""So many places a lane alone remembers: the cards of a long round."""


class Shoes(NamedTuple):
    """The shoes of all lanes; all but *full* is overwritten."""

    full: Bytes
    """A full shoe: the types of its cards, and at least one place more; a multiple of 64."""
    cards: Bytes
    """The shoes, lane by lane: the cards that are left come first."""
    left: Words
    """How many cards each shoe has left."""
    places: Words
    """Where each lane is in its stream."""
    chosen: Words
    """Which of the cards that are left is drawn."""
    drawn: Bytes
    """The cards drawn last."""
    running: Shorts
    """The running count of each lane, as a number of 16 bits that may be below 0."""
    numbers: Integers


class LoneShoe(NamedTuple):
    """The shoe of a lane alone: the same fields, but for what only vectors need."""

    full: Bytes
    cards: Bytes
    left: Words
    places: Words
    taken: Shorts
    """From which places the first cards were taken: only these are brought back."""
    running: Smalls
    numbers: Integers


def fill_shoe(automaton: Automaton, shoes: Shoes | LoneShoe, lane: Number) -> None:
    """Bring all cards of a lane's shoe back."""
    fill = fill_beside if isinstance(shoes, Shoes) else fill_alone
    fill(automaton, shoes, lane)  # type: ignore[arg-type]


def fill_beside(automaton: Automaton, shoes: Shoes, lane: Number) -> None:
    """The same of lanes side by side."""
    rows = shoes.full.size // lay.LANES
    for row in range(rows):
        put(shoes.cards, lane * rows + row, lanes_at(shoes.full, row))
    shoes.left[lane] = np.uint64(automaton.numbers[lay.CARDS])
    shoes.running[lane] = 0


def fill_alone(automaton: Automaton, shoes: LoneShoe, lane: Number) -> None:
    """The same of a lane alone: where few cards were taken, only their places are filled."""
    taken = shoes.numbers[TAKEN]
    if taken > TAKEN_MAX:
        for place in range(automaton.numbers[lay.CARDS]):
            shoes.cards[place] = shoes.full[place]
    else:
        for number in range(taken):
            place = shoes.taken[number]
            shoes.cards[place] = shoes.full[place]
    shoes.numbers[TAKEN] = 0
    shoes.left[lane] = np.uint64(automaton.numbers[lay.CARDS])
    shoes.running[lane] = 0


compiled_by_class(fill_shoe, 1, {Shoes: fill_beside, LoneShoe: fill_alone})


@inlined
def begin_shoe(automaton: Automaton, shoes: Shoes | LoneShoe, lane: Number, place: Word) -> None:
    """Let a lane begin a shoe whose part of the stream begins at *place*."""
    fill_shoe(automaton, shoes, lane)
    shoes.places[lane] = place


@called
def fill_empty(automaton: Automaton, shoes: Shoes, bits: Word) -> None:
    """Bring all cards back where none is left: a round too long for its shoe goes on."""
    while bits != 0:
        fill_shoe(automaton, shoes, lowest_lane(bits))
        bits &= bits - ONE
        shoes.numbers[EMPTIED] += 1


def draw_dealt(automaton: Automaton, source: Shoes, asking: Mask) -> Lanes:
    """The next card from the shoe of each lane that is *asking*."""
    left = lanes_at(source.left, 0)
    empty = bits_of(asking & (left == 0))
    if empty != 0:
        fill_empty(automaton, source, empty)
        left = lanes_at(source.left, 0)
    place = lanes_at(source.places, 0)
    place = where(asking, place + STEP, place)
    put(source.places, 0, place)
    put(source.chosen, 0, ((mixed(place) >> CARDS_BITS) * left) >> NUMBER_BITS)
    put(source.left, 0, where(asking, left - 1, left))
    take_cards(source, bits_of(asking))
    cards = lanes_at(source.drawn, 0)
    if automaton.numbers[lay.COUNT_TABLE]:
        running = lanes_at(source.running, 0)
        tags = signed_shorts(look_up(Portable(), automaton.small, lay.TAGS, cards))
        put(source.running, 0, where(asking, running + tags, running))
    return cards


@inlined
def take_cards(shoes: Shoes, bits: Word) -> None:
    """Take the chosen cards out of the shoes of some lanes."""
    if bits == ALL_LANES:
        for lane in range(lay.LANES):
            take_card(shoes, lane)
        return
    while bits != 0:
        take_card(shoes, lowest_lane(bits))
        bits &= bits - ONE


@inlined
def take_card(shoes: Shoes, lane: Number) -> None:
    """Take the chosen card out of a lane's shoe; the last one gets its place."""
    start = lane * shoes.full.size
    chosen = index(start + np.int64(shoes.chosen[lane]))
    shoes.drawn[lane] = shoes.cards[chosen]
    shoes.cards[chosen] = shoes.cards[index(start + np.int64(shoes.left[lane]))]


def draw_alone(automaton: Automaton, source: LoneShoe, asking: Mask) -> Lanes:
    """The next card from the shoe of a lane alone, if it is *asking*."""
    return draw_one(automaton, source) if asking else np.int32(0)


@called
def draw_one(automaton: Automaton, shoe: LoneShoe) -> Lanes:
    """The next card from the shoe of a lane alone."""
    if shoe.left[0] == 0:
        fill_shoe(automaton, shoe, 0)
        shoe.numbers[EMPTIED] += 1
    left, place = shoe.left[0], shoe.places[0] + STEP
    chosen = index(((mixed(place) >> np.uint64(CARDS_BITS)) * left) >> np.uint64(NUMBER_BITS))
    shoe.places[0], shoe.left[0] = place, left - ONE
    card = np.int32(shoe.cards[chosen])
    shoe.cards[chosen] = shoe.cards[index(left - ONE)]
    taken = shoe.numbers[TAKEN]
    if taken < TAKEN_MAX:
        shoe.taken[taken] = chosen
    shoe.numbers[TAKEN] = taken + 1
    if automaton.numbers[lay.COUNT_TABLE]:
        shoe.running[0] += np.int8(automaton.small[index(lay.TAGS * lay.SMALL + card)])
    return card
