"""Meters of a simulated progressive: the jackpot's own accounting to the sub-cent, and its odds."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.jackpot.jackpots import DEALER, SUPERVISOR, Desk, level
from tests.simulation.charts import chart_for
from upcard.catalogue_games import game
from upcard.engine_names import AUTO
from upcard.game.choices import SeveralWinners
from upcard.jackpot import LevelParameters
from upcard.jackpot.awards import WHOLE
from upcard.jackpot.commands import ClaimAward, Contribute, PostAward
from upcard.jackpot.levels import Level
from upcard.money import CENTS_DOWN, Cents, Direction, OfMeter, Rounding
from upcard.odds import MeterSettings, default_settings
from upcard.simulation import Setup, SetupError, meter_histories, packed
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.lane_meters import METER_PAYS
from upcard.simulation.meter_histories import MeterHistory, SimulatedMeter, new_history, play_meters
from upcard.simulation.meter_runs import (
    Hit,
    MeterBlock,
    MeterPlan,
    meter_plan,
    meter_table,
    played_meters,
)
from upcard.simulation.results.meter_records import break_even_of, exact_progressive, history_record
from upcard.simulation.results.statistics import side_outcomes
from upcard.simulation.tallies import sizes_of
from upcard.simulation.vector_engines import chosen_engine

WAGER = "blazing-7s-player"
"""It looks at a third card."""
UPCARD_WAGER = "blazing-7s-upcard"
ROUNDS = 3000
SPOTS = 3


ROUNDINGS = [
    CENTS_DOWN,
    Rounding(Direction.UP, Cents(25)),
    Rounding(Direction.DOWN, Cents(100)),
]


def generous(
    winners: SeveralWinners, rounding: Rounding = CENTS_DOWN, wager: str = WAGER
) -> MeterPlan:
    """A progressive that pays from two levels every few rounds, at rates that leave odd parts."""
    table = game("kings-bounty", pack=wager, paytables={wager: "ML04"} if wager == WAGER else {})
    table = replace(table, rounding=rounding)
    pays = {
        "three-7s": OfMeter(Fraction(1), "Major"),
        "first-two-7s": OfMeter(Fraction(1), "Minor"),
        "one-7": OfMeter(Fraction(7, 100), "Minor"),
    }
    offer = replace(table.offers[wager], pays=pays, several_winners=winners)
    table = replace(table, offers={wager: offer})
    pack = packed(Setup(game=table, chart=chart_for(table), sides={wager: Cents(300)}, spots=SPOTS))
    settings = MeterSettings(
        contribution=Fraction(24, 100),
        reserve=Fraction(1, 700),
        seeds={"Major": Fraction(50), "Minor": Fraction(31, 3)},
    )
    return meter_plan(pack, wager, settings)


def desk_for(plan: MeterPlan) -> Desk:
    """The jackpot's own books of the same progressive."""
    levels = [_level(plan, name) for name in plan.levels]
    return Desk(*levels)


def _level(plan: MeterPlan, name: str) -> LevelParameters:
    return level(
        name,
        seed=plan.seed(name),
        rate=plan.rate,
        reserve_rate=plan.reserve_rate,
    )


def pay(desk: Desk, plan: MeterPlan, number: int, hits: list[Hit]) -> Iterator[tuple[str, int]]:
    """Claim and pay the hits of a round, as a room does; level and amount of each."""
    awards = [plan.awards[hit.verdict] for hit in hits]
    for place, (name, percent) in enumerate(awards):
        shared = plan.is_shared and percent == 100
        desk.do(
            ClaimAward(
                progressive="bahama",
                level=name,
                award_id=f"{number}/{place}",
                percent=percent,
                winners=awards.count((name, percent)) if shared else 1,
                round_id=str(number),
                place=place,
                by=DEALER,
                details="",
                rounding=plan.pack.setup.game.rounding,
            )
        )
    for place, (name, _) in enumerate(awards):
        post = PostAward(
            progressive="bahama", level=name, award_id=f"{number}/{place}", by=SUPERVISOR
        )
        (event,) = desk.do(post)
        yield name, getattr(event, "amount")  # noqa: B009


