"""A durable room for tests: on SQLite or PostgreSQL, with people, tables and a progressive."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from upcard.cards import Card, read_cards
from upcard.catalogue_games import game
from upcard.jackpot import AwardLock, LevelParameters, Parameters
from upcard.jackpot.levels import Level
from upcard.journal import Answer
from upcard.money import Cents
from upcard.room.events import RoomKind
from upcard.room.money_events import Link
from upcard.room.money_orders import ConfirmWin, OpenProgressive, SwipeAward
from upcard.room.orders import ApproveRules, Order, Signature, Wish
from upcard.room.people.roles import Role
from upcard.room.people.staff import ArgonPins
from upcard.room.procedures.progressive_settings import usual_parameters
from upcard.room.room_openings import FirstMember, Place, make_room, open_room
from upcard.room.rooms import Room
from upcard.room.state import RoomState
from upcard.room.table_events import TableSpec
from upcard.room.table_orders import (
    AbandonShoe,
    AddTable,
    CloseCut,
    ConfirmCut,
    CutShoe,
    OpenTable,
    Operate,
    ShuffleShoe,
)
from upcard.table import Decision, awaits
from upcard.table.awaits import AwaitAward, AwaitDecision, AwaitEnd
from upcard.table.commands import Choose, Command, LiftWager, PlaceWager, PressDeal, StartGame
from upcard.table.rounds import Round

PINS = ArgonPins(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
PIN = "481516"
UNIT = Cents(500)
CUT = "113 tulip"
PEOPLE = {
    "exec-1": ("Eve", Role.EXECUTIVE),
    "exec-2": ("Ed", Role.EXECUTIVE),
    "tech-1": ("Tom", Role.TECHNICIAN),
    "acct-1": ("Ann", Role.ACCOUNTING),
    "sup-1": ("Sue", Role.SUPERVISOR),
    "sup-2": ("Sam", Role.SUPERVISOR),
    "deal-1": ("Dan", Role.DEALER),
    "deal-2": ("Dora", Role.DEALER),
    "reg-1": ("Rita", Role.REGULATOR),
}
MEMBERS = [
    FirstMember(badge=badge, name=name, role=role, pin=PIN)
    for badge, (name, role) in PEOPLE.items()
]


@dataclass(frozen=True, slots=True)
class Game:
    """A game with a progressive, and the cards that win its levels."""

    rules: str
    wager: str
    paytable: str
    pack: str | None
    hit: str
    """Spot 1, spot 4, dealer's up card, spot 1, spot 4, hole card, and on: spot 4 wins."""
    outcome: str
    level: str
    percent: int


@dataclass(slots=True)
class House:
    """A room and how tests talk to it."""

    room: Room
    place: Place
    game: Game
    _ids: itertools.count[int] = field(default_factory=itertools.count)
    _again: House | None = None

    def order(
        self, badge: str, wish: Wish, second: str | None = None, *, pin: str = PIN, id: str = ""
    ) -> Answer:
        """Send an order."""
        return self.room.submit(
            Order(
                id=id or f"order {next(self._ids)}",
                by=Signature(badge, pin),
                wish=wish,
                second=Signature(second, PIN) if second else None,
            )
        )

    def done(self, badge: str, wish: Wish, second: str | None = None) -> Answer:
        """Send an order that must be carried out; a swipe after CONFIRM by the same person."""
        if isinstance(wish, SwipeAward) and not self._is_verified(wish):
            self.done(badge, ConfirmWin(wish.table, wish.spot, wish.wager))
        answer = self.order(badge, wish, second)
        assert not answer.is_refused, answer.message
        return answer

    def _is_verified(self, wish: SwipeAward) -> bool:
        awards = self.round_on(wish.table).awards
        return any(a.is_verified for a in awards if (a.spot, a.wager) == (wish.spot, wish.wager))

    def refused(self, badge: str, wish: Wish, second: str | None = None) -> str:
        """Send an order that must be refused; how it is refused."""
        before = self.room.state
        answer = self.order(badge, wish, second)
        assert answer.is_refused, f"{wish} was carried out"
        assert self.room.state == before
        return f"{answer.code}: {answer.message}"

    def key(self, table: str, command: Command, badge: str = "deal-1") -> Answer:
        """A key that must be taken."""
        return self.done(badge, Operate(table, command))

    def cut(self, table: str, badge: str = "deal-1", cut: str = CUT) -> None:
        """The whole cut, typed by the dealer."""
        for wish in cut_wishes(table, cut):
            self.done(badge, wish)

    def new_shoe(self, table: str, badge: str = "deal-1", cut: str = CUT) -> None:
        """The next shoe, cut by the dealer; one on the table is thrown away by a supervisor."""
        if self.room.state.tables[table].shoe is None:
            self.done(badge, ShuffleShoe(table, "for the test"))
        else:
            self.done("sup-1", AbandonShoe(table, "for the test"))
        self.cut(table, badge, cut)

    def start(self, table: str, badge: str = "deal-1", spots: Sequence[int] = (1, 4)) -> None:
        """A round with a main and a progressive wager on each spot, dealt."""
        for spot in spots:
            self.key(table, PlaceWager(spot, "main", Cents(1000)), badge)
            self.key(table, PlaceWager(spot, self.game.wager, UNIT), badge)
        self.key(table, StartGame(), badge)
        for spot in spots:
            if self.round_on(table).stage == "lifting":
                self.key(table, LiftWager(spot, self.game.wager), badge)

    def play_on(self, table: str, badge: str = "deal-1") -> None:
        """Stand on everything until an award or END GAME is awaited."""
        while True:
            awaited = awaits(self.round_on(table))
            if isinstance(awaited, AwaitDecision):
                self.key(table, Choose(Decision.STAND), badge)
            elif isinstance(awaited, AwaitEnd | AwaitAward):
                return
            else:
                self.key(table, PressDeal(), badge)

    def round_on(self, table: str) -> Round:
        """The round on a table."""
        round_ = self.room.state.tables[table].round
        assert round_ is not None
        return round_

    def level(self, name: str = "") -> Level:
        """A level of the progressive."""
        levels = self.room.state.jackpots.progressives["prog"].levels
        return levels[name or self.game.level]

    def reopened(self) -> House:
        """The same house after its process came to an end and another one started."""
        self.close()
        again = House(open_room(self.place, pins=PINS), self.place, self.game, self._ids)
        self._again = again
        return again

    def close(self) -> None:
        """Give the room back, and every one it was opened again as."""
        self.room.close()
        if self._again is not None:
            self._again.close()


