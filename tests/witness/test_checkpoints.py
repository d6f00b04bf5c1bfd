"""Signed checkpoints: only the room's key makes them, and no sign of one can be changed."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from upcard.witness import CheckpointReason, SignatureWrong, SignedCheckpoint, Signer, disagreement
from upcard.witness.checkpoints import FIRST

SIGNER, OTHER = Signer(bytes(32)), Signer(bytes(31) + b"\x01")
ROOM = "a" * 64


def point(
    number: int,
    sequence: int,
    reason: CheckpointReason = CheckpointReason.ENTRIES,
    replaces: int = 0,
) -> SignedCheckpoint:
    """A signed checkpoint; the hash of entry 7 is 7 over and over."""
    return SIGNER.signed(
        SignedCheckpoint(
            room=ROOM,
            number=number,
            sequence=sequence,
            hash=str(sequence % 10) * 64,
            day="2026-11-15",
            at="2026-11-15T09:00:00.000Z",
            reason=reason,
            previous=FIRST,
            replaces=replaces,
            key="",
        )
    )


def hash_at(end: int) -> object:
    """The hashes of a journal that ends with entry *end*."""
    return lambda sequence: str(sequence % 10) * 64 if sequence <= end else None


def test_a_checkpoint_is_read_back_as_it_was_signed() -> None:
    made = point(3, 600)

    assert SignedCheckpoint.read(made.text) == made
    assert made.key == SIGNER.public
    assert len(made.short) == 19


def test_the_public_key_of_a_seed_is_the_one_that_rfc_8032_prints() -> None:
    # RFC 8032, 7.1, test 1.
    seed = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")

    assert Signer(seed).public == (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    )
    assert Signer(seed).seal_of("") == (
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
    )


@pytest.mark.parametrize(
    "field", ["room", "number", "sequence", "hash", "day", "at", "reason", "previous", "replaces"]
)
def test_a_changed_field_is_not_signed(field: str) -> None:
    data = json.loads(point(3, 600).text)
    data[field] = {"number": 4, "sequence": 601, "replaces": 1, "reason": "restored"}.get(
        field, "b" * 64
    )

    with pytest.raises(SignatureWrong, match="not signed by the key"):
        SignedCheckpoint.read(json.dumps(data))


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", "[" * 5000, '{"room": 1}', "é"])
def test_what_is_no_checkpoint_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(SignatureWrong, match="not a signed checkpoint"):
        SignedCheckpoint.read(text)


def test_a_journal_that_bears_every_checkpoint_out_agrees() -> None:
    seen = [point(1, 200), point(2, 350), point(3, 400)]

    assert disagreement(seen, room=ROOM, key=SIGNER.public, hash_at=hash_at(400)) is None  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("end", "key", "room", "said"),
    [
        (399, SIGNER.public, ROOM, "entry 400: the witness saw it, but the journal ends before it"),
        (400, OTHER.public, ROOM, "signed with another key"),
        (400, SIGNER.public, "b" * 64, "checkpoints of another room"),
    ],
)
def test_a_witness_that_saw_something_else_is_heard(
    end: int, key: str, room: str, said: str
) -> None:
    found = disagreement([point(1, 200), point(2, 400)], room=room, key=key, hash_at=hash_at(end))  # type: ignore[arg-type]

    assert said in str(found)


def test_a_chain_written_anew_is_named() -> None:
    other = replace(point(1, 200), hash="f" * 64)
    found = disagreement([SIGNER.signed(other)], room=ROOM, key=SIGNER.public, hash_at=hash_at(300))  # type: ignore[arg-type]

    assert "a different entry here: the chain was rewritten" in str(found)


def test_after_a_restore_what_it_gave_up_counts_no_more_and_the_rest_does() -> None:
    seen = [point(1, 200), point(2, 400), point(3, 203, CheckpointReason.RESTORED, replaces=200)]

    assert disagreement(seen, room=ROOM, key=SIGNER.public, hash_at=hash_at(203)) is None  # type: ignore[arg-type]
    gone = disagreement(seen, room=ROOM, key=SIGNER.public, hash_at=hash_at(199))  # type: ignore[arg-type]
    assert "entry 200" in str(gone)
