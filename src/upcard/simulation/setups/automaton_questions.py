"""What hands that are asked may do, and what is seen of them, as tables for rounds in steps."""

from __future__ import annotations

from itertools import product
from typing import Final

import numpy as np

from upcard.game import decisions, hands
from upcard.game.decisions import Decision, Holding
from upcard.game.house import House
from upcard.game.stakes import ZAPPED, Laid
from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.lane_turns import FREE_DOUBLE, Questions
from upcard.simulation.kernels.layout import Bytes
from upcard.simulation.setups.automaton_decisions import CODES, VALUES, sides_of, stakes_of
from upcard.simulation.setups.chart_tables import CODES as DECISION_CODES
from upcard.simulation.setups.packed_games import Packed

_TWO_ACES: Final = hands.state_after(hands.state_after(0, 1), 1)
_OTHER_FIRST: Final = 2
"""In place of the points of a first card that is no ace."""
_ASKED_STATES: Final = tuple(
    state for state in range(hands.STATES) if 2 <= hands.points_of(state) <= hands.TWENTY_ONE
)


def questions_of(pack: Packed) -> Questions:
    """The answers of the rule book to every hand of *pack* that can be asked."""
    codes = [DECISION_CODES[one] for one in at.ACTIONS]
    return Questions(
        legal=_legal(pack),
        hands=_seen_hands(pack.setup.game.house),
        answers=np.array([CODES[code] for code in (*codes, at.FREE_DOUBLE)], np.uint8),
    )


def _legal(pack: Packed) -> Bytes:
    """By up card, side, layer and hand: one bit for each decision that is allowed."""
    house, wager = pack.setup.game.house, int(pack.setup.wager)
    found = np.zeros((len(VALUES) + 1, lay.SIDES, lay.LAYERS, lay.LARGE), np.uint8)
    for side, (rung, stakes) in product(sides_of(house), enumerate(stakes_of(house))):
        laid = _laid_on(side, stakes)
        for layer, state in product(range(lay.LAYERS), _ASKED_STATES):
            first = 1 if state == _TWO_ACES else _OTHER_FIRST
            hand = Holding(
                hands.total_of(state),
                int(hands.is_soft(state)),
                layer + 2,
                first,
                decisions.NO_PAIR,
                1,
                wager,
                laid,
            )
            for up in VALUES if house.surrender_upcards else (slice(None),):
                against = 0 if isinstance(up, slice) else up
                bits = _legal_bits(house, hand._replace(upcard=against))
                found[up, side, layer, rung * lay.RUNG + state] = bits
    return found.reshape(-1)


def _laid_on(side: int, stakes: int) -> Laid:
    """How the money lies on a hand of a side with these stakes."""
    return at.laid_of(stakes, is_split=side in (lay.AFTER_SPLIT, lay.FUNDED))._replace(
        is_funded=int(side == lay.FUNDED), is_zapped=ZAPPED if side == lay.ZAPPED else 0
    )


def _legal_bits(house: House, hand: Holding) -> int:
    legal = decisions.legal_for(house, hand)
    bits = sum(1 << at.ACTIONS.index(one) for one in legal)
    is_free = Decision.DOUBLE in legal and decisions.double_is_free(house, hand)
    return bits | (FREE_DOUBLE if is_free else 0)


def _seen_hands(house: House) -> Bytes:
    """By hand: its total, whether it is soft, how often it was doubled."""
    found = np.zeros((3, lay.LARGE), np.uint8)
    for (rung, stakes), state in product(enumerate(stakes_of(house)), _ASKED_STATES):
        doubles = at.laid_of(stakes).doubles
        seen = hands.total_of(state), hands.is_soft(state), doubles
        found[:, rung * lay.RUNG + state] = seen
    return found.reshape(-1)
