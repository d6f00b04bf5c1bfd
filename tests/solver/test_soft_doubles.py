"""Why Pontoon may refuse to double soft hands: with the ace as 1, nobody would gain by it."""

from collections.abc import Iterator

import numpy as np
import pytest

from upcard.catalogue import CATALOGUE, rules_of
from upcard.odds.play.compiled import CompiledValues
from upcard.odds.play.kernels.kernel_arrays import HIT, NATURAL, STAND
from upcard.odds.play.solver import play_value
from upcard.odds.play.stock import VALUES
from upcard.rules.setting_paths import with_settings

TWICE, FORFEIT = 2, -1.0
"""What a doubled hand can win or lose, and what forfeiting it costs, in first wagers."""
RULES: dict[str, dict[str, str]] = {
    "as in the catalogue": {},
    "two cards": {"doubling.on": "first-two-cards"},
    "a natural takes all": {"no_hole_card.natural_takes": "all"},
    "two cards, a natural takes all": {
        "doubling.on": "first-two-cards",
        "no_hole_card.natural_takes": "all",
    },
}


@pytest.mark.parametrize("decks", [4, 8])
@pytest.mark.parametrize("rules", RULES)
def test_no_soft_hand_gains_by_a_double_that_counts_its_ace_as_1(rules: str, decks: int) -> None:
    played = with_settings(rules_of("pontoon"), RULES[rules], CATALOGUE)
    values = play_value(played, decks).values
    assert isinstance(values, CompiledValues)

    gains = dict(_gains(values))

    assert len(gains) > 1000
    assert max(gains.values()) < 0


def _gains(values: CompiledValues) -> Iterator[tuple[tuple[int, int, int], float]]:
    """By side, up card and soft hand under 21: what such a double is worth beyond the best."""
    numbers = values.numbers
    asked = np.flatnonzero(numbers.is_soft & (numbers.total < 21) & (numbers.cards >= 2))
    for side in range(len(values.houses)):
        for upcard in VALUES:
            for hand in map(int, asked):
                best = values.options[upcard - 1, side, 0, hand, [STAND, HIT]].max()
                if np.isfinite(best) and np.isfinite(doubled := _doubled(values, upcard, hand)):
                    yield (side, upcard, hand), float(doubled - best)


def _doubled(values: CompiledValues, upcard: int, hand: int) -> float:
    """What a soft hand is worth if it is doubled and its aces count 1."""
    numbers, house = values.numbers, values.houses[0]
    leaves = 1 if values.facts.house.natural_spares_doubles else 0
    points, worth = int(numbers.total[hand]) - 10, 0.0
    chances = values.chances(upcard, numbers.hands[hand])
    if not any(chances):
        return -np.inf
    for card, chance in zip(VALUES, chances, strict=True):
        if chance:
            ends = values.shoe.outcomes[numbers.after[hand, card - 1], upcard - 1]
            total = points + card
            stood = TWICE * float((house.wins[total] - house.loses[total]) @ ends)
            worth += chance * max(stood + leaves * float(ends[NATURAL]), FORFEIT)
    return worth
