"""Words and draws as the shuffle takes them, and bad ones that the battery must find."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import Final

import numpy as np
import numpy.typing as npt
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20

from upcard.room.fairness.fair_shuffles import (
    CutPart,
    ShoeNumber,
    below,
    keystream_words,
    new_seed,
    shoe_key,
)

IS_FULL: Final = os.environ.get("UPCARD_RANDOMNESS") == "full"
"""Ten million draws and a million shuffles of each shoe, from fresh seeds; else a few."""
DRAWS: Final = 10_000_000 if IS_FULL else 400_000
SHUFFLES: Final = 1_000_000 if IS_FULL else 20_000
WORDS_PER_SHOE: Final = 1024
"""More than any shoe of eight decks takes, with what is thrown away."""
CARDS: Final = 52

Words = npt.NDArray[np.uint32]
Draws = npt.NDArray[np.int64]
Seeds = Callable[[int], bytes]


def fixed_seed(number: int) -> bytes:
    """The same seed in every run, so that a run without the option never fails by chance."""
    return hashlib.sha256(f"a seed of the battery, {number}".encode()).digest()


def fresh_seed(_: int) -> bytes:
    """A seed as a table gets it."""
    return new_seed()


def key_of_shoe(number: int, seeds: Seeds) -> bytes:
    """The key of a shoe that two people have cut, as the room makes it."""
    screen = CutPart(who="spot 3", cut="113 tulip", salt="0f" * 16)
    parts = (screen, CutPart(who="dealer", cut="17 rose"))
    return shoe_key(seeds(number), ShoeNumber(table="table-1", number=number), parts)


def words_of_shoe(number: int, seeds: Seeds, count: int = WORDS_PER_SHOE) -> Words:
    """The first words of a shoe's key stream, many at once: a test holds them to the real ones."""
    cipher = Cipher(ChaCha20(key_of_shoe(number, seeds), bytes(16)), mode=None).encryptor()
    return np.frombuffer(cipher.update(bytes(4 * count)), dtype="<u4").astype(np.uint32)


def words_of_shoes(count: int, seeds: Seeds) -> Words:
    """*count* words from as many shoes as that takes."""
    shoes = -(-count // WORDS_PER_SHOE)
    return np.concatenate([words_of_shoe(number, seeds) for number in range(shoes)])[:count]


def draws_of_shoes(count: int, seeds: Seeds, bound: int = CARDS) -> Draws:
    """*count* numbers below *bound* by the shuffle's own sampler, on its own key streams."""
    streams = (
        islice(keystream_words(key_of_shoe(number, seeds)), WORDS_PER_SHOE)
        for number in range(2 * count)
    )
    words = chain.from_iterable(streams)
    return np.fromiter((below(bound, words) for _ in range(count)), dtype=np.int64, count=count)


def folded(words: Words) -> Draws:
    """Draws by remainder: ranks that come first are likelier."""
    return (words >> 26).astype(np.int64) % CARDS


def scaled(words: Words) -> Draws:
    """Draws by the highest bits, evenly enough for 32 bits."""
    return (words.astype(np.uint64) * CARDS >> np.uint64(32)).astype(np.int64)


def randu(count: int) -> Words:
    """IBM's generator of the sixties: three words in a row lie in few planes."""
    state, found = 1, []
    for _ in range(count):
        state = (65539 * state) & 0x7FFFFFFF
        found.append(state << 1)
    return np.array(found, dtype=np.uint32)


def sticky(words: Words) -> Words:
    """Every tenth word is the one before it again."""
    found = words.copy()
    found[10::10] = found[9:-1:10]
    return found


def few_days(words: Words) -> Words:
    """Words whose upper half takes only some values: birthdays meet too often."""
    return words & np.uint32(0xFFFC00FF)


def weak_bit(words: Words) -> Words:
    """The lowest bit is 0 a little more often than 1."""
    weak = words.copy()
    weak[::50] &= np.uint32(0xFFFFFFFE)
    return weak


def climbing(words: Words) -> Words:
    """Pairs of words are in rising order one time in fifty more than they should be."""
    found = words.copy()
    pairs = found[: len(found) // 2 * 2].reshape(-1, 2)
    pairs[::25].sort(axis=1)
    return found


def real_words(count: int) -> Iterator[int]:
    """The words of the first shoe as the shuffle itself takes them."""
    return islice(keystream_words(key_of_shoe(0, fixed_seed)), count)
