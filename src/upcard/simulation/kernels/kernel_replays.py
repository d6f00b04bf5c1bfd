"""Kernels that take their cards from outside: recorded rounds, and everything a judge can see."""

from __future__ import annotations

from upcard.families.dealer_hands import DealerHand
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.block_kernels import (
    settle_round,
    start_of,
    start_of_shoe,
)
from upcard.simulation.kernels.compilation import entry
from upcard.simulation.kernels.compiled_judges import (
    dealer_lines_of,
    lines_of,
    two_hand_lines_of,
)
from upcard.simulation.kernels.draws import NO_BITS, Number, Word, draw, shoe_of, small
from upcard.simulation.kernels.hand_kernels import state_after, total_of_state
from upcard.simulation.kernels.layout import Bytes, Integers, Smalls, Tables, Words
from upcard.simulation.kernels.round_kernels import play_round
from upcard.simulation.kernels.side_kernels import finished_hand
from upcard.simulation.kernels.watch_kernels import watch, watch_card


@entry
def replay_round(
    tables: Tables,
    order: Bytes,
    tape: Bytes | None,
    shoe: Words,
    felt: Integers,
    totals: Integers,
    counts: Integers,
) -> tuple[Number, Number]:
    """Play one round from recorded cards, and decisions if there are any: how many were used."""
    shoe[at.ANSWERS] = NO_BITS
    up, hole, dealer, place = play_round(tables, felt, shoe, NO_BITS, order, tape)
    settle_round(tables, felt, up, hole, dealer, totals, counts)
    return place, shoe[at.ANSWERS]


@entry
def draw_many(shoe: Words, seed: Word, block: Word, number: Number, cards: Bytes) -> None:
    """Fill *cards* with draws from one shoe of a block, in the order they come."""
    place = start_of_shoe(start_of(seed, block), number)
    for index in range(cards.size):
        cards[index], place = draw(shoe_of(shoe), place, None)


@entry
def judge_all(
    family: Number, reading: Number, places: Integers, types: Number, lines: Integers
) -> None:
    """
    Fill *lines* with what a family's judge says to all card types in *places*.

    Places are first, second, third, up card and hole card; one that is not named holds no card.
    """
    for index in range(lines.size):
        first = second = third = up = hole = at.NO_CARD
        rest = index
        for place in places[::-1]:
            card = rest % types
            rest //= types
            if place == 0:
                first = card
            elif place == 1:
                second = card
            elif place == 2:
                third = card
            elif place == 3:
                up = card
            else:
                hole = card
        lines[index] = lines_of(family, reading, first, second, third, up, hole)


@entry
def judge_dealers(
    family: Number,
    reading: Number,
    own: Bytes,
    cards: Bytes,
    sizes: Integers,
    felt: Integers,
    lines: Integers,
) -> None:
    """
    Fill *lines* with what a family's judge says to finished hands of the dealer.

    Their cards follow each other in *cards*, so many for each hand as *sizes* say; *own* has the
    player's two cards beside each, and *felt* is for its own use.
    """
    place = 0
    for index in range(sizes.size):
        up, hole = small(cards[place]), small(cards[place + 1])
        seen = watch(felt, up, hole)
        state = state_after(state_after(small(0), up), hole)
        for drawn in range(place + 2, place + sizes[index]):
            state = state_after(state, small(cards[drawn]))
            seen = watch_card(felt, seen, small(cards[drawn]))
        place += sizes[index]
        hand = finished_hand(felt, up, hole, total_of_state(state))
        first, second = small(own[2 * index]), small(own[2 * index + 1])
        lines[index] = dealer_lines_of(family, reading, first, second, hand)


@entry
def judge_finished(family: Number, reading: Number, told: Smalls, lines: Integers) -> None:
    """
    Fill *lines* with what a family's judge says to finished hands of the dealer, as it is told.

    A row of *told* has the player's two cards, and the numbers of a `DealerHand`.
    """
    for row in range(lines.size):
        hand = DealerHand(
            told[row, 2], told[row, 3], told[row, 4], told[row, 5], told[row, 6], told[row, 7]
        )
        lines[row] = dealer_lines_of(family, reading, told[row, 0], told[row, 1], hand)


@entry
def judge_two_hands(family: Number, reading: Number, types: Number, lines: Integers) -> None:
    """Fill *lines* with what a family's judge says to all cards of two hands of two."""
    for place in range(lines.size):
        first, second = place // types**3, place // types**2 % types
        other, last = place // types % types, place % types
        lines[place] = two_hand_lines_of(family, reading, first, second, other, last)
