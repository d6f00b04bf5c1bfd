"""Odds of the shapes that are not plain deals: each against every order of a small shoe."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations, product
from random import Random

import pytest

from tests.odds.offers import offer
from upcard.cards import Card, Deck, read_cards
from upcard.catalogue import CATALOGUE
from upcard.families.round_results import BOTH_BUST, LOST, TIED, WON
from upcard.families.sights import Named
from upcard.game.dealers import draws
from upcard.game.hands import is_soft, state_after, total_of
from upcard.odds import odds_of
from upcard.odds.deals import tally
from upcard.odds.judgements import plan_of
from upcard.odds.wager_odds import WagerOdds
from upcard.rules.rules_files import RulesError, read_rules
from upcard.shoes import composition
from upcard.wagers import Offer

SHOE = read_cards("As 7h 6h 6d 8s 8s Kd 9s")
"""Eight cards: whatever comes first, player and dealer finish before they run out."""


def state_of(cards: tuple[Card, ...]) -> int:
    """The state of a hand."""
    state = 0
    for card in cards:
        state = state_after(state, card.points)
    return state


def finished(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The dealer's hand from the front of *cards*, where soft 17 is hit."""
    size = 2
    while draws(state_of(cards[:size]), 1):
        assert size < len(cards), "the shoe is too small for this test"
        size += 1
    return cards[:size]


def probabilities(found: WagerOdds) -> dict[str, Fraction]:
    """Outcomes that happen, with how often."""
    return {one.name: one.probability for one in found.outcomes if one.probability}


def shares(verdicts: list[str]) -> dict[str, Fraction]:
    """How often each of *verdicts* comes up."""
    return {name: Fraction(count, len(verdicts)) for name, count in Counter(verdicts).items()}


@pytest.mark.parametrize(
    ("wager", "paytable"),
    [
        ("bust-bonus", "every-up-card"),
        ("bust-bonus", "up-card-8"),
        ("ez-bust", "every-up-card"),
        ("bet-the-bust", "up-card-a-pays-3.5"),
    ],
)
def test_a_wager_made_on_the_up_card_counts_the_rounds_in_which_it_is_made(
    wager: str, paytable: str
) -> None:
    one = offer(wager, paytable, 52)
    hands = [finished(order) for order in permutations(SHOE)]
    made = [
        hand
        for hand in hands
        if hand[0].points in one.opens_under
        and not (len(hand) == 2 and total_of(state_of(hand)) == 21)
    ]
    verdicts = [one.verdict(hand).outcome for hand in made]

    assert probabilities(odds_of(one, Counter(SHOE))) == shares(verdicts)


def test_a_wager_made_on_an_ace_counts_the_aces() -> None:
    one = offer("wild-aces", "2-to-1", 52)
    shoe = read_cards("As Ah 7d Kd Qs 9c")
    verdicts = [one.verdict(deal).outcome for deal in permutations(shoe, 2) if deal[0].rank == "A"]

    assert probabilities(odds_of(one, Counter(shoe))) == shares(verdicts)


def drawn_out(hand: tuple[Card, ...], shoe: Counter[Card]) -> Iterator[tuple[Fraction, Named]]:
    """Every finished hand of the dealer that begins with *hand*, and how often it comes."""
    if len(hand) >= 2 and not draws(state_of(hand), 1):
        yield Fraction(1), hand
        return
    for card, count in shoe.items():
        rest = shoe - Counter([card])
        for chance, longer in drawn_out((*hand, card), rest):
            yield Fraction(count, shoe.total()) * chance, longer


def test_busts_beside_a_player_s_natural_are_those_of_every_deal() -> None:
    name = "2-2-4-18-50-250-800-and-2000-with-a-player-natural"
    one = offer("buster-blackjack", name, 52)
    shoe = Counter(read_cards("As As 2s 2s 2s 2s 2s 5s 5s Ks Ks Ks"))
    expected: dict[str, Fraction] = {}
    for first, second in product(shoe, shoe):
        rest = shoe - Counter([first, second])
        own = Fraction(shoe[first] * (shoe[second] - (first == second)), 12 * 11)
        for chance, hand in drawn_out((), rest) if own else ():
            outcome = one.verdict((first, second, *hand)).outcome
            expected[outcome] = expected.get(outcome, Fraction(0)) + own * chance

    assert any("natural" in outcome for outcome in expected)
    assert probabilities(odds_of(one, shoe)) == expected


@pytest.mark.parametrize("wager", ["poker-21", "super-match"])
def test_counting_by_ranks_is_counting_every_set_of_cards(wager: str) -> None:
    one = offer(wager, next(iter(CATALOGUE.sheet(wager).paytables)), 52)  # type: ignore[union-attr]
    shoe = Random(5).sample(sorted(composition(Deck.STANDARD, 2).elements(), key=str), 16)
    sets = [one.verdict(cards).outcome for cards in combinations(shoe, len(one.sees))]

    assert probabilities(odds_of(one, Counter(shoe))) == shares(sets)


