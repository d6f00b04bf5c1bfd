"""Sessions are the rounds of a run, folded: results, drawdowns, ruin, beside the usual formulas."""

import json
from math import exp, sqrt

import numpy as np
import pytest

from tests.simulation.charts import chart_for
from upcard.catalogue_games import game
from upcard.money import Cents
from upcard.simulation import Packed, Setup, SetupError, figures, packed, session_runs
from upcard.simulation.kernels.draws import BLOCK_DRAWS
from upcard.simulation.kernels.lane_meters import no_meters
from upcard.simulation.kernels.lane_sessions import LOWEST, SESSION_FIELDS, lane_sessions
from upcard.simulation.results.distributions import Distribution, counted
from upcard.simulation.results.session_records import session_record
from upcard.simulation.session_runs import (
    NormalSessions,
    SessionPlan,
    play_sessions,
    session_plan,
)
from upcard.simulation.tallies import sizes_of
from upcard.simulation.vector_engines import chosen_engine, played_parts

ROUNDS = 20_000


@pytest.fixture(scope="module")
def bahama() -> Packed:
    table = game("bahama-wsgc")
    sides = {name: Cents(100) for name in table.offers}
    return packed(Setup(game=table, chart=chart_for(table), sides=sides, spots=2))


@pytest.fixture(scope="module")
def blackjack() -> Packed:
    table = game("blackjack")
    return packed(Setup(game=table, chart=chart_for(table)))


def lowest_points(pack: Packed, plan: SessionPlan, seed: int) -> list[int]:
    """The lowest point of each session of a plan that fits a block, as lanes note them."""
    draws = int(BLOCK_DRAWS) // plan.block_sessions
    room = lane_sessions(plan.rounds, plan.rounds * plan.sessions, draws, no_meters())
    engine = chosen_engine("auto", pack)
    told = engine.automaton, engine.name, sizes_of(pack.tables)
    played_parts(*told, seed, 0, plan.sessions, room)
    return [int(low) for low in room.kept.reshape(-1, SESSION_FIELDS)[:, LOWEST]]


@pytest.mark.parametrize("cut", [0, 200])
def test_threads_do_not_change_a_session(cut: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_runs, "BLOCK_ROUNDS", 1000)
    table = game("bahamas")
    pack = packed(Setup(game=table, chart=chart_for(table), cut=cut))
    plan = session_plan(pack, rounds=ROUNDS, session=70, bankroll=Cents(10_000))
    one = play_sessions(pack, plan, seed=3, threads=1)

    assert one == play_sessions(pack, plan, seed=3, threads=3)
    assert one.sessions == plan.sessions == ROUNDS // 70
    assert one.tally.rounds == 70 * plan.sessions


def test_results_add_up_to_what_the_run_came_to(bahama: Packed) -> None:
    plan = session_plan(bahama, rounds=ROUNDS, session=100)
    found = play_sessions(bahama, plan, seed=1)
    together = figures(bahama, found.tally).wagers["together"]

    assert found.total * bahama.unit == together.net
    assert found.results.total == found.depths.total == found.falls.total == found.sessions


def test_sessions_spread_as_independent_rounds_do(blackjack: Packed) -> None:
    plan = session_plan(blackjack, rounds=4_000_000, session=1000, bankroll=Cents(50_000))
    found = play_sessions(blackjack, plan, seed=11, threads=2)
    record = session_record(blackjack, plan, found, figures(blackjack, found.tally))
    normal = record["normal"]
    # A sample's deviation has a standard error of 1 / sqrt(2n) of it.
    z = (record["standard_deviation"] / normal["standard_deviation"] - 1) * sqrt(2 * 4000)
    ahead = record["ahead"]

    assert record["mean"] == pytest.approx(normal["mean"])
    assert abs(z) < 4
    # A result is a multiple of half a wager: half of the sessions that end even count for each.
    even = record["even"]["probability"] / 2
    assert abs(ahead["probability"] + even - normal["ahead"]) < 4 * ahead["standard_error"]
    # Looking after each round misses dips of the continuous walk: ruin comes a little less often.
    ruin = record["ruin"]
    assert 0 < ruin["normal"] - ruin["within_session"]["probability"] < 0.03
    assert ruin["long_run"] == 1
    assert sum(bar["count"] for bar in record["histogram"]) == 4000
    assert sum(bar["normal"] for bar in record["histogram"]) == pytest.approx(4000)
    assert json.loads(json.dumps(record)) == record


