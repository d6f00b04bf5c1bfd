"""The table without its answers: cards, wagers and stakes, but nothing of what they come to."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from upcard.money import NOTHING
from upcard.screens.frame_types import SeenTable
from upcard.screens.round_replays import view_at
from upcard.table.rounds import Round
from upcard.table.views import Audience, HandView, SpotView, Viewer, WagerView

_DEALER: Final = Viewer(Audience.DEALER, tuple(range(1, 8)))


def bare_view(round_: Round) -> SeenTable:
    """*round_* as it lies on the felt, every card of a player face up."""
    view = view_at(round_, _DEALER)
    bare = replace(
        view,
        prompt="",
        message="",
        spots=tuple(map(_bare_spot, view.spots)),
        movements=(),
        awards=(),
        decisions={},
        free_decisions=(),
    )
    return bare.as_data()


def _bare_spot(spot: SpotView) -> SpotView:
    return replace(
        spot,
        wagers=tuple(map(_bare_wager, spot.wagers)),
        hands=tuple(map(_bare_hand, spot.hands)),
        banner="",
        net=NOTHING,
    )


def _bare_hand(hand: HandView) -> HandView:
    """A hand without its result. That it was given up stays: its cards do not tell."""
    gave_up = hand.border if hand.border in ("SURRENDERED", "RESCUED") else ""
    return replace(hand, border=gave_up, tone="", act="", result="", is_active=False)


def _bare_wager(wager: WagerView) -> WagerView:
    is_lifted = wager.sensor == "lifted"
    return replace(wager, outcome="", tone="", act="LIFTED" if is_lifted else "", result="")
