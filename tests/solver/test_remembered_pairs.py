"""Mean and deviation of play that remembers the split pair (CDP), by brute force."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import sqrt

import pytest

from upcard.cards import read_cards
from upcard.catalogue import CATALOGUE, rules_of
from upcard.odds.play.moments import SplitPlay
from upcard.odds.play.payments import facts_of
from upcard.odds.play.solver import Spread, value_of_shoe
from upcard.odds.play.stock import stock_of
from upcard.rules.setting_paths import with_settings

# No shoe here has an ace: no hand is soft, and nobody has a natural.
RULES = with_settings(rules_of("blackjack"), {"splitting.hands_max": "2"}, CATALOGUE)
SHOES = ("5 5 5 6 6 6 6 8 8 8 8 9 9 9 T T T T T T", "4 4 4 4 7 7 7 7 7 T T T T T T T T T T T")

Counts = tuple[int, ...]
"""How many cards of each points a shoe has left, from 0 to 10."""


def without(left: Counts, *cards: int) -> Counts:
    """The shoe once these cards are out of it."""
    return tuple(count - cards.count(points) for points, count in enumerate(left))


def drawn(left: Counts) -> Iterator[tuple[int, float, Counts]]:
    """The next card, how likely it is, and the shoe without it."""
    for points, count in enumerate(left):
        if count > 0:
            yield points, count / sum(left), without(left, points)


@cache
def dealer_ends(total: int, left: Counts) -> dict[int, float]:
    """How likely the dealer ends with each total; 0 is a bust."""
    if total >= 17:
        return {total if total <= 21 else 0: 1.0}
    ends: dict[int, float] = {}
    for points, chance, rest in drawn(left):
        for end, likely in dealer_ends(total + points, rest).items():
            ends[end] = ends.get(end, 0.0) + chance * likely
    return ends


def won(total: int, stake: int, end: int) -> int:
    """What a hand of that total wins of its stake."""
    if total > 21:
        return -stake
    return stake * ((total > end) - (total < end))


@cache
def options(hand: tuple[int, ...], upcard: int, left: Counts) -> dict[str, float]:
    """What standing, hitting and doubling are worth for a hand, from the shoe beside it."""
    total = sum(hand)
    ends = dealer_ends(upcard, left)
    found = {"stand": sum(likely * won(total, 1, end) for end, likely in ends.items())}
    if total == 21:
        return found
    found["hit"] = sum(
        chance * best_worth((*hand, points), upcard, rest) for points, chance, rest in drawn(left)
    )
    if len(hand) == 2:
        found["double"] = sum(
            chance * likely * won(total + points, 2, end)
            for points, chance, rest in drawn(left)
            for end, likely in dealer_ends(upcard, rest).items()
        )
    return found


def best_worth(hand: tuple[int, ...], upcard: int, left: Counts) -> float:
    """What the best decision is worth; a bust hand has none."""
    return -1.0 if sum(hand) > 21 else max(options(hand, upcard, left).values())


def best_play(hand: tuple[int, ...], upcard: int, full: Counts, gone: tuple[int, ...]) -> str:
    """The best decision for a hand when the cards *gone* are out of a full shoe, too."""
    found = options(hand, upcard, without(full, *hand, upcard, *gone))
    return max(found, key=lambda decision: found[decision])


def played(
    hand: tuple[int, ...], upcard: int, full: Counts, gone: tuple[int, ...], left: Counts
) -> Iterator[tuple[float, int, int, Counts]]:
    """Every way a hand goes: its chance, its total, its stake and the shoe that it leaves."""
    decision = "stand" if sum(hand) > 20 else best_play(hand, upcard, full, gone)
    if decision == "stand":
        yield 1.0, sum(hand), 1, left
        return
    for points, chance, rest in drawn(left):
        if decision == "double":
            yield chance, sum(hand) + points, 2, rest
            continue
        for likely, total, stake, after in played((*hand, points), upcard, full, gone, rest):
            yield chance * likely, total, stake, after


def split(pair: int, upcard: int, full: Counts) -> dict[int, float]:
    """How likely two hands of a split win so much together."""
    nets: dict[int, float] = {}
    for second, chance, rest in drawn(without(full, pair, pair, upcard)):
        for first_way, total, stake, after in played((pair, second), upcard, full, (pair,), rest):
            for other, next_chance, last in drawn(after):
                ways = played((pair, other), upcard, full, (pair,), last)
                for other_way, other_total, other_stake, end_shoe in ways:
                    likely = chance * first_way * next_chance * other_way
                    for end, ends_so in dealer_ends(upcard, end_shoe).items():
                        net = won(total, stake, end) + won(other_total, other_stake, end)
                        nets[net] = nets.get(net, 0.0) + likely * ends_so
    return nets


def unsplit(hand: tuple[int, ...], upcard: int, full: Counts) -> dict[int, float]:
    """How likely two cards win so much on their own."""
    nets: dict[int, float] = {}
    for likely, total, stake, left in played(hand, upcard, full, (), without(full, *hand, upcard)):
        for end, ends_so in dealer_ends(upcard, left).items():
            net = won(total, stake, end)
            nets[net] = nets.get(net, 0.0) + likely * ends_so
    return nets


def moments(full: Counts) -> tuple[float, float]:
    """The mean of a round and the mean of its square."""
    mean = square = 0.0
    for first, chance, rest in drawn(full):
        for second, next_chance, after in drawn(rest):
            for upcard, last_chance, _ in drawn(after):
                weight = chance * next_chance * last_chance
                ways = [unsplit((first, second), upcard, full)]
                ways += [split(first, upcard, full)] if first == second else []
                nets = max(ways, key=lambda found: sum(net * p for net, p in found.items()))
                mean += weight * sum(net * likely for net, likely in nets.items())
                square += weight * sum(net * net * likely for net, likely in nets.items())
    return mean, square


@pytest.mark.parametrize("shoe", SHOES)
def test_exact_deviation_of_play_that_remembers_the_pair_is_that_of_every_order(shoe: str) -> None:
    cards = list(read_cards(" ".join(f"{rank}s" for rank in shoe.split())))
    counts = Counter(card.points for card in cards)
    mean, square = moments(tuple(counts[points] for points in range(11)))

    found = value_of_shoe(
        facts_of(RULES), stock_of(cards), splits=SplitPlay.BY_PAIR, spread=Spread.EXACT
    )

    assert found.ev == pytest.approx(mean, abs=1e-12)
    assert found.standard_deviation == pytest.approx(sqrt(square - mean * mean), abs=1e-12)
    assert found.standard_deviation_error == 0.0
