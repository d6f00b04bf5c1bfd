"""Counting exposure by simulation, where summing over every subset would take too long."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt

from upcard.cards import Card
from upcard.odds.exposures import Dealing, Exposure, Groups
from upcard.odds.judgements import plan_of
from upcard.odds.meter_growth import Chance
from upcard.odds.removals import Edge, player_edge
from upcard.wagers import Offer


def exposure_by_simulation(
    offer: Offer, shoe: Counter[Card], dealing: Dealing, chance: Chance, *, shoes: int
) -> Exposure:
    """The exposure to a player who knows every card that is gone, from *shoes* shuffled shoes."""
    edge = player_edge(offer)
    depths = dealing.depths(shoe.total(), plan_of(offer).places)
    results = [_one_shoe(edge, shoe, depths, chance) for _ in range(shoes)]
    return _exposure(
        results,
        depths,
        dealing,
        "the player knows every card that is gone, and bets when the edge is above 0",
    )


def group_exposure_by_simulation(
    groups: Groups, dealing: Dealing, chance: Chance, *, shoes: int
) -> Exposure:
    """The same for a player who keeps track of groups: `exposure`, drawn instead of summed."""
    depths = dealing.depths(sum(groups.sizes), groups.places)
    results = [_one_shoe_of_groups(groups, depths, chance) for _ in range(shoes)]
    return _exposure(
        results,
        depths,
        dealing,
        *groups.supposes,
        "the player knows how many cards of each group are left, and nothing else",
    )


def _exposure(
    results: list[tuple[int, Fraction]], depths: range, dealing: Dealing, *knows: str
) -> Exposure:
    shoes = len(results)
    made = sum(bets for bets, _ in results)
    won = sum((gain for _, gain in results), Fraction(0))
    mean = float(won) / shoes
    variance = sum((float(gain) - mean) ** 2 for _, gain in results) / max(shoes - 1, 1)
    rounds = len(depths)
    return Exposure(
        bet_frequency=Fraction(made, shoes * rounds),
        average_edge=won / made if made else Fraction(0),
        units_per_100=100 * won / (shoes * rounds),
        standard_error=100 * sqrt(variance / shoes) / rounds,
        assumptions=(
            *dealing.assumptions,
            f"{shoes} shuffled shoes; nothing else is left to chance",
            *knows,
        ),
    )


def _one_shoe_of_groups(groups: Groups, depths: range, chance: Chance) -> tuple[int, Fraction]:
    labels = [group for group, size in enumerate(groups.sizes) for _ in range(size)]
    chance.shuffle(labels)
    bets, won = 0, Fraction(0)
    for depth in depths:
        counted = Counter(labels[depth:])
        left = tuple(counted[group] for group in range(len(groups.sizes)))
        net = groups.net(left)
        if net > 0:
            bets, won = bets + 1, won + Fraction(net, groups.per(len(labels) - depth))
    return bets, won


def _one_shoe(
    edge: Edge, shoe: Counter[Card], depths: range, chance: Chance
) -> tuple[int, Fraction]:
    """The number of rounds in one shuffled shoe with a bet, and their summed edge."""
    cards = sorted(shoe.elements(), key=str)
    order = list(range(len(cards)))
    chance.shuffle(order)
    bets, won = 0, Fraction(0)
    for depth in depths:
        found = edge(Counter(cards[index] for index in order[depth:]))
        if found > 0:
            bets, won = bets + 1, won + found
    return bets, won
