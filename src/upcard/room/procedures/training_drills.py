"""Recording a drill: in a room for practice, and never where money is played for."""

from __future__ import annotations

from upcard.room.drill_marks import DrillDone, RecordDrill
from upcard.room.events import RoomKind
from upcard.room.people.staff import Member
from upcard.room.procedures.happenings import Happenings
from upcard.room.refusals import RoomRefusal, RoomRefused


def check_practice(kind: RoomKind) -> None:
    """Refuse drills in a room that plays for money."""
    if kind is RoomKind.LIVE:
        raise RoomRefused(
            RoomRefusal.NOT_A_TRAINING_ROOM,
            "this room plays for money: do drills in a training room "
            "(`upcard room init --training`)",
        )


def record_drill(happenings: Happenings, wish: RecordDrill, by: Member) -> None:
    """Write down how somebody did."""
    check_practice(happenings.state.kind)
    happenings.add(
        DrillDone(
            drill=wish.drill,
            game=wish.game,
            seed=wish.seed,
            marks=wish.marks,
            overpaid=wish.overpaid,
            underpaid=wish.underpaid,
            by=by.badge,
        )
    )
