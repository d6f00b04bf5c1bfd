"""
Settling rounds and adding them up, as machine code: what a block of many rounds comes to.

All money is in whole units that `packing` chose, so that every sum is exact.
"""

from __future__ import annotations

import numpy as np

from upcard.game import results, specials, stakes
from upcard.game.house import House
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.compilation import also_plain, called, entry, inlined, replaceable
from upcard.simulation.kernels.draws import (
    BLOCK_DRAWS,
    SHOE_DRAWS,
    STEP,
    Flag,
    Number,
    Word,
    index,
    mixed,
    shoe_of,
    shuffle_shoe,
    small,
)
from upcard.simulation.kernels.envy_kernels import envies_of, envious
from upcard.simulation.kernels.hand_kernels import house_in, is_natural, points_of
from upcard.simulation.kernels.layout import Integers, ShoeArrays, Smalls, Tables, Words
from upcard.simulation.kernels.round_kernels import play_from
from upcard.simulation.kernels.side_kernels import ask_judges, known_verdict
from upcard.simulation.kernels.true_counts import add_to_count, cards_dealt, true_count_place


@inlined
def outcome_of(tables: Tables, record: Number, dealer: Number) -> Number:
    """
    What a hand comes to against the dealer's total, or came to before the dealer played.

    Nobody can foresee who wins, a processor neither: everything is worked out, then one chosen.
    """
    house = house_in(tables.settings)
    mine: Number = small(record & 255)
    closed = small(record >> at.CLOSED_SHIFT)
    # Split and doubled choose the row: whether the kind of 21 still pays.
    doubled = (record >> (at.STAKES_SHIFT + 1) | record >> at.STAKES_SHIFT) & 1
    row = (record >> (at.SPLIT_SHIFT - 1) & 2) | doubled
    kind = record >> at.KIND_SHIFT & (at.KINDS - 1)
    won = small(tables.specials[index(row * at.KINDS + kind)])
    result = small(results.contest(house, mine, dealer))
    open_outcome = won if result == at.WIN else result
    if dealer == at.DEALER_NATURAL and house.natural_spares_doubles:
        doubles, free_doubles = record >> at.STAKES_SHIFT & 3, record >> at.STAKES_SHIFT + 2 & 1
        if result == at.LOSE and stakes.is_spared(house, doubles, free_doubles):
            open_outcome = small(at.ORIGINAL_LOST)
    if closed == 0:
        return open_outcome
    if closed == at.PAID_21 + 1:
        return won
    if closed == at.SURRENDERED + 1:
        counts = results.surrender_counts(dealer == at.DEALER_NATURAL)
        return small(at.SURRENDERED if counts else at.LOSE)
    if closed == at.NATURAL + 1 or closed == at.SUITED_NATURAL + 1:
        is_dealers = dealer == at.DEALER_NATURAL
        tied = results.contest_of_naturals(house, is_dealers) == at.PUSH
        return small(at.PUSH if tied else closed - 1)
    return small(closed - 1)


@inlined
def taken_once(
    house: House, record: Number, outcome: Number, is_taken: Flag
) -> tuple[Number, Flag]:
    """
    What a hand comes to where a natural takes one wager of its whole spot.

    And whether it is taken by now: of the first hand of the spot that can lose one.
    """
    is_bust = outcome == at.BUST
    is_beaten = outcome == at.LOSE or outcome == at.ORIGINAL_LOST or is_bust
    if not (is_beaten and stakes.is_met_by_natural(house, is_bust)):
        return outcome, is_taken
    if is_taken or record >> at.STAKES_SHIFT & at.FUNDED != 0:
        return small(at.SPARED), is_taken
    doubles, free_doubles = record >> at.STAKES_SHIFT & 3, record >> at.STAKES_SHIFT + 2 & 1
    if stakes.is_spared(house, doubles, free_doubles):
        return small(at.ORIGINAL_LOST), True
    return outcome, True


@replaceable
def bump(counts: Integers | Smalls, cell: Number) -> None:
    """One more of *cell*. A graphics card has a way of its own: see `card_compilers`."""
    counts[cell] += 1


@replaceable
def bump_by(counts: Integers, cell: Number, number: Number) -> None:
    """So many more of *cell*; see `bump`."""
    counts[cell] += number


@inlined
def settle_hands(
    tables: Tables, felt: Integers, dealer: Number, counts: Integers
) -> tuple[Number, Number]:
    """Settle all hands: their net, and whether some hand is suited sevens, for the super bonus."""
    net, sevens = np.int64(0), np.int64(0)
    house = house_in(tables.settings)
    is_taken_once = dealer == at.DEALER_NATURAL and house.natural_takes_one != 0
    for spot in range(tables.settings[at.SPOTS]):
        start = at.HANDS_PER_SPOT * spot
        is_taken = False
        for hand in range(start, start + felt[at.HAND_COUNTS + spot]):
            record = small(felt[index(at.HAND_RECORDS + hand)])
            stakes = record >> at.STAKES_SHIFT & (at.STAKES - 1)
            outcome = outcome_of(tables, record, dealer)
            if is_taken_once:
                outcome, is_taken = taken_once(house, record, outcome, is_taken)
            cell = index(outcome * at.STAKES + stakes)
            felt[index(at.HAND_CELLS + hand)] = cell
            bump(counts, cell)
            net += tables.pays[cell]
            sevens |= record >> at.KIND_SHIFT & (at.KINDS - 1) >= specials.SUITED_SEVENS
    return net, sevens


