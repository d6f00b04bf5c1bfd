"""The room at one moment, and how each event changes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import lru_cache, reduce
from itertools import groupby
from types import MappingProxyType
from typing import Any, Final

from upcard.cards import FACE_DOWN, Card
from upcard.catalogue import CATALOGUE, UnknownName, rules_of
from upcard.catalogue_games import game
from upcard.jackpot import Jackpots
from upcard.jackpot import apply as apply_jackpot
from upcard.jackpot.levels import Play
from upcard.money import Cents
from upcard.room.devices import LinkLost, LinkRestored, PrintFailed, ServerInterrupted
from upcard.room.events import (
    BankRecorded,
    ChecklistCompleted,
    CheckpointWitnessed,
    ClockSteppedBack,
    CrossLinks,
    DealerChanged,
    DepositMade,
    HoleRevealed,
    JackpotHappened,
    JournalSealed,
    KeyPressed,
    Link,
    LinkMade,
    MalfunctionReported,
    OrderRefused,
    RecordsArchived,
    RecordsRead,
    RoomEvent,
    RoomKind,
    RoomOpened,
    RoomRestored,
    RoundOpened,
    RoundVoided,
    RulesApproved,
    RulesRecorded,
    ShiftsSet,
    SlipIssued,
    SlipPrinted,
    SlipReprinted,
    SoftwareAccepted,
    SteppedBack,
    TableAdded,
    TableChanged,
    TableClosed,
    TableHappened,
    TableOpened,
    TableSpec,
    WitnessesSet,
    WitnessingBegan,
)
from upcard.room.fairness.table_shoes import ShoeCommitted, ShoeEvent, ShoeState, shoe_after
from upcard.room.people.staff import (
    NOBODY,
    AccessRecovered,
    MemberAdded,
    MemberRemoved,
    PasskeyAdded,
    PasskeyRemoved,
    PinAccepted,
    PinChanged,
    PinFailed,
    Staff,
)
from upcard.room.people.staff import apply as apply_staff
from upcard.rules.rules_files import RulesError, read_rules
from upcard.rules.schema import Rules
from upcard.table import Game, Round, evolve
from upcard.table.events import CardDealt, GameStarted, RoundEnded
from upcard.table.events import Event as TableEvent
from upcard.table.games import GameError


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
        """Whether a hole card lies on the table that neither record nor seed has told."""
        return self.round is not None and FACE_DOWN in self.round.dealer

    def with_hole(self, card: Card) -> TableState:
        """The table with its hole card told: the round as it goes with that card."""
        if not self.is_hole_unknown:
            return self
        happened = tuple(_told(event, card) for event in self.happened)
        return replace(self, round=replayed(self, happened), happened=happened)

    def game_on(self, day: date | None) -> Game:
        """The game as the table plays it on *day*; raises `NOT_PLAYABLE` where nobody can tell."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Funds:
    """The prize money in the bank."""

    bank: BankRecorded | None = None
    deposited: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """What was deposited for each progressive in all, in cents."""

    @property
    def is_short(self) -> bool:
        """Whether the last look at the bank found less than was owed."""
        return self.bank is not None and self.bank.is_short


