"""Planning a progressive: growth, awards in a row, meters that run dry, advice."""

import random
from fractions import Fraction

import pytest

from tests.odds.offers import progressive
from upcard.odds.meter_growth import dry_bounds, dry_by_simulation, growth, waiting_quantile
from upcard.odds.progressive_advice import (
    MeterSettings,
    PaidFrom,
    default_settings,
    largest_fixed_award,
    plan_progressive,
)

BAHAMA = progressive("bahama-progressive", "PT1", 48, 6)
BAHAMA_10 = progressive("bahama-progressive", "PT3", 48, 6)
BLAZING = progressive("blazing-7s-upcard", "PT1", 52, 6)
MULTI = progressive("blazing-7s-upcard", "ML03", 52, 8)


def settings(
    contribution: int, reserve: int, seed: int, paid_from: PaidFrom = PaidFrom.SHARES_ONLY
) -> MeterSettings:
    """Rates in percent, the seed in wagers, for a progressive with one meter."""
    return MeterSettings(
        contribution=Fraction(contribution, 100),
        reserve=Fraction(reserve, 100),
        seeds={"meter": Fraction(seed)},
        paid_from=paid_from,
    )


@pytest.mark.parametrize(
    ("contribution", "reserve", "seed", "paid_from", "codes"),
    [
        (24, 0, 2000, PaidFrom.SHARES_ONLY, []),
        (25, 0, 2000, PaidFrom.SHARES_ONLY, ["contribution-above-certified"]),
        (69, 0, 2000, PaidFrom.EVERYTHING, ["meter-may-run-dry"]),
        (70, 0, 2000, PaidFrom.EVERYTHING, []),
        (24, 0, 0, PaidFrom.SHARES_ONLY, ["seed-zero"]),
        (24, 2, 0, PaidFrom.SHARES_ONLY, ["reserve-only-seed", "seed-zero"]),
        (24, 0, 199, PaidFrom.SHARES_ONLY, ["seed-below-fixed-award"]),
        (24, 0, 200, PaidFrom.SHARES_ONLY, []),
        (80, 21, 2000, PaidFrom.EVERYTHING, ["rates-above-100"]),
    ],
)
def test_settings_against_the_suppliers_advice_are_warned_of(
    contribution: int, reserve: int, seed: int, paid_from: PaidFrom, codes: list[str]
) -> None:
    plan = plan_progressive(BLAZING, settings(contribution, reserve, seed, paid_from))

    assert [advice.code for advice in plan.warnings] == codes


def test_the_hold_falls_by_what_goes_to_the_players() -> None:
    plain = plan_progressive(BLAZING, settings(24, 0, 2000)).hold

    assert plain == BLAZING.certified_hold
    assert plan_progressive(BLAZING, settings(24, 3, 2000)).hold == plain - Fraction(3, 100)
    more_seed = plan_progressive(BLAZING, settings(24, 0, 3000)).hold
    assert more_seed == plain - 1000 * BLAZING.awards[0].probability


def test_what_the_meter_pays_the_house_does_not_pay_again() -> None:
    plan = plan_progressive(BAHAMA, settings(70, 0, 500, PaidFrom.EVERYTHING))

    assert plan.hold == Fraction(30, 100) - 500 * BAHAMA.awards[0].probability


def test_unpublished_settings_are_assumed_aloud() -> None:
    chosen, assumed = default_settings(BAHAMA)

    assert chosen.contribution == Fraction(24, 100)  # S3's rate: the only one published.
    assert chosen.seeds == {"meter": largest_fixed_award(BAHAMA)} == {"meter": Fraction(200)}
    assert len(assumed) == 2
    assert default_settings(BLAZING)[1] == ()


def test_a_meter_grows_by_its_contribution_until_it_is_won() -> None:
    found = growth(BAHAMA, "meter", seed=Fraction(500), per_wager=Fraction(1, 4))

    assert found is not None
    assert found.wagers_between == 1 / BAHAMA.awards[0].probability
    assert found.meter_at_award == 500 + found.wagers_between / 4


