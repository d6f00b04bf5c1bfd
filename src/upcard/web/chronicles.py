"""What has happened, kept at hand: past rounds, shoes and paid awards, read off the journal."""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from sqlalchemy.exc import SQLAlchemyError

from upcard.jackpot.events import AwardPosted, AwardReversed
from upcard.journal import Entry, Journal
from upcard.room.events import (
    BankRecorded,
    DepositMade,
    HoleRevealed,
    JackpotHappened,
    MalfunctionReported,
    RoomEvent,
    RoomOpened,
    RoundOpened,
    RoundVoided,
    RulesApproved,
    TableHappened,
)
from upcard.room.records import events_of
from upcard.room.shoes import (
    ShoeAbandoned,
    ShoeCommitted,
    ShoeEvent,
    ShoeRevealed,
    ShoeState,
    ShoeVoided,
    shoe_after,
)
from upcard.room.state import RoomState, apply
from upcard.table.events import CardDealt, RoundEnded
from upcard.table.games import Game
from upcard.table.rounds import Round
from upcard.web.frames import history_line, wagers_of

Record = dict[str, Any]

CHUNK: Final = 400
"""Entries read in one go: a long look at SQLite would keep writers waiting."""
PAUSE_SECONDS: Final = 0.1
ROUNDS_KEPT: Final = 2000
SHOES_KEPT: Final = 50
SHOWN: Final = 10
_TOLD: Final = (JackpotHappened, BankRecorded, DepositMade, MalfunctionReported, RulesApproved)


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRound:
    """A round, and the entries it is recorded in."""

    table: str
    number: int
    first: int
    last: int
    at: str
    day: str
    dealer: str
    """The badge of the dealer when it began."""
    spots: tuple[int, ...] = ()
    net: int = 0
    """What the players gained together."""
    game: Game
    """As the table played it then."""
    shoe: int = 0
    """The number of the shoe it was dealt from."""
    is_open: bool = True
    is_voided: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidAward:
    """A posted award as the desk lists it."""

    award_id: str
    progressive: str
    level: str
    amount: int
    before: int
    after: int
    at: str
    confirmed_by: str
    details: str


@dataclass(slots=True, kw_only=True)
class PastShoe:
    """A shoe: what was published of it, and the cards that everybody has seen."""

    state: ShoeState
    """As it was when it left the table, or as it is."""
    at: str
    """When its commitment was published."""
    seed: str | None = None
    end: str = ""
    """How it ended, and when: empty while it is on the table."""
    dealt: list[str] = field(default_factory=list)
    """In the order they came; `??` for a hole card that is not shown yet."""

    def show_hole(self, card: str) -> None:
        """The last hole card is told now; one of a voided round stays face down."""
        for place in range(len(self.dealt) - 1, -1, -1):
            if self.dealt[place] == "??":
                self.dealt[place] = card
                return


@dataclass(slots=True)
class _Past:
    """The past of one table."""

    rounds: deque[PastRound] = field(default_factory=lambda: deque(maxlen=ROUNDS_KEPT))
    shoes: deque[PastShoe] = field(default_factory=lambda: deque(maxlen=SHOES_KEPT))
    shown: tuple[Record, ...] = ()
    wagers: tuple[Record, ...] = ()
    current: PastRound | None = None


