"""The chain of entries: each names the hash of the one before it, and every reader checks that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from upcard.journal.entries import Checkpoint, Entry
from upcard.journal.refusals import JournalBroken, JournalCode


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing that is wrong, and the entry it is wrong in or after."""

    sequence: int
    message: str

    def __str__(self) -> str:
        return f"entry {self.sequence}: {self.message}"


def chain_fault(
    last: Checkpoint, entry: Entry, known: Mapping[int, str] | None = None
) -> Fault | None:
    """What is wrong with *entry* as the one after *last*; *known* are hashes kept elsewhere."""
    number = last.sequence + 1
    if entry.sequence != number:
        return Fault(number, f"it is missing: the next is {entry.sequence}")
    if entry.previous != last.hash:
        return Fault(number, "it does not follow from the entry before it")
    if not entry.is_whole:
        return Fault(number, "its content does not match its hash")
    if known and known.get(number, entry.hash) != entry.hash:
        return Fault(number, "its hash differs from the checkpoint: it was rewritten")
    return None


def checked(entries: Iterable[Entry], after: Checkpoint, end: Checkpoint) -> Iterator[Entry]:
    """
    *entries*, each proved to follow from *after*, and the last of them to be *end*.

    Every figure that is shown is read through here: one changed digit stops the reader.
    """
    last = after
    for entry in entries:
        if fault := chain_fault(last, entry):
            raise broken(fault)
        yield entry
        last = entry.point
    if last != end:
        raise broken(Fault(last.sequence + 1, f"entry {end.sequence} does not follow from it"))


def broken(fault: Fault) -> JournalBroken:
    """The refusal of a journal whose chain is broken."""
    return JournalBroken(JournalCode.CHAIN_BROKEN, str(fault))
