"""The room's tables and meters as frames need them, and the texts that go over the wire."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from upcard.game.choices import CardsDealt
from upcard.jackpot import Progressive
from upcard.jackpot.award_steps import amount_of
from upcard.room.enrolled_devices import lost_at, lost_rail
from upcard.room.events import RoomKind
from upcard.room.people.roles import Role
from upcard.room.procedures.confirmations import is_large, takes_cards
from upcard.room.procedures.corrections import why_no_step_back
from upcard.room.procedures.happenings import Happenings
from upcard.room.procedures.table_keys import is_available, open_claim
from upcard.room.state import RoomState
from upcard.room.table_states import TableState
from upcard.screens.frame_types import ClaimView
from upcard.screens.frames import (
    LevelPicture,
    MeterPicture,
    Past,
    TablePicture,
    head_of,
    placard_of,
    shared_frame,
)
from upcard.screens.notices import notice_of_loss
from upcard.screens.read_keypads import told_cards
from upcard.screens.wire_texts import as_json
from upcard.table.games import Game
from upcard.table.rounds import AwardState, Round
from upcard.table.views import Audience, TableView, Viewer, view_of


def picture_of(state: RoomState, sequence: int, name: str, past: Past) -> TablePicture:
    """The table of that name as frames show it."""
    table = state.tables[name]
    dealer = state.staff.get(table.dealer)
    game = table.round.game if table.round else table.game_on(None)
    return TablePicture(
        table=name,
        version=table.version,
        sequence=sequence,
        game=game,
        round=table.round,
        number=table.rounds,
        shoe=table.shoe,
        real_shoe=table.real_shoe,
        told=told_cards(table),
        meters=tuple(_meters(state, table, game)),
        is_open=table.is_open,
        dealer=dealer.name if dealer else "",
        kind=state.kind,
        step_back=why_no_step_back(table),
        history=past.history,
        last_wagers=past.last_wagers,
        notices=(*map(notice_of_loss, lost_at(state.devices, name)), *past.notices),
        claims=tuple(_claims(state, table)),
    )


def _claims(state: RoomState, table: TableState) -> Iterator[ClaimView]:
    """The awards at a table that are claimed and not paid, with what the ledger says of them."""
    for award in table.round.awards if table.round else ():
        link = state.link_of(table.spec.table, award.wager)
        if award.state is not AwardState.CLAIMED or link is None:
            continue
        level = state.jackpots.progressives[link.progressive].levels[award.level]
        claim = open_claim(Happenings(state), table.spec.table, link, award)
        amount = amount_of(level, claim)
        yield {
            "spot": award.spot,
            "wager": award.wager,
            "amount": amount,
            "needs": Role.EXECUTIVE if is_large(link, level, claim) else Role.SUPERVISOR,
            "takes_cards": takes_cards(link, award.level, amount),
        }


def is_made_up(state: RoomState) -> bool:
    """Whether nothing here is real money, which every screen says."""
    return state.kind is not RoomKind.LIVE


def _meters(state: RoomState, table: TableState, game: Game) -> list[MeterPicture]:
    return [
        _meter(state, table.spec.table, offer.name, offer.title)
        for offer in game.offers.values()
        if offer.is_progressive
    ]


def _meter(state: RoomState, table: str, wager: str, title: str) -> MeterPicture:
    link = state.link_of(table, wager)
    found = state.jackpots.progressives[link.progressive] if link else None
    usable = link is not None and is_available(state, link) and not state.funds.is_short
    usable = usable and lost_rail(state.devices, table) is None
    return MeterPicture(
        progressive=link.progressive if link else "",
        title=title,
        wager=wager,
        is_available=usable,
        levels=level_pictures(found) if found else (),
    )


def level_pictures(progressive: Progressive) -> tuple[LevelPicture, ...]:
    """The levels of a progressive as displays show them, top level first."""
    return tuple(
        LevelPicture(name, level.display, level.is_pending, level.parameters.limit)
        for name, level in progressive.levels.items()
    )


@dataclass(slots=True)
class _Made:
    stamp: tuple[object, ...]
    view: TableView
    text: str
    """A frame without its head, or the view alone."""


class Frames:
    """Frames of the room's tables as text, each made once for everybody it is the same for."""

    def __init__(self) -> None:
        self._made: dict[tuple[object, ...], _Made] = {}
        self._views: dict[tuple[object, ...], _Made] = {}

    def text(self, state: RoomState, sequence: int, name: str, viewer: Viewer, past: Past) -> str:
        """The frame of a table for *viewer*."""
        made = self._shared(state, sequence, name, viewer, past)
        return f"{as_json(head_of(viewer, made.view))[:-1]},{made.text[1:]}"

    def _shared(
        self, state: RoomState, sequence: int, name: str, viewer: Viewer, past: Past
    ) -> _Made:
        """Everything except its head; rebuilt only when something in it has changed."""
        key = (name, viewer.audience is Audience.DEALER, _spots_that_matter(state, name, viewer))
        stamp = _stamp(state, name, past)
        made = self._made.get(key)
        if made is None or not _is_same(made.stamp, stamp):
            picture = picture_of(state, sequence, name, past)
            seen = self._view((name, key[-1]), stamp, picture, viewer)
            rest = as_json(shared_frame(picture, viewer))
            text = f'{_placard_text(picture.game)[:-1]},"view":{seen.text},{rest[1:]}'
            made = self._made[key] = _Made(stamp, seen.view, text)
        return made

    def _view(
        self,
        key: tuple[object, ...],
        stamp: tuple[object, ...],
        picture: TablePicture,
        viewer: Viewer,
    ) -> _Made:
        """What is seen of cards and wagers: the dealer sees what everybody sees."""
        seen = self._views.get(key)
        if seen is None or not _is_same(seen.stamp, stamp):
            view = view_of(picture.round or Round(picture.game), viewer)
            seen = self._views[key] = _Made(stamp, view, as_json(view.as_data()))
        return seen


@lru_cache(maxsize=64)
def _placard_text(game: Game) -> str:
    return as_json(placard_of(game))


def _spots_that_matter(state: RoomState, name: str, viewer: Viewer) -> tuple[int, ...]:
    """What tells viewers apart where hands may lie face down: whose they are."""
    is_face_up = state.tables[name].game_on(None).rules.cards_dealt is CardsDealt.FACE_UP
    return () if is_face_up else viewer.spots


def _stamp(state: RoomState, name: str, past: Past) -> tuple[object, ...]:
    """Everything a table's frame is made of; values are never changed, only replaced."""
    meters = [
        state.jackpots.progressives[link.progressive]
        for link in state.links.values()
        if name in link.tables
    ]
    table = state.tables[name]
    lost = lost_at(state.devices, name)
    return (table, state.staff.get(table.dealer), past, state.funds, state.links, *meters, *lost)


def _is_same(before: tuple[object, ...], after: tuple[object, ...]) -> bool:
    return len(before) == len(after) and all(
        one is other for one, other in zip(before, after, strict=True)
    )
