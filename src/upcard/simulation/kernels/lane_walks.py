"""
Rounds of every lane, walked through an automaton's tables: no rule is known here.

The quick walk plays all 64 lanes with nine cards each, in a straight line. Lanes that split, or
that need more cards, are left to the careful walk, which plays on from the same cards.
"""

from __future__ import annotations

from typing import Final

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.compilation import inlined
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
from upcard.simulation.kernels.lane_hands import (
    classes_at,
    code_of,
    end_indices,
    is_open,
    may_split,
    play_carefully,
    play_dealers,
    play_on,
    rows_of_two,
    special_end,
    told,
    told_later,
    told_pairs,
    two_cards,
)
from upcard.simulation.kernels.lane_memory import lanes_at, put
from upcard.simulation.kernels.lane_operations import Lanes, Mask, bits_of, spread_byte, where
from upcard.simulation.kernels.lane_sights import (
    show_at_once,
    show_end,
    show_split_thirds,
    show_thirds,
)
from upcard.simulation.kernels.lane_splits import (
    BONUSES,
    CLASSES,
    CLOSED,
    ENDED,
    FUNDED,
    HANDS,
    NO_CARD,
    PILE_THIRD,
    SPLIT_END,
    STATES,
    keep_hand,
    play_splits,
)
from upcard.simulation.kernels.lane_tables import look_up, look_up_large
from upcard.simulation.kernels.lane_watches import lacks_five, watched_from
from upcard.simulation.kernels.layout import CardTypes

NATURAL_END: Final = lay.NATURAL << lay.END_SHIFT
SUITED_END: Final = lay.SUITED_NATURAL << lay.END_SHIFT
ZAP_END: Final = lay.ZAP << lay.END_SHIFT
PAID_END: Final = lay.MANY_CARDS << lay.END_SHIFT


@inlined
def upcards(engine: Engine, automaton: Automaton, cards: CardTypes) -> Lanes:
    """The points of the up cards."""
    return code_of(engine, automaton, lanes_at(cards, UPCARD))


@inlined
def dealers_hands(engine: Engine, automaton: Automaton, cards: CardTypes) -> tuple[Lanes, Mask]:
    """The dealers' two cards, and the lanes where they are a natural."""
    hands = two_cards(engine, automaton, lanes_at(cards, UPCARD), lanes_at(cards, HOLE))
    return hands, look_up(engine, automaton.small, lay.DEALER_NATURALS, hands) != 0


@inlined
def openings(
    engine: Engine, automaton: Automaton, cards: CardTypes, hand: Lanes, naturals: Mask
) -> Lanes:
    """What the hands as dealt do first, as a pair where they may be split."""
    small, up = automaton.small, upcards(engine, automaton, cards)
    first, second = lanes_at(cards, FIRST), lanes_at(cards, SECOND)
    is_pair = may_split(engine, automaton, first, second)
    pairs = look_up(engine, small, lay.PAIR_ROWS + lay.DEALT, code_of(engine, automaton, first))
    alone = rows_of_two(engine, automaton, hand)
    rows = where(is_pair, pairs, alone)
    nobody_plays = naturals & (look_up(engine, small, lay.PEEKS, up) != 0)
    columns = look_up(engine, small, lay.COLUMNS, up)
    nobody = spread_byte(up, automaton.numbers[lay.NOBODY_PLAYS])
    code = told(engine, automaton, lay.DEALT, 0, rows, where(nobody_plays, nobody, columns))
    if automaton.numbers[lay.NATURAL_SUIT]:
        code = with_suits(engine, automaton, code, first, second)
    return code


@inlined
def may_zap_early(engine: Engine, automaton: Automaton, hand: Lanes, up: Lanes) -> Mask:
    """The hands as dealt that may be zapped before the dealer looks."""
    early = look_up(engine, automaton.small, lay.EARLY_ZAPS, hand)
    return (early & look_up(engine, automaton.small, lay.PEEKS, up)) != 0


