"""Shoes in lanes: several spots, cut cards and counts, against shoes that are dealt by hand."""

import os
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from itertools import pairwise

import pytest

from tests.lanes.lane_blocks_played import ENGINES, shoes_played
from tests.rounds.finding import LIBRARY, golden_rules
from tests.simulation.charts import chart_for
from upcard.catalogue_games import game
from upcard.money import Cents
from upcard.simulation import Packed, Setup, figures, packed, simulate
from upcard.simulation.card_counts import HI_LO, true_count_table
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.lane_meters import no_meters
from upcard.simulation.kernels.lane_replays import a_recording, replay_lanes
from upcard.simulation.kernels.lane_sessions import SESSION_FIELDS, lane_sessions
from upcard.simulation.kernels.lane_shoe_blocks import a_table
from upcard.simulation.kernels.lane_sums import room_for_sums
from upcard.simulation.session_runs import play_sessions, session_plan
from upcard.simulation.setups.automata import automaton
from upcard.simulation.setups.expectations import exact_sides
from upcard.simulation.tallies import nothing, sizes_of
from upcard.simulation.vector_engines import (
    ALONE,
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


class HandDealt:
    """A table that is dealt cards one by one, as recorded rounds are, and adds them up."""

    def __init__(self, pack: Packed) -> None:
        self.found, self.desk = automaton(pack), a_table()
        self.sums = room_for_sums(len(pack.setup.sides))
        self.totals, self.counts = nothing(pack.tables)

    def play(self, cards: Sequence[int]) -> int:
        """A round from these cards in the order of the table; how many it took."""
        recording = a_recording(has_decisions=False, length=len(cards))
        recording.cards[: len(cards)] = cards
        told = self.desk, recording, 0, 1, self.sums, self.totals, self.counts
        replay_lanes(ENGINES["portable"], self.found, *told)
        return int(recording.used[0])

    @property
    def net(self) -> int:
        """What the main wagers have come to."""
        return int(self.totals[at.WAGERS + at.SUM])


def dealt_by_hand(pack: Packed, shoes: range) -> tuple[list[int], Counter[int], int]:
    """The sums of some shoes, their rounds by true count, and how often a shoe ran out."""
    types, cut = len(pack.setup.game.rules.deck.cards), pack.setup.cut
    size = types * pack.setup.game.decks
    table, by_count, emptied = HandDealt(pack), Counter[int](), 0
    for shoe in shoes:
        cards = cards_of(pack, 2, shoe)
        ahead, seen = [next(cards) for _ in range(200)], list[int]()
        while True:
            running = sum(HI_LO.get(at.card_of(card).rank, 0) for card in seen)
            true_count = running * types // max(size - len(seen), 1)
            by_count[min(max(true_count, -at.TRUE_COUNT_MAX), at.TRUE_COUNT_MAX)] += 1
            used = table.play(ahead)
            seen += ahead[:used]
            ahead = ahead[used:] + [next(cards) for _ in range(used)]
            if len(seen) > size:
                seen, emptied = seen[size:], emptied + 1
            if len(seen) >= cut:
                break
    return table.totals.tolist(), by_count, emptied


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
    table, balances = HandDealt(pack), [0]
    cards = cards_of(pack, 2, part, draws)
    card = next(cards)
    for _ in range(rounds):
        # Recorded cards are asked for one by one, so that none is drawn from an old shoe.
        order = [card]
        while (used := HandDealt(pack).play([*order, *[0] * 60])) > len(order):
            order.append(cards.send(False))
        card = cards.send(True)
        before = table.net
        assert table.play(order) == used
        net = table.net - before
        balances.append(balances[-1] + net)
    peaks = [max(balances[: place + 1]) for place in range(len(balances))]
    falls = [peak - balance for peak, balance in zip(peaks, balances, strict=True)]
    return balances[-1], min(balances), max(falls)


@pytest.mark.parametrize("sessions", [1, 7, 66])
def test_sessions_in_lanes_are_sessions_dealt_by_hand(sessions: int) -> None:
    pack = without_splits("blackjack", spots=2, cut=0)
    rounds, draws = 5, 1000
    room = lane_sessions(rounds, rounds * sessions, draws, no_meters())
    sizes = sizes_of(pack.tables)
    sums = played_parts(automaton(pack), FASTEST, sizes, SEED, 2, sessions, room)
    tally = sums.together()

    kept = [tuple(each) for each in room.kept.reshape(-1, SESSION_FIELDS).tolist()]
    assert kept == [session_by_hand(pack, part, draws, rounds) for part in range(sessions)]
    assert tally.rounds == sessions * rounds
    assert tally.sum_of(at.MAIN) == sum(result for result, _, _ in kept)


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


def with_a_parlay() -> Packed:
    """House Money on two spots, its winnings moved onto every pair of tens."""
    table = game("house-money")
    moves = frozenset((10, 10, up, True) for up in range(1, 11))
    sides = {"house-money": Cents(500)}
    setup = Setup(game=table, chart=chart_for(table), sides=sides, moves=moves, spots=2)
    return packed(setup)


def with_the_library() -> Packed:
    """Wagers that look at all that is watched, by players of two spots."""
    table = game(golden_rules(LIBRARY))
    names = ("red-flex", "bust-it", "super-sevens", "poker-21", "lucky-stiff", "super-match")
    sides = dict.fromkeys((*names, "blackjack-match"), Cents(100))
    setup = Setup(game=table, chart=chart_for(table), sides=sides, spots=3, players=(0, 0, 1))
    return packed(setup)


EVERYTHING: dict[str, Callable[[], Packed]] = {
    "counted": lambda: counted("bahamas"),
    "zaps": lambda: packed(Setup(game=game("zappit"), chart=chart_for(game("zappit")), spots=2)),
    "no hole card": lambda: packed(Setup(game=game("pontoon"), chart=chart_for(game("pontoon")))),
    "a parlay": with_a_parlay,
    "the library": with_the_library,
}


@pytest.mark.parametrize("what", EVERYTHING)
def test_a_lane_alone_plays_the_shoes_of_all_lanes(what: str) -> None:
    pack = EVERYTHING[what]()

    assert shoes_played(pack, ALONE, seed=5, block=1, shoes=3000) == shoes_played(
        pack, FASTEST, seed=5, block=1, shoes=3000
    )


@pytest.mark.parametrize("cut", [0, 200])
def test_a_lane_alone_plays_the_sessions_of_all_lanes(cut: int) -> None:
    table = game("blackjack")
    pack = packed(Setup(game=table, chart=chart_for(table), cut=cut))
    found = []
    for engine in (ALONE, FASTEST):
        room = lane_sessions(300, 2900, 100_000, no_meters())
        sums = played_parts(automaton(pack), engine, sizes_of(pack.tables), SEED, 2, 10, room)
        found.append((sums.together(), room.kept.tolist()))

    assert found[0] == found[1]
    assert found[0][0].rounds == 2900


def test_envy_of_a_side_wager_has_its_exact_value() -> None:
    table = game(golden_rules(LIBRARY))
    sides = {"blackjack-match": Cents(500)}
    players = (0, 1, 1, 0, 2, 3, 3)
    pack = packed(Setup(game=table, chart=chart_for(table), sides=sides, spots=7, players=players))
    found = figures(pack, simulate(pack, rounds=500_000, seed=8).tally).wagers["blackjack-match"]

    assert abs(found.z_score(exact_sides(pack)["blackjack-match"].ev)) < 4


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
