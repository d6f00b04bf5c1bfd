"""What routes answer, field by field: `frontend/src/lib/types.ts` is written from these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from upcard.plain import JsonObject
from upcard.room.events import RoomKind
from upcard.room.people.roles import Role
from upcard.room.procedures.money_changes import Signed
from upcard.table.games import CardSource


class SessionView(TypedDict):
    """Who is signed in here."""

    badge: str
    name: str
    role: Role
    csrf: str


class OrderAnswer(TypedDict):
    """What an order came to."""

    sequence: int
    repeated: bool
    answer: JsonObject


class RoomTable(TypedDict):
    """A table in the list of the start page."""

    table: str
    title: str
    game: str
    cards: CardSource
    """How its cards come."""
    is_open: bool
    dealer: str
    stage: str


class RoomProgressive(TypedDict):
    """A progressive in the list of the start page."""

    name: str
    title: str
    tables: Sequence[str]


class DemoBadge(TypedDict):
    """Somebody to sign in as in a demonstration."""

    badge: str
    pin: str
    name: str
    role: Role


class DemoLink(TypedDict):
    """A screen to look at in a demonstration."""

    title: str
    path: str


class DemoOffer(TypedDict):
    """What the start page of a demonstration offers."""

    badges: Sequence[DemoBadge]
    links: Sequence[DemoLink]


class RoomView(TypedDict):
    """The room as the start page shows it."""

    name: str
    training: bool
    kind: RoomKind
    version: int
    tables: Sequence[RoomTable]
    progressives: Sequence[RoomProgressive]
    demo: DemoOffer | None
    is_to_be_set_up: bool
    """Whether there is no room yet, and the server printed a link to set one up."""


class ChangeView(TypedDict):
    """One thing that an order would change."""

    what: str
    before: int | str | None
    after: int | str | None
    progressive: str
    level: str
    of: str
    """The award or round that it is about."""
    signed: Signed
    """What of it a signature stands for."""
    title: str
    """What the displays of the progressive are headed."""


class PreviewView(TypedDict):
    """What an order would change, for whoever is about to sign it."""

    version: int
    agreed: str
    """Goes back with the order: if it would do something else by then, it is refused."""
    signers: Sequence[Sequence[Role]]
    roles_differ: bool
    warnings: Sequence[str]
    changes: Sequence[ChangeView]
