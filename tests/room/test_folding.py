"""A room is the same room however it is folded: whole, or from a snapshot of any entry and on."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.faults.counts import count
from tests.faults.scripts import BLAZING
from tests.jackpot.jackpots import Desk, level
from tests.jackpot.test_records import random_act
from tests.room.houses import MEMBERS, PIN, PINS, UNIT, cut_wishes, parameters, rig, spec
from tests.room.test_random_keys import any_wish
from upcard.jackpot import AwardLock, BooksBroken, JackpotRefused, Jackpots, Parameters, fold
from upcard.jackpot import apply as apply_jackpot
from upcard.jackpot.accounts import Fund
from upcard.jackpot.commands import AdjustmentDirection, AdjustmentReason
from upcard.jackpot.jackpot_records import read_event, read_state, write_event, write_state
from upcard.journal.canonical import canonical
from upcard.money import Cents
from upcard.plain import CodecError, tagged
from upcard.room.fairness.seeds import with_hole_cards
from upcard.room.fairness.table_shoes import FileVault
from upcard.room.money_events import BankRecorded, Link
from upcard.room.money_orders import (
    AdjustMeter,
    ConfirmWin,
    OpenProgressive,
    RecordDeposit,
    ReverseAward,
    SwipeAward,
)
from upcard.room.orders import Order, ReportMalfunction, Signature, Wish
from upcard.room.people.staff import added
from upcard.room.procedures.order_decisions import decide
from upcard.room.refusals import REFUSALS
from upcard.room.room_records import event_from_data, event_text
from upcard.room.room_snapshots import snapshot_data, state_from_snapshot
from upcard.room.state import RoomState, apply
from upcard.room.table_orders import AddTable, OpenTable, Operate, ShuffleShoe
from upcard.table import awaits
from upcard.table.awaits import AwaitAward, AwaitDecision, AwaitEnd, AwaitLift, AwaitWagers
from upcard.table.commands import (
    Choose,
    Command,
    EndGame,
    LiftWager,
    PlaceWager,
    PressDeal,
    PressHandButton,
    StartGame,
)
from upcard.table.rounds import AwardState

SEED = "folding 2026"
EVERY = 3
HITS = {
    "Mega": "2c 7d 7d 6h 7d 9c Kd Kd Kd",
    "Major": "2c 7s 7s 6h 7s 9c Kd Kd Kd",
    "Minor": "2c 7d 7h 6h 7d 9c Kd Kd Kd",
}
"""Shoes in which spot 4 wins from a level, round after round."""


def random_parameters(rng: random.Random) -> Parameters:
    """Levels in any order, each with rates of its own."""
    usual = parameters(BLAZING, rng.choice([*AwardLock]))
    levels = [
        replace(
            one,
            rate=Fraction(rng.randint(1, 90), rng.choice([300, 700, 1000])),
            reserve_rate=Fraction(rng.randint(0, 9), rng.choice([100, 370])),
            hidden_rate=Fraction(rng.randint(0, 2), 1000),
            seed=Cents(rng.randint(20_000, 400_000)),
            limit=rng.choice([None, Cents(500_000)]),
        )
        for one in usual.levels
    ]
    rng.shuffle(levels)
    return replace(usual, levels=tuple(levels), certified_rate=None)


def in_order(value: Any) -> Any:
    """*value* as lists, which are equal only if their order is: mappings do not care for it."""
    match value:
        case Mapping():
            return [(in_order(key), in_order(one)) for key, one in value.items()]
        case tuple() | list():
            return [in_order(one) for one in value]
        case _ if is_dataclass(value):
            return [in_order(getattr(value, one.name)) for one in fields(value)]
        case _:
            return value


class Rooms:
    """The same room, folded in several ways at once."""

    def __init__(self, vault: FileVault, rng: random.Random) -> None:
        self.vault, self.rng = vault, rng
        self.state = RoomState()
        self.folded = RoomState()
        """From the journal's own texts alone."""
        self.restarted: list[RoomState] = []
        """Each started from a snapshot of an entry, and folded on."""
        self.entries = 0
        for one in MEMBERS:
            event = added(
                self.state.staff, PINS, badge=one.badge, name=one.name, role=one.role, pin=one.pin
            )
            self.entry([event])

    def order(self, badge: str, wish: Wish, second: str | None = None) -> bool:
        """Decide an order on the room; whether it was carried out."""
        order = Order(
            id=f"o{self.entries}",
            by=Signature(badge, PIN),
            wish=wish,
            second=Signature(second, PIN) if second else None,
        )
        try:
            decided = decide(self.state, order, self.vault, PINS)
        except REFUSALS:
            return False
        self.entry(list(decided.events))
        assert self.state == decided.state
        return decided.refusal is None

    def entry(self, events: list[Any]) -> None:
        """Fold an entry everywhere; now and then somebody starts from a snapshot of it."""
        for event in events:
            self.state = apply(self.state, event)
        texts = [event_text(event) for event in events]
        for event, text in zip(events, texts, strict=True):
            hidden = getattr(event, "is_hidden", False)
            assert text == canonical(json.loads(text) if hidden else tagged(event))
        self.folded = self._told(self.folded, texts)
        self.restarted = [self._told(one, texts) for one in self.restarted]
        self.entries += 1
        if self.entries % EVERY == 0:
            text = canonical(snapshot_data(self.state))
            self.restarted = [*self.restarted[-2:], state_from_snapshot(json.loads(text))]
        self.compare()

    def _told(self, state: RoomState, texts: list[str]) -> RoomState:
        for text in texts:
            state = apply(state, event_from_data(json.loads(text)))
        return state

    def compare(self) -> None:
        """Byte for byte, the order of everything included."""
        expected = canonical(snapshot_data(self.state))
        for other in (self.folded, *self.restarted):
            assert canonical(snapshot_data(other)) == expected
            assert with_hole_cards(other, self.vault) == with_hole_cards(self.state, self.vault)
        if self.entries % EVERY == 0:
            assert in_order(self.restarted[-1]) == in_order(self.folded)


