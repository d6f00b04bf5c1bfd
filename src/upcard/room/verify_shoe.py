#!/usr/bin/env python3
"""Verify a shoe that Upcard dealt, with nothing of Upcard: python verify_shoe.py shoe.json.

The file is what the room publishes after a shoe:
{"algorithm": "upcard-shuffle-1", "table": "...", "shoe": 12, "deck": "pontoon", "decks": 6,
 "commitment": "hex", "cut": "...", "seed": "hex", "dealt": ["As", "9d", ...]}
The commitment was shown before the cut. This script checks that the seed is the one committed to,
makes the order of the shoe again, and checks that the cards dealt came in that order.
Standard library only.
"""

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

RANKS, SUITS = "A23456789TJQK", "shdc"
CONSTANTS = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)
QUARTERS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
            (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))  # fmt: skip


def rotate(word: int, bits: int) -> int:
    """A 32-bit word turned left."""
    return ((word << bits) | (word >> (32 - bits))) & 0xFFFFFFFF


def chacha20_block(key: bytes, counter: int) -> list[int]:
    """The words of one block of ChaCha20 (RFC 8439) with an empty nonce."""
    start = [*CONSTANTS, *words_of(key), counter & 0xFFFFFFFF, counter >> 32, 0, 0]
    state = list(start)
    for _ in range(10):
        for a, b, c, d in QUARTERS:
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


def order_of(shoe: dict[str, Any]) -> list[str]:
    """The order of the shoe, from its seed and its cut."""
    parts = (shoe["algorithm"], shoe["table"], str(shoe["shoe"]), shoe["cut"])
    message = b"".join(len(p.encode()).to_bytes(4, "big") + p.encode() for p in parts)
    words = stream(hmac.digest(bytes.fromhex(shoe["seed"]), message, "sha256"))
    deck = [r + s for s in SUITS for r in RANKS if shoe["deck"] != "pontoon" or r != "T"]
    cards = [card for card in deck for _ in range(shoe["decks"])]
    for last in range(len(cards) - 1, 0, -1):
        chosen = below(last + 1, words)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return cards


def problems(shoe: dict[str, Any]) -> list[str]:
    """Everything that is wrong with a published shoe."""
    if shoe["algorithm"] != "upcard-shuffle-1":
        return [f"algorithm is {shoe['algorithm']!r}: this script knows upcard-shuffle-1"]
    found = []
    if hashlib.sha256(bytes.fromhex(shoe["seed"])).hexdigest() != shoe["commitment"]:
        found.append("the seed is not the one that was committed to")
    if not shoe["cut"]:
        found.append("no cut was taken at the table: nothing from outside went into the order")
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
    if len(sys.argv) != 2:
        print("usage: python verify_shoe.py shoe.json")
        return 2
    shoe = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    found = problems(shoe)
    for problem in found:
        print(f"BAD  {problem}")
    if not found:
        print(f"ok   shoe {shoe['shoe']} of {shoe['table']}: {len(shoe['dealt'])} cards as fixed")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
