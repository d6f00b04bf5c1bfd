"""Recall: past rounds, their evidence, and the shoes they came from."""

from __future__ import annotations

import secrets
from datetime import date
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import PlainTextResponse, Response

from upcard.journal.bundles import bundle
from upcard.plain import JsonObject
from upcard.room.orders import Order, ReadRecords, Signature
from upcard.room.people.roles import Act, may
from upcard.room.projections.past_rounds import RoundFact
from upcard.room.rooms import Room
from upcard.screens.frame_types import Replay
from upcard.screens.recall_types import RecalledRound, ShoeRecord
from upcard.screens.recalls import RoundRecall, list_record, shoe_record
from upcard.web.access.guards import RECALL, Visitor, one_of
from upcard.web.live.hubs import Hub
from upcard.web.refusals import NOT_FOUND, WebRefused
from upcard.web.routes.table_routes import AudienceName, Token, viewer_for
from upcard.web.sites import TheSite

router = APIRouter(prefix="/api", tags=["recall"])
TableName = Annotated[str, Path(max_length=40)]
Number = Annotated[int, Path(ge=1, lt=2**53)]
Reader = Annotated[Visitor, Depends(one_of(RECALL))]
LIMIT: Final = 50
LIMIT_MAX: Final = 200


@router.get("/rounds")
def rounds(
    site: TheSite,
    _: Reader,
    table: Annotated[str | None, Query(max_length=40)] = None,
    before: Annotated[int | None, Query(ge=1, lt=2**53)] = None,
    day: Annotated[date | None, Query()] = None,
    limit: Annotated[int, Query(ge=1, le=LIMIT_MAX)] = LIMIT,
) -> list[JsonObject]:
    """Past rounds, newest first; *before* is a round's number, or an entry's over all tables."""
    hub = site.the_hub()
    on = day.isoformat() if day else None
    found = hub.chronicle.rounds(table or None, before=before, day=on, most=limit)
    return [list_record(hub.room.state, one) for one in found]


@router.get("/rounds/{table}/{number}")
def round_(table: TableName, number: Number, site: TheSite, visitor: Reader) -> JsonObject:
    """One round: its record, every step with who and when, and its shoe."""
    hub = site.the_hub()
    past = past_round(hub, table, number)
    note_reading(hub.room, visitor, f"round {table}/{number}")
    recall = recall_of(hub, past)
    found: RecalledRound = {
        **list_record(hub.room.state, past),
        "text": recall.text(),
        "steps": recall.steps(),
        "shoe": _shoe_of(hub, past),
    }
    return found


@router.get("/rounds/{table}/{number}/bundle")
def round_bundle(table: TableName, number: Number, site: TheSite, visitor: Reader) -> Response:
    """The evidence of one round, which you can verify offline; other entries are withheld."""
    hub = site.the_hub()
    past = past_round(hub, table, number)
    note_reading(hub.room, visitor, f"evidence of round {table}/{number}")
    recall, journal = recall_of(hub, past), hub.room.journal
    last = journal.head().sequence if past.is_open else past.last
    lines = bundle(journal, past.first, last, recall.bundle_keeps)
    name = f"round-{table}-{number}.jsonl"
    return PlainTextResponse(
        "\n".join(lines) + "\n",
        media_type="application/x-ndjson",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


@router.get("/tables/{table}/rounds/{number}")
def table_round(
    table: TableName,
    number: Number,
    request: Request,
    site: TheSite,
    audience: AudienceName = "dealer",
    token: Token = None,
) -> JsonObject:
    """A round of the history again, as this audience may see it."""
    hub = site.the_hub()
    viewer, _ = viewer_for(request, site, table, audience, token)
    past = past_round(hub, table, number)
    if f"{table}/{number}" not in {line["id"] for line in hub.chronicle.past(table).history}:
        raise WebRefused("round-unknown", f"round {number} is not in the history", NOT_FOUND)
    steps = recall_of(hub, past).steps(viewer)
    found: Replay = {
        "id": f"{table}/{number}",
        "steps": [{"sentence": step["sentence"], "view": step["frame"]} for step in steps],
    }
    return found


def recall_of(hub: Hub, past: RoundFact) -> RoundRecall:
    """A round as the journal tells it."""
    return RoundRecall(hub.room.journal, past, hub.chronicle.game(past))


def past_round(hub: Hub, table: str, number: int) -> RoundFact:
    """The round of that name."""
    past = hub.chronicle.round(table, number)
    if past is None:
        raise WebRefused("round-unknown", f"there is no round {table[:40]}/{number}", NOT_FOUND)
    return past


def note_reading(room: Room, visitor: Visitor, what: str) -> None:
    """Reading records is recorded, too (operations 106)."""
    if may(visitor.member.role, Act.READ_REPORTS):
        by = Signature(visitor.member.badge)
        room.submit(Order(id=secrets.token_hex(16), by=by, wish=ReadRecords(what)))


def _shoe_of(hub: Hub, past: RoundFact) -> ShoeRecord | None:
    if not hub.chronicle.game(past).knows_cards:
        return None
    number = past.data.get("shoe") or hub.room.state.tables[past.table].shoes
    found = hub.chronicle.shoe(past.table, number)
    return shoe_record(past.table, found) if found else None
