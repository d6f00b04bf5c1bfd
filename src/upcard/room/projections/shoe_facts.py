"""Facts about shoes: what was published of each. The rounds have the cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, get_args

from upcard.journal.entries import Name
from upcard.plain import read, written
from upcard.room.fairness.table_shoes import (
    ShoeAbandoned,
    ShoeCommitted,
    ShoeEvent,
    ShoeRevealed,
    ShoeState,
    ShoeVoided,
    shoe_after,
)
from upcard.room.projections.notebooks import Data, FactChange, Notebook

SHOE: Final = "shoe"


@dataclass(frozen=True, slots=True, kw_only=True)
class PastShoe:
    """A shoe: what was published of it, and the cards that everybody has seen."""

    state: ShoeState
    """As it was when it left the table, or as it is."""
    at: str
    """When its commitment was published."""
    seed: str | None
    end: str
    """How it ended, and when: empty while it is on the table."""
    dealt: tuple[str, ...]
    """In the order they came; `??` for a hole card that is not shown yet."""


def shoe_of(data: Data, dealt: tuple[str, ...]) -> PastShoe:
    """The shoe that a fact says, from which *dealt* came."""
    state: ShoeState = read(data["state"], ShoeState)
    return PastShoe(state=state, at=data["at"], seed=data["seed"], end=data["end"], dealt=dealt)


CONCERNS: Final = frozenset(get_args(ShoeEvent))


def take(book: Notebook, change: FactChange) -> None:
    """Write down what an entry does to shoes."""
    for event in change.events:
        if isinstance(event, ShoeCommitted):
            state = shoe_after(None, event)
            data = {
                "state": written(state),
                "at": change.at,
                "seed": None,
                "end": "",
                "first_round": change.before.tables[event.table].rounds + 1,
            }
            book.put(Name(SHOE, event.table, event.number), change, data)
        elif isinstance(event, ShoeEvent):
            _changed(book, change, event)


def _changed(book: Notebook, change: FactChange, event: ShoeEvent) -> None:
    name = Name(SHOE, event.table, event.number)
    data = book.get(name)
    if data is None:
        return
    before: ShoeState = read(data["state"], ShoeState)
    data["state"] = written(shoe_after(before, event) or before)
    match event:
        case ShoeRevealed(seed=seed, reason=reason):
            data["seed"], data["end"] = seed, data["end"] or f"over at {change.at}: {reason}"
        case ShoeAbandoned(reason=reason) | ShoeVoided(reason=reason):
            is_void = isinstance(event, ShoeVoided)
            data["end"] = f"{'void' if is_void else 'thrown away'} at {change.at}: {reason}"
        case _:
            pass
    book.put(name, change, data)
