"""The solo tables of a server, by their secret id."""

from __future__ import annotations

import secrets
import threading
import time
from contextlib import suppress
from typing import Final

from upcard.calculators.calculators import Calculator
from upcard.calculators.mistakes import Mistake
from upcard.calculators.questions import chart, mistake
from upcard.game.decisions import Decision
from upcard.solo.refusals import SoloUnknown
from upcard.solo.solos import Drill, SoloTable
from upcard.table.games import Game
from upcard.table.rounds import Round

TABLES_MAX: Final = 400
IDLE_SECONDS: Final = 4 * 3600.0


class SoloTables:
    """The solo tables of a server, by their secret id. Old ones make room for new ones."""

    def __init__(self, calculator: Calculator) -> None:
        self._calculator = calculator
        self._tables: dict[str, SoloTable] = {}
        self._played: set[tuple[str, int]] = set()
        """Games that were solved, or are being solved."""
        self._lock = threading.Lock()

    def open(self, game: Game, seed: int | None, drill: Drill | None) -> tuple[str, SoloTable]:
        """A new table and its id."""
        table, id_ = SoloTable(game, seed, drill, self._priced), secrets.token_hex(16)
        with self._lock:
            self._clear_away()
            self._tables[id_] = table
            played = (game.rules.name, game.decks)
            is_new = played not in self._played
            self._played.add(played)
        if is_new:
            threading.Thread(target=self._solve, args=played, name="solve", daemon=True).start()
        return id_, table

    def _priced(self, round_: Round, decision: Decision) -> Mistake | None:
        return self._calculator.ask(mistake, round_, decision)

    def _solve(self, name: str, decks: int) -> None:
        """Have the best play at hand before the first decision."""
        with suppress(Exception):  # Whoever asks for advice is told; nobody asked here.
            self._calculator.ask(chart, name, decks)

    def table(self, id_: str) -> SoloTable:
        """The table of that id."""
        found = self._tables.get(id_)
        if found is None:
            raise SoloUnknown("there is no such solo table: open a new one")
        return found

    def _clear_away(self) -> None:
        now = time.monotonic()
        for id_, table in list(self._tables.items()):
            if now - table.used > IDLE_SECONDS:
                del self._tables[id_]
        while len(self._tables) >= TABLES_MAX:
            oldest = min(self._tables, key=lambda id_: self._tables[id_].used)
            del self._tables[oldest]
