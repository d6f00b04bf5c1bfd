"""Figures follow exactly from the sums of a run."""

import json
from dataclasses import replace
from fractions import Fraction
from math import exp, inf, isclose

import pytest

from tests.simulation.charts import chart_for
from upcard.catalogue_games import game
from upcard.money import Cents
from upcard.simulation import Packed, RunFigures, Setup, figures, packed, simulate
from upcard.simulation.kernels import layout as at
from upcard.simulation.results.run_records import run_record

ROUNDS = 300_000


@pytest.fixture(scope="module")
def setup() -> Packed:
    table = game("bahama-rack-card")
    sides = {"match-up": Cents(500), "match-down": Cents(500), "bahama-progressive": Cents(100)}
    return packed(Setup(game=table, chart=chart_for(table), sides=sides, spots=3, insures=True))


@pytest.fixture(scope="module")
def found(setup: Packed) -> RunFigures:
    return figures(setup, simulate(setup, rounds=ROUNDS, seed=5).tally)


def test_the_main_net_is_what_its_hands_come_to(setup: Packed, found: RunFigures) -> None:
    tally = simulate(setup, rounds=ROUNDS, seed=5).tally
    cells = zip(setup.tables.pays.tolist(), tally.counts, strict=False)

    assert found.main.net == sum(pay * count for pay, count in cells) * setup.unit
    assert sum(found.main.outcomes.values()) >= 3 * ROUNDS
    assert isclose(sum(found.main.frequencies().values()), 1)


def test_a_side_net_is_what_its_outcomes_come_to(setup: Packed, found: RunFigures) -> None:
    match_up = found.wagers["match-up"]
    pays = {"two-suited": 18, "suited-and-unsuited": 13, "one-suited": 9, "two-unsuited": 8}
    pays |= {"one-unsuited": 4, "nothing": -1}

    assert match_up.net == sum(500 * pays[name] * n for name, n in match_up.outcomes.items())
    assert sum(match_up.outcomes.values()) == 3 * ROUNDS


def test_together_is_the_sum_of_its_parts(found: RunFigures) -> None:
    parts = [wager for name, wager in found.wagers.items() if name != "together"]
    together = found.wagers["together"]

    assert set(found.wagers) == {
        "main",
        "super-bonus",
        "insurance",
        "match-up",
        "match-down",
        "bahama-progressive",
        "together",
    }
    assert together.net == sum(part.net for part in parts)
    assert together.initial == 3 * (1000 + 500 + 500 + 100)
    assert isclose(together.covariance_with_main, sum(part.covariance_with_main for part in parts))


def test_more_is_wagered_than_was_laid_down_at_first(found: RunFigures) -> None:
    assert found.staked > 3 * 1000 * ROUNDS
    assert abs(found.ev_of_total_wager) < abs(found.main.ev)
    assert found.shoes_emptied == 0


def test_the_spread_of_a_wager(found: RunFigures) -> None:
    main = found.main

    assert main.mean == Fraction(main.net, ROUNDS)
    assert isclose(main.standard_error * ROUNDS**0.5, main.standard_deviation)
    assert isclose(main.rounds_to_overcome_chance, (main.standard_deviation / main.ev) ** 2)
    assert isclose(main.z_score(main.ev), 0)
    assert isclose(found.correlation_with_main("main"), 1)
    assert -1 < found.correlation_with_main("match-up") < 1


def test_a_losing_game_ruins_for_certain_and_a_winning_one_by_its_edge(found: RunFigures) -> None:
    main = found.main
    winning = replace(main, mean=-main.mean)

    assert main.ev < 0
    assert main.risk_of_ruin(1000) == 1
    assert winning.risk_of_ruin(0) == 1
    assert winning.risk_of_ruin(100) == pytest.approx(
        exp(-200 * winning.ev / winning.standard_deviation**2)
    )


def test_a_run_as_plain_data_has_what_the_command_line_promises(setup: Packed) -> None:
    run = simulate(setup, rounds=1000, seed=5)
    record = run_record(
        setup, run, seconds=2.0, device="cpu", engine="portable", strategy="a chart"
    )

    assert json.loads(json.dumps(record)) == record
    assert {
        "game",
        "decks",
        "rounds",
        "seed",
        "ev",
        "standard_error",
        "standard_deviation",
        "wagers",
        "seconds",
        "rounds_per_second",
        "device",
        "strategy",
    } <= set(record)
    assert record["rounds_per_second"] == 500
    assert sum(record["wagers"]["match-up"]["outcomes"].values()) == 3000


def test_a_game_without_an_edge_never_overcomes_chance(setup: Packed) -> None:
    tally = simulate(setup, rounds=1, seed=1).tally
    sums = list(tally.totals)
    sums[at.WAGERS + at.SUM] = 0
    even = figures(setup, type(tally)(tuple(sums), tally.counts))

    assert even.main.rounds_to_overcome_chance == inf
