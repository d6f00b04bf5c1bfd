"""Prize money in the bank, win pages printed again, faults reported."""

from __future__ import annotations

from upcard.jackpot import Fund
from upcard.money import Cents, write_money
from upcard.room.events import MalfunctionReported
from upcard.room.money_events import BankRecorded, DepositMade, SlipPrinted, SlipReprinted
from upcard.room.money_orders import PrintSlip, RecordBank, RecordDeposit, ReprintSlip
from upcard.room.orders import ReportMalfunction
from upcard.room.people.staff import Member
from upcard.room.procedures.happenings import Happenings
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.state import RoomState


def record_deposit(happenings: Happenings, wish: RecordDeposit, by: Member) -> None:
    """Accrued prize money went to the bank."""
    if wish.progressive not in happenings.state.jackpots.progressives:
        known = ", ".join(happenings.state.jackpots.progressives) or "none"
        raise RoomRefused(
            RoomRefusal.PROGRESSIVE_UNKNOWN,
            f"progressive is {wish.progressive!r}: the room has {known}",
        )
    if wish.amount <= 0:
        raise RoomRefused(
            RoomRefusal.AMOUNT_NOT_ALLOWED,
            f"amount is {write_money(wish.amount)}: write more than 0",
        )
    happenings.add(
        DepositMade(
            progressive=wish.progressive,
            amount=wish.amount,
            reference=_said(wish.reference, "the bank's reference"),
            by=by.badge,
        )
    )


def deposit_due(state: RoomState, progressive: str) -> Cents:
    """What a progressive took in from players and nobody has deposited yet."""
    levels = state.jackpots.progressives[progressive].levels.values()
    accrued = sum(-level.balances[Fund.CONTRIBUTIONS] for level in levels)
    return Cents(max(0, accrued - state.funds.deposited.get(progressive, 0)))


def record_bank(happenings: Happenings, wish: RecordBank, by: Member) -> None:
    """What the prize account holds; short of what is owed, progressive wagers stop."""
    if wish.balance < 0:
        raise RoomRefused(
            RoomRefusal.AMOUNT_NOT_ALLOWED,
            f"balance is {write_money(wish.balance)}: write 0 or more",
        )
    owed = happenings.state.jackpots.liability
    happenings.add(BankRecorded(balance=wish.balance, owed=owed, by=by.badge))


def print_slip(happenings: Happenings, wish: PrintSlip | ReprintSlip, by: Member) -> None:
    """A win page: every print after the first is marked REPRINT."""
    if not 1 <= wish.number <= happenings.state.slips:
        raise RoomRefused(
            RoomRefusal.SLIP_UNKNOWN,
            f"win page is {wish.number}: the room has issued {happenings.state.slips} so far",
        )
    is_first = isinstance(wish, PrintSlip) and wish.number in happenings.state.unprinted
    printed = SlipPrinted if is_first else SlipReprinted
    happenings.add(printed(wish.number, by.badge))


def report_malfunction(happenings: Happenings, wish: ReportMalfunction, by: Member) -> None:
    """Something does not work; the clock for the notice to the regulator starts."""
    happenings.add(
        MalfunctionReported(
            device=_said(wish.device, "which device"),
            description=_said(wish.description, "what happened"),
            by=by.badge,
        )
    )


def _said(text: str, what: str) -> str:
    if not text.strip() or len(text) > 500:
        raise RoomRefused(RoomRefusal.REASON_MISSING, f"write {what}, in up to 500 characters")
    return text.strip()
