"""
Every card is as likely at each place of a real shoe, and next to every other card.

A few thousand shuffles with fixed seeds; with UPCARD_RANDOMNESS=full a million of each shoe with
fresh seeds, repeated once where chance alone may have failed them.
"""

from itertools import pairwise, permutations
from statistics import fmean, pvariance

import numpy as np
import pytest

from tests.randomness.batteries import limit_for
from tests.randomness.shoe_counts import Counted, counted, order_of, same_neighbours
from tests.randomness.streams import (
    IS_FULL,
    SHUFFLES,
    fixed_seed,
    fresh_seed,
    key_of_shoe,
    words_of_shoe,
)
from upcard.cards import Deck
from upcard.room.fairness.fair_shuffles import (
    CutPart,
    ShoeNumber,
    keystream_words,
    shuffled,
    shuffled_shoe,
)

SHOES = [(deck, decks) for deck in Deck for decks in (5, 6, 8)]


def too_far(found: Counted) -> dict[str, float]:
    """What lies further out than chance puts it, over all the tests of a shoe."""
    scores = {
        "places": found.z_of_places(),
        "same neighbours": found.z_of_same_neighbours(),
        **{f"pair {place}": float(one) for place, one in enumerate(found.z_of_pairs())},
    }
    limit = limit_for(len(scores))
    return {name: score for name, score in scores.items() if abs(score) > limit}


@pytest.mark.parametrize(("deck", "decks"), SHOES)
def test_cards_lie_evenly_at_every_place_and_next_to_every_card(deck: Deck, decks: int) -> None:
    seeds = fresh_seed if IS_FULL else fixed_seed
    wrong = too_far(counted(deck, decks, SHUFFLES, seeds))
    if wrong and IS_FULL:
        wrong = too_far(counted(deck, decks, SHUFFLES, seeds))

    assert wrong == {}


@pytest.mark.parametrize(("deck", "decks"), SHOES)
def test_the_shuffles_that_are_counted_are_those_of_the_room(deck: Deck, decks: int) -> None:
    parts = (
        CutPart(who="spot 3", cut="113 tulip", salt="0f" * 16),
        CutPart(who="dealer", cut="17 rose"),
    )
    fresh = [card for card in deck.cards for _ in range(decks)]
    for number in range(20):
        which = ShoeNumber(table="table-1", number=number)
        order = order_of(words_of_shoe(number, fixed_seed), len(fresh))
        words = keystream_words(key_of_shoe(number, fixed_seed))

        assert order == shuffled(list(range(len(fresh))), words)
        assert tuple(fresh[card] for card in order) == shuffled_shoe(
            fixed_seed(number), which, parts, deck, decks
        )


def test_neighbours_of_one_type_are_counted_exactly() -> None:
    """Every order of three types of two cards each: mean and variance by listing them all."""
    counts = [
        sum(one // 2 == other // 2 for one, other in pairwise(order))
        for order in permutations(range(6))
    ]

    assert same_neighbours(6, 2) == pytest.approx((fmean(counts), pvariance(counts)))


def moved(found: Counted, **changes: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> Counted:
    """The counts with some of them changed."""
    places, pairs = changes.get("places", found.places), changes.get("pairs", found.pairs)
    return Counted(found.decks, found.shuffles, places, pairs)


def test_a_card_that_prefers_a_place_or_a_neighbour_is_found() -> None:
    """One type lies first in 1 of 20 shuffles more; one pair comes together 1 in 20 more often."""
    found = counted(Deck.STANDARD, 6, 4000, fixed_seed)
    preferred, together = found.places.copy(), found.pairs.copy()
    preferred[0, 5] += 200
    preferred[0, 30:50] -= 10
    preferred[9, 5] -= 200
    preferred[9, 30:50] += 10
    together[100, 7] += 200
    together[100, 1000:1200] -= 1

    assert too_far(found) == {}
    assert "places" in too_far(moved(found, places=preferred))
    assert "pair 100" in too_far(moved(found, pairs=together))


def test_cards_that_stay_together_are_found() -> None:
    """Of a shoe that is cut and never shuffled, every neighbour is the old one."""
    decks, types, shuffles = 6, 52, 2000
    places = np.zeros((decks * types, types), dtype=np.int64)
    pairs = np.zeros((decks * types - 1, types * types), dtype=np.int64)
    fresh = np.repeat(np.arange(types), decks)
    cuts = np.random.default_rng(3).integers(0, len(fresh), shuffles)
    for cut in cuts:
        order = np.roll(fresh, cut)
        places[np.arange(len(order)), order] += 1
        pairs[np.arange(len(order) - 1), order[:-1] * types + order[1:]] += 1
    wrong = too_far(Counted(decks, shuffles, places, pairs))

    assert "same neighbours" in wrong
    assert "pair 0" in wrong
