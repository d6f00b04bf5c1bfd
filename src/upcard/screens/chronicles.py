"""Past rounds, awards and alarms for the screens, read from the facts."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, TypedDict

from sqlalchemy.exc import SQLAlchemyError

from upcard.journal import JournalError
from upcard.journal.entries import Fact, Name
from upcard.journal.facts import Wanted
from upcard.plain import kinds_of, untagged
from upcard.room.clocks import gaming_day
from upcard.room.events import RoomEvent, RulesApproved
from upcard.room.projections.award_facts import AWARD, PAYMENT, Paid, paid_of
from upcard.room.projections.funds import BANK, DEPOSIT, OPENED, RULES
from upcard.room.projections.incidents import INCIDENT
from upcard.room.projections.past_rounds import NOTICE, ROUND, RoundFact, RoundState
from upcard.room.projections.round_facts import cards_in
from upcard.room.projections.setup_facts import PLAYS, plays_from
from upcard.room.projections.shoe_facts import SHOE, PastShoe, shoe_of
from upcard.room.rooms import Room
from upcard.room.state import RoomState
from upcard.screens.frames import Past, wagers_record
from upcard.screens.notices import Notice, notice_of_reversal, notice_of_void
from upcard.table.games import Game
from upcard.table.rounds import Stage

PAUSE_SECONDS: Final = 0.15
"""How long news may gather before they are read."""
OF_TABLES: Final = (ROUND, NOTICE)
FOLLOWED: Final = (*OF_TABLES, AWARD, PAYMENT, INCIDENT, BANK, DEPOSIT, OPENED)
BROKEN_SECONDS: Final = 5.0
SHOWN: Final = 10
AWARDS_SHOWN: Final = 50
ALARM_DAYS: Final = 9
"""How far back alarms look: a recovered badge is shown for a week."""
ALARMS: Final = ("malfunction", "access-recovered", "shoe-abandoned", "shoe-voided")
NO_PAST: Final = Past()
_EVENTS: Final = kinds_of(RoomEvent)


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something that a desk shows for a while."""

    at: str
    day: str
    event: RoomEvent


class _Reversal(TypedDict):
    """A notice as its fact keeps it."""

    award_id: str
    round: int
    until: int


@dataclass(frozen=True, slots=True)
class _Told:
    """What frames tell of a table: while the next game has not started, and from then on."""

    waiting: Past
    started: Past


@dataclass(frozen=True, slots=True, kw_only=True)
class Papers:
    """What the desk and the displays tell of the past."""

    awards: tuple[Paid, ...] = ()
    """The newest awards, newest first."""
    winners: dict[str, Paid]
    """The newest award of each progressive."""
    alarms: tuple[Alarm, ...] = ()
    bank_at: str = ""
    """When the prize account was last looked at."""
    deposit_at: dict[str, str]
    opened_at: str = ""


