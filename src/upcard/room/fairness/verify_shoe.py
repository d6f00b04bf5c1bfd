#!/usr/bin/env python3
"""Verify a shoe that Upcard dealt, with nothing of Upcard: python verify_shoe.py shoe.json.

The file is what the room publishes after a shoe (GET /api/shoes/TABLE/NUMBER):
{"algorithm": "upcard-shuffle-2", "table": "...", "shoe": 12, "deck": "pontoon", "decks": 6,
 "commitment": "hex", "seed": "hex", "dealt": ["As", "9d", ...],
 "parts": [{"who": "spot 3", "cut": "113 tulip", "salt": "hex", "seal": "hex"}, ...]}
or, of the first algorithm, "upcard-shuffle-1" with one word as "cut" in place of the parts.
The commitment was shown before the cut, a seal before its word. This script checks that the seed
and the words are the ones that were fixed, makes the order of the shoe again, and checks that the
cards came in that order. A second argument is the commitment that you saw, or how it begins.
Standard library only.
"""

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ALGORITHMS, SEAL = ("upcard-shuffle-1", "upcard-shuffle-2"), "upcard-seal-1"
RANKS, SUITS = "A23456789TJQK", "shdc"
CONSTANTS = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)
COLUMNS = (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)
DIAGONALS = (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)


def rotate(word: int, bits: int) -> int:
    """A 32-bit word turned left."""
    return ((word << bits) | (word >> (32 - bits))) & 0xFFFFFFFF


def chacha20_block(key: bytes, counter: int) -> list[int]:
    """The words of one block of ChaCha20 (RFC 8439) with an empty nonce."""
    start = [*CONSTANTS, *words_of(key), counter & 0xFFFFFFFF, counter >> 32, 0, 0]
    state = list(start)
    for _ in range(10):
        for a, b, c, d in COLUMNS + DIAGONALS:
            state[a] = (state[a] + state[b]) & 0xFFFFFFFF
            state[d] = rotate(state[d] ^ state[a], 16)
            state[c] = (state[c] + state[d]) & 0xFFFFFFFF
            state[b] = rotate(state[b] ^ state[c], 12)
            state[a] = (state[a] + state[b]) & 0xFFFFFFFF
            state[d] = rotate(state[d] ^ state[a], 8)
            state[c] = (state[c] + state[d]) & 0xFFFFFFFF
            state[b] = rotate(state[b] ^ state[c], 7)
    return [(one + two) & 0xFFFFFFFF for one, two in zip(state, start, strict=True)]


def words_of(data: bytes) -> list[int]:
    """Bytes as little-endian 32-bit words."""
    return [int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4)]


def stream(key: bytes) -> Iterator[int]:
    """ChaCha20's words, block after block."""
    counter = 0
    while True:
        yield from chacha20_block(key, counter)
        counter += 1


def below(bound: int, words: Iterator[int]) -> int:
    """A number under bound, by throwing away what is too large."""
    bits = (bound - 1).bit_length()
    while True:
        number = next(words) >> (32 - bits)
        if number < bound:
            return number


def message(*fields: object) -> bytes:
    """Fields as bytes, each with its length before it."""
    texts = [str(field).encode() for field in fields]
    return b"".join(len(text).to_bytes(4, "big") + text for text in texts)


Shoe = dict[str, Any]
"""A shoe as it is published, as JSON brings it."""


def order_of(shoe: Shoe) -> list[str]:
    """The order of the shoe, from its seed and its cut."""
    words = [shoe.get("cut", "")]
    if shoe["algorithm"] == ALGORITHMS[1]:
        words = [field for part in shoe["parts"] for field in map(part.get, ("who", "cut", "salt"))]
    fixed = message(shoe["algorithm"], shoe["table"], shoe["shoe"], *words)
    stream_ = stream(hmac.digest(bytes.fromhex(shoe["seed"]), fixed, "sha256"))
    deck = [r + s for s in SUITS for r in RANKS if shoe["deck"] != "pontoon" or r != "T"]
    cards = [card for card in deck for _ in range(shoe["decks"])]
    for last in range(len(cards) - 1, 0, -1):
        chosen = below(last + 1, stream_)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return cards


def cut_problems(shoe: Shoe) -> Iterator[str]:
    """What is wrong with the cut of a shoe that was dealt from."""
    parts = shoe.get("parts", [])
    if shoe["dealt"] and not shoe.get("cut") and not parts:
        yield "no cut was taken at the table: nothing from outside went into the order"
    # Of a shoe that was thrown away before a card was dealt, a word may never have been opened.
    for part in (part for part in parts if part["seal"] and (part["cut"] or shoe["dealt"])):
        said = (part["who"], part["cut"], part["salt"])
        sealed = message(SEAL, shoe["commitment"], shoe["table"], shoe["shoe"], *said)
        if hashlib.sha256(sealed).hexdigest() != part["seal"]:
            yield f"what {part['who']} said is not what it sealed"


def problems(shoe: Shoe, seen: str = "") -> list[str]:
    """Everything that is wrong with a published shoe."""
    if shoe["algorithm"] not in ALGORITHMS:
        return [f"algorithm is {shoe['algorithm']!r}: this script knows {', '.join(ALGORITHMS)}"]
    found = []
    if hashlib.sha256(bytes.fromhex(shoe["seed"])).hexdigest() != shoe["commitment"]:
        found.append("the seed is not the one that was committed to")
    if not shoe["commitment"].startswith(seen.replace(" ", "").lower()):
        found.append(f"the commitment is {shoe['commitment']}: you saw {seen}")
    found += cut_problems(shoe)
    order = order_of(shoe)
    for place, (dealt, fixed) in enumerate(zip(shoe["dealt"], order, strict=False), start=1):
        if dealt != fixed:
            found.append(f"card {place} was dealt as {dealt}: the shoe fixed {fixed}")
            break
    if len(shoe["dealt"]) > len(order):
        found.append(f"{len(shoe['dealt'])} cards were dealt from a shoe of {len(order)}")
    return found


def main() -> int:
    """Check the file named, say what was found."""
    if len(sys.argv) not in (2, 3):
        print("usage: python verify_shoe.py shoe.json [COMMITMENT]")
        return 2
    shoe = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    found = problems(shoe, *sys.argv[2:])
    for problem in found:
        print(f"BAD  {problem}")
    if not found:
        print(f"ok   shoe {shoe['shoe']} of {shoe['table']}: {len(shoe['dealt'])} cards as fixed")
    if not any(part["seal"] for part in shoe.get("parts", [])):
        print("note no word came from a player's screen: the house alone chose the order")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
