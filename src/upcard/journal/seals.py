"""Seals: keyed proofs that the room itself wrote the head and the snapshots of its journal."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import Final

from upcard.journal.canonical import canonical, digest
from upcard.journal.entries import START, Checkpoint
from upcard.journal.refusals import JournalBroken, JournalCode

FACT_SEAL: Final = 32
"""How many letters the seal of a fact has: 128 bits, because there are many of them."""


@dataclass(frozen=True, slots=True)
class Seals:
    """
    Makes and checks seals with a key that lies outside the database.

    The chain alone has no secret: anyone who writes to the database could append an entry of their
    own with the right hashes. A sealed head proves every entry before it, because each entry
    names the hash of the one before.
    """

    key: bytes

    def of_head(self, point: Checkpoint) -> str:
        """The seal of a head."""
        return self._of(f'["head",{point.sequence},"{point.hash}"]')

    def of_snapshot(self, name: str, point: Checkpoint, text: str) -> str:
        """The seal of a snapshot: its form, the entry it is of, and all it says."""
        said = digest(text) if text.isascii() else text
        return self._of(canonical(["snapshot", name, point.sequence, point.hash, said]))

    def of_fact(self, row: tuple[str, str, int, str, int, str]) -> str:
        """The seal of a fact: its name, its day, the entry it is of, and all it says."""
        kind, subject, number, day, sequence, payload = row
        said = f"fact\n{kind}\n{subject}\n{number}\n{day}\n{sequence}\n{payload}"
        return hmac.digest(self.key, said.encode(), "sha256").hex()[:FACT_SEAL]

    def of_archive(self, row: tuple[int, int, int, str, str, str, str]) -> str:
        """The seal of an archive: which entries, their end in the chain, and the file."""
        return self._of(canonical(["archive", *row]))

    def check_head(self, point: Checkpoint, seal: str) -> None:
        """Refuse a head that somebody else wrote."""
        if point != START and not hmac.compare_digest(self.of_head(point), seal):
            raise JournalBroken(
                JournalCode.HEAD_NOT_SEALED,
                f"this room did not write entry {point.sequence}: somebody else wrote to the "
                "database; keep a copy of it, and run `upcard audit verify`",
            )

    def _of(self, text: str) -> str:
        return hmac.digest(self.key, text.encode("ascii"), "sha256").hex()
