"""Cards that are dealt for a side wager alone, when the dealer's hand is done: for whom."""

from __future__ import annotations

from typing import Final

from upcard.table.rounds import ALONE, DEALER, HandState, Round, Stage, Wager

POKER_CARDS: Final = 5
"""To how many cards the dealer's hand is drawn on for a wager on its first five."""


def lone_card_to(round_: Round) -> str | None:
    """Whose wager the next card is dealt for: spots from left to right, then the dealer's."""
    if not round_.game.alone or round_.stage is not Stage.PAYING:
        return None
    for spot in round_.spots:
        if lacks_third(round_, spot):
            return f"{spot}{ALONE}"
    return f"{DEALER}{ALONE}" if _dealer_lacks_cards(round_) else None


def lacks_third(round_: Round, spot: int) -> bool:
    """Whether a wager of the spot is still to be decided by a third card that has not come."""
    first, second, *_ = round_.cards_dealt_to(spot)
    return not has_third(round_, spot) and any(
        offer.family.third_is_dealt
        and is_waiting(round_.wager_on(spot, offer.name))
        and offer.family.third_matters(first, second)
        for offer in round_.game.alone
    )


def has_third(round_: Round, spot: int) -> bool:
    """Whether a third card came for the hand or for the wager; one that bust the hand did, too."""
    if round_.cards_alone(spot):
        return True
    hands = [hand for hand in round_.hands if hand.spot == spot]
    first = hands[0]
    if len(hands) == 1 and first.state is HandState.BUST:
        return True
    is_apart = len(hands) > 1 or first.is_zapped
    if round_.game.house.third_card_beside_two_only and is_apart:
        return False
    return len(round_.cards_dealt_to(spot)) > 2


def _dealer_lacks_cards(round_: Round) -> bool:
    if len(round_.dealer) + len(round_.cards_alone(0)) >= POKER_CARDS:
        return False
    five = {offer.name for offer in round_.game.alone if offer.family.is_on_first_five}
    return any(wager.name in five and is_waiting(wager) for wager in round_.wagers)


def is_waiting(wager: Wager | None) -> bool:
    """Whether there is such a wager, and it is not settled."""
    return wager is not None and not wager.is_settled


def lone_cards_of(round_: Round, wager: Wager) -> tuple[str, ...]:
    """The cards that were dealt for *wager* alone, as text."""
    for offer in round_.game.alone:
        if offer.name == wager.name:
            spot = wager.spot if offer.family.third_is_dealt else 0
            return tuple(card.text for card in round_.cards_alone(spot))
    return ()
