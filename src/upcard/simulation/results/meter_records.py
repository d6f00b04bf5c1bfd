"""Histories of meters as plain data, beside the exact figures of the progressive."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from upcard.odds.meter_growth import growth
from upcard.odds.procedures import procedure_of
from upcard.odds.progressive_odds import MeterShare, ProgressiveOdds, progressive_odds
from upcard.shoes import composition
from upcard.simulation.meter_histories import POINTS_MAX, BreakEven, LevelHistory, MeterHistory
from upcard.simulation.meter_runs import MeterPlan
from upcard.simulation.results.distributions import QUANTILES, Distribution
from upcard.simulation.results.record_types import (
    AwardRecord,
    HistoryRecord,
    LevelRecord,
    ReturnRecord,
    SpreadRecord,
)
from upcard.simulation.results.statistics import side_outcomes
from upcard.table.games import Game


def exact_progressive(game: Game, wager: str) -> ProgressiveOdds:
    """The exact odds of a progressive of *game*, with its certified settings, on a full shoe."""
    offer, rules = game.offers[wager], game.rules
    side = next(side for side in rules.side_wagers if side.wager == wager)
    shoe = composition(rules.deck, game.decks)
    paytable = side.named_paytable(offer.paytable)
    return progressive_odds(offer, shoe, paytable, procedure_of(rules))


def break_even_of(plan: MeterPlan, exact: ProgressiveOdds) -> BreakEven:
    """Where each level breaks even, the others at their seeds."""
    even = exact.break_even_wagers(plan.settings.seeds)
    return dict(zip(exact.levels, even, strict=True))


def history_record(
    history: MeterHistory, exact: ProgressiveOdds, assumptions: Sequence[str] = ()
) -> HistoryRecord:
    """What the meters did and what players got back, beside the exact value and its z-score."""
    plan = history.plan
    settings = plan.settings
    rounds = history.sums.tally.rounds
    return {
        "wager": plan.wager,
        "paytable": plan.offer.paytable,
        "amount_cents": plan.amount,
        "rounds": rounds,
        "wagers": rounds * plan.pack.setup.spots,
        "contribution_percent": float(100 * settings.contribution),
        "reserve_percent": float(100 * settings.reserve),
        "seed_wagers": [float(settings.seeds[level]) for level in plan.levels],
        "break_even_wagers": [
            None if even is None else float(even) for even in break_even_of(plan, exact).values()
        ],
        **_return_record(history, exact),
        "levels": [_level_record(history, exact, level) for level in plan.levels],
        "assumptions": list(assumptions),
    }


def _return_record(history: MeterHistory, exact: ProgressiveOdds) -> ReturnRecord:
    """
    What players get back of each wager.

    A meter is paid out late and all at once, so what was paid depends on where a run happens to
    end. What meters gained counts as returned: it is the players' already. Then each round returns
    its fixed pays, its contributions, and a seed for each award of a whole level, independently of
    all other rounds; their spread is the standard error.
    """
    plan, sums = history.plan, history.sums
    rounds, handle = sums.tally.rounds, plan.handle
    put_in = plan.settings.contribution + plan.settings.reserve
    returned = Fraction(sums.paid, rounds * handle) + put_in
    mean = Fraction(sums.paid, rounds)
    error = sqrt(float(Fraction(sums.squares, rounds) - mean * mean) / rounds) / handle
    hold = exact.hold(
        contribution=plan.settings.contribution,
        reserve=plan.settings.reserve,
        seeds=plan.settings.seeds,
    )
    levels = history.levels.values()
    gained = sum((level.meter.held - level.meter.seed for level in levels), Fraction(0))
    awarded = sum(sum(map(sum, level.amounts.values())) for level in levels)
    return {
        "return_percent": float(100 * returned),
        "standard_error_percent": 100 * error,
        "exact_return_percent": float(100 * (1 - hold)),
        "z": float(returned - 1 + hold) / error if error and _is_full_shoe(plan) else None,
        "hold_percent": float(100 * (1 - returned)),
        "exact_hold_percent": float(100 * hold),
        "awarded_percent": float(Fraction(100 * awarded, rounds * handle)),
        "still_in_meters_percent": float(100 * gained / (rounds * handle)),
        "fixed_return_percent": float(100 * (returned - (awarded + gained) / (rounds * handle))),
        "exact_fixed_return_percent": float(100 * exact.fixed_return),
    }


def _level_record(history: MeterHistory, exact: ProgressiveOdds, name: str) -> LevelRecord:
    plan, level = history.plan, history.levels[name]
    meter, rounds = level.meter, history.sums.tally.rounds
    expected = _exact_growth(plan, exact, name)
    return {
        "level": name,
        "seed_cents": meter.seed,
        "growth_cents_per_round": float(meter.per_round),
        "reserve_cents_per_round": float(meter.reserve_per_round),
        "awards": [_award_record(history, award) for award in exact.awards if award.level == name],
        "meter_at_award": {
            **_spread(level.meters),
            "exact_mean": float(expected[1] * plan.amount) if expected else None,
        },
        "dry_spells": {
            **_spread(level.spells),
            "exact_mean": float(expected[0] / plan.pack.setup.spots) if expected else None,
            "running": level.since,
        },
        "rounds_above_break_even_percent": _share_above(level, rounds),
        "meter_cents": meter.display,
        "reserve_cents": meter.reserve,
        "house_seeds_cents": meter.seeds,
        "history": [{"round": number, "cents": display} for number, display in _points(level)],
    }


def _is_full_shoe(plan: MeterPlan) -> bool:
    """Whether every round is dealt from a full shoe, which the exact odds are about."""
    return not plan.pack.setup.cut


def _points(level: LevelHistory) -> list[tuple[int, int]]:
    """The kept points, and where the level stands now if none is missing between."""
    is_whole = len(level.points) < POINTS_MAX
    return level.points + [(level.rounds, level.meter.display)] * is_whole


def _share_above(level: LevelHistory, rounds: int) -> float | None:
    return None if level.break_even is None else 100 * level.rounds_above / rounds


def _exact_growth(
    plan: MeterPlan, exact: ProgressiveOdds, level: str
) -> tuple[Fraction, Fraction] | None:
    """Wagers between two awards of all of it, and the mean meter at one; None where none comes."""
    resets = exact.reset_probability(level)
    if not resets:
        return None
    # In the long run each start has the reserve of the wagers since the start before it.
    seed = plan.settings.seeds[level] + plan.reserve_rate / resets
    found = growth(exact, level, seed=seed, per_wager=plan.rate)
    assert found is not None, "a level that is won some day grows until then"
    return found.wagers_between, found.meter_at_award


def _award_record(history: MeterHistory, award: MeterShare) -> AwardRecord:
    percent = int(100 * award.share)
    found = history.levels[award.level].amounts.get(percent, [])
    chance = float(award.probability)
    expected = chance * history.sums.tally.rounds * history.plan.pack.setup.spots
    spread = sqrt(expected * (1 - chance))
    count, amounts = _count(history, award.outcome), _spread(found)
    return {
        "outcome": award.outcome,
        "percent": percent,
        "count": count,
        "expected": expected,
        "z": (count - expected) / spread if spread and _is_full_shoe(history.plan) else None,
        "paid_cents": sum(found),
        "mean_cents": amounts["mean"],
        "standard_error_cents": amounts["standard_error"],
        "largest_cents": amounts["largest"],
        "quantiles_cents": amounts["quantiles"],
    }


def _count(history: MeterHistory, outcome: str) -> int:
    """How often an outcome came: two outcomes may pay the same share."""
    plan = history.plan
    side = list(plan.pack.setup.sides).index(plan.wager)
    return side_outcomes(plan.pack, history.sums.tally, side).get(outcome, 0)


def _spread(numbers: list[int]) -> SpreadRecord:
    found = Distribution(Counter(numbers))
    return {
        "count": found.total,
        "mean": found.mean if numbers else None,
        "standard_error": sqrt(found.variance / found.total) if found.total > 1 else None,
        "largest": found.largest,
        "quantiles": {
            f"{100 * share:g}%": value
            for share, value in zip(QUANTILES, found.quantiles(), strict=True)
        },
    }
