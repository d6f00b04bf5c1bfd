"""Checkpoints of a room: made and signed during play, and sent to its witnesses."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import date, timedelta
from pathlib import Path
from typing import Final

from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from upcard.journal import Checkpoint, JournalCode, JournalError, StartRefused
from upcard.journal.archives import archived
from upcard.journal.engines import reading
from upcard.journal.readers import point_at
from upcard.journal.tables import CHECKPOINTS
from upcard.room.clocks import gaming_day, moment
from upcard.room.devices import LinkLost, LinkRestored
from upcard.room.keys import secret_at
from upcard.room.projections.kept_totals import bring_up_to_date, totals_until
from upcard.room.rooms import Room
from upcard.witness import (
    CheckpointReason,
    SignatureWrong,
    SignedCheckpoint,
    Signer,
    Witness,
    WitnessError,
    disagreement,
    witness_at,
)
from upcard.witness.checkpoints import FIRST
from upcard.witness.disagreements import standing
from upcard.witness.kept_checkpoints import newest_number, stored_checkpoints

KEY_FILE: Final = "checkpoint.key"
REHEARSAL: Final = "rehearsal"
"""In the folder of a room that was restored as a rehearsal."""
OWN_FOLDER: Final = "checkpoints"
"""In the room's folder: a witness against a database that was put back alone."""
EVERY: Final = 200
"""After how many entries a checkpoint is made, the closing of days aside."""
TOTALS_EVERY: Final = 2000
"""After how many entries totals are brought up to date, the closing of days aside."""
RECENT: Final = 50
"""How many of the newest a start looks at: the audit looks at all."""
LOOK_S: Final = 60.0
"""How often a served room looks whether its day is over, and tells witnesses that were away."""


def signer_in(folder: Path) -> Signer:
    """What signs the checkpoints of the room in *folder*; its key is made the first time."""
    return Signer(secret_at(folder / KEY_FILE))


def check_signer(folder: Path, public_key: str) -> None:
    """
    Refuse a room whose checkpoint key is lost or another one.

    No witness or auditor could tell what a replacement key signs from a forgery.
    """
    path = folder / KEY_FILE
    mend = f"put it back from any backup of the room: install -m 0600 COPY/{KEY_FILE} {path}"
    if not path.exists():
        raise StartRefused(JournalCode.KEY_MISSING, f"{path} is missing: {mend}")
    if signer_in(folder).public != public_key:
        raise StartRefused(
            JournalCode.CHECKPOINT_BROKEN, f"{path} is not the key that the room recorded: {mend}"
        )


