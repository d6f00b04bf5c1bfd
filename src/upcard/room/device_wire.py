"""What a device and the room say to each other: signed JSON, the same on any transport."""

from __future__ import annotations

import hmac
import json
from dataclasses import dataclass
from typing import Final

from upcard.plain import CodecError, JsonObject, kinds_of, untagged
from upcard.problems import UpcardError
from upcard.table.commands import Command

DEVICE: Final = "device"
ROOM: Final = "room"
"""Who speaks. It is signed, too, so that nobody can send a device's own words back to it."""
TEXT_MAX: Final = 4096
"""Bytes of one message: a small board has little memory, and no message needs a tenth of it."""
NUMBER_MAX: Final = 2**53


class WireRefused(UpcardError):
    """A message that is not the device's, or not one that the room can read."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """The device is there and has nothing to tell."""


@dataclass(frozen=True, slots=True)
class Message:
    """Something happened at the device: a command of its table."""

    number: int
    """The number of the message before it, plus one."""
    table: str
    command: Command


Said = Heartbeat | Message
_SAID: Final = kinds_of(Said)


def mac_of(key: bytes, session: str, speaker: str, body: str) -> str:
    """
    What proves that the holder of *key* says *body* in this session.

    >>> mac_of(b"key", "s", DEVICE, "{}")[:16]
    '2a84962a70523c09'
    """
    return hmac.digest(key, f"{speaker}\n{session}\n{body}".encode(), "sha256").hex()


def sealed(key: bytes, session: str, speaker: str, said: JsonObject) -> str:
    """A message as it travels."""
    body = json.dumps(said, separators=(",", ":"))
    return json.dumps({"body": body, "mac": mac_of(key, session, speaker, body)})


def unsealed(key: bytes, session: str, speaker: str, text: str) -> object:
    """What *text* says, if the holder of *key* said it in this session."""
    if len(text.encode(errors="replace")) > TEXT_MAX:
        raise WireRefused("too-large", f"the message is too large: {TEXT_MAX} bytes at most")
    envelope = _json(text)
    if not isinstance(envelope, dict) or set(envelope) != {"body", "mac"}:
        raise WireRefused("not-understood", "send a JSON object with body and mac, both texts")
    body, mac = envelope["body"], envelope["mac"]
    if not isinstance(body, str) or not isinstance(mac, str):
        raise WireRefused("not-understood", "send a JSON object with body and mac, both texts")
    proof = mac_of(key, session, speaker, body.encode(errors="replace").decode())
    if not hmac.compare_digest(proof.encode(), mac.encode(errors="replace")):
        raise WireRefused(
            "mac-wrong", "the mac does not fit the message: sign it with the key and session"
        )
    return _json(body)


def said_in(data: object) -> Said:
    """The message in *data*, checked field by field."""
    try:
        said: Said = untagged(data, _SAID)
    except CodecError as error:
        raise WireRefused("fields-wrong", str(error)) from None
    if isinstance(said, Message) and not 1 <= said.number < NUMBER_MAX:
        raise WireRefused("fields-wrong", f"number is {said.number}: count from 1")
    return said


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise WireRefused("not-json", "the message is not JSON") from None
