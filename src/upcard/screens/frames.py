"""The table frame: everything one audience may see of a table, as plain data for the wire."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from upcard.money import Cents
from upcard.room.events import RoomKind
from upcard.room.fairness.cuts import CutStage, screen_name
from upcard.room.fairness.fair_shuffles import WORD_CUT
from upcard.room.fairness.real_shoes import RealShoe
from upcard.room.fairness.table_shoes import ShoeState
from upcard.room.projections.round_lines import PastRound
from upcard.room.refusals import RoomRefusal
from upcard.screens.frame_types import (
    ClaimView,
    CutPartView,
    FrameHead,
    Insurable,
    Keypad,
    LateWager,
    MeterView,
    NoticeKind,
    ParlayView,
    PlacardPart,
    PlacedWager,
    RoundName,
    SharedPart,
    ShoeView,
    TableFrame,
    ToldCard,
)
from upcard.screens.keypads import keys_of, next_key
from upcard.screens.notices import Notice
from upcard.screens.placards import felt_of, offers_of, rules_of_placard
from upcard.screens.read_keypads import real_shoe_view
from upcard.screens.sentences import sentence_of
from upcard.table.awaits import AwaitInsurance, AwaitLateWagers, AwaitParlay, awaits
from upcard.table.games import CardSource, Game
from upcard.table.keyed_lines import tray_pays
from upcard.table.parlays import winnings_of
from upcard.table.rounds import Round
from upcard.table.titles import has_deal_key
from upcard.table.views import Audience, TableView, Viewer, view_of
from upcard.table.wager_checks import most_insured

DEALER_SIDE: Final = frozenset({Audience.DEALER})
"""Who gets keys: the screens only look."""


@dataclass(frozen=True, slots=True)
class LevelPicture:
    """One meter as a display shows it."""

    name: str
    display: Cents
    is_pending: bool
    limit: Cents | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterPicture:
    """One progressive at a table."""

    progressive: str
    title: str
    wager: str
    is_available: bool
    levels: tuple[LevelPicture, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """What a table's frames tell of its past; replaced as a whole when something of it changes."""

    history: tuple[PastRound, ...] = ()
    last_wagers: tuple[PlacedWager, ...] = ()
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePicture:
    """A table at one moment, wherever it is kept: what a frame is made of."""

    table: str
    version: int
    """How many events the table has had: what an order says its sender was looking at."""
    sequence: int
    """The room's last entry: frames of one table never go back in it."""
    game: Game
    round: Round | None
    number: int
    """The number of the round on the table, or of the last one."""
    shoe: ShoeState | None
    real_shoe: RealShoe | None = None
    told: Sequence[ToldCard] = ()
    meters: tuple[MeterPicture, ...]
    is_open: bool
    dealer: str
    """The dealer's name; empty while the table is closed."""
    kind: RoomKind
    """Live, training or demonstration: every screen says what is not real money."""
    step_back: str
    """Why the last key cannot be taken back; empty if it can."""
    history: Sequence[PastRound] = ()
    last_wagers: Sequence[PlacedWager] = ()
    """What was latched in the round before, for REBET."""
    notices: Sequence[Notice] = ()
    """What became of earlier rounds and is still to be told."""
    claims: Sequence[ClaimView] = ()
    """Awards that are claimed and not paid."""


def frame_of(picture: TablePicture, viewer: Viewer) -> TableFrame:
    """The frame that *viewer* gets."""
    view = view_of(picture.round or Round(picture.game), viewer)
    return {
        **head_of(viewer, view),
        "view": view.as_data(),
        **shared_frame(picture, viewer),
        **placard_of(picture.game),
    }


def placard_of(game: Game) -> PlacardPart:
    """The part of a frame that is the same as long as the table plays the same game."""
    return {"offers": offers_of(game), "rules": rules_of_placard(game), "felt": felt_of(game)}


def head_of(viewer: Viewer, view: TableView) -> FrameHead:
    """The part of a frame that says whom it is for, and is spoken to them."""
    return {
        "type": "table",
        "audience": viewer.audience,
        "spots": list(viewer.spots),
        "screen": screen_name(viewer.spots),
        "say": sentence_of(view, viewer),
    }


def shared_frame(picture: TablePicture, viewer: Viewer) -> SharedPart:
    """The part that changes with the table, without what is seen of its cards and wagers."""
    game, round_ = picture.game, picture.round or Round(picture.game)
    is_dealer = viewer.audience in DEALER_SIDE
    frame: SharedPart = {
        "version": picture.version,
        "sequence": picture.sequence,
        "table": picture.table,
        "training": picture.kind is not RoomKind.LIVE,
        "kind": picture.kind,
        "game": {
            "name": game.rules.name,
            "title": game.rules.title,
            "decks": game.decks,
            "deck": game.rules.deck,
            "deal_key": has_deal_key(game),
            "games_max": game.rules.games_max,
        },
        "cards": game.cards,
        "is_open": picture.is_open,
        "dealer": picture.dealer,
        "round": _round_name(picture),
        "insurance": _insurance(round_),
        "late": _late(round_),
        "parlay": _parlay(round_),
        "shoe": shoe_record(picture.shoe),
        "real_shoe": real_shoe_view(picture.real_shoe, picture.round),
        "meters": [_meter(meter) for meter in picture.meters],
        "history": list(picture.history),
        "notices": [
            one.record(for_dealer=is_dealer)
            for one in picture.notices
            if is_dealer or one.kind is not NoticeKind.DEVICE
        ],
    }
    return {**frame, **keypad_of(picture)} if is_dealer else frame


