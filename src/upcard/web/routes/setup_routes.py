"""The set-up page: what can be chosen for tables and progressives. Orders change them."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Depends
from pydantic import Field

from upcard.jackpot import AwardLock
from upcard.jackpot.parameters import warnings
from upcard.money import Cents
from upcard.plain import JsonObject
from upcard.room.procedures.link_choices import (
    LinkChoices,
    changed_progressive,
    new_progressive,
)
from upcard.room.room_records import wish_data
from upcard.room.state import RoomState
from upcard.screens.setup_types import DraftedWish
from upcard.screens.setups import setup_record
from upcard.web.access.guards import RULES, TheRoom, one_of
from upcard.web.routes.bodies import Body, checked_data

router = APIRouter(prefix="/api/setup", tags=["setup"], dependencies=[Depends(one_of(RULES))])

Text = Annotated[str, Field(max_length=60)]
Percent = Annotated[str, Field(pattern=r"^[0-9]{1,3}(\.[0-9]{1,4})?$")]
Amount = Annotated[int, Field(ge=0, lt=2**53)]
Amounts = Annotated[dict[Text, Amount], Field(max_length=10)]
Thresholds = Annotated[dict[Text, Amount | None], Field(max_length=10)]
UNIT: Final = Cents(500)
"""What one wager is, unless somebody says."""


class ProgressiveDraft(Body):
    """A progressive that somebody is setting up. What is null stays, or is as certified."""

    name: Text
    wager: Text | None = None
    """The wager of a new one; null changes one that the room has."""
    unit: Amount | None = None
    """What one wager is, of a new one; null is $5."""
    tables: Annotated[list[Text], Field(max_length=100)] | None = None
    contribution: Percent | None = None
    reserve: Percent | None = None
    seeds: Amounts = Field(default_factory=dict)
    executive_from: Thresholds = Field(default_factory=dict)
    """Null takes away what was set for a level."""
    cards_from: Thresholds = Field(default_factory=dict)
    award_lock: Literal["on-confirm", "on-claim"] | None = None
    limit: Amount | None = None
    has_no_limit: bool = False
    zero_seed_reason: Annotated[str, Field(max_length=200)] | None = None


@router.get("")
def setup(room: TheRoom) -> JsonObject:
    """Every table and progressive as it is set, and what can be chosen."""
    return setup_record(room)


@router.post("/progressive")
def progressive(body: ProgressiveDraft, room: TheRoom) -> JsonObject:
    """The order that opens or changes a progressive as drafted; nothing is recorded."""
    checked_data(body.model_dump(), "progressive")
    return drafted(room.state, body)


def drafted(state: RoomState, body: ProgressiveDraft) -> DraftedWish:
    """The same, of any state of a room."""
    choices = _choices(body)
    if body.wager is None:
        changed = changed_progressive(state, body.name, choices)
        return {"wish": wish_data(changed), "warnings": warnings(changed.parameters)}
    unit = UNIT if body.unit is None else Cents(body.unit)
    opened = new_progressive(state, body.name, body.wager, choices, unit=unit)
    return {"wish": wish_data(opened), "warnings": warnings(opened.parameters)}


def _choices(body: ProgressiveDraft) -> LinkChoices:
    return LinkChoices(
        tables=None if body.tables is None else tuple(body.tables),
        contribution=_rate(body.contribution),
        reserve=_rate(body.reserve),
        seeds={level: Cents(seed) for level, seed in body.seeds.items()},
        executive_from=_thresholds(body.executive_from),
        cards_from=_thresholds(body.cards_from),
        award_lock=None if body.award_lock is None else AwardLock(body.award_lock),
        limit=None if body.limit is None else Cents(body.limit),
        has_no_limit=body.has_no_limit,
        zero_seed_reason=body.zero_seed_reason,
    )


def _rate(percent: str | None) -> Fraction | None:
    return None if percent is None else Fraction(percent) / 100


def _thresholds(amounts: dict[str, int | None]) -> dict[str, Cents | None]:
    return {level: None if amount is None else Cents(amount) for level, amount in amounts.items()}
