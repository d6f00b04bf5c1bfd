"""What side wagers see of a round is the same in the quick walk and in the careful one."""

from typing import Any

import numpy as np
import pytest

from tests.lanes.lane_blocks_played import with_sides
from tests.randomness.shoe_counts import compiled
from tests.rounds.finding import LIBRARY, golden_rules
from tests.simulation.charts import chart_for
from upcard.catalogue_games import game
from upcard.families import CardPlace
from upcard.money import Cents
from upcard.simulation import Packed, Setup, packed
from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.draws import start_of, start_of_shoe
from upcard.simulation.kernels.lane_blocks import ROUNDS_MAX, a_desk
from upcard.simulation.kernels.lane_draws import NINE, deal, seed_streams
from upcard.simulation.kernels.lane_engines import Portable
from upcard.simulation.kernels.lane_operations import bits_of
from upcard.simulation.kernels.lane_walks import careful_walk, quick_walk
from upcard.simulation.setups.automata import automaton
from upcard.simulation.setups.side_judgements import side_path
from upcard.simulation.setups.side_paths import JOINED_MAX, Path, joined
from upcard.simulation.tallies import RunTally, nothing
from upcard.simulation.vector_engines import played_lanes

DEALS = 200
WATCHED = ("red-flex", "bust-it", "super-sevens", "poker-21", "lucky-stiff")
"""Wagers that look at all that is watched, together; without what a player of two hands has."""


def watching(*names: str) -> Packed:
    """Wagers of the library beside a main wager."""
    table = game(golden_rules(LIBRARY))
    sides = dict.fromkeys(names, Cents(100))
    return packed(Setup(game=table, chart=chart_for(table), sides=sides))


@compiled
def walk_both(engine: Any, tables: Any, desk: Any, quick: Any, careful: Any) -> Any:
    """Deal once, and keep what each walk shows; the lanes that the quick one has played."""
    dealt = deal(tables, desk)
    _, left = quick_walk(engine, tables, desk.cards, dealt, desk.cards)
    quick[:] = desk.cards
    desk.numbers[0] = NINE
    careful_walk(engine, tables, desk, None, dealt, desk.cards)
    careful[:] = desk.cards
    return bits_of(dealt & ~left)


def test_both_walks_show_side_wagers_the_same() -> None:
    tables, desk = automaton(watching(*WATCHED)), a_desk()
    seed_streams(desk, start_of_shoe(start_of(np.uint64(3), np.uint64(1)), ROUNDS_MAX))
    quick, careful = np.zeros_like(desk.cards), np.zeros_like(desk.cards)
    five = range(lay.FIVE_ROWS, lay.FIVE_ROWS + 3)
    compared = 0
    for _ in range(DEALS):
        kernel: Any = walk_both
        played = int(kernel(Portable(), tables, desk, quick, careful))
        lanes = [lane for lane in range(lay.LANES) if played >> lane & 1]
        mine, other = (rows.reshape(-1, lay.LANES)[:, lanes] for rows in (quick, careful))
        for row in range(lay.WATCHED_ROWS, lay.OTHER_ROWS):
            # A card that is dealt for a wager alone may be another one.
            same = np.ones(len(lanes), bool)
            if row == lay.LONE_ROW:
                same = mine[lay.THIRD_ROW] != lay.NO_CARD
            elif row in five:
                same = mine[lay.SIZE_ROW] > row - lay.FIVE_ROWS + 2
            assert (mine[row][same] == other[row][same]).all(), row
            compared += int(same.sum())

    assert compared > 5 * DEALS * lay.LANES


def played_in_block(tables: Automaton, pack: Packed) -> RunTally:
    """A block of a run in lanes."""
    totals, counts = nothing(pack.tables)
    sizes = totals.size, counts.size
    return played_lanes(tables, "portable", sizes, 4, 2, 200_000).together()


@pytest.mark.parametrize("name", ["bahamas", "kings-bounty", LIBRARY])
def test_counting_verdicts_comes_to_what_adding_up_each_round_does(name: str) -> None:
    pack = watching(*WATCHED[:4]) if name == LIBRARY else with_sides(name)
    tables = automaton(pack)
    counted = played_in_block(tables, pack)
    tables.numbers[lay.JOINT_VERDICTS] = 0

    assert counted == played_in_block(tables, pack)


def lines_of(path: Path, shown: dict[int, int]) -> list[int]:
    """The lines that the members of a path get for what its rows show."""
    state = 0
    for step in path.steps:
        state = int(step.table[state, shown[step.row]])
    return [int(line) for line in path.kinds[state]]


def paths_of(pack: Packed) -> list[Path]:
    """The path of each side wager of *pack*."""
    found = automaton(pack)
    return [side_path(pack, found, side) for side in range(len(pack.setup.sides))]


def test_joined_paths_tell_what_each_tells_alone() -> None:
    one, other = paths_of(watching("lucky-lucky", "buster-blackjack"))
    both = joined(one, other)
    rng = np.random.default_rng(5)

    assert both is not None
    widths = {step.row: step.table.shape[1] for step in both.steps}
    for _ in range(20_000):
        shown = {row: int(rng.integers(width)) for row, width in widths.items()}
        assert lines_of(both, shown) == lines_of(one, shown) + lines_of(other, shown)


def test_paths_that_would_be_large_together_are_not_joined() -> None:
    one, other = paths_of(watching("poker-21", "super-4"))

    assert max(one.size, other.size) > JOINED_MAX
    assert joined(one, other) is None


@pytest.mark.parametrize("name", ["perfect-pairs", "magic-jacks", "lucky-ladies"])
def test_a_path_tells_the_line_that_the_table_pays(name: str) -> None:
    pack = watching(name)
    offer, (path,) = pack.setup.game.offers[name], paths_of(pack)
    rows = {CardPlace.FIRST: 0, CardPlace.UPCARD: 1, CardPlace.SECOND: 2, CardPlace.HOLE: 3}
    cards, rng = pack.setup.game.rules.deck.cards, np.random.default_rng(7)
    numbered = {card.number: card for card in cards}
    for _ in range(5000):
        dealt = [numbered[int(each)] for each in rng.integers(len(cards), size=len(offer.sees))]
        shown = {rows[place]: card.number for place, card in zip(offer.sees, dealt, strict=True)}
        (line,) = lines_of(path, shown)

        assert pack.verdicts[0][line] == (offer.verdict(dealt).outcome or "nothing")
