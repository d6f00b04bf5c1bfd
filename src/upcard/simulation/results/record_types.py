"""What `upcard simulate --json` prints, field by field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NotRequired, TypeAlias, TypedDict

Quantiles: TypeAlias = Mapping[str, float | None]
"""By share of the sample, like "50%"; null where there is nothing to tell."""


class WagerRecord(TypedDict):
    """One wager of a run, in its own units."""

    ev: float
    standard_error: float
    standard_deviation: float
    design_effect: float
    net_cents: int
    initial_cents: float
    correlation_with_main: float
    outcomes: NotRequired[Mapping[str, int]]
    exact_ev: NotRequired[float]
    z: NotRequired[float | None]
    exact_outcomes: NotRequired[Mapping[str, float]]


class ChanceRecord(TypedDict):
    """How often something happened."""

    probability: float
    standard_error: float


HistogramBar = TypedDict(
    "HistogramBar", {"from": float, "to": float, "count": int, "normal": NotRequired[float]}
)
"""A bar of a histogram; *normal* is how many the normal approximation has there."""


class FallRecord(TypedDict):
    """How deep sessions fell."""

    mean: float
    largest: float | None
    quantiles: Quantiles
    histogram: list[HistogramBar]


class NormalRecord(TypedDict):
    """What the normal approximation says of sessions."""

    mean: float
    standard_deviation: float
    ahead: float
    quantiles: Mapping[str, float]


class RuinRecord(TypedDict):
    """How often a bankroll was gone."""

    bankroll: float
    within_session: ChanceRecord
    normal: float
    long_run: float


class SessionRecord(TypedDict):
    """What sessions came to, in main wagers of one spot."""

    rounds: int
    sessions: int
    unit_cents: int
    mean: float
    standard_deviation: float
    ahead: ChanceRecord
    even: ChanceRecord
    quantiles: Quantiles
    histogram: list[HistogramBar]
    drawdown: FallRecord
    deepest_loss: FallRecord
    rounds_to_overcome_chance: float | None
    normal: NormalRecord
    ruin: NotRequired[RuinRecord]


class AwardRecord(TypedDict):
    """What one line of a progressive's paytable came to."""

    outcome: str
    percent: int
    count: int
    expected: float
    z: float | None
    paid_cents: int
    mean_cents: float | None
    standard_error_cents: float | None
    largest_cents: float | None
    quantiles_cents: Quantiles


class SpreadRecord(TypedDict):
    """A sample: how many, their mean and how far they reach."""

    count: int
    mean: float | None
    standard_error: float | None
    largest: float | None
    quantiles: Quantiles


class ExactSpread(SpreadRecord):
    """The same, beside the exact mean."""

    exact_mean: float | None


class DrySpells(ExactSpread):
    """Rounds between two awards of all of a level."""

    running: int
    """Rounds since the last one."""


class MeterPoint(TypedDict):
    """Where a meter stood after a round."""

    round: int
    cents: int


class LevelRecord(TypedDict):
    """What one level of a progressive did."""

    level: str
    seed_cents: int
    growth_cents_per_round: float
    reserve_cents_per_round: float
    awards: list[AwardRecord]
    meter_at_award: ExactSpread
    dry_spells: DrySpells
    rounds_above_break_even_percent: float | None
    meter_cents: int
    reserve_cents: int
    house_seeds_cents: int
    history: list[MeterPoint]


class ReturnRecord(TypedDict):
    """What players got back of each wager."""

    return_percent: float
    standard_error_percent: float
    exact_return_percent: float
    z: float | None
    hold_percent: float
    exact_hold_percent: float
    awarded_percent: float
    still_in_meters_percent: float
    fixed_return_percent: float
    exact_fixed_return_percent: float


class HistoryRecord(ReturnRecord):
    """What the meters of a progressive did and what players got back."""

    wager: str
    paytable: str
    amount_cents: int
    rounds: int
    wagers: int
    contribution_percent: float
    reserve_percent: float
    seed_wagers: list[float]
    break_even_wagers: list[float | None]
    levels: list[LevelRecord]
    assumptions: list[str]


class RunRecord(TypedDict):
    """A run. Its EV is the main wager's, without fixed bonuses."""

    game: str
    decks: int
    rounds: int
    seed: int
    ev: float
    standard_error: float
    standard_deviation: float
    ev_of_total_wager: float
    rounds_to_overcome_chance: float | None
    wagers: dict[str, WagerRecord]
    spots: int
    wager_cents: int
    cut: int
    shoes_emptied: int
    fingerprint: str
    seconds: float
    rounds_per_second: float | None
    device: str
    engine: str
    strategy: str
    exact_ev: NotRequired[float]
    z: NotRequired[float | None]
    progressive: NotRequired[HistoryRecord]
    session: NotRequired[SessionRecord]
    interrupted: NotRequired[bool]


class SimulationRecord(RunRecord):
    """A run, and how to make it again."""

    command: str
    version: str
    rules_sha256: str
