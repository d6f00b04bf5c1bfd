"""The table without its answers: cards, wagers and stakes, but nothing of what they come to."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from upcard.money import NOTHING
from upcard.screens.frame_types import SeenTable
from upcard.screens.round_replays import view_at
from upcard.table.rounds import Round
from upcard.table.views import Audience, HandView, SpotView, Viewer, WagerView

LIFTED: Final = "lifted"
"""The mark of a wager whose chips the dealer lifted after START GAME."""
_DEALER: Final = Viewer(Audience.DEALER, tuple(range(1, 8)))


def bare_view(round_: Round) -> SeenTable:
    """*round_* as it lies on the felt, every card of a player face up."""
    view = view_at(round_, _DEALER)
    bare = replace(
        view,
        prompt="",
        message="",
        spots=tuple(_bare_spot(round_, spot) for spot in view.spots),
        movements=(),
        awards=(),
        decisions={},
        free_decisions=(),
    )
    return bare.as_data()


def _bare_spot(round_: Round, spot: SpotView) -> SpotView:
    return replace(
        spot,
        wagers=tuple(_bare_wager(round_, spot.spot, wager) for wager in spot.wagers),
        hands=tuple(map(_bare_hand, spot.hands)),
        banner="",
        net=NOTHING,
    )


def _bare_hand(hand: HandView) -> HandView:
    """A hand without its result. That it was given up stays: its cards do not tell."""
    gave_up = hand.border if hand.border in ("SURRENDERED", "RESCUED") else ""
    return replace(hand, border=gave_up, tone="", act="", result="", is_active=False)


def _bare_wager(round_: Round, spot: int, wager: WagerView) -> WagerView:
    """A wager without its result. That its chips are in the tray stays: the felt shows it."""
    lies = round_.wager_on(spot, wager.name)
    lifted = LIFTED if lies is not None and lies.is_collected else ""
    return replace(wager, outcome="", tone="", act=lifted, result=lifted)
