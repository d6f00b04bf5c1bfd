"""What a hand of a round may do, and the sentences that say why not."""

from __future__ import annotations

from typing import Final

from upcard.game.decisions import (
    NO_PAIR,
    SAME_RANK,
    SAME_VALUE,
    Decision,
    Holding,
    Why,
    double_is_free,
    is_one_card_ace,
    legal_for,
    split_is_free,
    why_not_zap,
    wins_at_once,
)
from upcard.game.decisions import why_not as why_not_by_the_book
from upcard.game.reasons import reason_of
from upcard.money import NOTHING, Cents
from upcard.table.rounds import Hand, Round, Stage
from upcard.wagers import Offer

BEFORE_PEEK: Final = (Decision.STAND, Decision.ZAP)
"""The choices of a hand when zaps come before the peek; standing keeps the cards for now."""
Reason = str | None
"""Why a decision is not allowed, as the end of "hand 1 may not …: "; None if it is."""


def why_not(round_: Round, hand: Hand, decision: Decision) -> Reason:
    """Why *hand* may not make *decision*, or None if it may."""
    game = round_.game
    if round_.stage is Stage.ZAPPING and decision not in BEFORE_PEEK:
        return "the dealer has not looked at the hole card yet: zap, or stand pat for now"
    forcing = _forcing(round_, hand) if game.forcing else None
    if forcing and decision is not forced_decision(round_, hand, forcing):
        return f"{forcing.title} is on this spot, so {forcing.family.forces}"
    why = why_not_by_the_book(game.house, decision, holding_of(round_, hand))
    if not why:
        return None
    return reason_of(game.house, Why(why))


def legal_decisions(round_: Round, hand: Hand) -> tuple[Decision, ...]:
    """Everything *hand* may do, in the order of the dealer's keys."""
    if round_.stage is Stage.ZAPPING:
        return BEFORE_PEEK
    forcing = _forcing(round_, hand) if round_.game.forcing else None
    if forcing:
        return (forced_decision(round_, hand, forcing),)
    return legal_for(round_.game.house, holding_of(round_, hand))


def _forcing(round_: Round, hand: Hand) -> Offer | None:
    """The wager on the spot of *hand* that says how it is played, if there is one."""
    for offer in round_.game.forcing:
        if round_.wager_on(hand.spot, offer.name) is not None:
            return offer
    return None


def forced_decision(round_: Round, hand: Hand, forcing: Offer) -> Decision:
    """The one decision that a wager leaves *hand*: to hit or to stand, by its total."""
    sight, upcard = forcing.family.round_sight, round_.upcard.points
    assert sight is not None, "a wager that forces the play is on the whole round"
    stands = sight.stands(hand.total.points, hand.total.is_soft, upcard)
    return Decision.STAND if stands else Decision.HIT


def next_to_zap(round_: Round, start: int) -> int | None:
    """The first hand from *start* on that may be zapped, if there is one."""
    house = round_.game.house
    for index in range(start, len(round_.hands)):
        hand = round_.hands[index]
        if not hand.is_settled and not why_not_zap(house, holding_of(round_, hand)):
            return index
    return None


def is_free(round_: Round, hand: Hand, decision: Decision) -> bool:
    """Whether the house pays for a decision that *hand* may make."""
    house, holding = round_.game.house, holding_of(round_, hand)
    if decision is Decision.DOUBLE:
        return double_is_free(house, holding)
    return decision is Decision.SPLIT and split_is_free(house, holding.first, holding.hands)


def added_by(round_: Round, hand: Hand, decision: Decision) -> Cents:
    """What the player adds for a decision: nothing if the house pays for it."""
    if is_free(round_, hand, decision):
        return NOTHING
    return {Decision.DOUBLE: hand.to_win, Decision.SPLIT: hand.wager}.get(decision, NOTHING)


def is_won_at_once(round_: Round, hand: Hand) -> bool:
    """Whether *hand* is paid at once, whatever the dealer has: after a zap, or by its cards."""
    house = round_.game.house
    may_be = hand.is_zapped or house.winning_cards or house.paid_21
    return bool(may_be) and wins_at_once(house, holding_of(round_, hand))


def may_only_stand(round_: Round, hand: Hand) -> bool:
    """
    Whether *hand* can only stand. Such a hand is never asked.

    Only a doubled hand, a split ace with one card and a hand that a wager forces may not hit, so
    only these are checked.
    """
    house = round_.game.house
    if not (
        round_.game.forcing
        or hand.doubles
        or is_one_card_ace(house, hand.is_split, hand.cards[0].points)
    ):
        return False
    return legal_decisions(round_, hand) == (Decision.STAND,)


def holding_of(round_: Round, hand: Hand) -> Holding:
    """*hand* as the rule book sees it."""
    cards = hand.cards
    pair = NO_PAIR
    if len(cards) == 2 and cards[0].points == cards[1].points:
        pair = SAME_RANK if cards[0].rank == cards[1].rank else SAME_VALUE
    hands = 1
    if len(round_.hands) > 1:
        hands = sum(other.spot == hand.spot for other in round_.hands)
    return Holding(
        hand.total.points,
        hand.total.is_soft,
        len(cards),
        cards[0].points,
        pair,
        hands,
        hand.wager,
        hand.laid,
        round_.upcard.points if round_.dealer else 0,
    )
