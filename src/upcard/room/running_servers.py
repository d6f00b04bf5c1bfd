"""Which servers of a room are running, and which ended without being stopped."""

from __future__ import annotations

import fcntl
import json
import os
import platform
import secrets
from pathlib import Path
from typing import Final

from upcard.room.clocks import moment
from upcard.room.devices import ServerInterrupted
from upcard.room.rooms import Room

FOLDER: Final = "running"
"""In the room's folder: a file for each server, locked as long as its process lives."""
UNFINISHED: Final = ".new-"


def begin_running(room: Room) -> None:
    """
    Record which servers were cut off, and say that this one runs until its room is closed.

    The system gives a lock back when its process ends, however it ends. A file that nobody has
    locked is of a server that never came to take it away: power, a crash, a kill.
    """
    folder = room.folder / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    for path in sorted(folder.iterdir()):
        _note_if_cut_off(room, path)
    own, handle = _locked_file(folder, moment(room.clock()))

    def stopped() -> None:
        own.unlink(missing_ok=True)
        os.close(handle)

    room.before_closing(stopped)


def _note_if_cut_off(room: Room, path: Path) -> None:
    try:
        handle = os.open(path, os.O_RDWR)
    except OSError:
        return  # Its server has just taken it away.
    with os.fdopen(handle) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return  # It runs.
        if path.name.startswith(UNFINISHED) or not path.exists():
            path.unlink(missing_ok=True)
            return
        room.note(_event_in(file.read()))
        path.unlink()


def _event_in(text: str) -> ServerInterrupted:
    """What the file says; a power cut may have left it empty."""
    try:
        said = json.loads(text)
        return ServerInterrupted(str(said["host"]), str(said["began"]))
    except (ValueError, KeyError, TypeError):
        return ServerInterrupted("", "")


def _locked_file(folder: Path, began: str) -> tuple[Path, int]:
    """
    A file of this process, and what keeps it locked.

    It has its name only when it is locked, so nobody misreads it.
    """
    name = f"{secrets.token_hex(8)}.json"
    unfinished = folder / f"{UNFINISHED}{name}"
    handle = os.open(unfinished, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    fcntl.flock(handle, fcntl.LOCK_EX)
    os.write(handle, json.dumps({"host": platform.node(), "began": began}).encode())
    os.fsync(handle)
    unfinished.rename(folder / name)
    return folder / name, handle
