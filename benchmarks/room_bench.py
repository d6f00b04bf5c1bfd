"""How many keys a second a whole room takes: decided, dealt, accounted for and on the disk."""

from __future__ import annotations

import itertools
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Final

from tests.postgres import postgres_or_skip
from tests.room.houses import Game, House, new_room, place_in, spec
from tests.room.houses import parameters as parameters_of
from upcard.money import Cents
from upcard.room.money_events import Link
from upcard.room.money_orders import OpenProgressive
from upcard.room.orders import Order, Signature
from upcard.room.room_openings import open_room
from upcard.room.table_orders import AddTable, OpenTable, Operate, ShuffleShoe
from upcard.table import Decision, awaits
from upcard.table.awaits import AwaitAward, AwaitDecision, AwaitEnd
from upcard.table.commands import (
    Choose,
    Command,
    EndGame,
    LiftWager,
    PlaceWager,
    PressDeal,
    StartGame,
)
from upcard.web.servers import prepare_interpreter

GAME = Game("kings-bounty", "trilux-progressive", "PT6", "trilux-progressive", "", "", "meter", 100)
TABLES = 16
ROUNDS = int(os.environ.get("UPCARD_BENCH_ROUNDS", "24"))
SPOTS = range(1, 8)
Step = Callable[[House, str], Iterator[Command]]
_DEALERS: Final = ThreadPoolExecutor(TABLES)
"""Threads that stay, as a server's do."""


def run() -> None:
    """Print keys and START GAMEs a second, in an interpreter that is set as the server's is."""
    prepare_interpreter()
    print(f"room, {TABLES} tables of seven spots on one hot meter, every key on the disk:")
    with tempfile.TemporaryDirectory() as folder:
        _measure("SQLite", Path(folder), None)
    try:
        url = postgres_or_skip().new_database()
    except BaseException as reason:
        print(f"  PostgreSQL  not measured: {reason}")
        return
    with tempfile.TemporaryDirectory() as folder:
        _measure("PostgreSQL", Path(folder), url)


def _measure(name: str, folder: Path, url: str | None) -> None:
    house = _house(folder, url)
    tables = list(house.room.state.tables)
    spent = {"wagers": 0.0, "start": 0.0, "play": 0.0}
    keys = dict.fromkeys(spent, 0)
    for _ in range(ROUNDS):
        for phase, step in (("wagers", _wagers), ("start", _start), ("play", _play)):
            began = time.perf_counter()
            keys[phase] += _together(house, tables, step)
            spent[phase] += time.perf_counter() - began
        _shuffle_where_needed(house, tables)
    total = sum(keys.values()) / sum(spent.values())
    starts = keys["start"] / spent["start"]
    print(f"  {name:<10} {total:7,.0f} keys/s in whole rounds ({sum(keys.values()):,} keys)")
    print(f"  {name:<10} {starts:7,.0f} START GAMEs/s, seven progressive wagers each, dealt")
    entries = house.room.sequence
    place = house.place
    house.room.close()
    began = time.perf_counter()
    open_room(place).close()
    print(
        f"  {name:<10} {time.perf_counter() - began:7.2f} s to start again on {entries:,} entries"
    )


def _house(folder: Path, url: str | None) -> House:
    place = place_in(folder, url)
    house = House(new_room(place), place, GAME)
    names = tuple(f"t{number}" for number in range(1, TABLES + 1))
    for name in names:
        house.done("tech-1", AddTable(replace(spec(name, GAME), cut_card=230)), "exec-1")
    link = Link(
        progressive="prog",
        wager=GAME.wager,
        paytable=GAME.paytable,
        tables=names,
        executive_from=(),
    )
    house.done("tech-1", OpenProgressive(parameters_of(GAME), link), "exec-1")
    for name in names:
        house.done("sup-1", OpenTable(name, "deal-1"))
    _shuffle_where_needed(house, names)
    return house


def _shuffle_where_needed(house: House, tables: list[str] | tuple[str, ...]) -> None:
    for name in tables:
        shoe = house.room.state.tables[name].shoe
        if shoe is None or shoe.is_past_cut_card:
            house.done("deal-1", ShuffleShoe(name, "bench"))
            house.cut(name)


def _together(house: House, tables: list[str], step: Step) -> int:
    """Every table does *step* in a thread of its own, as dealers do; how many keys that was."""
    return sum(_DEALERS.map(lambda name: _alone(house, name, step), tables))


_ids = itertools.count()


def _alone(house: House, table: str, step: Step) -> int:
    count = 0
    for command in step(house, table):
        answer = house.room.submit(
            Order(id=f"key {next(_ids)}", by=Signature("deal-1"), wish=Operate(table, command))
        )
        assert not answer.is_refused, answer.message
        count += 1
    return count


def _wagers(house: House, table: str) -> Iterator[Command]:
    for spot in SPOTS:
        yield PlaceWager(spot, "main", Cents(1000))
        yield PlaceWager(spot, GAME.wager, Cents(500))


def _start(house: House, table: str) -> Iterator[Command]:
    yield StartGame()


def _play(house: House, table: str) -> Iterator[Command]:
    while True:
        round_ = house.round_on(table)
        awaited = awaits(round_)
        if isinstance(awaited, AwaitEnd):
            yield EndGame()
            return
        assert not isinstance(awaited, AwaitAward), "three suited aces in a benchmark"
        if isinstance(awaited, AwaitDecision):
            yield Choose(Decision.STAND)
        elif round_.stage == "lifting":
            yield LiftWager(1, GAME.wager)
        else:
            yield PressDeal()
