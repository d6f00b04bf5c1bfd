"""Create and open rooms; a room that cannot be trusted is refused."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from upcard import __version__
from upcard.journal import (
    Checkpoint,
    Journal,
    JournalCode,
    StartRefused,
    check_database,
    open_journal,
)
from upcard.journal.entries import START
from upcard.journal.snapshots import latest_snapshot, newest_name
from upcard.money import Cents, write_money
from upcard.room.care.audits import meter_difference
from upcard.room.care.first_seals import seal_journal
from upcard.room.clocks import Clock, now
from upcard.room.events import (
    CrossLinks,
    JournalSealed,
    RoomEvent,
    RoomKind,
    RoomOpened,
    SoftwareAccepted,
)
from upcard.room.fairness.table_shoes import FileVault
from upcard.room.integrity import changes_since, keep_manifest, software_hash
from upcard.room.keys import has_keys, keys_in
from upcard.room.people.pins import KeptPins
from upcard.room.people.roles import Act, Role, may
from upcard.room.people.staff import NOBODY, ArgonPins, Pins, SlowPins, StaffRefused, added
from upcard.room.people.staff import apply as apply_staff
from upcard.room.projections.rebuilds import has_facts, rebuild_facts
from upcard.room.recorded_rules import rules_to_record
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.room_checkpoints import Checkpointing, check_signer, signer_in
from upcard.room.room_snapshots import KIND, NAME, state_from_earlier, state_from_snapshot
from upcard.room.rooms import Room
from upcard.room.snapshot_saves import SnapshotSaver
from upcard.room.state import RoomState
from upcard.room.versions import newer_records_refused

DATABASE: Final = "room.sqlite"
ARCHIVE: Final = "archive"
"""In the room's folder: the files of days that left the database."""
TRAINING: Final = "training"
FOLDER_VARIABLE: Final = "UPCARD_FOLDER"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a room is kept: its database, and the folder for what no database may know."""

    url: str
    folder: Path

    @classmethod
    def at(cls, data: str | Path) -> Place:
        """
        The place that *data* names: a folder, or a PostgreSQL address.

        With PostgreSQL, seeds and keys are in the folder that UPCARD_FOLDER names. It has no
        default: two rooms that share a folder would share their key.

        >>> Place.at("rooms/north").url
        'sqlite:///rooms/north/room.sqlite'
        """
        text = str(data)
        if text.startswith(("postgresql:", "postgres:", "postgresql+")):
            url = "postgresql+psycopg:" + text.split(":", 1)[1]
            return cls(url=url, folder=_folder_beside_postgresql())
        return cls(url=f"sqlite:///{Path(text) / DATABASE}", folder=Path(text))

    @property
    def is_sqlite(self) -> bool:
        """Whether the database is a file in the folder."""
        return self.url.startswith("sqlite")

    @property
    def exists(self) -> bool:
        """Whether something is there already; a PostgreSQL server is asked when it is opened."""
        return not self.is_sqlite or (self.folder / DATABASE).exists()

    def close_to_others(self) -> None:
        """Create the folder and its database, readable only by the room's user."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self.is_sqlite:
            database = self.folder / DATABASE
            database.touch(mode=0o600)
            database.chmod(0o600)


