"""Shuffle at the cut card, throw shoes away, and void shoes without their seed."""

from __future__ import annotations

from upcard.room.fairness.fair_shuffles import ShoeNumber
from upcard.room.fairness.table_shoes import (
    SeedRefused,
    SeedVault,
    ShoeAbandoned,
    ShoeState,
    ShoeVoided,
    committed,
    opened_seed,
    revealed,
)
from upcard.room.people.staff import Member
from upcard.room.procedures.corrections import check_reason, end_round
from upcard.room.procedures.happenings import Happenings
from upcard.room.procedures.table_keys import check_hands_on
from upcard.room.recorded_rules import check_rules, rules_fault
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.table_orders import AbandonShoe, ShuffleShoe, VoidShoe
from upcard.room.table_states import TableState
from upcard.table.rounds import AwardState


def shuffle_shoe(happenings: Happenings, vault: SeedVault, wish: ShuffleShoe, by: Member) -> None:
    """
    A new shoe, where there is none or the cut card of the old one is out.

    Before the cut card nobody at the table shuffles alone: somebody who knew the order and could
    shuffle at will could choose among shoes.
    """
    table = happenings.table(wish.table)
    check_hands_on(table, by)
    check_rules(table)
    _check_between_rounds(table)
    check_reason(wish.reason)
    if table.shoe is not None:
        _check_over(wish.table, table.shoe)
        happenings.add(revealed(vault, wish.table, table.shoe, by=by.badge, reason=wish.reason))
    _commit(happenings, vault, wish.table, by, wish.reason)


def _check_over(table: str, shoe: ShoeState) -> None:
    if not shoe.is_past_cut_card:
        raise RoomRefused(
            RoomRefusal.SHOE_NOT_OVER,
            f"shoe {shoe.number} of {table} is not over ({shoe.dealt} of {shoe.cut_card} cards "
            "dealt): call a supervisor, who can throw it away with badge, PIN and a reason",
        )


def abandon_shoe(happenings: Happenings, vault: SeedVault, wish: AbandonShoe, by: Member) -> None:
    """
    A supervisor throws a shoe away, cut or not. It is revealed, so that anybody sees what came of
    it, and stands on the desk and in the reports.
    """
    table = happenings.table(wish.table)
    shoe = _shoe_on(table)
    _check_between_rounds(table)
    check_reason(wish.reason)
    end = revealed(vault, wish.table, shoe, by=by.badge, reason=wish.reason)
    happenings.add(
        ShoeAbandoned(
            table=wish.table,
            number=shoe.number,
            dealt=shoe.dealt,
            is_cut=shoe.is_cut,
            reason=wish.reason,
            by=by.badge,
        )
    )
    happenings.add(end)
    _commit(happenings, vault, wish.table, by, wish.reason)


def void_shoe(happenings: Happenings, vault: SeedVault, wish: VoidShoe, by: Member) -> None:
    """
    The procedure for a seed that is lost or wrong: the round goes back, the shoe is void.

    A shoe whose seed is good is not voided: nobody gets rid of one without revealing it.
    """
    table = happenings.table(wish.table)
    shoe = _shoe_on(table)
    check_reason(wish.reason)
    code = _fault_of(vault, wish.table, shoe)
    if table.round is not None:
        _check_claims(table)
        end_round(happenings, wish.table, wish.reason, by)
    happenings.add(
        ShoeVoided(
            table=wish.table,
            number=shoe.number,
            commitment=shoe.commitment,
            dealt=shoe.dealt,
            code=code,
            reason=wish.reason,
            by=by.badge,
        )
    )
    _commit(happenings, vault, wish.table, by, wish.reason)


def _fault_of(vault: SeedVault, table: str, shoe: ShoeState) -> str:
    if shoe.fault == RoomRefusal.ROOM_RESTORED:
        return shoe.fault
    try:
        opened_seed(vault, table, shoe)
    except SeedRefused as refused:
        return refused.code.value
    raise RoomRefused(
        RoomRefusal.SEED_IS_GOOD,
        f"the seed of shoe {shoe.number} of {table} is good: play on, or throw the shoe away "
        "between rounds",
    )


def _check_claims(table: TableState) -> None:
    """A claim is the player's: it is paid or taken off before the round ends without its cards."""
    assert table.round is not None
    for award in table.round.awards:
        if award.state is AwardState.CLAIMED:
            raise RoomRefused(
                RoomRefusal.AWARD_IS_OPEN,
                f"spot {award.spot} has a claimed award: confirm it or void the claim, then void "
                "the shoe",
            )


def _shoe_on(table: TableState) -> ShoeState:
    if table.shoe is None:
        raise RoomRefused(
            RoomRefusal.NO_SHOE, f"there is no shoe on {table.spec.table}: shuffle first"
        )
    return table.shoe


def _check_between_rounds(table: TableState) -> None:
    if table.round is not None and table.round.hands:
        raise RoomRefused(
            RoomRefusal.ROUND_IS_OPEN,
            f"a round is open on {table.spec.table}: shuffle when it is over",
        )


def _commit(happenings: Happenings, vault: SeedVault, name: str, by: Member, reason: str) -> None:
    """The next shoe; a table that is closed or cannot play by its rules gets none."""
    table = happenings.table(name)
    if not table.is_open or rules_fault(table):
        return
    happenings.add(
        committed(
            vault,
            ShoeNumber(table=name, number=table.shoes + 1),
            deck=table.game_on(None).rules.deck,
            decks=table.spec.decks,
            cut_card=table.spec.cut_card,
            by=by.badge,
            reason=reason,
        )
    )
