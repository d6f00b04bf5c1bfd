"""What an order will change, shown before you sign it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from upcard.commands.locale_amounts import shown
from upcard.money import Cents

if TYPE_CHECKING:
    from upcard.room.people.roles import Role
    from upcard.room.procedures.money_changes import Change, Value
    from upcard.room.procedures.previews import Preview

WORDS: Final = {
    "award-paid": "award to pay",
    "award-reversed": "award reversed",
    "claim-voided": "claim not paid",
    "funds-moved": "moved",
    "still-owed": "still owed to players",
    "wagers-returned": "wagers to give back",
    "meter": "display",
    "raised": "raised by adjustments",
    "seeds": "seeds added",
    "owed": "owed to players",
    "bank": "prize account",
    "account": "prize account is",
    "deposit-due": "still to deposit",
}
"""The label of a change, if it differs from its name."""


def tell_preview(preview: Preview) -> None:
    """Print before and after on stderr, and who must sign."""
    for line in _lines(preview):
        print(line, file=sys.stderr)


def _lines(preview: Preview) -> Iterator[str]:
    yield "This will change:"
    rows = [
        (_name(line), _value(line.before), _value(line.after)) for line in preview.changes.lines
    ]
    name_width = max((len(name) for name, *_ in rows), default=0)
    width = max((len(text) for _, *texts in rows for text in texts), default=0)
    for name, before, after in rows:
        is_new = before and before != after
        arrow = f"{before:>{width}} -> " if is_new else " " * (width + 4)
        yield f"  {name:<{name_width}}  {arrow}{after:>{width}}".rstrip()
    yield f"Must be signed by: {_signers(preview)}."
    for warning in preview.changes.warnings:
        yield f"warning: {warning}"


def _name(line: Change) -> str:
    what = WORDS.get(line.what, line.what.replace("-", " "))
    return " ".join(part for part in (line.progressive, line.level, what, line.of) if part)


def _value(value: Value) -> str:
    if value is None:
        return ""
    return shown(Cents(value)) if isinstance(value, int) else value


def _signers(preview: Preview) -> str:
    """Who must sign, in words."""
    first, *others = preview.roles
    if not others:
        return _one_of(first)
    if set(first) == set(others[0]):
        how = "two people of different roles" if preview.roles_differ else "two people"
        return f"{how}: {_one_of(first)}"
    return f"{_one_of(first)}; and a second person: {_one_of(others[0])}"


def _one_of(roles: Sequence[Role]) -> str:
    *most, last = roles
    return f"{', '.join(most)} or {last}" if most else str(last)


def is_confirmed() -> bool:
    """Whether you answer yes. The question goes to stderr, which keeps stdout for the result."""
    print("Go ahead? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")
