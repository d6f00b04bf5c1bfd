"""Sessions as plain data, beside the normal approximation."""

from __future__ import annotations

from math import sqrt

from upcard.simulation.results.distributions import QUANTILES, Distribution
from upcard.simulation.results.record_types import (
    ChanceRecord,
    FallRecord,
    HistogramBar,
    Quantiles,
    RuinRecord,
    SessionRecord,
)
from upcard.simulation.results.statistics import TOGETHER, RunFigures
from upcard.simulation.session_runs import (
    NormalSessions,
    SessionPlan,
    SessionTally,
    normal_sessions,
)
from upcard.simulation.setups.packed_games import Packed


def session_record(
    pack: Packed, plan: SessionPlan, played: SessionTally, found: RunFigures
) -> SessionRecord:
    """What sessions came to, in main wagers of one spot; *found* is what all their rounds say."""
    unit = pack.unit / pack.setup.wager
    step = unit * plan.step
    together = found.wagers[TOGETHER]
    normal = normal_sessions(pack, plan, together)
    mean = played.total / played.sessions
    variance = played.squares / played.sessions - mean * mean
    record: SessionRecord = {
        "rounds": plan.rounds,
        "sessions": played.sessions,
        "unit_cents": pack.setup.wager,
        "mean": mean * unit,
        "standard_deviation": sqrt(max(variance, 0.0)) * unit,
        "ahead": _chance(played.ahead, played.sessions),
        "even": _chance(played.even, played.sessions),
        "quantiles": _quantiles(played.results, step),
        "histogram": _bars(played.results, step, normal),
        "drawdown": _fall_record(played.falls, step),
        "deepest_loss": _fall_record(played.depths, step),
        "rounds_to_overcome_chance": (
            together.rounds_to_overcome_chance if together.mean else None
        ),
        "normal": {
            "mean": normal.rounds * normal.mean,
            "standard_deviation": normal.standard_deviation * sqrt(normal.rounds),
            "ahead": normal.ahead,
            "quantiles": {_name(share): normal.quantile(share) for share in QUANTILES},
        },
    }
    if plan.bankroll is not None:
        bankroll = plan.bankroll * pack.unit
        record["ruin"] = _ruin_record(pack, bankroll, played, found, normal)
    return record


def _ruin_record(
    pack: Packed,
    bankroll: int,
    played: SessionTally,
    found: RunFigures,
    normal: NormalSessions,
) -> RuinRecord:
    together = found.wagers[TOGETHER]
    return {
        "bankroll": bankroll / pack.setup.wager,
        "within_session": _chance(played.ruined, played.sessions),
        "normal": normal.ruin(bankroll / pack.setup.wager),
        "long_run": together.risk_of_ruin(bankroll / float(together.initial)),
    }


def _chance(count: int, of: int) -> ChanceRecord:
    share = count / of
    return {"probability": share, "standard_error": sqrt(share * (1 - share) / of)}


def _name(share: float) -> str:
    return f"{100 * share:g}%"


def _quantiles(found: Distribution, step: float) -> Quantiles:
    values = zip(QUANTILES, found.quantiles(), strict=True)
    return {_name(share): None if value is None else value * step for share, value in values}


def _fall_record(found: Distribution, step: float) -> FallRecord:
    largest = found.largest
    return {
        "mean": found.mean * step,
        "largest": None if largest is None else largest * step,
        "quantiles": _quantiles(found, step),
        "histogram": _bars(found, step, None),
    }


def _bars(found: Distribution, step: float, normal: NormalSessions | None) -> list[HistogramBar]:
    """A histogram; the outermost bars hold all beyond them, of the approximation too."""
    bars = found.bars()
    rows: list[HistogramBar] = [
        {"from": low * step, "to": high * step, "count": count} for low, high, count in bars
    ]
    if normal is not None:
        for place, row in enumerate(rows):
            below = normal.below(row["from"]) if place else 0.0
            above = normal.below(row["to"]) if place < len(rows) - 1 else 1.0
            row["normal"] = found.total * (above - below)
    return rows
