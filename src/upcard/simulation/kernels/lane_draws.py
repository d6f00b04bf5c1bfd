"""
Cards for lanes: nine at once for every lane, and one more for those that need it.

Nine cards are drawn together, and thrown away together where two of them are the same card: so
every nine different cards are as likely as any others. Their numbers come from xoshiro128++, one
generator for two lanes. Further cards come from the lane's own part of SplitMix64's stream. So
seed, block and lane decide every card, and no engine or thread does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.compilation import called, inlined
from upcard.simulation.kernels.draws import STEP, Number, Word, mixed
from upcard.simulation.kernels.lane_memory import lanes_at, put
from upcard.simulation.kernels.lane_operations import (
    Lanes,
    Mask,
    as_bytes,
    as_shorts,
    bits_of,
    least,
    lower_half,
    mask_of,
    rotated,
    spread_byte,
    top_shorts,
    upper_half,
    where,
)
from upcard.simulation.kernels.lane_shoes import LoneShoe, Shoes, draw_alone, draw_dealt
from upcard.simulation.kernels.lane_types import compiled_by_class
from upcard.simulation.kernels.layout import (
    Bytes,
    CardTypes,
    Halves,
    Integers,
    Shorts,
    Smalls,
    Words,
)

NINE: Final = 9
"""How many cards each lane gets at once: two of the player's, two of the dealer's, and more."""
MORE: Final = NINE - 4
"""How many of them are left after the deal: the player takes the first, the dealer the last."""
SEEN_MAX: Final = 160
"""How many cards a lane can have seen, whatever it draws."""
STREAMS: Final = lay.LANES // 2
STATE_WORDS: Final = 4
FIRST: Final = 0
UPCARD: Final = 1
SECOND: Final = 2
HOLE: Final = 3
SHIFTED: Final = 9
TURNED: Final = 11
OUTPUT_TURNED: Final = 7


class LaneCards(NamedTuple):
    """
    Where lanes keep their cards; all of it is overwritten.

    A lane alone has whole numbers where lanes side by side have bytes and words.
    """

    state: Halves
    """Of the generators: four words of 32 bits each."""
    seen: Shorts | Smalls
    """The cards that each lane may not get again, by their numbers."""
    cards: CardTypes
    """The types of the nine cards."""
    places: Words | Integers
    """Where each lane is in its stream."""
    piles: CardTypes
    """The hands of a split: their first cards, then their second cards."""
    hands: CardTypes
    """What hands came to: classes, then whether they won the super bonus."""
    numbers: Integers
    """How many rows of *seen* are in use."""


class Recording(NamedTuple):
    """Recorded cards and decisions, for each lane in the order they came."""

    has_decisions: Number
    """Whether there are any: else the chart decides."""
    cards: Bytes
    decisions: Bytes
    """As codes."""
    used: Integers
    """How many cards of each lane were used, then how many decisions."""
    drawn: Bytes
    length: Number
    """How many cards and decisions each lane has room for."""


Source: TypeAlias = Recording | Shoes | LoneShoe
"""Where cards come from, other than from a desk's own stream."""


@inlined
def deal(automaton: Automaton, desk: LaneCards) -> Mask:
    """Nine cards for every lane; the lanes whose cards may be used."""
    cards, types = automaton.numbers[lay.CARDS], automaton.numbers[lay.TYPES]
    zero, one = lanes_at(desk.state, 0), lanes_at(desk.state, 1)
    two, three = lanes_at(desk.state, 2), lanes_at(desk.state, 3)
    lowest = as_shorts(zero) | 0xFFFF
    for card in range(NINE):
        drawn = as_shorts(rotated(zero + three, OUTPUT_TURNED) + zero)
        shifted = one << SHIFTED
        two, three = two ^ zero, three ^ one
        one, zero = one ^ two, zero ^ three
        two, three = two ^ shifted, rotated(three, TURNED)
        lowest = least(lowest, lower_half(drawn, cards))
        put(desk.seen, card, upper_half(drawn, cards))
        put(desk.cards, card, as_bytes(upper_half(drawn, types)))
    put(desk.state, 0, zero)
    put(desk.state, 1, one)
    put(desk.state, 2, two)
    put(desk.state, 3, three)
    return (lowest >= automaton.numbers[lay.REJECTED_BELOW]) & are_different(desk)


@inlined
def are_different(desk: LaneCards) -> Mask:
    """Whether a lane's nine cards are nine cards."""
    nearest = lanes_at(desk.seen, 0) | 0xFFFF
    for card in range(1, NINE):
        mine = lanes_at(desk.seen, card)
        for other in range(card):
            nearest = least(nearest, mine ^ lanes_at(desk.seen, other))
    return nearest != 0


