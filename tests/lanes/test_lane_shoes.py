"""Shoes in lanes: several spots, cut cards and counts, against shoes that are dealt by hand."""

import os
from collections import Counter
from collections.abc import Generator
from itertools import pairwise

import numpy as np
import pytest

from tests.lanes.lane_blocks_played import ENGINES, shoes_played
from tests.rounds.finding import LIBRARY, golden_rules
from tests.simulation.charts import chart_for
from upcard.catalogue_games import game
from upcard.money import Cents
from upcard.simulation import Packed, Setup, figures, packed, simulate
from upcard.simulation.card_counts import HI_LO, true_count_table
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.kernel_replays import replay_round
from upcard.simulation.kernels.lane_meters import no_meters
from upcard.simulation.kernels.lane_sessions import SESSION_FIELDS, lane_sessions
from upcard.simulation.session_runs import play_sessions, session_plan
from upcard.simulation.setups.automata import automaton
from upcard.simulation.setups.expectations import exact_sides
from upcard.simulation.tallies import nothing
from upcard.simulation.vector_engines import (
    SCALAR_ENGINE,
    chosen_engine,
    engines_here,
    played_parts,
)
from upcard.strategy.solutions import solve, solve_chart

FASTEST = engines_here()[0]
IS_FULL = os.environ.get("UPCARD_AGREEMENT") == "full"
SEED = 9
WORD = 2**64
STEP = 0x9E3779B97F4A7C15


