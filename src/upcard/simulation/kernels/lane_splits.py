"""The hands of pairs that were split, in the lanes of the careful walk."""

from __future__ import annotations

from typing import Final

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.compilation import called, inlined
from upcard.simulation.kernels.draws import Number
from upcard.simulation.kernels.lane_draws import (
    LaneCards,
    Source,
    answered,
    draw_for,
)
from upcard.simulation.kernels.lane_engines import Engine
from upcard.simulation.kernels.lane_hands import (
    is_open,
    play_carefully,
    special_end,
    told_later,
    told_pairs,
    two_cards,
)
from upcard.simulation.kernels.lane_memory import lanes_at, put
from upcard.simulation.kernels.lane_operations import Lanes, Mask, bits_of, spread_byte, where
from upcard.simulation.kernels.lane_tables import look_up

HANDS: Final = 4
"""How many hands a lane has room for."""
NO_CARD: Final = 255
SPLIT_END: Final = lay.SPLIT << lay.END_SHIFT

# The hands of a split: their first cards, their second cards, and whether the house laid them.
PILE_SECONDS: Final = HANDS
PILE_FUNDED: Final = 2 * HANDS
PILE_THIRD: Final = 3 * HANDS
"""The first card that the hands of a split were dealt."""
PILE_ROWS: Final = PILE_THIRD + 1


# Where a lane keeps what became of its hands, until the dealer is done.
STATES: Final = 0
CLOSED: Final = HANDS
ENDED: Final = 2 * HANDS
CLASSES: Final = 3 * HANDS
BONUSES: Final = 4 * HANDS
FUNDED: Final = 5 * HANDS
HAND_ROWS: Final = 6 * HANDS
HAND_COUNTS: Final = HAND_ROWS
"""How many hands there are: the row after them all."""
WAITING: Final = HAND_COUNTS + 1
"""Whether a pair waits to be split, where a table has several spots."""
SPOT_ROWS: Final = WAITING + 1
"""How many rows a spot of such a table has."""


@inlined
def keep_hand(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    number: Number,
    hand: Lanes,
    closed: Lanes,
    drawn: Lanes,
    first: Lanes,
    second: Lanes,
    third: Lanes,
) -> None:
    """Keep what became of hands, until the dealers are done."""
    ended = closed
    if automaton.numbers[lay.SPECIALS]:
        ended = special_end(engine, automaton, hand, closed, drawn, first, second, third)
    put(desk.hands, STATES + number, hand)
    put(desk.hands, CLOSED + number, closed)
    put(desk.hands, ENDED + number, ended)


@inlined
def play_splits(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    recording: Source | None,
    base: Number,
    up: Lanes,
    splits: Mask,
) -> tuple[Lanes, Mask]:
    """
    The hands of pairs that were split: how many there are, and where one still stands.

    The first two piles have the cards of the pairs. The desk keeps what became of the hands in its
    rows from *base* on.
    """
    for number in range(HANDS):
        put(desk.piles, PILE_SECONDS + number, spread_byte(up, NO_CARD))
        put(desk.piles, PILE_FUNDED + number, spread_byte(up, 0))
    put(desk.piles, PILE_THIRD, spread_byte(up, NO_CARD))
    put(desk.piles, PILE_FUNDED + 1, laid_by_house(engine, automaton, desk, 0, spread_byte(up, 1)))
    counts = spread_byte(up, 2)
    standing = splits & ~splits
    for number in range(automaton.numbers[lay.HANDS_MAX]):
        playing = splits & (counts > number)
        if bits_of(playing) == 0:
            break
        code, counts = open_split(engine, automaton, desk, recording, number, up, playing, counts)
        first, second = pile(desk, number)
        hand = two_cards(engine, automaton, first, second)
        hand, closed, drawn, third = play_split_hand(
            engine, automaton, desk, recording, number, hand, code, up, playing
        )
        put(desk.hands, base + FUNDED + number, lanes_at(desk.piles, PILE_FUNDED + number))
        if number == 0:
            keep_first(engine, automaton, desk, base, playing, hand, closed, drawn, third)
        else:
            row = base + number
            keep_hand(engine, automaton, desk, row, hand, closed, drawn, first, second, third)
        standing = standing | (playing & is_open(engine, automaton, hand, closed))
    return counts, standing


@inlined
def laid_by_house(
    engine: Engine, automaton: Automaton, desk: LaneCards, number: Number, counts: Lanes
) -> Lanes:
    """Whether the house lays the new hands where the hands *number* of so many are split."""
    free = look_up(engine, automaton.small, lay.FREE_PAIRS, lanes_at(desk.piles, number) & 63)
    is_beyond = counts > automaton.numbers[lay.FREE_SPLITS]
    return where(is_beyond, spread_byte(free, 0), free)


@inlined
def funded(desk: LaneCards, number: Number) -> Mask:
    """The lanes in which the house laid the hand *number*."""
    return lanes_at(desk.piles, PILE_FUNDED + number) != 0


@inlined
def play_split_hand(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    recording: Source | None,
    number: Number,
    hand: Lanes,
    code: Lanes,
    up: Lanes,
    playing: Mask,
) -> tuple[Lanes, Lanes, Lanes, Lanes]:
    """Play hands of splits: state, end, how many cards they drew, and the first of these."""
    laid = playing & funded(desk, number)
    begun = hand
    hand, closed, drawn, third, _ = play_carefully(
        engine, automaton, desk, recording, lay.AFTER_SPLIT, begun, code, up, playing & ~laid
    )
    if bits_of(laid) != 0:
        other, its_end, its_cards, its_third, _ = play_carefully(
            engine, automaton, desk, recording, lay.FUNDED, begun, code, up, laid
        )
        hand, closed = where(laid, other, hand), where(laid, its_end, closed)
        drawn, third = where(laid, its_cards, drawn), where(laid, its_third, third)
    return hand, closed, drawn, third