def cut_wishes(table: str, cut: str = CUT) -> tuple[Wish, ...]:
    """What a dealer orders to cut a shoe alone: every screen says that the dealer did."""
    return CutShoe(table, cut), CloseCut(table), ConfirmCut(table)


def place_in(folder: Path, url: str | None = None) -> Place:
    """A new place: SQLite in *folder*, or the PostgreSQL database at *url*."""
    return Place(url=url, folder=folder) if url else Place.at(folder)


def new_room(place: Place, **settings: Any) -> Room:
    """A room with people and nothing else."""
    return make_room(
        place,
        name="Test room",
        location="here",
        kind=RoomKind.LIVE,
        day_starts_at=6,
        members=MEMBERS,
        pins=PINS,
        **settings,
    )


def new_house(
    place: Place,
    game_: Game,
    award_lock: AwardLock = AwardLock.ON_CONFIRM,
    *,
    rules_text: str = "",
    executive_from: Cents | None = None,
    **settings: Any,
) -> House:
    """Two tables on one progressive, open, shuffled and cut."""
    house = House(new_room(place, **settings), place, game_)
    if rules_text:
        house.done("tech-1", ApproveRules("house-rules", rules_text), "exec-1")
    for table in ("t1", "t2"):
        plain = spec(table, game_)
        chosen = replace(plain, rules="house-rules") if rules_text else plain
        house.done("tech-1", AddTable(chosen), "exec-1")
    level = parameters(game_).levels[0].name
    link = Link(
        progressive="prog",
        wager=game_.wager,
        paytable=game_.paytable,
        tables=("t1", "t2"),
        executive_from=((level, executive_from),) if executive_from else (),
    )
    house.done("tech-1", OpenProgressive(parameters(game_, award_lock), link), "exec-1")
    for table, dealer in (("t1", "deal-1"), ("t2", "deal-2")):
        house.done("sup-1", OpenTable(table, dealer))
        house.done(dealer, ShuffleShoe(table, "opening"))
        house.cut(table, dealer)
    return house


def spec(table: str, game_: Game) -> TableSpec:
    """A table of the game."""
    return TableSpec(
        table=table,
        rules=game_.rules,
        decks=6,
        pack=game_.pack,
        paytables=((game_.wager, game_.paytable),),
        cut_card=200,
    )


def parameters(game_: Game, award_lock: AwardLock = AwardLock.ON_CONFIRM) -> Parameters:
    """The progressive of the game, seeds as certified or $2,000."""
    played = game(game_.rules, decks=6, pack=game_.pack, paytables={game_.wager: game_.paytable})
    usual = usual_parameters("prog", played, game_.wager, unit=UNIT, award_lock=award_lock)
    return replace(usual, levels=different(usual.levels))


def different(levels: tuple[LevelParameters, ...]) -> tuple[LevelParameters, ...]:
    """
    *levels* with the same contribution in all, and no two alike.

    Where levels are alike, nobody sees that they were mixed up.
    """
    total, shares = sum(one.rate for one in levels), range(len(levels), 0, -1)
    return tuple(
        replace(one, rate=Fraction(total) * share / sum(shares))
        for one, share in zip(levels, shares, strict=True)
    )


def pretend(room: Room, state: RoomState) -> None:
    """Let a room believe that it is in a state that nobody recorded."""
    room._known = room._known._replace(state=state)


def rig(monkeypatch: pytest.MonkeyPatch, cards: str) -> None:
    """From now on shoes are *cards* over and over."""
    order: tuple[Card, ...] = read_cards(cards)
    monkeypatch.setattr("upcard.room.fairness.table_shoes.shuffled_shoe", lambda *_: order * 40)