@inlined
def zapped_early(
    engine: Engine,
    automaton: Automaton,
    cards: CardTypes,
    recording: Source | None,
    hand: Lanes,
    up: Lanes,
    live: Mask,
) -> Mask:
    """The hands that are zapped before the dealer looks: each that may be is asked."""
    zaps = hand != hand
    if automaton.numbers[lay.ZAPS] == lay.BEFORE_PEEK:
        asking = live & may_zap_early(engine, automaton, hand, up)
        code = openings(engine, automaton, cards, hand, zaps)
        zaps = asking & ((answered(recording, code, asking) & lay.ENDS) == ZAP_END)
    return zaps


@inlined
def with_suits(
    engine: Engine, automaton: Automaton, code: Lanes, first: Lanes, second: Lanes
) -> Lanes:
    """What hands do, where a natural of one suit pays more than others."""
    small = automaton.small
    suits = look_up(engine, small, lay.SUIT_BITS, first)
    suits = suits & look_up(engine, small, lay.SUIT_BITS, second)
    suited = (suits & spread_byte(suits, automaton.numbers[lay.NATURAL_SUIT])) != 0
    suited = suited & ((code & lay.ENDS) == NATURAL_END)
    return where(suited, spread_byte(code, SUITED_END), code)


@inlined
def ends_of_dealers(engine: Engine, automaton: Automaton, dealer: Lanes, naturals: Mask) -> Lanes:
    """The numbers of the dealers' ends; a natural is 0."""
    ends = look_up(engine, automaton.small, lay.DEALER_ENDS, dealer)
    return where(naturals, spread_byte(ends, 0), ends)


@inlined
def quick_walk(
    engine: Engine, automaton: Automaton, cards: CardTypes, dealt: Mask, watch: CardTypes | None
) -> tuple[Lanes, Mask]:
    """
    What *dealt* lanes came to, by class, and the lanes left to the careful walk.

    What side wagers look at is kept in *watch*; None where nobody may look beyond the deal.
    """
    first, second = lanes_at(cards, FIRST), lanes_at(cards, SECOND)
    up = upcards(engine, automaton, cards)
    hand = two_cards(engine, automaton, first, second)
    dealer, naturals = dealers_hands(engine, automaton, cards)
    code = openings(engine, automaton, cards, hand, naturals)
    unseen = up != up
    if automaton.numbers[lay.ZAPS] == lay.BEFORE_PEEK:
        unseen = naturals & may_zap_early(engine, automaton, hand, up)
    hand, closed, drawn, third, lacking = play_on(
        engine, automaton, cards, None, None, lay.DEALT, hand, code, up, dealt
    )
    playing = dealt & is_open(engine, automaton, hand, closed) & ~naturals
    playing = watched_from(engine, automaton, watch, up, naturals, playing, dealt)
    dealer, short = play_dealers(
        engine, automaton, cards, None, None, dealer, drawn, playing, watch
    )
    left = lacking | short | (closed == SPLIT_END) | (closed == ZAP_END) | unseen
    ended = closed
    if automaton.numbers[lay.SPECIALS]:
        ended = special_end(engine, automaton, hand, closed, drawn, first, second, third)
    dealers_end = ends_of_dealers(engine, automaton, dealer, naturals)
    places = end_indices(engine, automaton, hand, closed, ended, dealers_end)
    if automaton.numbers[lay.BONUS]:
        left = left | wins_bonus(engine, automaton, lay.DEALT, places, up)
    left = (left | lacks_five(automaton, watch, drawn)) & dealt
    classes = classes_at(engine, automaton, lay.DEALT, places, ended)
    show_at_once(automaton, watch, cards, drawn, closed, third, classes, dealer)
    return where(dealt & ~left, classes, lay.NO_CLASS), left


@inlined
def wins_bonus(
    engine: Engine, automaton: Automaton, side: Number, places: Lanes, up: Lanes
) -> Mask:
    """The hands that win the super bonus."""
    won = look_up_large(engine, automaton.large, lay.BONUSES + side, places)
    return (won & look_up(engine, automaton.small, lay.BONUS_UPCARDS, up)) != 0


