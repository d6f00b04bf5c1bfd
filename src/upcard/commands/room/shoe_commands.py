"""`upcard room`: shuffle, cut, throw away and void shoes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from upcard.commands.room.command_desk import Desk, Signs, at_desk
from upcard.commands.room.shared_options import Reason, TableName
from upcard.commands.room.typed_keys import card_word
from upcard.room.fairness.real_shoes import SetAside

if TYPE_CHECKING:
    from upcard.room.orders import Wish


@at_desk(Signs.ONE)
def shuffle(
    desk: Desk,
    table: TableName,
    reason: Annotated[
        str | None, typer.Option("--reason", help="The reason, if it is not the cut card.")
    ] = None,
) -> None:
    """Shuffle a new shoe when the cut card is out, and reveal the old one."""
    from upcard.room.table_orders import ShuffleShoe

    if reason is None:
        now = desk.table(table)
        has_shoe = now.shoe is not None or now.real_shoe is not None
        reason = "the cut card is out" if has_shoe else "the table opens"
    _new_shoe(desk, table, ShuffleShoe(table, reason))


@at_desk(Signs.ONE)
def abandon_shoe(desk: Desk, table: TableName, reason: Reason) -> None:
    """Throw a shoe away before its cut card comes out, reveal it, and draw another."""
    from upcard.room.table_orders import AbandonShoe

    _new_shoe(desk, table, AbandonShoe(table, reason))


@at_desk(Signs.ONE)
def void_shoe(desk: Desk, table: TableName, reason: Reason) -> None:
    """Void a shoe whose seed is lost or wrong, and its round. A new shoe is drawn."""
    from upcard.room.table_orders import VoidShoe

    _new_shoe(desk, table, VoidShoe(table, reason))


def _new_shoe(desk: Desk, table: str, wish: Wish) -> None:
    record = desk.order(wish)
    now, real = desk.table(table).shoe, desk.table(table).real_shoe
    if real is not None:
        desk.told(record | {"shoe": real.number}, f"shoe {real.number} of {table}: real cards")
        return
    if now is None:
        desk.told(record, f"{table} has no shoe now: it gets one when you open it")
        return
    record |= {"shoe": now.number, "commitment": now.commitment}
    desk.told(record, f"shoe {now.number} of {table}: {now.commitment}")


@at_desk(Signs.ONE)
def set_aside(
    desk: Desk,
    table: TableName,
    why: Annotated[SetAside, typer.Argument(metavar="WHY", help="burned or exposed.")],
    card: Annotated[
        str | None, typer.Argument(metavar="[CARD]", help="The card, like 7h, if it was seen.")
    ] = None,
) -> None:
    """Take a real card out of play: a burn card, or one exposed by mistake."""
    from upcard.room.table_orders import SetCardAside

    seen = card_word(card) if card else None
    desk.done(SetCardAside(table, why, seen), f"{seen or 'a card'} of {table} is {why}")


@at_desk(Signs.ONE)
def correct(
    desk: Desk,
    table: TableName,
    place: Annotated[
        int, typer.Argument(metavar="PLACE", help="Which card of the round, from 1 on.")
    ],
    card: Annotated[str, typer.Argument(metavar="CARD", help="What it really is, like 7h.")],
    reason: Reason,
) -> None:
    """Correct a card of the open round that was read wrong. A supervisor signs."""
    from upcard.room.table_orders import CorrectCard

    desk.done(
        CorrectCard(table, place, card_word(card), reason), f"card {place} of {table} is {card}"
    )


@at_desk(Signs.ONE)
def cut(
    desk: Desk,
    table: TableName,
    position: Annotated[int, typer.Argument(metavar="POSITION", help="A position in the shoe.")],
    word: Annotated[str, typer.Argument(metavar="WORD", help="The player's word.")],
    spot: Annotated[
        int, typer.Option("--spot", help="The player's spot, or 0 for the dealer.")
    ] = 0,
) -> None:
    """Enter a part of the cut that a player said aloud. Every screen shows it."""
    from upcard.room.table_orders import CutShoe

    said = f"{position} {word}"
    desk.done(CutShoe(table, said, spot), f"{table} has the cut {said!r}; next, close the cut")


@at_desk(Signs.ONE)
def close_cut(desk: Desk, table: TableName) -> None:
    """Close the cut. The screens then reveal what they sealed."""
    from upcard.room.table_orders import CloseCut

    desk.done(CloseCut(table), f"the cut of {table} is closed; if nobody objects, confirm it")


@at_desk(Signs.ONE)
def confirm_cut(desk: Desk, table: TableName) -> None:
    """Confirm that everybody saw the cut and nobody objects. You may then deal."""
    from upcard.room.table_orders import ConfirmCut

    desk.done(ConfirmCut(table), f"the shoe of {table} is cut")
