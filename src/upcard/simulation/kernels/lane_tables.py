"""How lanes look tables up: on each engine its own way, with the same answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from llvmlite import ir

from upcard.simulation.kernels.automaton_layout import LANES, LARGE, SMALL
from upcard.simulation.kernels.draws import Number
from upcard.simulation.kernels.lane_engines import Alone, Avx512, Engine
from upcard.simulation.kernels.lane_operations import BYTES, Lanes
from upcard.simulation.kernels.lane_types import (
    Builder,
    Kind,
    LanesType,
    Value,
    bytes_at,
    called_intrinsic,
    compiled_as,
    constant,
    has_feature,
    loaded,
)
from upcard.simulation.kernels.layout import Bytes

_INDEX: Final = ir.IntType(64)


def look_up(engine: Engine, tables: Bytes, place: Number, lanes: Lanes) -> Lanes:
    """What the small table number *place* has for each lane; all lanes are below 64."""
    return tables[place * SMALL : (place + 1) * SMALL][lanes]


def look_up_large(engine: Engine, tables: Bytes, place: Number, lanes: Lanes) -> Lanes:
    """What the large table number *place* has for each lane."""
    return tables[place * LARGE : (place + 1) * LARGE][lanes]


def _parts(
    builder: Builder, context: Kind, kinds: Kind, values: Kind, entries: int, width: int
) -> list[Value]:
    """A table as vectors of *width* bytes."""
    offset = builder.mul(values[2], ir.Constant(_INDEX, entries))
    start = bytes_at(context, builder, kinds[1], values[1], offset)
    vector = ir.VectorType(ir.IntType(8), width)
    return [
        loaded(builder, builder.gep(start, [ir.Constant(_INDEX, part)]), vector)
        for part in range(0, entries, width)
    ]


def _permuted(builder: Builder, parts: list[Value], index: Value) -> Value:
    """AVX-512: a register of 64 bytes, or two, hold a table."""
    if len(parts) == 1:
        name = "llvm.x86.avx512.permvar.qi.512"
        return called_intrinsic(builder, name, BYTES.vector, parts[0], index)
    name = "llvm.x86.avx512.vpermi2var.qi.512"
    below, above = (
        called_intrinsic(builder, name, BYTES.vector, parts[place], index, parts[place + 1])
        for place in (0, 2)
    )
    is_above = builder.icmp_unsigned(">=", index, constant(BYTES, LARGE // 2))
    return builder.select(is_above, above, below)


def _part_of(builder: Builder, lanes: Value, start: int, count: int) -> Value:
    places = ir.Constant(ir.VectorType(ir.IntType(32), count), list(range(start, start + count)))
    return builder.shuffle_vector(lanes, lanes, places)


def _shuffled(builder: Builder, parts: list[Value], index: Value) -> Value:
    """AVX2: sixteen bytes at a time, then one of the answers by the upper bits."""
    half = LanesType(8, LANES // 2)
    twice = ir.Constant(ir.VectorType(ir.IntType(32), half.count), list(range(16)) * 2)
    doubled = [builder.shuffle_vector(part, part, twice) for part in parts]
    found = []
    for start in (0, half.count):
        places = _part_of(builder, index, start, half.count)
        low = builder.and_(places, constant(half, 15))
        level = [
            called_intrinsic(builder, "llvm.x86.avx2.pshuf.b", half.vector, part, low)
            for part in doubled
        ]
        # A choice of bytes goes by their top bits: the bits of the place are brought there in turn.
        bit = 16
        while len(level) > 1:
            moved = builder.shl(places, constant(half, 8 - bit.bit_length()))
            is_set = builder.icmp_signed("<", moved, constant(half, 0))
            level = [
                builder.select(is_set, level[each + 1], level[each])
                for each in range(0, len(level), 2)
            ]
            bit *= 2
        found.append(level[0])
    everything = ir.Constant(ir.VectorType(ir.IntType(32), LANES), list(range(LANES)))
    return builder.shuffle_vector(found[0], found[1], everything)


def _one_by_one(builder: Builder, start: Value, index: Value) -> Value:
    """Kind processor: each lane from memory."""
    found = ir.Constant(BYTES.vector, ir.Undefined)
    for lane in range(LANES):
        number = ir.Constant(ir.IntType(32), lane)
        place = builder.zext(builder.extract_element(index, number), _INDEX)
        found = builder.insert_element(found, builder.load(builder.gep(start, [place])), number)
    return found


def _table(function: Callable[..., Kind], entries: int) -> None:
    def emit(builder: Builder, context: Kind, kinds: Kind, values: Kind) -> Value:
        if kinds[0].instance_class is Avx512:
            parts = _parts(builder, context, kinds, values, entries, LANES)
            return _permuted(builder, parts, values[3])
        if has_feature("avx2"):
            parts = _parts(builder, context, kinds, values, entries, 16)
            return _shuffled(builder, parts, values[3])
        offset = builder.mul(values[2], ir.Constant(_INDEX, entries))
        start = bytes_at(context, builder, kinds[1], values[1], offset)
        return _one_by_one(builder, start, values[3])

    def result(engine: Kind, tables: Kind, place: Kind, lanes: Kind) -> Kind:
        return BYTES if isinstance(lanes, LanesType) else None

    def of_one(engine: Alone, tables: Bytes, place: Number, lanes: Lanes) -> Lanes:
        return np.int32(tables[np.uint32(place * entries + lanes)])

    compiled_as(function, result, emit, lambda *_: of_one)


_table(look_up, SMALL)
_table(look_up_large, LARGE)