@pytest.mark.parametrize("rounding", ROUNDINGS)
@pytest.mark.parametrize("winners", [SeveralWinners.RIGHT_FIRST, SeveralWinners.SPLIT_EQUALLY])
def test_every_cent_and_sub_cent_is_where_the_jackpot_puts_it(
    winners: SeveralWinners, rounding: Rounding
) -> None:
    plan = generous(winners, rounding)
    block = block_of(plan)
    history = new_history(plan, {})
    history.tell(block)
    desk, paid = desk_for(plan), Counter[str]()
    for number in range(ROUNDS):
        amounts = (plan.amount,) * SPOTS
        desk.do(Contribute(progressive="bahama", start_id=str(number), wagers=amounts))
        hits = [hit for hit in block.hits if hit.round == number]
        for name, amount in pay(desk, plan, number, hits):
            paid[name] += amount
            assert amount % rounding.unit == 0

    assert len(block.hits) > 1000
    assert len({hit.round for hit in block.hits}) < len(block.hits)
    for name in plan.levels:
        check_level(history, name, desk.level(name), paid[name])


def check_level(history: MeterHistory, name: str, books: Level, paid: int) -> None:
    """Display, reserve, what is carried, what was paid and what the house put in: all the same."""
    found, meter = history.levels[name], history.levels[name].meter

    assert meter.display == books.display
    assert meter.reserve == books.standing.reserve
    assert Fraction(meter.carried, meter.per_round.denominator) == books.carried.display
    reserve_rest = Fraction(meter.reserve_carried, meter.reserve_per_round.denominator)
    assert reserve_rest == books.carried.reserve
    assert sum(map(sum, found.amounts.values())) == paid == books.counters.wins_money
    assert sum(map(len, found.amounts.values())) == books.counters.hits
    assert meter.seeds == books.seed_outstanding


def test_the_books_balance() -> None:
    history = play_meters(generous(SeveralWinners.RIGHT_FIRST), {}, rounds=50_000, seed=2)
    for found in history.levels.values():
        meter = found.meter
        put_in = 50_000 * (meter.per_round + meter.reserve_per_round)

        assert sum(map(sum, found.amounts.values())) + meter.held == meter.seeds + put_in
        assert sum(found.spells) + found.since == 50_000


@pytest.mark.parametrize("wager", [WAGER, UPCARD_WAGER])
@pytest.mark.parametrize("winners", [SeveralWinners.RIGHT_FIRST, SeveralWinners.SPLIT_EQUALLY])
def test_hits_are_as_many_as_the_run_counted(winners: SeveralWinners, wager: str) -> None:
    plan = generous(winners, wager=wager)
    block = block_of(plan)
    by_verdict = Counter(hit.verdict for hit in block.hits)
    counts = side_outcomes(plan.pack, block.tally, 0)

    assert {plan.pack.verdicts[0][verdict]: n for verdict, n in by_verdict.items()} == {
        name: count for name, count in counts.items() if count and name != "nothing"
    }
    order = [(hit.round, -hit.spot) for hit in block.hits]
    assert order == sorted(order)
    assert block.tally.rounds == ROUNDS
    assert block.paid == paid_by_house(plan, block)


def block_of(plan: MeterPlan) -> MeterBlock:
    """The first block of a history."""
    engine = chosen_engine(AUTO, plan.pack)
    told = engine.automaton, engine.name, sizes_of(plan.pack.tables)
    return played_meters(*told, meter_table(plan), 4, 0, ROUNDS)


def paid_by_house(plan: MeterPlan, block: MeterBlock) -> int:
    """Fixed pays as often as they were counted, and a seed for each award of a whole level."""
    pays, counts = meter_table(plan)[METER_PAYS:], block.tally.counts[at.CELLS :]
    paid = sum(int(pays[line]) * counts[line] for line in range(at.VERDICTS))
    whole = [
        (hit.round, plan.awards[hit.verdict][0])
        for hit in block.hits
        if plan.awards[hit.verdict][1] == WHOLE
    ]
    return paid + sum(plan.seed(level) for _, level in (set(whole) if plan.is_shared else whole))


def test_threads_do_not_change_a_history(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meter_histories, "BLOCK_ROUNDS", 1000)
    plan = generous(SeveralWinners.RIGHT_FIRST)
    one = play_meters(plan, {}, rounds=10_500, seed=9, threads=1)

    assert one == play_meters(plan, {}, rounds=10_500, seed=9, threads=3)
    assert one.sums.tally.rounds == 10_500


