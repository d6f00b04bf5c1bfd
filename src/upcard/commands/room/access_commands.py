"""`upcard room`: access changes that only the server's own shell may make."""

from __future__ import annotations

import getpass
import secrets
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.commands.output import Failed, Json, failures_told, show
from upcard.commands.room.command_desk import new_pin_for, pin_of, place_of
from upcard.commands.room.shared_options import (
    SECOND_PIN_VARIABLE,
    Badge,
    Data,
    Reason,
    Second,
    Training,
)

if TYPE_CHECKING:
    from upcard.room.orders import Signature


def recover(
    badge: Badge,
    data: Data,
    reason: Reason,
    second: Second = None,
    name: Annotated[
        str, typer.Option("--name", help="The person's name, for a new executive.")
    ] = "",
    training: Training = False,
    json: Json = False,
) -> None:
    """
    Give an executive a new PIN from the server's shell, or add an executive.

    Needs two people if the room has two. The desk shows it for a week.
    """
    from upcard.room.care.recoveries import recover_access
    from upcard.room.room_openings import open_room

    with failures_told(json):
        room = open_room(place_of(data, training), any_software=True)
        try:
            pin, is_made_up = new_pin_for(badge, lambda: room.pin_for(secrets.token_hex(16)))
            entry = recover_access(
                room,
                badge=badge,
                name=name,
                pin=pin,
                operator=getpass.getuser(),
                reason=reason,
                second=_signature(second),
            )
        finally:
            room.close()
        record = {"badge": badge, "entry": entry, **({"pin": pin} if is_made_up else {})}
        told = f", PIN {pin}" if is_made_up else ""
        show(record, json, lambda: print(f"badge {badge} is recovered{told} (entry {entry})"))


def _signature(badge: str | None) -> Signature | None:
    from upcard.room.orders import Signature

    return Signature(badge, pin_of(badge, SECOND_PIN_VARIABLE)) if badge else None


def grant(
    role: Annotated[str, typer.Argument(metavar="ROLE", help="The role that the server uses.")],
    data: Data,
    json: Json = False,
) -> None:
    """Let a PostgreSQL role read and add the room's records, and nothing else."""
    from upcard.journal.engines import engine_for
    from upcard.journal.grants import grant_to
    from upcard.journal.migrations.steps import check_version

    with failures_told(json):
        place = place_of(data, False)
        if place.is_sqlite:
            raise Failed("not-postgresql", f"{data} is a folder: roles are for PostgreSQL rooms")
        engine = engine_for(place.url)
        try:
            check_version(engine)
            with engine.begin() as connection:
                grant_to(connection, role)
        finally:
            engine.dispose()
        said = f"{role} may read and add records, and change none"
        show({"ok": True, "role": role}, json, lambda: print(said))