@inlined
def keep_first(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    base: Number,
    splits: Mask,
    hand: Lanes,
    closed: Lanes,
    drawn: Lanes,
    third: Lanes,
) -> None:
    """Keep the first hands of splits; other lanes keep the hand that they have."""
    state, before = lanes_at(desk.hands, base + STATES), lanes_at(desk.hands, base + CLOSED)
    ended = lanes_at(desk.hands, base + ENDED)
    first, second = pile(desk, 0)
    keep_hand(engine, automaton, desk, base, hand, closed, drawn, first, second, third)
    put(desk.hands, base + STATES, where(splits, hand, state))
    put(desk.hands, base + CLOSED, where(splits, closed, before))
    put(desk.hands, base + ENDED, where(splits, lanes_at(desk.hands, base + ENDED), ended))


@inlined
def pile(desk: LaneCards, number: Number) -> tuple[Lanes, Lanes]:
    """The two cards of a hand of a split; a card that is not there yet counts as any other."""
    return lanes_at(desk.piles, number) & 63, lanes_at(desk.piles, HANDS + number) & 63


@inlined
def open_split(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    recording: Source | None,
    number: Number,
    up: Lanes,
    playing: Mask,
    counts: Lanes,
) -> tuple[Lanes, Lanes]:
    """Deal second cards to hands of splits, and split them again; what the hands do first."""
    asking, codes = playing, spread_byte(up, 0)
    while bits_of(asking) != 0:
        deal_seconds(automaton, desk, recording, number, asking, counts)
        first, second = pile(desk, number)
        code = told_after_split(engine, automaton, lay.AFTER_SPLIT, first, second, up, counts)
        if automaton.numbers[lay.FREE_SPLITS]:
            other = told_after_split(engine, automaton, lay.FUNDED, first, second, up, counts)
            code = where(funded(desk, number), other, code)
        code = answered(recording, code, asking)
        codes = where(asking, code, codes)
        asking = asking & ((code & lay.ENDS) == SPLIT_END)
        part_pile(engine, automaton, desk, number, asking, counts)
        counts = where(asking, counts + 1, counts)
    return codes, counts


@inlined
def deal_seconds(
    automaton: Automaton,
    desk: LaneCards,
    recording: Source | None,
    number: Number,
    asking: Mask,
    counts: Lanes,
) -> None:
    """A second card for hands that lack one; at some tables for the next hands, too."""
    lacking = asking & (lanes_at(desk.piles, HANDS + number) == NO_CARD)
    give_second(automaton, desk, recording, number, lacking)
    if automaton.numbers[lay.AT_ONCE]:
        if number + 1 < HANDS:
            others = lanes_at(desk.piles, HANDS + number + 1) == NO_CARD
            others = others & lacking & (counts > number + 1)
            give_second(automaton, desk, recording, number + 1, others)


@called
def give_second(
    automaton: Automaton,
    desk: LaneCards,
    recording: Source | None,
    number: Number,
    lacking: Mask,
) -> None:
    """A second card for the hands *number* of some lanes."""
    if bits_of(lacking) != 0:
        card = draw_for(automaton, desk, recording, lacking)
        before = lanes_at(desk.piles, HANDS + number)
        put(desk.piles, HANDS + number, where(lacking, card, before))
        third = lanes_at(desk.piles, PILE_THIRD)
        put(desk.piles, PILE_THIRD, where(lacking & (third == NO_CARD), card, third))


@inlined
def told_after_split(
    engine: Engine,
    automaton: Automaton,
    side: Number,
    first: Lanes,
    second: Lanes,
    up: Lanes,
    counts: Lanes,
) -> Lanes:
    """What two cards of a split do: as a pair, while the spot may have more hands."""
    is_pair = may_split_again(engine, automaton, first, second, counts)
    as_pair = told_pairs(engine, automaton, side, first, up)
    hand = two_cards(engine, automaton, first, second)
    alone = told_later(engine, automaton, side, 0, hand, up)
    is_done = look_up(engine, automaton.small, lay.ONE_CARD, first) != 0
    return where(is_pair, as_pair, where(is_done, spread_byte(up, 0), alone))


@inlined
def may_split_again(
    engine: Engine, automaton: Automaton, first: Lanes, second: Lanes, counts: Lanes
) -> Mask:
    """Where two cards of a split may be split, while the spot may have more hands."""
    mine = look_up(engine, automaton.small, lay.RESPLIT_FIRST, first)
    is_pair = mine == look_up(engine, automaton.small, lay.RESPLIT_SECOND, second)
    return is_pair & (spread_byte(counts, automaton.numbers[lay.HANDS_MAX]) > counts)


@inlined
def part_pile(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    number: Number,
    parting: Mask,
    counts: Lanes,
) -> None:
    """Make two hands of one card each of some hands of so many; those after them move on."""
    laid = laid_by_house(engine, automaton, desk, number, counts)
    for other in range(HANDS - 1, number, -1):
        for row in (0, PILE_SECONDS, PILE_FUNDED):
            place = row + other
            before, mine = lanes_at(desk.piles, place - 1), lanes_at(desk.piles, place)
            if other == number + 1:
                before = lanes_at(desk.piles, PILE_SECONDS + number)
                before = before if row == 0 else before | NO_CARD
                before = laid if row == PILE_FUNDED else before
            put(desk.piles, place, where(parting, before, mine))
    mine = lanes_at(desk.piles, PILE_SECONDS + number)
    put(desk.piles, PILE_SECONDS + number, where(parting, mine | NO_CARD, mine))