@inlined
def careful_walk(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    recording: Source | None,
    dealt: Mask,
    watch: CardTypes | None,
) -> Lanes:
    """Rounds of the lanes that were *dealt*, with all their hands; how many hands each has."""
    cards = desk.cards
    up = upcards(engine, automaton, cards)
    dealer, naturals = dealers_hands(engine, automaton, cards)
    first, second, code, zaps = opened(engine, automaton, desk, recording, up, naturals, dealt)
    hand = two_cards(engine, automaton, first, second)
    splits = dealt & ((code & lay.ENDS) == SPLIT_END)
    hand, closed, drawn, third = play_opened(
        engine, automaton, desk, recording, hand, code, up, zaps, dealt & ~splits
    )
    keep_hand(engine, automaton, desk, 0, hand, closed, drawn, first, second, third)
    show_thirds(automaton, watch, third, closed, drawn, first, zaps)
    counts = spread_byte(up, 1)
    playing = dealt & ~splits & is_open(engine, automaton, hand, closed)
    if bits_of(splits) != 0:
        put(desk.piles, 0, first)
        put(desk.piles, 1, second)
        hands, standing = play_splits(engine, automaton, desk, recording, 0, up, splits)
        counts = where(splits, hands, counts)
        show_split_thirds(automaton, watch, lanes_at(desk.piles, PILE_THIRD), splits & ~zaps)
        playing = playing | standing
    # A zapped hand has taken none of the nine cards, and a split one perhaps all of them.
    drawn = where(zaps, spread_byte(up, 0), drawn)
    drawn = where(splits, spread_byte(up, NO_CARD), drawn)
    playing = playing & ~naturals
    playing = watched_from(engine, automaton, watch, up, naturals, playing, dealt)
    dealer, _ = play_dealers(
        engine, automaton, cards, desk, recording, dealer, drawn, playing, watch
    )
    dealers_end = ends_of_dealers(engine, automaton, dealer, naturals)
    settle_all(engine, automaton, desk, counts, splits, dealers_end, up)
    show_end(engine, automaton, watch, desk, recording, dealer, counts, dealt)
    return counts


@inlined
def opened(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    recording: Source | None,
    up: Lanes,
    naturals: Mask,
    dealt: Mask,
) -> tuple[Lanes, Lanes, Lanes, Mask]:
    """The two cards of each hand, which may have come for others, what it does, and which have."""
    first, second = lanes_at(desk.cards, FIRST), lanes_at(desk.cards, SECOND)
    hand = two_cards(engine, automaton, first, second)
    early = zapped_early(engine, automaton, desk.cards, recording, hand, up, dealt)
    code = openings(engine, automaton, desk.cards, hand, naturals)
    code = answered(recording, code, dealt & ~early)
    zaps = early | (dealt & ((code & lay.ENDS) == ZAP_END))
    if bits_of(zaps) != 0:
        first, second = exchanged(automaton, desk, recording, first, second, zaps)
        code = told_zapped(engine, automaton, recording, first, second, code, up, naturals, zaps)
    return first, second, code, zaps


@inlined
def exchanged(
    automaton: Automaton,
    desk: LaneCards,
    recording: Source | None,
    first: Lanes,
    second: Lanes,
    zaps: Mask,
) -> tuple[Lanes, Lanes]:
    """Two other cards for hands that were thrown away."""
    first = where(zaps, draw_for(automaton, desk, recording, zaps), first)
    return first, where(zaps, draw_for(automaton, desk, recording, zaps), second)


