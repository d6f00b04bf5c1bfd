"""Shoes at a table: committed, cut, dealt to the cut card, revealed. Numbers have no gaps."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from errno import EIO
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from upcard.cards import Card, Deck
from upcard.room.shuffling import ALGORITHM, ShoeNumber, commitment, new_seed, shuffled_shoe


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeState:
    """The shoe on a table. Its order is not here: it follows from the seed, which nobody reads."""

    number: int
    deck: Deck
    decks: int
    commitment: str
    cut_card: int
    """How many cards lie before the cut card."""
    cut: str = ""
    """What the table brought to the shuffle; empty until the cut is taken."""
    dealt: int = 0

    @property
    def is_past_cut_card(self) -> bool:
        """Whether the cut card is out, so that the shoe ends with this round."""
        return self.dealt >= self.cut_card


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeCommitted:
    """A seed was drawn, and its hash published, before anybody at the table took a cut."""

    table: str
    number: int
    deck: Deck
    decks: int
    cut_card: int
    algorithm: str
    commitment: str
    by: str
    reason: str
    """Why it was shuffled: the cut card came, or somebody ordered it."""


@dataclass(frozen=True, slots=True)
class ShoeCut:
    """The table brought its part: a cut position, or a word typed there."""

    table: str
    number: int
    cut: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeRevealed:
    """The shoe is over: its seed is told, and anybody can check every card that came."""

    table: str
    number: int
    seed: str
    cut: str
    dealt: int
    reason: str
    by: str


class SeedVault(Protocol):
    """Where seeds lie until their shoe is over: not in the database."""

    def put(self, shoe: ShoeNumber, seed: bytes) -> None:
        """Keep *seed*; a shoe's seed is put once."""

    def get(self, shoe: ShoeNumber) -> bytes:
        """The seed of a shoe that is on a table."""

    def check(self) -> None:
        """Keep something and read it back; an `OSError` if that cannot be done."""


class FileVault:
    """Seeds as files of their own, readable by the room's user alone."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._folder = folder

    def put(self, shoe: ShoeNumber, seed: bytes) -> None:
        """Written whole and synced to the disk before the commitment is published."""
        path = self._path(shoe)
        path.touch(mode=0o600, exist_ok=True)
        with path.open("wb") as file:
            file.write(seed)
            file.flush()
            os.fsync(file.fileno())

    def get(self, shoe: ShoeNumber) -> bytes:
        """The bytes of the file."""
        return self._path(shoe).read_bytes()

    def check(self) -> None:
        """Write a file, read it and remove it."""
        path = self._folder / f"{secrets.token_hex(4)}.check"
        try:
            path.write_text(path.name)
            if path.read_text() != path.name:
                raise OSError(EIO, "what was written is not what is read", str(path))
        finally:
            path.unlink(missing_ok=True)

    def _path(self, shoe: ShoeNumber) -> Path:
        return self._folder / f"{shoe.table}-{shoe.number}.seed"


def committed(
    vault: SeedVault,
    shoe: ShoeNumber,
    *,
    deck: Deck,
    decks: int,
    cut_card: int,
    by: str,
    reason: str,
    draw: Callable[[], bytes] = new_seed,
) -> ShoeCommitted:
    """A new shoe: its seed in the vault, its commitment for everybody."""
    seed = draw()
    vault.put(shoe, seed)
    return ShoeCommitted(
        table=shoe.table,
        number=shoe.number,
        deck=deck,
        decks=decks,
        cut_card=cut_card,
        algorithm=ALGORITHM,
        commitment=commitment(seed),
        by=by,
        reason=reason,
    )


def order_of(vault: SeedVault, table: str, shoe: ShoeState) -> tuple[Card, ...]:
    """The order of the shoe on a table. Only dealing asks for it; no view, no route does."""
    number = ShoeNumber(table=table, number=shoe.number)
    return _order(vault.get(number), number, shoe.cut, shoe.deck, shoe.decks)


@lru_cache(maxsize=64)
def _order(seed: bytes, shoe: ShoeNumber, cut: str, deck: Deck, decks: int) -> tuple[Card, ...]:
    """Worked out once for the shoes on the tables: every card that is dealt asks for it."""
    return tuple(shuffled_shoe(seed, shoe, cut, deck, decks))


def revealed(
    vault: SeedVault, table: str, shoe: ShoeState, *, by: str, reason: str
) -> ShoeRevealed:
    """The end of a shoe, also of one that was abandoned."""
    seed = vault.get(ShoeNumber(table=table, number=shoe.number))
    return ShoeRevealed(
        table=table,
        number=shoe.number,
        seed=seed.hex(),
        cut=shoe.cut,
        dealt=shoe.dealt,
        reason=reason,
        by=by,
    )
