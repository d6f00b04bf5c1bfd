"""Many rounds of one spot, stepped through the tables of an automaton."""

from __future__ import annotations

import numpy as np

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.lane_draws import NINE, LaneCards
from upcard.simulation.kernels.lane_steps import draw_shoe, no_rounds, step_lanes
from upcard.simulation.kernels.layout import Integers
from upcard.simulation.kernels.seen_rounds import Money, SeenRounds, block_of, nothing_seen
from upcard.simulation.setups.automata import automaton
from upcard.simulation.setups.automaton_questions import questions_of
from upcard.simulation.setups.packed_games import Packed


class RoundStepper:
    """So many rounds of one spot, each on a fresh shoe of its own."""

    def __init__(self, pack: Packed, count: int) -> None:
        self._tables = automaton(pack)
        self._questions = questions_of(pack)
        self._rounds = no_rounds(count)
        self._money = Money(int(pack.setup.wager), int(pack.unit))

    def restart(self) -> None:
        """Let the next step deal the first round of every place."""
        self._rounds.numbers.fill(-1)
        self._rounds.is_over.fill(True)

    def step(self, actions: Integers, seed: np.uint64, *, deals_at_once: bool) -> SeenRounds:
        """One action in each round, and what is seen then."""
        seen = nothing_seen(actions.size)
        step_lanes(
            self._tables,
            self._questions,
            self._rounds,
            actions,
            deals_at_once,
            seed,
            self._money,
            seen,
        )
        return seen

    def shoe_of(self, place: int, seed: np.uint64) -> list[int]:
        """The cards of the shoe of one round, by number, in the order they come."""
        numbers = self._rounds.numbers
        block, shoe = block_of(place, numbers.size, int(numbers[place]))
        cards = np.zeros(int(self._tables.numbers[lay.CARDS]), np.int32)
        draw_shoe(self._tables, _desk_for(self._tables), seed, np.uint64(block), shoe, cards)
        return [int(card) for card in cards]


def _desk_for(tables: Automaton) -> LaneCards:
    """A desk of a lane alone that can see every card of a shoe."""
    return LaneCards(
        state=np.zeros(1, np.uint32),
        seen=np.zeros(int(tables.numbers[lay.CARDS]) + 1, np.int32),
        cards=np.zeros(NINE, np.int32),
        places=np.zeros(1, np.int64),
        piles=np.zeros(1, np.int32),
        hands=np.zeros(1, np.int32),
        numbers=np.zeros(1, np.int64),
    )
