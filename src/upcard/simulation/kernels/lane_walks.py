"""
Rounds of every lane, walked through an automaton's tables: no rule is known here.

The quick walk plays all 64 lanes with nine cards each, in a straight line. Lanes that split, or
that need more cards, are left to the careful walk, which plays on from the same cards.
"""

from __future__ import annotations

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
    Recording,
    answered,
)
from upcard.simulation.kernels.lane_hands import (
    code_of,
    end_indices,
    play_carefully,
    play_dealers,
    play_on,
    special_end,
    told,
    two_cards,
)
from upcard.simulation.kernels.lane_operations import (
    Lanes,
    Mask,
    bits_of,
    lanes_at,
    put,
    spread_byte,
    where,
)
from upcard.simulation.kernels.lane_splits import (
    BONUSES,
    CLASSES,
    CLOSED,
    ENDED,
    HANDS,
    NO_CARD,
    SPLIT_END,
    STATES,
    keep_hand,
    play_splits,
)
from upcard.simulation.kernels.lane_tables import Engine, look_up, look_up_large
from upcard.simulation.kernels.layout import CardTypes


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
    mine = look_up(engine, small, lay.PAIR_FIRST, first)
    is_pair = mine == look_up(engine, small, lay.PAIR_SECOND, second)
    pairs = look_up(engine, small, lay.PAIR_ROWS + lay.DEALT, code_of(engine, automaton, first))
    rows = where(is_pair, pairs, look_up_large(engine, automaton.large, lay.ROWS, hand))
    nobody_plays = naturals & (look_up(engine, small, lay.PEEKS, up) != 0)
    columns = look_up(engine, small, lay.COLUMNS, up)
    nobody = spread_byte(up, automaton.numbers[lay.NOBODY_PLAYS])
    return told(engine, automaton, 0, rows, where(nobody_plays, nobody, columns))


@inlined
def ends_of_dealers(engine: Engine, automaton: Automaton, dealer: Lanes, naturals: Mask) -> Lanes:
    """The numbers of the dealers' ends; a natural is 0."""
    ends = look_up(engine, automaton.small, lay.DEALER_ENDS, dealer)
    return where(naturals, spread_byte(ends, 0), ends)


@inlined
def quick_walk(
    engine: Engine, automaton: Automaton, cards: CardTypes, dealt: Mask
) -> tuple[Lanes, Mask]:
    """What *dealt* lanes came to, by class, and the lanes left to the careful walk."""
    first, second = lanes_at(cards, FIRST), lanes_at(cards, SECOND)
    up = upcards(engine, automaton, cards)
    hand = two_cards(engine, automaton, first, second)
    dealer, naturals = dealers_hands(engine, automaton, cards)
    code = openings(engine, automaton, cards, hand, naturals)
    hand, closed, drawn, third, lacking = play_on(
        engine, automaton, cards, None, None, lay.DEALT, hand, code, up, dealt
    )
    playing = dealt & (closed == 0) & ~naturals
    dealer, short = play_dealers(engine, automaton, cards, None, None, dealer, drawn, playing)
    left = lacking | short | (closed == SPLIT_END)
    ended = closed
    if automaton.numbers[lay.SPECIALS]:
        ended = special_end(engine, automaton, hand, closed, drawn, first, second, third)
    dealers_end = ends_of_dealers(engine, automaton, dealer, naturals)
    places = end_indices(engine, automaton, hand, closed, ended, dealers_end)
    if automaton.numbers[lay.BONUS]:
        left = left | wins_bonus(engine, automaton, lay.DEALT, places, up)
    left = left & dealt
    classes = look_up_large(engine, automaton.large, lay.CLASS_OF, places)
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
    recording: Recording | None,
    dealt: Mask,
) -> Lanes:
    """Rounds of the lanes that were *dealt*, with all their hands; how many hands each has."""
    cards = desk.cards
    first, second = lanes_at(cards, FIRST), lanes_at(cards, SECOND)
    up = upcards(engine, automaton, cards)
    hand = two_cards(engine, automaton, first, second)
    dealer, naturals = dealers_hands(engine, automaton, cards)
    code = openings(engine, automaton, cards, hand, naturals)
    code = answered(recording, code, dealt)
    splits = dealt & ((code & lay.ENDS) == SPLIT_END)
    hand, closed, drawn, third, _ = play_carefully(
        engine, automaton, desk, recording, lay.DEALT, hand, code, up, dealt & ~splits
    )
    keep_hand(engine, automaton, desk, 0, hand, closed, drawn, first, second, third)
    counts = spread_byte(up, 1)
    playing = dealt & ~splits & (closed == 0)
    if bits_of(splits) != 0:
        hands, standing = play_splits(engine, automaton, desk, recording, 0, up, splits)
        counts = where(splits, hands, counts)
        playing = playing | standing
    drawn = where(splits, spread_byte(up, NO_CARD), drawn)
    playing = playing & ~naturals
    dealer, _ = play_dealers(engine, automaton, cards, desk, recording, dealer, drawn, playing)
    dealers_end = ends_of_dealers(engine, automaton, dealer, naturals)
    for number in range(HANDS):
        settle(engine, automaton, desk, number, splits, dealers_end, up)
    return counts


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
    dealt = look_up_large(engine, automaton.large, lay.CLASS_OF + lay.DEALT, places)
    split = look_up_large(engine, automaton.large, lay.CLASS_OF + lay.AFTER_SPLIT, places)
    put(desk.hands, CLASSES + number, where(splits, split, dealt))
    of_dealt = wins_bonus(engine, automaton, lay.DEALT, places, up)
    of_split = wins_bonus(engine, automaton, lay.AFTER_SPLIT, places, up)
    won = (splits & of_split) | (~splits & of_dealt)
    put(desk.hands, BONUSES + number, where(won, spread_byte(up, 1), 0))
