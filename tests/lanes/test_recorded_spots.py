"""Rounds of several spots at the table, walked through an automaton: each comes to the same."""

import os
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.agreement.recorded import (
    Line,
    Recorded,
    a_random_setup,
    at_random,
    by_chart,
    recorded,
    table_settlements,
)
from tests.every_game.players import a_shoe
from tests.lanes.lane_blocks_played import ENGINES
from tests.lanes.test_automata import FITTING
from tests.rounds.finding import HARD_16, LIBRARY, PUSH_22, TWO_HANDS, golden_rules
from upcard.cards import read_cards
from upcard.catalogue_games import game
from upcard.game.stakes import at_risk
from upcard.money import Cents
from upcard.simulation import Packed, Setup, packed
from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.lane_replays import a_recording, replay_lanes
from upcard.simulation.kernels.lane_rounds import room_for_sums
from upcard.simulation.kernels.lane_shoe_blocks import a_table
from upcard.simulation.kernels.lane_splits import CLASSES, HAND_COUNTS, SPOT_ROWS
from upcard.simulation.setups.automata import automaton, side_misfits
from upcard.simulation.setups.automaton_decisions import CODES
from upcard.simulation.tallies import nothing
from upcard.table.rounds import INSURANCE, MAIN

IS_FULL = os.environ.get("UPCARD_AGREEMENT") == "full"
ROUNDS = 100_000 if IS_FULL else 24
"""Rounds of each game, by chart and at random each."""
UNLIKE = ("bonanza", "bahamas", "spanish-21", "pontoon", "super-fun-21", "free-bet", "zappit")
GAMES = (*(FITTING if IS_FULL else UNLIKE), PUSH_22, HARD_16, TWO_HANDS)
LENGTH = 256


class Spots:
    """What lanes make of recorded rounds of several spots, one in each."""

    def __init__(self, pack: Packed, records: list[Recorded], engine: str) -> None:
        self.pack, self.found, self.table = pack, automaton(pack), a_table()
        recording = a_recording(has_decisions=pack.setup.chart is None, length=LENGTH)
        self.used = recording.used
        self.totals, self.counts = nothing(pack.tables)
        for lane, record in enumerate(records):
            numbers = [dealt.card.number for dealt in record.round.dealt]
            told = [CODES[decision] for decision in record.decisions]
            recording.cards.reshape(lay.LANES, -1)[lane, : len(numbers)] = numbers
            recording.decisions.reshape(lay.LANES, -1)[lane, : len(told)] = told
        replay_lanes(
            ENGINES[engine],
            self.found,
            self.table,
            recording,
            0,
            len(records),
            room_for_sums(len(pack.setup.sides)),
            self.totals,
            self.counts,
        )

    def hands(self, lane: int) -> list[Line]:
        """The hands of a lane, spot by spot, as the table writes them."""
        rows = self.table.hands.reshape(-1, lay.LANES)[:, lane]
        lines = []
        for spot in range(self.pack.setup.spots):
            mine = rows[spot * SPOT_ROWS :]
            for number in mine[CLASSES : CLASSES + mine[HAND_COUNTS]]:
                outcome, stakes = divmod(int(self.found.cells[number]), at.STAKES)
                stake = at_risk(self.pack.setup.wager, at.laid_of(stakes))
                net = int(self.found.pays[number]) * self.pack.unit
                lines.append((spot + 1, MAIN, at.OUTCOMES[outcome], stake, net))
        return lines

    def side_outcomes(self) -> Counter[tuple[str, str]]:
        """How often each outcome of each side wager came."""
        found: Counter[tuple[str, str]] = Counter()
        for side, name in enumerate(self.pack.setup.sides):
            names = dict(enumerate(self.pack.verdicts[side])) | {at.RETURNED: "returned"}
            for verdict, outcome in names.items():
                found[name, outcome] += int(self.counts[at.CELLS + side * at.VERDICTS + verdict])
        return +found

    def sum_of(self, *wagers: int) -> int:
        """The net of some wagers in all rounds, in cents."""
        places = [at.WAGERS + at.WAGER_FIELDS * wager for wager in wagers]
        return int(self.totals[places].sum()) * self.pack.unit


