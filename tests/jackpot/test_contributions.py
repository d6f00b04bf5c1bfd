"""Contributions: exact to the sub-cent, once per wager, and never above what is believed."""

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.faults.counts import count
from tests.jackpot.jackpots import ACCOUNTING, EXECUTIVE, Desk, displays, level, parameters
from upcard.jackpot import Fund, JackpotCode, JackpotRefused, Jackpots, apply, decide
from upcard.jackpot.commands import ChangeParameters, Contribute
from upcard.money import Cents

SEED = 20_261_115
THREE = (
    level("Mega", rate=Fraction(12, 100)),
    level("Major", rate=Fraction(7, 100), seed=Cents(100_000)),
    level("Minor", rate=Fraction(5, 100), seed=Cents(50_000)),
)


def test_a_part_of_each_wager_goes_to_every_level() -> None:
    desk = Desk(*THREE)
    desk.wager("10", "5")

    assert displays(desk, ["Mega", "Major", "Minor"]) == [200_180, 100_105, 50_075]
    assert [desk.level(name).counters.in_count for name in ("Mega", "Major")] == [2, 2]
    assert desk.level("Mega").counters.in_money == 1500


def test_what_is_less_than_a_cent_is_carried_until_it_is_one() -> None:
    desk = Desk(level(rate=Fraction(1, 3), reserve_rate=Fraction(0)))
    shown = []
    for _ in range(4):
        desk.wager("0.01")
        shown.append((desk.level().display - 200_000, desk.level().carried.display))

    assert shown == [(0, Fraction(1, 3)), (0, Fraction(2, 3)), (1, 0), (1, Fraction(1, 3))]


def test_the_hidden_rate_joins_the_reserve() -> None:
    desk = Desk(level(reserve_rate=Fraction(1, 100), hidden_rate=Fraction(2, 100)))
    desk.wager("10")

    assert desk.level().balances[Fund.RESERVE] == 30


def test_at_the_limit_contributions_go_to_the_overflow() -> None:
    desk = Desk(level(limit=Cents(200_100)))
    desk.wager("10")

    assert desk.level().display == 200_100
    assert desk.level().balances[Fund.OVERFLOW] == 140
    desk.check()


def test_remainders_survive_a_change_of_rate() -> None:
    desk = Desk(level(rate=Fraction(1, 3), reserve_rate=Fraction(0)))
    desk.wager("0.01")
    changed = parameters(level(rate=Fraction(1, 7), reserve_rate=Fraction(0)))
    desk.do(ChangeParameters(parameters=changed, by=EXECUTIVE, approved_by=ACCOUNTING))
    desk.wager("0.04")

    assert desk.level().carried.display == Fraction(1, 3) + Fraction(4, 7)
    assert desk.level().due == Fraction(1, 3) + Fraction(4, 7)


@pytest.mark.parametrize(
    ("wagers", "code"),
    [
        ((), JackpotCode.NO_WAGERS),
        ((100, 0), JackpotCode.AMOUNT_NOT_ALLOWED),
        ((-1,), JackpotCode.AMOUNT_NOT_ALLOWED),
        ((100, 4_000_001), JackpotCode.UNREASONABLE_CONTRIBUTION),
    ],
)
def test_wagers_that_are_not_believed_are_refused(wagers: Any, code: JackpotCode) -> None:
    desk = Desk()
    before = desk.jackpots
    with pytest.raises(JackpotRefused) as refused:
        desk.do(Contribute(progressive="bahama", start_id="s", wagers=wagers))

    assert refused.value.code is code
    assert desk.jackpots is before


def test_the_largest_believable_contribution_is_accepted() -> None:
    desk = Desk()
    desk.do(Contribute(progressive="bahama", start_id="s", wagers=(Cents(4_000_000),)))

    assert desk.level().display == 200_000 + 960_000


def test_cumulative_meters_hold_far_more_than_ten_digits() -> None:
    desk = Desk(level(unreasonable_over=Cents(10**13)))
    for _ in range(3):
        desk.do(Contribute(progressive="bahama", start_id="s", wagers=(Cents(10**12),)))

    assert desk.level().counters.in_money == 3 * 10**12
    assert desk.level().display == 200_000 + 3 * 24 * 10**10


rates = st.fractions(min_value=0, max_value=Fraction(1, 2), max_denominator=1_000_000)


@given(rates, rates, st.lists(st.integers(1, 100_000), min_size=1, max_size=30))
def test_any_rate_gives_exactly_rate_times_handle(
    rate: Fraction, reserve: Fraction, wagers: list[int]
) -> None:
    desk = Desk(level(rate=rate, reserve_rate=reserve))
    for wager in wagers:
        desk.do(Contribute(progressive="bahama", start_id="s", wagers=(Cents(wager),)))
    now = desk.level()

    assert now.display - 200_000 + now.carried.display == rate * sum(wagers)
    assert now.balances[Fund.RESERVE] + now.carried.reserve == reserve * sum(wagers)
    desk.check()


def contributions(seed: int, many: int) -> list[tuple[Fraction, list[int]]]:
    """*many* wagers under random rates, a hundred at each."""
    rng = random.Random(seed)
    return [
        (
            Fraction(rng.randrange(500_000), rng.randrange(500_000, 1_000_001)),
            [rng.randrange(1, 40_001) for _ in range(100)],
        )
        for _ in range(many // 100)
    ]


def test_many_contributions_are_exact_to_the_sub_cent() -> None:
    many = count(20_000, 1_000_000)
    print(f"seed {SEED}, {many} contributions")
    wrong = 0
    for rate, wagers in contributions(SEED, many):
        settings = parameters(level(rate=rate, reserve_rate=Fraction(0)))
        desk = Desk(*settings.levels)
        jackpots: Jackpots = desk.jackpots
        for wager in wagers:
            start = Contribute(progressive="bahama", start_id="s", wagers=(Cents(wager),))
            for event in decide(jackpots, start):
                jackpots = apply(jackpots, event)
        now = jackpots.progressives["bahama"].levels["meter"]
        wrong += now.display - 200_000 + now.carried.display != rate * sum(wagers)
        wrong += not 0 <= now.carried.display < 1

    assert wrong == 0


def test_control_a_meter_that_is_a_float_goes_wrong() -> None:
    wrong = 0
    for rate, wagers in contributions(SEED, 20_000):
        meter = 0.0
        for wager in wagers:
            meter += float(rate) * wager
        wrong += Fraction(meter) != rate * sum(wagers)

    assert wrong > 100


def test_control_remainders_that_are_dropped_are_missed() -> None:
    rate, wagers = contributions(SEED, 100)[0]
    meter = sum(rate * wager // 1 for wager in wagers)

    assert meter < rate * sum(wagers) - 1


def test_the_books_are_found_broken_when_an_event_forgets_a_cent() -> None:
    desk = Desk()
    before = desk.jackpots
    desk.wager("10")
    event: Any = desk.events[-1]
    short = replace(event.moves[0], amount=Cents(event.moves[0].amount - 1))
    with pytest.raises(AssertionError, match="contributions are 249"):
        apply(before, replace(event, moves=(short, *event.moves[1:])))
