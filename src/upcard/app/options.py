"""Options declared once, as fields of a dataclass, for Python and the command line."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar, get_type_hints

P = ParamSpec("P")
A = TypeVar("A")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Option:
    """How a field is given on the command line."""

    help: str
    typed: Any = str
    """The type that the command line reads it as."""
    name: str | None = None
    """Its name on the command line, if it differs from the field's."""


def with_options_of(make: Callable[P, A]) -> Callable[[Callable[[A], R]], Callable[P, R]]:
    """
    Let a function of one dataclass take the fields of that dataclass as its arguments.

    >>> @dataclass
    ... class Sum:
    ...     left: int
    ...     right: int = 1
    >>> @with_options_of(Sum)
    ... def added(asked: Sum) -> int:
    ...     return asked.left + asked.right
    >>> added(2), added(2, right=3)
    (3, 5)
    """

    def decorated(function: Callable[[A], R]) -> Callable[P, R]:
        @functools.wraps(function)
        def called(*args: P.args, **options: P.kwargs) -> R:
            try:
                inspect.signature(make).bind(*args, **options)
            except TypeError as error:
                raise TypeError(f"{function.__name__}() {error}") from None
            return function(make(*args, **options))

        called.__signature__ = _signature(make, function)  # type: ignore[attr-defined]
        return called

    return decorated


def _signature(make: Callable[..., object], function: Callable[..., object]) -> inspect.Signature:
    """The arguments of *make* with their plain types, and what *function* returns."""
    hints = get_type_hints(make)
    taken = inspect.signature(make).parameters.values()
    plain = [one.replace(annotation=hints.get(one.name, one.annotation)) for one in taken]
    return inspect.Signature(plain, return_annotation=inspect.signature(function).return_annotation)
