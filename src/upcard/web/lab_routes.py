"""The lab's routes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path
from fastapi.responses import StreamingResponse
from pydantic import Field

from upcard.games import game
from upcard.notation.charts import read_chart
from upcard.room.state import RoomState
from upcard.web.bodies import checked_data
from upcard.web.guards import Heavy, OwnOrigin
from upcard.web.labs import Experiment, Lab
from upcard.web.replies import as_json
from upcard.web.rule_routes import (
    Draft,
    check_record,
    game_record,
    odds_record,
)
from upcard.web.rule_texts import changed_rules, rules_named
from upcard.web.sites import Site, TheSite

router = APIRouter(prefix="/api/lab", tags=["lab"], dependencies=[OwnOrigin])

Record = dict[str, Any]
LabId = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$")]
ROUNDS_MAX: Final = 200_000_000
LOOK_SECONDS: Final = 0.2
CATALOGUE_ONLY: Final = RoomState()
"""The lab is for anybody: it knows the catalogue, and nothing of the room."""


class NewLab(Draft):
    """A draft, and how much to play of it."""

    name: Annotated[str, Field(max_length=60, alias="game")]
    rounds: Annotated[int, Field(ge=1, le=ROUNDS_MAX)] = 1_000_000
    seed: Annotated[int, Field(ge=0, lt=2**53)] = 1
    chart: Annotated[str, Field(max_length=20_000)] | None = None


@router.get("/rules/{name}")
def lab_rules(name: Annotated[str, Path(max_length=60)]) -> Record:
    """A game of the catalogue with every setting, each explained."""
    return game_record(CATALOGUE_ONLY, name)


@router.post("/check")
def lab_check(body: Draft) -> Record:
    """Whether a draft can be played, or everything that is wrong with it."""
    return check_record(CATALOGUE_ONLY, body)


@router.post("/odds")
def lab_odds(body: Draft, _: Heavy) -> Record:
    """The exact edge of every wager of a draft."""
    return odds_record(CATALOGUE_ONLY, body)


@router.post("")
def new_lab(body: NewLab, site: TheSite, _: Heavy) -> Record:
    """Begin an experiment."""
    checked_data(body.settings, "settings")
    rules = changed_rules(CATALOGUE_ONLY, body.name, body.settings)
    experiment = Experiment(
        game=game(rules, decks=body.decks),
        chart=read_chart(body.chart) if body.chart else None,
        rounds=body.rounds,
        seed=body.seed,
        changed=rules != rules_named(CATALOGUE_ONLY, body.name),
    )
    return {"id": site.labs.start(experiment)}


@router.get("/{id_}/live")
def lab_live(id_: LabId, site: TheSite) -> StreamingResponse:
    """How far it has come, until it is done."""
    lab = site.labs.find(id_)
    site.check_screens()
    headers = {"x-accel-buffering": "no"}
    return StreamingResponse(_stream(site, lab), media_type="text/event-stream", headers=headers)


async def _stream(site: Site, lab: Lab) -> AsyncIterator[str]:
    sent: Record = {}
    with site.one_screen():
        while not site.is_over:
            lab.listened = time.monotonic()
            latest = lab.latest
            if latest and latest is not sent:
                yield f"data: {as_json(latest)}\n\n"
                sent = latest
            if lab.is_done and latest is lab.latest:
                if lab.failed:
                    yield f"data: {as_json({'is_done': True, 'error': lab.failed[:300]})}\n\n"
                return
            await asyncio.sleep(LOOK_SECONDS)