def test_lower_awards_leave_less_for_the_top_award() -> None:
    """The mean is checked against rounds of play, shares of 10% taken out on the way."""
    seed, rate = Fraction(1000), Fraction(1, 4)
    found = growth(BAHAMA_10, "meter", seed=seed, per_wager=rate)
    rng = random.Random(3)
    top, tenth = (float(award.probability) for award in BAHAMA_10.awards)
    total = 0.0
    trials = 4000
    for _ in range(trials):
        meter = float(seed)
        while True:
            meter += float(rate) * rng.expovariate(top + tenth)
            if rng.random() < top / (top + tenth):
                break
            meter *= 0.9
        total += meter

    assert found is not None
    assert total / trials == pytest.approx(float(found.meter_at_award), rel=0.03)


@pytest.mark.parametrize(
    ("probability", "quantile", "wagers"),
    [
        (Fraction(1, 2), Fraction(1, 2), 1),
        (Fraction(1, 3), Fraction(9, 10), 6),
        (Fraction(1), Fraction(1, 2), 1),
    ],
)
def test_the_quantile_is_the_first_wager_by_which_the_award_has_come_that_often(
    probability: Fraction, quantile: Fraction, wagers: int
) -> None:
    assert waiting_quantile(probability, quantile) == wagers
    assert 1 - (1 - probability) ** wagers >= quantile
    assert 1 - (1 - probability) ** (wagers - 1) < quantile


def test_a_reserve_makes_the_second_of_two_awards_larger_and_costs_no_seed() -> None:
    level = plan_progressive(BLAZING, settings(24, 2, 2000)).levels[0]

    assert level.without_reserve is not None
    assert level.with_reserve is not None
    assert level.growth is not None
    assert level.without_reserve.second_award == 2000 + Fraction(24, 100)
    grown = Fraction(2, 100) * level.growth.wagers_between
    assert level.with_reserve.second_award == level.without_reserve.second_award + grown
    assert level.with_reserve.house_seeds == level.without_reserve.house_seeds == 4000
    assert level.with_reserve.meter_after == 2000 + Fraction(2, 100)


def test_a_meter_that_is_only_reserve_is_nearly_empty_after_two_awards() -> None:
    level = plan_progressive(BLAZING, settings(24, 2, 0)).levels[0]

    assert level.with_reserve is not None
    assert level.with_reserve.meter_after == Fraction(2, 100)


@pytest.mark.parametrize(("contribution", "seed"), [(50, 500), (54, 500), (60, 300)])
def test_the_bounds_of_running_dry_hold_in_play(contribution: int, seed: int) -> None:
    rates = {"contribution": Fraction(contribution, 100), "seed": Fraction(seed)}
    bounds = dry_bounds(BAHAMA, **rates)
    played = dry_by_simulation(BAHAMA, random.Random(seed), trials=150, **rates)

    assert bounds is not None
    assert bounds.low <= bounds.high
    # Two standard errors more on either side: a fixed seed, and room for chance.
    assert played.high + (played.high - played.low) / 2 >= bounds.low
    assert played.low - (played.high - played.low) / 2 <= bounds.high


def test_more_contribution_makes_a_dry_meter_less_likely() -> None:
    chances = [
        bounds.high
        for rate in (40, 50, 60, 70, 80)
        if (bounds := dry_bounds(BAHAMA, contribution=Fraction(rate, 100), seed=Fraction(500)))
    ]

    assert chances == sorted(chances, reverse=True)
    assert len(chances) == 5


def test_no_bounds_are_given_where_shares_are_paid_on_the_way() -> None:
    assert dry_bounds(BAHAMA_10, contribution=Fraction(1, 2), seed=Fraction(500)) is None
    assert dry_bounds(MULTI, contribution=Fraction(1, 2), seed=Fraction(500)) is None


def test_levels_share_the_contribution_and_break_even_one_at_a_time() -> None:
    chosen, assumed = default_settings(MULTI)
    plan = plan_progressive(MULTI, chosen, assumed)

    assert [level.level for level in plan.levels] == ["Mega", "Major", "Minor"]
    assert [level.contribution for level in plan.levels] == [Fraction(8, 100)] * 3
    assert [level.break_even for level in plan.levels] == list(MULTI.break_even_wagers())
