"""A table at one moment, and how each event at it changes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache, reduce
from typing import Final

from upcard.cards import FACE_DOWN, Card
from upcard.catalogue import CATALOGUE, UnknownName, rules_of
from upcard.catalogue_games import game
from upcard.room.fairness.real_shoes import RealShoe, RealShoeEvent, ShoePlaced, real_shoe_after
from upcard.room.fairness.table_shoes import ShoeCommitted, ShoeEvent, ShoeState, shoe_after
from upcard.room.table_events import (
    CardCorrected,
    DealerChanged,
    KeyPressed,
    RoundOpened,
    RoundVoided,
    SteppedBack,
    TableClosed,
    TableHappened,
    TableOpened,
    TableSpec,
)
from upcard.rules.rules_files import RulesError, read_rules
from upcard.rules.schema import Rules
from upcard.table import Game, Round, evolve
from upcard.table.events import CardDealt, GameStarted, RoundEnded
from upcard.table.events import Event as TableEvent
from upcard.table.games import CardSource, GameError


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """A table of the room."""

    spec: TableSpec
    rules_text: str = ""
    """The resolved rules it plays, where they are recorded."""
    has_recorded_rules: bool = False
    """
    Whether the journal has them. Version 0.2 and earlier recorded a fingerprint alone.

    The text is then that of the room's own rules, or empty where a catalogue game is played.
    """
    fingerprint: str = ""
    dealer: str = ""
    """The badge of the dealer; empty while the table is closed."""
    shoe: ShoeState | None = None
    real_shoe: RealShoe | None = None
    """The real cards, at a table with read cards."""
    shoes: int = 0
    """How many shoes the table has had: the number of the last one."""
    round: Round | None = None
    rounds: int = 0
    day: date | None = None
    """The gaming day of the round on the table."""
    happened: tuple[TableEvent, ...] = ()
    """Everything of the round so far, in order."""
    steps: tuple[int, ...] = ()
    """How much had happened before each key of the round."""
    version: int = 0
    """How many events the table has had: what a screen says it was looking at."""
    started_by: str = ""
    """The badge of the dealer when the game on the table started."""

    @property
    def is_open(self) -> bool:
        """Whether a dealer stands at it."""
        return bool(self.dealer)

    @property
    def round_id(self) -> str:
        """The round on the table, or the last one."""
        return f"{self.spec.table}/{self.rounds}"

    @property
    def is_hole_unknown(self) -> bool:
        """Whether the hole card of a digital table is unknown to both the record and the seed."""
        if self.round is None or self.spec.cards is not CardSource.DIGITAL:
            return False
        return FACE_DOWN in self.round.dealer

    def with_hole(self, card: Card) -> TableState:
        """The table with its hole card told: the round as it goes with that card."""
        if not self.is_hole_unknown:
            return self
        happened = tuple(_told(event, card) for event in self.happened)
        return replace(self, round=replayed(self, happened), happened=happened)

    def game_on(self, day: date | None) -> Game:
        """The game as the table plays it on *day*; raises `NOT_PLAYABLE` if that is unknown."""
        return _game(self.spec, self.rules_text, day)

    @property
    def title(self) -> str:
        """What the game is called at the table; its name where the rules cannot be read."""
        try:
            return self.game_on(None).rules.title
        except NOT_PLAYABLE:
            return self.spec.rules


def _told(event: TableEvent, card: Card) -> TableEvent:
    if isinstance(event, CardDealt) and event.card is FACE_DOWN:
        return replace(event, card=card)
    return event


def replayed(table: TableState, events: Sequence[TableEvent]) -> Round | None:
    """The round on a table that *events* make; None where its rules cannot be read."""
    round_ = _new_round(table, table.day)
    return round_ and reduce(evolve, events, round_)


def _new_round(table: TableState, day: date | None) -> Round | None:
    """A round on a table; None where its rules cannot be read: the room opens, the table stops."""
    try:
        return Round(table.game_on(day))
    except NOT_PLAYABLE:
        return None


NOT_PLAYABLE: Final = (RulesError, UnknownName, GameError)
"""What goes wrong where rules are not in the catalogue, or not such as this version reads."""


@lru_cache(maxsize=64)
def rules_of_text(name: str, text: str) -> Rules:
    """The rules in *text*, which a room recorded; without one, the catalogue's of that name."""
    return read_rules(text, CATALOGUE, file=name, is_recorded=True) if text else rules_of(name)


