"""A shoe dealt to a cut card: the table by true counts, and what counting gains."""

import pytest

from tests.simulation.charts import chart_for
from upcard.cards import RANKS
from upcard.catalogue_games import game
from upcard.money import Cents
from upcard.simulation import Packed, Setup, SetupError, packed, simulate
from upcard.simulation.card_counts import HI_LO, ramp_figures, true_count_table
from upcard.simulation.kernels import layout as at

CUT = 234


@pytest.fixture(scope="module", params=["blackjack", "bahamas"])
def counted(request: pytest.FixtureRequest) -> Packed:
    table = game(request.param)
    return packed(Setup(game=table, chart=chart_for(table), spots=2, cut=CUT, count=HI_LO))


def test_the_rows_of_the_table_add_up_to_the_run(counted: Packed) -> None:
    tally = simulate(counted, rounds=100_000, seed=1).tally
    rows = true_count_table(counted, tally)
    flat = ramp_figures(counted, tally, {-at.TRUE_COUNT_MAX: 1})
    mean = tally.sum_of(at.MAIN) * counted.unit / tally.rounds / 2000

    assert sum(row.frequency for row in rows) == pytest.approx(1)
    assert sum(row.frequency * row.ev for row in rows) == pytest.approx(mean)
    assert flat.average_bet == 1
    assert flat.ev_per_round == pytest.approx(mean)


def test_a_high_count_is_better_than_a_low_one() -> None:
    table = game("blackjack")
    pack = packed(Setup(game=table, chart=chart_for(table), cut=CUT, count=HI_LO))
    tally = simulate(pack, rounds=6_000_000, seed=3, threads=2).tally
    rows = {row.true_count: row for row in true_count_table(pack, tally)}
    ramp = ramp_figures(pack, tally, {-12: 1, 1: 2, 2: 4, 3: 8, 4: 12})

    assert rows[4].ev - rows[-4].ev > 6 * (rows[4].standard_error + rows[-4].standard_error)
    assert rows[4].ev > 0 > rows[-4].ev
    assert 1 < ramp.average_bet < 4
    assert ramp.ev_per_100_rounds > 0


def test_betting_nothing_below_the_ramp_wins_and_loses_nothing() -> None:
    table = game("blackjack")
    pack = packed(Setup(game=table, chart=chart_for(table), cut=CUT, count=HI_LO))
    tally = simulate(pack, rounds=100, seed=9).tally

    assert ramp_figures(pack, tally, {13: 1}).average_bet == 0


def test_a_count_is_refused_that_names_no_rank_and_a_table_that_nobody_counted() -> None:
    table = game("blackjack")
    with pytest.raises(SetupError, match=f"count names 10: ranks are {', '.join(RANKS)}"):
        packed(Setup(game=table, chart=chart_for(table), count={"10": -1}))
    pack = packed(Setup(game=table, chart=chart_for(table), wager=Cents(100)))
    with pytest.raises(SetupError, match="this run counted no cards"):
        true_count_table(pack, simulate(pack, rounds=10, seed=1).tally)
