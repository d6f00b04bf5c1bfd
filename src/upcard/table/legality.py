"""What a hand of a round may do, and the sentences that say why not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from upcard.game.decisions import (
    NO_PAIR,
    SAME_RANK,
    SAME_VALUE,
    Decision,
    Holding,
    Why,
    double_is_free,
    legal_for,
    split_is_free,
)
from upcard.game.decisions import is_one_card_ace as began_with_one_card_ace
from upcard.game.decisions import why_not as why_not_by_the_book
from upcard.money import NOTHING, Cents, write_money
from upcard.table.games import Game
from upcard.table.rounds import Hand, Round

Reason = str | None
"""Why a decision is not allowed, as the end of "hand 1 may not …: "; None where it is."""


def why_not(round_: Round, hand: Hand, decision: Decision) -> Reason:
    """Why *hand* may not make *decision*, or None if it may."""
    game = round_.game
    why = why_not_by_the_book(game.house, decision, holding_of(round_, hand))
    if not why:
        return None
    said = _SENTENCES[Why(why)]
    return said if isinstance(said, str) else said(game)


def legal_decisions(round_: Round, hand: Hand) -> tuple[Decision, ...]:
    """Everything *hand* may do, in the order of the dealer's keys."""
    return legal_for(round_.game.house, holding_of(round_, hand))


def is_free(round_: Round, hand: Hand, decision: Decision) -> bool:
    """Whether the house pays for a decision that *hand* may make."""
    house, holding = round_.game.house, holding_of(round_, hand)
    if decision is Decision.DOUBLE:
        return double_is_free(house, holding)
    return decision is Decision.SPLIT and split_is_free(house, holding.first, holding.hands)


def added_by(round_: Round, hand: Hand, decision: Decision) -> Cents:
    """What the player adds by a decision: nothing where the house pays for it."""
    if is_free(round_, hand, decision):
        return NOTHING
    return {Decision.DOUBLE: hand.to_win, Decision.SPLIT: hand.wager}.get(decision, NOTHING)


def is_one_card_ace(game: Game, hand: Hand) -> bool:
    """Whether *hand* began with a split ace that gets only one card."""
    return began_with_one_card_ace(game.house, hand.is_split, hand.cards[0].points)


def holding_of(round_: Round, hand: Hand) -> Holding:
    """*hand* as the rule book looks at it."""
    cards = hand.cards
    pair = NO_PAIR
    if len(cards) == 2 and cards[0].points == cards[1].points:
        pair = SAME_RANK if cards[0].rank == cards[1].rank else SAME_VALUE
    hands = 1
    if len(round_.hands) > 1:
        hands = sum(other.spot == hand.spot for other in round_.hands)
    return Holding(
        hand.total.points, hand.total.is_soft, len(cards), cards[0].points, pair, hands,
        hand.wager, hand.laid,
    )  # fmt: skip


def _often_enough(game: Game) -> str:
    most = game.house.doubles_max
    return f"a hand is doubled {'once' if most == 1 else f'{most} times'} at most"


def _totals(game: Game) -> str:
    allowed = [str(total) for total in range(32) if game.house.double_totals >> total & 1]
    return f"only totals of {', '.join(allowed)} are doubled"


_SENTENCES: Final[dict[Why, str | Callable[[Game], str]]] = {
    Why.DOUBLED_HANDS_DO_NOT_HIT: "a doubled hand draws no further card without doubling again",
    Why.SPLIT_ACES_GET_ONE_CARD: "a split ace gets one card",
    Why.NO_DOUBLING: "this game has no doubling",
    Why.DOUBLED_OFTEN_ENOUGH: _often_enough,
    Why.ONLY_TWO_CARDS_DOUBLE: "only the first two cards are doubled",
    Why.NOT_A_TOTAL_TO_DOUBLE: _totals,
    Why.SPLIT_HANDS_DO_NOT_DOUBLE: "a hand of a split is not doubled",
    Why.OVER_THE_WAGER_LIMIT: lambda game: (
        f"the doubled wager would pass the limit of "
        f"{write_money(Cents(game.house.doubled_wager_max))}"
    ),
    Why.OVER_THE_TABLE_LIMIT: lambda game: (
        f"the double would pass the table limit of {write_money(Cents(game.house.each_double_max))}"
    ),
    Why.OVER_SO_MANY_TIMES: "the doubled wager would pass eight times the first wager",
    Why.NO_SPLITTING: "this game has no splitting",
    Why.ONLY_TWO_CARDS_SPLIT: "only two cards are split",
    Why.NOT_ONE_RANK: "only two cards of the same rank are split",
    Why.NOT_ONE_VALUE: "only two cards of the same value are split",
    Why.ACES_SPLIT_ONCE: "aces are split once",
    Why.HANDS_ENOUGH: lambda game: f"a spot has {game.house.hands_max} hands at most",
    Why.NO_SURRENDER: "this game has no surrender",
    Why.SPLIT_HANDS_DO_NOT_SURRENDER: "a hand of a split is not surrendered",
    Why.ONLY_TWO_CARDS_SURRENDER: "only the first two cards are surrendered",
    Why.NO_RESCUE: "this game has no rescue",
    Why.ONLY_DOUBLED_HANDS_RESCUE: "only a doubled hand is rescued",
    Why.SPLIT_HANDS_DO_NOT_RESCUE: "a hand of a split is not rescued",
}
