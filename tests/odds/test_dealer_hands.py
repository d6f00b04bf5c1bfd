"""The dealer's finished hand, exactly: published figures, brute force, what odds suppose."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.odds.offers import offer, percent, shoe
from tests.rounds.finding import PUSH_22, golden_rules
from upcard.app.odds_results import odds
from upcard.cards import RANKS, SUITS, Card, Deck, read_cards
from upcard.catalogue import CATALOGUE
from upcard.game.dealers import STANDS_ON_SOFT_17, draws
from upcard.game.hands import state_after
from upcard.odds import OddsError, odds_of
from upcard.odds.dealer_finals import finished_hands, longest_hand
from upcard.odds.exposures import linear_groups, usual_dealing
from upcard.odds.judgements import plan_of
from upcard.odds.procedures import USUAL, procedure_of
from upcard.odds.protection import protection_record
from upcard.odds.removals import effects_of_removal
from upcard.odds.wager_odds import WagerOdds, odds_in
from upcard.rules.schema import Rules
from upcard.rules.setting_paths import with_settings
from upcard.shoes import composition, without
from upcard.wagers import offer_of

HIT = USUAL
STAND = replace(USUAL, draws_by=STANDS_ON_SOFT_17)
LINES = ("suited-22", "same-colour-22", "any-22")


def push_22(paytable: str, decks: int, *, hits: bool = True) -> WagerOdds:
    """The odds of Push 22 on a full shoe."""
    return odds_of(offer("push-22", paytable, 52), shoe(52, decks), HIT if hits else STAND)


def test_six_decks_that_hit_have_the_published_probabilities_and_edge() -> None:
    found = push_22("50-20-8", 6)

    # titles, Push 22; the edge is published as 5.8540.
    assert [f"{float(found.probability(line)):.6f}" for line in LINES] == [
        "0.003327",
        "0.011659",
        "0.058551",
    ]
    assert percent(found.house_edge, 4) == 5.8539


@pytest.mark.parametrize(
    ("hits", "decks", "published"),
    [
        # Published, the flat table; that of a dealer who hits is the source's column for 22.
        (True, 1, 11.9658),
        (True, 2, 11.8357),
        (True, 4, 11.7757),
        (True, 6, 11.7565),
        (True, 8, 11.7471),
    ],
)
def test_the_flat_table_has_the_published_edges(hits: bool, decks: int, published: float) -> None:
    assert percent(push_22("11", decks, hits=hits).house_edge, 4) == published


@pytest.mark.parametrize(
    ("decks", "published"),
    [(1, 11.6445), (2, 12.1978), (4, 12.4639), (6, 12.5511), (8, 12.5944)],
)
def test_the_source_s_column_for_a_dealer_who_stands_is_that_of_a_21(
    decks: int, published: float
) -> None:
    """The published source counted a 21 of three cards or more where it says 22."""
    full = shoe(52, decks)
    twenty_one = Fraction(0)
    for hand in finished_hands(0):
        if hand.size > 2 and hand.total == 21:
            twenty_one += Fraction(_ways(hand.cards, full) * hand.orders, _orders(full, hand.size))

    assert percent(1 - 12 * twenty_one, 4) == published


def _ways(cards: tuple[int, ...], full: Counter[Card]) -> int:
    ways = 1
    for points, wanted in enumerate(cards, start=1):
        held = sum(count for card, count in full.items() if card.points == points)
        for taken in range(wanted):
            ways *= held - taken
    return ways


def _orders(full: Counter[Card], size: int) -> int:
    orders = 1
    for taken in range(size):
        orders *= full.total() - taken
    return orders


@pytest.mark.parametrize("hits", [True, False])
@pytest.mark.parametrize("decks", range(1, 9))
def test_every_hand_is_counted_once_at_every_deck_count(hits: bool, decks: int) -> None:
    found = push_22("50-20-8", decks, hits=hits)

    assert sum((one.probability for one in found.outcomes), Fraction(0)) == 1
    assert sum(one.combinations for one in found.outcomes) == found.combinations


def test_the_uk_table_is_exact_too() -> None:
    ours, uk = push_22("50-20-8", 6), push_22("35-17-10", 6)
    suited, coloured, other = (ours.probability(line) for line in LINES)

    assert uk.house_edge == 1 - 36 * suited - 18 * coloured - 11 * other
    # Nobody publishes it; the digits of docs/titles.md give the same to two places.
    assert percent(uk.house_edge, 2) == 2.63


def played_out(cards: tuple[Card, ...], hits_soft_17: int) -> tuple[Card, ...] | None:
    """The dealer's hand from the front of *cards*; None where they run out first."""
    state = 0
    for place, card in enumerate(cards):
        if not draws(state, hits_soft_17):
            return cards[:place]
        state = state_after(state, card.points)
    return None if draws(state, hits_soft_17) else cards


