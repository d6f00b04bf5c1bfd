"""Links for screens."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends
from pydantic import Field

from upcard.web.access.guards import SCREENS, TheRoom, one_of
from upcard.web.access.tokens import Screen
from upcard.web.refusals import FIELDS_WRONG, NOT_FOUND, WebRefused
from upcard.web.routes.bodies import Body
from upcard.web.sites import TheSite

router = APIRouter(prefix="/api", tags=["displays"], dependencies=[Depends(one_of(SCREENS))])

Name = Annotated[str, Field(max_length=60)]


class NewDisplay(Body):
    """Which view the link is for."""

    kind: Literal["table", "player", "jackpot"]
    table: Name = ""
    spots: Annotated[list[Annotated[int, Field(ge=1, le=7)]], Field(max_length=7)] | None = None
    progressive: Name = ""


@router.post("/displays")
def new_display(body: NewDisplay, site: TheSite, room: TheRoom) -> dict[str, object]:
    """A link bound to one view: give it to the screen, and to nobody else."""
    if body.kind == "jackpot":
        if body.progressive not in room.state.links:
            raise WebRefused("progressive-unknown", "there is no such progressive", NOT_FOUND)
        screen = Screen(kind="jackpot", progressive=body.progressive)
    else:
        if body.table not in room.state.tables:
            raise WebRefused("table-unknown", "there is no such table", NOT_FOUND)
        if (body.kind == "player") != bool(body.spots):
            raise WebRefused(
                "fields-wrong",
                "spots: name spots for a player's screen, and none for a table's",
                FIELDS_WRONG,
            )
        screen = Screen(
            kind=body.kind, table=body.table, spots=tuple(sorted(set(body.spots or ())))
        )
    return {"token": site.tokens.made_for(screen), "path": screen.path}