class Checkpointing:
    """
    Watches a room and makes its checkpoints, in a thread of its own.

    A witness that cannot be reached stops nothing: it gets the checkpoint later; the desk says so.
    """

    def __init__(self, room: Room, addresses: Sequence[str] = ()) -> None:
        self._room, self._signer = room, signer_in(room.folder)
        self._extra = tuple(addresses)
        self._told: dict[str, int] = {}
        """The newest checkpoint that each witness is known to have."""
        self.troubles: dict[str, str] = {}
        """What is wrong with a witness now, by its address."""
        self._id, self._day = self._first_seen()
        self._last: SignedCheckpoint | None = None
        self._seen: SignedCheckpoint | None = None
        """The newest that a witness of a restored room has: its numbers go on from there."""
        self._others: int | None = None
        """The first entry that a witness of a restored room saw otherwise."""
        self._is_restoring = False
        """Whether the next entry is for two people who sign for the room, and for nothing else."""
        self._totalled = totals_until(room.journal.fact)
        """The entry that the totals of days go up to; 0 where they are due in any case."""
        self._look_again()
        self._busy = threading.Lock()
        self._over = threading.Event()
        self._threads: list[threading.Thread] = []

    def _first_seen(self) -> tuple[str, str]:
        """The room's name, and the first gaming day that may not be closed."""
        newest = newest_number(self._room.journal)
        for point in self._read(newest - 1) if newest else ():
            return point.room, point.day
        (first,) = self._room.journal.entries(1, 1)
        return first.hash, json.loads(first.answer)["day"]

    @property
    def room_id(self) -> str:
        """The room's name for its witnesses: the hash of its first entry."""
        return self._id

    @property
    def is_rehearsal(self) -> bool:
        """Whether the room was put back to see that it can be: it speaks to no witness."""
        return (self._room.folder / REHEARSAL).exists()

    @property
    def addresses(self) -> tuple[str, ...]:
        """The room's own folder first, then every witness that was named; none for a rehearsal."""
        own = str(self._room.folder / OWN_FOLDER)
        if self.is_rehearsal:
            return (own,)
        return tuple(dict.fromkeys((own, *self._room.state.witnesses, *self._extra)))

    def check(self, *, is_restored: bool = False) -> None:
        """
        Refuse a room of which a witness saw more, or something else; note who is away.

        A room that is restored on purpose takes up the numbers where its witnesses left them.
        Who is away is recorded last: a room that is refused is left as it was found.
        """
        self._is_restoring = is_restored
        away: dict[str, str] = {}
        for address in self.addresses:
            try:
                seen = witness_at(address).seen(self._id, RECENT)
            except WitnessError as error:
                away[address] = str(error)
                continue
            self._told[address] = max((point.number for point in seen), default=0)
            if not seen and self._last is not None and not is_restored:
                away[address] = _NOTHING_THERE
            if is_restored:
                self._seen = max((self._seen, *seen), key=lambda one: one.number if one else 0)
                others = [one.sequence for one in standing(seen) if not self._has(one)]
                self._others = min((*others, self._others or 2**60)) if others else self._others
                continue
            wrong = disagreement(
                self._in_the_tables(seen),
                room=self._id,
                key=self._room.state.public_key,
                hash_at=self._hash_at,
            )
            if wrong is not None:
                raise StartRefused(JournalCode.WITNESS_DISAGREES, f"{address}: {wrong}")
        for address, trouble in away.items():
            self._heard(address, trouble)

    def _in_the_tables(self, seen: Sequence[SignedCheckpoint]) -> list[SignedCheckpoint]:
        """
        What can be compared without reading an archive.

        A later checkpoint that matches the journal proves all before it.
        """
        with reading(self._room.journal.engine) as connection:
            last = archived(connection).sequence
        later = [point for point in seen if point.sequence >= last]
        return later or list(seen)

    def _has(self, point: SignedCheckpoint) -> bool:
        return self._hash_at(point.sequence) == point.hash

    def _hash_at(self, sequence: int) -> str | None:
        if sequence > self._room.sequence:
            return None
        with reading(self._room.journal.engine) as connection:
            return point_at(connection, sequence).hash

    def __call__(self) -> None:
        """Something was recorded."""
        if self._is_due() and self._busy.acquire(blocking=False):
            self._start(self._work)

    def _start(self, work: Callable[[], None]) -> None:
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        self._threads.append(threading.Thread(target=work, name="checkpoints", daemon=True))
        self._threads[-1].start()

    def _is_due(self) -> bool:
        made = self._last.sequence if self._last else 0
        return self._room.sequence - made >= EVERY or self._today() > self._day

    def _today(self) -> str:
        return gaming_day(self._room.clock(), self._room.state.day_starts_at).isoformat()

    def serve(self) -> None:
        """Look once a minute, while the room is served, at the day and at witnesses away."""
        self._start(self._look)

    def _look(self) -> None:
        while not self._over.wait(LOOK_S):
            if self._busy.acquire(blocking=False):
                self._work()

    def close(self) -> None:
        """Wait for a checkpoint that is being made."""
        self._over.set()
        for thread in self._threads:
            thread.join(timeout=LOOK_S)

    def _work(self) -> None:
        try:
            # What cannot be kept or told now is so the next time: the journal itself goes on.
            with suppress(SQLAlchemyError, JournalError, OSError):
                self._make_what_is_due()
                self.tell()
            with suppress(SQLAlchemyError, JournalError, OSError):
                self._add_up()
        finally:
            self._busy.release()

    def _make_what_is_due(self) -> None:
        self._close_days()
        _, head = self._room.as_of()
        if head.sequence - (self._last.sequence if self._last else 0) >= EVERY:
            self._make(head, self._today(), CheckpointReason.ENTRIES)

    def _add_up(self) -> None:
        """Bring the totals of days up to date: when one has closed, and now and then before."""
        if not self._totalled or self._room.sequence - self._totalled >= TOTALS_EVERY:
            self._totalled = bring_up_to_date(self._room.journal)

    def _look_again(self) -> None:
        """Take in what other processes have made."""
        last = self._last
        after = last.number if last else max(0, newest_number(self._room.journal) - RECENT)
        for point in self._stored(after):
            self._last = point
            is_closed = point.reason is CheckpointReason.DAY_CLOSED
            self._day = max(self._day, _day_after(point.day) if is_closed else point.day)

    def _read(self, after: int) -> list[SignedCheckpoint]:
        try:
            return stored_checkpoints(self._room.journal, after)
        except SignatureWrong as error:
            raise StartRefused(JournalCode.CHECKPOINT_BROKEN, str(error)) from None

    def _stored(self, after: int) -> list[SignedCheckpoint]:
        """The room's own list, if the room has signed all of it."""
        found = self._read(after)
        for point in found:
            if (point.room, point.key) != (self._id, self._signer.public):
                raise StartRefused(
                    JournalCode.CHECKPOINT_BROKEN,
                    f"checkpoint {point.number} in the room's list was not signed by this room",
                )
        return found

    def _close_days(self) -> None:
        self._look_again()
        if self._today() <= self._day:
            return
        # All of them first: who still reads would keep us from writing.
        for point, day in list(self._closed_days()):
            self._make(point, day, CheckpointReason.DAY_CLOSED)
            self._totalled = 0
        self._day = max(self._day, self._today())

    def _closed_days(self) -> Iterator[tuple[Checkpoint, str]]:
        """The last entry of each gaming day that is over and has no checkpoint yet."""
        before: tuple[Checkpoint, str] | None = None
        first = self._last.sequence if self._last else 1
        for entry in self._room.journal.entries(first):
            day = json.loads(entry.answer).get("day") or (before[1] if before else "")
            if before is not None and before[1] < day and before[1] >= self._day:
                yield before
            before = (entry.point, day)
        if before is not None and self._day <= before[1] < self._today():
            yield before

    def make(
        self, reason: CheckpointReason = CheckpointReason.ASKED, replaces: int = 0
    ) -> SignedCheckpoint:
        """A checkpoint of the last entry, now, told to every witness that is there."""
        with self._busy:
            if reason is not CheckpointReason.RESTORED:  # A witness takes nothing else before that.
                self._close_days()
            _, head = self._room.as_of()
            if self._others is not None:
                # Somebody may have been refused at the room before two people signed for it.
                replaces = min(replaces, self._others - 1)
            made = self._make(head, self._today(), reason, replaces)
            self.tell()
        return made

    def _make(
        self, point: Checkpoint, day: str, reason: CheckpointReason, replaces: int = 0
    ) -> SignedCheckpoint:
        while True:
            self._look_again()
            last = max(self._last, self._seen, key=lambda one: one.number if one else 0)
            made = self._signer.signed(
                SignedCheckpoint(
                    room=self._id,
                    number=last.number + 1 if last else 1,
                    sequence=point.sequence,
                    hash=point.hash,
                    day=day,
                    at=moment(self._room.clock()),
                    reason=reason,
                    previous=last.fingerprint if last else FIRST,
                    replaces=replaces,
                    key="",
                )
            )
            row = {"number": made.number, "sequence": made.sequence, "reason": reason.value}
            row |= {"day": day, "payload": made.text}
            try:
                with self._room.journal.engine.begin() as connection:
                    connection.execute(insert(CHECKPOINTS), row)
            except IntegrityError:
                continue  # Another process made one of that number just now.
            self._look_again()
            return made

    def told(self) -> dict[str, bool]:
        """Whether each witness is known to have the last checkpoint; no witness is asked."""
        last = self._last.number if self._last else 0
        return {
            address: address not in self.troubles and self._told.get(address, 0) >= last
            for address in self.addresses
        }

    def tell(self) -> None:
        """Bring every reachable witness up to date."""
        for address in self.addresses:
            try:
                self._tell(address, witness_at(address))
            except WitnessError as error:
                self._heard(address, str(error))
            else:
                self._heard(address, "")

    def _heard(self, address: str, trouble: str) -> None:
        """Keep what is wrong with a witness; that it went away, and is back, is recorded once."""
        if trouble:
            self.troubles[address] = trouble
        else:
            self.troubles.pop(address, None)
        if self._is_restoring or bool(trouble) == (address in self._room.state.away):
            return
        event = LinkLost(address, trouble) if trouble else LinkRestored(address)
        # What cannot be recorded now is recorded the next time.
        with suppress(SQLAlchemyError, JournalError, OSError):
            self._room.note(event)

    def _tell(self, address: str, witness: Witness) -> None:
        told = self._told.get(address)
        self._told[address] = max((one.number for one in witness.seen(self._id, 1)), default=0)
        if told is not None and self._told[address] < told:
            # It gets everything again the next time; the loss is recorded.
            raise WitnessError(
                f"{address} no longer has checkpoint {told}: it is not mounted, or its "
                "copies were removed"
            )
        for point in self._stored(self._told[address]):
            witness.publish(point)
            self._told[address] = point.number


_NOTHING_THERE: Final = (
    "it has no checkpoint of this room: it is new, not mounted, or its copies were removed; the "
    "next checkpoint sends them all again"
)


def _day_after(day: str) -> str:
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()
