"""Another room as witness: it records the checkpoint in its own journal and countersigns it."""

from __future__ import annotations

import json
import os
import ssl
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Final

from upcard.plain import Decoded
from upcard.witness.checkpoints import SignatureWrong, SignedCheckpoint, is_sealed
from upcard.witness.witnesses import WitnessError

TIMEOUT_S: Final = 20.0
ANSWER_BYTES_MAX: Final = 1_000_000
CA_VARIABLE: Final = "UPCARD_WITNESS_CA"
"""Names a file with the certificate of a witness that no public authority has signed for."""


class PeerWitness:
    """A room's server, reached over HTTP."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")

    def publish(self, point: SignedCheckpoint) -> None:
        """Have it recorded there; the countersignature must be the other room's."""
        answer = self._asked("/api/witness", point.text.encode("ascii"))
        said = f"{point.text}\n{answer.get('entry')}:{answer.get('entry_hash')}"
        if not is_sealed(said, str(answer.get("key")), str(answer.get("signature"))):
            raise WitnessError(f"{self.address} did not countersign: its answer has no signature")

    def seen(self, room: str, most: int | None = None) -> list[SignedCheckpoint]:
        """The checkpoints that count of what it has recorded of *room*."""
        answer = self._asked(f"/api/witness/{room}")
        try:
            return [SignedCheckpoint.read(text) for text in answer["checkpoints"]]
        except (KeyError, TypeError, SignatureWrong) as error:
            raise WitnessError(
                f"{self.address} did not answer with checkpoints: {error!r}"
            ) from None

    def _asked(self, path: str, body: bytes | None = None) -> Decoded:
        request = urllib.request.Request(f"{self.address}{path}", data=body)
        request.add_header("content-type", "application/json")
        return answer_to(self.address, lambda: _opened(request))


def answer_to(address: str, ask: Callable[[], bytes]) -> Decoded:
    """The JSON document that a witness answers with, or why there is none."""
    try:
        found = json.loads(ask())
    except urllib.error.HTTPError as error:
        raise WitnessError(f"{address} refused: {_refusal_in(error)}") from None
    except (OSError, ValueError) as error:
        raise WitnessError(f"{address} does not answer: {error}") from None
    if not isinstance(found, dict):
        raise WitnessError(f"{address} did not answer with a record")
    return found


def _opened(request: urllib.request.Request) -> bytes:
    trusted = ssl.create_default_context(cafile=os.environ.get(CA_VARIABLE) or None)
    with urllib.request.urlopen(request, timeout=TIMEOUT_S, context=trusted) as answer:
        content: bytes = answer.read(ANSWER_BYTES_MAX)
        return content


def _refusal_in(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.loads(error.read(10_000))["error"]["message"])
    except (OSError, ValueError, KeyError, TypeError):
        return f"status {error.code}"
