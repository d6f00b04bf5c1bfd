"""The room's key: one secret in the room's folder, from which every other secret is derived."""

from __future__ import annotations

import hmac
import os
import secrets
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

from upcard.journal import JournalCode, Seals, StartRefused
from upcard.room.files import write_new

KEY_FILE: Final = "room.key"
KEY_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Keys:
    """
    What proves that the room itself wrote something, and what no database may know.

    Each purpose has a key of its own, so that nothing made for one can be used for another.
    """

    key: bytes

    @property
    def seals(self) -> Seals:
        """Seals the head of the journal and its snapshots."""
        return Seals(self._derived("seals 1"))

    @property
    def pepper(self) -> bytes:
        """Goes into every PIN before it is hashed: the database alone does not give PINs away."""
        return self._derived("pepper 1")

    def mark(self, text: str) -> str:
        """A fingerprint of a secret that reveals nothing without the key."""
        return hmac.digest(self._derived("marks 1"), text.encode(), "sha256").hex()

    def pin_for(self, order_id: str) -> str:
        """
        Six digits, three of them different, that follow from an order's id.

        >>> Keys(b"secret").pin_for("order 1") == Keys(b"secret").pin_for("order 1")
        True
        """
        key = self._derived("made-up pins 1")
        made = (hmac.digest(key, f"{order_id} {n}".encode(), "sha256") for n in count())
        pins = (f"{int.from_bytes(one) % 1_000_000:06}" for one in made)
        return next(pin for pin in pins if len(set(pin)) >= 3)

    def device_key(self, enrolment: str) -> bytes:
        """
        The key of a device, which follows from its enrolment.

        No table keeps it: the database alone does not give it away, and every server of the
        room can check what the device signs.
        """
        return hmac.digest(self._derived("devices 1"), enrolment.encode(), "sha256")

    def _derived(self, purpose: str) -> bytes:
        return hmac.digest(self.key, purpose.encode(), "sha256")


def keys_in(folder: Path) -> Keys:
    """The keys of the room in *folder*, made if there are none."""
    return Keys(secret_at(folder / KEY_FILE))


def has_keys(folder: Path) -> bool:
    """Whether the room in *folder* has its key."""
    return (folder / KEY_FILE).exists()


def secret_at(path: Path) -> bytes:
    """
    The secret in a file, created the first time; only the room's user can read it.

    It is written whole under another name first: a crash leaves no file, or the whole secret.
    """
    if not path.exists():
        new = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
        write_new(new, secrets.token_bytes(KEY_BYTES))
        try:
            os.link(new, path)  # Unlike a rename it never replaces what another process made.
        except FileExistsError:
            pass
        finally:
            new.unlink()
    found = path.read_bytes()
    if len(found) != KEY_BYTES:
        raise StartRefused(
            JournalCode.KEY_MISSING,
            f"{path.name} holds {len(found)} bytes: it needs {KEY_BYTES}; put it back from a "
            "backup",
        )
    return found
