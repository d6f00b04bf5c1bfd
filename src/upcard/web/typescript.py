"""
The types of the wire in TypeScript: `make types` writes them to `frontend/src/lib/types.ts`.

They are read off the types that the server's own data has, so that neither can change alone.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from enum import Enum
from functools import cache
from itertools import pairwise
from types import ModuleType, NoneType, UnionType
from typing import (
    Annotated,
    Final,
    Literal,
    NamedTuple,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from pydantic import BaseModel

from upcard.calculators import calculated_types
from upcard.cards import Card
from upcard.drills import drill_types
from upcard.drills.drill_kinds import DrillKind
from upcard.game.decisions import Decision
from upcard.money import Cents
from upcard.plain import KIND, kinds_of, tag_of
from upcard.room.events import RoomKind
from upcard.room.orders import Wish
from upcard.room.people.roles import Role
from upcard.screens import (
    desk_types,
    display_types,
    frame_types,
    recall_types,
    rule_types,
    setup_types,
)
from upcard.table import movements, views
from upcard.table.commands import NO_KEY, Command
from upcard.web import answer_types
from upcard.web.routes.order_routes import Second

HEAD: Final = """\
/**
 * What the server sends and takes, as docs/web.md explains it. Amounts are whole cents.
 *
 * Written by `make types` from the server's own types: change those, and run it again.
 */
