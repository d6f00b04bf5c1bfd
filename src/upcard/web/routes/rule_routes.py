"""The rules editor's routes."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path
from pydantic import Field

from upcard.calculators import questions
from upcard.calculators.calculators import Calculator
from upcard.plain import JsonObject
from upcard.room.events import RulesApproved
from upcard.room.state import RoomState
from upcard.rules.fingerprints import fingerprint
from upcard.rules.rules_files import RulesError
from upcard.rules.written_rules import rules_toml
from upcard.screens.rule_fields import fields_for, typed_settings
from upcard.screens.rule_texts import (
    changed_rules,
    decks_problem,
    every_name,
    problems_of,
    rules_named,
    warnings_of,
)
from upcard.screens.rule_types import CheckedRules, DraftOdds, RulesRecord, RulesVersion
from upcard.web.access.guards import RULES, HeavyRate, TheRoom, one_of
from upcard.web.refusals import FIELDS_WRONG, WebRefused
from upcard.web.routes.bodies import Body, checked_data
from upcard.web.sites import Site, TheSite

router = APIRouter(prefix="/api/rules", tags=["rules"], dependencies=[Depends(one_of(RULES))])
Text = Annotated[str, Field(max_length=500)]
Whole = Annotated[int, Field(gt=-(2**53), lt=2**53)]
Items = Annotated[list[Text | Whole], Field(max_length=50)]


class Draft(Body):
    """Rules that somebody is working on: a base, and what is changed."""

    name: Annotated[str, Field(max_length=60)]
    settings: Annotated[
        dict[Annotated[str, Field(max_length=200)], bool | Whole | Text | Items],
        Field(max_length=400),
    ] = Field(default_factory=dict)
    decks: Annotated[int, Field(ge=1, le=8)] | None = None


@router.get("")
def all_rules(site: TheSite, room: TheRoom) -> list[JsonObject]:
    """Every game that can be played here."""
    state = room.state
    return [
        {
            "name": rules.name,
            "title": rules.title,
            "source": rules.source,
            "versions": len(_versions(site, rules.name)),
        }
        for rules in every_name(state)
    ]


@router.get("/{name}")
def one_game(name: Annotated[str, Path(max_length=60)], site: TheSite, room: TheRoom) -> JsonObject:
    """A game with every setting, each explained."""
    return game_record(room.state, name, site)


def game_record(state: RoomState, name: str, site: Site | None = None) -> RulesRecord:
    """The same, of any state of a room; with its versions, where a site keeps them."""
    rules = rules_named(state, name)
    return {
        "name": rules.name,
        "title": rules.title,
        "source": rules.source,
        "decks": list(rules.decks),
        "decks_default": rules.decks_default,
        "hash": fingerprint(rules),
        "settings": typed_settings(rules),
        "fields": fields_for(rules),
        "versions": _versions(site, name),
    }


@router.post("/check")
def check(body: Draft, room: TheRoom) -> JsonObject:
    """Whether a draft can be played, or everything that is wrong with it."""
    return check_record(room.state, body)


def check_record(state: RoomState, body: Draft) -> CheckedRules:
    """The same, of any state of a room."""
    checked_data(body.settings, "settings")
    try:
        rules = changed_rules(state, body.name, body.settings)
    except RulesError as error:
        return {"errors": problems_of(error), "warnings": [], "toml": None, "hash": None}
    return {
        "errors": decks_problem(rules, body.decks),
        "warnings": warnings_of(rules),
        "toml": rules_toml(rules),
        "hash": fingerprint(rules),
    }


@router.post("/odds")
def odds(body: Draft, room: TheRoom, site: TheSite, _: HeavyRate) -> JsonObject:
    """The exact edge of every wager of a draft."""
    return odds_record(room.state, body, site.staff_calculator)


def odds_record(state: RoomState, body: Draft, calculator: Calculator) -> DraftOdds:
    """The same, of any state of a room."""
    checked_data(body.settings, "settings")
    rules = changed_rules(state, body.name, body.settings)
    if wrong := decks_problem(rules, body.decks):
        raise WebRefused("decks-not-allowed", wrong[0]["message"], FIELDS_WRONG)
    return calculator.ask(questions.odds, rules, body.decks or rules.decks_default)


def _versions(site: Site | None, name: str) -> list[RulesVersion]:
    """Every version of the room's own rules, newest first."""
    hub = site.hub if site else None
    found = hub.chronicle.approved(name) if hub else []
    numbered = enumerate(found, start=1)
    return [_version(number, at, approved) for number, (at, approved) in numbered][::-1]


def _version(number: int, at: str, approved: RulesApproved) -> RulesVersion:
    return {
        "version": number,
        "at": at,
        "by": approved.by,
        "approved_by": approved.approved_by,
        "hash": approved.fingerprint,
    }
