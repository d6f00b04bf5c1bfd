"""A room with a hand-dealt table and a digital one on the same progressive, and its keys."""

from __future__ import annotations

from dataclasses import replace

from tests.room.houses import Game, House, new_room, parameters, spec
from upcard.cards import read_cards
from upcard.money import Cents
from upcard.room.money_events import Link
from upcard.room.money_orders import ConfirmWin, OpenProgressive, SwipeAward
from upcard.room.orders import Wish
from upcard.room.room_openings import Place
from upcard.room.table_orders import AddTable, OpenTable, Operate
from upcard.table.commands import Command, LiftWager, PlaceWager, StartGame
from upcard.table.games import CardSource
from upcard.table.rounds import Stage
from upcard.table.views import Audience, Viewer, view_of

WATCHER = Viewer(Audience.DISPLAY)


def hand_dealt_house(
    place: Place,
    game: Game,
    *,
    cards_from: Cents | None = None,
    executive_from: Cents | None = None,
) -> House:
    """Table t1 is dealt by hand and open; t2 is digital. Both are on progressive `prog`."""
    house = House(new_room(place), place, game)
    by_hand = replace(spec("t1", game), cards=CardSource.HAND_DEALT, cut_card=0)
    house.done("tech-1", AddTable(by_hand), "exec-1")
    house.done("tech-1", AddTable(spec("t2", game)), "exec-1")
    levels = [one.name for one in parameters(game).levels]
    link = Link(
        progressive="prog",
        wager=game.wager,
        paytable=game.paytable,
        tables=("t1", "t2"),
        executive_from=tuple((one, executive_from) for one in levels) if executive_from else (),
        cards_from=tuple((one, cards_from) for one in levels) if cards_from else (),
    )
    house.done("tech-1", OpenProgressive(parameters(game), link), "exec-1")
    house.done("sup-1", OpenTable("t1", "deal-1"))
    return house


def started(house: House, *spots: int, amount: int = 500) -> None:
    """Progressive wagers on *spots*, START GAME, and those lifted that the game lifts."""
    for spot in spots:
        house.key("t1", PlaceWager(spot, house.game.wager, Cents(amount)))
    house.key("t1", StartGame())
    for spot in spots:
        if house.round_on("t1").stage is Stage.LIFTING:
            house.key("t1", LiftWager(spot, house.game.wager))


def sensors(house: House) -> dict[int, str]:
    """What the sensor of each spot shows."""
    view = view_of(house.round_on("t1"), WATCHER)
    return {spot.spot: wager.sensor for spot in view.spots for wager in spot.wagers}


def refused(house: House, command: Command) -> str:
    """The code with which a key of the dealer is refused."""
    return code_of(house, "deal-1", Operate("t1", command))


def code_of(house: House, badge: str, wish: Wish, second: str | None = None) -> str:
    """The code with which an order is refused."""
    return house.refused(badge, wish, second).partition(":")[0]


def confirmed(spot: int, wager: str, player: str = "", dealer: str = "") -> ConfirmWin:
    """CONFIRM, with the cards that are keyed."""
    return ConfirmWin("t1", spot, wager, read_cards(player), read_cards(dealer))


def paid(house: House, spot: int, by: str = "sup-1") -> int:
    """CONFIRM and the swipe; what the meter paid."""
    house.done("sup-1", ConfirmWin("t1", spot, house.game.wager))
    amount = house.done(by, SwipeAward("t1", spot, house.game.wager)).data["paid"]
    assert isinstance(amount, int)
    return amount
