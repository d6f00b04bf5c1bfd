"""Command-line options built from the fields of a dataclass."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Annotated, Any, get_args, get_type_hints

import typer

from upcard.app.options import Option

Options = dict[str, Any]
"""What was typed, by the names of the fields that declare it; Typer has checked the types."""


def command_with(
    options: type, run: Callable[..., None], *, doc: str, argument: str
) -> Callable[..., None]:
    """
    A command with the options of a dataclass, plus those of *run*.

    *run* gets the options as a dictionary keyed by field name, and its own arguments.
    """
    declared = dict(_declared(options, argument))
    _, *others = inspect.signature(run, eval_str=True).parameters.values()
    own = {other.name: other.replace(kind=inspect.Parameter.KEYWORD_ONLY) for other in others}

    def command(**given: object) -> None:
        chosen = {name: given[name] for name in declared if given[name] is not None}
        run(chosen, **{name: given[name] for name in own})

    signature = inspect.Signature([*declared.values(), *own.values()])
    command.__signature__ = signature  # type: ignore[attr-defined]
    command.__annotations__ = {name: p.annotation for name, p in signature.parameters.items()}
    command.__doc__ = doc
    return command


def _declared(options: type, argument: str) -> list[tuple[str, inspect.Parameter]]:
    hints = get_type_hints(options, include_extras=True)
    found = []
    for field in fields(options):
        told = next((m for m in get_args(hints[field.name])[1:] if isinstance(m, Option)), None)
        if told is None:
            continue
        default = inspect.Parameter.empty if field.default is MISSING else field.default
        found.append((field.name, _parameter(field.name, told, default, field.name == argument)))
    return found


def _parameter(name: str, told: Option, default: object, is_argument: bool) -> inspect.Parameter:
    if is_argument:
        kind: object = Annotated[told.typed, typer.Argument(help=told.help)]
        default = inspect.Parameter.empty
    else:
        flag = f"--{(told.name or name).replace('_', '-')}"
        if not default and default != 0:
            kind, default = told.typed | None, None
        else:
            kind = told.typed
        kind = Annotated[kind, typer.Option(flag, help=told.help)]
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
