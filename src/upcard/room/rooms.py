"""The room on its journal: orders in, durable answers out; the state follows what is recorded."""

from __future__ import annotations

import math
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy.exc import SQLAlchemyError

from upcard.jackpot import transfers_of
from upcard.journal import (
    Checkpoint,
    Entry,
    Journal,
    JournalCode,
    JournalRefused,
    Novelty,
    Outcome,
    Receipt,
    Turn,
)
from upcard.journal import Order as Entering
from upcard.journal.entries import START, Fact, Name
from upcard.money import Cents
from upcard.room.clocks import Clock, gaming_day, moment, now
from upcard.room.deciding import Decided, decide
from upcard.room.events import (
    ClockSteppedBack,
    JackpotHappened,
    OrderRefused,
    RoomEvent,
    SlipIssued,
    SlipPrinted,
    SlipReprinted,
)
from upcard.room.folding import after_entry
from upcard.room.integrity import software_hash
from upcard.room.keys import Keys
from upcard.room.observing import Observer, Unobserved
from upcard.room.orders import Order, Signature, Wish
from upcard.room.pins import CheckedPins, KeptPins, signed_with_pin
from upcard.room.preopening import Outside
from upcard.room.previewing import Preview, preview_of
from upcard.room.projections.notebooks import Change
from upcard.room.projections.projecting import last_day, project
from upcard.room.records import (
    Recorded,
    day_of,
    event_data,
    order_body,
    order_secret,
    recorded,
)
from upcard.room.refusals import REFUSALS, SEED_REFUSALS
from upcard.room.seeds import seed_faults, seed_news, with_hole_cards
from upcard.room.shoes import SeedRefused, SeedVault
from upcard.room.staff import ArgonPins, Pins, SlowPins, StaffRefusal
from upcard.room.state import RoomState, apply
from upcard.room.tries import Tries

if TYPE_CHECKING:
    from upcard.room.checkpointing import Checkpointing

PIECE: Final = 400
"""How many entries are read at once."""
TOGETHER_MAX: Final = 64
"""How many orders one transaction carries at most."""
FACTS_KEPT: Final = 5000
"""How many facts are kept at hand for those who write next."""
NOBODY_S_BODY: Final = {"by": "", "second": "", "seen": None, "wish": None}
"""The body of an entry that nobody ordered: the room itself wrote it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What an order came to."""

    sequence: int
    """Its entry in the journal; 0 where nothing was recorded."""
    is_repeated: bool
    code: str
    """Empty where it was carried out; else the refusal's."""
    message: str
    data: dict[str, Any]

    @property
    def is_refused(self) -> bool:
        """Whether it was not carried out."""
        return bool(self.code)


@dataclass(slots=True)
class _Draft:
    """The room as one transaction is making it: good only if that transaction commits."""

    transaction: Sequence[Entry]
    state: RoomState
    sequence: int
    at: str
    day: date | None
    """The gaming day of the last entry."""
    facts: Mapping[Name, Fact]
    """What the transaction has changed of the facts."""


@dataclass(slots=True)
class _Job:
    order: Order
    pins: Pins
    answered: Future[Answer] = field(default_factory=Future)


