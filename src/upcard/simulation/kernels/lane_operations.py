"""
What kernels do with lanes: arithmetic, comparison and choosing.

Each operation has three forms: NumPy's, that of vectors, and that of one lane alone, which is what
a thread of a graphics card has.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Final, TypeAlias

import numpy as np
from llvmlite import ir
from numba.core import types

from upcard.simulation.kernels.automaton_layout import LANES
from upcard.simulation.kernels.draws import Number, Word
from upcard.simulation.kernels.lane_types import (
    Builder,
    Kind,
    LanesType,
    Value,
    called_intrinsic,
    compiled_as,
    constant,
    kept,
    spread,
    truths,
)

Lanes: TypeAlias = Value
"""Numbers side by side: a NumPy array, or in machine code a vector."""
Mask: TypeAlias = Value
"""For each lane yes or no."""

_types: Kind = types
BYTES: Final = LanesType(8, LANES)
SHORTS: Final = LanesType(16, LANES)
WORDS: Final = LanesType(32, LANES // 2)
LONGS: Final = LanesType(64, LANES)
MASK: Final = LanesType(1, LANES)
INDEX: Final = ir.IntType(64)
_small: Kind = np.int32


def _if_lanes(kind: Kind, gives: Kind) -> Kind:
    """The type that comes out, where lanes went in."""
    return gives if isinstance(kind, LanesType) else None


# Operators of Python.


def _beside(lanes: Kind, other: Kind) -> bool:
    return isinstance(lanes, LanesType) and (other == lanes or isinstance(other, _types.Integer))


def _as_lanes(builder: Builder, lanes: LanesType, kind: Kind, value: Value) -> Value:
    return value if isinstance(kind, LanesType) else spread(builder, value, lanes)


def _binary(function: Callable[..., Kind], emit: Callable[..., Value], *, compares: bool) -> None:
    def result(lanes: Kind, other: Kind) -> Kind:
        if not _beside(lanes, other):
            return None
        return lanes.mask if compares else lanes

    def emitted(builder: Builder, _: Kind, kinds: Kind, values: Kind) -> Value:
        return emit(builder, values[0], _as_lanes(builder, kinds[0], kinds[1], values[1]))

    compiled_as(function, result, emitted)


for _function, _name in (
    (operator.add, "add"),
    (operator.sub, "sub"),
    (operator.mul, "mul"),
    (operator.and_, "and_"),
    (operator.or_, "or_"),
    (operator.xor, "xor"),
    (operator.lshift, "shl"),
    (operator.rshift, "lshr"),
):
    _binary(
        _function,
        lambda builder, one, two, name=_name: getattr(builder, name)(one, two),
        compares=False,
    )
for _function, _name in (
    (operator.eq, "=="),
    (operator.ne, "!="),
    (operator.lt, "<"),
    (operator.gt, ">"),
    (operator.ge, ">="),
):
    _binary(
        _function,
        lambda builder, one, two, name=_name: kept(builder, builder.icmp_unsigned(name, one, two)),
        compares=True,
    )
compiled_as(
    operator.invert,
    lambda a: a if isinstance(a, LanesType) else None,
    lambda builder, _, kinds, values: builder.not_(values[0]),
)


# Choosing, narrowing and counting.


def where(mask: Mask, yes: Lanes, no: Lanes) -> Lanes:
    """*yes* in the lanes of *mask*, *no* in the others."""
    return np.where(mask, yes, no)


compiled_as(
    where,
    lambda mask, yes, no: yes if isinstance(yes, LanesType) else None,
    lambda builder, _, kinds, values: builder.select(
        truths(builder, values[0]), values[1], _as_lanes(builder, kinds[1], kinds[2], values[2])
    ),
    lambda mask, yes, no: _chosen_long if str(yes) == "uint64" else _chosen,
)


def _chosen(mask: Mask, yes: Lanes, no: Lanes) -> Lanes:
    return _small(yes) if mask else _small(no)


def _chosen_long(mask: Mask, yes: Lanes, no: Lanes) -> Lanes:
    return yes if mask else no


def spread_byte(like: Lanes, number: Number) -> Lanes:
    """The same byte in as many lanes as *like* has."""
    return np.full(LANES, number, np.uint8)


compiled_as(
    spread_byte,
    lambda like, number: _if_lanes(like, BYTES),
    lambda builder, _, kinds, values: spread(builder, values[1], BYTES),
    lambda *_: lambda like, number: _small(number),
)


def least(one: Lanes, other: Lanes) -> Lanes:
    """The smaller number of each lane."""
    return np.minimum(one, other)


compiled_as(
    least,
    lambda one, other: _if_lanes(one, one),
    lambda builder, _, kinds, values: called_intrinsic(
        builder, f"llvm.umin.v{kinds[0].count}i{kinds[0].bits}", kinds[0].vector, *values
    ),
    lambda *_: lambda one, other: min(one, other),
)


def upper_half(shorts: Lanes, factor: Number) -> Lanes:
    """The upper 16 bits of each number times *factor*."""
    return (shorts.astype(np.uint32) * np.uint32(factor) >> 16).astype(np.uint16)


def _emit_upper_half(builder: Builder, _: Kind, kinds: Kind, values: Kind) -> Value:
    wide = LanesType(32, LANES)
    factor = builder.zext(spread(builder, values[1], SHORTS), wide.vector)
    product = builder.mul(builder.zext(values[0], wide.vector), factor)
    return builder.trunc(builder.lshr(product, constant(wide, 16)), SHORTS.vector)


compiled_as(
    upper_half,
    lambda shorts, factor: _if_lanes(shorts, SHORTS),
    _emit_upper_half,
    lambda *_: lambda shorts, factor: _small(shorts) * _small(factor) >> 16,
)


def lower_half(shorts: Lanes, factor: Number) -> Lanes:
    """The lower 16 bits of each number times *factor*."""
    return shorts * np.uint16(factor)


compiled_as(
    lower_half,
    lambda shorts, factor: _if_lanes(shorts, SHORTS),
    lambda builder, _, kinds, values: builder.mul(values[0], spread(builder, values[1], SHORTS)),
    lambda *_: lambda shorts, factor: _small(shorts) * _small(factor) & 0xFFFF,
)


def as_bytes(shorts: Lanes) -> Lanes:
    """The lower byte of each number."""
    return shorts.astype(np.uint8)


compiled_as(
    as_bytes,
    lambda shorts: _if_lanes(shorts, BYTES),
    lambda builder, _, kinds, values: builder.trunc(values[0], BYTES.vector),
    lambda *_: lambda shorts: shorts,
)


def signed_shorts(lanes: Lanes) -> Lanes:
    """Bytes as numbers of 16 bits; those from 128 on stand for numbers below 0."""
    return lanes.astype(np.int8).astype(np.uint16)


compiled_as(
    signed_shorts,
    lambda lanes: _if_lanes(lanes, SHORTS),
    lambda builder, _, kinds, values: builder.sext(values[0], SHORTS.vector),
    lambda *_: lambda lanes: _small(np.int8(lanes)),
)


def unsigned_shorts(lanes: Lanes) -> Lanes:
    """Bytes as numbers of 16 bits."""
    return lanes.astype(np.uint16)


compiled_as(
    unsigned_shorts,
    lambda lanes: _if_lanes(lanes, SHORTS),
    lambda builder, _, kinds, values: builder.zext(values[0], SHORTS.vector),
    lambda *_: lambda lanes: lanes,
)


def as_shorts(words: Lanes) -> Lanes:
    """Words of 32 bits, as twice as many numbers of 16: the lower half of each first."""
    return words.view(np.uint16)


compiled_as(
    as_shorts,
    lambda words: SHORTS,
    lambda builder, _, kinds, values: builder.bitcast(values[0], SHORTS.vector),
)


def top_shorts(longs: Lanes) -> Lanes:
    """The upper 16 bits of each number of 64."""
    return (longs >> np.uint64(48)).astype(np.uint16)


compiled_as(
    top_shorts,
    lambda longs: _if_lanes(longs, SHORTS),
    lambda builder, _, kinds, values: builder.trunc(
        builder.lshr(values[0], constant(LONGS, 48)), SHORTS.vector
    ),
    lambda *_: lambda longs: _small(longs >> np.uint64(48)),
)


def rotated(words: Lanes, by: Number) -> Lanes:
    """Each word of 32 bits turned to the left."""
    return words << by | words >> 32 - by


compiled_as(
    rotated,
    lambda words, by: words,
    lambda builder, _, kinds, values: called_intrinsic(
        builder,
        f"llvm.fshl.v{kinds[0].count}i{kinds[0].bits}",
        kinds[0].vector,
        values[0],
        values[0],
        spread(builder, values[1], kinds[0]),
    ),
)


def bits_of(mask: Mask) -> Word:
    """A mask as a word: the first lane is the lowest bit."""
    return np.packbits(mask, bitorder="little").view(np.uint64)[0]


compiled_as(
    bits_of,
    lambda mask: _if_lanes(mask, _types.uint64),
    lambda builder, _, kinds, values: builder.bitcast(truths(builder, values[0]), INDEX),
    lambda *_: lambda mask: np.uint64(mask),
)


def mask_of(bits: Number) -> Mask:
    """The mask of a word: see `bits_of`."""
    return np.unpackbits(np.array([bits], np.uint64).view(np.uint8), bitorder="little") == 1


compiled_as(
    mask_of,
    lambda bits: MASK,
    lambda builder, _, kinds, values: kept(
        builder, builder.bitcast(values[0], ir.VectorType(ir.IntType(1), LANES))
    ),
)


def lanes_in(mask: Mask) -> Number:
    """How many lanes a mask has."""
    return int(mask.sum())


compiled_as(
    lanes_in,
    lambda mask: _if_lanes(mask, _types.int64),
    lambda builder, _, kinds, values: builder.ctpop(
        builder.bitcast(truths(builder, values[0]), INDEX)
    ),
)


def lowest_lane(bits: Word) -> Number:
    """The number of the first lane in a word that is not 0."""
    return int(bits & (~bits + np.uint64(1))).bit_length() - 1


compiled_as(
    lowest_lane,
    lambda bits: _types.int64,
    lambda builder, _, kinds, values: builder.cttz(values[0], ir.Constant(ir.IntType(1), 1)),
)
