"""What a hand may do, and why not: the one place where a decision is allowed or refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from upcard.money import write_money
from upcard.rules.choices import DoubleCap, DoubleOn, SplitAces, SplitPairs
from upcard.rules.schema import DoublingRules
from upcard.table.decisions import Decision
from upcard.table.games import Game
from upcard.table.rounds import Hand, Round

Reason = str | None
"""Why a decision is not allowed, as the end of "hand 1 may not …: "; None where it is."""

EIGHT: Final = 8


def why_not(round_: Round, hand: Hand, decision: Decision) -> Reason:
    """Why *hand* may not make *decision*, or None if it may."""
    return _WHY_NOT[decision](round_, hand)


def legal_decisions(round_: Round, hand: Hand) -> tuple[Decision, ...]:
    """Everything *hand* may do, in the order of the dealer's keys."""
    return tuple(decision for decision in Decision if not _WHY_NOT[decision](round_, hand))


def is_one_card_ace(game: Game, hand: Hand) -> bool:
    """Whether *hand* began with a split ace that gets only one card."""
    splitting = game.rules.splitting
    return (
        hand.is_split
        and hand.cards[0].points == 1
        and splitting != "none"
        and splitting.aces is SplitAces.ONE_CARD
    )


def _why_not_hit(round_: Round, hand: Hand) -> Reason:
    if hand.doubles:
        return "a doubled hand draws no further card without doubling again"
    if len(hand.cards) > 1 and is_one_card_ace(round_.game, hand):
        return "a split ace gets one card"
    return None


def _why_not_stand(round_: Round, hand: Hand) -> Reason:
    return None


def _why_not_double(round_: Round, hand: Hand) -> Reason:
    doubling = round_.game.rules.doubling
    if doubling == "none":
        return "this game has no doubling"
    if hand.doubles >= doubling.doubles_max:
        times = "once" if doubling.doubles_max == 1 else f"{doubling.doubles_max} times"
        return f"a hand is doubled {times} at most"
    if not hand.doubles and (reason := _why_not_first_double(doubling, round_, hand)):
        return reason
    return _why_not_that_much(doubling, round_.game, hand)


def _why_not_first_double(doubling: DoublingRules, round_: Round, hand: Hand) -> Reason:
    if doubling.on is DoubleOn.FIRST_TWO_CARDS and len(hand.cards) != 2:
        return "only the first two cards are doubled"
    if doubling.totals and hand.total.points not in doubling.totals:
        return f"only totals of {', '.join(map(str, doubling.totals))} are doubled"
    if hand.is_split and not doubling.after_split:
        return "a hand of a split is not doubled"
    if is_one_card_ace(round_.game, hand):
        return "a split ace gets one card"
    return None


def _why_not_that_much(doubling: DoublingRules, game: Game, hand: Hand) -> Reason:
    """The caps on the doubled wager (ambiguity 10)."""
    added, total = hand.stake, 2 * hand.stake
    limits = game.limits
    for cap in doubling.caps:
        match cap:
            case DoubleCap.TOTAL_WITHIN_SINGLE_WAGER_LIMIT:
                single = limits.single_wager
                if single is not None and total > single:
                    return f"the doubled wager would pass the limit of {write_money(single)}"
            case DoubleCap.EACH_DOUBLE_WITHIN_TABLE_LIMIT:
                if added > limits.main_max:
                    return (
                        f"the double would pass the table limit of {write_money(limits.main_max)}"
                    )
            case DoubleCap.EIGHT_TIMES:
                if total > EIGHT * hand.wager:
                    return "the doubled wager would pass eight times the first wager"
    return None


def _why_not_split(round_: Round, hand: Hand) -> Reason:
    rules = round_.game.rules
    splitting = rules.splitting
    if splitting == "none":
        return "this game has no splitting"
    if len(hand.cards) != 2:
        return "only two cards are split"
    first, second = hand.cards
    if splitting.pairs is SplitPairs.SAME_RANK and first.rank != second.rank:
        return "only two cards of the same rank are split"
    if first.points != second.points:
        return "only two cards of the same value are split"
    if hand.is_split:
        if first.points == 1 and not splitting.aces_resplit:
            return "aces are split once"
        hands = sum(other.spot == hand.spot for other in round_.hands)
        if hands >= splitting.hands_max:
            return f"a spot has {splitting.hands_max} hands at most"
    return None


def _why_not_surrender(round_: Round, hand: Hand) -> Reason:
    if round_.game.rules.surrender == "none":
        return "this game has no surrender"
    if hand.is_split:
        return "a hand of a split is not surrendered"
    if len(hand.cards) != 2:
        return "only the first two cards are surrendered"
    return None


def _why_not_rescue(round_: Round, hand: Hand) -> Reason:
    rescue = round_.game.rules.rescue
    if rescue == "none":
        return "this game has no rescue"
    if not hand.doubles:
        return "only a doubled hand is rescued"
    if hand.is_split and not rescue.on_split_hands:
        return "a hand of a split is not rescued"
    return None


_WHY_NOT: Final[dict[Decision, Callable[[Round, Hand], Reason]]] = {
    Decision.HIT: _why_not_hit,
    Decision.STAND: _why_not_stand,
    Decision.DOUBLE: _why_not_double,
    Decision.SPLIT: _why_not_split,
    Decision.SURRENDER: _why_not_surrender,
    Decision.RESCUE: _why_not_rescue,
}
