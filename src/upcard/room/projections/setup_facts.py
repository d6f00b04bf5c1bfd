"""What tables play and how progressives are set, stored once under a fingerprint."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from upcard.jackpot import Parameters
from upcard.journal.entries import Name
from upcard.plain import Plain, read, written_fields
from upcard.room.projections.notebooks import FactChange, Notebook
from upcard.room.table_events import TableSpec
from upcard.room.table_states import NOT_PLAYABLE, TableState
from upcard.table.games import Game

PLAYS: Final = "plays"
PARAMETERS: Final = "parameters"
LETTERS: Final = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Plays:
    """What a table plays: enough to know its game and its exact figures."""

    spec: TableSpec
    rules_text: str
    fingerprint: str

    @property
    def anywhere(self) -> Plays:
        """The same at any table: what the odds depend on."""
        return replace(self, spec=replace(self.spec, table="", cut_card=0))

    @property
    def game(self) -> Game:
        """The game; limits of a day do not matter to the books."""
        return TableState(spec=self.spec, rules_text=self.rules_text).game_on(None)


def plays_of(table: TableState) -> Plays:
    """What a table plays."""
    return Plays(spec=table.spec, rules_text=table.rules_text, fingerprint=table.fingerprint)


def paytable_at(table: TableState, wager: str) -> str:
    """The paytable of a wager at a table; empty where it has none, or nobody can tell."""
    try:
        offer = table.game_on(None).offers.get(wager)
    except NOT_PLAYABLE:
        return ""
    return offer.paytable if offer else ""


def keep_plays(book: Notebook, change: FactChange, table: TableState) -> str:
    """The name under which what *table* plays is kept."""
    return _kept(book, change, PLAYS, plays_of(table))


def keep_parameters(book: Notebook, change: FactChange, parameters: Parameters) -> str:
    """The name under which the settings of a progressive are kept."""
    return _kept(book, change, PARAMETERS, parameters)


def key_of(plays: Plays) -> str:
    """The name of what is played."""
    return _keyed(plays)[0]


def _kept(book: Notebook, change: FactChange, kind: str, value: Plays | Parameters) -> str:
    key, data = _keyed(value)
    book.put_once(Name(kind, key, 0), change, data)
    return key


@lru_cache(maxsize=256)
def _keyed(value: Plays | Parameters) -> tuple[str, dict[str, Plain]]:
    data = written_fields(value)
    text = json.dumps(data, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:LETTERS], data


@lru_cache(maxsize=256)
def plays_from(payload: str) -> Plays:
    """What a fact says that a table plays."""
    return read(json.loads(payload), Plays)


@lru_cache(maxsize=256)
def parameters_from(payload: str) -> Parameters:
    """What a fact says of the settings of a progressive."""
    return read(json.loads(payload), Parameters)
