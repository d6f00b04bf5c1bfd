"""Parlays as arrays: onto which cards winnings are moved, how much, and what that earns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from upcard.game.features.parlay import most_to_move
from upcard.money import NOTHING, Cents, Loses, OfMeter, Pay, ToOne
from upcard.odds.parlays import Moves
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.lane_parlays import move_place
from upcard.simulation.setups.prices import hand_prices
from upcard.table.games import Game
from upcard.wagers.offers import NO_LINE

__all__ = ["Moves", "ParlayPrices", "parlay_prices"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ParlayPrices:
    """The side wager whose winnings are moved, and everything that follows; empty without one."""

    side: int = 0
    """1 more than its number among the side wagers; 0 where nothing is moved."""
    moves: tuple[int, ...] = ()
    """For each two cards against an up card, whether winnings are moved onto them."""
    moved: tuple[Cents, ...] = ()
    """How much is moved, by the line that the wager got."""
    pays: tuple[int, ...] = ()
    """What the moved money adds to the net of each cell, line by line, in cents."""

    @property
    def amounts(self) -> tuple[int, ...]:
        """Every sum of money in it."""
        return (*self.moved, *self.pays)


NOTHING_MOVED: Final = ParlayPrices()


def parlay_prices(
    game: Game, wager: Cents, sides: Mapping[str, Cents], moves: Moves | None
) -> ParlayPrices:
    """What *moves* come to beside a main wager of *wager*, as the table settles larger wagers."""
    parlay = game.rules.parlay
    if parlay == "none" or parlay.wager not in sides or not moves:
        return NOTHING_MOVED
    offer = game.offers[parlay.wager]
    moved = [
        _moved(game, wager, offer.pays.get(name, NO_LINE.pay), sides[parlay.wager])
        for name in (*offer.pays, NO_LINE.outcome)
    ]
    moved += [NOTHING] * (at.VERDICTS - len(moved))
    plain = hand_prices(game, wager).pays
    added = {
        amount: tuple(
            large - small
            for large, small in zip(
                hand_prices(game, Cents(wager + amount)).pays, plain, strict=True
            )
        )
        for amount in set(moved)
    }
    return ParlayPrices(
        side=1 + list(sides).index(parlay.wager),
        moves=_table_of(moves),
        moved=tuple(moved),
        pays=tuple(net for amount in moved for net in added[amount]),
    )


def _moved(game: Game, wager: Cents, pay: Pay, amount: Cents) -> Cents:
    """How much of a line's stake and winnings is moved: everything, up to the limit."""
    if isinstance(pay, Loses | OfMeter):
        return NOTHING
    won = pay.won(amount, game.rounding)
    if not won:
        return NOTHING
    back = won + amount if isinstance(pay, ToOne) else won
    most = most_to_move(game.house, wager, back)
    return Cents(most - most % game.rounding.unit)


def _table_of(moves: Moves) -> tuple[int, ...]:
    table = [0] * at.MOVES
    for first, second, upcard, is_one_rank in moves:
        for one, other in ((first, second), (second, first)):
            table[move_place(upcard, one, other, int(is_one_rank))] = 1
    return tuple(table)
