"""A rules file as the numbers of the rule book: the one place where a field becomes a number."""

from __future__ import annotations

from typing import Final

from upcard.game.choices import (
    Contest,
    DoubleCap,
    DoubleOn,
    Forfeit,
    Kept,
    Peek,
    SecondCard,
    SevenCards,
    SoftSeventeen,
    SplitAces,
    SplitPairs,
)
from upcard.game.features import FEATURES, parlay
from upcard.game.house import ANY_TOTAL, NO_CAP, House
from upcard.game.stakes import DOUBLED_MONEY, HALF, ORIGINAL_WAGER
from upcard.money import Cents
from upcard.rules.schema import DoublingRules, Rules

EIGHT: Final = 8
_FORFEITS: Final = {
    Forfeit.DOUBLED_MONEY: DOUBLED_MONEY,
    Forfeit.ORIGINAL_WAGER: ORIGINAL_WAGER,
    Forfeit.HALF: HALF,
}


def house_of(rules: Rules, *, main_max: Cents, single_wager: Cents | None) -> House:
    """The numbers of *rules* at a table with these limits on a wager."""
    under_ace, under_ten = peek_numbers(rules.dealer.peek)
    return House(
        hits_soft_17=int(rules.dealer.soft_17 is SoftSeventeen.HIT),
        peeks_under_ace=under_ace,
        peeks_under_ten=under_ten,
        natural_wins=int(rules.natural.against_dealer_natural is Contest.WINS),
        twenty_one_wins=int(rules.twenty_one.against_dealer_21 is Contest.WINS),
        twenty_one_ends_turn=int(rules.twenty_one.ends_turn),
        **_doubling(rules.doubling, main_max, single_wager),
        **_rescue(rules),
        **_splitting(rules),
        surrenders=int(rules.surrender != "none"),
        insures=int(rules.insurance != "none"),
        **_special_pays(rules),
        **_super_bonus(rules),
        **_features(rules),
        **parlay.caps(rules.parlay, main_max=main_max, single_wager=single_wager),
    )


def _features(rules: Rules) -> dict[str, int]:
    """What the features add, those that are off too."""
    found: dict[str, int] = {}
    for name, feature in FEATURES.items():
        found |= feature.numbers(getattr(rules, name))
    return found


def peek_numbers(peek: Peek) -> tuple[int, int]:
    """Whether the dealer looks under an ace, and whether under a ten-value card."""
    return int(peek is not Peek.NEVER), int(peek is Peek.ACE_OR_TEN)


def _doubling(
    doubling: DoublingRules | str, main_max: Cents, single_wager: Cents | None
) -> dict[str, int]:
    if not isinstance(doubling, DoublingRules):
        return {
            "doubles_max": 0, "doubles_two_cards_only": 0, "double_totals": ANY_TOTAL,
            "doubles_after_split": 0, "doubled_times_max": NO_CAP, "each_double_max": NO_CAP,
            "doubled_wager_max": NO_CAP,
        }  # fmt: skip
    caps = {
        "doubled_times_max": (DoubleCap.EIGHT_TIMES, EIGHT),
        "each_double_max": (DoubleCap.EACH_DOUBLE_WITHIN_TABLE_LIMIT, main_max),
        "doubled_wager_max": (DoubleCap.TOTAL_WITHIN_SINGLE_WAGER_LIMIT, single_wager or NO_CAP),
    }
    return {
        "doubles_max": doubling.doubles_max,
        "doubles_two_cards_only": int(doubling.on is DoubleOn.FIRST_TWO_CARDS),
        "double_totals": sum({1 << total for total in doubling.totals}) or ANY_TOTAL,
        "doubles_after_split": int(doubling.after_split),
        **{name: most if cap in doubling.caps else NO_CAP for name, (cap, most) in caps.items()},
    }


def _rescue(rules: Rules) -> dict[str, int]:
    rescue = rules.rescue
    if rescue == "none":
        return {"rescue_after_double": 0, "rescue_after_redouble": 0, "rescues_split_hands": 0}
    return {
        "rescue_after_double": _FORFEITS[rescue.after_double],
        "rescue_after_redouble": _FORFEITS[rescue.after_redouble],
        "rescues_split_hands": int(rescue.on_split_hands),
    }


def _splitting(rules: Rules) -> dict[str, int]:
    splitting = rules.splitting
    if splitting == "none":
        return {
            "hands_max": 1, "splits_same_rank_only": 0, "aces_get_one_card": 0, "aces_resplit": 0,
            "second_cards_at_once": 0,
        }  # fmt: skip
    return {
        "hands_max": splitting.hands_max,
        "splits_same_rank_only": int(splitting.pairs is SplitPairs.SAME_RANK),
        "aces_get_one_card": int(splitting.aces is SplitAces.ONE_CARD),
        "aces_resplit": int(splitting.aces_resplit),
        "second_cards_at_once": int(splitting.second_card is SecondCard.AT_ONCE),
    }


def _special_pays(rules: Rules) -> dict[str, int]:
    special = rules.special_pays
    if special == "none":
        return {
            "special_after_double": 0, "special_after_split": 0, "special_over_seven_cards": 0,
        }  # fmt: skip
    return {
        "special_after_double": int(special.after_double is Kept.KEPT),
        "special_after_split": int(special.after_split is Kept.KEPT),
        "special_over_seven_cards": int(special.seven_card_21 is SevenCards.SEVEN_OR_MORE),
    }


def _super_bonus(rules: Rules) -> dict[str, int]:
    bonus = rules.super_bonus
    if bonus == "none":
        return {"bonus_after_double": 0, "bonus_after_split": 0}
    return {
        "bonus_after_double": int(bonus.after_double is Kept.KEPT),
        "bonus_after_split": int(bonus.after_split is Kept.KEPT),
    }