@dataclass(frozen=True, slots=True, kw_only=True)
class Witnessed:
    """Another room whose checkpoints are kept here, and the newest of them."""

    name: str
    public_key: str
    number: int = 0
    sequence: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomState:
    """Everything the room knows, folded from its events."""

    name: str = ""
    location: str = ""
    kind: RoomKind = RoomKind.LIVE
    day_starts_at: int = 0
    shifts: tuple[int, ...] = ()
    """The hours at which shifts begin, in UTC; none where drop is not told by shift."""
    checklist_from: Cents | None = None
    cross_links: CrossLinks = CrossLinks.SEVERAL
    approved_only: bool = False
    """Whether tables play rules that were approved here, and no others."""
    software: str = ""
    """The hash of the program that was accepted last."""
    staff: Staff = field(default_factory=lambda: NOBODY)
    rules: Mapping[str, RulesApproved] = field(default_factory=lambda: MappingProxyType({}))
    """The newest approved version of each of the room's own rules."""
    tables: Mapping[str, TableState] = field(default_factory=lambda: MappingProxyType({}))
    links: Mapping[str, Link] = field(default_factory=lambda: MappingProxyType({}))
    """By progressive."""
    jackpots: Jackpots = field(default_factory=Jackpots)
    funds: Funds = field(default_factory=Funds)
    slips: int = 0
    """The number of the last win page: they have no gaps."""
    unprinted: frozenset[int] = frozenset()
    """The win pages that nobody has printed yet."""
    checklists: Mapping[str, ChecklistCompleted] = field(
        default_factory=lambda: MappingProxyType({})
    )
    """What was checked for awards that are still to be paid."""
    public_key: str = ""
    """What the room's checkpoints are verified with; empty before it had keys."""
    witnesses: tuple[str, ...] = ()
    """Who keeps the room's checkpoints, by their addresses."""
    away: frozenset[str] = frozenset()
    """Those who keep checkpoints and could not be reached the last time, by their addresses."""
    witnessed: Mapping[str, Witnessed] = field(default_factory=lambda: MappingProxyType({}))
    """The rooms whose checkpoints are kept here."""

    def is_in_play(self, link: Link) -> bool:
        """Whether the progressive of *link* is not taken out of play."""
        return self.jackpots.progressives[link.progressive].play is Play.IN_PLAY

    def link_of(self, table: str, wager: str) -> Link | None:
        """The link that a wager at a table is on, if it is on one; one in play comes first."""
        links = [x for x in self.links.values() if table in x.tables and x.wager == wager]
        return next((link for link in links if self.is_in_play(link)), links[-1] if links else None)

    def rules_named(self, name: str) -> Rules:
        """The rules of that name as a table would play them from now on."""
        approved = self.rules.get(name)
        return rules_of_text(name, (approved.resolved or approved.text) if approved else "")


def apply(state: RoomState, event: RoomEvent) -> RoomState:
    """The room after *event*. Nothing is refused here: it has happened."""
    match event:
        case JackpotHappened(happened):
            return replace(state, jackpots=apply_jackpot(state.jackpots, happened))
        case (
            MemberAdded()
            | MemberRemoved()
            | PinChanged()
            | PinFailed()
            | PinAccepted()
            | AccessRecovered()
            | PasskeyAdded()
            | PasskeyRemoved()
        ):
            return replace(state, staff=apply_staff(state.staff, event))
        case SlipIssued(number, award_id):
            left = {one: done for one, done in state.checklists.items() if one != award_id}
            state = replace(state, checklists=MappingProxyType(left))
            return replace(state, slips=number, unprinted=state.unprinted | {number})
        case ChecklistCompleted(award_id=award_id):
            done = MappingProxyType({**state.checklists, award_id: event})
            return replace(state, checklists=done)
        case SoftwareAccepted(hash=found):
            return replace(state, software=found)
        case LinkMade(link):
            links = MappingProxyType({**state.links, link.progressive: link})
            return replace(state, links=links)
        case TableAdded(spec):
            return _with_table(state, _set_up(state, TableState(spec=spec), event))
        case TableChanged(spec):
            table = _set_up(state, state.tables[spec.table], event)
            return _with_table(state, replace(table, version=table.version + 1))
        case RulesRecorded():
            return _with_recorded_rules(state, event)
        case RoomOpened() | RulesApproved() | DepositMade() | BankRecorded() | ShiftsSet():
            return _room_after(state, event)
        case (
            MalfunctionReported()
            | ClockSteppedBack()
            | RecordsRead()
            | OrderRefused()
            | RoomRestored()
            | RecordsArchived()
            | ServerInterrupted()
            | PrintFailed()
        ):
            return state
        case SlipPrinted(number) | SlipReprinted(number):
            return replace(state, unprinted=state.unprinted - {number})
        case JournalSealed(public_key=key):
            # Version 0.1 kept what was printed in a folder, which may be gone.
            return replace(state, unprinted=frozenset(), public_key=key)
        case (
            WitnessesSet() | WitnessingBegan() | CheckpointWitnessed() | LinkLost() | LinkRestored()
        ):
            return _witness_after(state, event)
        case HoleRevealed(table=name, card=card):
            return _with_table(state, state.tables[name].with_hole(card))
        case _:
            return _with_table(state, _table_after(state.tables[event.table], event))


def apply_all(state: RoomState, events: Iterable[RoomEvent]) -> RoomState:
    """The room after *events*, in order; those in a row at one table cost one copy of the room."""
    for table, run in groupby(events, key=_played_at):
        if table is None:
            for event in run:
                state = apply(state, event)
        else:
            state = _with_table(state, reduce(_table_after, run, state.tables[table]))
    return state


def _played_at(event: RoomEvent) -> str | None:
    """The table of an event that changes its table alone; those of the play, which are most."""
    return event.table if isinstance(event, TableHappened | KeyPressed) else None


