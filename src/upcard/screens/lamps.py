"""The lamps at the spots, and the meters, as devices show them."""

from __future__ import annotations

from enum import StrEnum
from typing import TypedDict

from upcard.cards import Deck
from upcard.money import Cents
from upcard.room.enrolled_devices import lost_rail
from upcard.room.procedures.table_keys import is_available
from upcard.room.state import RoomState
from upcard.room.table_states import NOT_PLAYABLE, TableState
from upcard.table import Game, Round
from upcard.table.awaits import AwaitCard, awaits
from upcard.table.games import CardSource
from upcard.table.rounds import AwardState, Stage


class Lamp(StrEnum):
    """What the lamp of a sensor shows."""

    OFF = "off"
    INVITE = "invite"
    """The player may wager here."""
    PLACED = "placed"
    """The wager is seen, and may still be taken back."""
    LOCKED = "locked"
    """START GAME was pressed with the wager on."""
    WINNER = "winner"
    """A line of the paytable was keyed or judged for it."""


class LampState(TypedDict):
    """One lamp."""

    spot: int
    wager: str
    lamp: Lamp
    amount: Cents | None
    """What a coin on the sensor is worth; None where the player chooses."""


class MeterLine(TypedDict):
    """One level of a progressive, as a display shows it."""

    progressive: str
    level: str
    display: Cents


def lamps_of(state: RoomState, name: str) -> list[LampState]:
    """Every lamp of a table; none where the rules of the table cannot be read."""
    table = state.tables[name]
    try:
        game = table.round.game if table.round else table.game_on(None)
    except NOT_PLAYABLE:
        return []
    round_ = table.round or Round(game)
    return [
        {
            "spot": spot,
            "wager": wager,
            "lamp": _lamp(round_, spot, wager, is_offered=is_offered),
            "amount": game.offers[wager].amount,
        }
        for wager, is_offered in _progressives(state, table, game)
        for spot in range(1, game.rules.spots_max + 1)
    ]


class ShoeKind(TypedDict):
    """Which real cards lie in the shoe of a table."""

    deck: Deck
    decks: int


def shoe_kind(state: RoomState, name: str) -> ShoeKind | None:
    """Which cards a reader at a table reads; None where nobody reads any."""
    shoe = state.tables[name].real_shoe
    return {"deck": shoe.deck, "decks": shoe.decks} if shoe else None


class CardAsked(TypedDict):
    """The card that a table with read cards needs next."""

    to: str
    """A hand, or the dealer."""
    face_down: bool
    """Whether it may lie face down unread."""


def card_asked(state: RoomState, name: str) -> CardAsked | None:
    """What the reader of a table is asked for; None where the table needs no card."""
    table = state.tables[name]
    if table.round is None or table.spec.cards is not CardSource.READ:
        return None
    awaited = awaits(table.round)
    if not isinstance(awaited, AwaitCard):
        return None
    return {"to": awaited.to, "face_down": awaited.is_face_down}


def meters_of(state: RoomState, name: str) -> list[MeterLine]:
    """The meters of the progressives that a table is on, top level first."""
    return [
        {"progressive": link.progressive, "level": level, "display": found.display}
        for link in state.links.values()
        if name in link.tables
        for level, found in state.jackpots.progressives[link.progressive].levels.items()
    ]


def _progressives(state: RoomState, table: TableState, game: Game) -> list[tuple[str, bool]]:
    """The progressive wagers of a table, and whether it takes each now."""
    name = table.spec.table
    is_sensed = lost_rail(state.devices, name) is None and not state.funds.is_short
    return [
        (offer.name, table.is_open and is_sensed and link is not None and is_available(state, link))
        for offer in game.offers.values()
        if offer.is_progressive
        for link in [state.link_of(name, offer.name)]
    ]


def _lamp(round_: Round, spot: int, wager: str, *, is_offered: bool) -> Lamp:
    is_betting = round_.stage is Stage.BETTING
    if _has_won(round_, spot, wager):
        return Lamp.WINNER
    if round_.wager_on(spot, wager):
        return Lamp.PLACED if is_betting else Lamp.LOCKED
    return Lamp.INVITE if is_betting and is_offered else Lamp.OFF


def _has_won(round_: Round, spot: int, wager: str) -> bool:
    """Whether a line was keyed or judged; an award that was taken back is none."""
    awards = [one for one in round_.awards if one.state is not AwardState.REVERSED]
    won = {(one.spot, one.wager) for one in awards}
    won |= {(one.spot, one.wager) for one in round_.keyed}
    won |= {(one.spot, one.wager) for one in round_.settlements if one.won}
    return (spot, wager) in won
