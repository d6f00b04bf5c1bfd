"""The evidence of one round: the journal entries that belong to it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field

from upcard.commands.output import Failed
from upcard.journal import Entry
from upcard.plain import Decoded


@dataclass(slots=True)
class Evidence:
    """
    The entries of a round: its keys, its awards and their reversals, its shoe.

    They are read from the journal without building the room, so that a room that does not
    start can still give evidence.
    """

    table: str
    number: int
    sequences: set[int] = field(default_factory=set)
    _is_open: bool = False
    _shoe: tuple[int, ...] = ()
    """The entries of the shoe on the table: its commitment and each part of its cut."""
    _shoe_number: int = 0
    _shoes: set[int] = field(default_factory=set)
    """The shoes that the round was dealt from."""

    def look_at(self, entry: Entry) -> None:
        """Keep *entry* if it belongs to the round."""
        was_open = self._is_open
        wish = json.loads(entry.body).get("wish") or {}
        for data in entry.event_payloads:
            self._look_at_event(entry.sequence, data)
        is_here = wish.get("table") == self.table or any(
            data.get("table") == self.table for data in entry.event_payloads
        )
        if (was_open or self._is_open) and is_here:
            self.sequences.add(entry.sequence)

    def _look_at_event(self, sequence: int, data: Decoded) -> None:
        if data["kind"] == "JackpotHappened":
            award = str(data["event"].get("award_id", ""))
            if award.startswith(f"{self.table}/{self.number}."):
                self.sequences.add(sequence)
        if data.get("table") != self.table:
            return
        match data["kind"]:
            case "ShoeCommitted":
                self._shoe, self._shoe_number = (sequence,), data["number"]
            case "ShoeCut" | "CutSealed" | "CutTyped" | "CutClosed" | "CutOpened" | "CutConfirmed":
                self._shoe = (*self._shoe, sequence)
            case "ShoeRevealed" | "ShoeAbandoned" | "ShoeVoided" if data["number"] in self._shoes:
                self.sequences.add(sequence)
            case "RoundOpened":
                self._is_open = data["number"] == self.number
            case "RoundVoided":
                self._is_open = False
            case "TableHappened" if self._is_open:
                self._look_at_table(data["event"]["kind"])

    def _look_at_table(self, kind: str) -> None:
        if kind == "CardDealt":
            self._shoes.add(self._shoe_number)
            self.sequences.update(self._shoe)
        elif kind == "RoundEnded":
            self._is_open = False


def evidence_of(entries: Iterable[Entry], round_id: str) -> Evidence:
    """The evidence of the round written TABLE/NUMBER."""
    table, _, number = round_id.rpartition("/")
    if not table or not (number.isascii() and number.isdigit()):
        raise Failed("round-unknown", f"round is {round_id!r}: write TABLE/NUMBER, like t1/12")
    found = Evidence(table, int(number))
    for entry in entries:
        found.look_at(entry)
    if not found.sequences:
        raise Failed("round-unknown", f"round is {round_id}: the journal has no such round")
    return found