@inlined
def told_zapped(
    engine: Engine,
    automaton: Automaton,
    recording: Source | None,
    first: Lanes,
    second: Lanes,
    code: Lanes,
    up: Lanes,
    naturals: Mask,
    zaps: Mask,
) -> Lanes:
    """What all hands do, where some have got two other cards."""
    is_pair = may_split(engine, automaton, first, second)
    hand = two_cards(engine, automaton, first, second)
    alone = told_later(engine, automaton, lay.ZAPPED, 0, hand, up)
    told = where(is_pair, told_pairs(engine, automaton, lay.ZAPPED, first, up), alone)
    if automaton.numbers[lay.ZAPS] == lay.BEFORE_PEEK:
        # Where the dealer then shows a natural, only hands that are paid at once end otherwise.
        nobody_plays = naturals & (look_up(engine, automaton.small, lay.PEEKS, up) != 0)
        is_lost = nobody_plays & ((told & lay.ENDS) != PAID_END)
        told = where(is_lost, spread_byte(told, 0), told)
    return where(zaps, answered(recording, told, zaps), code)


@inlined
def play_opened(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    recording: Source | None,
    begun: Lanes,
    code: Lanes,
    up: Lanes,
    zaps: Mask,
    playing: Mask,
) -> tuple[Lanes, Lanes, Lanes, Lanes]:
    """Play hands as dealt or zapped: state, end, how many cards they drew, the first of these."""
    hand, closed, drawn, third, _ = play_carefully(
        engine, automaton, desk, recording, lay.DEALT, begun, code, up, playing & ~zaps
    )
    if bits_of(zaps) != 0:
        other, its_end, its_cards, its_third, _ = play_carefully(
            engine, automaton, desk, recording, lay.ZAPPED, begun, code, up, playing & zaps
        )
        hand, closed = where(zaps, other, hand), where(zaps, its_end, closed)
        drawn, third = where(zaps, its_cards, drawn), where(zaps, its_third, third)
    return hand, closed, drawn, third


@inlined
def settle_all(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    counts: Lanes,
    splits: Mask,
    dealers_end: Lanes,
    up: Lanes,
) -> None:
    """What all hands of a spot come to; nothing is known of hands that are not there."""
    for number in range(HANDS):
        if bits_of(counts > number) == 0:
            break
        settle(engine, automaton, desk, number, splits, dealers_end, up)
    spare_hands(engine, automaton, desk, 0, counts, dealers_end)


@inlined
def settle(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    number: Number,
    splits: Mask,
    dealers_end: Lanes,
    up: Lanes,
) -> None:
    """What hands come to, by class, and whether they win the super bonus."""
    hand, closed = lanes_at(desk.hands, STATES + number), lanes_at(desk.hands, CLOSED + number)
    ended = lanes_at(desk.hands, ENDED + number)
    places = end_indices(engine, automaton, hand, closed, ended, dealers_end)
    dealt = classes_at(engine, automaton, lay.DEALT, places, ended)
    split = classes_at(engine, automaton, lay.AFTER_SPLIT, places, ended)
    if automaton.numbers[lay.FREE_SPLITS]:
        other = classes_at(engine, automaton, lay.FUNDED, places, ended)
        split = where(lanes_at(desk.hands, FUNDED + number) != 0, other, split)
    put(desk.hands, CLASSES + number, where(splits, split, dealt))
    of_dealt = wins_bonus(engine, automaton, lay.DEALT, places, up)
    of_split = wins_bonus(engine, automaton, lay.AFTER_SPLIT, places, up)
    won = (splits & of_split) | (~splits & of_dealt)
    put(desk.hands, BONUSES + number, where(won, spread_byte(up, 1), 0))


@inlined
def spare_hands(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    row: Number,
    counts: Lanes,
    dealers_end: Lanes,
) -> None:
    """Give hands back that a natural beats after another of their spot, where it takes only one."""
    if automaton.numbers[lay.TAKES_ONE]:
        naturals = dealers_end == 0
        is_taken = naturals & ~naturals
        for number in range(HANDS):
            if bits_of(counts > number) == 0:
                break
            classes = lanes_at(desk.hands, row + CLASSES + number)
            spared = look_up_large(engine, automaton.large, lay.SPARED_CLASSES, classes)
            put(desk.hands, row + CLASSES + number, where(is_taken, spared, classes))
            is_taken = is_taken | (naturals & (spared != classes))
