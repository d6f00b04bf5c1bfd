"""Facts about drills: each one that somebody did, by badge."""

from __future__ import annotations

from typing import Final

from upcard.journal.entries import Name
from upcard.plain import written
from upcard.room.drill_marks import DrillDone
from upcard.room.projections.notebooks import FactChange, Notebook, number_of

DRILL: Final = "drill"
CONCERNS: Final = frozenset({DrillDone})


def take(book: Notebook, change: FactChange) -> None:
    """Write down the drills of an entry, under the badge that did them."""
    for place, event in change.concerning(CONCERNS):
        assert isinstance(event, DrillDone), "nothing else concerns drills"
        data = {"at": change.at, "trainee": change.name_of(event.by), "drill": written(event)}
        book.put(Name(DRILL, event.by, number_of(change, place)), change, data)
