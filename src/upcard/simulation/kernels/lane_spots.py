"""
Rounds of one to seven spots in every lane, each dealt from the lane's own shoe.

A chart looks at one hand and the up card, and any card that is left in a shoe is as likely as any
other, whoever gets it. So all lanes deal to the same spot together; pairs that are split are
played after the other hands, and a lane may split another spot than the next. Recorded rounds are
played in the order of the table.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.compilation import called, inlined
from upcard.simulation.kernels.draws import Number
from upcard.simulation.kernels.lane_draws import (
    FIRST,
    HOLE,
    SECOND,
    UPCARD,
    LaneCards,
    Source,
    answered,
    draw_for,
)
from upcard.simulation.kernels.lane_engines import Engine
from upcard.simulation.kernels.lane_hands import is_open, play_dealers, two_cards
from upcard.simulation.kernels.lane_memory import lanes_at, put
from upcard.simulation.kernels.lane_operations import Lanes, Mask, bits_of, spread_byte, where
from upcard.simulation.kernels.lane_splits import (
    CLASSES,
    CLOSED,
    ENDED,
    FUNDED,
    HAND_COUNTS,
    HANDS,
    NO_CARD,
    PILE_THIRD,
    SPLIT_END,
    SPOT_ROWS,
    STATES,
    WAITING,
    keep_hand,
    play_splits,
)
from upcard.simulation.kernels.lane_walks import (
    ZAP_END,
    dealers_hands,
    ends_of_dealers,
    exchanged,
    openings,
    play_opened,
    settle,
    spare_hands,
    told_zapped,
    upcards,
    zapped_early,
)
from upcard.simulation.kernels.lane_watches import (
    deal_lone_fives,
    deal_lone_third,
    third_apart,
    thirds_of,
    watched_from,
)

SPOT_CARDS: Final = 4
"""The row where a desk has the first card of the first spot; then come its second, and so on."""
PLAYED_CARDS: Final = SPOT_CARDS + 2 * at.SPOTS_MAX
"""The same of the two cards that each spot plays with: others, where it was zapped."""
assert PLAYED_CARDS + 2 * at.SPOTS_MAX == lay.WATCHED_ROWS, "what wagers watch comes after them"
SPOT_THIRDS: Final = lay.SEEN_ROWS
"""The rows with the third card of each spot, where a wager looks at it; then `SPOT_LONE`."""
SPOT_LONE: Final = SPOT_THIRDS + at.SPOTS_MAX
CARD_ROWS: Final = SPOT_LONE + at.SPOTS_MAX
SPLIT_ROWS: Final = 7 * SPOT_ROWS
"""The rows of hands that are being split: after those of all spots."""


@called
def walk_spots(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    source: Source,
    in_order: Number,
    live: Mask,
) -> None:
    """
    A round of every lane that is *live*, until all its hands are settled.

    *in_order* says whether cards come in the order of the table.
    """
    deal_spots(automaton, desk, source, live)
    up = upcards(engine, automaton, desk.cards)
    dealer, naturals = dealers_hands(engine, automaton, desk.cards)
    standing = live & ~live
    if automaton.numbers[lay.ZAPS] == lay.BEFORE_PEEK:
        for spot in range(automaton.numbers[lay.SPOTS]):
            zap_early(engine, automaton, desk, source, spot, up, live)
    for spot in range(automaton.numbers[lay.SPOTS]):
        stands = play_spot(engine, automaton, desk, source, spot, up, naturals, live)
        standing = standing | stands
        if in_order:
            standing = standing | play_waiting(engine, automaton, desk, source, up, live)
    standing = standing | play_waiting(engine, automaton, desk, source, up, live)
    if automaton.numbers[lay.HOLE_LAST]:
        put(desk.cards, HOLE, draw_for(automaton, desk, source, live))
        dealer, naturals = dealers_hands(engine, automaton, desk.cards)
    none = spread_byte(up, NO_CARD)
    playing, cards = standing & ~naturals, desk.cards
    playing = watched_from(engine, automaton, cards, up, naturals, playing, live)
    dealer, _ = play_dealers(engine, automaton, cards, desk, source, dealer, none, playing, cards)
    put(cards, lay.DEALER_ROW, dealer)
    ends = ends_of_dealers(engine, automaton, dealer, naturals)
    for spot in range(automaton.numbers[lay.SPOTS]):
        settle_spot(engine, automaton, desk, SPOT_ROWS * spot, live, ends, up)
    if automaton.numbers[lay.WATCHES] & lay.WATCH_LONE:
        for spot in range(automaton.numbers[lay.SPOTS]):
            deal_alone(engine, automaton, desk, source, spot, live)
    deal_lone_fives(automaton, desk, source, live)


@called
def deal_alone(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    source: Source,
    spot: Number,
    live: Mask,
) -> None:
    """A third card for the wagers of a spot alone, where they wait for one."""
    show_two(desk, spot)
    row, third = SPOT_ROWS * spot, lanes_at(desk.cards, SPOT_THIRDS + spot)
    closed, counts = lanes_at(desk.hands, row + CLOSED), lanes_at(desk.hands, row + HAND_COUNTS)
    alone = deal_lone_third(engine, automaton, desk, source, third, closed, counts, live)
    put(desk.cards, SPOT_LONE + spot, alone)


@inlined
def show_two(desk: LaneCards, spot: Number) -> None:
    """Lay the two cards that a spot was dealt where side wagers look at them."""
    put(desk.cards, FIRST, lanes_at(desk.cards, SPOT_CARDS + 2 * spot))
    put(desk.cards, SECOND, lanes_at(desk.cards, SPOT_CARDS + 2 * spot + 1))


@inlined
def show_spot(automaton: Automaton, desk: LaneCards, spot: Number) -> None:
    """Lay everything of a spot where side wagers look at it."""
    show_two(desk, spot)
    if automaton.numbers[lay.WATCHES]:
        put(desk.cards, lay.THIRD_ROW, lanes_at(desk.cards, SPOT_THIRDS + spot))
        put(desk.cards, lay.LONE_ROW, lanes_at(desk.cards, SPOT_LONE + spot))
        put(desk.cards, lay.CLASS_ROW, lanes_at(desk.hands, SPOT_ROWS * spot + CLASSES))
    if automaton.numbers[lay.WATCHES] & lay.WATCH_OTHERS:
        partner = np.int64(automaton.small[lay.PARTNERS * lay.SMALL + spot]) - 1
        for card in range(2):
            other = spread_byte(lanes_at(desk.cards, FIRST), lay.NO_CARD)
            if partner >= 0:
                other = lanes_at(desk.cards, SPOT_CARDS + 2 * partner + card)
            put(desk.cards, lay.OTHER_ROWS + card, other)


@inlined
def deal_spots(automaton: Automaton, desk: LaneCards, source: Source, live: Mask) -> None:
    """
    Two cards for every spot and the dealer, in the order of the table.

    A hole card that comes last is dealt later: nobody looks at it before.
    """
    for second in range(2):
        for spot in range(automaton.numbers[lay.SPOTS]):
            card = draw_for(automaton, desk, source, live)
            put(desk.cards, SPOT_CARDS + 2 * spot + second, card)
        if second == 0:
            put(desk.cards, UPCARD, draw_for(automaton, desk, source, live))
        elif automaton.numbers[lay.HOLE_LAST] == 0:
            put(desk.cards, HOLE, draw_for(automaton, desk, source, live))


@inlined
def play_spot(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    source: Source,
    spot: Number,
    up: Lanes,
    naturals: Mask,
    live: Mask,
) -> Mask:
    """One spot of every lane, without the pairs to split: those wait. Where its hand stands."""
    first, second, code, zaps = opened_spot(
        engine, automaton, desk, source, spot, up, naturals, live
    )
    put(desk.cards, PLAYED_CARDS + 2 * spot, first)
    put(desk.cards, PLAYED_CARDS + 2 * spot + 1, second)
    hand = two_cards(engine, automaton, first, second)
    splits = live & ((code & lay.ENDS) == SPLIT_END)
    put(desk.hands, SPOT_ROWS * spot + WAITING, where(splits, spread_byte(up, 1), 0))
    playing = live & ~splits
    hand, closed, drawn, third = play_opened(
        engine, automaton, desk, source, hand, code, up, zaps, playing
    )
    row = SPOT_ROWS * spot
    keep_hand(engine, automaton, desk, row, hand, closed, drawn, first, second, third)
    put(desk.hands, row + HAND_COUNTS, spread_byte(up, 1))
    if automaton.numbers[lay.WATCHES]:
        thirds = thirds_of(automaton, third, closed, drawn, first, zaps)
        put(desk.cards, SPOT_THIRDS + spot, thirds)
    return playing & is_open(engine, automaton, hand, closed)


@inlined
def opened_spot(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    source: Source,
    spot: Number,
    up: Lanes,
    naturals: Mask,
    live: Mask,
) -> tuple[Lanes, Lanes, Lanes, Mask]:
    """The two cards of a spot, which may have come for others, what it does, and which have."""
    show_two(desk, spot)
    first, second = lanes_at(desk.cards, FIRST), lanes_at(desk.cards, SECOND)
    hand = two_cards(engine, automaton, first, second)
    early = live & ~live
    if automaton.numbers[lay.ZAPS] == lay.BEFORE_PEEK:
        early = live & (lanes_at(desk.cards, PLAYED_CARDS + 2 * spot) != NO_CARD)
    code = openings(engine, automaton, desk.cards, hand, naturals)
    code = answered(source, code, live & ~early)
    zaps = early | (live & ((code & lay.ENDS) == ZAP_END))
    if bits_of(zaps) != 0:
        first, second = exchanged(automaton, desk, source, first, second, zaps & ~early)
        first = where(early, lanes_at(desk.cards, PLAYED_CARDS + 2 * spot), first)
        second = where(early, lanes_at(desk.cards, PLAYED_CARDS + 2 * spot + 1), second)
        code = told_zapped(engine, automaton, source, first, second, code, up, naturals, zaps)
    return first, second, code, zaps


@called
def zap_early(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    source: Source,
    spot: Number,
    up: Lanes,
    live: Mask,
) -> None:
    """Two other cards for spots that are zapped before the dealer looks; no cards for the rest."""
    show_two(desk, spot)
    first, second = lanes_at(desk.cards, FIRST), lanes_at(desk.cards, SECOND)
    hand, none = two_cards(engine, automaton, first, second), spread_byte(up, NO_CARD)
    zaps = zapped_early(engine, automaton, desk.cards, source, hand, up, live)
    first, second = exchanged(automaton, desk, source, none, none, zaps)
    put(desk.cards, PLAYED_CARDS + 2 * spot, first)
    put(desk.cards, PLAYED_CARDS + 2 * spot + 1, second)


@called
def play_waiting(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    source: Source,
    up: Lanes,
    live: Mask,
) -> Mask:
    """The pairs that wait, in each lane one after the other; where a hand of theirs stands."""
    standing, spots = live & ~live, automaton.numbers[lay.SPOTS]
    while True:
        taken = live & ~live
        for spot in range(spots):
            mine = waits(desk, spot) & ~taken
            take_pair(desk, spot, mine)
            taken = taken | mine
        if bits_of(taken) == 0:
            return standing
        counts, stands = play_splits(engine, automaton, desk, source, SPLIT_ROWS, up, taken)
        standing = standing | stands
        for spot in range(spots):
            mine = waits(desk, spot) & taken
            if bits_of(mine) != 0:
                keep_split(desk, SPOT_ROWS * spot, mine, counts)
                keep_third(automaton, desk, spot, mine)
            taken = taken & ~mine


@inlined
def waits(desk: LaneCards, spot: Number) -> Mask:
    """The lanes in which the pair of a spot waits to be split."""
    return lanes_at(desk.hands, SPOT_ROWS * spot + WAITING) != 0


@inlined
def take_pair(desk: LaneCards, spot: Number, lanes: Mask) -> None:
    """Lay the two cards of a spot of some lanes where pairs are split."""
    for second in range(2):
        card = lanes_at(desk.cards, PLAYED_CARDS + 2 * spot + second)
        put(desk.piles, second, where(lanes, card, lanes_at(desk.piles, second)))


@inlined
def keep_split(desk: LaneCards, row: Number, lanes: Mask, counts: Lanes) -> None:
    """Bring the hands of a split to the rows of their spot, in some lanes."""
    for kept in (STATES, CLOSED, ENDED, FUNDED):
        for hand in range(HANDS):
            mine = lanes_at(desk.hands, row + kept + hand)
            other = lanes_at(desk.hands, SPLIT_ROWS + kept + hand)
            put(desk.hands, row + kept + hand, where(lanes, other, mine))
    before = lanes_at(desk.hands, row + HAND_COUNTS)
    put(desk.hands, row + HAND_COUNTS, where(lanes, counts, before))
    waiting = lanes_at(desk.hands, row + WAITING)
    put(desk.hands, row + WAITING, where(lanes, spread_byte(waiting, 0), waiting))


@inlined
def keep_third(automaton: Automaton, desk: LaneCards, spot: Number, lanes: Mask) -> None:
    """Keep the first card that a split was dealt as the third of its spot, if it has none yet."""
    if automaton.numbers[lay.WATCHES]:
        third = lanes_at(desk.cards, SPOT_THIRDS + spot)
        dealt = lanes_at(desk.piles, PILE_THIRD)
        third = third_apart(automaton, third, dealt, lanes & (third == lay.NO_CARD))
        put(desk.cards, SPOT_THIRDS + spot, third)


@inlined
def settle_spot(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    row: Number,
    live: Mask,
    dealers_end: Lanes,
    up: Lanes,
) -> None:
    """What the hands of a spot come to; it has more than one where a pair was split."""
    counts = lanes_at(desk.hands, row + HAND_COUNTS)
    splits = counts > 1
    for hand in range(HANDS):
        if bits_of(live & (counts > hand)) == 0:
            break
        settle(engine, automaton, desk, row + hand, splits, dealers_end, up)
    spare_hands(engine, automaton, desk, row, counts, dealers_end)
