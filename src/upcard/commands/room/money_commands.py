"""`upcard room`: the prize account and fault reports."""

from __future__ import annotations

from typing import Annotated

import typer

from upcard.commands.locale_amounts import shown
from upcard.commands.room.command_desk import Desk, Signs, at_desk
from upcard.commands.room.shared_options import Amount, ProgressiveName


@at_desk(Signs.ONE, moves_money=True)
def deposit(
    desk: Desk,
    progressive: ProgressiveName,
    amount: Amount,
    reference: Annotated[str, typer.Option("--reference", help="The bank's reference number.")],
) -> None:
    """Record a deposit of accrued prize money at the bank."""
    from upcard.room.money_orders import RecordDeposit

    wish = RecordDeposit(progressive, amount, reference)
    desk.done(wish, f"{shown(amount)} deposited for {progressive}")


@at_desk(Signs.ONE, moves_money=True)
def bank(desk: Desk, balance: Amount) -> None:
    """Record the prize account's balance. If it is less than is owed, progressive wagers stop."""
    from upcard.room.money_orders import RecordBank

    record = desk.order(RecordBank(balance))
    found = desk.state.funds.bank
    owed, is_short = (found.owed, found.is_short) if found else (None, False)
    said = f"the prize account holds {shown(balance)}"
    if owed is not None:
        said += f", {shown(owed)} is owed" + (": SHORT" if is_short else "")
    desk.told({**record, "balance": balance, "owed": owed, "is_short": is_short}, said)


@at_desk(Signs.ONE)
def malfunction(
    desk: Desk,
    device: Annotated[str, typer.Argument(metavar="DEVICE", help="The device that failed.")],
    description: Annotated[str, typer.Argument(metavar="WHAT", help="What happened.")],
) -> None:
    """Report a fault. You then have 72 hours to notify the regulator."""
    from upcard.room.orders import ReportMalfunction

    desk.done(ReportMalfunction(device, description), f"the fault of {device} is recorded")
