"""`upcard room`: shoes shuffled, cut, thrown away and voided."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from upcard.commands.room.command_desk import Desk, Signs, at_desk
from upcard.commands.room.shared_options import Reason, TableName

if TYPE_CHECKING:
    from upcard.room.orders import Wish


@at_desk(Signs.ONE)
def shuffle(
    desk: Desk,
    table: TableName,
    reason: Annotated[
        str | None, typer.Option("--reason", help="Why, if there is more to say than the cut card.")
    ] = None,
) -> None:
    """Shuffle a new shoe when the cut card is out; the one before it is revealed."""
    from upcard.room.orders import ShuffleShoe

    if reason is None:
        has_shoe = desk.table(table).shoe is not None
        reason = "the cut card is out" if has_shoe else "the table opens"
    _new_shoe(desk, table, ShuffleShoe(table, reason))


@at_desk(Signs.ONE)
def abandon_shoe(desk: Desk, table: TableName, reason: Reason) -> None:
    """Throw a shoe away before its cut card comes. It is revealed, and another is drawn."""
    from upcard.room.orders import AbandonShoe

    _new_shoe(desk, table, AbandonShoe(table, reason))


@at_desk(Signs.ONE)
def void_shoe(desk: Desk, table: TableName, reason: Reason) -> None:
    """Void a shoe whose seed is lost or wrong, and the round on it. Another shoe is drawn."""
    from upcard.room.orders import VoidShoe

    _new_shoe(desk, table, VoidShoe(table, reason))


def _new_shoe(desk: Desk, table: str, wish: Wish) -> None:
    record = desk.order(wish)
    now = desk.table(table).shoe
    if now is None:
        desk.told(record, f"{table} has no shoe now: it gets one when it is open")
        return
    record |= {"shoe": now.number, "commitment": now.commitment}
    desk.told(record, f"shoe {now.number} of {table}: {now.commitment}")


@at_desk(Signs.ONE)
def cut(
    desk: Desk,
    table: TableName,
    position: Annotated[int, typer.Argument(metavar="POSITION", help="A place in the shoe.")],
    word: Annotated[str, typer.Argument(metavar="WORD", help="A word of a player.")],
    spot: Annotated[
        int, typer.Option("--spot", help="The spot whose player said it; 0: the dealer's own.")
    ] = 0,
) -> None:
    """Type a part of the cut that was said aloud; every screen shows it."""
    from upcard.room.orders import CutShoe

    said = f"{position} {word}"
    desk.done(CutShoe(table, said, spot), f"{table} has the cut {said!r}; close the cut next")


@at_desk(Signs.ONE)
def close_cut(desk: Desk, table: TableName) -> None:
    """Take no more parts of the cut; the screens open what they sealed."""
    from upcard.room.orders import CloseCut

    desk.done(CloseCut(table), f"the cut of {table} is closed; confirm it if nobody objects")


@at_desk(Signs.ONE)
def confirm_cut(desk: Desk, table: TableName) -> None:
    """Confirm that the whole cut was shown and nobody objects; then cards may be dealt."""
    from upcard.room.orders import ConfirmCut

    desk.done(ConfirmCut(table), f"the shoe of {table} is cut")
