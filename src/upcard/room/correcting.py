"""Keys taken back, claims taken off, rounds ended early: nothing is edited, everything recorded."""

from __future__ import annotations

from typing import Final

from upcard.money import Cents
from upcard.room.dealing import award_on, check_hands_on, record_claim
from upcard.room.events import RoundVoided, SteppedBack
from upcard.room.happenings import Happenings
from upcard.room.orders import StepBack, VoidClaim, VoidRound
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.staff import Member
from upcard.room.state import TableState
from upcard.table.commands import ClaimAward
from upcard.table.events import (
    AwardClaimed,
    AwardConfirmed,
    AwardReleased,
    CardDealt,
    DealerPeeked,
    GameStarted,
    HoleCardShown,
)
from upcard.table.rounds import MAIN, AwardState, Round

_IRREVERSIBLE: Final[dict[type, str]] = {
    CardDealt: "a card was dealt",
    HoleCardShown: "the hole card was shown",
    DealerPeeked: "the dealer looked at the hole card",
    GameStarted: "wagers are latched and have fed the meters",
    AwardClaimed: "a claim is on the desk: press the hand button again",
    AwardReleased: "a claim was taken off the desk: press the hand button again",
    AwardConfirmed: "an award was paid",
}


def step_back(happenings: Happenings, wish: StepBack, member: Member) -> None:
    """Take the last key back (OPERATIONS 115): up to the last card that was exposed."""
    table = happenings.table(wish.table)
    check_hands_on(table, member)
    why = why_no_step_back(table)
    if why:
        empty = not table.steps
        code = RoomRefusal.NOTHING_TO_STEP_BACK if empty else RoomRefusal.STEP_IS_IRREVERSIBLE
        raise RoomRefused(code, f"the last key stays: {why}")
    happenings.add(SteppedBack(wish.table, member.badge))


def why_no_step_back(table: TableState) -> str:
    """Why the last key of the round cannot be taken back; empty if it can."""
    if table.round is None or not table.steps:
        return "no key was pressed in this round"
    for event in table.happened[table.steps[-1] :]:
        if why := _IRREVERSIBLE.get(type(event)):
            return why
    return ""


def void_round(happenings: Happenings, wish: VoidRound, member: Member) -> None:
    """
    End a round that cannot be finished.

    Wagers still in play go back to their players. What latched wagers gave to a meter stays
    there: a meter is never reduced for it (WAC 230-15-695 knows no such reason).
    """
    table = happenings.table(wish.table)
    if table.round is None:
        raise RoomRefused(RoomRefusal.NO_ROUND, f"no round is open on {wish.table}")
    check_reason(wish.reason)
    taken = [one for one in table.round.awards if one.state is not AwardState.DUE]
    if taken:
        raise RoomRefused(
            RoomRefusal.AWARD_IS_OPEN,
            f"spot {taken[0].spot} has an award that is {taken[0].state}: void the claim or "
            "reverse the award first",
        )
    end_round(happenings, wish.table, wish.reason, member)


def end_round(happenings: Happenings, name: str, reason: str, member: Member) -> None:
    """The round on a table ends unfinished: what lies on wagers that are not settled goes back."""
    happenings.add(
        RoundVoided(
            table=name,
            number=happenings.table(name).rounds,
            returned=in_play(happenings.round_on(name)),
            reason=reason,
            by=member.badge,
        )
    )


def in_play(round_: Round) -> Cents:
    """What lies on wagers that are not settled."""
    side = sum(one.amount for one in round_.wagers if not one.is_settled and one.name != MAIN)
    if not round_.hands:
        return Cents(side + sum(one.amount for one in round_.wagers if one.name == MAIN))
    return Cents(side + sum(hand.stake for hand in round_.hands if not hand.is_settled))


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
            f"spot {wish.spot} of {wish.table} has no open claim on {wish.wager}",
        )
    check_reason(wish.reason)
    outcome = award_on(round_, wish.spot, wish.wager).outcome
    for event in happenings.at_table(wish.table, ClaimAward(wish.spot, wish.wager, outcome)):
        if isinstance(event, AwardReleased):
            record_claim(happenings, wish.table, event, member, order_id, wish.reason)


def check_reason(reason: str) -> None:
    """Refuse what needs a reason and has none."""
    if not reason.strip():
        raise RoomRefused(RoomRefusal.REASON_MISSING, "say why: the record needs a reason")
