"""Restore a room from a backup: two people sign, and every open shoe is void."""

from __future__ import annotations

from upcard.room.events import RoomRestored
from upcard.room.fairness.table_shoes import ShoeState, ShoeStopped, ShoeVoided
from upcard.room.orders import RestoreRoom
from upcard.room.people.staff import Member
from upcard.room.procedures.corrections import check_reason, end_round
from upcard.room.procedures.happenings import Happenings
from upcard.room.refusals import RoomRefusal
from upcard.room.table_states import TableState
from upcard.table.rounds import AwardState


def restore_room(happenings: Happenings, wish: RestoreRoom, by: Member, second: Member) -> None:
    """Record that the room was restored, and void every shoe that was on a table."""
    check_reason(wish.reason)
    happenings.add(RoomRestored(wish.reason.strip(), by.badge, second.badge))
    for name, table in tuple(happenings.state.tables.items()):
        if table.shoe is not None:
            _void(happenings, name, table, table.shoe, by)


def _void(
    happenings: Happenings, name: str, table: TableState, shoe: ShoeState, by: Member
) -> None:
    """No card of the shoe counts any more; a round with a claim stops until that is dealt with."""
    code, why = RoomRefusal.ROOM_RESTORED.value, "the room was restored from a backup"
    awards = table.round.awards if table.round else ()
    if any(award.state is AwardState.CLAIMED for award in awards):
        happenings.add(
            ShoeStopped(
                table=name,
                number=shoe.number,
                commitment=shoe.commitment,
                code=code,
                message=f"{why}: deal with the claim, then void the shoe",
            )
        )
        return
    if table.round is not None:
        end_round(happenings, name, why, by)
    happenings.add(
        ShoeVoided(
            table=name,
            number=shoe.number,
            commitment=shoe.commitment,
            dealt=shoe.dealt,
            code=code,
            reason=why,
            by=by.badge,
        )
    )
