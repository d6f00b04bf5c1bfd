"""Folding events into the state: `apply` never refuses, and asserts that the books balance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from upcard.jackpot.accounts import Fund, Move
from upcard.jackpot.commands import AdjustmentReason
from upcard.jackpot.contributions import contribution
from upcard.jackpot.events import (
    Adjusted,
    AwardClaimed,
    AwardPosted,
    AwardReversed,
    AwardVoided,
    Contributed,
    Event,
    FundsTransferred,
    ParametersChanged,
    ProgressiveOpened,
    RemovedFromPlay,
    SharesReleased,
)
from upcard.jackpot.levels import (
    Carried,
    Jackpots,
    Level,
    OpenAward,
    Play,
    Posted,
    PostedAward,
    Progressive,
    broken_identity,
    reversible,
)
from upcard.jackpot.locks import with_inflow
from upcard.jackpot.parameters import Parameters
from upcard.money import Cents

LevelEvent = AwardClaimed | AwardVoided | AwardPosted | SharesReleased | AwardReversed | Adjusted


class BooksBroken(AssertionError):
    """An event after which the books do not balance: a bug, or a record that was tampered with."""


def apply(jackpots: Jackpots, event: Event) -> Jackpots:
    """The jackpots after *event*; the identity of every level it touched is asserted."""
    match event:
        case ProgressiveOpened() | ParametersChanged():
            changed = _set(jackpots, event)
        case Contributed():
            changed = _contributed(jackpots, event)
        case RemovedFromPlay():
            progressive = jackpots.progressives[event.progressive]
            removed = replace(progressive, play=Play.REMOVED, destination=event.destination)
            changed = _with(jackpots, event.progressive, removed)
        case FundsTransferred():
            given = _moved(jackpots, event.progressive, event)
            changed = _moved(given, event.to_progressive, event)
            if changed.liability != jackpots.liability:
                raise BooksBroken(f"{event.level} was transferred and the liability changed")
        case _:
            changed = _on_level(jackpots, event)
    return changed


def fold(events: Iterable[Event], start: Jackpots | None = None) -> Jackpots:
    """The jackpots after all *events*."""
    jackpots = start or Jackpots()
    for event in events:
        jackpots = apply(jackpots, event)
    return jackpots


def with_moves(progressive: str, level: Level, moves: Iterable[Move]) -> Level:
    """*level* once those of *moves* that concern it are carried out; the meter is the balance."""
    name, balances = level.parameters.name, dict(level.balances)
    for move in moves:
        source, target, amount = move.source, move.target, move.amount
        if source.level != name or source.progressive != progressive:
            continue
        if amount <= 0 or (target.progressive, target.level) != (progressive, name):
            raise BooksBroken(f"{move} is not a move within {progressive}/{name}")
        balances[source.fund] = Cents(balances[source.fund] - amount)
        balances[target.fund] = Cents(balances[target.fund] + amount)
    return replace(level, balances=MappingProxyType(balances))


def _set(jackpots: Jackpots, event: ProgressiveOpened | ParametersChanged) -> Jackpots:
    name = event.parameters.name
    old = jackpots.progressives.get(name)
    new = {
        parameters.name: replace(old.levels[parameters.name], parameters=parameters)
        if old
        else Level(parameters=parameters)
        for parameters in event.parameters.levels
    }
    levels = {key: _checked(with_moves(name, level, event.moves)) for key, level in new.items()}
    progressive = Progressive(
        parameters=event.parameters, levels=MappingProxyType(levels), hold=event.hold
    )
    return _with(jackpots, name, progressive)


def _contributed(jackpots: Jackpots, event: Contributed) -> Jackpots:
    progressive = jackpots.progressives[event.progressive]
    levels: dict[str, Level] = {}
    carried = _carried(progressive, event)
    for name, level in progressive.levels.items():
        paid_in = with_moves(event.progressive, level, event.moves)
        after, before = paid_in.balances, level.balances
        held = after[Fund.RESERVE] - before[Fund.RESERVE]
        shown = before[Fund.CONTRIBUTIONS] - after[Fund.CONTRIBUTIONS] - held
        new = replace(
            paid_in,
            carried=carried[name],
            due=level.due + level.parameters.rates * sum(event.wagers),
            counters=replace(
                level.counters,
                in_count=level.counters.in_count + len(event.wagers),
                in_money=Cents(level.counters.in_money + sum(event.wagers)),
            ),
            locks=with_inflow(level.locks, shown, held),
        )
        levels[name] = _checked(new)
    return _with(jackpots, event.progressive, replace(progressive, levels=MappingProxyType(levels)))


def _carried(progressive: Progressive, event: Contributed) -> dict[str, Carried]:
    """
    What each level carries after *event*, by name.

    Version 0.1 recorded no names, and a room that it had started from a snapshot wrote its levels
    in another order than before. Rates and wagers say which rest belongs to which level.
    """
    named = {one.level: Carried(one.display, one.reserve) for one in event.carried}
    if "" in named:
        handle = sum(event.wagers)
        named = {
            name: contribution(event.progressive, level, handle)[0]
            for name, level in progressive.levels.items()
        }
        recorded = sorted((one.display, one.reserve) for one in event.carried)
        if recorded != sorted((one.display, one.reserve) for one in named.values()):
            raise BooksBroken(f"{event.start_id}: the levels carry {named}, the record differs")
    if named.keys() != progressive.levels.keys():
        raise BooksBroken(f"{event.start_id}: {', '.join(named)} are not the levels it went to")
    return named


def _on_level(jackpots: Jackpots, event: LevelEvent) -> Jackpots:
    progressive = jackpots.progressives[event.progressive]
    level = with_moves(event.progressive, progressive.levels[event.level], event.moves)
    used = jackpots.used
    match event:
        case AwardClaimed():
            level = replace(level, waiting=event.waiting, locks=event.locks)
        case AwardVoided():
            level = replace(level, waiting=_less(level, event.award.id), locks=event.locks)
        case SharesReleased():
            level = replace(level, locks=event.locks)
        case AwardPosted():
            level, gone = _posted(level, event)
            used = (used | {event.award.id}).difference(*(one.ids for one in gone))
        case AwardReversed():
            level = _reversed(level, event)
            used = used.union(*(one.ids for one in level.posted if one.id == event.award_id))
        case Adjusted():
            level, used = _adjusted(level, event), used | {event.adjustment_id}
    changed = _replaced(progressive, event.level, _checked(level))
    return replace(_with(jackpots, event.progressive, changed), used=used)


def _posted(level: Level, event: AwardPosted) -> tuple[Level, Posted]:
    """The level with one more award, and the awards that are too long ago by now."""
    counters = level.counters
    record = PostedAward(
        id=event.award.id,
        take_id=event.award.take_id,
        amount=event.amount,
        seed=event.seed,
        reserve=event.reserve,
        by=event.by,
    )
    kept, gone = reversible((*level.posted, record))
    new = replace(
        level,
        waiting=_less(level, event.award.id),
        locks=event.locks,
        posted=kept,
        counters=replace(
            counters,
            hits=counters.hits + 1,
            wins_money=Cents(counters.wins_money + event.amount),
        ),
    )
    return new, gone


def _reversed(level: Level, event: AwardReversed) -> Level:
    counters = level.counters
    return replace(
        level,
        posted=tuple(
            replace(one, reversal=event.reversal_id) if one.id == event.award_id else one
            for one in level.posted
        ),
        counters=replace(
            counters,
            reversals=counters.reversals + 1,
            reversed_money=Cents(counters.reversed_money + event.amount),
        ),
    )


def _adjusted(level: Level, event: Adjusted) -> Level:
    counters = level.counters
    match event.reason:
        case AdjustmentReason.AWARD_WON:
            won = Cents(counters.wins_money + event.amount)
            return replace(
                level, counters=replace(counters, hits=counters.hits + 1, wins_money=won)
            )
        case AdjustmentReason.SEED_RECOVERY:
            recovered = Cents(counters.seed_recovered + event.amount)
            return replace(level, counters=replace(counters, seed_recovered=recovered))
        case AdjustmentReason.UNDER_LIMIT:
            return replace(level, parameters=replace(level.parameters, limit=event.limit))
        case _:
            return level


def _moved(jackpots: Jackpots, name: str, event: FundsTransferred) -> Jackpots:
    progressive = jackpots.progressives[name]
    levels: Mapping[str, Level] = MappingProxyType(
        {
            key: _checked(with_moves(name, level, event.moves))
            for key, level in progressive.levels.items()
        }
    )
    return _with(jackpots, name, replace(progressive, levels=levels))


def _less(level: Level, award_id: str) -> tuple[OpenAward, ...]:
    return tuple(award for award in level.waiting if award.id != award_id)


def _with(jackpots: Jackpots, name: str, progressive: Progressive) -> Jackpots:
    every = {**jackpots.progressives, name: progressive}
    return replace(jackpots, progressives=MappingProxyType(every))


def _replaced(progressive: Progressive, name: str, level: Level) -> Progressive:
    """*progressive* with *level* in its place, and its settings as the level now has them."""
    levels = MappingProxyType({**progressive.levels, name: level})
    settings = tuple(levels[one.name].parameters for one in progressive.parameters.levels)
    parameters: Parameters = replace(progressive.parameters, levels=settings)
    return replace(progressive, levels=levels, parameters=parameters)


def _checked(level: Level) -> Level:
    if why := broken_identity(level):
        raise BooksBroken(f"{level.parameters.name}: {why}")
    return level