class Room:
    """
    One process's view of a room. Any number of threads may send orders at once.

    Whoever comes while another writes waits, and is carried along in the next transaction
    with everybody else who waited: one wait for the disk for all of them.
    """

    def __init__(
        self, journal: Journal, vault: SeedVault, *, folder: Path, keys: Keys,
        pins: SlowPins | None = None, clock: Clock = now, state: RoomState | None = None,
        point: Checkpoint = START,
    ) -> None:  # fmt: skip
        self.journal = journal
        self.folder = folder
        """Where seeds, keys and printed pages lie."""
        self.state = state or RoomState()
        self._point = point
        self._keys, self._vault, self.clock = keys, vault, clock
        self.pins = KeptPins(journal.engine, keys.pepper, pins or ArgonPins())
        self.tries = Tries()
        self._at = journal.time_of(point.sequence)
        self._day = last_day(journal)
        self._facts: dict[Name, Fact] = {}
        """Facts that were changed lately, as they are now: nobody else has written since."""
        self._draft: _Draft | None = None
        self._waiting: deque[_Job] = deque()
        self._writing = threading.Lock()
        self._folding = threading.RLock()
        self._watchers: list[Callable[[], None]] = []
        self._closing: list[Callable[[], None]] = []
        self.observer: Observer = Unobserved()
        self.checkpointing: Checkpointing | None = None
        """What makes the room's checkpoints; None for a room that is opened to be looked at."""

    @property
    def sequence(self) -> int:
        """The entry that the state is of."""
        return self._point.sequence

    def submit(self, order: Order) -> Answer:
        """Carry *order* out, durably, or say why not. Sent again, it gets the same answer."""
        at = self.clock()
        order = replace(order, day=gaming_day(at, self.state.day_starts_at), at=moment(at))
        if wait := self._wait_for(order):
            return wait
        pins = CheckedPins.beforehand(self.pins, self.state.staff, order)
        for signature in signed_with_pin(order):
            if pins.has_passed(self.state.staff, signature):
                self.tries.passed(signature.badge, order.origin)
        job = _Job(order, pins)
        self._waiting.append(job)
        with self._writing:
            while not job.answered.done():
                self._carry_out_waiting()
        answer = job.answered.result()
        self.observer.answered(order, answer)
        return answer

    def _wait_for(self, order: Order) -> Answer | None:
        """The refusal of an order whose PINs come too soon after wrong ones; not recorded."""
        for signature in signed_with_pin(order):
            if wait := self.tries.take(signature.badge, order.origin):
                seconds = math.ceil(wait)
                said = (
                    f"wait {seconds} s before the next PIN for badge {signature.badge} from here; "
                    "nothing else is affected"
                )
                code = str(StaffRefusal.PIN_WAIT)
                data = {"wait_s": seconds}
                return Answer(sequence=0, is_repeated=False, code=code, message=said, data=data)
        return None

    def pin_for(self, order_id: str) -> str:
        """A PIN that nobody chose, for the order of that id: always the same one."""
        return self._keys.pin_for(order_id)

    def note(self, *events: RoomEvent, id_: str = "") -> int:
        """Record something that nobody ordered; the number of its entry."""
        return self._note(id_ or f"note {secrets.token_hex(16)}", lambda _: events)

    def _note(self, id_: str, made: Callable[[RoomState], Sequence[RoomEvent]]) -> int:
        """Record what *made* says of the room when its turn has come."""
        at = self.clock()

        def decide_in_turn(turn: Turn) -> Outcome:
            draft = self._draft_for(turn)
            events, state = (*_stepped_back(draft, moment(at)), *made(draft.state)), draft.state
            for event in events:
                state = apply(state, event)
            hour = state.day_starts_at
            return self._decided_as(
                turn, draft, Decided(events, state), day=gaming_day(at, hour),
                at=moment(at), order_id=id_, by="",
            )  # fmt: skip

        with self._writing:
            entering = Entering(
                command_id=id_, body=NOBODY_S_BODY, at=moment(at), decide=decide_in_turn
            )
            answers = self.journal.carry_out_all([entering])
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
        with self._folding:
            return self.state, self._point

    def catch_up(self) -> None:
        """Fold what other processes have recorded, once all of it is proved to be the room's."""
        with self._folding:
            before = self._point
            state, point, at, day = self.state, self._point, self._at, self._day
            for entry in self.journal.entries_after(point):
                state = after_entry(state, entry)
                point, at, day = entry.point, entry.at, day_of(entry, state)
            self.state = with_hole_cards(state, self._vault)
            self._point, self._at, self._day = point, at, day
            if point != before:
                self._facts.clear()
        if point != before:
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

        def news(state: RoomState) -> Sequence[RoomEvent]:
            found = seed_news(state, self._vault)
            if not found:  # Somebody else has written it.
                raise JournalRefused(JournalCode.STALE, "the seeds are as they were")
            return found

        while seed_news(self.state, self._vault):
            try:
                self._note(f"seeds checked {secrets.token_hex(8)}", news)
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

    def _carry_out_waiting(self) -> None:
        jobs: list[_Job] = []
        while self._waiting and len(jobs) < TOGETHER_MAX:
            jobs.append(self._waiting.popleft())
        began = time.perf_counter()
        try:
            answers = self.journal.carry_out_all([self._entering(job) for job in jobs])
        except Exception as error:
            self._draft = None
            for job in jobs:
                job.answered.set_exception(error)
            return
        self.observer.committed(time.perf_counter() - began)
        self._keep(answers)
        for job, answered in zip(jobs, answers, strict=True):
            _answer(job, answered)
        self._tell()

    def _keep(self, answers: Sequence[Receipt | Exception]) -> None:
        """What is committed becomes the state: the draft if it is that, else what is recorded."""
        points = (Checkpoint(one.sequence, one.hash) for one in answers if isinstance(one, Receipt))
        last = max(points, key=lambda point: point.sequence, default=START)
        draft, self._draft = self._draft, None
        with self._folding:
            if draft is not None and draft.sequence == last.sequence > self.sequence:
                self.state, self._point, self._at = draft.state, last, draft.at
                self._day = draft.day
                if len(self._facts) > FACTS_KEPT:
                    self._facts.clear()
                self._facts.update(draft.facts)
            is_known = last.sequence <= self.sequence
        if not is_known:
            # What is recorded is recorded, also if the database has just gone away: the state
            # follows with the next look.
            with suppress(SQLAlchemyError):
                self.catch_up()

    def _entering(self, job: _Job) -> Entering:
        order, at = job.order, moment(self.clock())

        def decide_in_turn(turn: Turn) -> Outcome:
            draft = self._draft_for(turn)
            outside = Outside(balances=turn.balances, software=software_hash)
            decided = self._decided(draft.state, order, job.pins, outside)
            events = (*_stepped_back(draft, at), *decided.events)
            return self._decided_as(
                turn, draft, Decided(events, decided.state, decided.refusal), day=order.day,
                at=at, order_id=order.id, by=order.by.badge,
            )  # fmt: skip

        return Entering(
            command_id=order.id,
            body=order_body(order),
            at=at,
            decide=decide_in_turn,
            mark=self._keys.mark(secret) if (secret := order_secret(order)) else "",
        )

    def _decided_as(
        self, turn: Turn, draft: _Draft, decided: Decided, *, day: date | None, at: str,
        order_id: str, by: str,
    ) -> Outcome:  # fmt: skip
        """The outcome of an order with the facts that follow from it; the draft goes on from it."""
        assert day is not None, "whatever is recorded has its gaming day"
        change = Change(
            sequence=turn.sequence + 1, at=at, day=day, by=by, events=decided.events,
            before=draft.state, after=decided.state,
        )  # fmt: skip

        def look(name: Name) -> Fact | None:
            return turn.facts.get(name) or self._facts.get(name) or turn.fact(name)

        facts = project(look, change, draft.day)
        self._draft = _Draft(turn.unwritten, decided.state, change.sequence, at, day, turn.facts)
        return _outcome(order_id, day, decided, facts)

    def _draft_for(self, turn: Turn) -> _Draft:
        """The room as of *turn*: the draft of its transaction, or what is recorded before it."""
        draft = self._draft
        if draft is None or draft.transaction is not turn.unwritten or (
            draft.sequence != turn.sequence
        ):  # fmt: skip
            with self._folding:
                point = self._point
                state, at, day = self.state, self._at, self._day
                if point.sequence != turn.written.sequence:
                    self._facts.clear()
            draft = _Draft(turn.unwritten, state, point.sequence, at, day, turn.facts)
            for entry in turn.entries_after(point):
                draft.state = after_entry(draft.state, entry)
                draft.sequence, draft.at = entry.sequence, entry.at
                draft.day = day_of(entry, draft.state)
            draft.state = with_hole_cards(draft.state, self._vault)
        return draft

    def _decided(self, state: RoomState, order: Order, pins: Pins, outside: Outside) -> Decided:
        try:
            return decide(state, order, self._vault, pins, outside)
        except REFUSALS as refused:
            is_known = isinstance(order.by, Signature)
            if refused.code is StaffRefusal.BADGE_UNKNOWN or not is_known:
                raise
            news = seed_news(state, self._vault) if refused.code in SEED_REFUSALS else []
            for event in news:
                state = apply(state, event)
            refusal = OrderRefused(str(refused.code), str(refused), order.by.badge)
            return Decided((refusal, *news), state, refused)

    def _tell(self) -> None:
        for watcher in tuple(self._watchers):
            watcher()


