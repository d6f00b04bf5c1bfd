"""The engines that walk: how many lanes each has side by side, and how it tells them apart."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np

from upcard.simulation.kernels.automaton_layout import LANES
from upcard.simulation.kernels.draws import Number, Word
from upcard.simulation.kernels.lane_operations import Mask, lowest_lane, mask_of
from upcard.simulation.kernels.lane_types import compiled_by_class

ONE: Final = np.uint64(1)


class Portable(NamedTuple):
    """The engine for every processor: tables are looked up sixteen bytes at a time, or one."""

    number: int = 0


class Avx512(NamedTuple):
    """The engine for processors that look up 64 bytes at a time (AVX-512 VBMI)."""

    number: int = 1


class Alone(NamedTuple):
    """One lane alone: a thread of a graphics card, or of a processor that has few to play."""

    number: int = 2


Engine: TypeAlias = Portable | Avx512 | Alone


def lanes_of(engine: Engine) -> Number:
    """How many lanes an engine has."""
    return 1 if isinstance(engine, Alone) else LANES


def _lanes_side_by_side(engine: Engine) -> Number:
    return LANES


def _one_lane(engine: Engine) -> Number:
    return 1


compiled_by_class(
    lanes_of,
    0,
    {Portable: _lanes_side_by_side, Avx512: _lanes_side_by_side, Alone: _one_lane},
)


def lanes_marked(engine: Engine, bits: Word) -> Mask:
    """The mask of a word with a bit for each lane."""
    return bits != 0 if isinstance(engine, Alone) else mask_of(bits)


def _mask_of_all(engine: Engine, bits: Word) -> Mask:
    return mask_of(bits)


def _is_marked(engine: Engine, bits: Word) -> Mask:
    return bits != 0


compiled_by_class(
    lanes_marked, 0, {Portable: _mask_of_all, Avx512: _mask_of_all, Alone: _is_marked}
)


def first_lane(engine: Engine, bits: Word) -> Number:
    """The number of the first lane in a word that is not 0."""
    return lowest_lane(bits)


def _lowest_of_all(engine: Engine, bits: Word) -> Number:
    return lowest_lane(bits)


def _only_lane(engine: Engine, bits: Word) -> Number:
    return 0


compiled_by_class(
    first_lane, 0, {Portable: _lowest_of_all, Avx512: _lowest_of_all, Alone: _only_lane}
)
