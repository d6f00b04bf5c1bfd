"""A place where no room is yet: looked at first, and left empty again if nothing comes of it."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import text

from upcard.journal import check_database
from upcard.journal.copies import clear, is_empty
from upcard.journal.engines import engine_for
from upcard.journal.migrations.steps import LOCK
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.room_openings import Place


def check_free(place: Place) -> None:
    """Refuse a place where something is, and a database on which an entry could be lost."""
    if place.folder.exists() and any(place.folder.iterdir()):
        raise RoomRefused(
            RoomRefusal.ROOM_EXISTS,
            f"{place.folder} is not empty: name a new folder and leave this one alone",
        )
    if not place.is_sqlite:
        check_database(place.url)
        _check_empty(place)


def _check_empty(place: Place) -> None:
    engine = engine_for(place.url)
    try:
        if not is_empty(engine):
            raise RoomRefused(
                RoomRefusal.ROOM_EXISTS,
                f"database {engine.url.database} already has tables: name an empty database",
            )
    finally:
        engine.dispose()


@contextmanager
def made_at(place: Place) -> Iterator[Place]:
    """
    Where a room is put, at a place that is free: *place* has it if all goes well, or nothing.

    A folder is made beside its place and renamed; in a database the tables are taken out again.
    """
    check_free(place)
    if place.is_sqlite:
        with _beside(place) as new:
            new.close_to_others()
            yield new
        return
    with _alone(place):
        _check_empty(place)
        place.close_to_others()
        try:
            yield place
        except BaseException:
            _empty(place)
            raise


@contextmanager
def _alone(place: Place) -> Iterator[None]:
    """Nobody else makes tables there meanwhile, so those that are taken out again are ours."""
    engine = engine_for(place.url)
    try:
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            lock = text("SELECT pg_try_advisory_lock(:lock)")
            if not connection.scalar(lock, {"lock": LOCK}):
                raise RoomRefused(
                    RoomRefusal.ROOM_EXISTS,
                    f"somebody else is creating a room in database {engine.url.database}: wait "
                    "until it is finished, or name another database",
                )
            yield
    finally:
        engine.dispose()


@contextmanager
def _beside(place: Place) -> Iterator[Place]:
    """A place next to *place*, which becomes it if all goes well, and is gone if not."""
    new = Place.at(place.folder.with_name(f"{place.folder.name}.{secrets.token_hex(4)}"))
    try:
        yield new
        if place.folder.exists():
            place.folder.rmdir()  # It is empty.
        new.folder.rename(place.folder)
    finally:
        shutil.rmtree(new.folder, ignore_errors=True)


def _empty(place: Place) -> None:
    _empty_folder(place.folder)
    engine = engine_for(place.url)
    try:
        clear(engine)
    finally:
        engine.dispose()


def _empty_folder(folder: Path) -> None:
    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
