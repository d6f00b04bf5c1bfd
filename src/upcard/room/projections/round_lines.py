"""A past round in one line, as histories have it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from upcard.money import Cents
from upcard.table.rounds import AwardState
from upcard.table.views import CardText


class PastAward(TypedDict):
    """What a meter paid in a past round."""

    spot: int
    wager: str
    amount: Cents | None
    page: int
    """The number of the win page; 0 before there is one."""
    state: AwardState


class RoundLine(TypedDict):
    """The dealer's cards, what players gained, what meters paid."""

    net: dict[str, int]
    """What each spot gained, in cents."""
    is_by_hand: bool
    """Whether people dealt real cards: *net* is then of the progressive wagers alone."""
    dealer: Sequence[CardText]
    summary: str
    awards: Sequence[PastAward]


class PastRound(RoundLine):
    """The same, with the name of its round."""

    id: str