few = st.lists(
    st.builds(Card, st.sampled_from("A2567K"), st.sampled_from(SUITS)), min_size=5, max_size=7
)


ON_THE_DEALER = [
    ("push-22", "50-20-8"),
    ("buster-blackjack", "2-2-4-12-50-250"),
    ("dealer-bust-21", "15-4-2-1"),
    ("red-flex", "1-5-10-50-100-200"),
    ("instant-18", "win-pays-1-to-1"),
    ("dealer-totals", "21-or-22-3-to-1"),
]


@pytest.mark.parametrize(("name", "paytable"), ON_THE_DEALER)
@settings(max_examples=15, deadline=None, derandomize=True)
@given(drawn=few, hits=st.booleans())
def test_small_shoes_agree_with_every_order_of_their_cards(
    name: str, paytable: str, drawn: list[Card], hits: bool
) -> None:
    wager = offer(name, paytable, 52)
    hands = [played_out(order, int(hits)) for order in permutations(drawn)]
    if None in hands:
        with pytest.raises(OddsError, match="run out before the dealer's hand is finished"):
            odds_of(wager, Counter(drawn), HIT if hits else STAND)
        return
    counted = Counter(wager.verdict(hand).outcome for hand in hands if hand is not None)
    found = odds_of(wager, Counter(drawn), HIT if hits else STAND)

    assert {one.name: one.probability for one in found.outcomes if one.probability} == {
        name: Fraction(count, len(hands)) for name, count in counted.items()
    }


def test_all_lines_come_up_in_a_small_shoe_as_often_as_in_its_orders() -> None:
    drawn = read_cards("6s 6s 6c 6h Ks Kc Kh 2d")
    wager = offer("push-22", "50-20-8", 52)
    hands = [played_out(order, 1) for order in permutations(drawn)]
    counted = Counter(wager.verdict(hand).outcome for hand in hands if hand is not None)
    found = odds_of(wager, Counter(drawn))

    assert set(counted) == {*LINES, "nothing"}
    assert {one.name: one.probability for one in found.outcomes} == {
        name: Fraction(count, len(hands)) for name, count in counted.items()
    }


def test_no_hand_of_the_dealer_is_longer_than_the_longest() -> None:
    # Seven aces are a soft 17 that is hit, a five makes it a hard 12, four aces 16; one card more.
    # A dealer who stands on soft 17 goes on from six aces and a six.
    assert (longest_hand(1), longest_hand(0)) == (13, 12)


def test_removing_a_random_card_changes_nothing_on_average() -> None:
    wager, full = offer("push-22", "50-20-8", 52), composition(Deck.STANDARD, 1)
    gone = Random(1).sample(list(full), 20)
    depleted = without(full, gone)
    effects = effects_of_removal(wager, depleted)

    assert sum((depleted[card] * one for card, one in effects.by_card.items()), Fraction(0)) == 0
    assert effects.suits_matter


