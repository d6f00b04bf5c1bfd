"""Routes about the room as a whole, for anybody."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from upcard.room.state import RoomState
from upcard.room.table_states import TableState
from upcard.screens.jackpot_displays import title_of
from upcard.screens.pictures import is_made_up
from upcard.web.sites import TheSite

router = APIRouter(prefix="/api", tags=["room"])

Record = dict[str, Any]


@router.get("/room")
def room(site: TheSite) -> Record:
    """The room's tables and progressives."""
    state = site.room.state if site.room else RoomState()
    return {
        "name": state.name or site.settings.name,
        "training": is_made_up(state),
        "kind": state.kind.value,
        "version": site.room.sequence if site.room else 0,
        "tables": [_table(state, table) for table in state.tables.values()],
        "progressives": [
            {"name": name, "title": title_of(state, name), "tables": list(link.tables)}
            for name, link in state.links.items()
        ],
        "demo": site.demo,
    }


def _table(state: RoomState, table: TableState) -> Record:
    dealer = state.staff.get(table.dealer)
    return {
        "table": table.spec.table,
        "title": table.title,
        "game": table.spec.rules,
        "is_open": table.is_open,
        "dealer": dealer.name if dealer else "",
        "stage": table.round.stage.value if table.round else "betting",
    }
