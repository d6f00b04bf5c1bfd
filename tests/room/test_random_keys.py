"""Any key in any order: a refusal changes nothing, and the books always balance (operations 28)."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from tests.faults.counts import count
from tests.faults.scripts import BLAZING, next_wish
from tests.room.houses import PIN, House, new_house, place_in
from upcard.jackpot.levels import broken_identity
from upcard.money import Cents
from upcard.room.fairness.table_shoes import FileVault
from upcard.room.money_orders import ConfirmWin, SwipeAward, VoidClaim
from upcard.room.orders import Order, Signature, Wish
from upcard.room.people.pins import CheckedPins
from upcard.room.procedures.order_decisions import Decided, decide
from upcard.room.refusals import REFUSALS
from upcard.room.state import RoomState, apply
from upcard.room.table_orders import (
    AbandonShoe,
    ChangeDealer,
    CloseCut,
    CloseTable,
    ConfirmCut,
    CutShoe,
    OpenTable,
    Operate,
    ShuffleShoe,
    StepBack,
    VoidRound,
    VoidShoe,
)
from upcard.table import Decision
from upcard.table.commands import (
    Choose,
    Command,
    EndGame,
    LiftWager,
    PlaceWager,
    PressDeal,
    PressHandButton,
    StartGame,
    TakeSeat,
)

SEED = "any key 2026"
OUTCOMES = ("three-7s-diamonds", "three-7s-suited", "three-7s-same-colour", "three-7s", "two-7s")


def any_wish(rng: random.Random) -> Wish:
    """Something that anybody might press."""
    table = rng.choice(["t1", "t1", "t1", "t2", "t9"])
    spot = rng.randrange(0, 9)
    wager = rng.choice(["main", BLAZING.wager, "insurance", "kings-bounty", "nothing"])
    commands: list[Command] = [
        PlaceWager(spot, wager, Cents(rng.choice([0, 500, 1000, 2500, 999_999]))),
        PlaceWager(1 + spot % 7, "main", Cents(1000)),
        PlaceWager(1 + spot % 7, BLAZING.wager, Cents(500)),
        LiftWager(spot, wager),
        LiftWager(1 + spot % 7, BLAZING.wager),
        StartGame(),
        StartGame(),
        PressDeal(),
        PressDeal(),
        EndGame(),
        TakeSeat("p", (1, 2)),
        PressHandButton(spot, BLAZING.wager, rng.choice(OUTCOMES)),
        *(Choose(rng.choice([*Decision])) for _ in range(6)),
    ]
    wishes: list[Wish] = [
        *[Operate(table, rng.choice(commands))] * 14,
        StepBack(table),
        VoidRound(table, rng.choice(["", "a fire alarm"])),
        VoidClaim(table, spot, wager, "wrong hand"),
        ConfirmWin(table, spot, wager),
        SwipeAward(table, spot, wager),
        ShuffleShoe(table, "somebody asked"),
        AbandonShoe(table, rng.choice(["", "somebody asked"])),
        VoidShoe(table, "somebody asked"),
        CutShoe(table, rng.choice(["17", "17 rose", "999 rose"]), spot),
        CloseCut(table),
        ConfirmCut(table),
        CloseTable(table),
        OpenTable(table, rng.choice(["deal-1", "sup-1", "tech-1"])),
        ChangeDealer(table, rng.choice(["deal-1", "deal-2"])),
    ]
    return rng.choice(wishes)


def any_order(state: RoomState, id_: str, rng: random.Random) -> Order:
    """The right key half of the time, so that rounds get somewhere; else any."""
    table = state.tables["t1"]
    if table.is_open and table.shoe and not (table.round and table.round.awards):
        if rng.random() < 0.6:
            wish = next_wish(state, "t1", BLAZING.wager, rng)
            return Order(id=id_, by=Signature(table.dealer, PIN), wish=wish)
    badge = rng.choice(["deal-1"] * 9 + ["deal-2", "sup-1", "exec-1", "tech-1", "reg-1"])
    return Order(id=id_, by=Signature(badge, PIN), wish=any_wish(rng))


def check_books(state: RoomState) -> None:
    """The identity of every level holds."""
    for progressive in state.jackpots.progressives.values():
        for name, level in progressive.levels.items():
            assert not broken_identity(level), f"{name}: {broken_identity(level)}"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    folder: Path = tmp_path_factory.mktemp("keys")
    made = new_house(place_in(folder), BLAZING)
    made.close()
    return made


def test_any_keys_in_any_order(house: House) -> None:
    sequences, keys = count(60, 1000), 120
    print(f"seed {SEED}, {sequences} sequences of {keys} keys")
    vault = FileVault(house.place.folder / "seeds")
    answers: Counter[str] = Counter()
    pins = CheckedPins(house.room.pins)
    for number in range(sequences):
        rng = random.Random(f"{SEED} {number}")
        state = house.room.state
        for key in range(keys):
            order = any_order(state, f"{number}/{key}", rng)
            try:
                decided = decide(state, order, vault, pins)
            except REFUSALS as refused:
                answers[str(refused.code) if str(refused) else "without a sentence"] += 1
                continue
            answers["taken"] += 1
            state = folded(state, decided)
            check_books(state)
    print(dict(answers))
    assert answers["taken"] > sequences * 10
    assert len(answers) >= 22
    assert "without a sentence" not in answers


def folded(before: RoomState, decided: Decided) -> RoomState:
    """What was decided, folded event by event: the state that deciding itself arrived at."""
    state = before
    for event in decided.events:
        state = apply(state, event)
    assert state == decided.state
    return state
