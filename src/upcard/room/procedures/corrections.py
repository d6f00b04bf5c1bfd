"""Take back keys, void claims and end rounds early; nothing is edited, everything recorded."""

from __future__ import annotations

from typing import Final

from upcard.jackpot.commands import Adjust, AdjustmentReason
from upcard.jackpot.commands import ReversePosting as ReverseInLedger
from upcard.money import Cents
from upcard.room.money_orders import AdjustMeter, ReverseAward, VoidClaim
from upcard.room.people.staff import Member
from upcard.room.procedures.happenings import Happenings, person
from upcard.room.procedures.table_keys import award_on, award_prefix, check_hands_on, record_claim
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.state import RoomState
from upcard.room.table_events import RoundVoided, SteppedBack
from upcard.room.table_orders import StepBack, VoidRound
from upcard.room.table_states import TableState
from upcard.table.commands import PressHandButton
from upcard.table.commands import TakeAwardBack as ReverseAtTable
from upcard.table.events import (
    AwardConfirmed,
    AwardReleased,
    AwardTakenBack,
    AwardVerified,
    CardDealt,
    DealerPeeked,
    GameStarted,
    HandButtonPressed,
    HoleCardRead,
    HoleCardShown,
)
from upcard.table.movements import returns
from upcard.table.rounds import Award, AwardState, Round
from upcard.table.titles import wager_title

_IRREVERSIBLE: Final[dict[type, str]] = {
    CardDealt: "a card was dealt",
    HoleCardRead: "the hole card was shown",
    HoleCardShown: "the hole card was shown",
    DealerPeeked: "the dealer looked at the hole card",
    GameStarted: "wagers are closed and have fed the meters",
    HandButtonPressed: "a claim is on the desk: press the hand button again",
    AwardReleased: "a claim was removed from the desk: press the hand button again",
    AwardVerified: "a supervisor confirmed the award",
    AwardConfirmed: "an award was paid",
    AwardTakenBack: "an award was reversed",
}


def step_back(happenings: Happenings, wish: StepBack, member: Member) -> None:
    """Take the last key back (operations 115): up to the last card that was exposed."""
    table = happenings.table(wish.table)
    check_hands_on(table, member)
    why = why_no_step_back(table)
    if why:
        empty = not table.steps
        code = RoomRefusal.NOTHING_TO_STEP_BACK if empty else RoomRefusal.STEP_IS_IRREVERSIBLE
        raise RoomRefused(code, f"you cannot take the last key back: {why}")
    happenings.add(SteppedBack(wish.table, member.badge))


def why_no_step_back(table: TableState) -> str:
    """Why the last key of the round cannot be taken back; empty if it can."""
    if table.round is None or not table.steps:
        return "you have pressed no key in this round"
    for event in reversed(table.happened[table.steps[-1] :]):
        if why := _IRREVERSIBLE.get(type(event)):
            return why
    return ""


def void_round(happenings: Happenings, wish: VoidRound, member: Member) -> None:
    """
    End a round that cannot be finished.

    Wagers still in play go back to their players, and so does the stake of an award that was
    reversed; what else is settled stands. What latched wagers gave to a meter stays there: a meter
    is never reduced for it (WAC 230-15-695 knows no such reason).
    """
    table = happenings.table(wish.table)
    if table.round is None:
        raise RoomRefused(RoomRefusal.NO_ROUND, f"no round is open on {wish.table}")
    check_reason(wish.reason)
    if why := why_no_void(table.round):
        raise RoomRefused(RoomRefusal.AWARD_IS_OPEN, f"you cannot void the round: {why}")
    end_round(happenings, wish.table, wish.reason, member)


def end_round(happenings: Happenings, name: str, reason: str, member: Member) -> None:
    """The round on a table ends unfinished, and every unsettled wager goes back."""
    returned = sum(one.leave + one.pay for one in returns(happenings.round_on(name)))
    happenings.add(
        RoundVoided(
            table=name,
            number=happenings.table(name).rounds,
            returned=Cents(returned),
            reason=reason,
            by=member.badge,
        )
    )