def mixed(word: int) -> int:
    """SplitMix64's output, as its authors wrote it."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB % WORD
    return word ^ word >> 31


def cards_of(pack: Packed, block: int, part: int, draws: int = 65_521) -> Generator[int, bool]:
    """
    The cards of a part of the stream in the order they are dealt; whoever gets one may shuffle.

    An empty shoe is shuffled, too.
    """
    types = len(pack.setup.game.rules.deck.cards)
    place = mixed((mixed((SEED + STEP) % WORD) + STEP) % WORD)
    place += (block * 2**36 + part * draws) * STEP
    left = list[int]()
    while True:
        left = left or [card % types for card in range(types * pack.setup.game.decks)]
        place = (place + STEP) % WORD
        chosen = (mixed(place) >> 9) * len(left) >> 55
        left[chosen], left[-1] = left[-1], left[chosen]
        if (yield left.pop()):
            left = []


def without_splits(name: str, *, spots: int, cut: int) -> Packed:
    """A counted game in which nobody splits, so that lanes deal in the order of the table."""
    rules = game(name).rules.model_copy(update={"splitting": "none"})
    table = game(rules)
    setup = Setup(game=table, chart=chart_for(table), spots=spots, cut=cut, count=HI_LO)
    return packed(setup)


def dealt_by_hand(pack: Packed, shoes: range) -> tuple[list[int], Counter[int], int]:
    """The sums of some shoes, their rounds by true count, and how often a shoe ran out."""
    types, cut = len(pack.setup.game.rules.deck.cards), pack.setup.cut
    size = types * pack.setup.game.decks
    totals, counts = nothing(pack.tables)
    felt, by_count, emptied = np.zeros(at.FELT, np.int64), Counter[int](), 0
    for shoe in shoes:
        cards = cards_of(pack, 2, shoe)
        ahead, seen = [next(cards) for _ in range(200)], list[int]()
        while True:
            running = sum(HI_LO.get(at.card_of(card).rank, 0) for card in seen)
            true_count = running * types // max(size - len(seen), 1)
            by_count[min(max(true_count, -at.TRUE_COUNT_MAX), at.TRUE_COUNT_MAX)] += 1
            order = np.array(ahead, np.uint8)
            used, _ = replay_round(pack.tables, order, None, pack.shoe(), felt, totals, counts)
            seen += ahead[:used]
            ahead = ahead[used:] + [next(cards) for _ in range(used)]
            if len(seen) > size:
                seen, emptied = seen[size:], emptied + 1
            if len(seen) >= cut:
                break
    return totals.tolist(), by_count, emptied


@pytest.mark.parametrize(
    ("name", "spots", "cut"),
    [("blackjack", 1, 234), ("blackjack", 7, 300), ("bahamas", 3, 200), ("bahamas", 2, 0)],
)
def test_shoes_in_lanes_are_shoes_dealt_by_hand(name: str, spots: int, cut: int) -> None:
    pack = without_splits(name, spots=spots, cut=cut)
    shoes = 70
    tally = shoes_played(pack, FASTEST, seed=SEED, block=2, shoes=shoes)
    totals, by_count, emptied = dealt_by_hand(pack, range(shoes))
    start = len(totals) - at.TRUE_COUNTS * at.COUNT_FIELDS
    totals[at.SHOES_EMPTIED] = emptied
    rows = true_count_table(pack, tally)

    assert list(tally.totals[:start]) == totals[:start]
    assert {row.true_count: round(row.frequency * tally.rounds) for row in rows} == by_count
    assert emptied > 0 or cut < 300


def session_by_hand(pack: Packed, part: int, draws: int, rounds: int) -> tuple[int, int, int]:
    """The result, the lowest point and the deepest fall of a session from fresh shoes."""
    totals, counts = nothing(pack.tables)
    felt, balances = np.zeros(at.FELT, np.int64), [0]
    cards = cards_of(pack, 2, part, draws)
    card = next(cards)
    for _ in range(rounds):
        # Recorded cards are asked for one by one, so that none is drawn from an old shoe.
        order = [card]
        while True:
            before = [each.copy() for each in (totals, counts)]
            told = np.array([*order, *[0] * 60], np.uint8)
            used, _ = replay_round(pack.tables, told, None, pack.shoe(), felt, *before)
            if used <= len(order):
                break
            order.append(cards.send(False))
        card = cards.send(True)
        net = int(before[0][at.WAGERS + at.SUM] - totals[at.WAGERS + at.SUM])
        totals, counts = before
        balances.append(balances[-1] + net)
    peaks = [max(balances[: place + 1]) for place in range(len(balances))]
    falls = [peak - balance for peak, balance in zip(peaks, balances, strict=True)]
    return balances[-1], min(balances), max(falls)


@pytest.mark.parametrize("sessions", [1, 7, 66])
def test_sessions_in_lanes_are_sessions_dealt_by_hand(sessions: int) -> None:
    pack = without_splits("blackjack", spots=2, cut=0)
    rounds, draws = 5, 1000
    room = lane_sessions(rounds, rounds * sessions, draws, no_meters())
    totals, counts = nothing(pack.tables)
    sizes = totals.size, counts.size
    tally = played_parts(automaton(pack), FASTEST, sizes, SEED, 2, sessions, room)

    kept = [tuple(each) for each in room.kept.reshape(-1, SESSION_FIELDS).tolist()]
    assert kept == [session_by_hand(pack, part, draws, rounds) for part in range(sessions)]
    assert tally.rounds == sessions * rounds
    assert tally.sum_of(at.MAIN) == sum(result for result, _, _ in kept)


@pytest.mark.parametrize("cut", [0, 200])
def test_sessions_in_lanes_go_like_those_of_the_scalar_engine(cut: int) -> None:
    table = game("blackjack")
    pack = packed(Setup(game=table, chart=chart_for(table), cut=cut))
    plan = session_plan(pack, rounds=400_000, session=40, bankroll=Cents(10_000))
    engine = chosen_engine(FASTEST, pack)
    scalar, lanes = (
        play_sessions(pack, plan, seed=3, threads=2, engine=each)
        for each in (SCALAR_ENGINE, engine)
    )

    assert lanes == play_sessions(pack, plan, seed=3, engine=engine)
    assert lanes.sessions == scalar.sessions == 10_000
    for one, two in ((scalar.ahead, lanes.ahead), (scalar.ruined, lanes.ruined)):
        assert abs(one - two) < 4.5 * (one + two) ** 0.5
    spread = (scalar.squares + lanes.squares) ** 0.5
    assert abs(scalar.total - lanes.total) < 4.5 * spread


@pytest.mark.parametrize("sessions", [1, 5, 63])
def test_few_long_sessions_in_lanes_add_up_to_the_exact_value(sessions: int) -> None:
    table = game("blackjack")
    chart = solve(table.rules, table.decks).chart
    pack = packed(Setup(game=table, chart=chart))
    plan = session_plan(pack, rounds=1_000_000, session=1_000_000 // sessions)
    found = play_sessions(pack, plan, seed=21, engine=chosen_engine(FASTEST, pack))
    play = solve_chart(table.rules, table.decks, chart, wager_cents=pack.setup.wager).play

    assert found.sessions == sessions
    assert found.total == found.tally.sum_of(at.MAIN)
    assert abs(figures(pack, found.tally).main.z_score(play.ev)) < 4


def counted(name: str) -> Packed:
    """Seven spots with everything that lanes can play, counted to a cut card."""
    table = game(name)
    sides = {"match-up": Cents(500)} if name == "bahamas" else {}
    insures = table.rules.insurance != "none"
    return packed(
        Setup(
            game=table,
            chart=chart_for(table),
            sides=sides,
            spots=7,
            cut=234,
            count=HI_LO,
            insures=insures,
            players=(0, 0, 1, 2, 2, 3, 4),
        )
    )


@pytest.mark.skipif(FASTEST != "avx512", reason="this processor has no AVX-512 VBMI")
@pytest.mark.skipif(not IS_FULL, reason="compiles for one more engine: UPCARD_AGREEMENT=full")
@pytest.mark.parametrize("name", ["blackjack", "bahamas"])
def test_avx_512_plays_the_shoes_of_the_portable_engine(name: str) -> None:
    both = [shoes_played(counted(name), each, seed=5, block=1, shoes=2000) for each in ENGINES]

    assert both[0] == both[1]


@pytest.mark.parametrize("name", ["blackjack", "bahamas"])
def test_everything_that_lanes_report_is_what_the_scalar_engine_reports(name: str) -> None:
    pack = counted(name)
    scalar, lanes = (
        simulate(pack, rounds=200_000, seed=3, engine=chosen_engine(each, pack)).tally
        for each in ("scalar", FASTEST)
    )
    one, other = figures(pack, scalar), figures(pack, lanes)

    assert one.wagers.keys() == other.wagers.keys()
    for wager in one.wagers.values():
        mine = other.wagers[wager.name]
        error = (wager.standard_error**2 + mine.standard_error**2) ** 0.5
        assert abs(wager.ev - mine.ev) <= 4.5 * error
        assert mine.variance == pytest.approx(wager.variance, rel=0.1)
        assert one.correlation_with_main(wager.name) == pytest.approx(
            other.correlation_with_main(wager.name), abs=0.02
        )
        assert {*wager.outcomes} - {*mine.outcomes} <= {"super-bonus", "envy"}
    rows, others = (
        {row.true_count: row for row in true_count_table(pack, each)} for each in (scalar, lanes)
    )
    for count in range(-3, 4):
        row, other_row = rows[count], others[count]
        # Rounds of one shoe begin with counts that hang together: allow for three times the spread.
        spread = 3 * ((row.frequency + other_row.frequency) / scalar.rounds) ** 0.5
        assert abs(row.frequency - other_row.frequency) < 4.5 * spread
        assert abs(row.ev - other_row.ev) < 4.5 * (row.standard_error + other_row.standard_error)


def test_envy_of_a_side_wager_is_that_of_the_scalar_engine_within_chance() -> None:
    table = game(golden_rules(LIBRARY))
    sides = {"blackjack-match": Cents(500)}
    players = (0, 1, 1, 0, 2, 3, 3)
    pack = packed(Setup(game=table, chart=chart_for(table), sides=sides, spots=7, players=players))
    scalar, lanes = (
        figures(
            pack, simulate(pack, rounds=500_000, seed=8, engine=chosen_engine(each, pack)).tally
        )
        for each in ("scalar", FASTEST)
    )
    one, other = scalar.wagers["blackjack-match"], lanes.wagers["blackjack-match"]

    assert abs(one.ev - other.ev) < 4.5 * (one.standard_error**2 + other.standard_error**2) ** 0.5
    assert abs(other.z_score(exact_sides(pack)["blackjack-match"].ev)) < 4


@pytest.mark.parametrize("spots", [1, 2, 7])
def test_every_spot_of_a_fresh_shoe_has_the_exact_value(spots: int) -> None:
    table = game("bahamas")
    sides = {"match-up": Cents(500)}
    chart = solve(table.rules, table.decks).chart
    pack = packed(Setup(game=table, chart=chart, sides=sides, spots=spots, count=HI_LO))
    rules = table.rules.model_copy(update={"super_bonus": "none"})
    play = solve_chart(rules, table.decks, chart, wager_cents=pack.setup.wager).play
    engine = chosen_engine(FASTEST, pack)
    found = figures(pack, simulate(pack, rounds=1_000_000, seed=17, engine=engine).tally)

    assert abs(found.main.z_score(play.ev)) < 4
    assert abs(found.wagers["match-up"].z_score(exact_sides(pack)["match-up"].ev)) < 4


def test_the_first_shoes_of_a_block_are_the_same_however_many_follow() -> None:
    pack = counted("blackjack")
    found = [shoes_played(pack, FASTEST, seed=1, block=0, shoes=each) for each in (3, 64, 65, 130)]

    assert [each.rounds for each in found] == sorted({each.rounds for each in found})
    for few, more in pairwise(found):
        assert all(one <= two for one, two in zip(few.counts, more.counts, strict=True))


def test_a_run_to_a_cut_card_goes_on_as_if_it_had_never_stopped() -> None:
    pack = counted("blackjack")
    engine = chosen_engine("auto", pack)
    run = simulate(pack, rounds=1000, seed=4, engine=engine)
    run = simulate(pack, rounds=5000, seed=4, engine=engine, start=run)

    assert run == simulate(pack, rounds=5000, seed=4, engine=engine, threads=2)
    assert engine.name == FASTEST
