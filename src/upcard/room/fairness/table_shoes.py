"""Shoes at a table: committed, cut, dealt to the cut card, revealed. Numbers have no gaps."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from errno import EIO
from functools import lru_cache
from pathlib import Path
from typing import Final, Protocol

from upcard.cards import Card, Deck
from upcard.room.fairness.cuts import (
    CutClosed,
    CutConfirmed,
    CutEvent,
    CutOpened,
    CutSealed,
    CutStage,
    CutTyped,
    parts_after,
    stage_after,
)
from upcard.room.fairness.fair_shuffles import (
    PLAYERS_CUT,
    SEED_BYTES,
    WORD_CUT,
    Cut,
    CutPart,
    EntropyError,
    ShoeNumber,
    commitment,
    new_seed,
    shuffled_shoe,
)
from upcard.room.refusals import RoomRefusal, RoomRefused


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeState:
    """The shoe on a table. Its order is not here: it follows from the seed, which nobody reads."""

    number: int
    deck: Deck
    decks: int
    commitment: str
    cut_card: int
    """The number of cards before the cut card."""
    cut: str = ""
    """By the first algorithm: the word that the table brought; empty until the cut is taken."""
    dealt: int = 0
    algorithm: str = WORD_CUT
    parts: tuple[CutPart, ...] = ()
    """By the second algorithm: who gave what to the cut, in the order it was given."""
    stage: CutStage = CutStage.OPEN
    """How far the cut has come; the first algorithm knows no stages."""
    fault: str = ""
    """Why the table has stopped: the code of what is wrong with the seed; empty if nothing is."""

    @property
    def cards(self) -> int:
        """How many cards it had when it was shuffled."""
        return self.decks * len(self.deck.cards)

    @property
    def is_past_cut_card(self) -> bool:
        """Whether the cut card is out, so that the shoe ends with this round."""
        return self.dealt >= self.cut_card

    @property
    def is_cut(self) -> bool:
        """Whether the table has brought its part, so that cards may be dealt."""
        return bool(self.cut) or self.stage is CutStage.CONFIRMED

    @property
    def sealed(self) -> tuple[str, ...]:
        """Whose parts are sealed and not opened yet."""
        return tuple(part.who for part in self.parts if part.is_sealed)

    @property
    def from_screens(self) -> int:
        """How many parts came from the players' own screens."""
        return sum(bool(part.seal) for part in self.parts)

    @property
    def brought(self) -> Cut:
        """The players' part in the shuffle."""
        return self.cut if self.algorithm == WORD_CUT else self.parts


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
    """The table brought its word, by the first algorithm. Rooms of today record its parts."""

    table: str
    number: int
    cut: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeRevealed:
    """The shoe is over: its seed is revealed, and anybody can check every card."""

    table: str
    number: int
    seed: str
    cut: str
    dealt: int
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeAbandoned:
    """A supervisor threw a shoe away before its cut card came. Its seed is revealed, too."""

    table: str
    number: int
    dealt: int
    is_cut: bool
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeStopped:
    """The seed of the shoe is lost, or is not the one committed to: the table does not deal."""

    table: str
    number: int
    commitment: str
    code: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeResumed:
    """The seed of a stopped shoe is there again, and is the one committed to."""

    table: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeVoided:
    """A supervisor ended a shoe whose seed is lost or wrong. Nobody can verify it any more."""

    table: str
    number: int
    commitment: str
    dealt: int
    code: str
    """What was wrong with the seed."""
    reason: str
    by: str


ShoeEvent = (
    ShoeCommitted
    | ShoeCut
    | CutSealed
    | CutTyped
    | CutClosed
    | CutOpened
    | CutConfirmed
    | ShoeAbandoned
    | ShoeStopped
    | ShoeResumed
    | ShoeRevealed
    | ShoeVoided
)


def shoe_after(shoe: ShoeState | None, event: ShoeEvent) -> ShoeState | None:
    """The shoe on a table after *event*: the one fold, for the room and for its past."""
    if isinstance(event, ShoeCommitted):
        return ShoeState(
            number=event.number,
            deck=event.deck,
            decks=event.decks,
            cut_card=event.cut_card,
            commitment=event.commitment,
            algorithm=event.algorithm,
        )
    assert shoe is not None, f"{event} is about a shoe that was committed to"
    match event:
        case ShoeCut(cut=cut):
            return replace(shoe, cut=cut)
        case ShoeStopped(code=code):
            return replace(shoe, fault=code)
        case ShoeResumed():
            return replace(shoe, fault="")
        case ShoeAbandoned():
            return shoe
        case ShoeRevealed() | ShoeVoided():
            return None
        case _:
            return _after_cut(shoe, event)


def _after_cut(shoe: ShoeState, event: CutEvent) -> ShoeState:
    parts, stage = parts_after(shoe.parts, event), stage_after(shoe.stage, event)
    return replace(shoe, parts=parts, stage=stage)


