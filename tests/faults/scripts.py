"""What dealers do, written down beforehand: keys with ids, and the room that must come of them."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tests.room.houses import PINS, Game, House
from upcard.money import Cents
from upcard.room.fairness.cuts import CutStage
from upcard.room.fairness.table_shoes import SeedVault, ShoeState
from upcard.room.orders import Order, Signature, Wish
from upcard.room.procedures.order_decisions import decide
from upcard.room.state import RoomState
from upcard.room.table_orders import CloseCut, ConfirmCut, CutShoe, Operate, ShuffleShoe
from upcard.table import awaits
from upcard.table.awaits import AwaitAward, AwaitDecision, AwaitEnd, AwaitLift, AwaitWagers
from upcard.table.commands import (
    Choose,
    Command,
    EndGame,
    LiftWager,
    PlaceWager,
    PressDeal,
    PressHandButton,
    StartGame,
)
from upcard.table.rounds import AwardState

BLAZING = Game(
    "kings-bounty", "blazing-7s-upcard", "ML03", "blazing-7s-upcard", "", "", "Mega", 100
)


@dataclass(frozen=True, slots=True)
class Script:
    """Orders of one table in their order, and the room after all of them."""

    orders: tuple[Order, ...]
    end: RoomState


def script(house: House, vault: SeedVault, table: str, dealer: str, keys: int, seed: str) -> Script:
    """
    *keys* keys of random legal play on a table, decided in memory: the reference.

    It ends before a round that somebody wins from the meter, which tables that play side by side
    cannot add up: the cards come from the system's own entropy.
    """
    rng = random.Random(f"{seed} {table}")
    state = house.room.state
    orders: list[Order] = []
    before = Script((), state)
    while len(orders) < keys:
        round_ = state.tables[table].round
        if round_ is None:
            before = Script(tuple(orders), state)
        elif isinstance(awaits(round_), AwaitAward):
            return before
        id_ = f"{table} {len(orders)}"
        wish = next_wish(state, table, house.game.wager, rng)
        order = Order(id=id_, by=Signature(dealer), wish=wish)
        try:
            state = decide(state, order, vault, PINS).state
        except Exception as refused:
            raise AssertionError(f"{wish}: {refused}") from refused
        orders.append(order)
    return Script(tuple(orders), state)


def next_wish(state: RoomState, table: str, wager: str, rng: random.Random) -> Wish:
    """What the dealer of a table does next."""
    at = state.tables[table]
    assert at.shoe is not None
    if at.round is None and at.shoe.is_past_cut_card:
        return ShuffleShoe(table, "cut card")
    if not at.shoe.is_cut:
        return _cut(table, at.shoe, rng)
    return Operate(table, _key(state, table, wager, rng))


def _cut(table: str, shoe: ShoeState, rng: random.Random) -> Wish:
    if not shoe.parts:
        return CutShoe(table, f"{1 + rng.randrange(200)} word")
    return CloseCut(table) if shoe.stage is CutStage.OPEN else ConfirmCut(table)


def _key(state: RoomState, table: str, wager: str, rng: random.Random) -> Command:
    round_ = state.tables[table].round
    if round_ is None:
        return PlaceWager(1, "main", Cents(1000))
    match awaits(round_):
        case AwaitWagers():
            count = len(round_.wagers)
            if count < 6:
                spot = 1 + count // 2
                return PlaceWager(spot, wager if count % 2 else "main", Cents(500))
            return StartGame()
        case AwaitLift(wagers):
            return LiftWager(*wagers[0])
        case AwaitDecision(legal=legal):
            return Choose(rng.choice(legal))
        case AwaitAward(award) if award.state is AwardState.DUE:
            return PressHandButton(award.spot, award.wager, award.outcome)
        case AwaitAward():
            raise AssertionError("an award in a random script: choose another seed")
        case AwaitEnd():
            return EndGame()
        case _:
            return PressDeal()
