"""Settle a finished hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from upcard.cards import SUITS
from upcard.game.dealers import NATURAL
from upcard.game.decisions import has_many_cards
from upcard.game.hands import TWENTY_ONE
from upcard.game.results import (
    PUSH,
    WIN,
    contest,
    contest_of_naturals,
    is_suited_natural,
    surrender_counts,
)
from upcard.game.stakes import forfeited, is_met_by_natural, is_spared, taken_by_natural
from upcard.hand_values import is_natural, total_of
from upcard.money import NOTHING, Cents, ToOne
from upcard.table.bonus_pays import special_pay
from upcard.table.games import Game
from upcard.table.legality import is_won_at_once
from upcard.table.rounds import MAIN, Hand, HandState, Round
from upcard.table.settlements import SPARED, Settlement, lost

EVEN_MONEY: Final = ToOne(Fraction(1))
MANY_CARD_21: Final = "many-card-21"
SUITED_NATURAL: Final = "suited-natural"
ORIGINAL_LOST: Final = "original-lost"
"""The outcome of a doubled hand of which a dealer's natural takes the first wager alone."""
PUSHED: Final = "push"
"""The outcome of a hand that neither wins nor loses."""


def settle_hand(round_: Round, hand: Hand) -> Settlement:
    """What *hand* gets, at the moment it can be known."""
    match hand.state:
        case HandState.BUST if _is_met_by_natural(round_, hand):
            return _beaten_by_natural(round_, hand, "bust")
        case HandState.BUST:
            return lost(hand.spot, MAIN, hand.name, "bust", hand.stake)
        case HandState.SURRENDERED if surrender_counts(_has_natural(round_)):
            return _surrendered(round_.game, hand)
        case HandState.RESCUED:
            return _rescued(round_.game, hand)
        case _:
            return _against_dealer(round_, hand)


def _against_dealer(round_: Round, hand: Hand) -> Settlement:
    game = round_.game
    has_natural = _has_natural(round_)
    if hand.is_natural:
        if contest_of_naturals(game.house, has_natural) == PUSH:
            return _pushed(hand)
        return _natural(game, hand)
    if is_won_at_once(round_, hand):
        return _won_at_once(game, hand)
    dealers = NATURAL if has_natural else total_of(round_.dealer).points
    result = contest(game.house, hand.total.points, dealers)
    if result == WIN:
        line, pay = special_pay(game, hand) or ("win", EVEN_MONEY)
        return _paid(game, hand, line, pay)
    if result == PUSH:
        return _pushed(hand)
    if has_natural:
        return _beaten_by_natural(round_, hand, "lose")
    return lost(hand.spot, MAIN, hand.name, "lose", hand.stake)


def _beaten_by_natural(round_: Round, hand: Hand, outcome: str) -> Settlement:
    """A hand that loses what is on it, or less: a natural may leave doubles, or all of it."""
    house, stake = round_.game.house, hand.stake
    if house.natural_takes_one and hand.name != _taken_of(round_, hand.spot):
        return Settlement(hand.spot, MAIN, hand.name, SPARED, stake, stake, NOTHING, "returned")
    if not is_spared(house, hand.doubles, hand.free_doubles):
        return lost(hand.spot, MAIN, hand.name, outcome, stake)
    returned = Cents(stake - taken_by_natural(house, hand.wager, hand.laid))
    return Settlement(
        hand.spot, MAIN, hand.name, ORIGINAL_LOST, stake, returned, NOTHING, "original"
    )


def _taken_of(round_: Round, spot: int) -> str:
    """The hand whose first wager a natural takes for the whole spot: the first that has one."""
    hands = (hand for hand in round_.hands if hand.spot == spot and not hand.is_funded)
    return next((hand.name for hand in hands if _is_met_by_natural(round_, hand)), "")


def _is_met_by_natural(round_: Round, hand: Hand) -> bool:
    """Whether a natural that takes one wager of the spot settles *hand*: it came soon enough."""
    house = round_.game.house
    if not (house.natural_takes_one and _has_natural(round_)) or hand.state is HandState.RESCUED:
        return False
    if hand.state is HandState.BUST:
        return is_met_by_natural(house, is_bust=True)
    is_safe = hand.is_natural or is_won_at_once(round_, hand)
    return not is_safe and is_met_by_natural(house, is_bust=False)


def _natural(game: Game, hand: Hand) -> Settlement:
    """A natural is paid by the file, and one of a named suit perhaps better."""
    suited = game.rules.suited_natural
    first, second = (SUITS.index(card.suit) for card in hand.cards)
    if suited == "none" or not is_suited_natural(game.house, first, second):
        return _paid(game, hand, "natural", game.rules.natural.pays)
    return _paid(game, hand, SUITED_NATURAL, suited.pays)


def _won_at_once(game: Game, hand: Hand) -> Settlement:
    """Even money, but for a 21 of many cards and special pays."""
    many = game.rules.many_cards
    total, cards = hand.total.points, len(hand.cards)
    is_21 = total == TWENTY_ONE and has_many_cards(game.house, total, cards, hand.doubles)
    if many == "none" or not is_21:
        return _paid(game, hand, *(special_pay(game, hand) or ("win", EVEN_MONEY)))
    return _paid(game, hand, MANY_CARD_21, many.pays_21)


def _has_natural(round_: Round) -> bool:
    """Whether the dealer has turned over a natural."""
    return round_.is_hole_shown and is_natural(round_.dealer)


def _paid(game: Game, hand: Hand, outcome: str, pay: ToOne) -> Settlement:
    stake, to_win = hand.stake, hand.to_win
    won = to_win if pay is EVEN_MONEY else pay.won(to_win, game.rounding)
    return Settlement(hand.spot, MAIN, hand.name, outcome, stake, stake, won, str(pay))


def _pushed(hand: Hand) -> Settlement:
    stake = hand.stake
    return Settlement(hand.spot, MAIN, hand.name, PUSHED, stake, stake, NOTHING, "push")


def _surrendered(game: Game, hand: Hand) -> Settlement:
    """A surrendered hand: half comes back, an odd cent rounded as the house rounds its pays."""
    returned = game.rounding.of_ratio(hand.stake, 2)
    return Settlement(
        hand.spot, MAIN, hand.name, "surrender", hand.stake, returned, NOTHING, "half"
    )


def _rescued(game: Game, hand: Hand) -> Settlement:
    """A rescued hand: what is forfeited is the file's choice (ambiguities 2 and 3)."""
    returned = Cents(hand.stake - forfeited(game.house, hand.wager, hand.laid))
    return Settlement(hand.spot, MAIN, hand.name, "rescue", hand.stake, returned, NOTHING, "rescue")