def _stepped_back(draft: _Draft, at: str) -> tuple[RoomEvent, ...]:
    """What is recorded where the clock shows an earlier time than the entry before."""
    return (ClockSteppedBack(draft.at, at),) if draft.at and at < draft.at else ()


def _outcome(order_id: str, day: date, decided: Decided, facts: Sequence[Fact]) -> Outcome:
    events, refusal = decided.events, decided.refusal
    transfers = [
        transfer
        for number, event in enumerate(events, start=1)
        if isinstance(event, JackpotHappened)
        for transfer in transfers_of(event.event, f"{order_id}/{number}")
    ]
    answer: dict[str, Any] = {"day": day.isoformat()}
    if refusal is not None:
        answer |= {"code": str(getattr(refusal, "code", "refused")), "message": str(refusal)}
    paid = [one.amount for one in transfers if one.reason == "award"]
    if paid:
        answer["paid"] = Cents(sum(paid))
    for event in events:
        if isinstance(event, SlipIssued):
            answer["slip"] = event.number
        elif isinstance(event, SlipPrinted | SlipReprinted):
            answer["reprint"] = isinstance(event, SlipReprinted)
    data = [event_data(one) for one in events]
    return Outcome(events=data, transfers=transfers, answer=answer, facts=facts)


def _answer(job: _Job, answered: Receipt | Exception) -> None:
    if isinstance(answered, Receipt):
        data = dict(answered.answer)
        job.answered.set_result(
            Answer(
                sequence=answered.sequence,
                is_repeated=answered.novelty is Novelty.REPEATED,
                code=data.pop("code", ""),
                message=data.pop("message", ""),
                data=data,
            )
        )
    elif isinstance(answered, (JournalRefused, *REFUSALS)):
        code = str(getattr(answered, "code", "refused"))
        job.answered.set_result(
            Answer(sequence=0, is_repeated=False, code=code, message=str(answered), data={})
        )
    else:
        job.answered.set_exception(answered)
