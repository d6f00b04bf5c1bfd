"""What a hand may do, and why not: the one place where a decision is allowed or refused."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum, StrEnum
from typing import Final, NamedTuple

from upcard.game.house import ANY_TOTAL, House
from upcard.game.stakes import NEW_HAND, ZAPPED, Laid, at_risk, doubled, to_win

NO_PAIR: Final = 0
SAME_VALUE: Final = 1
SAME_RANK: Final = 2
UNDOUBLED_21: Final = 1
EVERY_21: Final = 2
"""Which hands of 21 are paid at once; 0 where none is."""


class Decision(StrEnum):
    """What a player may do with the hand in turn, in the order of the dealer's keys."""

    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    SPLIT = "split"
    SURRENDER = "surrender"
    RESCUE = "rescue"
    ZAP = "zap"


GIVING_UP: Final = (Decision.SURRENDER, Decision.RESCUE)
"""Decisions that end a hand for a part of its money."""
ONCE: Final = (Decision.ZAP,)
"""Decisions after which two new cards come that may not make them again."""


class Sign(NamedTuple):
    """What stands for a decision in rounds and charts."""

    letter: str
    fill: str
    """The ground of its cell: light enough for black letters, in grey too."""


class Why(IntEnum):
    """Why a decision is not allowed; nothing where it is."""

    ALLOWED = 0
    DOUBLED_HANDS_DO_NOT_HIT = 1
    SPLIT_ACES_GET_ONE_CARD = 2
    NO_DOUBLING = 3
    DOUBLED_OFTEN_ENOUGH = 4
    ONLY_TWO_CARDS_DOUBLE = 5
    NOT_A_TOTAL_TO_DOUBLE = 6
    SPLIT_HANDS_DO_NOT_DOUBLE = 7
    OVER_THE_WAGER_LIMIT = 8
    OVER_THE_TABLE_LIMIT = 9
    OVER_SO_MANY_TIMES = 10
    NO_SPLITTING = 11
    ONLY_TWO_CARDS_SPLIT = 12
    NOT_ONE_RANK = 13
    NOT_ONE_VALUE = 14
    ACES_SPLIT_ONCE = 15
    HANDS_ENOUGH = 16
    NO_SURRENDER = 17
    SPLIT_HANDS_DO_NOT_SURRENDER = 18
    ONLY_TWO_CARDS_SURRENDER = 19
    NO_RESCUE = 20
    ONLY_DOUBLED_HANDS_RESCUE = 21
    SPLIT_HANDS_DO_NOT_RESCUE = 22
    NO_ZAPPING = 23
    ONLY_TWO_CARDS_ZAP = 24
    SPLIT_HANDS_DO_NOT_ZAP = 25
    ZAPPED_ONCE = 26
    NOT_A_TOTAL_TO_ZAP = 27
    ZAPPED_HANDS_DO_NOT_SURRENDER = 28
    DOUBLED_HANDS_DO_NOT_SURRENDER = 29
    NOT_AGAINST_THIS_UPCARD = 30
    SOFT_HANDS_DO_NOT_DOUBLE = 31


class Holding(NamedTuple):
    """A hand at the moment it is asked: all that the rules look at, as small numbers."""

    total: int
    is_soft: int
    cards: int
    first: int
    """The points of its first card, the ace as 1."""
    pair: int
    """Whether it is two cards alike: `NO_PAIR`, `SAME_VALUE` or `SAME_RANK`."""
    hands: int
    """How many hands the spot has."""
    wager: int
    """The first wager in cents; 0 if unknown, and then no limit applies."""
    laid: Laid
    upcard: int = 0
    """The points of the dealer's up card, the ace as 1; 0 where it is not known."""


def decisions_in(house: House) -> tuple[Decision, ...]:
    """The decisions that have a key in this game; those of features that are off have none."""
    return tuple(one for one in Decision if one is not Decision.ZAP or house.zap_totals)


def why_not(house: House, decision: Decision, hand: Holding) -> int:
    """Why *hand* may not make *decision*: 0 where it may."""
    return _WHY_NOT[decision](house, hand)


def legal_for(house: House, hand: Holding) -> tuple[Decision, ...]:
    """Everything *hand* may do, in the order of the dealer's keys."""
    return tuple(one for one, asked in _WHY_NOT.items() if not asked(house, hand))


