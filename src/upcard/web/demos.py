"""The demonstration room as the server shows it: badges to sign in with, links to look at."""

from __future__ import annotations

from collections.abc import Sequence

from upcard.room.demo import make_demo
from upcard.room.room_openings import FirstMember, Place, open_room
from upcard.room.rooms import Room
from upcard.web.access.tokens import Screen, Tokens
from upcard.web.answer_types import DemoOffer


def demo_room(place: Place) -> tuple[Room, Sequence[FirstMember]]:
    """A new demonstration room, or the existing one, whose PINs were shown once."""
    if place.exists and place.url.startswith("sqlite"):
        return open_room(place), ()
    return make_demo(place)


def demo_record(room: Room, people: Sequence[FirstMember], tokens: Tokens) -> DemoOffer:
    """What the start page of a demonstration offers."""
    return {
        "badges": [
            {"badge": one.badge, "pin": one.pin, "name": one.name, "role": one.role}
            for one in people
        ],
        "links": [
            {"title": title, "path": f"{screen.path}#{tokens.made_for(screen)}"}
            for title, screen in _screens(room)
        ],
    }


def _screens(room: Room) -> list[tuple[str, Screen]]:
    screens = []
    for table in room.state.tables:
        screens.append((f"Table {table}", Screen(kind="table", table=table)))
        player = Screen(kind="player", table=table, spots=(3,))
        screens.append((f"Table {table}, spot 3", player))
    for name in room.state.links:
        screens.append((f"Jackpot {name}", Screen(kind="jackpot", progressive=name)))
    return screens
