"""What people choose for a progressive, made into the order that opens or changes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from upcard.jackpot import AwardLock, Parameters, Progressive
from upcard.money import Cents, write_money
from upcard.room.money_events import Link
from upcard.room.money_orders import ChangeProgressive, OpenProgressive
from upcard.room.procedures.happenings import Happenings
from upcard.room.procedures.progressive_settings import progressive_offer, usual_parameters
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.state import RoomState

Thresholds = Mapping[str, Cents | None]
"""An amount for some levels; None takes one away that was set."""
Amounts = tuple[tuple[str, Cents], ...]
"""The amounts of a link, by level."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkChoices:
    """Choices for a progressive. What is left out stays as it was, or as it is certified."""

    tables: tuple[str, ...] | None = None
    contribution: Fraction | None = None
    reserve: Fraction | None = None
    seeds: Mapping[str, Cents] = field(default_factory=dict)
    executive_from: Thresholds = field(default_factory=dict)
    cards_from: Thresholds = field(default_factory=dict)
    award_lock: AwardLock | None = None
    limit: Cents | None = None
    has_no_limit: bool = False
    """Take the limit away."""
    zero_seed_reason: str | None = None


def new_progressive(
    state: RoomState,
    name: str,
    wager: str,
    choices: LinkChoices,
    *,
    unit: Cents,
    paytable: str | None = None,
) -> OpenProgressive:
    """The order that starts a progressive with its certified settings, but for *choices*."""
    tables = choices.tables or ()
    game = Happenings(state).table(tables[0] if tables else "").game_on(None)
    offer = progressive_offer(game, wager)
    parameters = usual_parameters(
        name,
        game,
        wager,
        unit=unit,
        contribution=choices.contribution,
        reserve=choices.reserve or Fraction(0),
        seeds=choices.seeds,
        award_lock=choices.award_lock or AwardLock.ON_CONFIRM,
        limit=choices.limit,
    )
    link = Link(
        progressive=name,
        wager=wager,
        paytable=paytable or offer.paytable,
        tables=tables,
        executive_from=_amounts((), choices.executive_from),
        cards_from=_amounts((), choices.cards_from),
    )
    return OpenProgressive(
        replace(parameters, zero_seed_reason=choices.zero_seed_reason or ""), link
    )


def changed_progressive(state: RoomState, name: str, choices: LinkChoices) -> ChangeProgressive:
    """The order that changes a progressive by *choices*, and leaves everything else."""
    found, before = progressive_named(state, name)
    link = replace(
        before,
        tables=before.tables if choices.tables is None else choices.tables,
        executive_from=_amounts(before.executive_from, choices.executive_from),
        cards_from=_amounts(before.cards_from, choices.cards_from),
    )
    _check_seeds(found, choices.seeds)
    return ChangeProgressive(_changed(found.parameters, choices), link)


def progressive_named(state: RoomState, name: str) -> tuple[Progressive, Link]:
    """A progressive of the room and its link, or a refusal that names those it has."""
    progressives = state.jackpots.progressives
    if name not in progressives:
        raise RoomRefused(
            RoomRefusal.PROGRESSIVE_UNKNOWN,
            f"progressive is {name!r}: the room has {', '.join(progressives) or 'none'}",
        )
    return progressives[name], state.links[name]


def _changed(parameters: Parameters, choices: LinkChoices) -> Parameters:
    count = len(parameters.levels)
    rate, reserve, limit = choices.contribution, choices.reserve, choices.limit
    return replace(
        parameters,
        award_lock=choices.award_lock or parameters.award_lock,
        zero_seed_reason=choices.zero_seed_reason or parameters.zero_seed_reason,
        levels=tuple(
            replace(
                level,
                seed=choices.seeds.get(level.name, level.seed),
                rate=level.rate if rate is None else rate / count,
                reserve_rate=level.reserve_rate if reserve is None else reserve / count,
                limit=None if choices.has_no_limit else level.limit if limit is None else limit,
            )
            for level in parameters.levels
        ),
    )


def _amounts(before: Amounts, chosen: Thresholds) -> Amounts:
    found = {**dict(before), **chosen}
    return tuple((level, amount) for level, amount in found.items() if amount is not None)


def _check_seeds(found: Progressive, seeds: Mapping[str, Cents]) -> None:
    for level, seed in seeds.items():
        if level not in found.levels:
            raise RoomRefused(
                RoomRefusal.LINK_NOT_ALLOWED,
                f"seed {write_money(seed)} is for {level!r}: the levels are "
                f"{', '.join(found.levels)}",
            )