"""

NAMES: Final[Mapping[object, str]] = {
    Cents: "Cents",
    views.CardText: "Card",
    views.Sensor: "Sensor",
    movements.Tone: "Tone",
    frame_types.NextName: "NextName",
    movements.MeterAward: "AwardView",
    frame_types.NoticeView: "Notice",
    frame_types.OfferView: "Offer",
    frame_types.ParlayView: "Parlay",
    calculated_types.MistakeView: "Mistake",
    calculated_types.AdviceView: "Advice",
    desk_types.ChecklistStep: "ChecklistStep",
    desk_types.DeskClaim: "Claim",
    desk_types.AdjustmentChoice: "Adjustment",
    desk_types.DeskRecord: "Desk",
    answer_types.SessionView: "Session",
    answer_types.RoomView: "Room",
    answer_types.ChangeView: "Change",
    answer_types.PreviewView: "Preview",
    Second: "Signature",
}
"""What the pages call a type that has another name here, or is an alias."""

ALIASES: Final = (
    (views, "CardText"),
    (views, "Sensor"),
    (movements, "Tone"),
    (frame_types, "NextName"),
)
"""Types that have a name only where they are assigned, and where that is."""

SENT: Final = (
    answer_types.SessionView,
    Second,
    frame_types.TableFrame,
    frame_types.SoloFrame,
    display_types.JackpotFrame,
    frame_types.Replay,
    answer_types.RoomView,
    answer_types.OrderAnswer,
    answer_types.PreviewView,
    desk_types.DeskRecord,
    recall_types.RecalledRound,
    calculated_types.MistakeView,
    calculated_types.AdviceView,
    calculated_types.ExperimentNews,
    rule_types.SettingField,
    rule_types.RulesVersion,
    rule_types.CheckedRules,
    rule_types.DraftOdds,
    setup_types.SetupRecord,
    setup_types.DraftedWish,
    drill_types.DrillList,
    drill_types.DrillExercise,
    drill_types.DrillResult,
    drill_types.DrillStanding,
)
"""What the pages are sent; what these are made of comes with them."""

_PRIMITIVES: Final[Mapping[object, str]] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    NoneType: "null",
    object: "unknown",
    Card: "string",
}
_ENUMS: Final = (Role, Decision, RoomKind, DrillKind)
"""Choices that the pages call by name; the others are written out where they are used."""


class _Written(NamedTuple):
    """A type of TypeScript, and the Python types it names."""

    text: str
    uses: tuple[type, ...] = ()


def typescript() -> str:
    """The whole of `types.ts`."""
    parts = [HEAD, *_aliases(), *map(_enum, _ENUMS)]
    parts += [_interface(kind) for kind in _in_order(SENT)]
    return "\n".join([*parts, _commands(), _wishes()])


def _aliases() -> Iterator[str]:
    yield f"export type {NAMES[Cents]} = number;\n"
    for module, name in ALIASES:
        kind = getattr(module, name)
        comment = _comment(_aliases_explained(module).get(name), "")
        arms = get_args(kind) if get_origin(kind) is Literal else ()
        yield f"{comment}export type {NAMES[kind]} = {_choices(arms) if arms else 'string'};\n"


def _enum(kind: type[Enum]) -> str:
    choices = _choices([member.value for member in kind])
    return f"{_comment(inspect.getdoc(kind), '')}export type {kind.__name__} = {choices};\n"


def _choices(values: Sequence[object]) -> str:
    return " | ".join(f'"{value}"' for value in values)


def _in_order(kinds: Sequence[type]) -> list[type]:
    """*kinds* and everything they are made of, each once, after what it needs."""
    found: dict[type, None] = {}

    def add(kind: type) -> None:
        if kind in found:
            return
        for base in _bases(kind):
            add(base)
        for hint in _own_hints(kind).values():
            for used in _written(hint).uses:
                add(used)
        found.setdefault(kind)

    for kind in kinds:
        add(kind)
    return list(found)


def _interface(kind: type) -> str:
    """One interface, with the docstrings of the class and its fields as comments."""
    bases = ", ".join(map(_name, _bases(kind)))
    head = f"export interface {_name(kind)}{f' extends {bases}' if bases else ''} {{"
    explained = _fields_explained(kind)
    lines = [
        f"{_comment(explained.get(name), '  ')}"
        f"  {name}{'?' if get_origin(hint) is NotRequired else ''}: {_written(hint).text};"
        for name, hint in _own_hints(kind).items()
    ]
    return _comment(inspect.getdoc(kind), "") + "\n".join([head, *lines, "}\n"])


def _commands() -> str:
    """The commands of the table that a key sends."""
    lines = []
    for tag, kind in kinds_of(Command).items():
        if kind not in get_args(NO_KEY):
            hints = _own_hints(kind).items()
            rest = "".join(f"; {name}: {_written(hint).text}" for name, hint in hints)
            lines.append(f'  | {{ {KIND}: "{tag}"{rest} }}')
    head = "/** A command of the table, as `Operate` carries it. */\nexport type TableCommand ="
    return "\n".join([head, *lines]) + ";\n"


def _wishes() -> str:
    """What orders ask for, by kind; the server checks the fields of each."""
    lines = [f'  | "{kind}"' for kind in sorted(kinds_of(Wish))]
    return "\n".join(
        [
            "/** Every kind of wish; docs/web.md has their fields. */",
            "export type WishKind =",
            *lines[:-1],
            f"{lines[-1]};\n",
            "/** What an order asks for. */",
            "export type Wish = { kind: WishKind; [field: string]: unknown };\n",
        ]
    )


def _written(hint: object) -> _Written:
    """How TypeScript says *hint*."""
    if hint in NAMES and not isinstance(hint, type):
        return _Written(NAMES[hint])
    if hint in _PRIMITIVES:
        return _Written(_PRIMITIVES[hint])
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _Written(hint.__name__ if hint in _ENUMS else _choices([one.value for one in hint]))
    if isinstance(hint, type) and _is_record(hint):
        return _Written(_name(hint), (hint,))
    return _GENERIC[_origin(hint)](hint)


def _origin(hint: object) -> object:
    origin = get_origin(hint)
    if origin not in _GENERIC:
        raise TypeError(f"{hint}: say how TypeScript writes it")
    return origin


def _union(hint: object) -> _Written:
    arms = [_written(arm) for arm in get_args(hint)]
    texts = dict.fromkeys(arm.text for arm in arms)
    return _Written(" | ".join(texts), tuple(use for arm in arms for use in arm.uses))


def _list(hint: object) -> _Written:
    inner = _written(get_args(hint)[0])
    text = f"({inner.text})" if " | " in inner.text else inner.text
    return _Written(f"{text}[]", inner.uses)


def _mapping(hint: object) -> _Written:
    key, item = map(_written, get_args(hint))
    made = f"Record<{key.text}, {item.text}>"
    # An object need not have every key that is a choice.
    return _Written(made if key.text == "string" else f"Partial<{made}>", item.uses)


def _annotated(hint: object) -> _Written:
    """A dataclass as data has the fields of the dataclass; other notes are not for TypeScript."""
    inner, *notes = get_args(hint)
    records = [note for note in notes if isinstance(note, type) and _is_record(note)]
    return _written(records[0] if records else inner)


_GENERIC: Final[Mapping[object, Callable[[object], _Written]]] = {
    Literal: lambda hint: _Written(_choices(get_args(hint))),
    Annotated: _annotated,
    NotRequired: lambda hint: _written(get_args(hint)[0]),
    Union: _union,
    UnionType: _union,
    Sequence: _list,
    list: _list,
    tuple: _list,
    Mapping: _mapping,
    dict: _mapping,
}


def _is_record(kind: type) -> bool:
    return is_typeddict(kind) or is_dataclass(kind) or issubclass(kind, BaseModel)


def _name(kind: type) -> str:
    return NAMES.get(kind, tag_of(kind))


def _own_hints(kind: type) -> dict[str, object]:
    """The fields that *kind* has and its bases have not."""
    inherited = {name for base in _bases(kind) for name in get_type_hints(base)}
    hints = get_type_hints(kind, include_extras=True)
    fields = getattr(kind, "model_fields", hints)
    return {
        name: hint
        for name, hint in hints.items()
        if name in fields and name not in inherited and name != "RECORDED_AS"
    }


def _bases(kind: type) -> list[type]:
    """The records that *kind* adds fields to. A `TypedDict` forgets them; its source does not."""
    if not is_typeddict(kind):
        return []
    space = vars(sys.modules[kind.__module__])
    named = [base.id for base in _class(kind).bases if isinstance(base, ast.Name)]
    return [space[name] for name in named if is_typeddict(space[name])]


def _fields_explained(kind: type) -> dict[str, str]:
    return _explained(_class(kind).body)


@cache
def _aliases_explained(module: ModuleType) -> dict[str, str]:
    return _explained(ast.parse(inspect.getsource(module)).body)


@cache
def _class(kind: type) -> ast.ClassDef:
    (found,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(found, ast.ClassDef)
    return found


def _explained(body: Sequence[ast.stmt]) -> dict[str, str]:
    """What the text below each name says of it."""
    found: dict[str, str] = {}
    for statement, below in pairwise(body):
        match statement, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[name] = inspect.cleandoc(text)
            case _:
                pass
    return found


def _comment(text: str | None, indent: str) -> str:
    if text is None:
        return ""
    lines = re.sub(r"\bNone\b", "null", text).splitlines()
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    middle = "\n".join(f"{indent} * {line}".rstrip() for line in lines)
    return f"{indent}/**\n{middle}\n{indent} */\n"


if __name__ == "__main__":
    sys.stdout.write(typescript())