def _room_after(
    state: RoomState, event: RoomOpened | RulesApproved | DepositMade | BankRecorded | ShiftsSet
) -> RoomState:
    match event:
        case RoomOpened(name=name, location=location, purpose=kind, day_starts_at=hour):
            state = replace(state, name=name, location=location, kind=kind, day_starts_at=hour)
            links, least = event.cross_links, event.checklist_from
            state = replace(state, approved_only=event.approved_only)
            return replace(state, cross_links=links, checklist_from=least)
        case RulesApproved(name=name):
            return replace(state, rules=MappingProxyType({**state.rules, name: event}))
        case ShiftsSet(hours):
            return replace(state, shifts=hours)
        case BankRecorded():
            return replace(state, funds=replace(state.funds, bank=event))
        case DepositMade(progressive=progressive, amount=amount):
            before = state.funds.deposited
            total = {**before, progressive: before.get(progressive, 0) + amount}
            return replace(state, funds=replace(state.funds, deposited=MappingProxyType(total)))


def _set_up(state: RoomState, table: TableState, event: TableAdded | TableChanged) -> TableState:
    approved = state.rules.get(event.spec.rules)
    return replace(
        table,
        spec=event.spec,
        rules_text=event.rules_text or (approved.text if approved else ""),
        has_recorded_rules=bool(event.rules_text),
        fingerprint=event.fingerprint,
    )


def _with_recorded_rules(state: RoomState, event: RulesRecorded) -> RoomState:
    """Whatever goes by the fingerprint of *event*, and has no resolved rules yet, gets them."""
    rules = {
        name: replace(one, resolved=one.resolved or event.text)
        if one.fingerprint == event.fingerprint
        else one
        for name, one in state.rules.items()
    }
    state = replace(state, rules=MappingProxyType(rules))
    for table in state.tables.values():
        if table.fingerprint == event.fingerprint and not table.has_recorded_rules:
            known = replace(table, rules_text=event.text, has_recorded_rules=True)
            state = _with_table(state, known)
    return state


def _witness_after(
    state: RoomState,
    event: WitnessesSet | WitnessingBegan | CheckpointWitnessed | LinkLost | LinkRestored,
) -> RoomState:
    if isinstance(event, LinkLost):
        return replace(state, away=state.away | {event.device})
    if isinstance(event, LinkRestored):
        return replace(state, away=state.away - {event.device})
    if isinstance(event, WitnessesSet):
        return replace(state, witnesses=event.addresses)
    if isinstance(event, WitnessingBegan):
        known = Witnessed(name=event.name, public_key=event.public_key)
    else:
        before, number = state.witnessed[event.room], event.number
        known = replace(before, number=number, sequence=event.sequence, text=event.text)
    return replace(state, witnessed=MappingProxyType({**state.witnessed, event.room: known}))


def _with_table(state: RoomState, table: TableState) -> RoomState:
    tables = MappingProxyType({**state.tables, table.spec.table: table})
    return replace(state, tables=tables)


def _table_after(table: TableState, event: Any) -> TableState:
    if isinstance(event, TableHappened):
        return _table_happened(table, event.event)
    return replace(_changed(table, event), version=table.version + 1)


def _changed(table: TableState, event: Any) -> TableState:
    if isinstance(event, ShoeEvent):
        shoes = event.number if isinstance(event, ShoeCommitted) else table.shoes
        return replace(table, shoe=shoe_after(table.shoe, event), shoes=shoes)
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
            return _stepped_back(table)
        case RoundVoided():
            return replace(table, round=None, happened=(), steps=())
    raise AssertionError(f"{event} is no event of a table")


def _stepped_back(table: TableState) -> TableState:
    kept = table.happened[: table.steps[-1]]
    return replace(table, round=replayed(table, kept), happened=kept, steps=table.steps[:-1])


def _table_happened(table: TableState, event: TableEvent) -> TableState:
    return _played_on(table, table.round and evolve(table.round, event), (event,))


def _played_on(table: TableState, round_: Round | None, events: Sequence[TableEvent]) -> TableState:
    version = table.version + len(events)
    if isinstance(events[-1], RoundEnded):
        return replace(table, round=None, happened=(), steps=(), version=version)
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


def after_events(
    state: RoomState, table: str, round_: Round, events: Sequence[TableEvent]
) -> RoomState:
    """The room after *events* on a table, which made its round *round_*: `apply`, all at once."""
    return _with_table(state, _played_on(state.tables[table], round_, events))