def test_cards_of_one_class_have_the_same_effect_of_removal() -> None:
    wager, full = offer("push-22", "50-20-8", 52), composition(Deck.STANDARD, 2)
    effects = effects_of_removal(wager, full)
    edges = {
        rank: {-odds_of(wager, without(full, [Card(rank, suit)])).house_edge for suit in SUITS}
        for rank in "A6TK"
    }

    assert {len(found) for found in edges.values()} == {1}
    assert edges["T"] == edges["K"]
    for rank, (edge,) in edges.items():
        assert {effects.by_card[Card(rank, suit)] for suit in SUITS} == {edge - effects.edge}
    assert set(effects.by_rank) == set(RANKS)


def rules_that_draw(when: str) -> Rules:
    """The table of the golden rounds, with the dealer drawing *when*."""
    return with_settings(golden_rules(PUSH_22), {"dealer_draws.when": when}, CATALOGUE)


def test_a_game_s_own_soft_17_is_in_its_odds() -> None:
    rules = with_settings(golden_rules(PUSH_22), {"dealer.soft_17": "stand"}, CATALOGUE)
    (wager, *_) = odds(rules, main=False).to_dict()["wagers"]

    assert Fraction(wager["house_edge"]) == push_22("50-20-8", 6, hits=False).house_edge
    assert wager["assumptions"] == [
        "the dealer stands on soft 17",
        "the dealer always finishes the hand, even when no player's hand is left",
    ]
    assert not wager["depends_on_play"]


def test_odds_that_depend_on_the_play_are_refused_by_name_or_say_what_they_suppose() -> None:
    rules = rules_that_draw("while-a-hand-is-live")
    wager, full = offer_of(rules.side_wagers[0]), shoe(52, 6)
    with pytest.raises(OddsError, match="push-22: the dealer draws only while") as refused:
        odds_of(wager, full, procedure_of(rules))
    (told, *_) = odds(rules, main=False).to_dict()["wagers"]

    assert refused.value.code == "odds-depend-on-play"
    assert odds_in(rules, wager, full) is None
    assert Fraction(told["house_edge"]) == push_22("50-20-8", 6).house_edge
    assert told["depends_on_play"]
    assert "the dealer of this game stops when no player's hand is left" in told["assumptions"][1]


def test_odds_in_a_game_that_plays_out_are_those_of_the_wager() -> None:
    rules = rules_that_draw("whenever-a-wager-needs-it")
    found = odds_in(rules, offer_of(rules.side_wagers[0]), shoe(52, 6))

    assert found == push_22("50-20-8", 6)


def test_game_protection_has_counts_and_their_exposure() -> None:
    wager, full = offer("push-22", "50-20-8", 52), shoe(52, 2)
    record = protection_record(wager, full, usual_dealing(104, depths_apart=26))
    first = record["counts"][0]["exposure"]

    assert first["units_per_100"] > 0
    assert any("effects of removing one card" in text for text in first["assumptions"])
    assert record["suit_count"] is None
    assert plan_of(wager).places == longest_hand(1)


def test_a_linear_edge_has_the_exact_edge_and_the_exact_effects() -> None:
    wager, full = offer("buster-blackjack", "2-2-4-12-50-250", 52), shoe(52, 2)
    effects = effects_of_removal(wager, full)
    labels = {card: int(card.points > 6) for card in full}
    groups = linear_groups(effects, labels)
    low, high = groups.sizes

    assert groups.edge((low, high)) == effects.edge
    mean = sum(full[c] * effects.by_card[c] for c in full if labels[c] == 0) / low
    assert groups.edge((low - 1, high)) == effects.edge + mean


def test_low_cards_gone_help_a_wager_on_the_dealer_s_bust_little_by_little() -> None:
    wager, full = offer("bet-the-bust", "up-card-6-pays-1", 52), shoe(52, 6)
    effects = effects_of_removal(wager, full).by_rank

    assert effects["K"] < 0 < effects["4"]
