"""What an order would change, for the people about to sign it; nothing is recorded."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from upcard.jackpot import Fund
from upcard.plain import JsonObject
from upcard.room.orders import Wish
from upcard.room.people.roles import MAY, Role
from upcard.room.procedures.acts import ACTS, SECOND_ACTS
from upcard.room.procedures.money_changes import OWED, Change
from upcard.room.procedures.previews import PREVIEWED
from upcard.room.room_records import wish_from_data
from upcard.room.state import RoomState
from upcard.screens.jackpot_displays import title_of
from upcard.web.access.guards import DESK, FLOOR, SignedIn, TheRoom, check_role
from upcard.web.answer_types import ChangeView, PreviewView
from upcard.web.routes.bodies import Body, checked_data

router = APIRouter(prefix="/api", tags=["orders"])


class Previewed(Body):
    """An order without what signs it."""

    wish: dict[str, object]
    seen: Annotated[int, Field(ge=0, lt=2**53)] | None = None


@router.post("/orders/preview")
def preview(body: Previewed, visitor: SignedIn, room: TheRoom) -> JsonObject:
    """What a wish would change now, or the refusal that the order would get."""
    wish = wish_from_data(checked_data(body.wish))
    role = visitor.member.role
    check_role(visitor.member, _may_see_all(wish) | _may_see_meters(wish))
    previewed = room.preview(wish, body.seen)
    shown = [
        _change(room.state, line)
        for line in previewed.changes.lines
        if role in _may_see_all(wish) or _is_for_the_table(line)
    ]
    found: PreviewView = {**previewed.as_data(), "changes": shown}
    return found


def _may_see_all(wish: Wish) -> frozenset[Role]:
    """The roles that may sign it, and those that see the desk."""
    second = SECOND_ACTS.get(type(wish))
    return DESK | MAY[ACTS[type(wish)]] | (MAY[second] if second else frozenset())


def _may_see_meters(wish: Wish) -> frozenset[Role]:
    """People at a table, where a supervisor comes to sign: what its displays show."""
    is_at_a_table = type(wish) in PREVIEWED and hasattr(wish, "table")
    return FLOOR if is_at_a_table else frozenset()


def _change(state: RoomState, line: Change) -> ChangeView:
    return {
        "what": line.what,
        "before": line.before,
        "after": line.after,
        "progressive": line.progressive,
        "level": line.level,
        "of": line.of,
        "signed": line.signed,
        "title": _title(state, line.progressive),
    }


def _is_for_the_table(line: Change) -> bool:
    """Whether the screens at a table tell it, or will: meters, awards, wagers given back."""
    return line.what == Fund.METER if line.progressive else line.what != OWED


def _title(state: RoomState, progressive: str) -> str:
    """What the displays of a progressive are headed; its name, while it has none."""
    return title_of(state, progressive) if progressive in state.links else progressive