def set_up(rooms: Rooms) -> None:
    """Two tables on one progressive."""
    for table in ("t1", "t2"):
        assert rooms.order("tech-1", AddTable(spec(table, BLAZING)), "exec-1")
    made = random_parameters(rooms.rng)
    link = Link(
        progressive="prog",
        wager=BLAZING.wager,
        paytable="ML03",
        tables=("t1", "t2"),
        executive_from=(("Minor", Cents(9_000_000)), ("Mega", Cents(8_000_000))),
    )
    assert rooms.order("tech-1", OpenProgressive(made, link), "exec-1")
    for table, dealer in (("t1", "deal-1"), ("t2", "deal-2")):
        assert rooms.order("sup-1", OpenTable(table, dealer))
        assert rooms.order(dealer, ShuffleShoe(table, "opening"))
        for wish in cut_wishes(table):
            assert rooms.order(dealer, wish)


def next_order(rooms: Rooms) -> tuple[str, Wish, str | None]:
    """What comes next: mostly the right key, sometimes a correction, sometimes anything."""
    rng, state = rooms.rng, rooms.state
    table, dealer = rng.choice([("t1", "deal-1"), ("t2", "deal-2")])
    luck = rng.random()
    if luck < 0.06:
        name = rng.choice(list(state.jackpots.progressives["prog"].levels))
        return (
            "acct-1",
            AdjustMeter(
                progressive="prog",
                level=name,
                reason=AdjustmentReason.DISPLAY_ERROR,
                direction=rng.choice([*AdjustmentDirection]),
                fund=Fund.METER,
                amount=Cents(rng.randint(1, 900)),
                evidence="work order",
            ),
            "sup-1",
        )
    if luck < 0.1:
        return "sup-1", reversal(rooms), "exec-1"
    if luck < 0.14:
        return "acct-1", RecordDeposit("prog", Cents(rng.randint(1, 99)), "slip"), None
    if luck < 0.2:
        return rng.choice(["deal-1", "sup-1", "exec-1"]), any_wish(rng), None
    round_ = state.tables[table].round
    if round_ is not None and isinstance(awaited := awaits(round_), AwaitAward):
        if awaited.award.state is AwardState.CLAIMED:
            act = SwipeAward if awaited.award.is_verified else ConfirmWin
            return "exec-1", act(table, awaited.award.spot, awaited.award.wager), None
    return dealer, Operate(table, key(rooms, table)), None


def reversal(rooms: Rooms) -> Wish:
    """The last award that stands, if there is one."""
    for name, held in rooms.state.jackpots.progressives["prog"].levels.items():
        for posted in held.posted[::-1]:
            if not posted.reversal:
                return ReverseAward(
                    progressive="prog", level=name, award_id=posted.id, reason="wrong hand"
                )
    return ReportMalfunction("sensor", "stays lit")


