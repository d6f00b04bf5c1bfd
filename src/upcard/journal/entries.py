"""One entry: a command, its events, the money it moved, and the answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from json.encoder import encode_basestring_ascii
from typing import Final, NamedTuple, Protocol

from upcard.jackpot.accounts import Account, Transfer, TransferReason
from upcard.journal.canonical import NO_HASH, digest
from upcard.money import Cents
from upcard.plain import Decoded

Payload = Mapping[str, object]
"""What JSON can say, without floats. The journal does not read it."""


class Name(NamedTuple):
    """What a fact is called: a kind, what it is about, and a number."""

    kind: str
    subject: str
    number: int


class Saying(Protocol):
    """
    What a fact says, in a form that is quicker to go on from than JSON.

    Sixteen orders in one transaction change the same meter: its day is written down once.
    """

    @property
    def text(self) -> str:
        """As JSON."""


class Fact(NamedTuple):
    """A fact derived from the entries, as one row. It can always be rebuilt from them."""

    name: Name
    day: str
    """The gaming day it belongs to; empty where it belongs to none."""
    sequence: int
    """The entry that it was last changed by."""
    says: str | Saying
    """JSON, which the journal does not read, or what becomes JSON when it is written down."""

    @property
    def payload(self) -> str:
        """What it says, as JSON."""
        return self.says if isinstance(self.says, str) else self.says.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What an order came to: durable with its entry, or a refusal that left none."""

    sequence: int = 0
    """Its entry in the journal; 0 where nothing was recorded."""
    hash: str = ""
    said: Payload
    """What was answered; a refusal says its code and its message."""
    is_repeated: bool = False
    """Whether it was carried out before, and this is the answer it was given then."""

    @property
    def code(self) -> str:
        """Empty where it was carried out; else the refusal's."""
        return str(self.said.get("code", ""))

    @property
    def message(self) -> str:
        """The sentence of the refusal."""
        return str(self.said.get("message", ""))

    @property
    def is_refused(self) -> bool:
        """Whether it was not carried out."""
        return "code" in self.said

    @property
    def data(self) -> Decoded:
        """What was answered beside a refusal's code and message."""
        return {key: item for key, item in self.said.items() if key not in ("code", "message")}


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A place in the chain, to be kept where nobody who can change the journal can reach it."""

    sequence: int
    hash: str

    def __str__(self) -> str:
        return f"{self.sequence}:{self.hash}"


START: Final = Checkpoint(0, NO_HASH)


class Entry(NamedTuple):
    """
    One entry as it is stored: texts exactly as they lie in the database.

    A tuple, because an audit makes millions of them.
    """

    sequence: int
    command_id: str
    at: str
    body: str
    answer: str
    events: tuple[str, ...]
    rows: tuple[Decoded, ...]
    """The transfers, as rows."""
    previous: str
    hash: str
    is_numbered: bool = True
    """Whether its events and transfers are numbered from 1 without a gap."""

    @property
    def content(self) -> str:
        """Everything the entry says, as one canonical JSON text; a changed byte changes it."""
        return (
            f'{{"answer":{self.answer},"at":{_text(self.at)},"body":{self.body},'
            f'"command_id":{_text(self.command_id)},"events":[{",".join(map(str, self.events))}],'
            f'"transfers":[{",".join(map(_json, self.rows))}]}}'
        )

    @property
    def point(self) -> Checkpoint:
        """Its place in the chain."""
        return Checkpoint(self.sequence, self.hash)

    @property
    def transfers(self) -> list[Transfer]:
        """The money it moved."""
        return [read_transfer(row) for row in self.rows]

    @property
    def is_whole(self) -> bool:
        """Whether its hash is the hash of what it says and of what came before it."""
        return self.is_numbered and self.hash == chained(
            self.sequence, self.previous, content_hash(self.content)
        )

    @property
    def event_payloads(self) -> list[Decoded]:
        """The events as data."""
        return [json.loads(text) for text in self.events]


def content_hash(content: str) -> str:
    """The fingerprint of an entry's content, which can be shown without the content."""
    return digest(content) if content.isascii() else "not ASCII"


def chained(sequence: int, previous: str, content: str) -> str:
    """The hash of an entry: its number, the hash before it, and the fingerprint of its content."""
    return digest(f"{sequence}:{previous}:{content}")


def transfer_row(transfer: Transfer) -> Decoded:
    """A transfer as a row of the table."""
    return {
        "amount": transfer.amount,
        "award": transfer.award,
        "id": transfer.id,
        "reason": transfer.reason.value,
        "source": str(transfer.source),
        "target": str(transfer.target),
    }


def read_transfer(row: Decoded) -> Transfer:
    """The transfer of a row of the table or a line of a bundle."""
    return Transfer(
        id=row["id"],
        reason=TransferReason(row["reason"]),
        source=Account.parse(row["source"]),
        target=Account.parse(row["target"]),
        amount=Cents(row["amount"]),
        award=row["award"],
    )


_json: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), default=repr).encode
"""Canonical JSON of what was checked when it was written, and any text of what was not."""


def _text(value: object) -> str:
    """The same of a text."""
    return encode_basestring_ascii(value) if type(value) is str else _json(value)
