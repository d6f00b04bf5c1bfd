"""A folder as witness: a disk that is taken away, a share that only adds, or the room's own."""

from __future__ import annotations

import os
from pathlib import Path

from upcard.witness.checkpoints import SignatureWrong, SignedCheckpoint
from upcard.witness.witnesses import WitnessError


class FolderWitness:
    """One file for each checkpoint, written once. Mount it so that the room can add, not change."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.address = str(folder)

    def publish(self, point: SignedCheckpoint) -> None:
        """Write the checkpoint's file, and wait until it is on the disk."""
        path = self._folder / file_name(point)
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(f"{point.text}\n")
                file.flush()
                os.fsync(file.fileno())
        except FileExistsError:
            _check_same(path, point)
        except OSError as error:
            raise WitnessError(f"{path} cannot be written: {error.strerror or error}") from None

    def seen(self, room: str, most: int | None = None) -> list[SignedCheckpoint]:
        """The checkpoints of *room* in the folder; the names are in the order of the numbers."""
        try:
            paths = sorted(self._folder.glob(f"{room[:16]}-*.json"))[-(most or 0) :]
            return [SignedCheckpoint.read(path.read_text("ascii")) for path in paths]
        except FileNotFoundError:
            return []
        except (OSError, UnicodeDecodeError, SignatureWrong) as error:
            raise WitnessError(f"{self._folder} cannot be read: {error}") from None


def file_name(point: SignedCheckpoint) -> str:
    """Where a checkpoint lies: by room and number, so that two of one number cannot both be."""
    return f"{point.room[:16]}-{point.number:09}.json"


def _check_same(path: Path, point: SignedCheckpoint) -> None:
    if path.read_text("ascii").strip() != point.text:
        raise WitnessError(
            f"{path} is a different checkpoint with that number: two copies of the room are running"
        )
