"""The lab's routes."""

from __future__ import annotations

import time
from typing import Annotated, Final

from fastapi import APIRouter, Path, Request
from pydantic import Field

from upcard.calculators.asked_experiments import Experiment
from upcard.catalogue_games import game
from upcard.notation.charts import read_chart
from upcard.plain import JsonObject
from upcard.room.state import RoomState
from upcard.screens.rule_texts import changed_rules, rules_named
from upcard.screens.wire_texts import as_json
from upcard.web.access.callers import caller_in
from upcard.web.access.guards import HeavyRate, OwnOrigin
from upcard.web.live.streams import EventStream, Look
from upcard.web.routes.bodies import checked_data
from upcard.web.routes.rule_routes import (
    Draft,
    check_record,
    game_record,
    odds_record,
)
from upcard.web.sites import TheSite

router = APIRouter(prefix="/api/lab", tags=["lab"], dependencies=[OwnOrigin])
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
def lab_rules(name: Annotated[str, Path(max_length=60)]) -> JsonObject:
    """A game of the catalogue with every setting, each explained."""
    return game_record(CATALOGUE_ONLY, name)


@router.post("/check")
def lab_check(body: Draft) -> JsonObject:
    """Whether a draft can be played, or everything that is wrong with it."""
    return check_record(CATALOGUE_ONLY, body)


@router.post("/odds")
def lab_odds(body: Draft, site: TheSite, _: HeavyRate) -> JsonObject:
    """The exact edge of every wager of a draft."""
    return odds_record(CATALOGUE_ONLY, body, site.calculator)


@router.post("")
def new_lab(body: NewLab, request: Request, site: TheSite, _: HeavyRate) -> JsonObject:
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
    return {"id": site.labs.start(experiment, caller_in(request.scope))}


@router.get("/{id_}/live")
async def lab_live(id_: LabId, site: TheSite) -> EventStream:
    """How far it has come, until it is done."""
    lab, sent = site.labs.find(id_), None

    def look() -> Look:
        nonlocal sent
        lab.listened = time.monotonic()
        is_done, before, sent = lab.is_done, sent, lab.latest
        texts = [as_json(sent)] if sent and sent is not before else []
        if is_done and lab.failed:
            texts.append(as_json({"is_done": True, "error": lab.failed[:300]}))
        return Look(texts=tuple(texts), is_last=is_done)

    return EventStream(site, look, every=LOOK_SECONDS)
