"""A demonstration room: six open tables, six to open, two progressives, all roles."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from upcard.catalogue_games import game
from upcard.jackpot import AwardLock
from upcard.money import Cents
from upcard.room.events import RoomKind
from upcard.room.money_events import Link
from upcard.room.money_orders import OpenProgressive
from upcard.room.orders import Order, Signature, Wish
from upcard.room.people.pins import CheckedPins
from upcard.room.people.roles import Role
from upcard.room.people.staff import ArgonPins, Pins
from upcard.room.procedures.progressive_settings import usual_parameters
from upcard.room.room_openings import FirstMember, Place, make_room, open_room
from upcard.room.rooms import Room
from upcard.room.table_events import TableSpec
from upcard.room.table_orders import AddTable, CloseCut, ConfirmCut, CutShoe, OpenTable, ShuffleShoe
from upcard.table.games import CardSource

UNIT: Final = Cents(500)
PEOPLE: Final = (
    ("Dana", Role.DEALER),
    ("Dario", Role.DEALER),
    ("Dilek", Role.DEALER),
    ("Doris", Role.DEALER),
    ("Dirk", Role.DEALER),
    ("Dora", Role.DEALER),
    ("Sam", Role.SUPERVISOR),
    ("Eve", Role.EXECUTIVE),
    ("Ann", Role.ACCOUNTING),
    ("Tom", Role.TECHNICIAN),
    ("Rita", Role.REGULATOR),
)
BAHAMA, BLAZING = "bahama-progressive", "blazing-7s-upcard"
TABLES: Final = (
    TableSpec(
        table="bahama-1",
        rules="bahama-wsgc",
        decks=6,
        pack="match",
        paytables=((BAHAMA, "PT3"),),
        cut_card=216,
    ),
    TableSpec(table="bounty-1", rules="kings-bounty", decks=6, pack=BLAZING, cut_card=234),
    TableSpec(table="bounty-2", rules="kings-bounty", decks=6, pack=BLAZING, cut_card=234),
    TableSpec(table="bonanza-1", rules="bonanza", decks=6, pack=None, cut_card=234),
    TableSpec(
        table="hand-1", rules="kings-bounty", decks=6, pack=BLAZING, cards=CardSource.HAND_DEALT
    ),
    TableSpec(table="read-1", rules="kings-bounty", decks=6, pack=BLAZING, cards=CardSource.READ),
)
"""The tables that are open from the start, each with its dealer."""
TABLES_TO_OPEN: Final = (
    TableSpec(table="set-1", rules="bet-the-set-21", decks=6, pack=BLAZING, cut_card=234),
    TableSpec(table="royal-1", rules="royal-match-21", decks=6, pack=BLAZING, cut_card=234),
    TableSpec(table="trilux-1", rules="trilux-blackjack", decks=6, pack=BLAZING, cut_card=234),
    TableSpec(table="free-1", rules="free-bet", decks=6, pack=BLAZING, cut_card=234),
    TableSpec(table="zap-1", rules="zappit", decks=6, pack=BLAZING, cut_card=234),
    TableSpec(table="money-1", rules="house-money", decks=6, pack=BLAZING, cut_card=234),
)
"""Tables that a supervisor opens at the desk: other titles on King's Bounty's jackpot (S3)."""


def new_pin() -> str:
    """A random PIN of six digits."""
    while True:
        pin = "".join(str(secrets.randbelow(10)) for _ in range(6))
        if len(set(pin)) >= 3:
            return pin


def new_people() -> list[FirstMember]:
    """One person for each role, four dealers, each with a badge and a new PIN."""
    numbers = iter(secrets.SystemRandom().sample(range(1000, 9999), len(PEOPLE)))
    return [
        FirstMember(
            badge=f"{role.value[0].upper()}{next(numbers)}", name=name, role=role, pin=new_pin()
        )
        for name, role in PEOPLE
    ]


def make_demo(
    place: Place,
    kind: RoomKind = RoomKind.DEMO,
    pins: Pins | None = None,
    checklist_from: Cents | None = None,
) -> tuple[Room, Sequence[FirstMember]]:
    """The demonstration room, set up the way a real one is: every step signed and recorded."""
    people = new_people()
    room = make_room(
        place,
        name="Demonstration room" if kind is RoomKind.DEMO else "Training room",
        location="here",
        kind=kind,
        day_starts_at=6,
        members=people,
        checklist_from=checklist_from,
        pins=CheckedPins(pins or ArgonPins()),
    )
    _set_up(room, people)
    room.close()  # It remembers PINs, to be quick; the room that is played in does not.
    return open_room(place, pins=pins), people


def _set_up(room: Room, people: Sequence[FirstMember]) -> None:
    of = {role: [one for one in people if one.role is role] for role in Role}
    technician, executive = of[Role.TECHNICIAN][0], of[Role.EXECUTIVE][0]
    supervisor = of[Role.SUPERVISOR][0]
    for spec in (*TABLES, *TABLES_TO_OPEN):
        _order(room, AddTable(spec), technician, executive)
    for wish in _progressives():
        _order(room, wish, technician, executive)
    for spec, dealer in zip(TABLES, of[Role.DEALER], strict=True):
        _order(room, OpenTable(spec.table, dealer.badge), supervisor)
        if spec.cards is CardSource.HAND_DEALT:
            continue
        _order(room, ShuffleShoe(spec.table, "the room opens"), dealer)
        if spec.cards is CardSource.READ:
            continue
        cut = f"{1 + secrets.randbelow(200)} {secrets.token_hex(4)}"
        for step in (CutShoe(spec.table, cut), CloseCut(spec.table), ConfirmCut(spec.table)):
            _order(room, step, dealer)


def _progressives() -> list[OpenProgressive]:
    bahama, bounty = (
        game(one.rules, decks=one.decks, pack=one.pack, paytables=dict(one.paytables))
        for one in TABLES[:2]
    )
    linked = tuple(one.table for one in (*TABLES, *TABLES_TO_OPEN) if one.pack == BLAZING)
    return [
        OpenProgressive(
            usual_parameters(
                "bahama",
                bahama,
                BAHAMA,
                unit=UNIT,
                reserve=Fraction(5, 100),
                seeds={"meter": Cents(500_000)},
            ),
            Link(
                progressive="bahama",
                wager=BAHAMA,
                paytable="PT3",
                tables=("bahama-1",),
                executive_from=(("meter", Cents(500_000)),),
            ),
        ),
        OpenProgressive(
            usual_parameters(
                "blazing",
                bounty,
                BLAZING,
                unit=UNIT,
                award_lock=AwardLock.ON_CLAIM,
            ),
            Link(
                progressive="blazing",
                wager=BLAZING,
                paytable="ML03",
                tables=linked,
                executive_from=(("Mega", Cents(500_000)), ("Major", Cents(500_000))),
            ),
        ),
    ]


def _order(room: Room, wish: Wish, by: FirstMember, second: FirstMember | None = None) -> None:
    answer = room.submit(
        Order(
            id=secrets.token_hex(16),
            by=Signature(by.badge, by.pin),
            wish=wish,
            second=Signature(second.badge, second.pin) if second else None,
        )
    )
    assert not answer.is_refused, answer.message