def test_ruin_is_a_loss_of_the_bankroll_at_any_time(blackjack: Packed) -> None:
    lowest = lowest_points(blackjack, session_plan(blackjack, rounds=12_000, session=40), seed=5)
    for bankroll in (1, 7, 20):
        cents = Cents(bankroll * blackjack.unit)
        plan = session_plan(blackjack, rounds=12_000, session=40, bankroll=cents)

        found = play_sessions(blackjack, plan, seed=5)
        assert found.ruined == sum(low <= -bankroll for low in lowest)


def test_without_drift_ruin_is_twice_as_likely_as_to_end_below() -> None:
    walk = NormalSessions(rounds=400, mean=0.0, standard_deviation=1.2)

    # The reflection principle.
    assert walk.ruin(30) == pytest.approx(2 * walk.below(-30))
    assert walk.quantile(0.5) == 0
    assert walk.ahead == pytest.approx(0.5)


def test_a_long_session_of_a_winner_is_ruined_as_in_the_long_run() -> None:
    walk = NormalSessions(rounds=10**7, mean=0.01, standard_deviation=1.15)

    assert walk.ruin(100) == pytest.approx(exp(-2 * 0.01 * 100 / 1.15**2))


def test_a_walk_without_spread_goes_straight() -> None:
    walk = NormalSessions(rounds=10, mean=-1.0, standard_deviation=0.0)

    assert (walk.ruin(5), walk.ruin(11), walk.ahead) == (1, 0, 0)


def test_a_very_long_session_keeps_few_numbers(blackjack: Packed) -> None:
    plan = session_plan(blackjack, rounds=10**8, session=10**8)

    # The stream of a block has draws for so many sessions.
    assert plan.block_sessions == 10
    # Two half wagers to a wager: a step is a hundredth of the root of the rounds, in wagers.
    assert plan.step == 2 * 10**4 // 1000


def test_quantiles_are_those_of_the_sorted_numbers() -> None:
    numbers = np.array([3, -1, -1, 0, 8, 3, 3, 12, -7, 5], np.int64)
    found = counted(numbers)
    in_order = sorted(numbers.tolist())

    assert found.quantiles((0.1, 0.5, 0.9, 1)) == [in_order[n] for n in (0, 4, 8, 9)]
    assert found.mean == numbers.mean()
    assert found.variance == pytest.approx(numbers.var(ddof=1))
    assert Distribution().quantiles((0.5,)) == [None]
    assert Distribution().bars() == []


@pytest.mark.parametrize(
    ("rounds", "session", "bankroll", "sentence"),
    [
        (100, 0, None, "session is 0: write 1 to"),
        (100, 101, None, "rounds is 100: write at least 101, one session"),
        (100, 10, Cents(0), "bankroll is 0 or less"),
    ],
)
def test_sessions_that_cannot_be_are_refused(
    blackjack: Packed, rounds: int, session: int, bankroll: Cents | None, sentence: str
) -> None:
    with pytest.raises(SetupError, match=sentence):
        session_plan(blackjack, rounds=rounds, session=session, bankroll=bankroll)


def test_ctrl_c_keeps_the_blocks_that_are_done(
    blackjack: Packed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_runs, "BLOCK_ROUNDS", 1000)

    def stop(rounds: int) -> None:
        if rounds == 12_800:
            raise KeyboardInterrupt

    plan: SessionPlan = session_plan(blackjack, rounds=ROUNDS, session=100)
    found = play_sessions(blackjack, plan, seed=1, watch=stop)

    # A block has a session for each lane.
    assert (found.sessions, found.tally.rounds) == (128, 12_800)
    with pytest.raises(SetupError, match="seed is -1"):
        play_sessions(blackjack, plan, seed=-1)