class SeedRefused(RoomRefused):
    """A seed that may not become cards. The table stops; the others play on."""

    def __init__(self, code: RoomRefusal, table: str, number: int, what: str) -> None:
        self.table, self.number = table, number
        super().__init__(code, f"{table} has stopped: {what}")

    @property
    def short(self) -> str:
        """Which seed, and its code, as audits and copies say it."""
        return f"{self.table} shoe {self.number}: {self.code.value}"


class SeedVault(Protocol):
    """Where seeds are kept until their shoe is over, outside the database."""

    def put(self, shoe: ShoeNumber, seed: bytes) -> None:
        """Keep *seed*; a shoe's seed is put once."""

    def get(self, shoe: ShoeNumber) -> bytes:
        """The seed of a shoe that is on a table."""

    def check(self) -> None:
        """Keep something and read it back; an `OSError` if that cannot be done."""


class FileVault:
    """Seeds as files of their own, readable by the room's user alone."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, shoe: ShoeNumber, seed: bytes) -> None:
        """Written whole and synced to the disk before the commitment is published."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self._path(shoe)
        path.touch(mode=0o600, exist_ok=True)
        with path.open("wb") as file:
            file.write(seed)
            file.flush()
            os.fsync(file.fileno())
        folder = os.open(self._folder, os.O_RDONLY)
        try:
            os.fsync(folder)  # A file whose name is lost with the power is lost, too.
        finally:
            os.close(folder)

    def get(self, shoe: ShoeNumber) -> bytes:
        """The bytes of the file; of one that is too long, just enough to tell."""
        with self._path(shoe).open("rb") as file:
            return file.read(SEED_BYTES + 1)

    def check(self) -> None:
        """Write a file, read it and remove it."""
        path = self._folder / f"{secrets.token_hex(4)}.check"
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            path.write_text(path.name)
            if path.read_text() != path.name:
                raise OSError(EIO, "the file cannot be read back as it was written", str(path))
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
    try:
        seed = draw()
        vault.put(shoe, seed)
    except (OSError, EntropyError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise RoomRefused(
            RoomRefusal.SEED_NOT_KEPT, f"{shoe.table} cannot be shuffled: {why}"
        ) from error
    return ShoeCommitted(
        table=shoe.table,
        number=shoe.number,
        deck=deck,
        decks=decks,
        cut_card=cut_card,
        algorithm=PLAYERS_CUT,
        commitment=commitment(seed),
        by=by,
        reason=reason,
    )


VOID_IT: Final = "a supervisor must void the shoe (VOID SHOE); a technician checks the seed file"


def opened_seed(vault: SeedVault, table: str, shoe: ShoeState) -> bytes:
    """The seed of the shoe on a table, if it is there and the one that was committed to."""
    try:
        seed = vault.get(ShoeNumber(table=table, number=shoe.number))
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise SeedRefused(
            RoomRefusal.SEED_MISSING,
            table,
            shoe.number,
            f"the seed of shoe {shoe.number} cannot be read ({why}); {VOID_IT}",
        ) from error
    return checked_seed(seed, table, shoe)


def checked_seed(seed: bytes, table: str, shoe: ShoeState) -> bytes:
    """*seed*, if its hash is what was published before the cut; every use comes through here."""
    if commitment(seed) != shoe.commitment:
        raise SeedRefused(
            RoomRefusal.SEED_DIFFERS,
            table,
            shoe.number,
            f"the seed of shoe {shoe.number} does not match its commitment; {VOID_IT}",
        )
    return seed


def order_of(vault: SeedVault, table: str, shoe: ShoeState) -> tuple[Card, ...]:
    """The order of the shoe on a table. Only dealing asks for it; no view, no route does."""
    return order_from(opened_seed(vault, table, shoe), table, shoe)


def order_from(seed: bytes, table: str, shoe: ShoeState) -> tuple[Card, ...]:
    """The one place where a seed becomes cards: never one that was not committed to."""
    number = ShoeNumber(table=table, number=shoe.number)
    seed = checked_seed(seed, table, shoe)
    return _order(seed, number, shoe.brought, shoe.deck, shoe.decks)


@lru_cache(maxsize=64)
def _order(seed: bytes, shoe: ShoeNumber, cut: Cut, deck: Deck, decks: int) -> tuple[Card, ...]:
    """Worked out once for the shoes on the tables: every card that is dealt asks for it."""
    return tuple(shuffled_shoe(seed, shoe, cut, deck, decks))


def revealed(
    vault: SeedVault, table: str, shoe: ShoeState, *, by: str, reason: str
) -> ShoeRevealed:
    """The end of a shoe, also of one that was abandoned."""
    return ShoeRevealed(
        table=table,
        number=shoe.number,
        seed=opened_seed(vault, table, shoe).hex(),
        cut=shoe.cut,
        dealt=shoe.dealt,
        reason=reason,
        by=by,
    )
