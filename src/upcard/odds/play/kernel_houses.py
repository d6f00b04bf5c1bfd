"""A house as the solver's kernels know it: tables by level of doubles and hand."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

import numpy as np

from upcard.game.decisions import Decision
from upcard.game.house import House
from upcard.game.results import LOSE, PUSH, WIN, contest
from upcard.game.specials import KINDS, PLAIN
from upcard.game.stakes import Laid
from upcard.odds.play.compositions import Floats, Integers, numbered
from upcard.odds.play.kernels import kernel_arrays
from upcard.odds.play.payments import PlayFacts
from upcard.odds.play.reference import kind_of_composition

HOUSES_KEPT: Final = 4
"""How many games' tables are remembered, for the next number of decks: they do not differ."""


@lru_cache(maxsize=HOUSES_KEPT)
def kernel_houses(
    facts: PlayFacts, *, is_one_of_many: bool = False
) -> tuple[kernel_arrays.KernelHouse, ...]:
    """
    The rules for hands of each side; nobody changes them.

    A hand that *is_one_of_many* is beside others, of which a natural may take one wager together.
    """
    return tuple(_house(facts, side, is_one_of_many) for side in range(len(facts.sides)))


@cache
def _kinds_of_21() -> tuple[Integers, Integers]:
    """The hands of 21 by their numbers, and which special hand each is."""
    numbers = numbered()
    hands = np.flatnonzero(numbers.total == 21)
    return hands, np.array([kind_of_composition(numbers.hands[hand]) for hand in hands])


def contests(house: House) -> dict[int, Floats]:
    """For losing, pushing and winning: one where a total does so against an end of the dealer."""
    ends = kernel_arrays.ends_with(house.pushing_total)
    results = np.array([[contest(house, total, end) for end in ends] for total in range(22)])
    return {one: (results == one).astype(np.float64) for one in (LOSE, PUSH, WIN)}


def _house(facts: PlayFacts, side: int, is_one_of_many: bool) -> kernel_arrays.KernelHouse:
    laid = [facts.laid(side, level) for level in range(len(facts.levels))]
    win, lose = np.array([facts.stakes(one) for one in laid], dtype=np.float64).T.copy()
    won = contests(facts.house)
    spare, spare_bust = (
        np.array(
            [
                facts.left_by_natural(one, is_bust=bust, is_one_of_many=is_one_of_many)
                for one in laid
            ],
            dtype=np.float64,
        )
        for bust in (False, True)
    )
    return kernel_arrays.KernelHouse(
        pay=_pays(facts, laid),
        sure=_sure_wins(facts, laid),
        win=win,
        lose=lose,
        spare=spare,
        spare_square=lose**2 - (lose - spare) ** 2,
        spare_bust=spare_bust,
        spare_bust_square=lose**2 - (lose - spare_bust) ** 2,
        spares_busts=bool(spare_bust.any()),
        double_to=_doubles(facts, laid),
        rescue=_rescues(facts, laid),
        ends_turn=bool(facts.house.twenty_one_ends_turn),
        wins=won[WIN],
        loses=won[LOSE],
    )


def _pays(facts: PlayFacts, laid: list[Laid]) -> Floats:
    pays = np.ones((len(laid), len(numbered().hands)))
    hands, kinds = _kinds_of_21()
    for level, one in enumerate(laid):
        by_kind = [float(facts.pay_of_21(kind, one)) for kind in range(len(KINDS))]
        pays[level, hands] = np.array(by_kind)[kinds]
    return pays


def _sure_wins(facts: PlayFacts, laid: list[Laid]) -> Floats:
    """What hands win at once; most games have none."""
    numbers, sure = numbered(), np.zeros((len(laid), len(numbered().hands)))
    if not (facts.house.winning_cards or facts.house.paid_21):
        return sure
    kinds = np.full(len(numbers.hands), PLAIN)
    of_21, kinds_of_21 = _kinds_of_21()
    kinds[of_21] = kinds_of_21
    for hand in range(len(numbers.hands)):
        held = int(numbers.total[hand]), int(numbers.cards[hand])
        kind = int(kinds[hand])
        sure[:, hand] = [float(facts.sure_win(*held, one, kind) or 0) for one in laid]
    return sure


def _doubles(facts: PlayFacts, laid: list[Laid]) -> Integers:
    numbers, leads_to = numbered(), np.empty((len(laid), 22, 2, 2), dtype=np.int64)
    places = {(one.doubles, one.free_doubles): level for level, one in enumerate(laid)}
    for level, total, is_soft, more in np.ndindex(leads_to.shape):
        holding = facts.holding(
            total=total, is_soft=bool(is_soft), cards=2 + more, laid=laid[level]
        )
        after = facts.doubled(holding)
        leads_to[level, total, is_soft, more] = (
            places[after.doubles, after.free_doubles]
            if facts.may(Decision.DOUBLE, holding)
            else kernel_arrays.NEVER
        )
    is_soft, more = numbers.is_soft.astype(np.int64), np.clip(numbers.cards - 2, 0, 1)
    return leads_to[:, numbers.total, is_soft, more]


def _rescues(facts: PlayFacts, laid: list[Laid]) -> Floats:
    costs = map(facts.cost_of_giving_up, laid)
    return np.array([-np.inf if cost is None else -float(cost) for cost in costs])
