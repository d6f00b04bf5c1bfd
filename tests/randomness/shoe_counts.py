"""Cards by places and neighbours over very many shuffles, counted in machine code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

import numba
import numpy as np
import numpy.typing as npt

from tests.randomness.batteries import z_of_chi_square
from tests.randomness.streams import Seeds, words_of_shoe
from upcard.cards import Deck

TOGETHER: Final = 500
"""How many shoes are counted at once."""
Counts = npt.NDArray[np.int64]
Kernel = Callable[..., None]


def compiled(function: Kernel) -> Kernel:
    """*function* in machine code."""
    njit: Any = numba.njit
    kernel: Kernel = njit(function)
    return kernel


@compiled
def shuffle_as_the_room_does(words: Any, order: Any) -> None:
    """The room's `shuffled` and `below` on an array; a test holds it to them."""
    used = 0
    for last in range(len(order) - 1, 0, -1):
        bits = 0
        while (1 << bits) < last + 1:
            bits += 1
        chosen = last + 1
        while chosen > last:
            chosen = words[used] >> (32 - bits)
            used += 1
        order[last], order[chosen] = order[chosen], order[last]


@compiled
def count_shoes(shoes: Any, decks: Any, types: Any, places: Any, pairs: Any) -> None:
    """Count which type of card lies at each place, and which pair at each two places in a row."""
    size = decks * types
    order = np.empty(size, np.int64)
    for words in shoes:
        for card in range(size):
            order[card] = card
        shuffle_as_the_room_does(words, order)
        before = 0
        for place in range(size):
            type_ = order[place] // decks
            places[place, type_] += 1
            if place:
                pairs[place - 1, before * types + type_] += 1
            before = type_


def order_of(words: npt.NDArray[np.uint32], cards: int) -> list[int]:
    """One shuffle by the kernel: which card of the new shoe lies at each place."""
    order = np.arange(cards)
    shuffle_as_the_room_does(words.astype(np.int64), order)
    return [int(card) for card in order]


@dataclass(frozen=True, slots=True)
class Counted:
    """What lay where in many shuffles of one shoe."""

    decks: int
    shuffles: int
    places: Counts
    """By place and type of card."""
    pairs: Counts
    """By place and the two types that lie there and behind."""

    @property
    def cards(self) -> int:
        """How many cards the shoe has."""
        return len(self.places)

    def z_of_places(self) -> float:
        """
        How far cards and places are from independent.

        A shuffle puts each card somewhere and one card on each place, so all counts vary less
        than free ones by the factor cards / (cards - 1); that leaves a chi-square figure.
        """
        types = self.places.shape[1]
        expected = self.shuffles * self.decks / self.cards
        chi = ((self.places - expected) ** 2).sum() / expected * (self.cards - 1) / self.cards
        return z_of_chi_square(float(chi), (self.cards - 1) * (types - 1))

    def z_of_pairs(self) -> npt.NDArray[np.float64]:
        """At each two places in a row, how far the pairs that lay there are from their chances."""
        types = self.places.shape[1]
        other = self.decks**2 / (self.cards * (self.cards - 1))
        same = self.decks * (self.decks - 1) / (self.cards * (self.cards - 1))
        expected = np.full((types, types), other)
        np.fill_diagonal(expected, same)
        chances = self.shuffles * expected.reshape(-1)
        used = chances > 0
        assert not self.pairs[:, ~used].any(), "a card lies next to itself"
        chi = ((self.pairs[:, used] - chances[used]) ** 2 / chances[used]).sum(axis=1)
        freedom = int(used.sum()) - 1
        return np.array([z_of_chi_square(float(one), freedom) for one in chi])

    def z_of_same_neighbours(self) -> float:
        """How far from chance two cards of one type follow each other, at all places together."""
        types = self.places.shape[1]
        found = int(self.pairs.reshape(-1, types, types).trace(axis1=1, axis2=2).sum())
        mean, variance = same_neighbours(self.cards, self.decks)
        return (found - self.shuffles * mean) / sqrt(self.shuffles * variance)


def same_neighbours(cards: int, decks: int) -> tuple[float, float]:
    """How many neighbours of one type a shuffled shoe has: mean and variance, exactly."""
    n, m, pairs = cards, decks, cards - 1
    one = (m - 1) / (n - 1)
    overlapping = one * (m - 2) / (n - 2)
    apart = one * ((m - 2) * (m - 3) + (n - m) * (m - 1)) / ((n - 2) * (n - 3))
    both = 2 * (pairs - 1) * overlapping + (pairs - 1) * (pairs - 2) * apart
    return pairs * one, pairs * one + both - (pairs * one) ** 2


def counted(deck: Deck, decks: int, shuffles: int, seeds: Seeds) -> Counted:
    """*shuffles* shuffles of a shoe, each with a key of its own, as tables get them."""
    types = len(deck.cards)
    cards = decks * types
    places = np.zeros((cards, types), dtype=np.int64)
    pairs = np.zeros((cards - 1, types * types), dtype=np.int64)
    for first in range(0, shuffles, TOGETHER):
        numbers = range(first, min(first + TOGETHER, shuffles))
        shoes = np.array([words_of_shoe(number, seeds) for number in numbers], dtype=np.int64)
        count_shoes(shoes, decks, types, places, pairs)
    return Counted(decks, shuffles, places, pairs)