@lru_cache(maxsize=256)
def _game(spec: TableSpec, rules_text: str, day: date | None) -> Game:
    return game(
        rules_of_text(spec.rules, rules_text),
        decks=spec.decks,
        pack=spec.pack,
        paytables=dict(spec.paytables),
        day=day,
        cards=spec.cards,
    )


def table_after(table: TableState, event: object) -> TableState:
    """The table after *event*, which is one of its own."""
    if isinstance(event, TableHappened):
        return _table_happened(table, event.event)
    return replace(_changed(table, event), version=table.version + 1)


def _changed(table: TableState, event: object) -> TableState:
    if isinstance(event, ShoeEvent):
        shoes = event.number if isinstance(event, ShoeCommitted) else table.shoes
        return replace(table, shoe=shoe_after(table.shoe, event), shoes=shoes)
    if isinstance(event, RealShoeEvent):
        number = event.number if isinstance(event, ShoePlaced) else table.shoes
        return replace(table, real_shoe=real_shoe_after(table.real_shoe, event), shoes=number)
    match event:
        case KeyPressed():
            return replace(table, steps=(*table.steps, len(table.happened)))
        case TableOpened(dealer=dealer) | DealerChanged(dealer=dealer):
            return replace(table, dealer=dealer)
        case TableClosed():
            return replace(table, dealer="")
        case RoundOpened(number=number, day=day):
            round_ = _new_round(table, day)
            fresh = replace(table, round=round_, rounds=number, day=day, happened=(), steps=())
            return replace(fresh, started_by=table.dealer)
        case SteppedBack():
            return _back_to(table, table.steps[-1])
        case CardCorrected(kept=kept):
            return _back_to(table, kept)
        case RoundVoided():
            left = _cards_left(table, table.round)
            return replace(table, round=None, happened=(), steps=(), real_shoe=left)
    raise AssertionError(f"{event} is no event of a table")


def _back_to(table: TableState, length: int) -> TableState:
    """The table when only that much had happened in its round, and the keys since are undone."""
    kept = table.happened[:length]
    steps = tuple(step for step in table.steps if step < length)
    return replace(table, round=replayed(table, kept), happened=kept, steps=steps)


def _cards_left(table: TableState, round_: Round | None) -> RealShoe | None:
    """The real cards after the round on a table: in the rack, or back in the machine."""
    shoe = table.real_shoe
    if shoe is None or round_ is None:
        return shoe
    if table.spec.is_machine_shuffled:
        return replace(shoe, seen=(), unseen=0)
    return shoe.with_seen(one.card for one in round_.dealt)


def _table_happened(table: TableState, event: TableEvent) -> TableState:
    return played_on(table, table.round and evolve(table.round, event), (event,))


def played_on(table: TableState, round_: Round | None, events: Sequence[TableEvent]) -> TableState:
    """The table after *events* of its round, which made it *round_*."""
    version = table.version + len(events)
    if isinstance(events[-1], RoundEnded):
        left = _cards_left(table, round_)
        return replace(table, round=None, happened=(), steps=(), version=version, real_shoe=left)
    shoe = table.shoe
    dealt = sum(isinstance(event, CardDealt) for event in events)
    if dealt and shoe is not None:
        shoe = replace(shoe, dealt=shoe.dealt + dealt)
    is_started = any(isinstance(event, GameStarted) for event in events)
    return replace(
        table,
        round=round_,
        happened=(*table.happened, *events),
        shoe=shoe,
        version=version,
        started_by=table.dealer if is_started else table.started_by,
    )
