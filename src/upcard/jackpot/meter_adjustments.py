"""Adjustments: five documented reasons, two people of different roles, and the proof."""

from __future__ import annotations

from upcard.jackpot.accounts import Fund, Move, TransferReason
from upcard.jackpot.commands import Adjust, AdjustmentDirection, AdjustmentReason
from upcard.jackpot.events import Adjusted
from upcard.jackpot.levels import Level
from upcard.jackpot.locks import capped, change_of, move, without_nothing
from upcard.jackpot.people import check_two_roles
from upcard.jackpot.refusals import JackpotCode, JackpotRefused
from upcard.money import Cents, write_money

NOT_DISPLAYED = (Fund.OVERFLOW, Fund.RESERVE)

FUNDS = {
    AdjustmentReason.AWARD_WON: (Fund.METER,),
    AdjustmentReason.DISPLAY_ERROR: (Fund.METER,),
    AdjustmentReason.UNDER_LIMIT: (Fund.METER,),
    AdjustmentReason.GROSS_RECEIPTS: NOT_DISPLAYED,
    AdjustmentReason.SEED_RECOVERY: (Fund.METER, *NOT_DISPLAYED),
}
"""What each reason may change."""

TARGETS = {
    AdjustmentReason.AWARD_WON: Fund.PAID,
    AdjustmentReason.DISPLAY_ERROR: Fund.WITHDRAWN,
    AdjustmentReason.UNDER_LIMIT: Fund.OVERFLOW,
    AdjustmentReason.GROSS_RECEIPTS: Fund.WITHDRAWN,
    AdjustmentReason.SEED_RECOVERY: Fund.WITHDRAWN,
}
"""Where the money goes."""


def adjust(level: Level, command: Adjust) -> Adjusted:
    """Change a fund of *level*, if the reason and the people allow it."""
    _check_signed(command)
    _check_reason(level, command)
    before = level.balances[command.fund]
    moves = _raised(level, command) if _raises(command) else _reduced(level, command)
    return Adjusted(
        progressive=command.progressive,
        level=command.level,
        adjustment_id=command.adjustment_id,
        reason=command.reason,
        direction=command.direction,
        fund=command.fund,
        amount=command.amount,
        before=before,
        after=Cents(before + change_of(command.fund, moves)),
        limit=command.limit,
        evidence=command.evidence,
        by=command.by,
        approved_by=command.approved_by,
        moves=moves,
    )


def _raises(command: Adjust) -> bool:
    return command.direction is AdjustmentDirection.RAISE


def _check_signed(command: Adjust) -> None:
    name = f"adjustment {command.adjustment_id}"
    check_two_roles(name, command.by, command.approved_by)
    if not command.evidence.strip():
        raise JackpotRefused(
            JackpotCode.EVIDENCE_MISSING, f"evidence of {name} is empty: name the report"
        )
    if command.amount <= 0:
        raise JackpotRefused(
            JackpotCode.AMOUNT_NOT_ALLOWED,
            f"amount is {write_money(command.amount)}: write more than 0",
        )


def _check_reason(level: Level, command: Adjust) -> None:
    reason, fund = command.reason, command.fund
    if reason is AdjustmentReason.GROSS_RECEIPTS and fund is Fund.METER:
        raise JackpotRefused(
            JackpotCode.FUNDS_DISPLAYED,
            "fund is meter: only overflow and reserve may go to gross receipts",
        )
    if _raises(command) and reason is not AdjustmentReason.DISPLAY_ERROR:
        raise JackpotRefused(
            JackpotCode.REASON_NOT_ALLOWED,
            f"reason is {reason}: only display-error may raise a meter",
        )
    if fund not in FUNDS[reason]:
        raise JackpotRefused(
            JackpotCode.REASON_NOT_ALLOWED,
            f"fund is {fund}: {reason} changes {' or '.join(FUNDS[reason])}",
        )
    _check_limit(level, command)
    outstanding = level.seed_outstanding
    if reason is AdjustmentReason.SEED_RECOVERY and command.amount > outstanding:
        raise JackpotRefused(
            JackpotCode.SEED_OVER_OUTSTANDING,
            f"amount is {write_money(command.amount)}: the seed outstanding is "
            f"{write_money(outstanding)}",
        )


def _check_limit(level: Level, command: Adjust) -> None:
    """The reason *under-limit* brings the display exactly to the limit that it names."""
    is_under_limit = command.reason is AdjustmentReason.UNDER_LIMIT
    if not is_under_limit and command.limit is None:
        return
    if not is_under_limit or command.limit is None:
        raise JackpotRefused(
            JackpotCode.REASON_NOT_ALLOWED,
            f"limit is {command.limit} with {command.reason}: give a limit with under-limit, "
            "and with no other reason",
        )
    if command.limit < level.parameters.seed:
        raise JackpotRefused(
            JackpotCode.LIMIT_BELOW_SEED,
            f"limit is {write_money(command.limit)}: the seed is "
            f"{write_money(level.parameters.seed)}",
        )
    if command.amount != level.display - command.limit:
        raise JackpotRefused(
            JackpotCode.AMOUNT_NOT_ALLOWED,
            f"amount is {write_money(command.amount)}: to get from {write_money(level.display)} to "
            f"the limit, write {write_money(Cents(level.display - command.limit))}",
        )


def _raised(level: Level, command: Adjust) -> tuple[Move, ...]:
    _, over = capped(level.display + command.amount, 0, level.parameters.limit)
    parts = ((Fund.METER, command.amount - over), (Fund.OVERFLOW, over))
    return without_nothing(
        move(command.progressive, level, TransferReason.ADJUSTMENT, Fund.RAISED, target, amount)
        for target, amount in parts
    )


def _reduced(level: Level, command: Adjust) -> tuple[Move, ...]:
    held = level.balances[command.fund]
    if command.amount > held:
        raise JackpotRefused(
            JackpotCode.FUNDS_TOO_LOW,
            f"amount is {write_money(command.amount)}: {command.fund} holds {write_money(held)}",
        )
    target, id_ = TARGETS[command.reason], ""
    if command.reason is AdjustmentReason.AWARD_WON:
        id_ = command.adjustment_id
    source = command.fund
    return (
        move(
            command.progressive,
            level,
            TransferReason.ADJUSTMENT,
            source,
            target,
            command.amount,
            id_,
        ),
    )
