"""Effects of removal, counts and exposure, against published references."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest

from tests.odds.offers import offer, shoe
from upcard.cards import RANKS, SUITS, Card, read_cards
from upcard.catalogue import CATALOGUE
from upcard.families.sights import plain_sight
from upcard.money import ToOne
from upcard.odds.counts import CountBy, best_count, correlation_squared
from upcard.odds.deals import labelled_tally
from upcard.odds.exposures import (
    Dealing,
    exposure,
    groups_of,
    spread_rule,
    tag_groups,
    true_count_rule,
)
from upcard.odds.group_sums import SubsetSums
from upcard.odds.judgements import insurance_plan, is_on_a_deal, plan_of
from upcard.odds.odds_problems import OddsError
from upcard.odds.protection import protection_record
from upcard.odds.removals import Effects, effects_of_removal, removal_effects
from upcard.odds.simulated import exposure_by_simulation, group_exposure_by_simulation
from upcard.odds.wager_odds import insurance_odds, odds_of
from upcard.shoes import without
from upcard.wagers import Offer

KINGS_BOUNTY = offer("kings-bounty", "KB01", 52)
TWENTY_ONE_PLUS_3 = offer("21+3", "9-1", 52)


def two_deck_kings_bounty() -> Offer:
    """The paytable that Jacobson's two-deck analysis is of; it is not S3's KB01."""
    pays = (1000, 200, 50, 25, 9, 6, 4)
    lines = {line: ToOne(Fraction(pay)) for line, pay in zip(KINGS_BOUNTY.pays, pays, strict=True)}
    return replace(KINGS_BOUNTY, pays=lines)


@pytest.mark.parametrize(
    "wagered",
    [KINGS_BOUNTY, TWENTY_ONE_PLUS_3, offer("bahama-progressive", "PT1", 48)],
    ids=lambda wagered: wagered.name,
)
def test_effects_of_removal_cancel_out_over_the_shoe(wagered: Offer) -> None:
    full = shoe(48 if "bahama" in wagered.name else 52, 6)
    found = effects_of_removal(wagered, full)

    assert set(found.by_card) == set(full)
    assert sum((full[card] * found.by_card[card] for card in full), Fraction(0)) == 0


def test_an_effect_is_the_difference_that_the_card_makes() -> None:
    full = shoe(52, 6)
    found = effects_of_removal(KINGS_BOUNTY, full)
    king = Card("K", "s")
    less = odds_of(KINGS_BOUNTY, without(full, [king])).house_edge

    assert found.by_card[king] == odds_of(KINGS_BOUNTY, full).house_edge - less
    assert found.suits_matter
    assert found.by_rank["K"] < found.by_rank["Q"] < 0 < found.by_rank["5"]
    assert found.by_suit["s"] < found.by_suit["h"] == found.by_suit["d"]


@pytest.mark.parametrize(
    ("wager", "paytable"),
    [("poker-21", "150-100-70-50-20-7-5-4-3-2-1"), ("super-match", "1-40-8-5-1"), ("21+3", "9-1")],
)
def test_cards_that_may_be_exchanged_have_the_same_effect(wager: str, paytable: str) -> None:
    """One card stands for its class: another one of it changes the edge by as much."""
    full, wagered = shoe(52, 2), offer(wager, paytable, 52)
    found = effects_of_removal(wagered, full)
    whole = odds_of(wagered, full).house_edge

    assert len(found.by_card) == 52
    for card in read_cards("7h 7c Ad Kc"):
        alone = whole - odds_of(wagered, without(full, [card])).house_edge
        assert found.by_card[card] == alone, card


def test_insurance_is_helped_by_every_card_but_a_ten() -> None:
    pays = ToOne(Fraction(2))
    found = removal_effects(
        lambda cards: -insurance_odds(pays, cards).house_edge,
        insurance_plan(pays).sight,
        shoe(52, 6),
    )
    count = best_count(found, 2)

    assert count is not None
    assert {rank for rank, tag in count.tags.items() if tag < 0} == set("TJQK")
    assert found.by_rank["T"] < 0 < found.by_rank["9"]


@pytest.mark.parametrize(("level", "ranks"), [(1, "A9TQK2"), (2, "A9QK"), (3, "9QK")])
def test_the_best_count_is_best_of_all_tags(level: int, ranks: str) -> None:
    cards = Counter({card: n for card, n in shoe(52, 2).items() if card.rank in ranks})
    effects = effects_of_removal(KINGS_BOUNTY, cards)
    by_rank = effects.by_rank
    best = Fraction(0)
    for choice in product(range(-level, level + 1), repeat=len(ranks)):
        tags = dict(zip(by_rank, choice, strict=True))
        if sum(choice) == 0 and sum(tags[rank] * by_rank[rank] for rank in tags) > 0:
            tag_of = {card: tags[card.rank] for card in effects.by_card}
            best = max(best, correlation_squared(effects, tag_of))
    count = best_count(effects, level)

    assert count is not None
    assert count.correlation_squared == best


def test_higher_levels_follow_the_edge_better_and_stay_balanced() -> None:
    effects = effects_of_removal(offer("trilux", "TRI-04", 48), shoe(48, 6))
    counts = [count for level in (1, 2, 3) if (count := best_count(effects, level))]

    assert [count.level for count in counts] == [1, 2, 3]
    for count in counts:
        assert sum(count.tags.values()) == 0
        assert max(map(abs, count.tags.values())) <= count.level
        assert 0 < count.betting_correlation <= 1
    squares = [count.correlation_squared for count in counts]
    assert squares == sorted(squares)


@pytest.mark.parametrize("by", list(CountBy))
def test_cards_can_be_tagged_by_rank_suit_or_card(by: CountBy) -> None:
    count = best_count(effects_of_removal(KINGS_BOUNTY, shoe(52, 6)), 3, by)

    assert count is not None
    assert sum(6 * tag for tag in count.tag_of.values()) == 0
    assert count.tag_of[Card("K", "s")] < 0


def test_a_wager_that_no_rank_helps_has_no_count_by_rank() -> None:
    # Match cares for pairs of any rank: every card removed does the same.
    effects = effects_of_removal(offer("match-up", "1", 48), shoe(48, 6))

    assert set(effects.by_rank.values()) == {Fraction(0)}
    assert best_count(effects, 2) is None


def test_the_ten_count_wins_at_two_deck_kings_bounty_what_was_published() -> None:
    """
    Jacobson, 2022: two decks, cut card at 76, trigger true count +9, 1.311 units per 100 hands.

    He simulated 200 million shoes with frequency 7.36% and average edge 17.82%. Ours is exact for
    rounds that begin at any depth up to one round of five cards after the cut card; the tags are
    the best of level 2, and +9 is the best whole trigger for them. The round after the cut card is
    our inference: the published page does not speak of it, and without it we get 1.03.
    """
    wagered, full = two_deck_kings_bounty(), shoe(52, 2)
    count = best_count(effects_of_removal(wagered, full), 2)
    assert count is not None
    assert list(count.tags.values()) == [0, *[1] * 8, *[-2] * 4]
    labels, tags = tag_groups(count)
    groups = groups_of(wagered, full, labels)
    dealing = Dealing(cut=76, cards_per_round=5)
    by_trigger = {
        trigger: exposure(groups, dealing, true_count_rule(groups, tags, Fraction(trigger)))
        for trigger in (8, 9, 10)
    }
    found = by_trigger[9]

    assert round(float(-100 * groups.edge(groups.sizes)), 6) == 24.733489  # Jacobson's edge.
    assert max(by_trigger, key=lambda t: by_trigger[t].units_per_100) == 9
    assert float(found.units_per_100) == pytest.approx(1.311, rel=0.02)
    assert float(100 * found.bet_frequency) == pytest.approx(7.36, rel=0.03)
    assert float(100 * found.average_edge) == pytest.approx(17.82, rel=0.03)


def test_the_suit_count_wins_at_21_plus_3_what_was_published() -> None:
    """
    Jacobson: six decks, cut card at 260, trigger +8, 0.178 units per 100 hands.

    The count is the lead of the most over the least abundant suit, per deck left; he simulated
    frequency 3.53% and average edge 5.04%. Ours is exact, with rounds at every eighth card up to
    one round after the cut card: at every depth it is 0.178, with 3.51% and 5.07%, but that takes
    long, so a tolerance of 5% covers the coarse depths.
    """
    full = shoe(52, 6)
    groups = groups_of(TWENTY_ONE_PLUS_3, full, {c: SUITS.index(c.suit) for c in full})
    dealing = Dealing(cut=260, cards_per_round=5, depths_apart=8)
    found = exposure(groups, dealing, spread_rule(Fraction(8)))

    assert groups.is_symmetric
    assert float(found.units_per_100) == pytest.approx(0.178, rel=0.05)
    assert float(100 * found.bet_frequency) == pytest.approx(3.53, rel=0.05)
    assert float(100 * found.average_edge) == pytest.approx(5.04, rel=0.05)


def test_exact_exposure_sums_over_every_subset() -> None:
    """A tiny shoe, every subset gone by itself: groups of one card each know everything."""
    small = Counter(read_cards("7s 7h 9s 9h 2s 3s"))
    wagered = replace(offer("bet-the-set", "20-10", 52), pays={"pair": ToOne(Fraction(3))})
    labels = {card: index for index, card in enumerate(small)}
    found = exposure(
        groups_of(wagered, small, labels),
        Dealing(cut=3, cards_per_round=1, rounds_after_cut=0),
    )
    won = frequency = Fraction(0)
    for depth in range(3):
        for gone in _subsets(list(small), depth):
            edge = -odds_of(wagered, without(small, gone)).house_edge
            if edge > 0:
                won += edge / comb(6, depth)
                frequency += Fraction(1, comb(6, depth))

    assert found.units_per_100 == 100 * won / 3
    assert found.bet_frequency == frequency / 3


def _subsets(cards: list[Card], size: int) -> list[list[Card]]:
    if not size:
        return [[]]
    return [
        [card, *rest]
        for index, card in enumerate(cards)
        for rest in _subsets(cards[index + 1 :], size - 1)
    ]


def test_perfect_memory_by_simulation_beats_the_count_within_its_error() -> None:
    full = shoe(52, 2)
    wagered = two_deck_kings_bounty()
    dealing = Dealing(cut=76, cards_per_round=5, depths_apart=5)
    labels = {card: int(card.points == 10) for card in full}
    counted = exposure(groups_of(wagered, full, labels), dealing)
    perfect = exposure_by_simulation(wagered, full, dealing, random.Random(21), shoes=25)

    assert perfect.standard_error > 0
    assert float(perfect.units_per_100) > float(counted.units_per_100) - 3 * perfect.standard_error


def test_a_cut_card_beyond_the_shoe_is_refused() -> None:
    groups = groups_of(KINGS_BOUNTY, shoe(52, 1), dict.fromkeys(shoe(52, 1), 0))

    with pytest.raises(OddsError, match="the shoe holds 52"):
        exposure(groups, Dealing(cut=50, cards_per_round=5))


def test_the_protection_report_tells_effects_counts_and_exposure() -> None:
    dealing = Dealing(cut=260, cards_per_round=5, depths_apart=52)
    record: Any = protection_record(TWENTY_ONE_PLUS_3, shoe(52, 6), dealing)

    assert set(record["effects_of_removal"]["by_rank"]) == set(RANKS)
    assert [count["level"] for count in record["counts"]] == [1, 2, 3]
    assert record["counts"][0]["exposure"]["standard_error"] == 0
    assert record["suit_count"]["units_per_100"] > 0


def test_effects_know_whether_suits_matter() -> None:
    full = shoe(52, 6)

    assert not effects_of_removal(TWENTY_ONE_PLUS_3, full).suits_matter
    assert isinstance(effects_of_removal(TWENTY_ONE_PLUS_3, full), Effects)


def test_an_exposure_drawn_agrees_with_the_same_exposure_summed() -> None:
    wagered, full = two_deck_kings_bounty(), shoe(52, 2)
    count = best_count(effects_of_removal(wagered, full), 1)
    assert count is not None
    groups = groups_of(wagered, full, tag_groups(count)[0])
    dealing = Dealing(cut=70, cards_per_round=5, depths_apart=5)

    summed = exposure(groups, dealing)
    drawn = group_exposure_by_simulation(groups, dealing, random.Random(3), shoes=2000)

    z = float(drawn.units_per_100 - summed.units_per_100) / drawn.standard_error
    assert abs(z) < 4
    assert drawn.standard_error > 0


SUIT_LABELS = {card: SUITS.index(card.suit) for card in shoe(52, 1)}
TEN_LABELS = {card: int(card.points == 10) for card in shoe(52, 1)}


@pytest.mark.parametrize("labels", [SUIT_LABELS, TEN_LABELS], ids=["suits", "tens"])
@pytest.mark.parametrize(
    "wagered",
    [
        TWENTY_ONE_PLUS_3,
        offer("royal-match", "25-2.5", 52),
        offer("perfect-pairs", "a-25-12-6", 52),
    ],
    ids=lambda wagered: wagered.name,
)
def test_deals_by_label_are_the_same_however_many_stand_for_one_another(
    wagered: Offer, labels: dict[Card, int]
) -> None:
    few = Counter({card: 2 for card in shoe(52, 1) if card.rank in "A9TQK"})
    plan = plan_of(wagered)
    plain = replace(plan, sight=plain_sight(plan.places))

    assert labelled_tally(plan, few, labels) == labelled_tally(plain, few, labels)


@pytest.mark.parametrize("is_symmetric", [True, False])
def test_sums_over_subsets_are_the_same_with_numbers_of_any_size(is_symmetric: bool) -> None:
    terms = [((2, 0, 0), 3), ((0, 2, 0), 3), ((0, 0, 2), 3), ((1, 1, 0), -1)]
    terms += [((1, 0, 1), -1), ((0, 1, 1), -1)]
    large = [(pattern, net * 2**70) for pattern, net in terms]
    small_sums = SubsetSums((6, 6, 6), terms, is_symmetric=is_symmetric)
    large_sums = SubsetSums((6, 6, 6), large, is_symmetric=is_symmetric)

    for left in range(2, 19):
        made, gained = small_sums.of(left, None)
        # Every subset, and the whole net, without a rule to choose: the nets add up by hand.
        every, total = small_sums.of(left, lambda left: True)
        assert large_sums.of(left, None) == (made, gained * 2**70)
        assert every == comb(18, left)
        assert total <= gained


def test_cards_are_counted_by_label_only_where_their_number_is_fixed() -> None:
    for name in CATALOGUE.names("sheets"):
        sheet = CATALOGUE.sheet(name)
        if sheet is not None and sheet.kind != "special":
            offered = offer(name, next(iter(sheet.paytables)), len(sheet.deck.cards))
            plan = plan_of(offered)

            assert not is_on_a_deal(plan) or len(plan.sight.draw) == plan.places, name
