"""Setups that together take every path of the kernels of a graphics card."""

from collections.abc import Iterator
from dataclasses import replace

from tests.lanes.lane_blocks_played import by_chart, with_sides
from tests.rounds.finding import LIBRARY, golden_rules
from tests.simulation.charts import chart_for
from upcard.catalogue_games import game
from upcard.money import Cents
from upcard.simulation import Packed, Setup, packed
from upcard.simulation.card_counts import HI_LO
from upcard.simulation.kernels.lane_blocks import ROUNDS_MAX

WATCHED = ("red-flex", "bust-it", "super-sevens", "poker-21", "lucky-stiff")
SHOES = 200_000
"""Rounds of several spots, or to a cut card."""


def card_setups() -> Iterator[tuple[Packed, int]]:
    """Each with how many rounds are compared: whole blocks of lanes, and a part of one."""
    lanes = 3 * ROUNDS_MAX + 12_345
    yield from ((by_chart(name), lanes) for name in ("blackjack", "bahamas", "free-bet", "zappit"))
    yield with_sides("bahamas"), lanes
    yield watching(), lanes
    yield everything(), SHOES
    yield packed(replace(watching().setup, spots=3, players=(0, 0, 1))), SHOES
    yield with_a_parlay(), SHOES
    yield packed(replace(by_chart("blackjack").setup, cut=234, count=HI_LO, insures=True)), SHOES


def watching() -> Packed:
    """Wagers of the library that look at all that is watched."""
    table = game(golden_rules(LIBRARY))
    sides = dict.fromkeys(WATCHED, Cents(100))
    return packed(Setup(game=table, chart=chart_for(table), sides=sides))


def everything() -> Packed:
    """Many side wagers on three spots, counted to a cut card, insured."""
    table = game("bahama-wsgc")
    sides = {name: Cents(100) for name in table.offers}
    setup = Setup(game=table, chart=chart_for(table), sides=sides, spots=3, cut=100, count=HI_LO)
    return packed(replace(setup, insures=table.rules.insurance != "none"))


def with_a_parlay() -> Packed:
    """House Money, its winnings moved onto every pair of tens."""
    table = game("house-money")
    moves = frozenset((10, 10, up, True) for up in range(1, 11))
    sides = {"house-money": Cents(500)}
    return packed(Setup(game=table, chart=chart_for(table), sides=sides, moves=moves))
