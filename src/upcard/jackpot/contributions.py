"""Contributions of START GAME to the meters: exact parts of each wager, to the cent."""

from __future__ import annotations

from fractions import Fraction

from upcard.jackpot.accounts import Fund, Move, TransferReason
from upcard.jackpot.commands import Contribute
from upcard.jackpot.events import Contributed
from upcard.jackpot.levels import Carried, CarriedOn, Level, Progressive
from upcard.jackpot.locks import capped, move
from upcard.jackpot.refusals import JackpotCode, JackpotRefused
from upcard.money import Cents, write_money


def contribute(progressive: Progressive, command: Contribute) -> Contributed:
    """Split the wagers of one START GAME over the levels."""
    _check_wagers(progressive, command.wagers)
    handle = sum(command.wagers)
    carried: list[CarriedOn] = []
    moves: list[Move] = []
    for name, level in progressive.levels.items():
        rest, into = contribution(command.progressive, level, handle)
        carried.append(CarriedOn(rest.display, rest.reserve, name))
        moves += into
    return Contributed(
        progressive=command.progressive,
        start_id=command.start_id,
        wagers=command.wagers,
        carried=tuple(carried),
        moves=tuple(moves),
    )


def contribution(progressive: str, level: Level, handle: int) -> tuple[Carried, list[Move]]:
    """What *handle* moves into *level*, and what it then carries."""
    parameters = level.parameters
    shown, display_rest = whole_cents(parameters.rate * handle + level.carried.display)
    kept, reserve_rest = whole_cents(reserve_rate(level) * handle + level.carried.reserve)
    _, over = capped(level.display + shown, 0, parameters.limit)
    amounts = (
        (TransferReason.CONTRIBUTION, Fund.METER, shown - over),
        (TransferReason.OVERFLOW, Fund.OVERFLOW, over),
        (TransferReason.RESERVE, Fund.RESERVE, kept),
    )
    return Carried(display_rest, reserve_rest), [
        move(progressive, level, reason, Fund.CONTRIBUTIONS, target, amount)
        for reason, target, amount in amounts
        if amount
    ]


def reserve_rate(level: Level) -> Fraction:
    """The part of each wager that is kept for the next seed, stated or not."""
    return level.parameters.reserve_rate + level.parameters.hidden_rate


def whole_cents(exact: Fraction) -> tuple[int, Fraction]:
    """
    The whole cents of *exact* and the rest, which is carried to the next contribution.

    >>> whole_cents(Fraction(2424, 100))
    (24, Fraction(6, 25))
    """
    whole, rest = divmod(exact.numerator, exact.denominator)
    return whole, Fraction(rest, exact.denominator)


def _check_wagers(progressive: Progressive, wagers: tuple[Cents, ...]) -> None:
    if not wagers:
        raise JackpotRefused(
            JackpotCode.NO_WAGERS, "there are no wagers: you need at least one to contribute"
        )
    for wager in wagers:
        if wager <= 0:
            raise JackpotRefused(
                JackpotCode.AMOUNT_NOT_ALLOWED,
                f"wager is {write_money(wager)}: write more than 0",
            )
    for level in progressive.levels.values():
        _check_reasonable(level, max(wagers))


def _check_reasonable(level: Level, wager: Cents) -> None:
    parameters = level.parameters
    if parameters.rates * wager > parameters.unreasonable_over:
        raise JackpotRefused(
            JackpotCode.UNREASONABLE_CONTRIBUTION,
            f"a wager of {write_money(wager)} is unreasonable: it would put more than "
            f"{write_money(parameters.unreasonable_over)} into {parameters.name}",
        )
