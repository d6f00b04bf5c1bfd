"""The rules of one main game as small numbers: what every interpreter of a round reads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

ANY_TOTAL: Final = -1
NO_CAP: Final = 0


class House(NamedTuple):
    """
    What a round depends on, the money of its pays aside; 0 and 1 are no and yes.

    `rules.houses` makes it of a rules file, and is the only one who does. The number of a feature
    has a default: what it is where the feature is off.
    """

    draws_by: int
    """The rule that the dealer draws by, as `dealers` numbers them."""
    peeks_under_ace: int
    peeks_under_ten: int
    natural_wins: int
    """Whether a player's natural beats a dealer's."""
    twenty_one_wins: int
    """Whether a player's 21 beats a dealer's 21."""
    twenty_one_ends_turn: int
    doubles_max: int = 0
    """How often one hand may be doubled; 0 without doubling."""
    doubles_two_cards_only: int = 0
    double_totals: int = ANY_TOTAL
    """One bit for each total that may be doubled; `ANY_TOTAL` for all."""
    doubles_after_split: int = 0
    doubled_times_max: int = NO_CAP
    """How many first wagers may be on a hand, or `NO_CAP`."""
    each_double_max: int = NO_CAP
    """How many cents one double may add, or `NO_CAP`."""
    doubled_wager_max: int = NO_CAP
    """How many cents may be on a hand after a double, or `NO_CAP`."""
    rescue_after_double: int = 0
    """Which money a rescue gives up after one double, as `stakes` numbers it; 0 without rescue."""
    rescue_after_redouble: int = 0
    rescues_split_hands: int = 0
    hands_max: int = 1
    """How many hands a spot may have; 1 without splitting."""
    splits_same_rank_only: int = 0
    aces_get_one_card: int = 0
    aces_resplit: int = 0
    second_cards_at_once: int = 0
    surrenders: int = 0
    surrenders_any_time: int = 0
    """Whether a hand of more than two cards may be surrendered."""
    surrenders_split_hands: int = 0
    insures: int = 0
    special_after_double: int = 0
    special_after_split: int = 0
    special_over_seven_cards: int = 0
    """Whether eight cards and more are paid as seven."""
    bonus_after_double: int = 0
    bonus_after_split: int = 0
    pushing_total: int = 0
    """The dealer's total that pushes although it is bust, or 0."""
    free_double_totals: int = 0
    """One bit for each hard total whose first double the house pays."""
    free_doubles_two_cards_only: int = 0
    free_split_pairs: int = 0
    """One bit for each pair whose split the house pays, by the points of one card."""
    free_splits_max: int = 0
    """How many splits of a spot the house pays; 0 without free splits."""
    draws_for_wagers: int = 0
    """Whether the dealer also draws for a wager on the dealer's finished hand."""
    zap_totals: int = 0
    """One bit for each hard total of two cards that may be zapped; 0 without zaps."""
    zapped_natural_is_paid: int = 0
    """Whether an ace and a ten after a zap are paid at once, and not a 21."""
    zapped_hands_surrender: int = 0
    zaps_before_peek: int = 0
    """Whether zaps are taken before the dealer looks for a natural, where they do."""
    parlayed_wager_max: int = NO_CAP
    """How many cents may be on a hand after winnings were moved onto it, or `NO_CAP`."""
    natural_suit: int = 0
    """The suit whose naturals pay more, from 1 on in the order of cards; 0 where none does."""
    winning_cards: int = 0
    """From how many cards on a hand of 20 or less wins at once; 0 where none does."""
    winning_21_cards: int = 0
    """The same for a 21."""
    third_card_beside_two_only: int = 0
    """Whether a hand that is split or zapped has no third card for side wagers."""
    second_card_last: int = 0
    """Whether the dealer's second card comes after the players: then there is no hole card."""
    natural_spares_doubles: int = 0
    """Whether a dealer's natural takes no more of a doubled hand than its first wager."""
    paid_21: int = 0
    """Which 21 is paid at once, as `decisions` numbers them; 0 where none is."""
    surrender_upcards: int = 0
    """One bit for each up card against which hands are surrendered; 0 where every one will do."""
    spots_each: int = 1
    """How many spots side by side are one player's, where no seat says otherwise."""
    doubles_hard_only: int = 0
    """Whether a hand with an ace that counts 11 may not be doubled."""
    natural_takes_one: int = 0
    """Of which hands of a spot a natural takes one wager in all, as `stakes` numbers it, or 0."""


def bits_of(totals: Iterable[int]) -> int:
    """One bit for each of *totals*."""
    return sum({1 << total for total in totals})


def listed_in(bits: int) -> str:
    """The totals whose bits are set, as a sentence lists them."""
    return ", ".join(str(total) for total in range(32) if bits >> total & 1)