@pytest.mark.parametrize(
    ("wager", "paytable"), [("blazing-7s-upcard", "PT1"), ("blazing-7s-player", "ML03")]
)
def test_players_get_back_what_the_exact_odds_say(wager: str, paytable: str) -> None:
    table = game("kings-bounty", pack=wager, paytables={wager: paytable})
    exact = exact_progressive(table, wager)
    pack = packed(Setup(game=table, chart=chart_for(table), sides={wager: Cents(100)}))
    settings, _ = default_settings(exact)
    plan = meter_plan(pack, wager, settings)
    history = play_meters(plan, break_even_of(plan, exact), rounds=6_000_000, seed=8, threads=2)
    record: Any = history_record(history, exact)

    assert abs(record["z"]) < 4
    for found in record["levels"]:
        for award in found["awards"]:
            assert abs(award["z"]) < 4
        shown = found["meter_at_award"]
        assert abs(shown["mean"] - shown["exact_mean"]) < 4 * shown["standard_error"]
        spells = found["dry_spells"]
        assert abs(spells["mean"] - spells["exact_mean"]) < 4 * spells["standard_error"]
    parts = ("fixed_return_percent", "awarded_percent", "still_in_meters_percent")
    assert sum(record[part] for part in parts) == pytest.approx(record["return_percent"])
    assert abs(record["fixed_return_percent"] - record["exact_fixed_return_percent"]) < 1


def test_behind_a_cut_card_no_z_score_is_claimed() -> None:
    wager = "blazing-7s-upcard"
    table = game("kings-bounty", pack=wager)
    exact = exact_progressive(table, wager)
    chart = chart_for(table)
    pack = packed(Setup(game=table, chart=chart, sides={wager: Cents(100)}, cut=200))
    plan = meter_plan(pack, wager, default_settings(exact)[0])
    record = history_record(play_meters(plan, {}, rounds=1000, seed=1), exact)

    assert record["z"] is None
    assert {award["z"] for level in record["levels"] for award in level["awards"]} == {None}


def test_rounds_above_break_even_are_those_that_began_there() -> None:
    plan = generous(SeveralWinners.RIGHT_FIRST)
    even = {"Minor": Fraction(10)}
    history = play_meters(plan, even, rounds=ROUNDS, seed=4)
    block = block_of(plan)
    rates = plan.rate * plan.handle, plan.reserve_rate * plan.handle
    meter = SimulatedMeter(plan.seed("Minor"), *rates, CENTS_DOWN)
    above = 0
    for number in range(ROUNDS):
        above += meter.display >= 10 * plan.amount
        meter.grow(1)
        for hit in block.hits:
            if hit.round == number and plan.awards[hit.verdict][0] == "Minor":
                meter.award(plan.awards[hit.verdict][1])

    assert 0 < above < ROUNDS
    assert history.levels["Minor"].rounds_above == above
    assert history.levels["Minor"].meter == meter


def test_a_meter_that_does_not_grow_never_gets_there() -> None:
    assert SimulatedMeter(Cents(100), Fraction(0), Fraction(0), CENTS_DOWN).rounds_until(101) == -1
    assert (
        SimulatedMeter(Cents(100), Fraction(1, 3), Fraction(0), CENTS_DOWN).rounds_until(101) == 3
    )
    assert (
        SimulatedMeter(Cents(100), Fraction(1, 3), Fraction(0), CENTS_DOWN).rounds_until(100) == 0
    )


def test_meters_that_cannot_be_are_refused() -> None:
    plan = generous(SeveralWinners.RIGHT_FIRST)
    with pytest.raises(SetupError, match="'bonanza' is not among them"):
        meter_plan(plan.pack, "bonanza", plan.settings)
    seeds = {"Major": Fraction(50), "Minor": Fraction(1, 7)}
    with pytest.raises(SetupError, match=r"seed of Minor is 0\.142857 wagers of 300 cents"):
        meter_plan(plan.pack, WAGER, replace(plan.settings, seeds=seeds))
    with pytest.raises(SetupError, match="rounds is 0"):
        play_meters(plan, {}, rounds=0, seed=1)
    with pytest.raises(SetupError, match="seed is -1"):
        play_meters(plan, {}, rounds=1, seed=-1)
