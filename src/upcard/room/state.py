"""The room at one moment, and how each event changes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from types import MappingProxyType
from typing import Any

from upcard.games import game
from upcard.jackpot import Event as JackpotEvent
from upcard.jackpot import Jackpots
from upcard.jackpot import apply as apply_jackpot
from upcard.money import Cents
from upcard.room.shoes import ShoeCommitted, ShoeCut, ShoeRevealed, ShoeState
from upcard.room.staff import (
    NOBODY,
    MemberAdded,
    MemberRemoved,
    PinAccepted,
    PinChanged,
    PinFailed,
    Staff,
    StaffEvent,
)
from upcard.room.staff import apply as apply_staff
from upcard.table import Game, Round, evolve
from upcard.table.events import CardDealt, RoundEnded
from upcard.table.events import Event as TableEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSpec:
    """What a table plays: chosen when it is set up, checked against the rules."""

    table: str
    rules: str
    decks: int
    pack: str | None
    paytables: tuple[tuple[str, str], ...] = ()
    cut_card: int = 0
    """How many cards lie before the cut card."""

    def game_on(self, day: date | None) -> Game:
        """The game as the table plays it on *day*."""
        return game(
            self.rules, decks=self.decks, pack=self.pack, paytables=dict(self.paytables), day=day
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A progressive and the tables that feed it and win from it."""

    progressive: str
    wager: str
    paytable: str
    tables: tuple[str, ...]
    executive_from: tuple[tuple[str, Cents], ...]
    """For each level, from which amount on an award takes an executive's badge (S0 10.f)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """A table of the room."""

    spec: TableSpec
    dealer: str = ""
    """The badge of the dealer; empty while the table is closed."""
    shoe: ShoeState | None = None
    shoes: int = 0
    """How many shoes the table has had: the number of the last one."""
    round: Round | None = None
    rounds: int = 0

    @property
    def is_open(self) -> bool:
        """Whether a dealer stands at it."""
        return bool(self.dealer)

    @property
    def round_id(self) -> str:
        """The round on the table, or the last one."""
        return f"{self.spec.table}/{self.rounds}"


@dataclass(frozen=True, slots=True)
class TableAdded:
    """A table was set up."""

    spec: TableSpec
    by: str
    approved_by: str


@dataclass(frozen=True, slots=True)
class LinkMade:
    """Tables were put on a progressive."""

    link: Link
    by: str
    approved_by: str


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A dealer stands at the table."""

    table: str
    dealer: str
    by: str


@dataclass(frozen=True, slots=True)
class DealerChanged:
    """Another dealer took over; the table stayed open."""

    table: str
    dealer: str
    by: str


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table is closed."""

    table: str
    by: str


@dataclass(frozen=True, slots=True)
class RoundOpened:
    """A round begins: wagers may be placed."""

    table: str
    number: int
    day: date | None


@dataclass(frozen=True, slots=True)
class TableHappened:
    """Something happened in the round on a table."""

    table: str
    event: TableEvent
    is_hidden: bool = False
    """Whether its card is the hole card, which no record tells before it is shown."""


@dataclass(frozen=True, slots=True)
class JackpotHappened:
    """Something happened to a progressive."""

    event: JackpotEvent


@dataclass(frozen=True, slots=True)
class SlipIssued:
    """A win page got its number."""

    number: int
    award_id: str


RoomEvent = (
    StaffEvent
    | TableAdded
    | LinkMade
    | TableOpened
    | DealerChanged
    | TableClosed
    | ShoeCommitted
    | ShoeCut
    | ShoeRevealed
    | RoundOpened
    | TableHappened
    | JackpotHappened
    | SlipIssued
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomState:
    """Everything the room knows, folded from its events."""

    staff: Staff = field(default_factory=lambda: NOBODY)
    tables: Mapping[str, TableState] = field(default_factory=lambda: MappingProxyType({}))
    links: Mapping[str, Link] = field(default_factory=lambda: MappingProxyType({}))
    """By progressive."""
    jackpots: Jackpots = field(default_factory=Jackpots)
    slips: int = 0
    """The number of the last win page: they have no gaps."""

    def link_of(self, table: str, wager: str) -> Link | None:
        """The link that a wager at a table is on, if it is on one."""
        for link in self.links.values():
            if table in link.tables and link.wager == wager:
                return link
        return None


def apply(state: RoomState, event: RoomEvent) -> RoomState:
    """The room after *event*. Nothing is refused here: it has happened."""
    match event:
        case MemberAdded() | MemberRemoved() | PinChanged() | PinFailed() | PinAccepted():
            return replace(state, staff=apply_staff(state.staff, event))
        case JackpotHappened(happened):
            return replace(state, jackpots=apply_jackpot(state.jackpots, happened))
        case SlipIssued(number, _):
            return replace(state, slips=number)
        case LinkMade(link):
            links = MappingProxyType({**state.links, link.progressive: link})
            return replace(state, links=links)
        case TableAdded(spec):
            return _with_table(state, TableState(spec=spec))
        case _:
            return _with_table(state, _table_after(state.tables[event.table], event))


def _with_table(state: RoomState, table: TableState) -> RoomState:
    tables = MappingProxyType({**state.tables, table.spec.table: table})
    return replace(state, tables=tables)


def _table_after(table: TableState, event: Any) -> TableState:
    match event:
        case TableOpened(dealer=dealer) | DealerChanged(dealer=dealer):
            return replace(table, dealer=dealer)
        case TableClosed():
            return replace(table, dealer="")
        case ShoeCommitted():
            return replace(table, shoe=_shoe_from(event), shoes=event.number)
        case ShoeCut(cut=cut):
            assert table.shoe is not None, "a cut follows a commitment"
            return replace(table, shoe=replace(table.shoe, cut=cut))
        case ShoeRevealed():
            return replace(table, shoe=None)
        case RoundOpened(number=number, day=day):
            return replace(table, round=Round(table.spec.game_on(day)), rounds=number)
        case TableHappened(event=happened):
            return _table_happened(table, happened)
    raise AssertionError(f"{event} is no event of a table")


def _shoe_from(event: ShoeCommitted) -> ShoeState:
    return ShoeState(
        number=event.number,
        deck=event.deck,
        decks=event.decks,
        commitment=event.commitment,
        cut_card=event.cut_card,
    )


def _table_happened(table: TableState, event: TableEvent) -> TableState:
    assert table.round is not None, "a round is open when something happens in it"
    if isinstance(event, RoundEnded):
        return replace(table, round=None)
    shoe = table.shoe
    if isinstance(event, CardDealt) and shoe is not None:
        shoe = replace(shoe, dealt=shoe.dealt + 1)
    return replace(table, round=evolve(table.round, event), shoe=shoe)
