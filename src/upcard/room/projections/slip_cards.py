"""The cards of a win page: those that were dealt, or those that a supervisor keyed."""

from __future__ import annotations

from typing import Final

from upcard.jackpot import Person
from upcard.journal.entries import Name
from upcard.room.projections.notebooks import Data, FactChange, Notebook
from upcard.room.table_states import TableState
from upcard.table.events import AwardVerified
from upcard.table.rounds import Round

VERIFIED: Final = "verified"
"""Who pressed CONFIRM for an award at a hand-dealt table, and when."""


def note_confirm(book: Notebook, change: FactChange, table: str, event: AwardVerified) -> None:
    """CONFIRM at a hand-dealt table; the last one counts."""
    member = change.after.staff.get(change.by)
    by = str(Person(member.name, member.role.value)) if member else change.by
    name = _name(change.after.tables[table], event.spot, event.wager)
    book.put(name, change, {"at": change.at, "by": by})


def cards_on_page(book: Notebook, table: TableState, round_: Round, spot: int, wager: str) -> Data:
    """The cards that a win page shows, and at a hand-dealt table who pressed CONFIRM."""
    if round_.game.knows_cards:
        return _dealt(round_, spot)
    found = [one for one in round_.awards if (one.spot, one.wager) == (spot, wager)]
    verified = book.get(_name(table, spot, wager)) or {}
    return {
        "player_cards": [card.text for one in found for card in one.player],
        "dealer_cards": [card.text for one in found for card in one.dealer],
        "verified": {"at": verified.get("at", ""), "by": verified.get("by", "")},
    }


def _dealt(round_: Round, spot: int) -> Data:
    """The cards of a spot, and the dealer's face-up cards."""
    dealer = round_.dealer if round_.is_hole_shown else round_.dealer[:1]
    return {
        "player_cards": [card.text for card in round_.cards_dealt_to(spot)],
        "dealer_cards": [card.text for card in dealer],
    }


def _name(table: TableState, spot: int, wager: str) -> Name:
    return Name(VERIFIED, f"{table.round_id} {wager}", spot)
