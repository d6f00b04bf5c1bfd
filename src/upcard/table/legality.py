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
    is_one_card_ace,
    legal_for,
)
from upcard.game.decisions import why_not as why_not_by_the_book
from upcard.money import Cents, write_money
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


def may_only_stand(round_: Round, hand: Hand) -> bool:
    """
    Whether *hand* has nothing to decide: such a hand is never asked.

    Only a doubled hand and a split ace with its one card may not hit, so only they are looked at.
    """
    house = round_.game.house
    if not (hand.doubles or is_one_card_ace(house, hand.is_split, hand.cards[0].points)):
        return False
    return legal_decisions(round_, hand) == (Decision.STAND,)


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
        hand.total.points, len(cards), hand.doubles, hand.is_split, cards[0].points, pair, hands,
        hand.wager,
    )  # fmt: skip


def _often_enough(game: Game) -> str:
    most = game.house.doubles_max
    return f"a hand is doubled {'once' if most == 1 else f'{most} times'} at most"


def _totals(game: Game) -> str:
    allowed = [str(total) for total in range(32) if game.house.double_totals >> total & 1]
    first = " for the first time" if game.house.doubles_max > 1 else ""
    return f"only totals of {', '.join(allowed)} are doubled{first}"


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
