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
from upcard.journal import Entry, Journal, JournalError
from upcard.money import Cents
from upcard.room.dealing import spot_at
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
    SlipIssued,
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
from upcard.room.staff import AccessRecovered
from upcard.room.state import RoomState, apply
from upcard.table.events import AwardReversed as ReversedAtTable
from upcard.table.events import CardDealt, GameStarted, RoundEnded
from upcard.table.games import Game
from upcard.table.rounds import Award, AwardState, Round
from upcard.web.frames import Past, history_line, line_reversed, wagers_of
from upcard.web.notices import Notice, NoticeKind, notice_of_reversal, notice_of_void

Record = dict[str, Any]

CHUNK: Final = 400
"""Entries read in one go: a long look at SQLite would keep writers waiting."""
PAUSE_SECONDS: Final = 0.1
BROKEN_SECONDS: Final = 5.0
REACH_SECONDS: Final = 5.0
ROUNDS_KEPT: Final = 2000
SHOES_KEPT: Final = 50
SHOWN: Final = 10
_TOLD: Final = (
    JackpotHappened, BankRecorded, DepositMade, MalfunctionReported, RulesApproved,
    AccessRecovered,
)  # fmt: skip
NO_PAST: Final = Past()


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
    is_reversed: bool = False
    """Whether an award of it was reversed, in the round or after it."""
    later: tuple[LateReversal, ...] = ()
    """Awards that were reversed when the round was over."""


