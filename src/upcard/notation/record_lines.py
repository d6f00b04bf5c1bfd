"""The lines of a recorded round, before anybody plays it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from upcard.notation.grammar import read_line
from upcard.notation.lines import DEALER, HEADERS, Line
from upcard.notation.text_lines import NotationError, lines_in
from upcard.quotes import quoted


@dataclass(slots=True)
class Record:
    """A recorded round: comments, headers, and the lines of dealer, hands and wagers."""

    comments: list[str] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    _written: dict[str, int] = field(default_factory=dict, repr=False, compare=False)
    """Where each thing is written that a line is about."""

    def with_key(self, key: str) -> list[Line]:
        """The lines that begin with *key*."""
        return [line for line in self.lines if line.key == key]

    @property
    def headers(self) -> list[Line]:
        """The lines that say what is played and by whom."""
        return [line for line in self.lines if line.key in HEADERS]

    @property
    def played(self) -> list[Line]:
        """The lines of dealer, hands, wagers and meters."""
        return [line for line in self.lines if line.key not in HEADERS]

    @property
    def first_line(self) -> int:
        """Where the record begins in its file."""
        return self.lines[0].number if self.lines else 0

    def add(self, line: Line) -> None:
        """Add a line, unless another is about the same thing."""
        if line.about in self._written:
            hint = "; put an empty line between two rounds" if line.key == "rules" else ""
            raise NotationError(
                line.number,
                f"{quoted(line.about)} is already written on line {self._written[line.about]}: "
                f"write it once{hint}",
                text=str(line),
            )
        self._written[line.about] = line.number
        self.lines.append(line)

    def __str__(self) -> str:
        return "\n".join([*self.comments, *map(str, self.lines)]) + "\n"


def read_records(text: str) -> Iterator[Record]:
    """The rounds of a `.round` or `.shoe` text, in order; blank lines part them."""
    record, rounds, number = Record(), 0, 1
    for number, line in lines_in(text):
        if line.startswith("#"):
            if record.lines:
                raise NotationError(number, "a comment must be before the round, not inside it")
            record.comments.append(line)
        elif line.strip():
            for part in f" {line} ".split(" / "):
                record.add(read_line(part, number))
        elif record.lines:
            yield _complete(record)
            record, rounds = Record(), rounds + 1
    if record.lines:
        yield _complete(record)
    elif record.comments:
        raise NotationError(number, "no round follows the last comment: write one below it")
    elif not rounds:
        raise NotationError(1, "the text is empty: write a round, beginning with 'rules NAME'")


def _complete(record: Record) -> Record:
    for key in ("rules", DEALER):
        if not record.with_key(key):
            raise NotationError(record.first_line, f"the round has no '{key}' line: write one")
    return record
