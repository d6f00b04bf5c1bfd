"""Why a decision is not allowed, as the end of a sentence like "hand 1 may not split: "."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from upcard.game.decisions import Why
from upcard.game.features import FEATURES
from upcard.game.house import House
from upcard.money import Cents, write_money


def reason_of(house: House, why: Why) -> str:
    """The reason in words."""
    said = _SENTENCES.get(why) or next(
        feature.REASONS[why] for feature in FEATURES.values() if why in feature.REASONS
    )
    return said if isinstance(said, str) else said(house)


def _often_enough(house: House) -> str:
    most = house.doubles_max
    return f"a hand is doubled {'once' if most == 1 else f'{most} times'} at most"


def _totals(house: House) -> str:
    allowed = [str(total) for total in range(32) if house.double_totals >> total & 1]
    first = " for the first time" if house.doubles_max > 1 else ""
    return f"only totals of {', '.join(allowed)} are doubled{first}"


_SENTENCES: Final[dict[Why, str | Callable[[House], str]]] = {
    Why.DOUBLED_HANDS_DO_NOT_HIT: "a doubled hand draws no further card without doubling again",
    Why.SPLIT_ACES_GET_ONE_CARD: "a split ace gets one card",
    Why.NO_DOUBLING: "this game has no doubling",
    Why.DOUBLED_OFTEN_ENOUGH: _often_enough,
    Why.ONLY_TWO_CARDS_DOUBLE: "only the first two cards are doubled",
    Why.NOT_A_TOTAL_TO_DOUBLE: _totals,
    Why.SPLIT_HANDS_DO_NOT_DOUBLE: "a hand of a split is not doubled",
    Why.OVER_THE_WAGER_LIMIT: lambda house: (
        f"the doubled wager would pass the limit of {write_money(Cents(house.doubled_wager_max))}"
    ),
    Why.OVER_THE_TABLE_LIMIT: lambda house: (
        f"the double would pass the table limit of {write_money(Cents(house.each_double_max))}"
    ),
    Why.OVER_SO_MANY_TIMES: "the doubled wager would pass eight times the first wager",
    Why.NO_SPLITTING: "this game has no splitting",
    Why.ONLY_TWO_CARDS_SPLIT: "only two cards are split",
    Why.NOT_ONE_RANK: "only two cards of the same rank are split",
    Why.NOT_ONE_VALUE: "only two cards of the same value are split",
    Why.ACES_SPLIT_ONCE: "aces are split once",
    Why.HANDS_ENOUGH: lambda house: f"a spot has {house.hands_max} hands at most",
    Why.NO_SURRENDER: "this game has no surrender",
    Why.SPLIT_HANDS_DO_NOT_SURRENDER: "a hand of a split is not surrendered",
    Why.ONLY_TWO_CARDS_SURRENDER: "only the first two cards are surrendered",
    Why.NO_RESCUE: "this game has no rescue",
    Why.ONLY_DOUBLED_HANDS_RESCUE: "only a doubled hand is rescued",
    Why.SPLIT_HANDS_DO_NOT_RESCUE: "a hand of a split is not rescued",
}