@called
def super_bonuses(tables: Tables, felt: Integers, up: Number, totals: Integers) -> Number:
    """The super bonuses of a round, envy included."""
    settings = tables.settings
    house = house_in(settings)
    won = 0
    for spot in range(settings[at.SPOTS]):
        start = at.HAND_RECORDS + at.HANDS_PER_SPOT * spot
        for hand in range(start, start + felt[at.HAND_COUNTS + spot]):
            record = felt[hand]
            kind, doubles = record >> at.KIND_SHIFT & (at.KINDS - 1), record >> at.STAKES_SHIFT & 3
            closed = record >> at.CLOSED_SHIFT
            if closed and closed != at.PAID_21 + 1:
                continue
            is_split = record >> at.SPLIT_SHIFT & 1
            if not specials.wins_bonus(house, kind, points_of(up), doubles, is_split):
                continue
            others = envious(tables, felt, spot)
            totals[at.SUPER_BONUSES] += 1
            totals[at.ENVIES] += others
            won += settings[at.BONUS] + settings[at.ENVY] * others
    return won


@inlined
def insurance_net(
    settings: Integers, felt: Integers, up: Number, hole: Number, totals: Integers
) -> Number:
    """What insurance comes to on every spot that can take it, while an ace is up."""
    insured = 0
    for spot in range(settings[at.SPOTS]):
        natural = is_natural(felt[3 * spot], felt[3 * spot + 1])
        if not (natural and house_in(settings).natural_wins):
            insured += 1
    totals[at.INSURANCES] += insured
    if is_natural(up, hole):
        totals[at.INSURANCES_WON] += insured
        return insured * settings[at.INSURANCE_WIN]
    return -insured * settings[at.INSURANCE_STAKE]


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


@called
def settle_sides(
    tables: Tables,
    felt: Integers,
    up: Number,
    hole: Number,
    dealer: Number,
    main: Number,
    totals: Integers,
    counts: Integers,
) -> Number:
    """Settle every side wager of every spot; their net together."""
    settings = tables.settings
    asked = 0
    for spot in range(settings[at.SPOTS]):
        for side in range(settings[at.SIDES]):
            verdict = known_verdict(tables, side, spot, felt, up, dealer)
            felt[at.SIDE_VERDICTS + at.SIDES_MAX * spot + side] = verdict
            asked |= verdict & at.ASK_BIT
    if asked:
        ask_judges(tables, felt, up, hole, dealer)
    together = 0
    for side in range(settings[at.SIDES]):
        net = 0
        for spot in range(settings[at.SPOTS]):
            verdict = felt[at.SIDE_VERDICTS + at.SIDES_MAX * spot + side]
            bump(counts, at.CELLS + side * at.VERDICTS + verdict)
            net += tables.side_pays[side * at.VERDICTS + verdict]
        if settings[at.SIDE_ENVY]:
            net += envies_of(tables, felt, side)
        add(totals, at.FIRST_SIDE + side, net, main)
        together += net
    return together


@also_plain
def move_place(upcard: Number, first: Number, second: Number, is_one_rank: Number) -> Number:
    """Where the table of moves tells of two cards against an up card, all by their points."""
    return 2 * (100 * (upcard - 1) + 10 * (first - 1) + second - 1) + is_one_rank


@called
def moved_net(tables: Tables, felt: Integers, up: Number, totals: Integers) -> Number:
    """What winnings bring that are moved onto the main wager: all of them, or none."""
    settings, net = tables.settings, np.int64(0)
    side = settings[at.PARLAY_SIDE] - 1
    for spot in range(settings[at.SPOTS]):
        first, second = small(felt[3 * spot]), small(felt[3 * spot + 1])
        verdict = felt[at.SIDE_VERDICTS + at.SIDES_MAX * spot + side]
        is_one_rank = 1 if first >> 2 == second >> 2 else 0
        place = move_place(points_of(up), points_of(first), points_of(second), is_one_rank)
        felt[at.SPOT_MOVED + spot] = 0
        if tables.moves[index(place)] == 0 or tables.moved[index(verdict)] == 0:
            continue
        felt[at.SPOT_MOVED + spot] = verdict + 1
        totals[at.PARLAYS] += 1
        totals[at.MOVED] += tables.moved[index(verdict)]
        start = at.HAND_CELLS + at.HANDS_PER_SPOT * spot
        for hand in range(start, start + felt[at.HAND_COUNTS + spot]):
            net += tables.moved_pays[index(verdict * at.CELLS + felt[hand])]
    return net


