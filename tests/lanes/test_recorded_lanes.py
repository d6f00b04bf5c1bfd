"""Rounds of the table, walked through an automaton: every hand comes to the same."""

import os
import random

import pytest

from tests.agreement.recorded import Recorded, at_random, by_chart, recorded, table_settlements
from tests.every_game.players import a_random_table, a_shoe
from tests.lanes.lane_blocks_played import ENGINES, with_sides
from tests.lanes.test_automata import FITTING
from tests.simulation.charts import chart_for
from upcard.game.stakes import at_risk
from upcard.money import Cents
from upcard.simulation import Packed, Setup, packed
from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.lane_blocks import a_desk
from upcard.simulation.kernels.lane_replays import a_recording, replay_lanes
from upcard.simulation.kernels.lane_splits import BONUSES, CLASSES, HAND_ROWS
from upcard.simulation.kernels.lane_sums import room_for_sums
from upcard.simulation.setups.automata import automaton
from upcard.simulation.setups.automaton_decisions import CODES
from upcard.simulation.tallies import nothing
from upcard.table.rounds import MAIN

IS_FULL = os.environ.get("UPCARD_AGREEMENT") == "full"
ROUNDS = 100_000 if IS_FULL else 64
"""Rounds of each game, by chart and at random each."""
UNLIKE = ("blackjack", "bahamas", "bahama-wsgc", "bahama-rack-card", "free-bet", "zappit")
"""Games whose rules differ; the full option plays the others, too."""
GAMES = [name for name in FITTING if name != "pontoon"] if IS_FULL else UNLIKE
"""A hole card that comes last is dealt in the order of the table by `test_recorded_spots` only."""
LENGTH = 128
WAGERS = (Cents(200), Cents(1001), Cents(15_000))


class Lanes:
    """What lanes make of recorded rounds, one in each."""

    def __init__(self, pack: Packed, records: list[Recorded]) -> None:
        self.pack, self.found, self.queue = pack, automaton(pack), a_desk()
        has_decisions = pack.setup.chart is None
        recording = a_recording(has_decisions=has_decisions, length=LENGTH)
        self.used = recording.used
        self.used[: lay.LANES] = 4
        self.totals, self.counts = nothing(pack.tables)
        for lane, record in enumerate(records):
            numbers = [dealt.card.number for dealt in record.round.dealt]
            told = [CODES[decision] for decision in record.decisions]
            recording.cards.reshape(lay.LANES, -1)[lane, : len(numbers)] = numbers
            recording.decisions.reshape(lay.LANES, -1)[lane, : len(told)] = told
            self.queue.cards.reshape(-1, lay.LANES)[:4, lane] = numbers[:4]
        replay_lanes(
            ENGINES["portable"],
            self.found,
            self.queue,
            recording,
            1,
            len(records),
            room_for_sums(len(pack.setup.sides)),
            self.totals,
            self.counts,
        )

    def settlements(self, lane: int) -> list[tuple[int, str, str, int, int]]:
        """The hands of a lane, as the table writes them."""
        rows = self.queue.hands.reshape(-1, lay.LANES)[:, lane]
        lines = []
        for number in rows[CLASSES : CLASSES + rows[HAND_ROWS]]:
            outcome, stakes = divmod(int(self.found.cells[number]), at.STAKES)
            stake = at_risk(self.pack.setup.wager, at.laid_of(stakes))
            net = int(self.found.pays[number]) * self.pack.unit
            lines.append((1, MAIN, at.OUTCOMES[outcome], stake, net))
        return lines

    def side_outcomes(self) -> dict[tuple[str, str], tuple[int, int]]:
        """How often each outcome of each side wager came, with its net in cents."""
        found = {}
        for side, name in enumerate(self.pack.setup.sides):
            for verdict, outcome in enumerate(self.pack.verdicts[side]):
                place = side * at.VERDICTS + verdict
                if count := int(self.counts[at.CELLS + place]):
                    net = int(self.pack.tables.side_pays[place]) * self.pack.unit
                    found[name, outcome] = (count, count * net)
        return found

    def bonus(self, lane: int) -> int:
        """The super bonuses of a lane, in cents."""
        rows = self.queue.hands.reshape(-1, lay.LANES)[:, lane]
        won = int(rows[BONUSES : BONUSES + rows[HAND_ROWS]].sum())
        return won * self.pack.tables.settings.bonus * self.pack.unit


def table_outcomes(pack: Packed, records: list[Recorded]) -> dict[tuple[str, str], tuple[int, int]]:
    """The same of the table."""
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for record in records:
        for settled in record.round.settlements:
            if settled.wager in pack.setup.sides:
                count, net = found.get((settled.wager, settled.outcome), (0, 0))
                found[settled.wager, settled.outcome] = (count + 1, net + settled.net)
    return found


def compare(pack: Packed, records: list[Recorded]) -> None:
    """Every hand of every round must come to what it came to at the table."""
    lanes = Lanes(pack, records)
    assert lanes.side_outcomes() == table_outcomes(pack, records)
    for lane, record in enumerate(records):
        bonus = sum(s.net for s in record.round.settlements if s.wager == "super-bonus")

        hands = [line for line in table_settlements(record.round) if line[1] == MAIN]
        assert lanes.settlements(lane) == hands
        assert lanes.bonus(lane) == bonus
        assert lanes.used[lane] == len(record.round.dealt)
        if pack.setup.chart is None:
            assert lanes.used[lay.LANES + lane] == len(record.decisions)


def compare_rounds(name: str, rng: random.Random, *, has_chart: bool) -> int:
    """Play rounds both ways; how many were compared."""
    from tests.rounds.finding import golden_rules

    compared = 0
    while compared < ROUNDS:
        table = a_random_table(golden_rules(name), rng)
        wager = rng.choice([each for each in WAGERS if each <= table.limits.main_max])
        chart = chart_for(table) if has_chart else None
        pack = packed(Setup(game=table, chart=chart, wager=wager))
        choose = by_chart(pack.setup) if has_chart else at_random(rng)
        records = [recorded(pack, a_shoe(table, rng), choose) for _ in range(lay.LANES)]
        compare(pack, records)
        compared += len(records)
    return compared


@pytest.mark.parametrize("name", GAMES)
def test_rounds_by_a_chart_come_to_the_same_in_lanes(name: str) -> None:
    assert compare_rounds(name, random.Random(f"{name} lanes"), has_chart=True) >= ROUNDS


@pytest.mark.parametrize("name", GAMES)
def test_random_legal_rounds_come_to_the_same_in_lanes(name: str) -> None:
    assert compare_rounds(name, random.Random(f"{name} any lanes"), has_chart=False) >= ROUNDS


@pytest.mark.parametrize("name", ["bahamas", "kings-bounty"])
def test_side_wagers_come_to_the_same_in_lanes(name: str) -> None:
    pack, rng = with_sides(name), random.Random(f"{name} sides")
    for _ in range(-(-ROUNDS // lay.LANES)):
        shoes = [a_shoe(pack.setup.game, rng) for _ in range(lay.LANES)]
        compare(pack, [recorded(pack, shoe, by_chart(pack.setup)) for shoe in shoes])
