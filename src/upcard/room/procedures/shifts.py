"""Setting the hours at which shifts begin."""

from __future__ import annotations

from upcard.room.events import ShiftsSet
from upcard.room.orders import SetShifts
from upcard.room.people.staff import Member
from upcard.room.procedures.happenings import Happenings
from upcard.room.refusals import RoomRefusal, RoomRefused


def set_shifts(happenings: Happenings, wish: SetShifts, by: Member, approved_by: Member) -> None:
    """Set when shifts begin; without hours, drop is counted only by day from now on."""
    _check(wish.hours, happenings.state.day_starts_at)
    happenings.add(ShiftsSet(wish.hours, by.badge, approved_by.badge))


def _check(hours: tuple[int, ...], day_starts_at: int) -> None:
    """A gaming day is whole shifts: the first begins with it, and each begins after the last."""
    for hour in hours:
        if not 0 <= hour <= 23:
            raise _refused(f"a shift begins at {hour}: write hours from 0 to 23")
    if hours and hours[0] != day_starts_at:
        raise _refused(
            f"the first shift begins at {hours[0]}: start it with the gaming day, at "
            f"{day_starts_at}"
        )
    since = [(hour - day_starts_at) % 24 for hour in hours]
    if since != sorted(set(since)):
        named = ", ".join(map(str, hours))
        raise _refused(f"shifts begin at {named}: write each hour once, in the order of the day")


def _refused(sentence: str) -> RoomRefused:
    return RoomRefused(RoomRefusal.ROOM_NOT_ALLOWED, sentence)
