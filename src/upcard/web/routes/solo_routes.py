"""Routes of the solo table."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path
from pydantic import Field

from upcard.calculators import questions
from upcard.catalogue import every_game
from upcard.catalogue_games import game
from upcard.plain import JsonObject
from upcard.rules.schema import Rules
from upcard.solo.game_characters import CHARACTERS, FIRST_GAME
from upcard.solo.practice_shoes import ChartPlace
from upcard.solo.solos import Drill
from upcard.table.codec import command_from_data
from upcard.web.access.guards import HeavyRate, OwnOrigin
from upcard.web.refusals import FIELDS_WRONG, WebRefused
from upcard.web.routes.bodies import Body, checked_data
from upcard.web.sites import TheSite

router = APIRouter(prefix="/api/solo", tags=["solo"], dependencies=[OwnOrigin])

SoloId = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$")]
RoundNumber = Annotated[int, Path(ge=1, lt=2**53)]
FrameVersion = Annotated[int, Path(ge=1, lt=2**53)]


class NewSolo(Body):
    """Which game to sit down at."""

    game: Annotated[str, Field(max_length=60)]
    decks: Annotated[int, Field(ge=1, le=8)] | None = None
    pack: Annotated[str, Field(max_length=60)] | None = None
    seed: Annotated[int, Field(ge=0, lt=2**53)] | None = None
    drill: Literal["hard", "soft", "pairs"] | None = None


class PracticePlace(Body):
    """A cell of the chart to practise."""

    row: Annotated[str, Field(pattern=r"^(hard ([4-9]|1\d|20)|soft (1[2-9]|20)|pair [2-9TA])$")]
    upcard: Annotated[str, Field(pattern=r"^[2-9TA]$")]


class SoloStep(Body):
    """One thing to do: a command, or a step back, or what comes next."""

    command: dict[str, object] | None = None
    undo: bool = False
    next: bool = False
    practise: Annotated[list[PracticePlace], Field(max_length=20)] = Field(default_factory=list)
    """With *next*: what the first hand should be dealt, if a round begins."""
    judge: Literal["now", "later"] = "now"
    """With *command*: whether the answer waits for what a decision gives away."""


@router.get("/games")
def solo_games() -> list[JsonObject]:
    """Every game of the catalogue, with what can be chosen."""
    return [
        {
            "name": rules.name,
            "title": rules.title,
            "character": CHARACTERS[rules.name].words,
            "edge_percent": CHARACTERS[rules.name].edge_percent,
            "decks": list(rules.decks),
            "decks_default": rules.decks_default,
            "packs": {count: rules.packs_for(count) for count in rules.decks},
            "drills": [{"name": drill.value, "title": drill.heading} for drill in Drill],
        }
        for rules in sorted(every_game(), key=_order)
    ]


def _order(rules: Rules) -> tuple[bool, float]:
    """The game everybody knows first, then what costs least."""
    return rules.name != FIRST_GAME, CHARACTERS[rules.name].edge_percent


@router.post("")
def open_solo(body: NewSolo, site: TheSite, _: HeavyRate) -> JsonObject:
    """Sit down at a new table."""
    chosen = game(body.game, decks=body.decks, pack=body.pack)
    id_, table = site.solos.open(chosen, body.seed, Drill(body.drill) if body.drill else None)
    return {"id": id_, "frame": table.frame()}


@router.get("/{id_}")
def solo_frame(id_: SoloId, site: TheSite) -> JsonObject:
    """The table as it stands: a page that was reloaded goes on from here."""
    return {"id": id_, "frame": site.solos.table(id_).frame()}


@router.post("/{id_}")
def solo_step(id_: SoloId, body: SoloStep, site: TheSite) -> JsonObject:
    """Play: the frame after it, and the mistake if it was one."""
    table = site.solos.table(id_)
    asked = [body.command is not None, body.undo, body.next]
    if sum(asked) != 1:
        raise WebRefused("fields-wrong", "write one of command, undo, next", FIELDS_WRONG)
    if body.undo:
        return {"frame": table.undo(), "mistake": None}
    if body.next:
        places = [ChartPlace(place.row, place.upcard) for place in body.practise]
        frame, mistake = table.press_next(places)
    else:
        command = command_from_data(checked_data(body.command, "command"))
        frame, mistake = table.press(command, is_judged=body.judge == "now")
    return {"frame": frame, "mistake": mistake.as_data() if mistake else None}


@router.get("/{id_}/judged/{version}")
def solo_judged(id_: SoloId, version: FrameVersion, site: TheSite) -> JsonObject:
    """What the decision that led to this frame gave away, if anything."""
    mistake = site.solos.table(id_).decisions.judged(version)
    return {"mistake": mistake.as_data() if mistake else None}


@router.get("/{id_}/rounds/{number}")
def solo_round(id_: SoloId, number: RoundNumber, site: TheSite) -> JsonObject:
    """A round of the history again, card by card."""
    return site.solos.table(id_).replay(number)


@router.get("/{id_}/chart")
def solo_chart(id_: SoloId, site: TheSite) -> JsonObject:
    """The chart of the game as it is printed, and what it is worth."""
    game_ = site.solos.table(id_).game
    name, decks = game_.rules.name, game_.decks
    return {"game": name, "decks": decks, **site.calculator.ask(questions.chart, name, decks)}


@router.get("/{id_}/advice")
def solo_advice(id_: SoloId, site: TheSite) -> JsonObject:
    """What to do now, and what each decision is worth."""
    advice = site.calculator.ask(questions.advice, site.solos.table(id_).state.round)
    if advice is None:
        raise WebRefused("out-of-turn", "there is nothing to decide now")
    return advice


@router.get("/{id_}/counts")
def solo_counts(id_: SoloId, site: TheSite, _: HeavyRate) -> JsonObject:
    """The simplest count against each side wager on the table, and what a counter wins by it."""
    game_ = site.solos.table(id_).game
    found = site.calculator.ask(questions.counts, game_.rules.name, game_.decks, game_.pack)
    return {"counts": dict(found), "cards": [str(card) for card in game_.rules.deck.cards]}
