"""`upcard room`: claim, confirm, void and reverse awards; void rounds; adjust meters."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.cards import Card
from upcard.commands.locale_amounts import shown
from upcard.commands.room.command_desk import Desk, Signs, at_desk, check_writable
from upcard.commands.room.progressive_commands import level_of
from upcard.commands.room.room_lines import round_record, tell_movements, tell_round
from upcard.commands.room.shared_options import (
    Amount,
    AwardWager,
    Level,
    Out,
    ProgressiveName,
    Reason,
    Spot,
    TableName,
)
from upcard.jackpot import Fund
from upcard.jackpot.commands import AdjustmentDirection, AdjustmentReason

if TYPE_CHECKING:
    from upcard.books.slip_pages import WinPage
    from upcard.table.rounds import Award


@at_desk(Signs.ONE)
def claim(
    desk: Desk,
    table: TableName,
    spot: Spot,
    wager: AwardWager = None,
    outcome: Annotated[
        str | None,
        typer.Argument(metavar="[OUTCOME]", help="The winning hand, by its name in the paytable."),
    ] = None,
) -> None:
    """Claim an award: press the hand button of a spot that won. Press again to undo."""
    from upcard.room.table_orders import Operate
    from upcard.table.commands import PressHandButton

    award = award_at(desk, table, spot, wager)
    named = wager or (award.wager if award else "")
    won = outcome or (award.outcome if award else "")
    record = desk.order(Operate(table, PressHandButton(spot, named, won)))
    now = award_at(desk, table, spot, named)
    shown = round_record(desk.state, desk.table(table))
    record |= {"state": now.state.value if now else None, "table": shown}
    desk.show(record, lambda: tell_round(shown))


@at_desk(Signs.ONE)
def verify(
    desk: Desk,
    table: TableName,
    spot: Spot,
    wager: AwardWager = None,
    player: Annotated[
        str, typer.Option("--player", metavar="CARDS", help="The player's cards, like '7h 7d'.")
    ] = "",
    dealer: Annotated[
        str, typer.Option("--dealer", metavar="CARDS", help="The dealer's cards, up card first.")
    ] = "",
) -> None:
    """Press CONFIRM, after looking at the winning hand. A hand-dealt table may need its cards."""
    from upcard.room.money_orders import ConfirmWin

    award = award_at(desk, table, spot, wager)
    named = wager or (award.wager if award else "")
    cards = (_cards("--player", player), _cards("--dealer", dealer))
    desk.done(ConfirmWin(table, spot, named, *cards), f"spot {spot} of {table} is confirmed: swipe")


def _cards(option: str, text: str) -> tuple[Card, ...]:
    try:
        return tuple(Card.parse(word) for word in text.split())
    except ValueError as error:
        raise typer.BadParameter(f"{option}: {error}") from None


@at_desk(Signs.ONE, moves_money=True)
def confirm(
    desk: Desk, table: TableName, spot: Spot, wager: AwardWager = None, out: Out = None
) -> None:
    """Swipe: pay an award after CONFIRM, signed by the role it needs. --out writes the page."""
    from upcard.room.money_orders import PrintSlip, SwipeAward

    check_writable(out)
    award = award_at(desk, table, spot, wager)
    record = desk.order(SwipeAward(table, spot, wager or (award.wager if award else "")))
    if out is not None:
        printed = desk.order(PrintSlip(record["slip"]))
        is_reprint = printed["reprint"] or printed["repeated"]
        _write_page(desk, record["slip"], out, is_reprint=is_reprint)
        record["out"] = str(out)
    desk.told(record, f"paid {shown(record['paid'])}, win page {record['slip']}")


@at_desk(Signs.ONE, moves_money=True)
def void_claim(
    desk: Desk, table: TableName, spot: Spot, reason: Reason, wager: AwardWager = None
) -> None:
    """Void a claim that is not paid yet."""
    from upcard.room.money_orders import VoidClaim

    award = award_at(desk, table, spot, wager)
    wish = VoidClaim(table, spot, wager or (award.wager if award else ""), reason)
    desk.done(wish, f"the claim on spot {spot} of {table} is void")


@at_desk(Signs.ONE, moves_money=True)
def void_round(desk: Desk, table: TableName, reason: Reason) -> None:
    """Void a round that cannot be finished. Wagers still in play go back to the players."""
    from upcard.room.table_orders import VoidRound
    from upcard.table.movements import movements_of_void

    round_ = desk.table(table).round
    moved = [asdict(one) for one in movements_of_void(round_)] if round_ else []
    record = desk.order(VoidRound(table, reason)) | {"movements": moved}
    desk.told(record, f"the round on {table} is void: give back every unsettled wager")
    if not desk.as_json:
        tell_movements(moved)


@at_desk(Signs.TWO, moves_money=True)
def reverse(
    desk: Desk,
    slip: Annotated[int, typer.Argument(metavar="NUMBER", help="The number of the win page.")],
    reason: Reason,
) -> None:
    """Reverse a paid award. Needs two people; the win stays on record."""
    from upcard.room.money_orders import ReverseAward

    progressive, level, award = _paid(desk, slip)
    wish = ReverseAward(progressive=progressive, level=level, award_id=award, reason=reason)
    desk.done(
        wish,
        f"win page {slip} is REVERSED and {progressive} {level} is restored: do not pay it; if it "
        "was paid, collect it back",
    )


@at_desk(Signs.TWO, moves_money=True)
def adjust(
    desk: Desk,
    progressive: ProgressiveName,
    amount: Amount,
    is_raise: Annotated[bool, typer.Option("--raise/--reduce", help="Raise or reduce the fund.")],
    reason: Annotated[AdjustmentReason, typer.Option("--reason", help="The documented reason.")],
    evidence: Annotated[
        str, typer.Option("--evidence", help="The evidence, like a report or work order number.")
    ],
    level: Level = None,
    fund: Annotated[
        Fund, typer.Option("--fund", help="The fund of the level to change.")
    ] = Fund.METER,
) -> None:
    """Change a fund of a level for a documented reason. Needs two people of different roles."""
    from upcard.room.money_orders import AdjustMeter

    wish = AdjustMeter(
        progressive=progressive,
        level=level_of(desk, progressive, level),
        reason=reason,
        direction=AdjustmentDirection.RAISE if is_raise else AdjustmentDirection.REDUCE,
        fund=fund,
        amount=amount,
        evidence=evidence,
    )
    record = desk.order(wish)
    now = desk.state.jackpots.progressives[progressive].levels[wish.level].balances[fund]
    desk.told({**record, "after": now}, f"{progressive} {wish.level} {fund.value} is {shown(now)}")


@at_desk(Signs.ONE)
def slip(
    desk: Desk,
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="The number of the win page.")],
    out: Out = None,
) -> None:
    """Print a win page. Every print is recorded, and later ones say REPRINT."""
    from upcard.books.slip_pages import page_of
    from upcard.books.slips import slip_of
    from upcard.room.money_orders import PrintSlip

    check_writable(out)
    record = desk.order(PrintSlip(number))
    is_reprint = record["reprint"] or record["repeated"]
    page = page_of(slip_of(desk.room.journal, number), is_reprint)
    if out is not None:
        _write_page(desk, number, out, is_reprint=is_reprint)
        record["out"] = str(out)
    desk.show({**record, "slip": page}, lambda: _tell_page(page, out))


def _tell_page(page: WinPage, out: Path | None) -> None:
    void = "  REVERSED" if page["is_reversed"] else ""
    again = "  REPRINT" if page["is_reprint"] else ""
    print(f"{page['title']}{again}{void}  {page['amount']}")
    for part in ("win", "place", "people"):
        rows = page[part]
        assert isinstance(rows, list)
        for heading, *texts in rows:
            print(f"  {heading:<16} {'  '.join(texts)}")
    for line in (page["cards_note"], page["tax"]):
        if line:
            print(f"  {line}")
    if out is not None:
        print(f"wrote {out}")


def _write_page(desk: Desk, number: int, out: Path, *, is_reprint: bool) -> None:
    from upcard.books.slip_pages import slip_pdf
    from upcard.books.slips import slip_of
    from upcard.room.files import write_private
    from upcard.room.prints import failures_recorded

    with failures_recorded(desk.room, number, desk.badge):
        write_private(out, slip_pdf(slip_of(desk.room.journal, number), is_reprint))


def award_at(desk: Desk, table: str, spot: int, wager: str | None) -> Award | None:
    """The award on a spot, or on one of its wagers; the room refuses if there is none."""
    round_ = desk.table(table).round
    found = [
        award
        for award in (round_.awards if round_ else ())
        if award.spot == spot and wager in (None, award.wager)
    ]
    if len(found) > 1:
        names = ", ".join(award.wager for award in found)
        raise typer.BadParameter(f"spot {spot} has several awards: name one of {names}")
    return found[0] if found else None


def _paid(desk: Desk, slip: int) -> tuple[str, str, str]:
    """Progressive, level and award of a win page."""
    from upcard.room.projections.award_facts import award_of_page
    from upcard.room.refusals import RoomRefusal, RoomRefused

    award = award_of_page(desk.room.journal, slip)
    for name, progressive in desk.state.jackpots.progressives.items():
        for level_name, level in progressive.levels.items():
            if any(one.id == award for one in level.posted):
                return name, level_name, award
    raise RoomRefused(
        RoomRefusal.SLIP_UNKNOWN,
        f"win page is {slip}: the room has issued {desk.state.slips} so far",
    )
