"""How the dealer ends from a shoe with cards out of it, worked out once for games alike."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from upcard.odds.play.compositions import Flags, Integers, numbered
from upcard.odds.play.dealer_trees import dealer_tree
from upcard.odds.play.kernels import dealer_kernels, kernel_arrays
from upcard.odds.play.payments import PlayFacts
from upcard.odds.play.stock import VALUES, Stock

SHOES_KEPT: Final = 2
"""How many shoes are remembered, at 17 MB each, for the next game with the same dealer."""


class WeighedShoe:
    """A shoe, and how the dealer ends for everything that was asked to be out of it."""

    def __init__(
        self, values: tuple[int, ...], peeks: tuple[bool, ...], draws_by: int, pushing: int
    ) -> None:
        removed = numbered().removed
        self.shoe = kernel_arrays.KernelShoe(
            full=np.array(values, dtype=np.float64),
            removed=removed,
            peeks=np.array(peeks),
            outcomes=np.zeros((len(removed), len(VALUES), kernel_arrays.OUTCOMES)),
        )
        self._tree = dealer_tree(draws_by, pushing)
        self._is_known: Flags = np.zeros(len(removed), dtype=np.bool_)

    def weigh(self, which: Integers) -> None:
        """Work out how the dealer ends where what *which* numbers is out of the shoe."""
        new = which[~self._is_known[which]]
        if new.size:
            dealer_kernels.weigh_dealer(self._tree, new, self.shoe)
            self._is_known[new] = True


def weighed_shoe(facts: PlayFacts, stock: Stock) -> WeighedShoe:
    """The shoe of *stock* as the dealer of *facts* plays it."""
    peeks = tuple(bool(facts.peeks(upcard)) for upcard in VALUES)
    return _kept(stock.values, peeks, facts.house.draws_by, facts.house.pushing_total)


_kept = lru_cache(maxsize=SHOES_KEPT)(WeighedShoe)


def forget_shoes() -> None:
    """Forget every shoe, as a benchmark does before it measures."""
    _kept.cache_clear()
