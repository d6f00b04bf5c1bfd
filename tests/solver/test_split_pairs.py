"""Play that remembers which pair it has split (CDP), beside play that does not (CDZ-)."""

import numpy as np
import pytest

import upcard
from upcard.catalogue import CATALOGUE, rules_of
from upcard.game.decisions import Decision
from upcard.odds.play.compiled import CompiledValues
from upcard.odds.play.moments import SplitPlay
from upcard.odds.play.payments import SPLIT, facts_of
from upcard.odds.play.solver import PlayValue, value_of_shoe
from upcard.odds.play.stock import VALUES, Stock, composition_of, plus, stock_of
from upcard.rules.setting_paths import with_settings
from upcard.shoes import composition

RULES = with_settings(rules_of("blackjack"), {"splitting.hands_max": "2"}, CATALOGUE)
STOCK = stock_of(composition(RULES.deck, 1).elements())


@pytest.fixture(scope="module")
def by_pair() -> PlayValue:
    """One deck where a pair is split once, best played after each pair."""
    return value_of_shoe(facts_of(RULES), STOCK, splits=SplitPlay.BY_PAIR)


@pytest.mark.parametrize("pair", range(2, 11))
@pytest.mark.parametrize("upcard", [2, 6, 7, 9])
def test_two_hands_of_a_split_are_each_the_best_hand_from_the_shoe_without_the_other_card(
    by_pair: PlayValue, pair: int, upcard: int
) -> None:
    # Worked out another way: one hand of the pair's value and a second card, played on its own
    # from a shoe that never had the other card of the pair. There are two such hands.
    left = Stock(plus(STOCK.values, pair, -1), STOCK.suits, STOCK.tens)
    alone = CompiledValues(facts_of(RULES), left, splits=SplitPlay.NONE)
    one_hand = 0.0
    for card in VALUES:
        chance = alone.chance(upcard, composition_of((pair,)), card)
        number = alone.numbers.of(composition_of((pair, card)))
        best = float(np.max(alone.options[upcard - 1, SPLIT, 0, number]))
        one_hand += chance * best

    worths = [
        opening.options[Decision.SPLIT].mean
        for opening in by_pair.openings
        if opening.hand == (pair, pair) and opening.upcard == upcard
    ]
    assert worths == [pytest.approx(2 * one_hand, abs=1e-12)] * len(worths)
    assert worths


def test_remembering_the_pair_is_worth_a_little_in_one_deck() -> None:
    found = upcard.solve("blackjack", decks=1, cdp=True)

    assert found.ev_by_pair is not None
    assert 0 < found.ev_by_pair - found.ev < 0.0001
    assert found.to_dict()["cdp"]["ev"] == found.ev_by_pair
