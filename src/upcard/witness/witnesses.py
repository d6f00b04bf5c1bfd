"""Witnesses: a folder, another room, or an object store, each named by an address."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from upcard.problems import UpcardError
from upcard.witness.checkpoints import SignedCheckpoint


class WitnessError(UpcardError):
    """A witness that cannot be asked or told now, or that refuses; the sentence says why."""

    code = "witness"


class Witness(Protocol):
    """Keeps checkpoints where nobody at the room can change them."""

    address: str

    def publish(self, point: SignedCheckpoint) -> None:
        """Keep *point* for good; sent again, it is kept once."""

    def seen(self, room: str, most: int | None = None) -> Sequence[SignedCheckpoint]:
        """
        Everything that is kept of *room* and can be asked for, the newest included.

        With *most*, this many of the newest are enough: one that matches the journal proves
        everything before it.
        """


def witness_at(address: str) -> Witness:
    """
    The witness that *address* names.

    >>> witness_at("/mnt/witness").address
    '/mnt/witness'
    """
    if address.startswith("s3://"):
        from upcard.witness.objects import ObjectWitness

        return ObjectWitness(address)
    if address.startswith(("https://", "http://")):
        from upcard.witness.peers import PeerWitness

        return PeerWitness(address)
    if "://" in address or not address.strip():
        raise WitnessError(
            f"witness is {address!r}: write a folder, https://ROOM or s3://BUCKET/PREFIX"
        )
    from upcard.witness.folders import FolderWitness

    return FolderWitness(Path(address))
