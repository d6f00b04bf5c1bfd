"""Sentences for screen readers: the turn, the dealer's hand, and what is paid and taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from upcard.money import NOTHING, Cents, show_money
from upcard.table.movements import MeterAward, Movement
from upcard.table.rounds import AwardState, Stage
from upcard.table.views import Audience, SpotView, TableView, Viewer

_OPEN: Final = (AwardState.DUE, AwardState.CLAIMED)


def sentence_of(view: TableView, viewer: Viewer) -> str:
    """
    What a screen reader says of a view: of the viewer's spots, or of all where none are named.

    It is made of the view, so that it tells nothing more.
    """
    own = tuple(spot for spot in view.spots if not viewer.spots or spot.spot in viewer.spots)
    match view.stage:
        case Stage.BETTING:
            return "Place your wagers."
        case Stage.INSURING:
            return "The dealer shows an ace. Insurance?"
        case Stage.WAGERING | Stage.PARLAY:
            return f"{view.message}. Waiting for {view.prompt}.".removeprefix(". ")
        case Stage.PLAYING:
            return _turn(view, own)
        case Stage.BY_HAND:
            return f"The dealer deals by hand. {_results(view, viewer)}".strip()
        case Stage.CLOSING | Stage.OVER:
            has = f"The dealer has {view.dealer_total}. " if view.dealer_total else ""
            return f"{has}{_results(view, viewer)}".strip()
        case _:
            return view.message and f"{view.message}."


def _turn(view: TableView, own: tuple[SpotView, ...]) -> str:
    for spot in own:
        for hand in spot.hands:
            if hand.is_active:
                total = hand.total or "two cards face down"
                return f"{hand.title} has {total}. The dealer {view.dealer_total}."
    return f"The dealer {view.dealer_total}."


def _results(view: TableView, viewer: Viewer) -> str:
    """
    What is paid and taken: for the dealer from right to left, for a player on their own spots.

    The screen of the whole table shows each hand; it says in words only what meters pay.
    """
    is_dealer = viewer.audience is Audience.DEALER
    moved = [one for one in view.movements if is_dealer or one.spot in viewer.spots]
    # Nobody has lost or won while a meter may still pay the spot.
    waiting = {one.spot for one in view.awards if one.state in _OPEN and not is_dealer}
    spots = [one for one in dict.fromkeys(one.spot for one in moved) if one not in waiting]
    told = _told_to_dealer if is_dealer else _told_to_player
    sentences = [
        told(spot, [one for one in moved if one.spot == spot])
        for spot in (spots if is_dealer else sorted(spots))
    ]
    awards = [
        _award_result(award, is_dealer)
        for award in view.awards
        if not viewer.spots or award.spot in viewer.spots
    ]
    return " ".join((*sentences, *awards))


def _told_to_dealer(spot: int, moved: Sequence[Movement]) -> str:
    """What the dealer takes and pays on a spot; what was done before DEAL is not told again."""
    now = [one for one in moved if not one.is_done]
    amounts = {"take": sum(one.take for one in now), "pay": sum(one.pay for one in now)}
    return f"Spot {spot}: {_listed(amounts, ', ') or 'leave the chips'}."


def _told_to_player(spot: int, moved: Sequence[Movement]) -> str:
    """What a spot loses and is paid; a stake that the dealer lifted is lost, too."""
    amounts = {
        "loses": sum(one.take + one.lifted for one in moved),
        "is paid": sum(one.pay for one in moved),
    }
    return f"Spot {spot} {_listed(amounts, ' and ') or 'is even'}."


def _listed(amounts: Mapping[str, int], between: str) -> str:
    return between.join(
        f"{verb} {show_money(Cents(amount))}" for verb, amount in amounts.items() if amount
    )


def _award_result(award: MeterAward, is_dealer: bool) -> str:
    if is_dealer:
        return f"Spot {award.spot}, {award.wager_title}: {award.act}"
    amount = show_money(award.amount or NOTHING)
    match award.state:
        case AwardState.CONFIRMED:
            return f"Spot {award.spot} wins {amount} on {award.wager_title}."
        case AwardState.REVERSED:
            return f"Spot {award.spot}: {award.wager_title} {amount} is REVERSED."
        case _:
            return f"Spot {award.spot}: {award.wager_title} is PENDING."
