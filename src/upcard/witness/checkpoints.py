"""A signed checkpoint: the room says under its own signature how far its chain had come."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from upcard.journal import Checkpoint
from upcard.journal.canonical import canonical, digest
from upcard.plain import CodecError, read, written

FIRST: Final = "0" * 64
"""What the first checkpoint names as the one before it."""


class CheckpointReason(StrEnum):
    """Why a checkpoint was made."""

    ENTRIES = "entries"
    """Enough entries came since the last one."""
    DAY_CLOSED = "day-closed"
    """A gaming day is over: it is of the day's last entry."""
    RESTORED = "restored"
    """Two people restored a backup: what came after its last entry counts no more."""
    ASKED = "asked"


class SignatureWrong(ValueError):
    """A checkpoint that the key it names has not signed, or that is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedCheckpoint:
    """One checkpoint. Its number counts the room's checkpoints, a restored room's on, too."""

    room: str
    """The hash of the room's first entry, which no other room has."""
    number: int
    sequence: int
    hash: str
    day: str
    """The gaming day of the entry."""
    at: str
    reason: CheckpointReason
    previous: str
    """The fingerprint of the checkpoint before it."""
    replaces: int = 0
    """Of a restored room: the last entry of the backup. Checkpoints of later entries are void."""
    key: str
    """The public key that it is signed with."""
    signature: str = ""

    @property
    def point(self) -> Checkpoint:
        """The place in the chain."""
        return Checkpoint(self.sequence, self.hash)

    @property
    def fingerprint(self) -> str:
        """One hash of everything it says, its signature included."""
        return digest(self.text)

    @property
    def short(self) -> str:
        """Sixteen characters of the fingerprint, as people read them aloud."""
        return " ".join(self.fingerprint[start : start + 4] for start in range(0, 16, 4))

    @property
    def text(self) -> str:
        """The checkpoint as it is stored and sent: one canonical JSON text."""
        return canonical(written(self))

    @property
    def _signed(self) -> bytes:
        return replace(self, signature="").text.encode("ascii")

    @classmethod
    def read(cls, text: str) -> SignedCheckpoint:
        """The checkpoint in *text*, if the key it names has signed it."""
        try:
            found: SignedCheckpoint = read(_loaded(text), cls)
            public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(found.key))
            public.verify(bytes.fromhex(found.signature), found._signed)
        except InvalidSignature:
            raise SignatureWrong("the checkpoint is not signed by the key it names") from None
        except (CodecError, ValueError) as error:
            raise SignatureWrong(f"this is not a signed checkpoint: {error}") from None
        return found


def _loaded(text: str) -> object:
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


class Signer:
    """Signs checkpoints with a key that lies in the room's folder and nowhere else."""

    def __init__(self, secret: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(secret)
        self.public = self._key.public_key().public_bytes_raw().hex()

    def signed(self, point: SignedCheckpoint) -> SignedCheckpoint:
        """*point* under this key's signature."""
        unsigned = replace(point, key=self.public, signature="")
        return replace(unsigned, signature=self._key.sign(unsigned._signed).hex())

    def seal_of(self, text: str) -> str:
        """The signature of any text: a witness countersigns with it."""
        return self._key.sign(text.encode()).hex()


def is_sealed(text: str, key: str, signature: str) -> bool:
    """Whether *key* has signed *text*."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(
            bytes.fromhex(signature), text.encode()
        )
    except (ValueError, InvalidSignature):
        return False
    return True
