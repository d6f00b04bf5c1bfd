"""Shuffling and cutting at a table."""

from __future__ import annotations

from upcard.room.happenings import Happenings
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.shoes import SeedVault, ShoeCut, committed, revealed
from upcard.room.shuffling import ShoeNumber
from upcard.room.staff import Member


def shuffle_shoe(
    happenings: Happenings, vault: SeedVault, name: str, reason: str, by: Member
) -> None:
    """A new shoe between rounds. The one before it is revealed, abandoned or not."""
    table = happenings.table(name)
    if table.round is not None and table.round.hands:
        raise RoomRefused(
            RoomRefusal.ROUND_IS_OPEN, f"a round is open on {name}: shuffle when it is over"
        )
    if not reason.strip():
        raise RoomRefused(
            RoomRefusal.REASON_MISSING, "say why the shoe is shuffled: cut card, or what happened"
        )
    if table.shoe is not None:
        happenings.add(revealed(vault, name, table.shoe, by=by.badge, reason=reason))
    spec = table.spec
    happenings.add(
        committed(
            vault,
            ShoeNumber(table=name, number=table.shoes + 1),
            deck=table.game_on(None).rules.deck,
            decks=spec.decks,
            cut_card=spec.cut_card,
            by=by.badge,
            reason=reason,
        )
    )


def cut_shoe(happenings: Happenings, name: str, cut: str, by: Member) -> None:
    """The table's part, after the commitment is published and before the first card."""
    shoe = happenings.table(name).shoe
    if shoe is None:
        raise RoomRefused(RoomRefusal.NO_SHOE, "there is no shoe to cut: shuffle first")
    if shoe.cut:
        raise RoomRefused(
            RoomRefusal.SHOE_ALREADY_CUT, f"shoe {shoe.number} is cut already: one cut a shoe"
        )
    if not cut.strip() or not cut.isprintable() or len(cut) > 64:
        raise RoomRefused(
            RoomRefusal.SHOE_NOT_CUT, "a cut is a position or a word from the table, up to 64 signs"
        )
    happenings.add(ShoeCut(name, shoe.number, cut.strip(), by.badge))
