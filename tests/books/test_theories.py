"""Theoretical figures, against the odds engine's own way to the same numbers."""

from fractions import Fraction

import pytest

from tests.books.histories import ALL_DAYS, STAMP, WAGER, Recording, parameters
from tests.memory_facts import MemoryFacts
from upcard.books import REPORTS
from upcard.books.figures import figures_of
from upcard.books.theories import Band, expected
from upcard.catalogue_games import game
from upcard.money import Cents
from upcard.odds import insurance_odds, progressive_odds
from upcard.odds.procedures import procedure_of
from upcard.odds.wager_sheets import full_shoe
from upcard.room.projections.setup_facts import Plays
from upcard.room.table_events import TableSpec

SPEC = TableSpec(
    table="t1", rules="kings-bounty", decks=6, pack=WAGER, paytables=((WAGER, "PT1"),), cut_card=200
)
PLAYS = Plays(spec=SPEC, rules_text="", fingerprint="")
GAME = game("kings-bounty", decks=6, pack=WAGER, paytables={WAGER: "PT1"})
SHOE = full_shoe(GAME.rules.deck, 6)
STAKE = Cents(500)
FIGURES = figures_of(PLAYS)


def test_a_progressive_wager_should_keep_the_hold_of_the_odds_engine() -> None:
    odds = progressive_odds(GAME.offers[WAGER], SHOE, procedure=procedure_of(GAME.rules))
    # A seed of $2,000 is 400 wagers of $5.
    hold = odds.hold(
        contribution=Fraction(24, 100), reserve=Fraction(2, 100), seeds={"meter": Fraction(400)}
    )
    found = expected(FIGURES, WAGER, STAKE, parameters())

    assert found is not None
    assert found.win == STAKE * hold
    assert found.hit == odds.odds.hit_frequency


def test_the_deviation_of_a_progressive_wager_counts_fixed_pays_and_new_seeds() -> None:
    odds = progressive_odds(GAME.offers[WAGER], SHOE, procedure=procedure_of(GAME.rules)).odds
    # Paytable 1: 2, 25 and 200 for 1; 100% costs a new seed, 10% costs nothing.
    costs = {
        "one-7": 2,
        "first-two-7s": 25,
        "three-7s": 200,
        "three-7s-suited": 400,
        "three-7s-same-colour": 0,
    }
    chances = {outcome.name: outcome.probability for outcome in odds.outcomes}
    known = [(chances[name], cost) for name, cost in costs.items()]
    mean = sum(chance * cost for chance, cost in known)
    square = sum(chance * cost**2 for chance, cost in known)
    found = expected(FIGURES, WAGER, STAKE, parameters())

    assert found is not None
    assert found.variance == STAKE**2 * (square - mean**2)


def test_the_report_says_what_the_odds_engine_says(story: Recording) -> None:
    odds = progressive_odds(GAME.offers[WAGER], SHOE, procedure=procedure_of(GAME.rules))
    hold = odds.hold(
        contribution=Fraction(24, 100), reserve=Fraction(2, 100), seeds={"meter": Fraction(400)}
    )
    report = REPORTS["holds"].build(MemoryFacts(story.entries), ALL_DAYS, STAMP)
    line = next(one for one in report.holds if (one.table, one.wager) == ("t2", WAGER))

    assert line.expected_hold == round(hold * 10**6)
    assert line.expected_win == round(1000 * hold)
    # Two wagers of $5, each with 260 cents to the meters for both; nothing paid.
    assert line.win == 1000 - 260


def test_insurance_and_side_wagers_have_exact_figures() -> None:
    insurance = GAME.rules.insurance
    assert insurance != "none"
    odds = insurance_odds(insurance.pays, SHOE)
    found = expected(FIGURES, "insurance", Cents(1000), None)

    assert found is not None
    assert found.win == 1000 * odds.house_edge
    assert found.variance == 1000**2 * odds.variance
    assert expected(FIGURES, "envy", Cents(1000), None) is None


@pytest.mark.parametrize(
    ("variance", "cents"), [(Fraction(0), 0), (Fraction(10_000), 196), (Fraction(1, 2), 2)]
)
def test_a_band_is_rounded_up_to_the_cent(variance: Fraction, cents: int) -> None:
    assert Band(variance).cents == cents
    assert Band(variance).is_inside(Fraction(0))
    assert not Band(variance).is_inside(Fraction(cents + 1))
