"""`upcard room`: set up, open, run and close tables."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.app.game_sources import read_text
from upcard.app.presentations import counted
from upcard.commands.room.command_desk import Desk, Signs, at_desk
from upcard.commands.room.room_lines import (
    TableLine,
    round_record,
    rules_lines,
    table_record,
    tell_round,
    tell_table,
)
from upcard.commands.room.shared_options import (
    Cards,
    CutCard,
    Dealer,
    Decks,
    MachineShuffled,
    OtherCards,
    Pack,
    Paytables,
    Rules,
    TableName,
    read_pairs,
)
from upcard.table.games import CardSource

if TYPE_CHECKING:
    from upcard.room.orders import Wish
    from upcard.room.table_events import TableSpec


@at_desk(Signs.NOBODY)
def list_tables(desk: Desk) -> None:
    """List the tables of the room."""
    records = [table_record(desk.state, table) for table in desk.state.tables.values()]
    desk.show(records, lambda: _tell_tables(records))


def _tell_tables(records: list[TableLine]) -> None:
    for record in records:
        tell_table(record)
    if not records:
        print("no tables yet")


@at_desk(Signs.TWO)
def add_table(
    desk: Desk,
    table: TableName,
    rules: Annotated[str, typer.Option("--rules", help="A catalogue game, or approved rules.")],
    decks: Decks = None,
    pack: Pack = None,
    paytable: Paytables = None,
    cut_card: CutCard = None,
    cards: Cards = CardSource.DIGITAL,
    machine_shuffled: MachineShuffled = False,
) -> None:
    """Add a table. A technician or executive signs, and an executive approves."""
    from upcard.room.table_orders import AddTable

    chosen = _spec(desk, table, rules, decks, pack, paytable, cut_card, cards)
    chosen = replace(chosen, is_machine_shuffled=machine_shuffled)
    desk.done(AddTable(chosen), f"{table} is set up with {rules}, {counted(chosen.decks, 'deck')}")


@at_desk(Signs.TWO)
def change_table(
    desk: Desk,
    table: TableName,
    rules: Rules = None,
    decks: Decks = None,
    pack: Pack = None,
    paytable: Paytables = None,
    cut_card: CutCard = None,
    cards: OtherCards = None,
) -> None:
    """Change what a closed table plays, or update its rules. Settings you leave out stay."""
    from upcard.room.table_orders import ChangeTable

    now = desk.table(table).spec
    source = cards or now.cards
    if rules is None:
        pairs = {**dict(now.paytables), **read_pairs("--paytable", paytable or [])}
        if cut_card is None and source is now.cards:
            cut_card = now.cut_card
        count = decks or now.decks
        cut = _usual_cut_card(desk, now.rules, count, source) if cut_card is None else cut_card
        chosen = replace(
            now,
            decks=count,
            pack=pack or now.pack,
            paytables=tuple(pairs.items()),
            cut_card=cut,
            cards=source,
        )
    else:
        chosen = _spec(desk, table, rules, decks, pack, paytable, cut_card, source)
        chosen = replace(chosen, is_machine_shuffled=now.is_machine_shuffled)
    if chosen.rules == now.rules:
        for line in rules_lines(table_record(desk.state, desk.table(table))):
            print(line, file=sys.stderr)
    desk.done(ChangeTable(chosen), f"{table} plays {chosen.rules}, {counted(chosen.decks, 'deck')}")


def _spec(
    desk: Desk,
    table: str,
    rules: str,
    decks: int | None,
    pack: str | None,
    paytables: list[str] | None,
    cut_card: int | None,
    cards: CardSource,
) -> TableSpec:
    """The settings given, with the game's default decks and the cut card at three quarters."""
    from upcard.room.table_events import TableSpec

    found = desk.state.rules_named(rules)
    count = found.decks_default if decks is None else decks
    usual = _usual_cut_card(desk, rules, count, cards)
    return TableSpec(
        table=table,
        rules=rules,
        decks=count,
        pack=pack,
        paytables=tuple(read_pairs("--paytable", paytables or []).items()),
        cut_card=usual if cut_card is None else cut_card,
        cards=cards,
    )


def _usual_cut_card(desk: Desk, rules: str, decks: int, cards: CardSource) -> int:
    from upcard.room.procedures.table_setups import usual_cut_card

    return usual_cut_card(desk.state.rules_named(rules), decks, cards)


@at_desk(Signs.TWO)
def approve_rules(
    desk: Desk,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A rules file.")],
    name: Annotated[str, typer.Option("--name", help="The name of these rules in the room.")],
) -> None:
    """Approve rules of your own for this room."""
    from upcard.room.orders import ApproveRules

    desk.done(ApproveRules(name, read_text(file)), f"{name} is approved")


@at_desk(Signs.NOBODY)
def list_rules(desk: Desk) -> None:
    """List the approved rules of the room's own."""
    from upcard.room.recorded_rules import approved_fault

    records = [
        {
            "name": one.name,
            "fingerprint": one.fingerprint,
            "approved_by": one.approved_by,
            "fault": approved_fault(desk.state, one.name),
        }
        for one in desk.state.rules.values()
    ]
    lines = [f"{one['name']}  {one['fingerprint']}  {one['fault']}".rstrip() for one in records]
    desk.show(
        records, lambda: print("\n".join(lines or ["none: the room plays only the catalogue"]))
    )


@at_desk(Signs.ONE)
def open_table(desk: Desk, table: TableName, dealer: Dealer) -> None:
    """Open a table with a dealer."""
    from upcard.room.table_orders import OpenTable

    desk.done(OpenTable(table, dealer), f"{table} is open, dealer {dealer}")


@at_desk(Signs.ONE)
def close_table(desk: Desk, table: TableName) -> None:
    """Close a table between rounds."""
    from upcard.room.table_orders import CloseTable

    desk.done(CloseTable(table), f"{table} is closed")


@at_desk(Signs.ONE)
def change_dealer(
    desk: Desk,
    table: TableName,
    dealer: Annotated[str, typer.Argument(metavar="BADGE", help="The new dealer's badge.")],
) -> None:
    """Change the dealer of an open table."""
    from upcard.room.table_orders import ChangeDealer

    desk.done(ChangeDealer(table, dealer), f"{dealer} deals at {table}")


@at_desk(Signs.NOBODY)
def show_table(desk: Desk, table: TableName) -> None:
    """Show a table and its round."""
    record = round_record(desk.state, desk.table(table))
    desk.show(record, lambda: tell_round(record))


@at_desk(Signs.ONE)
def key(
    desk: Desk,
    table: TableName,
    keys: Annotated[
        list[str],
        typer.Argument(
            metavar="KEY...",
            help="bet SPOT WAGER AMOUNT, lift SPOT WAGER, seat PLAYER SPOT,SPOT, start, deal, "
            "hit, stand, double, split, surrender, rescue, end, back. You may give several.",
        ),
    ],
) -> None:
    """Press keys of a table in order, then show the table."""
    from upcard.commands.room.typed_keys import read_keys

    wishes: list[Wish] = read_keys(table, keys)
    orders = [desk.order(wish) for wish in wishes]
    shown = round_record(desk.state, desk.table(table))
    record = {**orders[-1], "orders": orders, "table": shown}
    desk.show(record, lambda: tell_round(shown))