def result(own: tuple[Card, ...], dealer: tuple[Card, ...]) -> int:
    """What two finished hands are to each other."""
    totals = [total_of(state_of(hand)) for hand in (own, dealer)]
    naturals = [
        total == 21 and len(hand) == 2 for total, hand in zip(totals, (own, dealer), strict=True)
    ]
    if totals[0] > 21:
        return BOTH_BUST if totals[1] > 21 else LOST
    if totals[1] > 21 or (totals[0], naturals[0]) > (totals[1], naturals[1]):
        return WON
    return TIED if (totals[0], naturals[0]) == (totals[1], naturals[1]) else LOST


def played(one: Offer, order: tuple[Card, ...]) -> str:
    """The outcome of a round: player's two cards, the dealer's two, then draws."""
    sight = one.family.round_sight
    assert sight is not None
    own, dealer, rest = list(order[:2]), order[2:4], list(order[4:])
    while (total := total_of(state := state_of(tuple(own)))) < 21 and not sight.stands(
        total, bool(is_soft(state)), dealer[0].points
    ):
        own.append(rest.pop(0))
    hand = finished((*dealer, *rest))
    return one.verdict_on_result(order[:2], result(tuple(own), hand)).outcome


@pytest.mark.parametrize(
    ("wager", "paytable"),
    [
        ("lucky-stiff", "5-1-stiff-pairs-10"),
        ("winners-option", "even-money-on-the-dealer-both-bust-half-lost"),
    ],
)
def test_a_wager_on_the_whole_round_is_played_in_every_order(wager: str, paytable: str) -> None:
    one = offer(wager, paytable, 52)
    shoe = read_cards("As 7h 8d 9s Kd Ts 6d 6c")
    expected = shares([played(one, order) for order in permutations(shoe)])
    found = probabilities(odds_of(one, Counter(shoe)))

    assert found.keys() == expected.keys()
    for name, probability in expected.items():
        assert float(found[name]) == pytest.approx(float(probability), abs=1e-12)


def test_both_hands_over_21_lose_half() -> None:
    one = offer("winners-option", "even-money-on-the-dealer-both-bust-half-lost", 52)
    found = odds_of(one, composition(Deck.STANDARD, 1))
    chance = found.probability
    wins, both = chance("dealer-wins"), chance("both-bust")
    lost = 1 - wins - both - chance("tie")

    assert found.house_edge == lost + both / 2 - wins
    assert found.hit_frequency == wins


def test_every_order_of_a_deal_is_counted_once() -> None:
    for name in ("poker-21", "lucky-stiff", "wild-aces", "lucky-7", "16-bonus"):
        sheet = CATALOGUE.sheet(name)
        assert sheet is not None
        for paytable in sheet.paytables:
            counted = tally(plan_of(offer(name, paytable, 52)), composition(Deck.STANDARD, 6))

            assert sum(counted.deals.values()) == counted.total


OWN = 'extends = "blackjack"\nname = "own"\ntitle = "Own"\nsource = "a test"\ndecks = [6]\n'


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (
            'library = ["16-bonus"]',
            "rules: side_wagers.0.wager: is '16-bonus', which is for a dealer who stands on hard "
            "16: write dealer_16.stands_on = 'hard'",
        ),
        (
            'dealer_16 = { stands_on = "hard" }',
            "rules: dealer_16: is on while dealer.soft_17 is 'hit': write soft_17 = 'stand'",
        ),
        (
            'dealer_16 = { stands_on = "hard" }\ndealer_22 = { pushes = "all-but-naturals" }\n'
            'dealer = { soft_17 = "stand" }',
            "rules: dealer_16: is on while dealer_22 is on: no game has both; switch one off",
        ),
    ],
)
def test_a_dealer_who_stands_on_16_fits_the_rest_of_the_file(lines: str, sentence: str) -> None:
    with pytest.raises(RulesError) as refused:
        read_rules(f"{OWN}{lines}", CATALOGUE)

    assert str(refused.value) == sentence


def test_a_wager_that_forces_the_play_is_not_offered_where_hands_are_zapped() -> None:
    zaps = (
        'zaps = { totals = [15], when = "after-the-peek", natural = "counts-21", '
        "surrender = false }"
    )
    with pytest.raises(RulesError) as refused:
        read_rules(f'{OWN}{zaps}\nlibrary = ["winners-option"]', CATALOGUE)

    assert "is 'winners-option', which leaves nothing to zap" in str(refused.value)
