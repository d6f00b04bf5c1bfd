"""A shoe dealt to a cut card: the kernel against a shoe dealt by hand, and what counting gains."""

from collections import Counter

import numpy as np
import pytest

from tests.simulation.charts import chart_for
from upcard.cards import RANKS
from upcard.catalogue_games import game
from upcard.money import Cents
from upcard.simulation import Packed, Setup, SetupError, packed, simulate
from upcard.simulation.card_counts import HI_LO, ramp_figures, true_count_table
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.kernel_replays import draw_many, replay_round
from upcard.simulation.runs import played_block
from upcard.simulation.tallies import nothing, tally_of

CUT = 234
SEED = 9


@pytest.fixture(scope="module", params=["blackjack", "bahamas"])
def counted(request: pytest.FixtureRequest) -> Packed:
    table = game(request.param)
    return packed(Setup(game=table, chart=chart_for(table), spots=2, cut=CUT, count=HI_LO))


def dealt_by_hand(pack: Packed, block: int) -> tuple[list[int], Counter[int]]:
    """The sums of one shoe, round by round from the cards of its stream; rounds by true count."""
    types = len(pack.setup.game.rules.deck.cards)
    order = np.zeros(types * 6, np.uint8)
    draw_many(pack.shoe(), np.uint64(SEED), np.uint64(block), 0, order)
    totals, counts = nothing(pack.tables)
    felt = np.zeros(at.FELT, np.int64)
    place, by_count = 0, Counter[int]()
    while place < CUT:
        running = sum(HI_LO.get(at.card_of(int(card)).rank, 0) for card in order[:place])
        true_count = running * types // (len(order) - place)
        by_count[min(max(true_count, -at.TRUE_COUNT_MAX), at.TRUE_COUNT_MAX)] += 1
        used, _ = replay_round(pack.tables, order[place:], None, pack.shoe(), felt, totals, counts)
        place += int(used)
    return totals.tolist(), by_count


@pytest.mark.parametrize("block", range(5))
def test_a_shoe_to_a_cut_card_is_the_shoe_dealt_by_hand(counted: Packed, block: int) -> None:
    tally = played_block(counted.tables, counted.shoe(), SEED, block, 1)
    totals, by_count = dealt_by_hand(counted, block)
    rows = true_count_table(counted, tally)
    table_start = len(totals) - at.TRUE_COUNTS * at.COUNT_FIELDS

    assert list(tally.totals[:table_start]) == totals[:table_start]
    assert {row.true_count: round(row.frequency * tally.rounds) for row in rows} == by_count


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
    tally = tally_of(*nothing(pack.tables))
    one = played_block(pack.tables, pack.shoe(), SEED, 0, 3)

    assert ramp_figures(pack, tally + one, {13: 1}).average_bet == 0


def test_a_count_is_refused_that_names_no_rank_and_a_table_that_nobody_counted() -> None:
    table = game("blackjack")
    with pytest.raises(SetupError, match=f"count names 10: ranks are {', '.join(RANKS)}"):
        packed(Setup(game=table, chart=chart_for(table), count={"10": -1}))
    pack = packed(Setup(game=table, chart=chart_for(table), wager=Cents(100)))
    with pytest.raises(SetupError, match="this run counted no cards"):
        true_count_table(pack, simulate(pack, rounds=10, seed=1).tally)
