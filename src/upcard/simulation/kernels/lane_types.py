"""
Lanes: many small numbers side by side, as one value that machine code keeps in vector registers.

Each operation is a function that NumPy runs as it stands, and that Numba compiles to LLVM's vector
instructions: LLVM then uses the widest registers that the processor has. So one walk runs without
a compiler, on any vector unit, and gives the same bits.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.core.registry import cpu_target
from numba.extending import intrinsic as numba_intrinsic
from numba.extending import overload as numba_overload
from numba.extending import register_model

Builder: TypeAlias = ir.IRBuilder
Value: TypeAlias = ir.Value
"""A value of LLVM's, while code is made."""
Kind: TypeAlias = ir.Type
"""A type, or anything else of Numba's or LLVM's that has no types for mypy."""
Emit: TypeAlias = Callable[..., Value]

_intrinsic: Kind = numba_intrinsic
_overload: Kind = numba_overload
_register: Kind = register_model
_models: Kind = models
_types: Kind = types
_tools: Kind = cgutils
INLINED: Final = {"error_model": "numpy", "_nrt": False, "forceinline": True}


def vector_features() -> str:
    """What Numba may use of this processor, as LLVM lists it."""
    context: Kind = cpu_target.target_context
    return str(context.codegen().magic_tuple()[2])


def has_feature(name: str) -> bool:
    """Whether kernels may use a feature of the processor: NUMBA_CPU_FEATURES can forbid it."""
    return f"+{name}" in vector_features().split(",")


class LanesType(_types.Type):  # type: ignore[misc]
    """*count* whole numbers of *bits* bits; with one bit each, a mask."""

    def __init__(self, bits: int, count: int) -> None:
        self.bits, self.count = bits, count
        super().__init__(f"lanes({count} x {bits})")

    @property
    def vector(self) -> Kind:
        """Its type in LLVM. A mask has bytes where the processor has no registers for masks."""
        bits = 8 if self.bits == 1 and not has_feature("avx512bw") else self.bits
        return ir.VectorType(ir.IntType(bits), self.count)

    @property
    def mask(self) -> LanesType:
        """What comparing such lanes gives."""
        return LanesType(1, self.count)


@_register(LanesType)
class _LanesModel(_models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Kind, lanes: LanesType) -> None:
        super().__init__(manager, lanes, lanes.vector)


def truths(builder: Builder, mask: Value) -> Value:
    """A mask as LLVM's own conditions, one bit each."""
    if mask.type.element.width == 1:
        return mask
    return builder.icmp_signed("<", mask, ir.Constant(mask.type, [0] * mask.type.count))


def kept(builder: Builder, conditions: Value) -> Value:
    """LLVM's conditions as a mask."""
    vector = LanesType(1, conditions.type.count).vector
    return conditions if vector == conditions.type else builder.sext(conditions, vector)


def constant(lanes: LanesType, number: int) -> Value:
    """The same number in all lanes."""
    return ir.Constant(lanes.vector, [number] * lanes.count)


def spread(builder: Builder, number: Value, lanes: LanesType) -> Value:
    """A number that is only known when the code runs, in all lanes."""
    number = builder.trunc(number, lanes.vector.element) if lanes.bits < 64 else number
    nothing = ir.Constant(lanes.vector, ir.Undefined)
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), lanes.count), [0] * lanes.count)
    first = builder.insert_element(nothing, number, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(first, nothing, zeros)


def called_intrinsic(builder: Builder, name: str, result: Kind, *arguments: Value) -> Value:
    """A call of an intrinsic function of LLVM."""
    kind = ir.FunctionType(result, [each.type for each in arguments])
    return builder.call(_tools.get_or_insert_function(builder.module, kind, name), arguments)


def bytes_at(
    context: Kind, builder: Builder, array_type: Kind, array: Value, offset: Value
) -> Value:
    """Where an array's memory is, *offset* bytes on."""
    data = _tools.create_struct_proxy(array_type)(context, builder, array).data
    return builder.gep(builder.bitcast(data, ir.IntType(8).as_pointer()), [offset])


def loaded(builder: Builder, pointer: Value, vector: Kind) -> Value:
    """A vector from memory, wherever it lies."""
    value = builder.load(builder.bitcast(pointer, vector.as_pointer()))
    value.align = 1
    return value


def compiled_as(
    plain: Callable[..., Kind],
    result: Callable[..., Kind],
    emit: Emit,
    alone: Callable[..., Kind] = lambda *_: None,
) -> Callable[..., Kind]:
    """
    Let kernels call *plain*, and compile it with *emit*.

    *result* gets the types of the arguments, and says the type of what comes out, or None where
    they are no lanes. *emit* gets the builder, the context, the types and the values. *alone* gets
    the types where they are no lanes, and says what to compile for one lane alone, whose numbers
    are whole numbers and whose mask is a boolean.
    """
    names = ", ".join(inspect.signature(plain).parameters)

    def typed(given: tuple[Kind, ...]) -> Kind:
        gives = result(*given)
        taken = [_types.int64 if isinstance(one, _types.Integer) else one for one in given]

        def generate(context: Kind, builder: Builder, signature: Kind, values: Kind) -> Value:
            return emit(builder, context, signature.args, values)

        return None if gives is None else (gives(*taken), generate)

    called = _intrinsic(_with_names(f"_, {names}", f"typed(({names},))", typed=typed))
    code = eval(f"lambda {names}: called({names})", {"called": called})

    def chosen(given: tuple[Kind, ...]) -> Kind:
        return alone(*given) if result(*given) is None else code

    asked = _with_names(names, f"chosen(({names},))", chosen=chosen)
    _overload(plain, strict=False, jit_options=INLINED)(asked)
    return plain


def compiled_by_class(
    plain: Callable[..., Kind], place: int, choices: Mapping[type, Callable[..., Kind]]
) -> None:
    """Let kernels call *plain*: the class of its argument number *place* says what is compiled."""
    names = ", ".join(inspect.signature(plain).parameters)

    def chosen(given: tuple[Kind, ...]) -> Kind:
        return choices.get(getattr(given[place], "instance_class", object))

    asked = _with_names(names, f"chosen(({names},))", chosen=chosen)
    _overload(plain, strict=False, jit_options=INLINED)(asked)


def _with_names(names: str, body: str, **known: Kind) -> Kind:
    """A function of these arguments: Numba reads their names."""
    exec(f"def made({names}):\n    return {body}", known)
    return known["made"]
