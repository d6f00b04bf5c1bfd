"""What the set-up page shows and asks, field by field: the pages get these types in `types.ts`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from upcard.money import Cents
from upcard.plain import JsonObject
from upcard.table.games import CardSource


class DecksChoice(TypedDict):
    """A number of decks that a game allows."""

    count: int
    cut_card: int
    """Where the cut card usually is, in a shoe of the system's own."""
    packs: Sequence[str]
    """The packs that a table with so many decks may offer, the default first."""


class PaytableChoice(TypedDict):
    """A paytable that a wager may have, and for how many decks."""

    name: str
    decks: Sequence[int]


class WagerChoice(TypedDict):
    """A side wager or progressive that a game offers."""

    name: str
    title: str
    is_progressive: bool
    packs: Sequence[str]
    """The packs that it is in; none where it is offered with each."""
    paytable: str
    """The default."""
    paytables: Sequence[PaytableChoice]


class GameChoice(TypedDict):
    """A game that a table may play."""

    name: str
    title: str
    is_approved: bool
    """Whether two people approved it in this room; else it is the catalogue's."""
    decks: Sequence[DecksChoice]
    decks_default: int
    wagers: Sequence[WagerChoice]


class TableProgressive(TypedDict):
    """A progressive wager that a table offers, and the progressive that it is on."""

    wager: str
    title: str
    paytable: str
    levels: Sequence[str]
    progressive: str
    """Empty where it is on none."""


class SetupTable(TypedDict):
    """A table, and what it is set to."""

    table: str
    title: str
    rules: str
    decks: int
    pack: str | None
    paytables: Mapping[str, str]
    cut_card: int
    cards: CardSource
    is_machine_shuffled: bool
    is_open: bool
    progressives: Sequence[TableProgressive]
    """What it offers from a meter; none where its rules cannot be read."""


class SetupLevel(TypedDict):
    """A level of a progressive, and what is set for it."""

    name: str
    seed: Cents
    limit: Cents | None
    executive_from: Cents | None
    cards_from: Cents | None


class SetupProgressive(TypedDict):
    """A progressive, and what it is set to."""

    name: str
    title: str
    wager: str
    paytable: str
    tables: Sequence[str]
    award_lock: str
    contribution: str
    """In per cent of the wager, over all levels."""
    reserve: str
    levels: Sequence[SetupLevel]
    is_in_play: bool
    holds: Cents
    """What its levels hold for players, in play or not."""


class SetupRecord(TypedDict):
    """Everything that the set-up page shows."""

    version: int
    approved_only: bool
    """Whether the room's tables play rules that were approved here, and no others."""
    games: Sequence[GameChoice]
    card_sources: Sequence[CardSource]
    tables: Sequence[SetupTable]
    progressives: Sequence[SetupProgressive]
    shifts: Sequence[int]
    """The hours at which shifts begin, in UTC."""


class DraftedWish(TypedDict):
    """The order that opens or changes a progressive, and what is unwise about it."""

    wish: JsonObject
    warnings: Sequence[str]