def _folder_beside_postgresql() -> Path:
    if folder := os.environ.get(FOLDER_VARIABLE):
        return Path(folder)
    raise RoomRefused(
        RoomRefusal.FOLDER_NEEDED,
        f"{FOLDER_VARIABLE} is not set: name the folder for the room's key and seeds, which must "
        "not be in the database (Upcard 0.2.0 used ~/.local/share/upcard)",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstMember:
    """Somebody the room starts with."""

    badge: str
    name: str
    role: Role
    pin: str


def make_room(
    place: Place,
    *,
    name: str,
    location: str,
    kind: RoomKind,
    day_starts_at: int,
    members: Sequence[FirstMember],
    checklist_from: Cents | None = None,
    cross_links: CrossLinks = CrossLinks.SEVERAL,
    approved_only: bool = False,
    pins: SlowPins | None = None,
    clock: Clock = now,
) -> Room:
    """A new room with its first people; a place that has one is left alone."""
    pins = pins or ArgonPins()
    opened = RoomOpened(
        name=name.strip(),
        location=location,
        purpose=kind,
        day_starts_at=day_starts_at,
        checklist_from=checklist_from,
        cross_links=cross_links,
        approved_only=approved_only,
    )
    _check_new(opened, members)
    if place.is_sqlite and place.exists:
        raise RoomRefused(
            RoomRefusal.ROOM_EXISTS, f"{place.folder} already has a room: name another folder"
        )
    if not place.is_sqlite:
        check_database(place.url)
    place.close_to_others()
    keys = keys_in(place.folder)
    journal = open_journal(place.url, keys.seals, archive=place.folder / ARCHIVE)
    try:
        if journal.head().sequence:
            raise RoomRefused(
                RoomRefusal.ROOM_EXISTS, f"{place.folder} already has a room: name another folder"
            )
        kept = KeptPins(journal.engine, keys.pepper, pins)
        events = _first_events(opened, members, kept, signer_in(place.folder).public)
        room = _started(journal, place, pins, clock)
        room.note(*events, id_="room opened")
        keep_manifest(place.folder)
    except BaseException:
        journal.close()
        raise
    begin_checkpoints(room)
    return room


def begin_checkpoints(
    room: Room, witnesses: Sequence[str] = (), *, is_restored: bool = False
) -> Checkpointing:
    """Compare the room with what its witnesses saw, and let it make checkpoints from now on."""
    checkpointing = Checkpointing(room, witnesses)
    checkpointing.check(is_restored=is_restored)
    room.checkpointing = checkpointing
    room.before_closing(checkpointing.close)
    if not is_restored:
        room.watch(checkpointing)
        checkpointing()
    return checkpointing


def _check_new(opened: RoomOpened, members: Sequence[FirstMember]) -> None:
    name, hour, least = opened.name, opened.day_starts_at, opened.checklist_from
    if not name or not name.isprintable() or len(name) > 80:
        raise RoomRefused(RoomRefusal.ROOM_NOT_ALLOWED, f"name is {name!r}: write the room's name")
    if not 0 <= hour <= 23:
        raise RoomRefused(
            RoomRefusal.ROOM_NOT_ALLOWED,
            f"the gaming day starts at {hour}: write an hour from 0 to 23",
        )
    if least is not None and least <= 0:
        raise RoomRefused(
            RoomRefusal.ROOM_NOT_ALLOWED,
            f"the checklist starts at {write_money(least)}: write an amount above 0",
        )
    if not any(one.role is Role.EXECUTIVE for one in members):
        raise RoomRefused(RoomRefusal.ROOM_NOT_ALLOWED, "there is no executive: name at least one")
    _first_events(opened, members, _NoPins())
    if sum(may(one.role, Act.APPROVE_STAFF) for one in members) < 2:
        raise RoomRefused(
            RoomRefusal.ROOM_NOT_ALLOWED,
            "one person alone cannot sign for another badge: name at least two people who are "
            "executive, supervisor or accounting",
        )


class _NoPins:
    """Keeps nothing: to see whether people and PINs are allowed before anything is made."""

    def kept(self, pin: str) -> str:
        return ""

    def fits(self, kept: str, pin: str) -> bool:
        return False

    def is_current(self, kept: str) -> bool:
        return True


def _first_events(
    opened: RoomOpened, members: Sequence[FirstMember], pins: Pins, public_key: str = ""
) -> list[RoomEvent]:
    sealed = JournalSealed(START.sequence, START.hash, public_key)
    software = SoftwareAccepted(
        version=__version__, hash=software_hash(), reason="the room was made", by="", approved_by=""
    )
    events: list[RoomEvent] = [opened, software, sealed]
    staff = NOBODY
    for one in members:
        try:
            event = added(staff, pins, badge=one.badge, name=one.name, role=one.role, pin=one.pin)
        except StaffRefused as refused:
            who = one.name or one.badge
            raise StaffRefused(refused.code, f"{who}: {refused}" if who else str(refused)) from None
        staff = apply_staff(staff, event)
        events.append(event)
    return events


def has_room(place: Place) -> bool:
    """Whether a room is at *place*; a database that cannot be reached is refused."""
    if not place.exists or not place.folder.is_dir():
        return False
    seals = keys_in(place.folder).seals if has_keys(place.folder) else None
    journal = open_journal(place.url, seals, archive=place.folder / ARCHIVE)
    try:
        return journal.head().sequence > 0
    finally:
        journal.close()


def no_room(place: Place) -> RoomRefused:
    """The refusal of a place without a room."""
    return RoomRefused(
        RoomRefusal.ROOM_UNKNOWN,
        f"{place.folder} has no room: create one with `upcard room init --data {place.folder}`",
    )


def open_room(
    place: Place,
    *,
    pins: SlowPins | None = None,
    clock: Clock = now,
    any_software: bool = False,
    witnesses: Sequence[str] = (),
    is_restored: bool = False,
) -> Room:
    """
    The room at *place*; what could not be trusted is refused by name.

    *any_software* opens it for those who are to accept a changed program. *witnesses* are asked
    beside those that the room itself names. *is_restored* opens a room that was put back from a
    backup for those who are to sign for it: its witnesses may have seen more.
    """
    if not place.exists:
        raise no_room(place)
    if not place.folder.is_dir():
        raise RoomRefused(
            RoomRefusal.FOLDER_NEEDED,
            f"{FOLDER_VARIABLE} is {place.folder}, which does not exist: name the folder with "
            "the room's key and seeds",
        )
    place.close_to_others()
    is_sealed = has_keys(place.folder)
    seals = keys_in(place.folder).seals if is_sealed else None
    journal = open_journal(place.url, seals, archive=place.folder / ARCHIVE)
    try:
        if not journal.head().sequence:
            raise RoomRefused(
                RoomRefusal.ROOM_UNKNOWN,
                "the database is empty: create a room with `upcard room init`",
            )
        sealed = () if is_sealed else (seal_journal(journal, place.folder),)
        with newer_records_refused(journal.engine):
            if not has_facts(journal):
                rebuild_facts(journal)
            room = _started(journal, place, pins or ArgonPins(), clock)
        if room.state.public_key:
            check_signer(place.folder, room.state.public_key)
        for point in sealed:
            public = signer_in(place.folder).public
            room.note(JournalSealed(point.sequence, point.hash, public))
        _check(room, any_software=any_software)
        room.check_seeds()
        begin_checkpoints(room, witnesses, is_restored=is_restored)
        # Of a restored room the next entry is the one that two people sign.
        if not is_restored and (found := rules_to_record(room.state)):
            room.note(*found)
        return room
    except BaseException:
        journal.close()
        raise


def _started(journal: Journal, place: Place, pins: SlowPins, clock: Clock) -> Room:
    """The room as its journal says, from the last snapshot on."""
    vault = FileVault(place.folder / "seeds")
    state, point = _from_snapshot(journal)
    room = Room(
        journal,
        vault,
        folder=place.folder,
        keys=keys_in(place.folder),
        pins=pins,
        clock=clock,
        state=state,
        point=point,
    )
    room.catch_up()
    saving = SnapshotSaver(room, point.sequence)
    saving()
    room.watch(saving)
    room.before_closing(saving.close)
    return room


def _from_snapshot(journal: Journal) -> tuple[RoomState | None, Checkpoint]:
    """The newest state that is kept, and the entry it is of; nothing where none can be read."""
    name = newest_name(journal, KIND)
    snapshot = latest_snapshot(journal, name) if name else None
    if snapshot is None:
        return None, START
    read = state_from_snapshot if name == NAME else state_from_earlier
    state = read(snapshot.payload)
    return (state, snapshot.point) if state is not None else (None, START)


def _check(room: Room, *, any_software: bool) -> None:
    """Meters must be what the ledger says, and the program the one that was accepted."""
    if wrong := meter_difference(room.state.jackpots, room.journal.balances()):
        raise StartRefused(JournalCode.BALANCES_BROKEN, wrong)
    if not os.access(room.folder, os.W_OK):
        raise StartRefused(JournalCode.SETTING_WRONG, f"{room.folder} cannot be written")
    if not any_software:
        _check_software(room)


def _check_software(room: Room) -> None:
    """A room for real money runs on the program that was accepted, file for file."""
    accepted = room.state.software
    if room.state.kind is not RoomKind.LIVE or software_hash() == accepted:
        return
    changed = changes_since(room.folder, accepted)
    named = f" ({', '.join(changed[:3])}{' and others' if len(changed) > 3 else ''})"
    raise StartRefused(
        JournalCode.SOFTWARE_CHANGED,
        f"the program has changed since it was accepted{named if changed else ''}: put it back, "
        "or accept it with `upcard room accept-software`",
    )


def training_place(place: Place) -> Place:
    """Where the training room beside a room is kept: never in its database."""
    return Place.at(place.folder / TRAINING)
