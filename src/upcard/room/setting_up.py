"""Tables and links: set up, opened, closed, and which tables may share a progressive."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from upcard.jackpot import Parameters
from upcard.odds import LinkTable, link_refusals
from upcard.room.happenings import Happenings
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.roles import Role
from upcard.room.staff import Member, member_with
from upcard.room.state import (
    DealerChanged,
    Link,
    TableAdded,
    TableClosed,
    TableOpened,
    TableSpec,
    TableState,
)

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
ROUND_CARDS_MAX: Final = 70
"""More cards than any round of seven spots takes in practice: the cut card leaves as many."""


def add_table(happenings: Happenings, spec: TableSpec, by: Member, approved_by: Member) -> None:
    """Set a table up; the rules say what it may choose."""
    if spec.table in happenings.state.tables:
        raise RoomRefused(RoomRefusal.TABLE_EXISTS, f"{spec.table} is in the room already")
    if not _NAME.fullmatch(spec.table):
        raise RoomRefused(
            RoomRefusal.TABLE_NAME_NOT_ALLOWED,
            f"table is {spec.table!r}: write small letters, digits and hyphens",
        )
    game = spec.game_on(None)
    most = game.decks * len(game.rules.deck.cards) - ROUND_CARDS_MAX
    if not 1 <= spec.cut_card <= most:
        raise RoomRefused(
            RoomRefusal.CUT_CARD_NOT_ALLOWED,
            f"the cut card is after {spec.cut_card} cards: write 1 to {most}, so that a round "
            "can be finished after it",
        )
    happenings.add(TableAdded(spec, by.badge, approved_by.badge))


def open_table(happenings: Happenings, name: str, dealer: str, by: Member) -> None:
    """A dealer at a table that was closed."""
    table = happenings.table(name)
    if table.is_open:
        raise RoomRefused(
            RoomRefusal.TABLE_IS_OPEN, f"{name} is open with dealer {table.dealer}: close it first"
        )
    happenings.add(TableOpened(name, _dealer(happenings, dealer), by.badge))


def change_dealer(happenings: Happenings, name: str, dealer: str, by: Member) -> None:
    """A shift change: the table stays open, a round on it goes on."""
    _open_one(happenings, name)
    happenings.add(DealerChanged(name, _dealer(happenings, dealer), by.badge))


def close_table(happenings: Happenings, name: str, by: Member) -> None:
    """Nobody at the table any more; a round must be over first."""
    table = _open_one(happenings, name)
    if table.round is not None and table.round.wagers:
        raise RoomRefused(
            RoomRefusal.ROUND_IS_OPEN, f"a round is open on {name}: finish it, then close"
        )
    happenings.add(TableClosed(name, by.badge))


def _open_one(happenings: Happenings, name: str) -> TableState:
    table = happenings.table(name)
    if not table.is_open:
        raise RoomRefused(RoomRefusal.TABLE_IS_CLOSED, f"{name} is closed")
    return table


def _dealer(happenings: Happenings, badge: str) -> str:
    member = member_with(happenings.state.staff, badge)
    if member.role not in (Role.DEALER, Role.SUPERVISOR):
        raise RoomRefused(
            RoomRefusal.NOT_A_DEALER, f"{member.name} is {member.role}: a dealer deals"
        )
    return badge


def check_link(happenings: Happenings, link: Link, parameters: Parameters) -> None:
    """
    Refuse a link of tables that may not share a jackpot, naming the field that differs.

    Same paytable, same decks, exactly the same probability of each meter award (S3; WAC 685).
    """
    if link.progressive != parameters.name or not link.tables:
        raise RoomRefused(
            RoomRefusal.LINK_NOT_ALLOWED,
            f"the link names {link.progressive!r} with {len(link.tables)} tables: it needs the "
            f"progressive {parameters.name!r} and at least one table",
        )
    tables = [_link_table(happenings, name, link) for name in link.tables]
    for here, there in pairwise(tables):
        for refusal in link_refusals(here, there):
            raise RoomRefused(
                RoomRefusal.LINK_NOT_ALLOWED,
                f"{here.name} and {there.name} may not share {link.progressive}: {refusal}",
            )


def _link_table(happenings: Happenings, name: str, link: Link) -> LinkTable:
    table = happenings.table(name)
    if table.is_open:
        raise RoomRefused(
            RoomRefusal.TABLE_IS_OPEN, f"{name} is open: links change while tables are closed"
        )
    game = table.spec.game_on(None)
    offer = game.offers.get(link.wager)
    if offer is None or offer.paytable != link.paytable:
        plays = f"{link.wager} {offer.paytable}" if offer else "no such wager"
        raise RoomRefused(
            RoomRefusal.LINK_NOT_ALLOWED,
            f"{name} plays {plays}: the link is for {link.wager} {link.paytable}",
        )
    return LinkTable(name=name, offer=offer, deck=game.rules.deck, decks=game.decks)
