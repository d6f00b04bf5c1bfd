"""Figures of the tables' games, calculated before anybody asks for a report."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from upcard.calculators.calculators import CalculationStopped
from upcard.journal import JournalError
from upcard.room.events import RoomKind
from upcard.room.projections.setup_facts import Plays, plays_of
from upcard.room.rooms import Room
from upcard.room.table_events import TableSpec
from upcard.web.routes.report_routes import books_of

if TYPE_CHECKING:
    from upcard.web.sites import Site


def keep_figures(site: Site) -> None:
    """Work out, beside the server, what each table should bring, and again when one changes."""
    room = site.room
    if room is None or room.state.kind is RoomKind.DEMO:
        return
    keeping = _Keeping(site, room)
    room.watch(keeping)
    room.before_closing(keeping.stop)
    keeping()


class _Keeping:
    def __init__(self, site: Site, room: Room) -> None:
        self._site, self._room = site, room
        self._known: set[Plays] = set()
        self._seen: dict[str, TableSpec] = {}
        self._news = threading.Event()
        self._is_over = False
        self._thread = threading.Thread(target=self._follow, name="figures", daemon=True)
        self._thread.start()

    def __call__(self) -> None:
        """Something was recorded."""
        tables = self._room.state.tables
        if any(self._seen.get(name) is not table.spec for name, table in tables.items()):
            self._seen = {name: table.spec for name, table in tables.items()}
            self._news.set()

    def stop(self) -> None:
        """Work nothing more out."""
        self._is_over = True
        self._news.set()

    def _new(self) -> list[Plays]:
        played = {plays_of(table).anywhere for table in list(self._room.state.tables.values())}
        return [plays for plays in played if plays not in self._known]

    def _follow(self) -> None:
        from upcard.books.histories import kept_figures

        while self._news.wait() and not self._is_over:
            self._news.clear()
            for plays in self._new():
                self._known.add(plays)
                # A report works out what is not there: nothing depends on this.
                with suppress(CalculationStopped, SQLAlchemyError, JournalError, ValueError):
                    kept_figures(books_of(self._site, self._room), plays)
