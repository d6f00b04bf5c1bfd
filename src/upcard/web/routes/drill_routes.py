"""Routes of the drills: exercises, answers, and how everybody does. Only in rooms for practice."""

from __future__ import annotations

import random
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Query
from pydantic import Field

from upcard.drills.drill_kinds import SEED_MAX, DrillKind
from upcard.drills.drill_records import record_of
from upcard.drills.exercises import (
    ANSWERS_MAX,
    drill_list,
    judged,
    result_of,
    shown_exercise,
)
from upcard.drills.standings import standing_in
from upcard.plain import JsonObject
from upcard.room.orders import Order, Signature
from upcard.room.people.roles import MAY, Act, may
from upcard.room.procedures.training_drills import check_practice
from upcard.room.rooms import Room
from upcard.web.access.guards import HeavyRate, TheRoom, Visitor, one_of
from upcard.web.routes.bodies import Body, checked_data
from upcard.web.routes.order_routes import answer_record

router = APIRouter(prefix="/api/drills", tags=["drills"])


def practice_room(room: TheRoom) -> Room:
    """The room, if nobody plays for money in it."""
    check_practice(room.state.kind)
    return room


Trainee = Annotated[Visitor, Depends(one_of(MAY[Act.PRACTISE]))]
PracticeRoom = Annotated[Room, Depends(practice_room)]
GameName = Annotated[str, Field(max_length=60)]
Seed = Annotated[int, Field(ge=0, le=SEED_MAX)]
_CHANCE: Final = random.SystemRandom()


class DrillAnswers(Body):
    """What somebody answered in an exercise."""

    id: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
    """Makes it safe to send twice: an exercise is recorded once."""
    drill: Annotated[DrillKind, Field(strict=False)]
    game: GameName
    seed: Seed
    answers: Annotated[list[dict[str, object]], Field(max_length=ANSWERS_MAX)]


@router.get("")
def drills(_: Trainee, __: PracticeRoom) -> JsonObject:
    """Every drill, and the games that it works with."""
    return drill_list()


@router.get("/exercises")
def drill_exercise(
    _: Trainee,
    __: PracticeRoom,
    ___: HeavyRate,
    drill: DrillKind,
    game: Annotated[str, Query(max_length=60)],
    seed: Annotated[int | None, Query(ge=0, le=SEED_MAX)] = None,
) -> JsonObject:
    """An exercise without its answers; a new one, if no seed names it."""
    return shown_exercise(drill, game, _CHANCE.randint(0, SEED_MAX) if seed is None else seed)


@router.post("/answers")
def drill_answers(body: DrillAnswers, visitor: Trainee, room: PracticeRoom) -> JsonObject:
    """Judge answers, and record them when the exercise is over."""
    answers = checked_data(body.answers, "answers")
    score, is_over, desk = judged(body.drill, body.game, body.seed, answers)
    if is_over:
        badge = Signature(visitor.member.badge)
        answer_record(room.submit(Order(id=body.id, by=badge, wish=record_of(score))))
    return result_of(score, is_over, desk)


@router.get("/standing")
def drill_standing(visitor: Trainee, room: PracticeRoom) -> JsonObject:
    """How you do; those who may read reports see everybody."""
    badge = None if may(visitor.member.role, Act.READ_REPORTS) else visitor.member.badge
    return standing_in(room.journal, badge)