def key(rooms: Rooms, table: str) -> Command:
    """The key that the table asks for."""
    round_ = rooms.state.tables[table].round
    if round_ is None:
        return PlaceWager(1, "main", Cents(1000))
    wagers = {(one.spot, one.name) for one in round_.wagers}
    match awaits(round_):
        case AwaitWagers():
            wanted = [(1, "main"), (1, BLAZING.wager), (4, "main"), (4, BLAZING.wager)]
            for spot, wager in wanted:
                if (spot, wager) not in wagers:
                    return PlaceWager(spot, wager, UNIT if wager != "main" else Cents(1000))
            return StartGame()
        case AwaitLift(lifted):
            return LiftWager(*lifted[0])
        case AwaitDecision(legal=legal):
            return Choose(rooms.rng.choice(legal))
        case AwaitAward(award):
            return PressHandButton(award.spot, award.wager, award.outcome)
        case AwaitEnd():
            return EndGame()
        case _:
            return PressDeal()


def test_any_room_is_the_same_from_its_journal_and_from_a_snapshot_of_any_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many, orders = count(5, 1000), 90
    print(f"seed {SEED}, {many} rooms of {orders} orders, a snapshot every {EVERY} entries")
    done: Counter[str] = Counter()
    for number in range(many):
        rng = random.Random(f"{SEED} {number}")
        rig(monkeypatch, HITS[rng.choice(list(HITS))])
        rooms = Rooms(FileVault(tmp_path / str(number)), rng)
        set_up(rooms)
        for _ in range(orders):
            badge, wish, second = next_order(rooms)
            if rooms.order(badge, wish, second):
                done[type(wish).__name__] += 1
    print(dict(done))
    assert {"AdjustMeter", "ReverseAward", "SwipeAward", "RecordDeposit"} <= done.keys()


NAMES = ["Zebra", "mega", "Major", "Ärger", "a", "B", "10", "9"]


@pytest.mark.parametrize("lock", AwardLock)
def test_levels_of_any_names_in_any_order_survive_a_snapshot_at_every_event(
    lock: AwardLock,
) -> None:
    lives = count(12, 200)
    for life in range(lives):
        rng = random.Random(f"{SEED} levels {life} {lock}")
        names = rng.sample(NAMES, 3)
        levels = [
            level(
                name,
                rate=Fraction(rng.randint(1, 30), 100 + place),
                reserve_rate=Fraction(rng.randint(0, 3), 101),
                seed=Cents(50_000),
            )
            for place, name in enumerate(names)
        ]
        desk = Desk(*levels, award_lock=lock)
        for number in range(40):
            try:
                random_act(rng, desk, number, names)
            except JackpotRefused:
                continue
        state, kept = None, None
        for event in desk.events:
            told = read_event(json.loads(canonical(write_event(event))))
            kept = apply_jackpot(kept or read_state({"progressives": [], "used": []}), told)
            state = read_state(json.loads(canonical(write_state(kept))))
            assert canonical(write_state(state)) == canonical(write_state(kept))
            kept = state
        assert kept is not None
        assert canonical(write_state(kept)) == canonical(write_state(desk.jackpots))
        assert [one.name for one in kept.progressives["bahama"].parameters.levels] == names


def folded_jackpots(events: list[dict[str, Any]]) -> Jackpots:
    """What recorded events make of the jackpots."""
    return fold([read_event(data) for data in events])


def without_names(events: list[dict[str, Any]], order: tuple[int, ...]) -> list[dict[str, Any]]:
    """Contributions as version 0.1 recorded them, the levels in another order."""
    told = []
    for data in events:
        if data["kind"] == "Contributed":
            rests = [{"display": x["display"], "reserve": x["reserve"]} for x in data["carried"]]
            data = {**data, "carried": [rests[place] for place in order]}
        told.append(data)
    return told


def test_a_record_of_version_0_1_that_names_no_level_is_folded_by_its_rates() -> None:
    desk = Desk(
        level("Mega", rate=Fraction(1, 7)),
        level("Major", rate=Fraction(1, 11)),
        level("Minor", rate=Fraction(1, 13)),
    )
    for number in range(12):
        desk.wager(str(100 + number))
    events = [write_event(event) for event in desk.events]
    for order in itertools.permutations(range(3)):
        assert folded_jackpots(without_names(events, order)) == desk.jackpots
    *rest, last = without_names(events, (0, 1, 2))
    wrong = {**last, "carried": [{"display": "1/3", "reserve": "0"}] * 3}
    with pytest.raises(BooksBroken, match="the record differs"):
        folded_jackpots([*rest, wrong])


def test_an_amount_that_is_no_whole_number_is_not_recorded() -> None:
    wrong: Any = 10.5

    with pytest.raises(CodecError, match=r"value is 10.5: a record holds text and whole numbers"):
        event_text(BankRecorded(balance=wrong, owed=Cents(0), by="acct-1"))
