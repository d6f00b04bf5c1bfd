"""What has happened at the tables: set up, opened, played at, closed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from upcard.cards import Card
from upcard.money import Cents
from upcard.table.events import Event as TableEvent
from upcard.table.games import CardSource


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSpec:
    """What a table plays: chosen when it is set up, checked against the rules."""

    table: str
    rules: str
    """A catalogue game, or rules that were approved in this room."""
    decks: int
    pack: str | None
    paytables: tuple[tuple[str, str], ...] = ()
    cut_card: int = 0
    """The number of cards before the cut card; 0 where people deal real cards."""
    cards: CardSource = CardSource.DIGITAL
    """How its cards come."""
    is_machine_shuffled: bool = False
    """Whether real cards go back into a shuffling machine after each round, not to the rack."""


@dataclass(frozen=True, slots=True)
class TableAdded:
    """A table was set up."""

    spec: TableSpec
    fingerprint: str
    """Of the rules it plays."""
    by: str
    approved_by: str
    rules_text: str = ""
    """The resolved rules it plays; empty in records of version 0.2 and earlier."""


@dataclass(frozen=True, slots=True)
class TableChanged:
    """A table plays other rules, or other choices of them, from its next round on."""

    spec: TableSpec
    before: TableSpec
    fingerprint: str
    by: str
    approved_by: str
    rules_text: str = ""
    """The resolved rules it plays; empty in records of version 0.2 and earlier."""

    @property
    def table(self) -> str:
        """The table it is about."""
        return self.spec.table


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A dealer stands at the table."""

    table: str
    dealer: str
    by: str
    checks: tuple[str, ...] = ()
    """The checks that passed before."""


@dataclass(frozen=True, slots=True)
class DealerChanged:
    """Another dealer took over; the table stayed open."""

    table: str
    dealer: str
    by: str


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table is closed."""

    table: str
    by: str


@dataclass(frozen=True, slots=True)
class RoundOpened:
    """A round begins: wagers may be placed."""

    table: str
    number: int
    day: date | None
    fingerprint: str
    """The version of the rules the round is played by."""


@dataclass(frozen=True, slots=True)
class KeyPressed:
    """Somebody pressed a key of the table; its events follow."""

    table: str
    by: str


@dataclass(frozen=True, slots=True)
class TableHappened:
    """Something happened in the round on a table."""

    table: str
    event: TableEvent
    is_hidden: bool = False
    """Whether its card is the hole card, which is not recorded before it is shown."""


@dataclass(frozen=True, slots=True)
class HoleRevealed:
    """The hole card, recorded when it was shown to the table."""

    table: str
    card: Card


@dataclass(frozen=True, slots=True)
class SteppedBack:
    """The last key was taken back, because nothing irreversible had happened."""

    table: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardCorrected:
    """A supervisor said what a misread card is; the round was played again from it on."""

    table: str
    place: int
    """Which card of the round it is, from 1 on."""
    kept: int
    """How much of what had happened in the round stands; the rest follows anew."""
    was: Card
    card: Card
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundVoided:
    """A supervisor ended a round; every wager still in play goes back to its player."""

    table: str
    number: int
    returned: Cents
    reason: str
    by: str