@inlined
def draw_anew(automaton: Automaton, desk: LaneCards, asking: Mask) -> Lanes:
    """One more card for each lane that is *asking*: one that it has not seen yet."""
    cards, types = automaton.numbers[lay.CARDS], automaton.numbers[lay.TYPES]
    rows = desk.numbers[0]
    number = lanes_at(desk.seen, 0) | 0xFFFF
    found = spread_byte(number, 0)
    while bits_of(asking) != 0:
        place = lanes_at(desk.places, 0)
        place = where(asking, place + STEP, place)
        put(desk.places, 0, place)
        drawn = top_shorts(mixed(place))
        mine = upper_half(drawn, cards)
        fits = asking & (lower_half(drawn, cards) >= automaton.numbers[lay.REJECTED_BELOW])
        for row in range(rows):
            fits = fits & (mine != lanes_at(desk.seen, row))
        found = where(fits, as_bytes(upper_half(drawn, types)), found)
        number = where(fits, mine, number)
        asking = asking & ~fits
    put(desk.seen, rows, number)
    desk.numbers[0] = rows + 1
    return found


def draw_recorded(automaton: Automaton, source: Recording, asking: Mask) -> Lanes:
    """The next recorded card of each lane that is *asking*."""
    bits = bits_of(asking)
    for lane in range(lay.LANES):
        if bits >> np.uint64(lane) & np.uint64(1):
            place = lane * source.length + source.used[lane]
            source.drawn[lane] = source.cards[place]
            source.used[lane] += 1
    return lanes_at(source.drawn, 0)


def drawn_from(automaton: Automaton, source: Source, asking: Mask) -> Lanes:
    """The next card of each lane that is *asking*: a recorded one, or one of its shoe."""
    return DRAWING[type(source)](automaton, source, asking)


DRAWING: Final[dict[type, Callable[..., Lanes]]] = {
    Recording: draw_recorded,
    Shoes: draw_dealt,
    LoneShoe: draw_alone,
}
compiled_by_class(drawn_from, 1, DRAWING)


@called
def draw_for(automaton: Automaton, desk: LaneCards, source: Source | None, asking: Mask) -> Lanes:
    """One more card for each lane that is *asking*."""
    if source is not None:
        return drawn_from(automaton, source, asking)
    return draw_anew(automaton, desk, asking)


@inlined
def answered(source: Source | None, codes: Lanes, asked: Mask) -> Lanes:
    """What hands do: by the chart, or by the recorded decisions where somebody is asked."""
    return codes if source is None else answered_by(source, codes, asked)


def answered_by(source: Source, codes: Lanes, asked: Mask) -> Lanes:
    """What hands do: by the recorded decisions where somebody is asked, if there are any."""
    return answered_as_recorded(source, codes, asked) if isinstance(source, Recording) else codes


def answered_as_recorded(source: Recording, codes: Lanes, asked: Mask) -> Lanes:
    """The same where there is a recording."""
    if source.has_decisions == 0:
        return codes
    put(source.drawn, 1, codes)
    bits = bits_of(asked & ((codes & lay.ASKED) != 0))
    for lane in range(lay.LANES):
        if bits >> np.uint64(lane) & np.uint64(1):
            place = lane * source.length + source.used[lay.LANES + lane]
            source.drawn[lay.LANES + lane] = source.decisions[place]
            source.used[lay.LANES + lane] += 1
    return lanes_at(source.drawn, 1)


def answered_by_chart(source: Shoes | LoneShoe, codes: Lanes, asked: Mask) -> Lanes:
    """The same where cards come from shoes: the chart has answered already."""
    return codes


compiled_by_class(
    answered_by,
    0,
    {
        Recording: answered_as_recorded,
        Shoes: answered_by_chart,
        LoneShoe: answered_by_chart,
    },
)


@inlined
def first_lanes(mask: Mask, most: Number) -> Mask:
    """The first *most* lanes of a mask."""
    bits, kept = bits_of(mask), np.uint64(0)
    for _ in range(most):
        lowest = bits & (~bits + np.uint64(1))
        kept |= lowest
        bits ^= lowest
    return mask_of(kept)


@inlined
def seed_streams(desk: LaneCards, place: Word) -> None:
    """Start the generators of all lanes with numbers of SplitMix64's stream from *place* on."""
    for stream in range(STREAMS):
        for half in range(2):
            place += STEP
            word = mixed(place)
            desk.state[2 * half * STREAMS + stream] = np.uint32(word)
            desk.state[(2 * half + 1) * STREAMS + stream] = np.uint32(word >> np.uint64(32))
