"""Many rounds of one spot, stepped by a kernel: in lanes, or by the scalar one where none fit."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from upcard.game.house import House
from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.kernel_replays import draw_many
from upcard.simulation.kernels.lane_draws import NINE, LaneCards
from upcard.simulation.kernels.lane_steps import draw_shoe, no_rounds, step_lanes
from upcard.simulation.kernels.layout import Bytes, Integers
from upcard.simulation.kernels.seen_rounds import Money, SeenRounds, block_of, nothing_seen
from upcard.simulation.kernels.stepped_rounds import TAPE, Felt, Rounds, step_rounds
from upcard.simulation.problems import DoesNotFit
from upcard.simulation.setups.automata import automaton
from upcard.simulation.setups.automaton_questions import questions_of
from upcard.simulation.setups.packed_games import Packed
from upcard.simulation.tallies import nothing


class RoundStepper(Protocol):
    """So many rounds of one spot, each on a fresh shoe of its own."""

    def restart(self) -> None:
        """Let the next step deal the first round of every place."""

    def step(self, actions: Integers, seed: np.uint64, *, deals_at_once: bool) -> SeenRounds:
        """One action in each round, and what is seen then."""

    def shoe_of(self, place: int, seed: np.uint64) -> list[int]:
        """The cards of the shoe of one round, by number, in the order they come."""


class LaneStepper:
    """Rounds that walk through the tables of an automaton."""

    def __init__(self, pack: Packed, count: int) -> None:
        _refuse_what_is_not_stepped(pack.setup.game.house)
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


class ScalarStepper:
    """Rounds of the scalar kernel, each played again from its first card in every step."""

    def __init__(self, pack: Packed, count: int) -> None:
        self._pack = pack
        self._rounds = Rounds(
            numbers=np.zeros(count, np.int64),
            answers=np.zeros(count, np.int64),
            tapes=np.zeros(count * TAPE, np.uint8),
            asked=np.zeros(count, np.uint64),
            legal=np.zeros(count, np.uint8),
            nets=np.zeros(count, np.int64),
            is_over=np.zeros(count, np.bool_),
        )
        self._felt = Felt(np.zeros(at.FELT, np.int64), pack.shoe(), *nothing(pack.tables))
        self._money = Money(int(pack.setup.wager), int(pack.unit))

    def restart(self) -> None:
        """Let the next step deal the first round of every place."""
        self._rounds.numbers.fill(-1)
        self._rounds.is_over.fill(True)

    def step(self, actions: Integers, seed: np.uint64, *, deals_at_once: bool) -> SeenRounds:
        """One action in each round, and what is seen then."""
        seen = nothing_seen(actions.size)
        step_rounds(
            self._pack.tables,
            self._rounds,
            actions,
            deals_at_once,
            seed,
            self._felt,
            self._money,
            seen,
        )
        return seen

    def shoe_of(self, place: int, seed: np.uint64) -> list[int]:
        """The cards of the shoe of one round, by number, in the order they come."""
        numbers, game = self._rounds.numbers, self._pack.setup.game
        block, shoe = block_of(place, numbers.size, int(numbers[place]))
        cards: Bytes = np.zeros(game.decks * len(game.rules.deck.cards), np.uint8)
        draw_many(self._pack.shoe(), seed, np.uint64(block), shoe, cards)
        return [int(card) for card in cards]


def stepper_for(pack: Packed, count: int) -> RoundStepper:
    """So many rounds of *pack*: in lanes, or by the scalar kernel where lanes cannot play them."""
    try:
        return LaneStepper(pack, count)
    except DoesNotFit:
        return ScalarStepper(pack, count)


def _refuse_what_is_not_stepped(house: House) -> None:
    """Refuse what no step asks for or settles, whatever other walks can do with it."""
    if house.zaps_before_peek:
        raise DoesNotFit("hands may be zapped before the dealer looks")


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
