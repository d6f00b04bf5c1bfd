"""Progressives: started, set anew, taken out of play, and their money moved."""

from __future__ import annotations

from upcard.jackpot.commands import ChangeParameters, RemoveFromPlay
from upcard.jackpot.commands import MoveFunds as TransferJackpot
from upcard.jackpot.commands import StartProgressive as OpenJackpot
from upcard.room.money_events import LinkMade
from upcard.room.money_orders import (
    ChangeProgressive,
    OpenProgressive,
    RemoveProgressive,
    TransferFunds,
)
from upcard.room.people.staff import Member
from upcard.room.procedures.happenings import Happenings, person
from upcard.room.procedures.progressive_links import check_levels, check_link
from upcard.room.procedures.table_setups import check_closed
from upcard.room.refusals import RoomRefusal, RoomRefused


def open_progressive(
    happenings: Happenings, wish: OpenProgressive, by: Member, approved_by: Member
) -> None:
    """Start a progressive with its seeds, and put tables on it."""
    check_link(happenings, wish.link, wish.parameters)
    check_levels(happenings, wish.link, wish.parameters)
    happenings.at_jackpot(
        OpenJackpot(parameters=wish.parameters, by=person(by), approved_by=person(approved_by))
    )
    happenings.add(LinkMade(wish.link, by.badge, approved_by.badge))


def change_progressive(
    happenings: Happenings, wish: ChangeProgressive, by: Member, approved_by: Member
) -> None:
    """Change a progressive, but never while a table that feeds it is open (operations 57)."""
    before = happenings.state.links.get(wish.link.progressive)
    if before is None:
        raise RoomRefused(
            RoomRefusal.PROGRESSIVE_UNKNOWN,
            f"progressive is {wish.link.progressive!r}: the room has "
            f"{', '.join(happenings.state.links) or 'none'}",
        )
    for name in before.tables:
        check_closed(happenings.table(name))
    check_link(happenings, wish.link, wish.parameters)
    check_levels(happenings, wish.link, wish.parameters)
    now = happenings.state.jackpots.progressives[wish.link.progressive].parameters
    if wish.parameters != now:
        happenings.at_jackpot(
            ChangeParameters(
                parameters=wish.parameters, by=person(by), approved_by=person(approved_by)
            )
        )
    if wish.link != before:
        happenings.add(LinkMade(wish.link, by.badge, approved_by.badge))


def remove_progressive(
    happenings: Happenings, wish: RemoveProgressive, by: Member, approved_by: Member
) -> None:
    """Out of play: its tables must be closed, what it holds is still owed."""
    link = happenings.state.links.get(wish.progressive)
    for name in link.tables if link else ():
        check_closed(happenings.table(name))
    happenings.at_jackpot(
        RemoveFromPlay(
            progressive=wish.progressive,
            destination=wish.destination,
            by=person(by),
            approved_by=person(approved_by),
        )
    )


def transfer_funds(
    happenings: Happenings, wish: TransferFunds, by: Member, approved_by: Member
) -> None:
    """What a removed level holds goes to a level in play."""
    happenings.at_jackpot(
        TransferJackpot(
            progressive=wish.progressive,
            level=wish.level,
            to_progressive=wish.to_progressive,
            to_level=wish.to_level,
            by=person(by),
            approved_by=person(approved_by),
        )
    )