def keypad_of(picture: TablePicture) -> Keypad:
    """The part of a frame for the person at the keys."""
    round_ = picture.round or Round(picture.game)
    awaited, is_open = awaits(round_), picture.is_open
    shoe = picture.real_shoe if round_.game.cards is CardSource.READ else picture.shoe
    step_back = picture.step_back
    return {
        "next": next_key(round_, awaited, shoe, is_open=is_open),
        "keys": keys_of(round_, awaited, shoe, is_open=is_open, step_back=step_back),
        "told": picture.told,
        "can_step_back": step_back,
        "last_wagers": list(picture.last_wagers),
        "keyed": [
            {"spot": one.spot, "wager": one.wager, "outcome": one.outcome, "pay": pay}
            for one, pay in tray_pays(round_)
        ],
        "claims": list(picture.claims),
    }


def _round_name(picture: TablePicture) -> RoundName | None:
    if picture.round is None:
        return None
    return {"id": f"{picture.table}/{picture.number}", "number": picture.number}


def shoe_record(shoe: ShoeState | None) -> ShoeView | None:
    """What everybody may know of a shoe: its commitment, who cut it, how far it is dealt."""
    if shoe is None:
        return None
    return {
        "number": shoe.number,
        "commitment": shoe.commitment,
        "is_cut": shoe.is_cut,
        "dealt": shoe.dealt,
        "cards": shoe.cards,
        "cut_card": shoe.cut_card,
        "is_over": shoe.is_past_cut_card,
        "stage": shoe.stage,
        "parts": cut_parts(shoe),
        "says": cut_sentence(shoe),
        "fault": shoe.fault and stop_sentence(shoe),
    }


def cut_parts(shoe: ShoeState) -> list[CutPartView]:
    """Who gave what to the cut, in order; what is sealed is not told, because nobody knows it."""
    return [
        {
            "who": part.who,
            "at": part.at,
            "seal": part.seal,
            "cut": part.cut,
            "salt": part.salt,
            "is_sealed": part.is_sealed,
        }
        for part in shoe.parts
    ]


def stop_sentence(shoe: ShoeState) -> str:
    """Why a table does not deal, for everybody who stands at it."""
    what = "lost" if shoe.fault == RoomRefusal.SEED_MISSING else "wrong"
    return (
        f"This table has stopped: the seed of shoe {shoe.number} is {what}. A supervisor must void "
        "the shoe; wagers in play go back."
    )


def cut_sentence(shoe: ShoeState) -> str:
    """How far the cut is, and who made it: what every screen says until the first card."""
    if shoe.dealt or shoe.algorithm == WORD_CUT:
        return ""
    name = f"shoe {shoe.number}"
    if shoe.stage is CutStage.OPEN:
        return f"Cut {name}: give a position and a word on your screen, or tell the dealer."
    if shoe.sealed:
        return f"The cut of {name} is closed. Waiting for {' and '.join(shoe.sealed)} to open it."
    if not shoe.from_screens:
        return f"The dealer cut {name}: no word came from a player's screen. You may object now."
    given = ", ".join(part.who for part in shoe.parts)
    ending = "." if shoe.is_cut else ". Check your word; you may object now."
    return f"{name.capitalize()} is cut by {given}{ending}"


def _meter(meter: MeterPicture) -> MeterView:
    return {
        "progressive": meter.progressive,
        "title": meter.title,
        "wager": meter.wager,
        "is_available": meter.is_available,
        "levels": [
            {
                "name": level.name,
                "display": level.display,
                "is_pending": level.is_pending,
                "limit": level.limit,
            }
            for level in meter.levels
        ],
    }


def _insurance(round_: Round) -> list[Insurable]:
    """The spots that may insure now, and up to what."""
    awaited = awaits(round_)
    if not isinstance(awaited, AwaitInsurance):
        return []
    offered = ((spot, most_insured(round_, spot)) for spot in awaited.spots)
    return [{"spot": spot, "maximum": most} for spot, most in offered if most]


def _late(round_: Round) -> list[LateWager]:
    """The side wagers that may be made now, on a card that is seen."""
    awaited = awaits(round_)
    if not isinstance(awaited, AwaitLateWagers):
        return []
    return [{"spot": spot, "wager": wager} for spot, wager in awaited.wagers]


def _parlay(round_: Round) -> ParlayView | None:
    """The spot that may move winnings onto its main wager now, and how much at most."""
    awaited = awaits(round_)
    if not isinstance(awaited, AwaitParlay):
        return None
    won = winnings_of(round_, awaited.spot)
    step = round_.game.rounding.unit
    return {"spot": awaited.spot, "most": awaited.most, "won": won, "step": step}


def wagers_record(wagers: Iterable[tuple[int, str, Cents]]) -> tuple[PlacedWager, ...]:
    """The wagers of a round, as they can be placed again."""
    return tuple({"spot": spot, "wager": name, "amount": amount} for spot, name, amount in wagers)
