"""
Jumps in the streams of lanes: how a thread starts in the middle of a block.

The generators of lanes (xoshiro128++) turn one state into the next by xor alone, so n steps are a
polynomial in one step: x to the power n, by the smallest polynomial that the states obey. A thread
adds up the states that the polynomial names, and is n steps on.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

BITS: Final = 128
"""Of a state, and of a jump."""
WORD: Final = 32
_MASK: Final = (1 << WORD) - 1


@cache
def jumps(words: int, segments: int) -> NDArray[np.uint32]:
    """
    For each of some *segments* of a stream the polynomial of its start, as words of 32 bits.

    Each segment has as many *words* as the others.
    """
    step = _power(words)
    found = [1]
    for _ in range(segments - 1):
        found.append(_times(found[-1], step))
    parts = [jump >> WORD * place & _MASK for jump in found for place in range(BITS // WORD)]
    return np.array(parts, np.uint32)


def _power(exponent: int) -> int:
    """The variable to that power: bit i of a polynomial is the coefficient of its power i."""
    found, square = 1, 2
    while exponent:
        if exponent & 1:
            found = _times(found, square)
        square, exponent = _times(square, square), exponent >> 1
    return found


def _times(one: int, other: int) -> int:
    """The product of two polynomials, by the one that the states obey."""
    rule, found = rule_of_states(), 0
    for place in reversed(range(BITS)):
        found <<= 1
        if found >> BITS:
            found ^= rule
        if other >> place & 1:
            found ^= one
    return found


@cache
def rule_of_states() -> int:
    """The smallest polynomial that every sequence of states obeys, by Berlekamp and Massey."""
    bits = _lowest_bits(2 * BITS)
    rule, before, length, since = 1, 1, 0, 1
    for place in range(2 * BITS):
        wrong = sum(rule >> back & bits[place - back] for back in range(length + 1)) & 1
        if not wrong:
            since += 1
        elif 2 * length <= place:
            rule, before = rule ^ before << since, rule
            length, since = place + 1 - length, 1
        else:
            rule, since = rule ^ before << since, since + 1
    return int(f"{rule:0{length + 1}b}"[::-1], 2)


def _lowest_bits(count: int) -> list[int]:
    """The lowest bit of the first word of so many states in a row."""
    zero, one, two, three = 1, 0, 0, 0
    found = []
    for _ in range(count):
        found.append(zero & 1)
        shifted = one << 9 & _MASK
        two, three = two ^ zero, three ^ one
        one, zero = one ^ two, zero ^ three
        two ^= shifted
        three = (three << 11 | three >> WORD - 11) & _MASK
    return found
