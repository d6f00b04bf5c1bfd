"""The room on its journal: orders in, durable answers out; the state follows what is recorded."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy.exc import SQLAlchemyError

from upcard.journal import (
    Answer,
    Asked,
    Checkpoint,
    Entry,
    Journal,
    JournalCode,
    JournalRefused,
    Note,
    Writing,
)
from upcard.journal.entries import START, Fact, Name
from upcard.room.clocks import Clock, gaming_day, moment, now
from upcard.room.events import RoomEvent
from upcard.room.fairness.seeds import seed_faults, seed_news, with_hole_cards
from upcard.room.fairness.table_shoes import SeedRefused, SeedVault
from upcard.room.folds import after_entry
from upcard.room.integrity import software_hash
from upcard.room.keys import Keys
from upcard.room.observers import Observer, Unobserved
from upcard.room.order_lines import OrderLine
from upcard.room.orders import Order, Wish
from upcard.room.people.pins import CheckedPins, KeptPins, signed_with_pin
from upcard.room.people.staff import ArgonPins, Pins, SlowPins
from upcard.room.people.tries import Tries
from upcard.room.procedures.opening_checks import Outside
from upcard.room.procedures.order_decisions import Decided, decide
from upcard.room.procedures.previews import Preview, preview_of
from upcard.room.procedures.refused_orders import refusal_events
from upcard.room.projections.entry_facts import last_day, project
from upcard.room.projections.notebooks import FactChange
from upcard.room.refusals import REFUSALS, SEED_REFUSALS
from upcard.room.room_drafts import KnownRoom, RoomDraft, clock_steps, transfers_in
from upcard.room.room_records import (
    Recorded,
    day_of,
    event_text,
    order_body,
    order_secret,
    recorded,
)
from upcard.room.state import RoomState, apply, apply_all
from upcard.room.waiting_orders import WaitingOrder, said_of, told, told_to_wait

if TYPE_CHECKING:
    from upcard.room.room_checkpoints import Checkpointing

PIECE: Final = 400
"""How many entries are read at once."""
FACTS_KEPT: Final = 5000
"""How many facts are kept at hand for those who write next."""
NOBODY_S_BODY: Final = {"by": "", "second": "", "seen": None, "wish": None}
"""The body of an entry that nobody ordered: the room itself wrote it."""


class Room:
    """
    One process's view of a room. Any number of threads may send orders at once.

    Whoever comes while another writes waits, and is carried along in the next transaction
    with everybody else who waited: one wait for the disk for all of them.
    """

    def __init__(
        self,
        journal: Journal,
        vault: SeedVault,
        *,
        folder: Path,
        keys: Keys,
        pins: SlowPins | None = None,
        clock: Clock = now,
        state: RoomState | None = None,
        point: Checkpoint = START,
    ) -> None:
        self.journal = journal
        self.folder = folder
        """Where seeds, keys and printed pages lie."""
        at, day = journal.time_of(point.sequence), last_day(journal)
        self._known = KnownRoom(state or RoomState(), point, at, day)
        self._keys, self._vault, self.clock = keys, vault, clock
        self.pins = KeptPins(journal.engine, keys.pepper, pins or ArgonPins())
        self.tries = Tries()
        self._facts: dict[Name, Fact] = {}
        """Facts that were changed lately, as they are now: nobody else has written since."""
        self._draft: RoomDraft | None = None
        self._line = OrderLine(self._carry_out)
        self._writing = threading.Lock()
        self._folding = threading.Lock()
        self._watchers: list[Callable[[], None]] = []
        self._closing: list[Callable[[], None]] = []
        self.observer: Observer = Unobserved()
        self.checkpointing: Checkpointing | None = None
        """What makes the room's checkpoints; None for a room that is opened to be looked at."""

    @property
    def sequence(self) -> int:
        """The entry that the state is of."""
        return self._known.point.sequence

    @property
    def state(self) -> RoomState:
        """The room as it is known."""
        return self._known.state

    def submit(self, order: Order) -> Answer:
        """Carry *order* out, durably, or say why not. Sent again, it gets the same answer."""
        at = self.clock()
        order = replace(order, day=gaming_day(at, self.state.day_starts_at), at=moment(at))
        if wait := told_to_wait(self.tries, order):
            return wait
        pins = CheckedPins.beforehand(self.pins, self.state.staff, order)
        for signature in signed_with_pin(order):
            if pins.has_passed(self.state.staff, signature):
                self.tries.passed(signature.badge, order.origin)
        answer = self._line.answer_to(self._asked(order, pins))
        self.observer.answered(order, answer)
        return answer

    def _asked(self, order: Order, pins: Pins) -> WaitingOrder:
        secret = order_secret(order)
        return WaitingOrder(
            order, pins, order_body(order), self._keys.mark(secret) if secret else ""
        )

    def pin_for(self, order_id: str) -> str:
        """A PIN that nobody chose, for the order of that id: always the same one."""
        return self._keys.pin_for(order_id)

    def device_key(self, enrolment: str) -> bytes:
        """The key of the device with that enrolment."""
        return self._keys.device_key(enrolment)

    def note(self, *events: RoomEvent, id_: str = "") -> int:
        """Record something that nobody ordered; the number of its entry."""
        return self._note(id_ or f"note {secrets.token_hex(16)}", lambda _: events)

    def _note(self, id_: str, made: Callable[[RoomState], Sequence[RoomEvent]]) -> int:
        """Record what *made* says of the room when its turn has come."""
        at = self.clock()

        def decide_note(note: Note, writing: Writing) -> Entry:
            draft = self._draft_for(writing)
            events, state = (*clock_steps(draft, moment(at)), *made(draft.state)), draft.state
            for event in events:
                state = apply(state, event)
            day = gaming_day(at, state.day_starts_at)
            decided = Decided(events, state)
            return self._recorded(writing, draft, note, decided, day=day, at=moment(at), by="")

        with self._writing:
            answers = self.journal.carry_out_all(
                [Note(id_, NOBODY_S_BODY)], decide_note, self.sequence
            )
            self._keep(answers)
        for answered in answers:
            if isinstance(answered, Exception):
                raise answered
            self._tell()
            return answered.sequence
        raise AssertionError("one order has one answer")

    def preview(self, wish: Wish, seen: int | None = None) -> Preview:
        """What *wish* would change now, or its refusal, raised; nothing is recorded."""
        state, point = self.as_of()
        return preview_of(state, wish, sequence=point.sequence, seen=seen)

    def as_of(self) -> tuple[RoomState, Checkpoint]:
        """The state, and the entry it is of."""
        known = self._known
        return known.state, known.point

    def catch_up(self) -> None:
        """Fold what other processes have recorded, once all of it is proved to be the room's."""
        while True:
            before = self._known
            state, point, at, day = before
            for entry in self.journal.entries_after(point):
                state = after_entry(state, entry)
                point, at, day = entry.point, entry.at, day_of(entry, state)
            state = with_hole_cards(state, self._vault)
            with self._folding:
                if self._known is not before:
                    continue  # Somebody wrote meanwhile and knows more: look again from there.
                self._known = KnownRoom(state, point, at, day)
                if point != before.point:
                    self._facts.clear()
                break
        if point != before.point:
            self._tell()

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call *callback* after every change; what is returned stops it."""
        self._watchers.append(callback)

        def stop() -> None:
            if callback in self._watchers:
                self._watchers.remove(callback)

        return stop

    def entries(self, first: int = 1, last: int | None = None) -> Iterator[Recorded]:
        """
        What is recorded, in order, read back.

        A piece at a time: somebody who reads for long must not stop a table.
        """
        stop = self.journal.head().sequence if last is None else last
        for start in range(first, stop + 1, PIECE):
            piece = tuple(self.journal.entries(start, min(start + PIECE - 1, stop)))
            yield from map(recorded, piece)

    def seed_faults(self) -> list[SeedRefused]:
        """The shoes on the tables whose seed is lost or wrong, looked at now."""
        return list(seed_faults(self.state, self._vault))

    def check_seeds(self) -> None:
        """
        Compare each seed with its commitment, and record which tables stop or go on again.

        The room itself does this when it opens: a table with a bad seed stops by name, and all
        others play.
        """
        self.note_news("seeds checked", lambda state: seed_news(state, self._vault))

    def note_news(self, what: str, news: Callable[[RoomState], Sequence[RoomEvent]]) -> None:
        """Record what *news* finds, decided in its turn: what another process wrote is no news."""

        def found(state: RoomState) -> Sequence[RoomEvent]:
            if not (events := news(state)):
                raise JournalRefused(JournalCode.STALE, "somebody else has written it")
            return events

        while news(self.state):
            try:
                self._note(f"{what} {secrets.token_hex(8)}", found)
            except JournalRefused as refused:
                if refused.code is not JournalCode.STALE:
                    raise
                self.catch_up()

    def before_closing(self, callback: Callable[[], None]) -> None:
        """Call *callback* when the room is given back, before its journal is."""
        self._closing.append(callback)

    def close(self) -> None:
        """Give everything back."""
        for callback in self._closing:
            callback()
        self._closing.clear()
        self.journal.close()

    def _carry_out(self, orders: list[WaitingOrder]) -> None:
        began = time.perf_counter()
        with self._writing:
            try:
                answers = self.journal.carry_out_all(orders, self._decide_order, self.sequence)
            except Exception as error:
                self._draft = None
                for one in orders:
                    one.answer = error
                return
            self._keep(answers)
        self.observer.committed(time.perf_counter() - began)
        for one, answered in zip(orders, answers, strict=True):
            one.answer = told(answered)
        self._tell()

    def _keep(self, answers: Sequence[Answer | Exception]) -> None:
        """What is committed becomes the state: the draft if it is that, else what is recorded."""
        points = (Checkpoint(one.sequence, one.hash) for one in answers if isinstance(one, Answer))
        last = max(points, key=lambda point: point.sequence, default=START)
        draft, self._draft = self._draft, None
        with self._folding:
            if draft is not None and draft.sequence == last.sequence > self.sequence:
                self._known = KnownRoom(draft.state, last, draft.at, draft.day)
                if len(self._facts) > FACTS_KEPT:
                    self._facts.clear()
                self._facts.update(draft.writing.facts)
            is_known = last.sequence <= self.sequence
        if not is_known:
            # What is recorded is recorded, also if the database has just gone away: the state
            # follows with the next look.
            with suppress(SQLAlchemyError):
                self.catch_up()

    def _decide_order(self, waiting: WaitingOrder, writing: Writing) -> Entry:
        order, at = waiting.order, moment(self.clock())
        draft = self._draft_for(writing)
        outside = Outside(balances=writing.balances, software=software_hash)
        decided = self._decided(draft.state, order, waiting.pins, outside)
        events = (*clock_steps(draft, at), *decided.events)
        decided = Decided(events, decided.state, decided.refusal)
        return self._recorded(
            writing, draft, waiting, decided, day=order.day, at=at, by=order.by.badge
        )

    def _recorded(
        self,
        writing: Writing,
        draft: RoomDraft,
        asked: Asked,
        decided: Decided,
        *,
        day: date | None,
        at: str,
        by: str,
    ) -> Entry:
        """The entry of what was decided, with the facts that follow; the draft goes on from it."""
        assert day is not None, "whatever is recorded has its gaming day"
        change = FactChange(
            sequence=writing.sequence + 1,
            at=at,
            day=day,
            by=by,
            events=decided.events,
            before=draft.state,
            after=decided.state,
        )

        def look(name: Name) -> Fact | None:
            return writing.facts.get(name) or self._facts.get(name) or writing.fact(name)

        transfers = transfers_in(decided.events, asked.id)
        entry = writing.record(
            asked,
            at=at,
            events=[event_text(one) for one in decided.events],
            transfers=transfers,
            answer=said_of(day, decided, transfers),
            facts=project(look, change, draft.day),
        )
        self._draft = RoomDraft(writing, decided.state, entry.sequence, at, day)
        return entry

    def _draft_for(self, writing: Writing) -> RoomDraft:
        """The room as *writing* finds it: its draft, or what is recorded before it."""
        draft = self._draft
        if draft is None or draft.writing is not writing or draft.sequence != writing.sequence:
            state, point, at, day = self._known
            if point.sequence != writing.written.sequence:
                self._facts.clear()
            draft = RoomDraft(writing, state, point.sequence, at, day)
            for entry in writing.entries_after(point):
                draft.state = after_entry(draft.state, entry)
                draft.sequence, draft.at = entry.sequence, entry.at
                draft.day = day_of(entry, draft.state)
            draft.state = with_hole_cards(draft.state, self._vault)
        return draft

    def _decided(self, state: RoomState, order: Order, pins: Pins, outside: Outside) -> Decided:
        try:
            return decide(state, order, self._vault, pins, outside)
        except REFUSALS as refused:
            told = refusal_events(state, order, str(refused.code), str(refused))
            if not told:
                raise
            news = seed_news(state, self._vault) if refused.code in SEED_REFUSALS else []
            events = (*told, *news)
            return Decided(events, apply_all(state, events), refused)

    def _tell(self) -> None:
        for watcher in tuple(self._watchers):
            watcher()
