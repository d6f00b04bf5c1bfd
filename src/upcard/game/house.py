"""The rules of one main game as small numbers: what every interpreter of a round reads."""

from __future__ import annotations

from typing import Final, NamedTuple

ANY_TOTAL: Final = -1
NO_CAP: Final = 0


class House(NamedTuple):
    """
    What a round depends on, the money of its pays aside; 0 and 1 are no and yes.

    `rules.houses` makes it of a rules file, and is the only one who does.
    """

    hits_soft_17: int
    peeks_under_ace: int
    peeks_under_ten: int
    natural_wins: int
    """Whether a player's natural beats a dealer's."""
    twenty_one_wins: int
    """Whether a player's 21 beats a dealer's 21."""
    twenty_one_ends_turn: int
    doubles_max: int
    """How often one hand may be doubled; 0 without doubling."""
    doubles_two_cards_only: int
    double_totals: int
    """One bit for each total that may be doubled; `ANY_TOTAL` for all."""
    doubles_after_split: int
    doubled_times_max: int
    """How many first wagers may lie on a hand, or `NO_CAP`."""
    each_double_max: int
    """How many cents one double may add, or `NO_CAP`."""
    doubled_wager_max: int
    """How many cents may lie on a hand after a double, or `NO_CAP`."""
    rescue_after_double: int
    """Which money a rescue gives up after one double, as `stakes` numbers it; 0 without rescue."""
    rescue_after_redouble: int
    rescues_split_hands: int
    hands_max: int
    """How many hands a spot may have; 1 without splitting."""
    splits_same_rank_only: int
    aces_get_one_card: int
    aces_resplit: int
    second_cards_at_once: int
    surrenders: int
    insures: int
    special_after_double: int
    special_after_split: int
    special_over_seven_cards: int
    """Whether eight cards and more are paid as seven."""
    bonus_after_double: int
    bonus_after_split: int
    pushing_total: int
    """The dealer's total that pushes although it is bust, or 0."""
    free_double_totals: int
    """One bit for each hard total whose first double the house pays."""
    free_doubles_two_cards_only: int
    free_split_pairs: int
    """One bit for each pair whose split the house pays, by the points of one card."""
    free_splits_max: int
    """How many splits of a spot the house pays; 0 without free splits."""
    draws_for_wagers: int
    """Whether the dealer also draws for a wager on the dealer's finished hand."""
    zap_totals: int
    """One bit for each hard total of two cards that may be zapped; 0 without zaps."""
    zapped_natural_is_paid: int
    """Whether an ace and a ten after a zap are paid at once, and not a 21."""
    zapped_hands_surrender: int
    zaps_before_peek: int
    """Whether zaps are taken before the dealer looks for a natural, where they do."""
    parlayed_wager_max: int
    """How many cents may lie on a hand after winnings were moved onto it, or `NO_CAP`."""
    third_card_beside_two_only: int
    """Whether a hand that is split or zapped has no third card for side wagers."""
