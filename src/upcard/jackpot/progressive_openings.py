"""Starting, setting, stopping and moving progressives."""

from __future__ import annotations

from upcard.jackpot.accounts import Account, Fund, Move, TransferReason
from upcard.jackpot.commands import (
    ChangeParameters,
    MoveFunds,
    RemoveFromPlay,
    StartProgressive,
)
from upcard.jackpot.events import (
    FundsTransferred,
    ParametersChanged,
    ProgressiveOpened,
    RemovedFromPlay,
)
from upcard.jackpot.levels import Level, Progressive
from upcard.jackpot.locks import capped, without_nothing
from upcard.jackpot.parameters import LevelParameters, check, hold_of, warnings
from upcard.jackpot.people import check_two_people
from upcard.jackpot.refusals import JackpotCode, JackpotRefused
from upcard.money import Cents, write_money


def open_progressive(command: StartProgressive) -> ProgressiveOpened:
    """Start a progressive with its seeds."""
    parameters = command.parameters
    check_two_people(f"opening {parameters.name}", command.by, command.approved_by)
    check(parameters)
    return ProgressiveOpened(
        parameters=parameters,
        warnings=warnings(parameters),
        hold=hold_of(parameters),
        by=command.by,
        approved_by=command.approved_by,
        moves=without_nothing(_seed(parameters.name, level) for level in parameters.levels),
    )


def change(progressive: Progressive, command: ChangeParameters) -> ParametersChanged:
    """Change a progressive's settings; what its levels hold does not change."""
    old, new = progressive.parameters, command.parameters
    check_two_people(f"changing {new.name}", command.by, command.approved_by)
    check(new)
    names = [level.name for level in new.levels]
    if set(names) != progressive.levels.keys():
        raise JackpotRefused(
            JackpotCode.LEVELS_DIFFER,
            f"levels are {', '.join(names)}: you must keep {', '.join(progressive.levels)}",
        )
    for parameters in new.levels:
        _check_level(progressive.levels[parameters.name], parameters)
    return ParametersChanged(
        before=old,
        parameters=new,
        warnings=warnings(new),
        hold=hold_of(new),
        by=command.by,
        approved_by=command.approved_by,
    )


def remove(progressive: Progressive, command: RemoveFromPlay) -> RemovedFromPlay:
    """Stop a progressive; its money is still owed."""
    check_two_people(f"removing {command.progressive}", command.by, command.approved_by)
    if not command.destination.strip():
        raise JackpotRefused(
            JackpotCode.DESTINATION_NOT_ALLOWED, "destination is empty: write where the money goes"
        )
    for level in progressive.levels.values():
        check_settled(level)
    return RemovedFromPlay(
        progressive=command.progressive,
        destination=command.destination,
        liability=Cents(sum(level.liability for level in progressive.levels.values())),
        by=command.by,
        approved_by=command.approved_by,
    )


def transfer(source: Level, target: Level, command: MoveFunds) -> FundsTransferred:
    """Move everything the removed level holds; what is owed in all stays the same."""
    check_two_people(f"transfer of {command.level}", command.by, command.approved_by)
    check_settled(target)
    display, overflow = capped(
        target.display + source.display,
        source.balances[Fund.OVERFLOW],
        target.parameters.limit,
    )
    reserve = source.balances[Fund.RESERVE]
    into = {
        Fund.METER: display - target.display,
        Fund.OVERFLOW: overflow,
        Fund.RESERVE: reserve,
    }
    return FundsTransferred(
        progressive=command.progressive,
        level=command.level,
        to_progressive=command.to_progressive,
        to_level=command.to_level,
        amount=source.liability,
        by=command.by,
        approved_by=command.approved_by,
        moves=without_nothing([*_out(source, command), *_in(into, command)]),
    )


def check_settled(level: Level) -> None:
    """Refuse while an award on the level is open."""
    if level.is_pending:
        raise JackpotRefused(
            JackpotCode.AWARD_PENDING,
            f"{level.parameters.name} has a pending award: pay or void it first",
        )


def _check_level(level: Level, parameters: LevelParameters) -> None:
    check_settled(level)
    limit = parameters.limit
    if limit is not None and limit < level.display:
        raise JackpotRefused(
            JackpotCode.LIMIT_BELOW_DISPLAY,
            f"limit of {parameters.name} is {write_money(limit)}: the display shows "
            f"{write_money(level.display)}",
        )


def _seed(progressive: str, level: LevelParameters) -> Move:
    source = Account(progressive, level.name, Fund.SEEDS)
    target = Account(progressive, level.name, Fund.METER)
    return Move(TransferReason.SEED, source, target, level.seed)


def _out(source: Level, command: MoveFunds) -> list[Move]:
    away = Account(command.progressive, command.level, Fund.MOVED_OUT)
    return [
        Move(
            TransferReason.REMOVAL,
            Account(command.progressive, command.level, fund),
            away,
            source.balances[fund],
        )
        for fund in (Fund.METER, Fund.OVERFLOW, Fund.RESERVE)
    ]


def _in(into: dict[Fund, int], command: MoveFunds) -> list[Move]:
    origin = Account(command.to_progressive, command.to_level, Fund.MOVED_IN)
    return [
        Move(
            TransferReason.REMOVAL,
            origin,
            Account(command.to_progressive, command.to_level, fund),
            Cents(amount),
        )
        for fund, amount in into.items()
    ]