@inlined
def settle_round(
    tables: Tables,
    felt: Integers,
    up: Number,
    hole: Number,
    dealer: Number,
    totals: Integers,
    counts: Integers,
) -> Number:
    """Settle a round that has been played, and add it up; the main wager's net."""
    main = settle(tables, felt, up, hole, dealer, totals, counts)
    squared = main * main
    add_main(totals, 1, main, squared & 0xFFFFFFFF, squared >> 32)
    return main


@inlined
def settle(
    tables: Tables,
    felt: Integers,
    up: Number,
    hole: Number,
    dealer: Number,
    totals: Integers,
    counts: Integers,
) -> Number:
    """Settle a round and add up all but the main wager, whose net it returns."""
    settings = tables.settings
    main, sevens = settle_hands(tables, felt, dealer, counts)
    beside = np.int64(0)
    if sevens and settings[at.BONUS]:
        won = super_bonuses(tables, felt, up, totals)
        add(totals, at.SUPER_BONUS, won, main)
        beside += won
    if up < 4 and settings[at.INSURANCE_STAKE]:
        won = insurance_net(settings, felt, up, hole, totals)
        add(totals, at.INSURANCE, won, main)
        beside += won
    if settings[at.SIDES]:
        beside += settle_sides(tables, felt, up, hole, dealer, main, totals, counts)
        if settings[at.PARLAY_SIDE] and not is_natural(up, hole):
            won = moved_net(tables, felt, up, totals)
            add(totals, at.PARLAY, won, main)
            beside += won
    if beside:
        add(totals, at.BESIDE, beside, main)
    return main


@inlined
def add_main(totals: Integers, rounds: Number, net: Number, low: Number, high: Number) -> None:
    """Add rounds and what their main wager came to: its net, and its squares in two halves."""
    totals[at.ROUNDS] += rounds
    totals[at.WAGERS + at.SUM] += net
    totals[at.WAGERS + at.SQUARES] += low
    totals[at.WAGERS + at.SQUARES + 1] += high


@inlined
def shuffle(shoe: Words) -> None:
    """Bring all cards back to a shoe as `packing` makes it."""
    shuffle_shoe(shoe_of(shoe))


@inlined
def start_of_shoe(start: Word, number: Number) -> Word:
    """The place in the stream where a shoe of the block at *start* begins."""
    return start + np.uint64(number) * SHOE_DRAWS * STEP


@inlined
def play_shoes(
    tables: Tables,
    first: Number,
    last: Number,
    step: Number,
    felt: Integers,
    shoe: ShoeArrays,
    start: Word,
    totals: Integers,
    counts: Integers,
) -> None:
    """
    Play shoes *first*, *first* + *step* and so on before *last*, each until the cut card comes.

    Each shoe has its own part of the stream, so a block gives the same result whoever plays which
    of its shoes. A cut at 0 is a fresh shoe each round.
    """
    cut, count_table = tables.settings[at.CUT], tables.settings[at.TRUE_COUNT_TABLE]
    rounds = net = low = high = np.int64(0)
    for number in range(first, last, step):
        place = start_of_shoe(start, number)
        shuffle_shoe(shoe)
        dealt = count = np.int64(0)
        while True:
            up, hole, dealer, place = play_from(tables, felt, shoe, place, None, None)
            main = settle(tables, felt, up, hole, dealer, totals, counts)
            squared = main * main
            rounds, net = rounds + 1, net + main
            low, high = low + (squared & 0xFFFFFFFF), high + (squared >> 32)
            if count_table:
                add_to_count(totals, count_table, true_count_place(shoe, dealt, count), main)
            if cut == 0:
                break
            dealt, count = cards_dealt(shoe, tables.tags)
            if dealt >= cut:
                break
    add_main(totals, rounds, net, low, high)
    totals[at.SHOES_EMPTIED] += np.int64(shoe.notes[at.EMPTIED])


@inlined
def start_of(seed: Word, block: Word) -> Word:
    """
    The place in the stream where a block begins.

    The seed chooses one of 2**64 places of SplitMix64's only cycle; from there each block has a
    part of its own, so blocks of one seed never share a draw.
    """
    return mixed(mixed(seed + STEP) + STEP) + block * BLOCK_DRAWS * STEP


@entry
def play_block(
    tables: Tables,
    seed: Word,
    block: Word,
    shoes: Number,
    felt: Integers,
    shoe: Words,
    totals: Integers,
    counts: Integers,
) -> None:
    """Play one block of a run and add it to *totals* and *counts*; *felt* is for its own use."""
    start = start_of(seed, block)
    play_shoes(tables, 0, shoes, 1, felt, shoe_of(shoe), start, totals, counts)
