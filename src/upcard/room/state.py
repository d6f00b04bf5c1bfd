"""The room at one moment, and how each event changes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import groupby
from types import MappingProxyType

from upcard.jackpot import Jackpots
from upcard.jackpot import apply as apply_jackpot
from upcard.jackpot.levels import Play
from upcard.money import Cents
from upcard.room.devices import LinkLost, LinkRestored, PrintFailed, ServerInterrupted
from upcard.room.drill_marks import DrillDone
from upcard.room.enrolled_devices import Enrolled, EnrolledEvent, devices_after
from upcard.room.events import (
    CheckpointWitnessed,
    ClockSteppedBack,
    CrossLinks,
    JournalSealed,
    MalfunctionReported,
    OrderRefused,
    RecordsArchived,
    RecordsRead,
    RoomEvent,
    RoomKind,
    RoomOpened,
    RoomRestored,
    RulesApproved,
    RulesRecorded,
    ShiftsSet,
    SoftwareAccepted,
    WitnessesSet,
    WitnessingBegan,
)
from upcard.room.money_events import (
    BankRecorded,
    ChecklistCompleted,
    DepositMade,
    JackpotHappened,
    Link,
    LinkMade,
    SlipIssued,
    SlipPrinted,
    SlipReprinted,
)
from upcard.room.people.staff import NOBODY, Staff, StaffEvent
from upcard.room.people.staff import apply as apply_staff
from upcard.room.table_events import (
    HoleRevealed,
    KeyPressed,
    TableAdded,
    TableChanged,
    TableHappened,
)
from upcard.room.table_states import TableState, played_on, rules_of_text, table_after
from upcard.rules.schema import Rules
from upcard.table import Round
from upcard.table.events import Event as TableEvent

PlayEvent = TableHappened | KeyPressed
"""What changes its table alone; most events are these."""
SettingEvent = RoomOpened | SoftwareAccepted | ShiftsSet | JournalSealed
PrizeEvent = (
    SlipIssued | SlipPrinted | SlipReprinted | ChecklistCompleted | BankRecorded | DepositMade
)
SetUpEvent = LinkMade | TableAdded | TableChanged | RulesApproved | RulesRecorded
WitnessEvent = WitnessesSet | WitnessingBegan | CheckpointWitnessed | LinkLost | LinkRestored
NotedEvent = (
    MalfunctionReported
    | ClockSteppedBack
    | RecordsRead
    | DrillDone
    | OrderRefused
    | RoomRestored
    | RecordsArchived
    | ServerInterrupted
    | PrintFailed
)
"""What is written down and changes nothing."""


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
    devices: Enrolled = field(default_factory=lambda: MappingProxyType({}))
    """The devices at the tables, by name."""

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
    if isinstance(event, PlayEvent):
        return _with_table(state, table_after(state.tables[event.table], event))
    if isinstance(event, JackpotHappened):
        return replace(state, jackpots=apply_jackpot(state.jackpots, event.event))
    if isinstance(event, StaffEvent):
        return replace(state, staff=apply_staff(state.staff, event))
    if isinstance(event, PrizeEvent):
        return _prizes_after(state, event)
    if isinstance(event, SettingEvent):
        return _settings_after(state, event)
    if isinstance(event, SetUpEvent):
        return _set_up_after(state, event)
    if isinstance(event, WitnessEvent):
        return _witness_after(state, event)
    if isinstance(event, EnrolledEvent):
        return replace(state, devices=devices_after(state.devices, event))
    if isinstance(event, NotedEvent):
        return state
    if isinstance(event, HoleRevealed):
        return _with_table(state, state.tables[event.table].with_hole(event.card))
    return _with_table(state, table_after(state.tables[event.table], event))


def apply_all(state: RoomState, events: Iterable[RoomEvent]) -> RoomState:
    """The room after *events*, in order; those in a row at one table cost one copy of the room."""
    for table, run in groupby(events, key=_played_at):
        if table is None:
            for event in run:
                state = apply(state, event)
        else:
            state = _with_table(state, reduce(table_after, run, state.tables[table]))
    return state


def _played_at(event: RoomEvent) -> str | None:
    """The table of an event of the play."""
    return event.table if isinstance(event, PlayEvent) else None


def _settings_after(state: RoomState, event: SettingEvent) -> RoomState:
    match event:
        case RoomOpened(name=name, location=location, purpose=kind, day_starts_at=hour):
            state = replace(state, name=name, location=location, kind=kind, day_starts_at=hour)
            links, least = event.cross_links, event.checklist_from
            state = replace(state, approved_only=event.approved_only)
            return replace(state, cross_links=links, checklist_from=least)
        case SoftwareAccepted(hash=found):
            return replace(state, software=found)
        case ShiftsSet(hours):
            return replace(state, shifts=hours)
        case JournalSealed(public_key=key):
            # Version 0.1 kept what was printed in a folder, which may be gone.
            return replace(state, unprinted=frozenset(), public_key=key)


def _prizes_after(state: RoomState, event: PrizeEvent) -> RoomState:
    match event:
        case SlipIssued(number, award_id):
            left = {one: done for one, done in state.checklists.items() if one != award_id}
            state = replace(state, checklists=MappingProxyType(left))
            return replace(state, slips=number, unprinted=state.unprinted | {number})
        case SlipPrinted(number) | SlipReprinted(number):
            return replace(state, unprinted=state.unprinted - {number})
        case ChecklistCompleted(award_id=award_id):
            done = MappingProxyType({**state.checklists, award_id: event})
            return replace(state, checklists=done)
        case BankRecorded():
            return replace(state, funds=replace(state.funds, bank=event))
        case DepositMade(progressive=progressive, amount=amount):
            before = state.funds.deposited
            total = {**before, progressive: before.get(progressive, 0) + amount}
            return replace(state, funds=replace(state.funds, deposited=MappingProxyType(total)))


def _set_up_after(state: RoomState, event: SetUpEvent) -> RoomState:
    match event:
        case LinkMade(link):
            links = MappingProxyType({**state.links, link.progressive: link})
            return replace(state, links=links)
        case TableAdded(spec):
            return _with_table(state, _set_up(state, TableState(spec=spec), event))
        case TableChanged(spec):
            table = _set_up(state, state.tables[spec.table], event)
            return _with_table(state, replace(table, version=table.version + 1))
        case RulesApproved(name=name):
            return replace(state, rules=MappingProxyType({**state.rules, name: event}))
        case RulesRecorded():
            return _with_recorded_rules(state, event)


def _set_up(state: RoomState, table: TableState, event: TableAdded | TableChanged) -> TableState:
    approved, now = state.rules.get(event.spec.rules), table.spec
    is_same = (now.cards, now.decks, now.rules) == (
        event.spec.cards,
        event.spec.decks,
        event.spec.rules,
    )
    return replace(
        table,
        spec=event.spec,
        rules_text=event.rules_text or (approved.text if approved else ""),
        has_recorded_rules=bool(event.rules_text),
        fingerprint=event.fingerprint,
        real_shoe=table.real_shoe if is_same else None,
    )


def _with_recorded_rules(state: RoomState, event: RulesRecorded) -> RoomState:
    """Give the resolved rules to everything with the fingerprint of *event* that lacks them."""
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


def _witness_after(state: RoomState, event: WitnessEvent) -> RoomState:
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


def after_events(
    state: RoomState, table: str, round_: Round, events: Sequence[TableEvent]
) -> RoomState:
    """The room after *events* on a table, which made its round *round_*: `apply`, all at once."""
    return _with_table(state, played_on(state.tables[table], round_, events))