class Chronicle:
    """
    Follows the journal in a thread of its own.

    Nothing here decides anything: it is the index of a book, made again at each start.
    """

    def __init__(self, journal: Journal, told: Callable[[], None] = lambda: None) -> None:
        self._journal = journal
        self._told = told
        self._tables: dict[str, _Past] = {}
        self._state = RoomState()
        self._news = threading.Event()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="chronicle", daemon=True)
        self.sequence = 0
        self.told = 0
        """Grows with whatever the desk and the displays tell of the past, rounds aside."""
        self.awards: dict[str, PaidAward] = {}
        self.reversals: dict[str, str] = {}
        self.approved: dict[str, list[tuple[str, RulesApproved]]] = {}
        """Every version of the room's own rules, with the time of its approval."""
        self.bank_at = ""
        """When the prize account was last looked at."""
        self.deposit_at: dict[str, str] = {}
        self.opened_at = ""
        self.malfunctions: deque[Record] = deque(maxlen=50)
        self.lost_shoes: deque[Record] = deque(maxlen=50)
        """Shoes that were thrown away or voided, with the day: the desk shows today's."""

    def start(self, told: Callable[[], None]) -> None:
        """Begin to read; *told* is called after each piece that was read."""
        self._told = told
        self._news.set()
        self._thread.start()

    def news(self) -> None:
        """There is something new to read."""
        self._news.set()

    def stop(self) -> None:
        """Read no further."""
        self._over.set()
        self._news.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    def shown(self, table: str) -> tuple[Record, ...]:
        """The last rounds of a table, newest first; the same object until there is a new one."""
        found = self._tables.get(table)
        return found.shown if found else ()

    def last_wagers(self, table: str) -> tuple[Record, ...]:
        """What was latched in the last round that ended."""
        found = self._tables.get(table)
        return found.wagers if found else ()

    def rounds(self, table: str | None) -> list[PastRound]:
        """Past rounds, newest first, of one table or of all; an open one is among them."""
        found = [
            one
            for name, past in list(self._tables.items())
            if table in (None, name)
            for one in (*past.rounds.copy(), *((past.current,) if past.current else ()))
        ]
        return sorted(found, key=lambda one: one.first, reverse=True)

    def round(self, table: str, number: int) -> PastRound | None:
        """One round, if it is among those kept at hand."""
        return next((one for one in self.rounds(table) if one.number == number), None)

    def shoe(self, table: str, number: int) -> PastShoe | None:
        """One shoe, if it is among those kept at hand."""
        past = self._tables.get(table)
        shoes = past.shoes.copy() if past else ()
        return next((one for one in shoes if one.state.number == number), None)

    def _follow(self) -> None:
        while True:
            self._news.wait()
            self._news.clear()
            if self._over.is_set():
                return
            try:
                self.read_on()
            except SQLAlchemyError:
                self._news.set()  # A database that went away is asked again.
            self._over.wait(PAUSE_SECONDS)

    def read_on(self) -> None:
        """Read everything that is new."""
        while not self._over.is_set():
            last = min(self.sequence + CHUNK, self._journal.head().sequence)
            if last <= self.sequence:
                return
            for entry in list(self._journal.entries(self.sequence + 1, last)):
                self._fold(entry)
                self.sequence = entry.sequence
            self._told()

    def _fold(self, entry: Entry) -> None:
        for event in events_of(entry):
            before = self._state
            self._state = apply(before, event)
            self._note(entry, event, before)

    def _note(self, entry: Entry, event: RoomEvent, before: RoomState) -> None:
        if isinstance(event, _TOLD):
            self.told += 1
        match event:
            case RoundOpened(table=table, number=number, day=day):
                self._past(table).current = PastRound(
                    table=table, number=number, first=entry.sequence, last=entry.sequence,
                    at=entry.at, day=day.isoformat() if day else "",
                    dealer=before.tables[table].dealer, game=before.tables[table].game_on(day),
                )  # fmt: skip
            case TableHappened(table=table, event=RoundEnded()):
                self._close(table, entry, before.tables[table].round, is_voided=False)
            case RoundVoided(table=table):
                self._close(table, entry, before.tables[table].round, is_voided=True)
            case TableHappened(table=table, event=happened):
                self._go_on(table, entry)
                if isinstance(happened, CardDealt) and (shoes := self._past(table).shoes):
                    shoes[-1].dealt.append("??" if event.is_hidden else happened.card.text)
            case HoleRevealed(table=table, card=card):
                self._past(table).shoes[-1].show_hole(card.text)
            case _ if isinstance(event, ShoeEvent):
                self._note_shoe(entry, event)
            case JackpotHappened(AwardPosted() as posted):
                self.awards[posted.award.id] = _paid(posted, entry)
            case JackpotHappened(AwardReversed(award_id=award_id, reversal_id=reversal)):
                self.reversals[award_id] = reversal
            case RulesApproved(name=name):
                self.approved.setdefault(name, []).append((entry.at, event))
            case MalfunctionReported(device=device, description=said):
                self.malfunctions.append({"at": entry.at, "device": device, "description": said})
            case BankRecorded():
                self.bank_at = entry.at
            case DepositMade(progressive=name):
                self.deposit_at[name] = entry.at
            case RoomOpened():
                self.opened_at = entry.at
            case _:
                pass

    def _past(self, table: str) -> _Past:
        return self._tables.setdefault(table, _Past())

    def _go_on(self, table: str, entry: Entry) -> None:
        past, round_ = self._past(table), self._state.tables[table].round
        if past.current and round_:
            net = sum(one.net for one in round_.settlements)
            past.current = replace(
                past.current, last=entry.sequence, spots=round_.spots, net=net,
                shoe=self._state.tables[table].shoes,
            )  # fmt: skip

    def _close(self, table: str, entry: Entry, round_: Round | None, *, is_voided: bool) -> None:
        past = self._past(table)
        if past.current is None or round_ is None:
            return
        line = history_line(table, past.current.number, round_)
        if is_voided:
            line["summary"] = "voided"
        past.rounds.append(
            replace(past.current, last=entry.sequence, is_open=False, is_voided=is_voided)
        )
        past.current = None
        past.wagers = wagers_of(round_)
        past.shown = (line, *past.shown)[:SHOWN]

    def _note_shoe(self, entry: Entry, event: ShoeEvent) -> None:
        shoes = self._past(event.table).shoes
        if isinstance(event, ShoeCommitted):
            state = shoe_after(None, event)
            assert state is not None
            shoes.append(PastShoe(state=state, at=entry.at))
            return
        shoe = shoes[-1]
        shoe.state = shoe_after(shoe.state, event) or shoe.state
        match event:
            case ShoeRevealed(seed=seed, reason=reason):
                shoe.seed, shoe.end = seed, shoe.end or f"over at {entry.at}: {reason}"
            case ShoeAbandoned(reason=reason) | ShoeVoided(reason=reason):
                is_void = isinstance(event, ShoeVoided)
                shoe.end = f"{'void' if is_void else 'thrown away'} at {entry.at}: {reason}"
                day = json.loads(entry.answer).get("day")
                self.lost_shoes.append({"at": entry.at, "day": day, "event": event})
                self.told += 1
            case _:
                pass


def badge_of(entry: Entry) -> str:
    """Who ordered it."""
    by: str = json.loads(entry.body).get("by", "")
    return by


def _paid(posted: AwardPosted, entry: Entry) -> PaidAward:
    return PaidAward(
        award_id=posted.award.id,
        progressive=posted.progressive,
        level=posted.level,
        amount=posted.amount,
        before=posted.display_before,
        after=posted.display_after,
        at=entry.at,
        confirmed_by=posted.by.name,
        details=posted.award.details,
    )
