"""A training room in memory: a hand-dealt table on a progressive, run by the room's procedures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from upcard.catalogue_games import game as game_named
from upcard.drills.dealer_scripts import EXECUTIVE_FROM
from upcard.drills.drill_kinds import DrillError
from upcard.money import Cents
from upcard.room.events import RoomKind, RoomOpened
from upcard.room.fairness.fair_shuffles import ShoeNumber
from upcard.room.money_events import Link
from upcard.room.money_orders import OpenProgressive
from upcard.room.orders import Order, Signature, Wish
from upcard.room.people.roles import Role
from upcard.room.people.staff import MemberAdded
from upcard.room.procedures.order_decisions import decide
from upcard.room.procedures.progressive_settings import usual_parameters
from upcard.room.refusals import REFUSALS
from upcard.room.state import RoomState, apply
from upcard.room.table_events import TableSpec
from upcard.room.table_orders import AddTable, OpenTable
from upcard.table import Game
from upcard.table.games import CardSource
from upcard.wagers import Offer

TABLE: Final = "drill"
PROGRESSIVE: Final = "training"
SEEDS: Final = (Cents(300_000), Cents(900_000))
"""What a meter holds: a small one takes a supervisor's swipe, a large one an executive's."""
_PIN: Final = "246810"
PEOPLE: Final = {
    Role.DEALER: "Dana",
    Role.SUPERVISOR: "Sam",
    Role.EXECUTIVE: "Eve",
    Role.TECHNICIAN: "Tom",
}


def badge_of(role: Role) -> str:
    """The badge of the one person with that role."""
    return f"{role.value}-1"


class TrainingPins:
    """PINs of people who do not exist: nothing is kept of them."""

    def kept(self, pin: str) -> str:
        """What stands for *pin* while the drill runs."""
        return f"training {pin}"

    def fits(self, kept: str, pin: str) -> bool:
        """Whether *pin* is the one."""
        return kept == self.kept(pin)

    def is_current(self, kept: str) -> bool:
        """There is one way only."""
        return bool(kept)


class NoSeeds:
    """A vault for a room whose cards are dealt by hand: there are no seeds."""

    def put(self, shoe: ShoeNumber, seed: bytes) -> None:
        """Nobody shuffles here."""
        raise AssertionError(f"nobody shuffles {shoe}: {len(seed)} bytes")

    def get(self, shoe: ShoeNumber) -> bytes:
        """Nobody shuffled here."""
        raise AssertionError(f"nobody shuffled {shoe}")

    def check(self) -> None:
        """There is nothing to keep."""


@dataclass(frozen=True, slots=True)
class TrainingRoom:
    """The room at one moment. Nothing of it is stored."""

    state: RoomState
    orders: int = 0

    def ordered(self, role: Role, wish: Wish, second: Role | None = None) -> TrainingRoom:
        """The room after an order; a refusal is raised as the room says it."""
        order = Order(
            id=f"{self.orders + 1:032x}",
            by=Signature(badge_of(role), _PIN),
            wish=wish,
            second=Signature(badge_of(second), _PIN) if second else None,
        )
        decided = decide(self.state, order, NoSeeds(), TrainingPins())
        if decided.refusal is not None:
            raise decided.refusal
        return TrainingRoom(decided.state, self.orders + 1)

    def tried(self, role: Role, wish: Wish) -> tuple[TrainingRoom, str]:
        """The room after an order, or the same room and why it refused."""
        try:
            return self.ordered(role, wish), ""
        except REFUSALS as refused:
            return self, str(refused)


def meter_offer(game: Game) -> Offer | None:
    """The wager of a game that wins from a meter, if its usual layout has one."""
    offers = (one for one in game.offers.values() if one.is_progressive and one.meter_levels)
    return next(offers, None)


@cache
def training_room(name: str, seed: Cents) -> TrainingRoom:
    """A room with one open table that plays a catalogue game, its meters at *seed*."""
    game = game_named(name)
    offer = meter_offer(game)
    if offer is None:
        raise DrillError(f"game is {name!r}: its layout has no jackpot to run; choose another game")
    room = TrainingRoom(_with_people())
    spec = TableSpec(
        table=TABLE, rules=name, decks=game.decks, pack=game.pack, cards=CardSource.HAND_DEALT
    )
    room = room.ordered(Role.TECHNICIAN, AddTable(spec), Role.EXECUTIVE)
    wish = OpenProgressive(
        usual_parameters(
            PROGRESSIVE,
            game,
            offer.name,
            unit=Cents(500),
            seeds=dict.fromkeys(offer.meter_levels, seed),
        ),
        Link(
            progressive=PROGRESSIVE,
            wager=offer.name,
            paytable=offer.paytable,
            tables=(TABLE,),
            executive_from=tuple((level, EXECUTIVE_FROM) for level in offer.meter_levels),
            cards_from=tuple((level, Cents(1)) for level in offer.meter_levels),
        ),
    )
    room = room.ordered(Role.TECHNICIAN, wish, Role.EXECUTIVE)
    return room.ordered(Role.SUPERVISOR, OpenTable(TABLE, badge_of(Role.DEALER)))


def _with_people() -> RoomState:
    opened = RoomOpened(
        name="Drill", location="training", purpose=RoomKind.TRAINING, day_starts_at=0
    )
    state = apply(RoomState(), opened)
    for role, name in PEOPLE.items():
        state = apply(state, MemberAdded(badge_of(role), name, role, TrainingPins().kept(_PIN)))
    return state