def compare(pack: Packed, records: list[Recorded], engine: str) -> None:
    """Every hand of every round must come to what it came to at the table, and so all sums."""
    lanes = Spots(pack, records, engine)
    for lane, record in enumerate(records):
        hands = [line for line in table_settlements(record.round) if line[1] == MAIN]
        assert lanes.hands(lane) == hands
        assert lanes.used[lane] == len(record.round.dealt)
        if pack.setup.chart is None:
            assert lanes.used[lay.LANES + lane] == len(record.decisions)
    settled = [each for record in records for each in record.round.settlements]
    sides = Counter(
        (each.wager, each.outcome) for each in settled if each.wager in pack.setup.sides
    )
    assert lanes.side_outcomes() == sides
    for wagers, names in sums_to_compare(pack):
        assert lanes.sum_of(*wagers) == sum(each.net for each in settled if each.wager in names)


def sums_to_compare(pack: Packed) -> Iterator[tuple[list[int], tuple[str, ...]]]:
    """Wagers of lanes, with the wagers of the table that come to the same."""
    offers, sides = pack.setup.game.offers, list(pack.setup.sides)
    yield [at.MAIN], (MAIN,)
    yield [at.INSURANCE], (INSURANCE,)
    yield [at.BESIDE], ("super-bonus", "envy", INSURANCE, *sides)
    # The table does not say which wager an envy comes from.
    envied = [name for name in sides if offers[name].envy]
    bonuses = [at.SUPER_BONUS, *(at.FIRST_SIDE + sides.index(name) for name in envied)]
    yield bonuses, ("super-bonus", "envy", *envied)
    for side, name in enumerate(sides):
        if name not in envied:
            yield [at.FIRST_SIDE + side], (name,)


def a_setup(name: str, rng: random.Random, *, has_chart: bool) -> Packed:
    """A setup drawn at random, without what lanes refuse."""
    setup = a_random_setup(golden_rules(name), rng, has_chart=has_chart)
    parlay = setup.game.rules.parlay
    moved = "" if parlay == "none" else parlay.wager
    sides = {each: amount for each, amount in setup.sides.items() if each != moved}
    setup = replace(setup, sides=sides, moves=None)
    while misfit := next(side_misfits(packed(setup)), None):
        wager = misfit.split()[0]
        sides = {each: amount for each, amount in setup.sides.items() if each != wager}
        setup = replace(setup, sides=sides)
    return packed(setup)


def compare_games(name: str, batches: int, *, has_chart: bool) -> None:
    """Play rounds both ways, with another setup for each batch."""
    rng = random.Random(f"{name} spots {has_chart}")
    for _ in range(batches):
        pack = a_setup(name, rng, has_chart=has_chart)
        choose = by_chart(pack.setup) if has_chart else at_random(rng)
        shoes = [a_shoe(pack.setup.game, rng) for _ in range(min(ROUNDS, lay.LANES))]
        compare(pack, [recorded(pack, shoe, choose) for shoe in shoes], "portable")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("has_chart", [True, False], ids=["by a chart", "at random"])
def test_rounds_of_several_spots_come_to_the_same_in_lanes(name: str, has_chart: bool) -> None:
    compare_games(name, -(-ROUNDS // lay.LANES), has_chart=has_chart)


@pytest.mark.parametrize("has_chart", [True, False], ids=["by a chart", "at random"])
def test_wagers_of_the_library_come_to_the_same_in_lanes(has_chart: bool) -> None:
    compare_games(LIBRARY, -(-ROUNDS // lay.LANES) if IS_FULL else 8, has_chart=has_chart)


def test_envy_of_a_side_wager_is_paid_once_a_player_in_lanes() -> None:
    sides = {"blackjack-match": Cents(500)}
    setup = Setup(game=game(golden_rules(LIBRARY)), chart=None, sides=sides, spots=5)
    pack = packed(replace(setup, players=(0, 1, 1, 0, 2)))
    # Spots 1 and 3 have the dealer's cards: two winners, each envied by two other players.
    orders = [
        read_cards(f"As 8d As 8d 8d As {ten} Kd {ten} Kd Kd {ten}") for ten in ("Ks", "Qs", "Js")
    ]
    rng = random.Random(1)
    records = [recorded(pack, [*reversed(order)], at_random(rng)) for order in orders]

    compare(pack, records, "portable")
    envies = [each for record in records for each in record.round.settlements]
    assert [each.wager for each in envies].count("envy") == 4 * len(orders)