class Chronicle:
    """
    Follows the facts in a thread of its own, a few rows at each change.

    Nothing here folds or decides anything: the facts are in the database with their entries.
    """

    def __init__(self, room: Room) -> None:
        self._room, self._journal = room, room.journal
        self._told: Callable[[], None] = lambda: None
        self._tables: dict[str, _Told] = {}
        self._rounds: dict[str, dict[int, RoundFact]] = {}
        """By table, its newest rounds by number."""
        self._notices: dict[str, list[_Reversal]] = {}
        """The newest reversals by table; read again when there is another."""
        self._new_pasts: set[str] = set()
        self._news = threading.Event()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="chronicle", daemon=True)
        self._seen: int | None = None
        """The last entry whose facts were read; None before the first look."""
        self.sequence = 0
        """Everything up to this entry has been looked at."""
        self.told = 0
        """Grows with whatever the desk and the displays tell of the past, rounds aside."""
        self.papers = Papers(winners={}, deposit_at={})

    def start(self, told: Callable[[], None]) -> None:
        """Read what there is, and follow; *told* is called after each change."""
        self.read_on()
        self._told = told
        self._thread.start()

    def news(self) -> None:
        """There is something new to read."""
        self._news.set()

    def take_news(self) -> list[str]:
        """The tables of whose past there is something new to tell since this was last asked."""
        news: list[str] = []
        while self._new_pasts:
            news.append(self._new_pasts.pop())
        return news

    def stop(self) -> None:
        """Read no further."""
        self._over.set()
        self._news.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    def past(self, table: str) -> Past:
        """What frames tell of a table's past; the same object until something of it changes."""
        told, state = self._tables.get(table), self._room.state.tables.get(table)
        if told is None or state is None:
            return NO_PAST
        is_started = state.round is not None and state.round.stage is not Stage.BETTING
        return told.started if is_started else told.waiting

    def rounds(
        self, table: str | None, *, before: int | None = None, day: str | None = None, most: int
    ) -> list[RoundFact]:
        """
        Past rounds, newest first, of one table or of all; an open one is among them.

        *before* is a round's number, or an entry's over all tables.
        """
        days = (day, day) if day else None
        wanted = Wanted(ROUND, subject=table, days=days, most=most, newest_first=True)
        if table is None:
            wanted = wanted._replace(before=before)
        elif before is not None:
            wanted = wanted._replace(numbers=(0, before - 1))
        return [_round(fact) for fact in self._journal.facts(wanted)]

    def round(self, table: str, number: int) -> RoundFact | None:
        """One round, if there is one of that number."""
        fact = self._journal.fact(Name(ROUND, table, number))
        return _round(fact) if fact else None

    def game(self, played: RoundFact) -> Game:
        """The game of a round, as its table played it then."""
        return played.game(plays_from(self._payload(Name(PLAYS, played.data["plays"], 0))))

    def shoe(self, table: str, number: int) -> PastShoe | None:
        """One shoe, with the cards that everybody has seen."""
        fact = self._journal.fact(Name(SHOE, table, number))
        if fact is None:
            return None
        data = json.loads(fact.payload)
        after = self._journal.fact(Name(SHOE, table, number + 1))
        end = json.loads(after.payload)["first_round"] if after else 2**60
        wanted = Wanted(ROUND, subject=table, numbers=(data["first_round"], end))
        played = [_round(one) for one in self._journal.facts(wanted)]
        dealt = [
            card for one in played if one.data.get("shoe") == number for card in one.data["cards"]
        ]
        return shoe_of(data, (*dealt, *_on_table(self._room.state, table, number)))

    def award(self, award_id: str) -> Paid | None:
        """An award that was paid."""
        fact = self._journal.fact(Name(AWARD, award_id, 0))
        return paid_of(json.loads(fact.payload)) if fact else None

    def approved(self, name: str) -> list[tuple[str, RulesApproved]]:
        """Every version of rules of the room's own, with the time of its approval."""
        found = [json.loads(one.payload) for one in self._journal.facts(Wanted(RULES, name))]
        return [(one["at"], untagged(one["event"], _EVENTS)) for one in found]

    def _payload(self, name: Name) -> str:
        fact = self._journal.fact(name)
        assert fact is not None, f"{name.kind} {name.subject} is kept"
        return fact.payload

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
                # Facts that the room did not write are not told; every key says so by itself.
                self._over.wait(BROKEN_SECONDS)
                self._news.set()
            self._over.wait(PAUSE_SECONDS)

    def read_on(self) -> None:
        """Read everything that is new."""
        reached = self._room.sequence
        new = self._new()
        tables = {fact.name.subject for fact in new if fact.name.kind in OF_TABLES}
        for fact in new:
            if fact.name.kind == ROUND:
                self._keep_round(fact)
            elif fact.name.kind == NOTICE:
                self._notices.pop(fact.name.subject, None)
        for table in tables:
            self._tables[table] = self._told_of(table)
            self._new_pasts.add(table)
        has_papers = any(fact.name.kind not in OF_TABLES for fact in new)
        if has_papers:
            self.papers = self._read_papers()
            self.told += 1
        self.sequence = reached
        if tables or has_papers:
            self._told()

    def _new(self) -> list[Fact]:
        """The facts that are new; of what there was at the start, a few are enough."""
        if self._seen is None:
            self._seen = self._room.sequence
            return [fact for kind in FOLLOWED for fact in self._first(kind)]
        found = self._journal.facts_after(FOLLOWED, self._seen)
        self._seen = max((one.sequence for one in found), default=self._seen)
        return found

    def _first(self, kind: str) -> list[Fact]:
        newest = self._journal.facts(Wanted(kind, most=1, newest_first=True))
        if kind != ROUND:
            return newest
        tables = (
            self._journal.facts(Wanted(kind, subject=table, most=1, newest_first=True))
            for table in self._room.state.tables
        )
        return [*newest, *(fact for found in tables for fact in found)]

    def _keep_round(self, fact: Fact) -> None:
        """Keep a table's newest rounds at hand; the first time they are read."""
        table = fact.name.subject
        if table not in self._rounds:
            newest = Wanted(ROUND, subject=table, most=SHOWN + 1, newest_first=True)
            found = map(_round, self._journal.facts(newest))
            self._rounds[table] = {one.number: one for one in reversed(list(found))}
        kept = self._rounds[table]
        kept[fact.name.number] = _round(fact)
        while len(kept) > SHOWN + 1:
            del kept[min(kept)]

    def _told_of(self, table: str) -> _Told:
        kept = self._rounds.get(table, {})
        closed = [kept[number] for number in sorted(kept, reverse=True) if not kept[number].is_open]
        del closed[SHOWN:]
        if not closed:
            return _Told(NO_PAST, NO_PAST)
        voided, reversed_ = _void_notices(closed), self._reversal_notices(table, closed[0].number)
        history = tuple(one.line for one in closed)
        wagers = wagers_record(closed[0].data["wagers"])
        started = Past(history=history, last_wagers=wagers, notices=tuple(reversed_))
        if not voided:
            return _Told(started, started)
        notices = (*reversed_, *voided)
        return _Told(Past(history=history, last_wagers=wagers, notices=notices), started)

    def _reversal_notices(self, table: str, last: int) -> Iterable[Notice]:
        """Reversals that the table still has to hear of; *last* is its last round that is over."""
        if table not in self._notices:
            newest = Wanted(NOTICE, subject=table, most=SHOWN, newest_first=True)
            found = self._journal.facts(newest)
            self._notices[table] = [json.loads(fact.payload) for fact in found]
        notices = []
        for data in reversed([one for one in self._notices[table] if one["until"] > last]):
            paid, played = self.award(data["award_id"]), self.round(table, data["round"])
            if paid is not None and played is not None:
                title = self.game(played).offers[paid.wager].title
                award = paid.reversed_award
                notices.append(notice_of_reversal(played.round_id, title, award, data["until"]))
        return notices

    def _read_papers(self) -> Papers:
        newest = Wanted(PAYMENT, most=AWARDS_SHOWN, newest_first=True)
        awards = [self._paid(fact) for fact in self._journal.facts(newest)]
        winners, deposit_at = {}, {}
        for name in self._room.state.links:
            for fact in self._journal.facts(newest._replace(subject=name, most=1)):
                winners[name] = self._paid(fact)
            for fact in self._newest(DEPOSIT, name):
                deposit_at[name] = json.loads(fact.payload)["at"]
        return Papers(
            awards=tuple(awards),
            winners=winners,
            alarms=tuple(self._alarms()),
            bank_at=self._at(BANK),
            deposit_at=deposit_at,
            opened_at=self._at(OPENED),
        )

    def _paid(self, payment: Fact) -> Paid:
        award_id = json.loads(payment.payload)["award_id"]
        return paid_of(json.loads(self._payload(Name(AWARD, award_id, 0))))

    def _newest(self, kind: str, subject: str) -> list[Fact]:
        return self._journal.facts(Wanted(kind, subject=subject, most=1, newest_first=True))

    def _at(self, kind: str) -> str:
        return next((json.loads(fact.payload)["at"] for fact in self._newest(kind, "")), "")

    def _alarms(self) -> Iterable[Alarm]:
        today = gaming_day(self._room.clock(), self._room.state.day_starts_at)
        days = (today - timedelta(days=ALARM_DAYS)).isoformat(), "9999"
        for code in ALARMS:
            for fact in self._journal.facts(Wanted(INCIDENT, subject=code, days=days)):
                data = json.loads(fact.payload)
                yield Alarm(data["at"], fact.day, untagged(data["event"], _EVENTS))


def _round(fact: Fact) -> RoundFact:
    return RoundFact.of(fact, json.loads(fact.payload))


def _on_table(state: RoomState, table: str, number: int) -> list[str]:
    """The cards of the round on a table, if they come from that shoe."""
    found = state.tables.get(table)
    if found is None or found.round is None or found.shoes != number:
        return []
    return cards_in(found.happened, found.round)


def _void_notices(closed: list[RoundFact]) -> list[Notice]:
    """The rounds that were voided and after which no game has started, oldest first."""
    found: list[Notice] = []
    for one in closed:
        if one.state is RoundState.VOIDED:
            stands, reason = one.stands, one.data["reason"]
            found.append(notice_of_void(one.round_id, one.returned, stands, reason))
        if one.data["is_started"]:
            break
    return found[::-1]