@dataclass(frozen=True, slots=True)
class LateReversal:
    """An award that was reversed after its round, and the entry that records it."""

    sequence: int
    spot: int
    wager: str


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
    round_id: str
    spot: int
    wager: str
    page: int = 0
    """The number of its win page, which follows in the same entry."""

    @property
    def reversed_award(self) -> Award:
        """The award as its table knows it once it is reversed."""
        return Award(
            self.spot, self.wager, "", self.level, 0, AwardState.REVERSED, Cents(self.amount),
            self.page,
        )  # fmt: skip


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
    told: Past = NO_PAST
    """What the frames tell of it."""
    current: PastRound | None = None
    unheard: list[tuple[PaidAward, Entry]] = field(default_factory=list)
    """Reversals in the round that its table did not hear of: version 0.1 told only the ledger."""

    def tell_no_more(self, is_over: Callable[[Notice], bool]) -> None:
        """Drop the notices whose time is over; the rest stays the same object if there are none."""
        kept = tuple(one for one in self.told.notices if not is_over(one))
        if len(kept) != len(self.told.notices):
            self.told = replace(self.told, notices=kept)


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
        self._read = threading.Condition()
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
        self.recoveries: deque[Record] = deque(maxlen=50)
        """When somebody at the server's shell gave an executive another PIN."""
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

    def reach(self, sequence: int) -> None:
        """Wait until that entry has been read, but not for ever."""
        with self._read:
            self._read.wait_for(lambda: self.sequence >= sequence, REACH_SECONDS)

    def past(self, table: str) -> Past:
        """What frames tell of a table's past; the same object until something of it changes."""
        found = self._tables.get(table)
        return found.told if found else NO_PAST

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
            except JournalError:
                # Entries that the room did not write are not told; every key says so by itself.
                self._over.wait(BROKEN_SECONDS)
                self._news.set()
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
            with self._read:
                self._read.notify_all()
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
                self._close(table, entry, before.tables[table].round)
            case RoundVoided(table=table, reason=reason):
                self._close(table, entry, before.tables[table].round, voided=reason)
            case TableHappened(table=table, event=happened):
                self._go_on(table, entry)
                if isinstance(happened, CardDealt) and (shoes := self._past(table).shoes):
                    shoes[-1].dealt.append("??" if event.is_hidden else happened.card.text)
                elif isinstance(happened, GameStarted):
                    self._past(table).tell_no_more(lambda one: one.kind is NoticeKind.VOIDED)
                elif isinstance(happened, ReversedAtTable):
                    self._past(table).unheard.clear()
            case HoleRevealed(table=table, card=card):
                self._past(table).shoes[-1].show_hole(card.text)
            case _ if isinstance(event, ShoeEvent):
                self._note_shoe(entry, event)
            case JackpotHappened(AwardPosted() as posted):
                wager = before.links[posted.progressive].wager
                self.awards[posted.award.id] = _paid(posted, entry, wager)
            case SlipIssued(number, award_id):
                self.awards[award_id] = replace(self.awards[award_id], page=number)
            case JackpotHappened(AwardReversed(award_id=award_id, reversal_id=reversal)):
                self.reversals[award_id] = reversal
                self._reverse(self.awards[award_id], entry)
            case RulesApproved(name=name):
                self.approved.setdefault(name, []).append((entry.at, event))
            case MalfunctionReported(device=device, description=said):
                self.malfunctions.append({"at": entry.at, "device": device, "description": said})
            case AccessRecovered():
                signed = f"and {event.second}" if event.second else "alone"
                text = f"Badge {event.badge} ({event.name}) got another PIN at the server's shell, "
                text += f"by {event.operator} {signed}: {event.reason}"
                self.recoveries.append({"at": entry.at, "text": text})
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
                is_reversed=any(one.state is AwardState.REVERSED for one in round_.awards),
            )  # fmt: skip

    def _close(
        self, table: str, entry: Entry, round_: Round | None, voided: str | None = None
    ) -> None:
        """A round is over; *voided* says why it was ended early."""
        past = self._past(table)
        if past.current is None or round_ is None:
            return
        number, is_voided = past.current.number, voided is not None
        line = history_line(table, number, round_)
        past.rounds.append(
            replace(past.current, last=entry.sequence, is_open=False, is_voided=is_voided)
        )
        past.current = None
        past.tell_no_more(lambda one: 0 < one.until <= number)
        notices = past.told.notices
        if voided is not None:
            line["summary"] = "voided"
            notices = (*notices, notice_of_void(f"{table}/{number}", round_, voided))
        past.told = Past(
            history=(line, *past.told.history)[:SHOWN],
            last_wagers=wagers_of(round_),
            notices=notices,
        )
        for paid, reversal in past.unheard:
            self._reverse(paid, reversal)
        past.unheard.clear()

    def _reverse(self, paid: PaidAward, entry: Entry) -> None:
        """An award was reversed: while its round is on the table, the table's own event tells."""
        table, _, number = paid.round_id.rpartition("/")
        past = self._past(table)
        if past.current is not None and past.current.number == int(number):
            past.unheard.append((paid, entry))
            return
        late = LateReversal(entry.sequence, paid.spot, paid.wager)
        for place, one in enumerate(past.rounds):
            if one.number == int(number):
                past.rounds[place] = replace(
                    one, net=one.net - paid.amount, is_reversed=True, later=(*one.later, late)
                )
                past.told = _with_reversal(past.told, paid, one.game, self._next_round(table))

    def _next_round(self, table: str) -> int:
        """The number of the first round that begins from now on."""
        return self._state.tables[table].rounds + 1

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


def _with_reversal(told: Past, paid: PaidAward, game: Game, until: int) -> Past:
    """*told* with an award of a past round reversed: in its line, and as a notice."""
    award = paid.reversed_award
    history = tuple(
        line_reversed(line, award) if line["id"] == paid.round_id else line for line in told.history
    )
    title = game.offers[paid.wager].title
    notice = notice_of_reversal(paid.round_id, title, award, until)
    return replace(told, history=history, notices=(*told.notices, notice))


def _paid(posted: AwardPosted, entry: Entry, wager: str) -> PaidAward:
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
        round_id=posted.award.round_id,
        spot=spot_at(posted.award.place),
        wager=wager,
    )
