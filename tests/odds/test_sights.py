"""The judges themselves are asked whether they cannot tell apart what the sights say."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.odds.offers import EVERY_WAGER, offer
from upcard.cards import RANKS, SUITS, Card
from upcard.families import FAMILIES
from upcard.families.sights import SAME_COLOURS
from upcard.odds.judgements import Plan, plan_of

# Cards close to one another, so that pairs, runs and flushes come up often.
near = st.builds(Card, st.sampled_from("A279TJQK"), st.sampled_from(SUITS))
anywhere = st.builds(Card, st.sampled_from(RANKS), st.sampled_from(SUITS))
deals = st.lists(near | anywhere, min_size=5, max_size=5)
EVERY_SIGHT = pytest.mark.parametrize(("wager", "paytable", "cards"), EVERY_WAGER)
thorough = settings(max_examples=60, deadline=None, derandomize=True)


def plan(wager: str, paytable: str, cards: int) -> Plan:
    return plan_of(offer(wager, paytable, cards))


@EVERY_SIGHT
@thorough
@given(deal=deals, data=st.data())
def test_exchanging_ranks_and_suits_changes_no_verdict(
    wager: str, paytable: str, cards: int, deal: list[Card], data: st.DataObject
) -> None:
    plan_ = plan(wager, paytable, cards)
    ranks: dict[str, str] = {}
    for block in plan_.sight.ranks:
        ranks |= dict(zip(block, data.draw(st.permutations(block)), strict=True))
    images = data.draw(st.sampled_from(plan_.sight.suits))
    suits = dict(zip(SUITS, images, strict=True))
    dealt = deal[: plan_.places]
    exchanged = [Card(ranks[card.rank], suits[card.suit]) for card in dealt]

    assert plan_.verdict(exchanged) == plan_.verdict(dealt)


@EVERY_SIGHT
@thorough
@given(deal=deals, data=st.data())
def test_swapping_swappable_places_changes_no_verdict(
    wager: str, paytable: str, cards: int, deal: list[Card], data: st.DataObject
) -> None:
    plan_ = plan(wager, paytable, cards)
    dealt = deal[: plan_.places]
    swapped = list(dealt)
    for group in plan_.sight.swaps:
        for place, other in zip(group, data.draw(st.permutations(group)), strict=True):
            swapped[place] = dealt[other]

    assert plan_.verdict(swapped) == plan_.verdict(dealt)


@EVERY_SIGHT
@thorough
@given(deal=deals, data=st.data())
def test_cards_that_are_alike_get_the_same_verdict(
    wager: str, paytable: str, cards: int, deal: list[Card], data: st.DataObject
) -> None:
    plan_ = plan(wager, paytable, cards)
    sight, dealt = plan_.sight, deal[: plan_.places]
    named = tuple(dealt[place] for place in sight.draw[: sight.named])
    every = [Card(rank, suit) for rank in RANKS for suit in SUITS]
    other = list(dealt)
    for place in sight.draw[sight.named :]:
        kind = sight.alike(named, dealt[place])
        other[place] = data.draw(
            st.sampled_from([card for card in every if sight.alike(named, card) == kind])
        )

    assert plan_.verdict(other) == plan_.verdict(dealt)


def test_every_family_on_the_deal_has_a_sight() -> None:
    assert [
        name
        for name, family in FAMILIES.items()
        if family.sight is None
        and not (family.needs_finished_dealer or family.by_ranks or family.round_sight)
    ] == []


def test_the_exchanges_that_keep_colours_are_all_there_are() -> None:
    keeping = {
        "".join(images)
        for images in permutations(SUITS)
        if (images[0] in "hd") == (images[3] in "hd") and (images[1] in "hd") == (images[2] in "hd")
    }

    assert set(SAME_COLOURS) == keeping
