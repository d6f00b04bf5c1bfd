"""What a room reads from its seeds besides cards: hole cards, and whether a table must stop."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType

from upcard.cards import FACE_DOWN, Card
from upcard.room.fairness.table_shoes import (
    SeedRefused,
    SeedVault,
    ShoeResumed,
    ShoeStopped,
    opened_seed,
    order_of,
)
from upcard.room.refusals import RoomRefusal
from upcard.room.state import RoomState
from upcard.room.table_states import TableState
from upcard.table.events import CardDealt


def with_hole_cards(state: RoomState, vault: SeedVault) -> RoomState:
    """
    *state* with the hole cards of open rounds, which no record tells before they are shown.

    Where the seed is lost or wrong the card stays face down: that table cannot go on.
    """
    unknown = [table for table in state.tables.values() if table.is_hole_unknown]
    told = {table.spec.table: _with_hole_card(table, vault) for table in unknown}
    return replace(state, tables=MappingProxyType({**state.tables, **told})) if told else state


def _with_hole_card(table: TableState, vault: SeedVault) -> TableState:
    try:
        return table.with_hole(_hole_card(table, vault))
    except SeedRefused:
        return table


def _hole_card(table: TableState, vault: SeedVault) -> Card:
    assert table.shoe is not None, "a round with a hole card is dealt from a shoe"
    dealt = [event.card for event in table.happened if isinstance(event, CardDealt)]
    first = table.shoe.dealt - len(dealt)
    return order_of(vault, table.spec.table, table.shoe)[first + dealt.index(FACE_DOWN)]


def seed_faults(state: RoomState, vault: SeedVault) -> Iterator[SeedRefused]:
    """The shoes on the tables whose seed is lost or is not the one committed to."""
    for name, table in state.tables.items():
        if table.shoe is not None:
            try:
                opened_seed(vault, name, table.shoe)
            except SeedRefused as refused:
                yield refused


def seed_news(state: RoomState, vault: SeedVault) -> list[ShoeStopped | ShoeResumed]:
    """What is to be recorded of the seeds: tables that stop now, and tables that go on again."""
    faults = {refused.table: refused for refused in seed_faults(state, vault)}
    news: list[ShoeStopped | ShoeResumed] = []
    for name, table in state.tables.items():
        if table.shoe is None:
            continue
        refused = faults.get(name)
        if refused is not None and refused.code.value != table.shoe.fault:
            news.append(
                ShoeStopped(
                    table=name,
                    number=table.shoe.number,
                    commitment=table.shoe.commitment,
                    code=refused.code.value,
                    message=str(refused),
                )
            )
        elif refused is None and table.shoe.fault not in ("", RoomRefusal.ROOM_RESTORED):
            news.append(ShoeResumed(table=name, number=table.shoe.number))
    return news