def is_one_card_ace(house: House, is_split: int, first: int) -> bool:
    """Whether a hand began with a split ace that gets only one card."""
    return is_split != 0 and first == 1 and house.aces_get_one_card != 0


def has_many_cards(house: House, total: int, cards: int, doubles: int) -> bool:
    """Whether a hand that is not bust wins by its number of cards: only while it is undoubled."""
    needed = house.winning_21_cards if total == 21 else house.winning_cards
    return needed != 0 and cards >= needed and doubles == 0


def is_paid_21(house: House, total: int, doubles: int) -> bool:
    """Whether a hand is a 21 that is paid at once; a natural has a rule of its own."""
    return total == 21 and (house.paid_21 > UNDOUBLED_21 or (house.paid_21 > 0 and doubles == 0))


def wins_at_once(house: House, hand: Holding) -> bool:
    """Whether a hand that has just drawn and is not bust wins at once, whatever the dealer has."""
    if has_many_cards(house, hand.total, hand.cards, hand.laid.doubles):
        return True
    if is_paid_21(house, hand.total, hand.laid.doubles):
        return True
    is_natural = hand.total == 21 and hand.cards == 2
    return house.zapped_natural_is_paid != 0 and hand.laid.is_zapped == ZAPPED and is_natural


def why_not_hit(house: House, hand: Holding) -> int:
    """A doubled hand has its last card, and so has a split ace."""
    if hand.laid.doubles:
        return Why.DOUBLED_HANDS_DO_NOT_HIT
    if hand.cards > 1 and is_one_card_ace(house, hand.laid.is_split, hand.first):
        return Why.SPLIT_ACES_GET_ONE_CARD
    return Why.ALLOWED


def why_not_stand(house: House, hand: Holding) -> int:
    """Every hand that is asked may stand."""
    return Why.ALLOWED


def why_not_double(house: House, hand: Holding) -> int:
    """
    The first double asks for cards and totals; every double for the caps on the wager.

    S0 3.b lets a player redouble after doubling down and names the wager as the only condition. A
    double that the house pays asks for none of this: it is no money of the player's.
    """
    if house.doubles_max == 0:
        return Why.NO_DOUBLING
    if hand.laid.doubles >= house.doubles_max:
        return Why.DOUBLED_OFTEN_ENOUGH
    if hand.laid.is_split and not house.doubles_after_split:
        return Why.SPLIT_HANDS_DO_NOT_DOUBLE
    if is_one_card_ace(house, hand.laid.is_split, hand.first):
        return Why.SPLIT_ACES_GET_ONE_CARD
    if double_is_free(house, hand):
        return Why.ALLOWED
    if not hand.laid.doubles:
        why = _why_not_first_double(house, hand)
        if why != Why.ALLOWED:
            return why
    return _why_not_that_much(house, hand)


def _why_not_first_double(house: House, hand: Holding) -> int:
    if house.doubles_two_cards_only and hand.cards != 2:
        return Why.ONLY_TWO_CARDS_DOUBLE
    if house.double_totals != ANY_TOTAL and not house.double_totals >> hand.total & 1:
        return Why.NOT_A_TOTAL_TO_DOUBLE
    if house.doubles_hard_only and hand.is_soft:
        return Why.SOFT_HANDS_DO_NOT_DOUBLE
    return Why.ALLOWED


def double_is_free(house: House, hand: Holding) -> bool:
    """Whether the house pays the double that *hand* may make: the first, of certain hard totals."""
    if hand.laid.doubles or hand.is_soft or not house.free_double_totals >> hand.total & 1:
        return False
    return house.free_doubles_two_cards_only == 0 or hand.cards == 2


def _why_not_that_much(house: House, hand: Holding) -> int:
    """The caps on the doubled wager (ambiguity 10)."""
    added = to_win(hand.wager, hand.laid)
    after = doubled(hand.laid, 0)
    if house.doubled_wager_max and at_risk(hand.wager, after) > house.doubled_wager_max:
        return Why.OVER_THE_WAGER_LIMIT
    if house.each_double_max and added > house.each_double_max:
        return Why.OVER_THE_TABLE_LIMIT
    if house.doubled_times_max and at_risk(1, after) > house.doubled_times_max:
        return Why.OVER_SO_MANY_TIMES
    return Why.ALLOWED


