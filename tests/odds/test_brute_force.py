"""The quick enumeration against plain brute force over ordered cards, on any shoe."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.odds.offers import EVERY_WAGER, offer, shoe
from upcard.cards import RANKS, SUITS, Card, read_cards
from upcard.families import CardPlace
from upcard.hand_values import is_natural
from upcard.money import ToOne
from upcard.odds.deals import labelled_tally, tally
from upcard.odds.exposures import groups_of
from upcard.odds.judgements import plan_of
from upcard.odds.odds_problems import OddsError
from upcard.odds.wager_odds import insurance_odds, odds_of
from upcard.shoes import without
from upcard.wagers import Offer

# Cards that make hands: a shoe of any cards would seldom hold three of a kind.
RICH = read_cards("7s 7s 7h 7d 7d 7c Ks Ks Kh Kd Qs Qs Js Ts As Ah 9s 9h 8d 8s 2c 3c")
few_cards = st.lists(st.sampled_from(RICH), min_size=6, max_size=8)
any_card = st.builds(Card, st.sampled_from(RANKS), st.sampled_from(SUITS))


def brute_force(offer_: Offer, cards: tuple[Card, ...]) -> dict[str, Fraction]:
    """Every order in which the physical cards can come, judged one by one."""
    is_played = CardPlace.THIRD in offer_.sees
    deals = list(permutations(cards, 5 if is_played else len(offer_.sees)))
    found: Counter[str] = Counter()
    for deal in deals:
        seen = deal
        if is_played:  # first, second, third, up, hole: a natural keeps the third card away.
            seen = deal[:2] if is_natural(deal[3:]) else deal[:3]
        found[offer_.verdict(seen).outcome] += 1
    return {outcome: Fraction(count, len(deals)) for outcome, count in found.items()}


@pytest.mark.parametrize(("wager", "paytable", "cards"), EVERY_WAGER)
@settings(max_examples=6, deadline=None, derandomize=True)
@given(drawn=few_cards)
def test_small_shoes_agree_with_every_order_of_their_cards(
    wager: str, paytable: str, cards: int, drawn: list[Card]
) -> None:
    wagered = offer(wager, paytable, cards)
    found = odds_of(wagered, Counter(drawn))

    assert {o.name: o.probability for o in found.outcomes if o.probability} == brute_force(
        wagered, tuple(drawn)
    )


@pytest.mark.parametrize(("wager", "paytable", "cards"), EVERY_WAGER)
def test_small_decks_agree_with_every_order_of_their_cards(
    wager: str, paytable: str, cards: int
) -> None:
    # Three ranks in two suits: symmetric, so that whole orbits are counted at once.
    drawn = read_cards("7s 7s 7d 7d Ks Ks Kd Kd As Ad")[: 8 if "player" in wager else 10]
    wagered = offer(wager, paytable, cards)

    assert {
        o.name: o.probability for o in odds_of(wagered, Counter(drawn)).outcomes if o.probability
    } == brute_force(wagered, drawn)


@pytest.mark.parametrize(
    ("wager", "paytable", "cards"),
    [one for one in EVERY_WAGER if one[:2] != ("blazing-7s-player", "PT1")],
)
def test_six_decks_agree_with_an_enumeration_that_takes_every_card_for_different(
    wager: str, paytable: str, cards: int
) -> None:
    wagered = offer(wager, paytable, cards)
    places = plan_of(wagered).places
    ranks = {2: RANKS, 3: "A789JQK", 4: "A79K", 5: "A7K"}[places]
    some = Counter({card: n for card, n in shoe(cards, 6).items() if card.rank in ranks})
    quick, plain = tally(plan_of(wagered), some), tally(plan_of(wagered, is_plain=True), some)

    assert {name: quick.probability(name) for name in quick.deals} == {
        name: plain.probability(name) for name in plain.deals
    }


@pytest.mark.parametrize(("wager", "paytable", "cards"), EVERY_WAGER)
@settings(max_examples=2, deadline=None, derandomize=True)
@given(data=st.data())
def test_a_random_card_removed_changes_nothing_on_average(
    wager: str, paytable: str, cards: int, data: st.DataObject
) -> None:
    """The next cards are as likely as any: the edge is the mean of the edges one card later."""
    full = shoe(cards, 1)
    gone = data.draw(
        st.lists(st.sampled_from(sorted(full, key=str)), min_size=20, max_size=30, unique=True)
    )
    depleted = without(full, gone)
    if plan_of(offer(wager, paytable, cards)).places > 3:
        depleted = Counter({c: n for c, n in depleted.items() if c.rank in "A79K"})
    wagered = offer(wager, paytable, cards)
    later = sum(
        (n * odds_of(wagered, without(depleted, [c])).house_edge for c, n in depleted.items()),
        Fraction(0),
    )

    assert later / depleted.total() == odds_of(wagered, depleted).house_edge


@pytest.mark.parametrize(("wager", "paytable", "cards"), EVERY_WAGER)
def test_groups_of_cards_give_the_edge_of_the_whole_shoe(
    wager: str, paytable: str, cards: int
) -> None:
    small = Counter({c: n for c, n in shoe(cards, 2).items() if c.rank in "A79KQ"})
    labels = {card: SUITS.index(card.suit) for card in small}
    wagered = offer(wager, paytable, cards)
    groups = groups_of(wagered, small, labels)

    assert groups.edge(groups.sizes) == -odds_of(wagered, small).house_edge
    assert sum(
        sum(verdicts.values())
        for verdicts in labelled_tally(plan_of(wagered), small, labels).values()
    ) == Fraction(1) * _orders(small.total(), plan_of(wagered).places)


def _orders(cards: int, places: int) -> int:
    return 1 if not places else cards * _orders(cards - 1, places - 1)


@given(drawn=st.lists(any_card, min_size=2, max_size=12))
def test_insurance_is_conditioned_on_the_ace(drawn: list[Card]) -> None:
    deals = [deal for deal in permutations(drawn, 2) if deal[0].points == 1]
    if not deals:
        with pytest.raises(OddsError):
            insurance_odds(ToOne(Fraction(2)), Counter(drawn))
        return
    wins = Fraction(sum(is_natural(deal) for deal in deals), len(deals))

    assert insurance_odds(ToOne(Fraction(2)), Counter(drawn)).probability("win") == wins


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        (Counter(read_cards("As Ks")), "holds 2 cards"),
        (Counter({Card("A", "s"): -1}), "has -1 of As"),
    ],
)
def test_an_impossible_shoe_gets_a_sentence(cards: Counter[Card], words: str) -> None:
    with pytest.raises(OddsError, match=words) as refused:
        odds_of(offer("match-up", "1", 48), cards)

    assert refused.value.code == "shoe-impossible"
