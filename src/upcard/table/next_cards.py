"""Who gets the next card."""

from __future__ import annotations

from upcard.game.dealers import draws, hides_natural, peeks
from upcard.game.hands import state_after
from upcard.table.lone_cards import lone_card_to
from upcard.table.rounds import DEALER, Hand, HandState, Round, Stage


def next_card_to(round_: Round) -> str | None:
    """The hand that is owed a card, "dealer", or None where the table awaits no card."""
    match round_.stage:
        case Stage.DEALING:
            place = len(round_.dealt) % (len(round_.hands) + 1)
            return round_.hands[place].name if place < len(round_.hands) else DEALER
        case Stage.PLAYING | Stage.ZAPPING:
            owed = hand_owed_a_card(round_)
            return round_.hands[owed].name if owed is not None else None
        case Stage.DEALER:
            is_due = round_.is_hole_shown or round_.is_hole_untold or len(round_.dealer) < 2
            return DEALER if is_due else None
        case Stage.PAYING:
            return lone_card_to(round_)
        case Stage.PEEKED:
            return DEALER if round_.has_natural and round_.is_hole_untold else None
        case _:
            return None


def is_deal_over(round_: Round) -> bool:
    """Whether everybody has two cards in a game whose dealer takes the second one last."""
    if not round_.game.house.second_card_last:
        return False
    return bool(round_.dealer) and len(round_.hands[-1].cards) == 2


def hand_owed_a_card(round_: Round) -> int | None:
    """Which hand gets the next card while the players act, if one does."""
    turn = round_.turn
    hand = round_.hands[turn]
    if hand.is_owed_card or len(hand.cards) < 2:
        return turn
    if hand.is_split and round_.game.house.second_cards_at_once:
        for index in range(turn + 1, len(round_.hands)):
            other = round_.hands[index]
            if other.spot == hand.spot and len(other.cards) < 2:
                return index
    return None


def dealer_must_draw(round_: Round) -> bool:
    """Whether the dealer takes a card: somebody needs it, and the total is low."""
    is_needed = any(is_live(hand) for hand in round_.hands) or _draws_for_a_wager(round_)
    return is_needed and not dealer_is_finished(round_)


def dealer_is_finished(round_: Round) -> bool:
    """Whether the dealer's hand takes no more cards, whatever hands are left."""
    state = 0
    for card in round_.dealer:
        state = state_after(state, card.points)
    return not draws(state, round_.game.house.draws_by)


def _draws_for_a_wager(round_: Round) -> bool:
    """Whether a wager on the dealer's finished hand makes the dealer draw against nobody."""
    if not round_.game.house.draws_for_wagers:
        return False
    offers = round_.game.offers
    watching = {name for name, offer in offers.items() if offer.family.waits_for_dealer}
    return any(wager.name in watching for wager in round_.wagers)


def dealer_peeks(round_: Round) -> bool:
    """Whether the dealer looks at the hole card under this up card."""
    house = round_.game.house
    return peeks(round_.upcard.points, house.peeks_under_ace, house.peeks_under_ten)


def dealer_hides_natural(round_: Round) -> bool:
    """Whether the hole card may still make a natural: what it takes is settled at the end."""
    house = round_.game.house
    return hides_natural(round_.upcard.points, house.peeks_under_ace, house.peeks_under_ten)


def is_live(hand: Hand) -> bool:
    """Whether the dealer's draws can still change what *hand* gets."""
    return hand.state is HandState.STOOD and not hand.is_settled and not hand.is_natural
