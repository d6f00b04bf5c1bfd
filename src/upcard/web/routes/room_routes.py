"""Routes about the room as a whole, for anybody."""

from __future__ import annotations

from fastapi import APIRouter

from upcard.plain import JsonObject
from upcard.room.state import RoomState
from upcard.room.table_states import TableState
from upcard.screens.jackpot_displays import title_of
from upcard.screens.pictures import is_made_up
from upcard.web.answer_types import RoomTable, RoomView
from upcard.web.sites import TheSite

router = APIRouter(prefix="/api", tags=["room"])


@router.get("/room")
def room(site: TheSite) -> JsonObject:
    """The room's tables and progressives."""
    state = site.room.state if site.room else RoomState()
    found: RoomView = {
        "name": state.name or site.settings.name,
        "training": is_made_up(state),
        "kind": state.kind,
        "version": site.room.sequence if site.room else 0,
        "tables": [_table(state, table) for table in state.tables.values()],
        "progressives": [
            {"name": name, "title": title_of(state, name), "tables": list(link.tables)}
            for name, link in state.links.items()
        ],
        "demo": site.demo,
        "is_to_be_set_up": site.first_room is not None,
    }
    return found


def _table(state: RoomState, table: TableState) -> RoomTable:
    dealer = state.staff.get(table.dealer)
    return {
        "table": table.spec.table,
        "title": table.title,
        "game": table.spec.rules,
        "cards": table.spec.cards,
        "is_open": table.is_open,
        "dealer": dealer.name if dealer else "",
        "stage": table.round.stage.value if table.round else "betting",
    }
