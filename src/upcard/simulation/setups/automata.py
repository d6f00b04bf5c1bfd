"""
A packed game as an automaton: the rule book, tabulated once, so that kernels need no rule.

Nothing here decides anything. Every entry is an answer of the rule book, of the chart as
`chart_tables` packed it, or of the table's own settlement. What does not fit is refused by name.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from upcard.game import dealers, decisions, hands
from upcard.game.decisions import Holding
from upcard.game.house import House
from upcard.game.stakes import NEW_HAND
from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.layout import Bytes, lined_up
from upcard.simulation.problems import DoesNotFit
from upcard.simulation.setups.automaton_decisions import fill_decisions, sides_of
from upcard.simulation.setups.automaton_ends import fill_ends
from upcard.simulation.setups.automaton_sides import with_sides
from upcard.simulation.setups.automaton_spots import count_misfits, fill_spots
from upcard.simulation.setups.card_types import may_split, points_of
from upcard.simulation.setups.packed_games import Packed

DRAW_VALUES: int = 1 << 16
"""How many values a draw of a lane has."""


def automaton(pack: Packed) -> Automaton:
    """*pack* as tables that lanes walk through; refuses what lanes cannot play, by name."""
    for problem in _misfits(pack):
        raise DoesNotFit(problem)
    found = Automaton(
        numbers=np.zeros(lay.NUMBERS, np.int64),
        small=lined_up(lay.SMALL_TABLES * lay.SMALL, np.uint8),
        large=lined_up(_large_tables(pack) * lay.LARGE, np.uint8),
        cells=np.zeros(lay.LARGE, np.int64),
        pays=np.zeros(lay.LARGE, np.int64),
        sides=np.zeros(0, np.int64),
        columns=np.zeros(0, np.uint8),
        verdicts=np.zeros(0, np.uint32),
        members=np.zeros(0, np.int64),
        lines=np.zeros(0, np.uint8),
        path_pays=np.zeros(0, np.int64),
        side_pays=pack.tables.side_pays,
        envies=pack.tables.envies,
        players=pack.tables.players,
        moves=pack.tables.moves,
        moved=pack.tables.moved,
        moved_pays=pack.tables.moved_pays,
    )
    _fill_numbers(pack, found)
    _fill_cards(pack, found)
    _fill_dealer(pack, found)
    fill_decisions(pack, found)
    fill_ends(pack, found)
    fill_spots(pack, found)
    return with_sides(pack, found)


def _large_tables(pack: Packed) -> int:
    is_usual = max(sides_of(pack.setup.game.house)) < lay.USUAL_SIDES
    return lay.LARGE_TABLES if is_usual else lay.ALL_LARGE_TABLES


def _misfits(pack: Packed) -> Iterator[str]:
    """What lanes do not play yet, as the end of a sentence."""
    house = pack.setup.game.house
    yield from side_misfits(pack)
    yield from count_misfits(pack)
    if house.free_double_totals and house.doubles_max > 1:
        yield (
            "free_bets.double_totals is not empty, and doubling.doubles_max is "
            f"{house.doubles_max}: write [] or 1"
        )


def side_misfits(pack: Packed) -> Iterator[str]:
    """The same of the side wagers."""
    for name in pack.setup.sides:
        family = pack.setup.game.offers[name].family
        if family.is_on_first_five and not family.by_ranks:
            yield f"{name} looks at the order or the suits of five cards"


def _fill_numbers(pack: Packed, found: Automaton) -> None:
    game, numbers = pack.setup.game, found.numbers
    types = len(game.rules.deck.cards)
    numbers[lay.CARDS] = game.decks * types
    numbers[lay.TYPES] = types
    numbers[lay.REJECTED_BELOW] = DRAW_VALUES % (game.decks * types)
    numbers[lay.HANDS_MAX] = game.house.hands_max
    numbers[lay.AT_ONCE] = game.house.second_cards_at_once
    numbers[lay.NATURAL_SUIT] = 1 << game.house.natural_suit >> 1
    numbers[lay.HOLE_LAST] = game.house.second_card_last
    if game.house.zap_totals:
        numbers[lay.ZAPS] = lay.BEFORE_PEEK if game.house.zaps_before_peek else lay.IN_TURN
    numbers[lay.TAKES_ONE] = game.house.natural_takes_one != 0
    numbers[lay.PARLAY_SIDE] = pack.tables.settings.parlay_side
    numbers[lay.FREE_SPLITS] = game.house.free_splits_max


def is_usual(tables: Automaton) -> bool:
    """Whether a game has nothing of what few games have: see `lay.USUALLY_OFF`."""
    rare = tables.numbers[list(lay.USUALLY_OFF)]
    return not rare.any() and tables.numbers[lay.SPECIALS] <= lay.KINDS_ALONE


def small_table(found: Automaton, place: int) -> Bytes:
    """One of the small tables, to read or fill."""
    return found.small[place * lay.SMALL : (place + 1) * lay.SMALL]


def _types(found: Automaton) -> range:
    return range(int(found.numbers[lay.TYPES]))


def _fill_cards(pack: Packed, found: Automaton) -> None:
    """What lanes need to know of each card type."""
    house = pack.setup.game.house
    codes = small_table(found, lay.CARD_CODES)
    for card in _types(found):
        codes[card] = hands.state_after(0, points_of(card))
        one_card = decisions.is_one_card_ace(house, 1, points_of(card))
        small_table(found, lay.ONE_CARD)[card] = one_card
        is_free = decisions.split_is_free(house, points_of(card), 1)
        small_table(found, lay.FREE_PAIRS)[card] = is_free
    _refuse_other_states(codes)
    for is_split, first, second in (
        (False, lay.PAIR_FIRST, lay.PAIR_SECOND),
        (True, lay.RESPLIT_FIRST, lay.RESPLIT_SECOND),
    ):
        _fill_pairs(house, is_split, small_table(found, first), small_table(found, second))


def _refuse_other_states(codes: Bytes) -> None:
    """Lanes add the points of a card and set its flag: the rule book must say the same."""
    states = [state for state in range(hands.STATES) if hands.points_of(state) <= hands.TWENTY_ONE]
    for state in states:
        for code in {int(code) for code in codes if code}:
            points, flag = code & lay.POINTS, code & lay.ACE
            assert hands.state_after(state, points) & lay.STATE == (state + points) | flag


def _fill_pairs(house: House, is_split: bool, first: Bytes, second: Bytes) -> None:
    """
    Give card types numbers that are equal where two cards may be split.

    Types that go with the same others share a number; one that may not be split has a number as a
    first card that no second card has.
    """
    types = range(len(at.RANK_ORDER) * 4)
    partners = [
        tuple(other for other in types if may_split(house, card, other, is_split=is_split))
        for card in types
    ]
    numbers = {found: place for place, found in enumerate(dict.fromkeys(partners)) if found}
    for card in types:
        first[card] = numbers.get(partners[card], len(types))
        second[card] = next((numbers[p] for p in numbers if card in p), len(types) + 1)
    for card in types:
        for other in types:
            assert (first[card] == second[other]) == (other in partners[card])


def _fill_dealer(pack: Packed, found: Automaton) -> None:
    """When the dealer draws, and under which up cards a natural is looked for."""
    house = pack.setup.game.house
    draws, naturals = (
        small_table(found, place) for place in (lay.DEALER_DRAWS, lay.DEALER_NATURALS)
    )
    for state in range(hands.STATES):
        draws[state] = dealers.draws(state, house.draws_by)
    _fill_early_zaps(house, small_table(found, lay.EARLY_ZAPS))
    for first in range(1, 11):
        under = dealers.peeks(first, house.peeks_under_ace, house.peeks_under_ten)
        small_table(found, lay.PEEKS)[hands.state_after(0, first)] = under
        for second in range(1, 11):
            state = hands.state_after(hands.state_after(0, first), second)
            naturals[state] |= hands.is_natural(first, second)


def _fill_early_zaps(house: House, early: Bytes) -> None:
    """Which hands as dealt may be zapped before the dealer looks."""
    for state in range(hands.STATES if house.zaps_before_peek else 0):
        hand = Holding(
            hands.total_of(state),
            int(hands.is_soft(state)),
            2,
            0,
            decisions.NO_PAIR,
            1,
            0,
            NEW_HAND,
        )
        early[state] = decisions.why_not_zap(house, hand) == 0
