"""What an upgrade to this version would change in a room, shown before it changes anything."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from upcard import __version__
from upcard.journal.engines import engine_for, reading
from upcard.journal.migrations.steps import pending, version
from upcard.journal.readers import stored_entries
from upcard.journal.tables import ENTRIES
from upcard.room.events import RoomKind
from upcard.room.folds import folded
from upcard.room.integrity import software_hash
from upcard.room.keys import has_keys
from upcard.room.recorded_rules import approved_fault, rules_fault, rules_to_record
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.room_openings import Place, no_room
from upcard.room.state import RoomState
from upcard.room.versions import accepted_version, newer_records_refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Upgrade:
    """What is to be done to a room, and what it is to know about."""

    room: str
    accepted: str
    """The version that the room runs on."""
    revision: str
    migrations: dict[str, str]
    """Database revisions still to apply, and what each one adds."""
    seals: bool
    """Whether the journal gets the room's key: version 0.1 had none."""
    rules: tuple[str, ...]
    """The rules that the journal does not have yet."""
    stopped: dict[str, str]
    """Tables whose rules are lost, and what to do."""
    lost: tuple[str, ...]
    """Rules of the room's own that are not what was approved any more, and what to do."""
    software: bool
    """Whether two people must accept this program: a room for real money, and another program."""
    open_tables: tuple[str, ...]

    @property
    def is_needed(self) -> bool:
        """Whether there is anything to do."""
        return bool(self.migrations or self.seals or self.rules or self.software)

    def as_data(self) -> dict[str, object]:
        """The same as plain data."""
        return {
            "room": self.room,
            "from": {"version": self.accepted, "revision": self.revision},
            "to": __version__,
            "migrations": [
                {"revision": one, "brings": self.migrations[one]} for one in self.migrations
            ],
            "seals": self.seals,
            "rules": list(self.rules),
            "stopped": self.stopped,
            "lost": list(self.lost),
            "accept_software": self.software,
            "open_tables": list(self.open_tables),
        }

    def lines(self) -> Iterator[str]:
        """What will be done, a sentence each."""
        for name, brings in self.migrations.items():
            yield f"migrate the database to {name}: {brings}"
        if self.seals:
            yield "create the room's key and seal the journal with it"
        if self.rules:
            yield f"record the rules of every table in the journal: {', '.join(self.rules)}"
        if self.software:
            was = f" (until now {self.accepted})" if self.accepted else ""
            yield f"accept Upcard {__version__} as the room's program{was}: two people sign"

    def warnings(self) -> Iterator[str]:
        """What you should know before."""
        if self.open_tables:
            yield f"still open: {', '.join(self.open_tables)}; close them and stop the server first"
        for table, fault in self.stopped.items():
            yield f"{table} will not play: {fault}"
        yield from self.lost


def planned_upgrade(place: Place) -> Upgrade:
    """What this version would do to the room at *place*; a room of a newer one is refused."""
    if not place.exists:
        raise no_room(place)
    engine = engine_for(place.url)
    try:
        migrations, found = pending(engine), version(engine)
        if found is None:
            raise RoomRefused(
                RoomRefusal.ROOM_UNKNOWN,
                "the database is empty: create a room with `upcard room init`",
            )
        with newer_records_refused(engine), reading(engine) as connection:
            state, accepted = _stored_state(connection), accepted_version(connection)
    finally:
        engine.dispose()
    is_live = state.kind is RoomKind.LIVE
    return Upgrade(
        room=state.name,
        accepted=accepted,
        revision=found,
        migrations=migrations,
        seals=not has_keys(place.folder),
        rules=tuple(dict.fromkeys(one.name for one in rules_to_record(state))),
        stopped={name: why for name, one in state.tables.items() if (why := rules_fault(one))},
        lost=tuple(why for name in state.rules if (why := approved_fault(state, name))),
        software=is_live and state.software != software_hash(),
        open_tables=tuple(name for name, one in state.tables.items() if one.is_open),
    )


def _stored_state(connection: Connection) -> RoomState:
    """The room as its entries make it, whatever revision the other tables are at."""
    last = connection.scalar(select(func.max(ENTRIES.c.sequence))) or 0
    return folded(stored_entries(connection, 1, last))
