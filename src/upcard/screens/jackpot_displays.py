"""What the display of a progressive shows: its meters, its hands, its newest winner."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from upcard.jackpot import Progressive
from upcard.money import Cents
from upcard.room.procedures.table_keys import is_available
from upcard.room.state import RoomState
from upcard.room.table_states import NOT_PLAYABLE
from upcard.screens.chronicles import Chronicle
from upcard.screens.display_types import JackpotFrame, JackpotLevel, Winner
from upcard.screens.frame_types import OfferView
from upcard.screens.pictures import is_made_up, level_pictures
from upcard.screens.placards import offers_of

WHOLE: Final = "100%"


def display_record(state: RoomState, chronicle: Chronicle, name: str) -> JackpotFrame:
    """What the display of a progressive shows: a pure function of what the room knows."""
    link, progressive = state.links[name], state.jackpots.progressives[name]
    usable = is_available(state, link) and not state.funds.is_short
    hands = hands_of(state, name)
    levels: list[JackpotLevel] = [
        {
            "name": level.name,
            "display": level.display,
            "limit": level.limit,
            "is_pending": level.is_pending,
            "hands": hands.get(level.name, []),
        }
        for level in level_pictures(progressive)
    ]
    message = "" if usable else "Progressive unavailable"
    if usable and any(level["is_pending"] for level in levels):
        message = "PENDING"
    return {
        "progressive": name,
        "title": title_of(state, name),
        "version": progressive_version(progressive),
        "training": is_made_up(state),
        "kind": state.kind,
        "is_available": usable,
        "is_house_jackpot": progressive.parameters.is_house_jackpot,
        "levels": levels,
        "winner": _winner(chronicle, name),
        "message": message,
    }


def progressive_version(progressive: Progressive) -> int:
    """A number that grows with each contribution and award of a progressive."""
    return sum(
        level.counters.in_count + level.counters.hits + level.counters.reversals
        for level in progressive.levels.values()
    )


def title_of(state: RoomState, name: str) -> str:
    """What a progressive's display is headed: the wager's name on the layout."""
    offer = _offer_of(state, name)
    return offer["title"] if offer else name


def hands_of(state: RoomState, name: str) -> dict[str, list[str]]:
    """The hands that win from each level, in the words of the placard; with what part of it."""
    offer = _offer_of(state, name)
    hands: dict[str, list[str]] = {}
    for line in offer["lines"] if offer else ():
        if line["level"]:
            share = line["pays"].partition(" ")[0]
            part = "" if share == WHOLE else f" ({share})"
            hands.setdefault(line["level"], []).append(f"{line['outcome']}{part}")
    return hands


def _offer_of(state: RoomState, name: str) -> OfferView | None:
    """A progressive's wager as the placard of its first table prints it."""
    link = state.links[name]
    for table in link.tables:
        found = state.tables.get(table)
        with suppress(*NOT_PLAYABLE):
            for offer in offers_of(found.game_on(None)) if found else ():
                if offer["name"] == link.wager:
                    return offer
    return None


def _winner(chronicle: Chronicle, name: str) -> Winner | None:
    """The newest award; nobody once it is reversed, and no earlier winner in its place."""
    award = chronicle.papers.winners.get(name)
    if award is None or award.reversal:
        return None
    return {
        "level": award.level,
        "amount": Cents(award.amount),
        "spot": award.spot,
        "at": award.at,
        "table": award.table,
    }


def place_in(details: str) -> tuple[str, int]:
    """
    The table and spot that a claim's details begin with.

    >>> place_in("bahama-1 spot 3: four-of-a-kind (bahama-progressive PT1)")
    ('bahama-1', 3)
    """
    table, _, rest = details.partition(" spot ")
    spot = rest.partition(":")[0]
    return table, int(spot) if spot.isdecimal() else 0