def why_no_void(round_: Round) -> str:
    """Why the round cannot be voided; empty if it can. A reversed award is no reason."""
    for award in round_.awards:
        if award.state is AwardState.CLAIMED:
            return f"spot {award.spot} has a claim: press its hand button again first"
        if award.state is AwardState.CONFIRMED:
            return f"spot {award.spot} has a paid award: reverse it first"
    return ""


def reverse_award(
    happenings: Happenings, wish: ReverseAward, order_id: str, first: Member, second: Member
) -> None:
    """Take a paid award back: in the ledger, and at its table while its round is still on it."""
    happenings.at_jackpot(
        ReverseInLedger(
            progressive=wish.progressive,
            level=wish.level,
            award_id=wish.award_id,
            reversal_id=f"reversal {order_id}",
            reason=wish.reason,
            by=person(first),
            approved_by=person(second),
        )
    )
    for table in tuple(happenings.state.tables.values()):
        for award in table.round.awards if table.round else ():
            if _is_paid_by(happenings.state, table, award, wish):
                at_table = ReverseAtTable(award.spot, award.wager)
                happenings.at_table(table.spec.table, at_table)


def _is_paid_by(state: RoomState, table: TableState, award: Award, wish: ReverseAward) -> bool:
    """Whether *award* on a table is the one that the ledger took back."""
    return (
        award.state is AwardState.CONFIRMED
        and award.level == wish.level
        and award.wager == state.links[wish.progressive].wager
        and wish.award_id.startswith(award_prefix(table, award))
    )


def void_claim(happenings: Happenings, wish: VoidClaim, member: Member, order_id: str) -> None:
    """A supervisor takes a claim off before it is paid."""
    round_ = happenings.table(wish.table).round
    claimed = round_ and [
        award
        for award in round_.awards
        if (award.spot, award.wager, award.state) == (wish.spot, wish.wager, AwardState.CLAIMED)
    ]
    if not round_ or not claimed:
        raise RoomRefused(
            RoomRefusal.NO_SUCH_CLAIM,
            f"spot {wish.spot} of {wish.table} has no open claim on "
            f"{wager_title(happenings.table(wish.table).game_on(None), wish.wager)}",
        )
    check_reason(wish.reason)
    outcome = award_on(round_, wish.spot, wish.wager).outcome
    for event in happenings.at_table(wish.table, PressHandButton(wish.spot, wish.wager, outcome)):
        if isinstance(event, AwardReleased):
            record_claim(
                happenings,
                wish.table,
                event,
                member,
                order_id,
                before=round_,
                reason=wish.reason,
            )


def check_reason(reason: str) -> None:
    """Refuse what needs a reason and has none."""
    if not reason.strip():
        raise RoomRefused(RoomRefusal.REASON_MISSING, "reason is empty: write why")


def _new_limit(happenings: Happenings, wish: AdjustMeter) -> Cents | None:
    """For *under-limit*, the limit that the meter is brought down to: it follows from the rest."""
    progressive = happenings.state.jackpots.progressives.get(wish.progressive)
    level = progressive.levels.get(wish.level) if progressive else None
    if level is None or wish.reason is not AdjustmentReason.UNDER_LIMIT:
        return None
    return Cents(level.display - wish.amount)


def adjust_meter(
    happenings: Happenings, wish: AdjustMeter, order_id: str, first: Member, second: Member
) -> None:
    """A correction is a new entry by two people; nothing is ever edited."""
    happenings.at_jackpot(
        Adjust(
            limit=_new_limit(happenings, wish),
            progressive=wish.progressive,
            level=wish.level,
            adjustment_id=f"adjustment {order_id}",
            reason=wish.reason,
            direction=wish.direction,
            fund=wish.fund,
            amount=wish.amount,
            evidence=wish.evidence,
            by=person(first),
            approved_by=person(second),
        )
    )
