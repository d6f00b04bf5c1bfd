"""What kernels do with lanes in memory: take them from arrays, and keep them there."""

from __future__ import annotations

from typing import Final

import numpy as np
from llvmlite import ir
from numba.core import types

from upcard.simulation.kernels.automaton_layout import LANES
from upcard.simulation.kernels.draws import Number
from upcard.simulation.kernels.lane_operations import (
    BYTES,
    INDEX,
    LONGS,
    SHORTS,
    WORDS,
    Lanes,
)
from upcard.simulation.kernels.lane_types import (
    Builder,
    Kind,
    LanesType,
    Value,
    bytes_at,
    compiled_as,
    loaded,
)

_types: Kind = types
_OF_ARRAYS: Final = {"uint8": BYTES, "uint16": SHORTS, "uint32": WORDS, "uint64": LONGS}


def lanes_at(array: Kind, place: Number) -> Lanes:
    """The lanes number *place* of an array."""
    count = LANES // 2 if array.dtype == np.uint32 else LANES
    return array[place * count : (place + 1) * count].copy()


def put(array: Kind, place: Number, lanes: Lanes) -> None:
    """Keep lanes in an array."""
    array[place * lanes.size : (place + 1) * lanes.size] = lanes


def _lanes_of(array: Kind, *_: Kind) -> Kind:
    return _OF_ARRAYS.get(str(array.dtype)) if isinstance(array, _types.Array) else None


def _pointer(builder: Builder, context: Kind, kinds: Kind, values: Kind) -> Value:
    lanes = _lanes_of(kinds[0])
    size = ir.Constant(INDEX, lanes.bits * lanes.count // 8)
    return bytes_at(context, builder, kinds[0], values[0], builder.mul(values[1], size))


def _emit_put(builder: Builder, context: Kind, kinds: Kind, values: Kind) -> Value:
    pointer = _pointer(builder, context, kinds, values)
    stored = builder.store(values[2], builder.bitcast(pointer, kinds[2].vector.as_pointer()))
    stored.align = 1
    return context.get_dummy_value()


compiled_as(
    lanes_at,
    _lanes_of,
    lambda builder, context, kinds, values: loaded(
        builder, _pointer(builder, context, kinds, values), _lanes_of(kinds[0]).vector
    ),
    lambda array, place: _long_at if str(array.dtype) == "int64" else _one_at,
)
compiled_as(
    put,
    lambda array, place, lanes: _types.void if isinstance(lanes, LanesType) else None,
    _emit_put,
    lambda *_: _put_one,
)


def entry_at(array: Kind, place: Number) -> Number:
    """
    One entry of an array of 32-bit numbers, for a loop over lanes that is to stay a loop.

    Compilers make vectors of such loops, and vectors that gather entries from all over a table are
    several times slower than one load after the other.
    """
    return int(array[place])


def _emit_entry_at(builder: Builder, context: Kind, kinds: Kind, values: Kind) -> Value:
    entry = ir.IntType(32)
    offset = builder.mul(values[1], ir.Constant(INDEX, 4))
    pointer = bytes_at(context, builder, kinds[0], values[0], offset)
    pointer = builder.bitcast(pointer, entry.as_pointer())
    return builder.zext(builder.load_atomic(pointer, "unordered", 4), INDEX)


compiled_as(entry_at, lambda array, place: _types.int64, _emit_entry_at)


def _one_at(array: Kind, place: Number) -> Lanes:
    return array[place]


def _long_at(array: Kind, place: Number) -> Lanes:
    return np.uint64(array[place])


def _put_one(array: Kind, place: Number, lanes: Lanes) -> None:
    array[place] = lanes