def ladder_of(house: House, wager: int) -> tuple[Laid, ...]:
    """Every way a hand can be doubled at that wager, as dealt: not at all, once, and so on."""
    found = [NEW_HAND]
    for laid in found:
        if laid.doubles == house.doubles_max:
            continue
        least = laid._replace(is_funded=int(house.free_splits_max > 0))
        if not _why_not_that_much(house, Holding(0, 0, 2, 0, NO_PAIR, 1, wager, least)):
            found.append(doubled(laid, 0))
        if not laid.doubles and house.free_double_totals:
            found.append(doubled(laid, 1))
    return tuple(found)


def why_not_split(house: House, hand: Holding) -> int:
    """Two cards alike, while the spot may have one more hand."""
    if house.hands_max < 2:
        return Why.NO_SPLITTING
    if hand.cards != 2:
        return Why.ONLY_TWO_CARDS_SPLIT
    if house.splits_same_rank_only and hand.pair != SAME_RANK:
        return Why.NOT_ONE_RANK
    if hand.pair == NO_PAIR:
        return Why.NOT_ONE_VALUE
    if hand.laid.is_split:
        if hand.first == 1 and not house.aces_resplit:
            return Why.ACES_SPLIT_ONCE
        if hand.hands >= house.hands_max:
            return Why.HANDS_ENOUGH
    return Why.ALLOWED


def split_is_free(house: House, points: int, hands: int) -> bool:
    """Whether the house pays for splitting this pair, on a spot with this many hands."""
    return hands <= house.free_splits_max and house.free_split_pairs >> points & 1 != 0


def why_not_surrender(house: House, hand: Holding) -> int:
    """The first two cards, and only those that were dealt; or any cards at any time."""
    if not house.surrenders:
        return Why.NO_SURRENDER
    if hand.laid.is_split and not house.surrenders_split_hands:
        return Why.SPLIT_HANDS_DO_NOT_SURRENDER
    if is_one_card_ace(house, hand.laid.is_split, hand.first):
        return Why.SPLIT_ACES_GET_ONE_CARD
    if hand.cards != 2 and not house.surrenders_any_time:
        return Why.ONLY_TWO_CARDS_SURRENDER
    if hand.laid.doubles:
        return Why.DOUBLED_HANDS_DO_NOT_SURRENDER
    if hand.laid.is_zapped == ZAPPED and not house.zapped_hands_surrender:
        return Why.ZAPPED_HANDS_DO_NOT_SURRENDER
    if not may_surrender_against(house, hand.upcard):
        return Why.NOT_AGAINST_THIS_UPCARD
    return Why.ALLOWED


def may_surrender_against(house: House, upcard: int) -> bool:
    """Whether the up card lets hands be surrendered; one that is not known does."""
    is_any = house.surrender_upcards == 0 or upcard == 0
    return is_any or house.surrender_upcards >> upcard & 1 != 0


def why_not_rescue(house: House, hand: Holding) -> int:
    """A doubled hand that is not bust."""
    if not house.rescue_after_double:
        return Why.NO_RESCUE
    if not hand.laid.doubles:
        return Why.ONLY_DOUBLED_HANDS_RESCUE
    if hand.laid.is_split and not house.rescues_split_hands:
        return Why.SPLIT_HANDS_DO_NOT_RESCUE
    return Why.ALLOWED


def why_not_zap(house: House, hand: Holding) -> int:
    """The two cards that were dealt, of certain hard totals, once."""
    if house.zap_totals == 0:
        return Why.NO_ZAPPING
    if hand.laid.is_split:
        return Why.SPLIT_HANDS_DO_NOT_ZAP
    if hand.cards != 2:
        return Why.ONLY_TWO_CARDS_ZAP
    if hand.laid.is_zapped:
        return Why.ZAPPED_ONCE
    if hand.is_soft or not house.zap_totals >> hand.total & 1:
        return Why.NOT_A_TOTAL_TO_ZAP
    return Why.ALLOWED


_WHY_NOT: Final[dict[Decision, Callable[[House, Holding], int]]] = {
    Decision.HIT: why_not_hit,
    Decision.STAND: why_not_stand,
    Decision.DOUBLE: why_not_double,
    Decision.SPLIT: why_not_split,
    Decision.SURRENDER: why_not_surrender,
    Decision.RESCUE: why_not_rescue,
    Decision.ZAP: why_not_zap,
}
