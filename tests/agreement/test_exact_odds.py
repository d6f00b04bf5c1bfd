"""Simulated side wagers lie where their exact odds say, for every wager of every game."""

import os
from collections.abc import Iterator
from math import sqrt

import pytest

from tests.simulation.charts import chart_for
from upcard.catalogue import CATALOGUE, rules_of
from upcard.catalogue_games import game
from upcard.money import Cents
from upcard.odds.parlays import NEVER
from upcard.odds.procedures import procedure_of
from upcard.odds.wager_odds import WagerOdds, insurance_odds, odds_of
from upcard.shoes import composition
from upcard.simulation import Setup, SimulatedFigures, figures, packed, simulate
from upcard.table.games import Game

IS_FULL = os.environ.get("UPCARD_AGREEMENT") == "full"
ROUNDS = 100_000_000 if IS_FULL else 4_000_000
SEED = 2026
Z_MAX = 4
COUNTED_FROM = 25
"""How often an outcome must be expected before its count is nearly normal."""


def tables_to_play() -> Iterator[tuple[str, str | None]]:
    """Every game with side wagers, with each of its packs."""
    for name in CATALOGUE.names("games"):
        rules = rules_of(name)
        if rules.side_wagers:
            yield from ((name, pack.name) for pack in rules.packs)
            if not rules.packs:
                yield name, None


@pytest.mark.parametrize(("name", "pack"), list(tables_to_play()))
def test_side_wagers_come_out_as_their_exact_odds_say(name: str, pack: str | None) -> None:
    table = game(name, pack=pack)
    sides = {wager: offer.amount or Cents(100) for wager, offer in table.offers.items()}
    setup = packed(Setup(game=table, chart=chart_for(table), sides=sides, moves=NEVER))
    found = figures(setup, simulate(setup, rounds=ROUNDS, seed=SEED, threads=2).tally)

    for wager in sides:
        check(found.wagers[wager], exact_odds(table, wager))


def exact_odds(table: Game, wager: str) -> WagerOdds:
    """The odds engine's word on a wager, on a full shoe."""
    shoe = composition(table.rules.deck, table.decks)
    return odds_of(table.offers[wager], shoe, procedure_of(table.rules))


def check(simulated: SimulatedFigures, exact: WagerOdds) -> None:
    """EV and the frequency of each outcome, by z-score."""
    expected = -float(exact.house_edge)
    error = sqrt(float(exact.variance) / simulated.rounds)

    assert abs(simulated.ev - expected) / error < Z_MAX, f"{simulated.name}: EV {simulated.ev}"
    for outcome, count in simulated.outcomes.items():
        chance = float(exact.probability(outcome))
        mean = simulated.rounds * chance
        if mean >= COUNTED_FROM:
            z = (count - mean) / sqrt(mean * (1 - chance))
            assert abs(z) < Z_MAX, f"{simulated.name}: {outcome} came {count} times, not {mean}"
        else:
            assert count <= mean + Z_MAX * sqrt(mean) + Z_MAX


def test_insurance_comes_out_as_its_exact_odds_say() -> None:
    table = game("blackjack")
    insurance = table.rules.insurance
    assert insurance != "none"
    exact = insurance_odds(insurance.pays, composition(table.rules.deck, table.decks))
    setup = packed(Setup(game=table, chart=chart_for(table), insures=True))
    tally = simulate(setup, rounds=ROUNDS, seed=SEED, threads=2).tally
    outcomes = figures(setup, tally).wagers["insurance"].outcomes
    made, chance = sum(outcomes.values()), float(exact.probability("win"))

    assert abs(made - ROUNDS / 13) / sqrt(ROUNDS / 13) < Z_MAX
    assert abs(outcomes["win"] - made * chance) / sqrt(made * chance * (1 - chance)) < Z_MAX


def test_the_super_bonus_comes_out_as_often_as_four_cards_say() -> None:
    table = game("spanish-21")
    chart = chart_for(table)
    chart.rows["pair 7"] = chart.rows["hard 4"]  # Always hit: then no suited sevens are missed.
    setup = packed(Setup(game=table, chart=chart))
    rounds = 5 * ROUNDS
    found = figures(setup, simulate(setup, rounds=rounds, seed=SEED, threads=2).tally)
    # Three sevens of one suit, six of each in the shoe, and any other seven as the up card.
    expected = rounds * (24 * 5 * 4 * 21) / (288 * 287 * 286 * 285)
    count = found.wagers["super-bonus"].outcomes["super-bonus"]

    assert abs(count - expected) / sqrt(expected) < Z_MAX
