"""Moved winnings bring in the simulator what the solver says, and no more than a limit allows."""

from math import sqrt

import pytest

from tests.simulation.charts import chart_for
from upcard.catalogue import CATALOGUE, rules_of
from upcard.catalogue_games import game
from upcard.money import Cents
from upcard.odds.parlays import NEVER, moves_of, parlay_odds
from upcard.rules.setting_paths import with_settings
from upcard.shoes import composition
from upcard.simulation import SetupError
from upcard.simulation.results.statistics import PARLAY, figures
from upcard.simulation.runs import simulate
from upcard.simulation.setups.expectations import exact_parlay
from upcard.simulation.setups.packed_games import Packed, Setup, packed
from upcard.strategy.solutions import solve, solve_chart
from upcard.table.games import Game

MONEY = "house-money"
SIDES = {MONEY: Cents(500)}
ROUNDS = 2_000_000
Z_MAX = 4.0


def table(decks: int = 6) -> Game:
    """House Money with nothing else on the layout."""
    return game(MONEY, decks=decks, pack="no-progressive")


@pytest.mark.parametrize("decks", [2, 6])
def test_the_best_parlay_brings_what_the_solver_says(decks: int) -> None:
    played = table(decks)
    chart = solve(played.rules, decks).chart
    play = solve_chart(played.rules, decks, chart).play
    pack = packed(Setup(game=played, chart=chart, sides=SIDES, moves=moves_of(play)))
    found = figures(pack, simulate(pack, rounds=ROUNDS, seed=12).tally)
    odds = parlay_odds(played.offers[MONEY], composition(played.rules.deck, decks), play.book)
    parlay = found.wagers[PARLAY]
    mean_error = sqrt(parlay.variance / found.rounds)

    assert abs(float(parlay.mean) - 500 * float(odds.gain)) < Z_MAX * mean_error
    assert abs(found.wagers[MONEY].z_score(float(odds.ev_without))) < Z_MAX
    assert abs(found.main.z_score(play.ev)) < Z_MAX
    # How often winnings are moved, and how much of them: 5 dollars are wagered in each round.
    often = float(odds.move_frequency)
    spread = sqrt(often * (1 - often) / found.rounds)
    assert abs(parlay.outcomes["moved"] / found.rounds - often) < Z_MAX * spread
    assert exact_parlay(pack, play) == pytest.approx(float(odds.gain / odds.moved))


def test_nobody_moves_winnings_that_are_never_moved() -> None:
    pack = packed(Setup(game=table(), chart=chart_for(table()), sides=SIDES, moves=NEVER))
    found = figures(pack, simulate(pack, rounds=20_000, seed=3).tally)

    assert PARLAY not in found.wagers
    assert pack.tables.settings.parlay_side == 0


def test_a_setup_that_does_not_say_whether_winnings_are_moved_is_refused() -> None:
    with pytest.raises(SetupError) as refused:
        packed(Setup(game=table(), chart=chart_for(table()), sides=SIDES))

    assert str(refused.value) == (
        "house-money may be moved onto the main wager: give --parlay best or "
        "--parlay never, or leave house-money out"
    )


def moved(pack: Packed) -> list[int]:
    """How much is moved, line by line, in cents."""
    return [int(units) * pack.unit for units in pack.tables.moved[: len(pack.verdicts[0])]]


@pytest.mark.parametrize(
    ("wager", "expected"),
    [
        (1000, [5000, 2500, 2000, 1000, 0]),
        (37_500, [2500, 2500, 2000, 1000, 0]),  # 25 below the limit of 400 on a single wager.
        (40_000, [0, 0, 0, 0, 0]),
    ],
)
def test_no_more_is_moved_than_the_limit_allows(wager: int, expected: list[int]) -> None:
    everything = frozenset({(10, 10, 6, True)})
    setup = Setup(
        game=table(), chart=chart_for(table()), wager=Cents(wager), sides=SIDES, moves=everything
    )

    assert moved(packed(setup)) == expected


def test_a_cap_that_forbids_doubling_the_larger_wager_is_refused_by_name() -> None:
    changes = {"doubling.caps": "total-within-single-wager-limit"}
    capped = game(with_settings(rules_of(MONEY), changes, CATALOGUE), pack="no-progressive")
    setup = Setup(
        game=capped,
        chart=chart_for(capped),
        wager=Cents(19_900),
        sides=SIDES,
        moves=frozenset({(10, 10, 6, True)}),
    )

    with pytest.raises(SetupError, match=r"doubling\.caps stop a main wager of 2.. from being"):
        packed(setup)
