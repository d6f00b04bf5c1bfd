"""What a finished hand comes to."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from upcard.cards import Card
from upcard.hands import TWENTY_ONE, is_natural, total_of
from upcard.money import NOTHING, Cents, ToOne
from upcard.rules.choices import Contest, Forfeit
from upcard.table.games import Game
from upcard.table.rounds import MAIN, Hand, HandState, Round
from upcard.table.settlements import Settlement, lost
from upcard.table.specials import special_pay

EVEN_MONEY: Final = ToOne(Fraction(1))


def settle_hand(round_: Round, hand: Hand) -> Settlement:
    """What *hand* gets, at the moment it can be known."""
    match hand.state:
        case HandState.BUST:
            return lost(hand.spot, MAIN, hand.name, "bust", hand.stake)
        case HandState.SURRENDERED:
            return _surrendered(round_.game, hand)
        case HandState.RESCUED:
            return _rescued(round_.game, hand)
        case _:
            return _against_dealer(round_, hand)


def _against_dealer(round_: Round, hand: Hand) -> Settlement:
    rules = round_.game.rules
    dealer_has_natural = round_.is_hole_shown and is_natural(round_.dealer)
    if hand.is_natural:
        if dealer_has_natural and rules.natural.against_dealer_natural is Contest.PUSHES:
            return _pushed(hand)
        return _paid(round_.game, hand, "natural", rules.natural.pays)
    if dealer_has_natural:
        return lost(hand.spot, MAIN, hand.name, "lose", hand.stake)
    return _by_total(round_, hand, round_.dealer)


def _by_total(round_: Round, hand: Hand, dealer: Sequence[Card]) -> Settlement:
    game = round_.game
    mine, dealers = hand.total.points, total_of(dealer).points
    if mine == TWENTY_ONE:
        always_wins = game.rules.twenty_one.against_dealer_21 is Contest.WINS
        if dealers != TWENTY_ONE or always_wins:
            line, pay = special_pay(game.rules, hand) or ("win", EVEN_MONEY)
            return _paid(game, hand, line, pay)
    if dealers > TWENTY_ONE or mine > dealers:
        return _paid(game, hand, "win", EVEN_MONEY)
    if mine == dealers:
        return _pushed(hand)
    return lost(hand.spot, MAIN, hand.name, "lose", hand.stake)


def _paid(game: Game, hand: Hand, outcome: str, pay: ToOne) -> Settlement:
    stake = hand.stake
    won = stake if pay is EVEN_MONEY else pay.won(stake, game.rounding)
    return Settlement(hand.spot, MAIN, hand.name, outcome, stake, stake, won, str(pay))


def _pushed(hand: Hand) -> Settlement:
    stake = hand.stake
    return Settlement(hand.spot, MAIN, hand.name, "push", stake, stake, NOTHING, "push")


def _surrendered(game: Game, hand: Hand) -> Settlement:
    """A surrendered hand: half comes back, an odd cent rounded as the house rounds its pays."""
    returned = game.rounding.of_ratio(hand.stake, 2)
    return Settlement(
        hand.spot, MAIN, hand.name, "surrender", hand.stake, returned, NOTHING, "half"
    )


def _rescued(game: Game, hand: Hand) -> Settlement:
    """A rescued hand: what is forfeited is the file's choice (ambiguities 2 and 3)."""
    rescue = game.rules.rescue
    assert rescue != "none", "a hand is rescued only where the game has rescue"
    choice = rescue.after_double if hand.doubles == 1 else rescue.after_redouble
    forfeited = {
        Forfeit.DOUBLED_MONEY: hand.stake - hand.wager,
        Forfeit.ORIGINAL_WAGER: hand.wager,
        Forfeit.HALF: hand.stake // 2,  # Exact: a doubled stake is even.
    }[choice]
    returned = Cents(hand.stake - forfeited)
    return Settlement(hand.spot, MAIN, hand.name, "rescue", hand.stake, returned, NOTHING, "rescue")
