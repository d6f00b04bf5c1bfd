"""Side wagers that are made during the deal, on a card that is seen: when, and on which spots."""

from __future__ import annotations

from typing import Final

from upcard.families import CardPlace
from upcard.table.rounds import Round, Stage, Wager
from upcard.wagers import Offer

WHEN: Final = {
    CardPlace.FIRST: "when the first cards are dealt",
    CardPlace.UPCARD: "when the up card is seen, before the players act",
}
"""When a wager is made, by the card that it is made on."""


def late_wagers(round_: Round) -> tuple[tuple[int, str], ...]:
    """The wagers that may be made on the cards dealt so far, made or not: spot and name."""
    moment = CardPlace.UPCARD if round_.dealer else CardPlace.FIRST
    return tuple(
        (hand.spot, offer.name)
        for offer in round_.game.late
        if offer.family.made_on is moment
        for hand in round_.hands
        if _points_seen(round_, offer, hand.spot) in offer.opens_under
    )


def is_open_late(round_: Round, wager: Wager) -> bool:
    """Whether *wager* was made late and may still be taken back."""
    is_open = round_.stage is Stage.WAGERING
    return is_open and (wager.spot, wager.name) in late_wagers(round_)


def is_first_card_out(round_: Round) -> bool:
    """Whether every hand has its first card and the dealer none."""
    return not round_.dealer and len(round_.dealt) == len(round_.hands)


def _points_seen(round_: Round, offer: Offer, spot: int) -> int:
    """The points of the card that *offer* is made on."""
    if offer.family.made_on is CardPlace.UPCARD:
        return round_.upcard.points
    return round_.cards_dealt_to(spot)[0].points
