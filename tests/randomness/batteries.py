"""
Tests of randomness, each a z-score: how far a sequence is from an even one, in deviations.

Chi-square figures become z-scores by the cube root of Wilson and Hilferty.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from math import comb, exp, factorial, prod, sqrt
from statistics import NormalDist
from typing import Final

import numpy as np
import numpy.typing as npt

from tests.randomness.streams import CARDS, Draws, Words

CONFIDENCE: Final = 0.99
"""Of a battery as a whole: each of its tests is held to its share."""
RANKS: Final = 13
SUITS: Final = 4
PLACES: Final = np.array([64, 16, 4, 1])
"""Digits that make one number of an order of four."""
Counts = npt.NDArray[np.int64]
Chances = npt.NDArray[np.float64]


def limit_for(tests: int) -> float:
    """How far out a z-score may lie, either way, where so many tests are made."""
    return NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / tests / 2)


def z_of_chi_square(chi: float, freedom: int) -> float:
    """The z-score of a chi-square figure; also a fit that is too good is far out."""
    spread = 2 / (9 * freedom)
    return float(((chi / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread))


def z_of_counts(found: Counts, chances: Chances) -> float:
    """How far counts are from what their chances promise."""
    expected = chances * found.sum()
    return z_of_chi_square(float((((found - expected) ** 2) / expected).sum()), len(found) - 1)


def even(cells: int) -> Chances:
    """The same chance for each."""
    return np.full(cells, 1 / cells)


def frequency(draws: Draws) -> float:
    """Each number comes as often as any other."""
    return z_of_counts(np.bincount(draws, minlength=CARDS), even(CARDS))


def serial_pairs(draws: Draws) -> float:
    """Each pair of neighbours comes as often as any other."""
    pairs = draws[: len(draws) // 2 * 2].reshape(-1, 2)
    return z_of_counts(np.bincount(pairs @ [CARDS, 1], minlength=CARDS**2), even(CARDS**2))


def serial_correlation(draws: Draws) -> float:
    """A number says nothing about the next."""
    centred = draws - (CARDS - 1) / 2
    variance = (CARDS**2 - 1) / 12
    return float((centred[1:] * centred[:-1]).sum() / (variance * sqrt(len(draws) - 1)))


def gaps(draws: Draws, longest: int = 20) -> float:
    """Between two numbers of the first quarter lie as many others as chance puts there."""
    found = np.diff(np.flatnonzero(draws < CARDS // 4)) - 1
    chances = 0.25 * 0.75 ** np.arange(longest + 1, dtype=np.float64)
    chances[longest] = 0.75**longest
    return z_of_counts(np.bincount(found.clip(max=longest), minlength=longest + 1), chances)


def poker(draws: Draws) -> float:
    """Hands of five ranks have as many different ranks as chance gives them."""
    hands = np.sort(draws[: len(draws) // 5 * 5].reshape(-1, 5) // SUITS, axis=1)
    different = 1 + (np.diff(hands, axis=1) > 0).sum(axis=1)
    ways = [prod(range(RANKS - one + 1, RANKS + 1)) * _stirling(5, one) for one in range(1, 6)]
    return z_of_counts(np.bincount(different, minlength=6)[1:], np.array(ways) / RANKS**5)


def coupons(draws: Draws, longest: int = 80) -> float:
    """It takes as many draws as chance says until every rank has come."""
    chances = [
        factorial(RANKS) * _stirling(length - 1, RANKS - 1) / RANKS**length
        for length in range(RANKS, longest)
    ]
    found = np.zeros(longest - RANKS + 1, dtype=np.int64)
    seen = length = 0
    for rank in (draws // SUITS).tolist():
        seen |= 1 << rank
        length += 1
        if seen == (1 << RANKS) - 1:
            found[min(length, longest) - RANKS] += 1
            seen = length = 0
    kept = _together(np.array([*chances, 1 - sum(chances)]))
    return z_of_counts(kept @ found, kept @ np.array([*chances, 1 - sum(chances)]))


def _together(chances: Chances, least: float = 0.002) -> Counts:
    """Which cells are counted as one, so that none is nearly empty: a row for each."""
    rows, row, held = [], np.zeros(len(chances), dtype=np.int64), 0.0
    for place, chance in enumerate(chances):
        row[place], held = 1, held + chance
        if held >= least:
            rows.append(row)
            row, held = np.zeros(len(chances), dtype=np.int64), 0.0
    rows[-1] = rows[-1] + row
    return np.array(rows)


def ones(words: Words) -> float:
    """Half of all bits are 1 (NIST's frequency test)."""
    bits = 32 * len(words)
    return float((2 * int(np.bitwise_count(words).sum()) - bits) / sqrt(bits))


def each_bit(words: Words) -> float:
    """Each of the 32 bits is 1 half of the time."""
    found = np.array([int(((words >> bit) & 1).sum()) for bit in range(32)])
    half = len(words) / 2
    return z_of_chi_square(float(((found - half) ** 2).sum() / (half / 2)), 32)


def bit_runs(words: Words) -> float:
    """Bits change from one to the next half of the time (NIST's runs test)."""
    within = int(np.bitwise_count((words ^ (words >> 1)) & np.uint32(0x7FFFFFFF)).sum())
    between = int(((words[:-1] & 1) ^ (words[1:] >> 31)).sum())
    places = 32 * len(words) - 1
    return (2 * (within + between) - places) / sqrt(places)


def runs_up_and_down(words: Words) -> float:
    """Words rise and fall in as many runs as chance makes."""
    rises = words[1:] > words[:-1]
    runs = 1 + int((rises[1:] != rises[:-1]).sum())
    count = len(words)
    return (runs - (2 * count - 1) / 3) / sqrt((16 * count - 29) / 90)


def permutations_of_four(words: Words) -> float:
    """Four words come in each order of size as often as in any other."""
    order = words[: len(words) // 4 * 4].reshape(-1, 4).argsort(axis=1)
    found = np.bincount(order @ PLACES, minlength=256)
    return z_of_counts(found[np.array(list(permutations(range(4)))) @ PLACES], even(24))


def birthday_spacings(words: Words, birthdays: int = 512, days: int = 24, most: int = 7) -> float:
    """Spacings between birthdays repeat as often as chance lets them (Marsaglia)."""
    years = words[: len(words) // birthdays * birthdays].reshape(-1, birthdays)
    spacings = np.sort(np.diff(np.sort(years >> (32 - days), axis=1), axis=1), axis=1)
    repeats = (np.diff(spacings, axis=1) == 0).sum(axis=1)
    mean = birthdays**3 / (4 << days)
    chances = [exp(-mean) * mean**count / factorial(count) for count in range(most)]
    found = np.bincount(repeats.clip(max=most), minlength=most + 1)
    return z_of_counts(found, np.array([*chances, 1 - sum(chances)]))


def _stirling(things: int, heaps: int) -> int:
    """In how many ways so many things lie in so many heaps, none of them empty."""
    ways: int = 0
    for one in range(heaps + 1):
        sign = -1 if (heaps - one) & 1 else 1
        ways += sign * comb(heaps, one) * int(pow(one, things))
    return ways // factorial(heaps)


OF_DRAWS: Final[dict[str, Callable[[Draws], float]]] = {
    one.__name__: one for one in (frequency, serial_pairs, serial_correlation, gaps, poker, coupons)
}
OF_WORDS: Final[dict[str, Callable[[Words], float]]] = {
    one.__name__: one
    for one in (
        ones,
        each_bit,
        bit_runs,
        runs_up_and_down,
        permutations_of_four,
        birthday_spacings,
    )
}
TESTS: Final = len(OF_DRAWS) + len(OF_WORDS)


def found_by(draws: Draws, words: Words) -> dict[str, float]:
    """The tests that a sequence fails, with how far out it lies."""
    scores = {name: test(draws) for name, test in OF_DRAWS.items()}
    scores |= {name: test(words) for name, test in OF_WORDS.items()}
    limit = limit_for(TESTS)
    return {name: score for name, score in scores.items() if abs(score) > limit}
