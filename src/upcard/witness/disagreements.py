"""Compare a journal with what a witness saw: an older copy, a cut-off end, a rewritten chain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from upcard.witness.checkpoints import CheckpointReason, SignedCheckpoint

HashAt = Callable[[int], str | None]
"""The hash of an entry of the journal; None where the journal does not go so far."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """What a witness saw that the journal does not have."""

    sequence: int
    message: str

    def __str__(self) -> str:
        return f"entry {self.sequence}: {self.message}"


def disagreement(
    seen: Sequence[SignedCheckpoint], *, room: str, key: str, hash_at: HashAt
) -> Disagreement | None:
    """
    The first of the checkpoints *seen* that the journal of *room* does not bear out.

    After a restore on purpose, what was seen of the entries that the restore gave up counts no
    more: the witness has the restore itself, signed.
    """
    for point in standing(seen):
        if point.room != room:
            return Disagreement(0, "the witness keeps checkpoints of another room")
        if key and point.key != key:
            return Disagreement(
                point.sequence, "the witness saw it signed with another key than the room's"
            )
        found = hash_at(point.sequence)
        if found is None:
            return Disagreement(
                point.sequence,
                "the witness saw it, but the journal ends before it: this is an older copy, or its "
                "end was cut off",
            )
        if found != point.hash:
            return Disagreement(
                point.sequence, "the witness saw a different entry here: the chain was rewritten"
            )
    return None


def standing(seen: Sequence[SignedCheckpoint]) -> list[SignedCheckpoint]:
    """The checkpoints that still count, in order: a restore voids those of later entries."""
    kept: list[SignedCheckpoint] = []
    for point in sorted(seen, key=lambda point: point.number):
        if point.reason is CheckpointReason.RESTORED:
            kept = [one for one in kept if one.sequence <= point.replaces]
        kept.append(point)
    return kept
