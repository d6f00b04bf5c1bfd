"""Standard errors behind a cut card are those of whole shoes."""

from math import isclose, sqrt

import numpy as np
import pytest

from tests.simulation.charts import chart_for
from upcard.catalogue_games import game
from upcard.money import Cents
from upcard.simulation import Packed, Setup, figures, packed, simulate
from upcard.simulation.kernels import layout as at
from upcard.simulation.results.between_shoes import design_effects
from upcard.simulation.results.run_records import run_record
from upcard.simulation.setups.expectations import exact_sides
from upcard.simulation.tallies import nothing, sizes_of, tally_of
from upcard.simulation.vector_engines import chosen_engine, played_shoes

SHOES = 400


def dealt_to(cut: int) -> Packed:
    table = game("bahamas")
    sides = {"match-up": Cents(500)}
    return packed(Setup(game=table, chart=chart_for(table), sides=sides, cut=cut))


def test_the_effect_is_the_spread_between_shoes_over_that_of_their_rounds() -> None:
    table = game("bahamas")
    sides = {"match-up": Cents(500), "match-down": Cents(100)}
    pack = packed(Setup(game=table, chart=chart_for(table), sides=sides, cut=200, spots=3))
    engine = chosen_engine("auto", pack)
    told = engine.automaton, engine.name, sizes_of(pack.tables), 3, 0
    # A shoe alone is what the first so many shoes have more than those before it.
    parts = [
        tally_of(*nothing(pack.tables)),
        *(played_shoes(*told, each).together() for each in range(1, SHOES + 1)),
    ]
    rounds = np.diff([each.rounds for each in parts])

    effects = design_effects(pack, 3, SHOES, engine)
    for name, wager in (("main", at.MAIN), ("match-down", at.FIRST_SIDE + 1)):
        nets = np.diff([each.sum_of(wager) for each in parts])
        mean = nets.sum() / rounds.sum()
        spread = parts[-1].squares_of(wager) - mean**2 * rounds.sum()
        assert effects[name] == pytest.approx(((nets - mean * rounds) ** 2).sum() / spread)
    assert set(effects) == {"main", "super-bonus", "insurance", *sides, "together"}
    # Four standard errors of a variance from so many shoes.
    assert all(abs(effect - 1) < 4 * sqrt(2 / SHOES) for effect in effects.values())


def test_a_shoe_of_one_round_has_no_effect() -> None:
    effects = design_effects(dealt_to(1), 3, SHOES)

    assert all(isclose(effect, 1) for effect in effects.values())
    assert design_effects(dealt_to(0), 3, SHOES) == {}


def test_the_effect_widens_the_standard_error() -> None:
    pack = dealt_to(200)
    run = simulate(pack, rounds=1000, seed=1)
    plain, wide = (figures(pack, run.tally, effects) for effects in ({}, {"main": 1.21}))
    record = run_record(
        pack,
        run,
        seconds=1.0,
        device="cpu",
        engine="portable",
        strategy="a chart",
        effects={"main": 1.21},
    )

    assert isclose(wide.main.standard_error, 1.1 * plain.main.standard_error)
    assert wide.main.standard_deviation == plain.main.standard_deviation
    assert record["standard_error"] == wide.main.standard_error
    assert record["wagers"]["main"]["design_effect"] == 1.21


def test_exact_values_are_those_of_a_full_shoe() -> None:
    pack = dealt_to(0)
    exact = exact_sides(pack)["match-up"]
    found = figures(pack, simulate(pack, rounds=400_000, seed=6).tally).wagers["match-up"]

    assert abs(found.z_score(exact.ev)) < 4
    assert sum(exact.outcomes.values()) == pytest.approx(1)
    for outcome, share in found.frequencies().items():
        chance = exact.outcomes[outcome]
        assert abs(share - chance) < 4 * sqrt(chance * (1 - chance) / found.rounds)
    assert exact_sides(dealt_to(200)) == {}
