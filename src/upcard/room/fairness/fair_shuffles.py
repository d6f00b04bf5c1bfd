"""The fair shuffle: a commitment before the shoe, and a proof after it."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeVar

from upcard.cards import Card, Deck

WORD_CUT: Final = "upcard-shuffle-1"
"""The first algorithm: one word, typed by the house. Shoes of old rooms still verify by it."""
PLAYERS_CUT: Final = "upcard-shuffle-2"
"""The algorithm of today: parts of the cut from several people, each with its salt."""
SEAL: Final = "upcard-seal-1"
SEED_BYTES: Final = 32
WORD_BITS: Final = 32

Item = TypeVar("Item")


class EntropyError(RuntimeError):
    """The operating system's randomness does not look random: nothing may be dealt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeNumber:
    """Which shoe: its table, and its number there. Numbers have no gaps."""

    table: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CutPart:
    """One part of the cut, from a screen or said aloud."""

    who: str
    """Like "spot 3", "table screen", "dealer", "dealer for spot 3"."""
    seal: str = ""
    """From a screen: the hash that fixed its part before anybody could read it."""
    cut: str = ""
    """A position and a word, like "113 tulip"; empty while the part is sealed."""
    salt: str = ""
    """From a screen: what made the seal impossible to guess, in hex."""
    at: str = ""
    """When it was given."""
    by: str = ""
    """The badge that typed it; empty where a screen gave it."""

    @property
    def is_sealed(self) -> bool:
        """Whether only its screen knows it yet."""
        return bool(self.seal) and not self.cut


Cut = str | tuple[CutPart, ...]
"""The cut: a word in the first algorithm, parts in the second."""


def new_seed(read: Callable[[int], bytes] = secrets.token_bytes) -> bytes:
    """
    32 bytes from the operating system, after a look whether its source is alive.

    The look cannot prove randomness; it finds a source that is stuck or repeats itself.
    """
    seed, other = read(SEED_BYTES), read(SEED_BYTES)
    bits = sum(byte.bit_count() for byte in seed)
    if len(seed) != SEED_BYTES or seed == other or not 64 <= bits <= 192:
        raise EntropyError(
            "the entropy source repeats or is stuck: the table cannot deal, call a technician"
        )
    return seed


def commitment(seed: bytes) -> str:
    """What is published before the cut: a hash that fixes the seed without telling it."""
    return hashlib.sha256(seed).hexdigest()


def shuffled_shoe(
    seed: bytes, shoe: ShoeNumber, cut: Cut, deck: Deck, decks: int
) -> tuple[Card, ...]:
    """
    The order of a shoe: fixed by the seed, which shoe it is, and the cut taken at the table.

    >>> shoe = ShoeNumber(table="table-1", number=1)
    >>> order = shuffled_shoe(bytes(32), shoe, "17", Deck.PONTOON, 6)
    >>> len(order), order == shuffled_shoe(bytes(32), shoe, "18", Deck.PONTOON, 6)
    (288, False)
    """
    cards = [card for card in deck.cards for _ in range(decks)]
    return tuple(shuffled(cards, keystream_words(shoe_key(seed, shoe, cut))))


def shoe_key(seed: bytes, shoe: ShoeNumber, cut: Cut) -> bytes:
    """
    A key that nobody can steer: the seed is fixed before the cut.

    Sealed parts are fixed before any of them can be read, so one honest screen is enough.
    """
    if isinstance(cut, str):
        fields = [WORD_CUT, shoe.table, str(shoe.number), cut]
    else:
        given = [field for part in cut for field in (part.who, part.cut, part.salt)]
        fields = [PLAYERS_CUT, shoe.table, str(shoe.number), *given]
    return hmac.digest(seed, message_of(fields), "sha256")


def seal_of(seed_commitment: str, shoe: ShoeNumber, part: CutPart) -> str:
    """
    The seal of a part: it fixes who gives what to which shoe, and tells nothing of it.

    The commitment is in it, so a screen that seals has seen the commitment; *who* is in it, so
    nobody can hand in somebody else's seal as their own.
    """
    fields = [SEAL, seed_commitment, shoe.table, str(shoe.number), part.who, part.cut, part.salt]
    return hashlib.sha256(message_of(fields)).hexdigest()


def message_of(fields: Iterable[str]) -> bytes:
    """*fields*, each with its length before it: no two lists of fields make one message."""
    texts = [field.encode() for field in fields]
    return b"".join(len(text).to_bytes(4, "big") + text for text in texts)


def keystream_words(key: bytes) -> Iterator[int]:
    """ChaCha20's stream as 32-bit words, little-endian, from counter 0 and an empty nonce."""
    # Imported here, because reading a room's records needs no cipher.
    from cryptography.hazmat.primitives.ciphers import Cipher
    from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20

    cipher = Cipher(ChaCha20(key, bytes(16)), mode=None).encryptor()
    while True:
        block = cipher.update(bytes(1024))
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "little")


def below(bound: int, words: Iterator[int]) -> int:
    """
    A whole number under *bound*, each as likely as any other.

    The highest bits of a word that suffice for *bound* are taken; a number that is too large is
    thrown away, never folded back: folding would make small numbers likelier.
    """
    bits = (bound - 1).bit_length()
    while True:
        number = next(words) >> (WORD_BITS - bits)
        if number < bound:
            return number


def shuffled(items: list[Item], words: Iterator[int]) -> list[Item]:
    """*items* in random order, by Fisher and Yates: each of all orders is equally likely."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(last + 1, words)
        order[last], order[chosen] = order[chosen], order[last]
    return order
