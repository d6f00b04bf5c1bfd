"""`upcard room shifts`: the hours at which shifts begin, for the drop by shift."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from upcard.commands.room.command_desk import Desk, Signs, at_desk

Hours = Annotated[
    list[int] | None,
    typer.Argument(
        metavar="HOUR...",
        help="The hour (UTC) at which each shift begins. The first is the start of the gaming "
        "day. Give no hours to remove all shifts.",
    ),
]


@at_desk(Signs.NOBODY)
def list_shifts(desk: Desk) -> None:
    """List the hours at which shifts begin."""
    hours = desk.state.shifts
    desk.show({"shifts": list(hours)}, lambda: print(told_shifts(hours)))


@at_desk(Signs.TWO)
def set_shifts(desk: Desk, hours: Hours = None) -> None:
    """Set the hours at which shifts begin, from the next round on. Needs two people."""
    from upcard.room.orders import SetShifts

    named = tuple(hours or ())
    desk.done(SetShifts(named), told_shifts(named))


def told_shifts(hours: Sequence[int]) -> str:
    """The line that says when shifts begin."""
    begin = ", ".join(f"{hour:02}:00" for hour in hours)
    return f"shifts from {begin} UTC" if hours else "no shifts: drop is counted by day"
