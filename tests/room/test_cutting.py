"""The cut: sealed on screens, typed for voices, closed, opened, shown, confirmed; in that order."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from tests.room.houses import House, new_house, place_in
from tests.room.test_procedures import GAMES
from upcard.journal import Answer
from upcard.money import Cents
from upcard.room.care.audits import audit_room
from upcard.room.fairness.cuts import CutConfirmed, CutOpened, CutSealed, screen_name
from upcard.room.fairness.fair_shuffles import CutPart, ShoeNumber, seal_of
from upcard.room.fairness.table_shoes import (
    FileVault,
    ShoeAbandoned,
    ShoeRevealed,
    ShoeState,
    order_of,
)
from upcard.room.orders import Order, ScreenSignature, Wish
from upcard.room.procedures import cut_keys
from upcard.room.table_events import TableSpec
from upcard.room.table_orders import (
    AbandonShoe,
    AddTable,
    ChangeTable,
    CloseCut,
    CloseTable,
    ConfirmCut,
    CutShoe,
    OpenCut,
    OpenTable,
    Operate,
    SealCut,
    ShuffleShoe,
)
from upcard.table.commands import PlaceWager, StartGame

SALT = "0f" * 16
START = Operate("t1", StartGame())


class Screen:
    """A screen at a table, which gives its part as the page does."""

    def __init__(self, house: House, *spots: int, table: str = "t1", word: str = "tulip") -> None:
        self.house, self.by = house, ScreenSignature(screen_name(spots), table)
        self.part = CutPart(who=self.by.badge, cut=f"113 {word}", salt=SALT)
        self._ids = count()

    def order(self, wish: Wish) -> Answer:
        """Send an order of the screen's own."""
        id_ = f"{self.by.badge} {self.by.table} {id(self)} {next(self._ids)}"
        return self.house.room.submit(Order(id=id_, by=self.by, wish=wish))

    def seal(self) -> Answer:
        """Give the part, sealed."""
        shoe = shoe_on(self.house)
        number = ShoeNumber(table="t1", number=shoe.number)
        return self.order(SealCut("t1", shoe.number, seal_of(shoe.commitment, number, self.part)))

    def open(self, cut: str = "", salt: str = SALT) -> Answer:
        """Tell the part."""
        return self.order(OpenCut("t1", shoe_on(self.house).number, cut or self.part.cut, salt))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A house whose first table has a shoe that nobody has cut."""
    made = new_house(place_in(tmp_path), GAMES["bahama"])
    made.done("sup-1", AbandonShoe("t1", "for the test"))
    yield made
    made.close()


def shoe_on(house: House, table: str = "t1") -> ShoeState:
    """The shoe on a table."""
    shoe = house.room.state.tables[table].shoe
    assert shoe is not None
    return shoe


def test_two_screens_and_a_voice_cut_a_shoe_and_each_of_them_decides_the_order(
    house: House,
) -> None:
    three, everybody = Screen(house, 3), Screen(house, word="rose")
    assert not three.seal().is_refused
    house.done("deal-1", CutShoe("t1", " 20   lily ", spot=5))
    assert not everybody.seal().is_refused
    house.done("deal-1", CloseCut("t1"))
    # Nobody but the screens knows the words, so the record cannot either.
    assert [part.cut for part in shoe_on(house).parts] == ["", "20 lily", ""]
    assert "spot 3 and table screen must still open" in house.refused("deal-1", ConfirmCut("t1"))
    assert not everybody.open().is_refused
    assert not three.open().is_refused
    assert "shoe 2 is not cut" in house.refused("deal-1", START)
    house.done("deal-1", ConfirmCut("t1"))

    shoe, vault = shoe_on(house), FileVault(house.place.folder / "seeds")
    assert [(part.who, part.cut) for part in shoe.parts] == [
        ("spot 3", "113 tulip"),
        ("dealer for spot 5", "20 lily"),
        ("table screen", "113 rose"),
    ]
    assert all(part.at for part in shoe.parts)
    orders = {order_of(vault, "t1", shoe)}
    for index, part in enumerate(shoe.parts):
        other = replace(part, cut="1 other")
        parts = (*shoe.parts[:index], other, *shoe.parts[index + 1 :])
        orders.add(order_of(vault, "t1", replace(shoe, parts=parts)))
    assert len(orders) == 4


def test_a_cut_survives_a_restart_between_any_two_steps(house: House) -> None:
    screen = Screen(house, 3)
    screen.seal()
    for step in ("close", "open", "confirm"):
        before = house.room.state
        house = screen.house = house.reopened()
        assert house.room.state == before
        if step == "open":
            screen.open()
        else:
            house.done("deal-1", CloseCut("t1") if step == "close" else ConfirmCut("t1"))
    house.start("t1")

    assert shoe_on(house).dealt >= 6
    assert audit_room(house.room.journal).is_sound


def test_a_word_is_opened_after_the_close_once_and_only_as_it_was_sealed(house: House) -> None:
    screen = Screen(house, 3)
    screen.seal()
    assert screen.open().code == "cut-not-closed"
    house.done("deal-1", CloseCut("t1"))
    for cut, salt, code in (
        ("113 rose", SALT, "cut-differs"),
        ("114 tulip", SALT, "cut-differs"),
        ("113 tulip", "00" * 16, "cut-differs"),
        ("113  tulip", SALT, "cut-not-allowed"),
        ("tulip", SALT, "cut-not-allowed"),
        ("113 tulip", "short", "cut-not-allowed"),
    ):
        assert screen.open(cut, salt).code == code
    other = Screen(house, 4)
    assert other.open().code == "cut-not-closed"
    assert screen.open().code == ""
    assert screen.open().code == "cut-not-closed"


def test_nobody_adds_a_part_after_the_close_or_a_second_one(house: House) -> None:
    screen = Screen(house, 3)
    screen.seal()
    assert screen.seal().code == "cut-already-given"
    house.done("deal-1", CutShoe("t1", "20 lily"))
    assert "dealer has already cut shoe 2" in house.refused("deal-1", CutShoe("t1", "21 lily"))
    house.done("deal-1", CloseCut("t1"))

    assert Screen(house, 4).seal().code == "cut-is-closed"
    for wish in (CutShoe("t1", "22 lily", spot=1), CloseCut("t1")):
        assert "the cut of shoe 2 is closed" in house.refused("deal-1", wish)


def test_what_a_screen_is_refused_leaves_no_entry(house: House) -> None:
    screen = Screen(house, 3)
    screen.seal()
    before = house.room.sequence
    for _ in range(5):
        assert screen.seal().is_refused
    assert house.room.sequence == before


@pytest.mark.parametrize(
    "wish",
    [
        CloseTable("t1"),
        START,
        CutShoe("t1", "20 lily"),
        CloseCut("t1"),
        ConfirmCut("t1"),
        AbandonShoe("t1", "bored"),
        SealCut("t2", 1, "0" * 64),
        OpenCut("t2", 1, "1 x", SALT),
    ],
)
def test_a_screen_cuts_at_its_own_table_and_does_nothing_else(house: House, wish: Wish) -> None:
    before = house.room.state

    assert Screen(house, 3).order(wish).code == "role-not-enough"
    assert house.room.state is before


def test_a_cut_is_for_the_shoe_that_is_on_the_table(house: House) -> None:
    screen = Screen(house, 3)
    late = SealCut("t1", 1, "0" * 64)

    assert screen.order(late).code == "out-of-date"
    assert screen.order(SealCut("t1", 2, "0" * 63)).code == "cut-not-allowed"
    assert screen.order(SealCut("t1", 2, "X" * 64)).code == "cut-not-allowed"


@pytest.mark.parametrize(
    ("wish", "badge", "refusal"),
    [
        (CloseCut("t1"), "deal-1", "shoe-not-cut: nobody has cut shoe 2"),
        (ConfirmCut("t1"), "deal-1", "cut-not-closed: the cut of shoe 2 is not closed"),
        (CutShoe("t1", "113"), "deal-1", "cut-not-allowed: cut is '113': write a position from 1"),
        (CutShoe("t1", "288 x"), "deal-1", "write a position from 1 to 287 and a word"),
        (CutShoe("t1", "0 x"), "deal-1", "cut-not-allowed"),
        (CutShoe("t1", "113 " + "x" * 25), "deal-1", "cut-not-allowed"),
        (CutShoe("t1", "113 a\x07b"), "deal-1", "cut-not-allowed"),
        (CutShoe("t1", "113 x", spot=8), "deal-1", "spot is 8: write 1 to 7, or 0 for the dealer"),
        (CutShoe("t1", "113 x"), "deal-2", "not-this-table-s-dealer: Dora does not deal at t1"),
        (CloseCut("t1"), "deal-2", "not-this-table-s-dealer"),
        (ConfirmCut("t1"), "deal-2", "not-this-table-s-dealer"),
        (ShuffleShoe("t1", "again"), "deal-1", "shoe-not-over: shoe 2 of t1 is not over"),
        (ShuffleShoe("t1", "again"), "sup-1", "shoe-not-over"),
        (ShuffleShoe("t1", "again"), "deal-2", "not-this-table-s-dealer"),
        (AbandonShoe("t1", "again"), "deal-1", "role-not-enough"),
    ],
)
def test_what_is_refused_at_the_cut(house: House, wish: Wish, badge: str, refusal: str) -> None:
    assert refusal in house.refused(badge, wish)


def test_a_supervisor_may_cut_in_place_of_the_dealer(house: House) -> None:
    house.cut("t1", "sup-1")

    assert shoe_on(house).is_cut


def test_a_shoe_thrown_away_is_revealed_and_recorded_cut_or_not(house: House) -> None:
    first = house.room.sequence
    house.done("sup-1", AbandonShoe("t1", "a player objects"))
    house.cut("t1")
    house.done("exec-1", AbandonShoe("t1", "another objects"))
    events = [event for entry in house.room.entries(first) for event in entry.events]
    thrown = [event for event in events if isinstance(event, ShoeAbandoned)]

    assert [(one.number, one.is_cut, one.by) for one in thrown] == [
        (1, True, "sup-1"),
        (2, False, "sup-1"),
        (3, True, "exec-1"),
    ]
    assert len([event for event in events if isinstance(event, ShoeRevealed)]) == len(thrown)
    assert shoe_on(house).number == 4


def test_a_shoe_is_not_thrown_away_in_mid_round_and_a_closed_table_gets_none(house: House) -> None:
    house.cut("t1")
    house.start("t1")
    assert "a round is open on t1" in house.refused("sup-1", AbandonShoe("t1", "bored"))
    house.done("sup-1", CloseTable("t2"))
    house.done("sup-1", AbandonShoe("t2", "other decks come"))

    assert house.room.state.tables["t2"].shoe is None
    assert "t2 is closed" in house.refused("deal-2", ShuffleShoe("t2", "early"))


def test_a_closed_table_changes_its_decks_once_its_shoe_is_thrown_away(house: House) -> None:
    plain = TableSpec(table="t3", rules="blackjack", decks=6, pack=None, cut_card=200)
    more = ChangeTable(replace(plain, decks=8))
    house.done("tech-1", AddTable(plain), "exec-1")
    house.done("sup-1", OpenTable("t3", "deal-1"))
    house.done("deal-1", ShuffleShoe("t3", "the table opens"))
    house.done("sup-1", CloseTable("t3"))
    refused = house.refused("tech-1", more, "exec-1")
    assert "a supervisor must throw it away before the cards change" in refused
    house.done("sup-1", AbandonShoe("t3", "eight decks come"))
    house.done("tech-1", more, "exec-1")

    assert house.room.state.tables["t3"].spec.decks == 8


def test_wagers_may_lie_while_the_shoe_is_cut(house: House) -> None:
    house.key("t1", PlaceWager(1, "main", Cents(1000)))
    assert "shoe-not-cut" in house.refused("deal-1", START)
    house.cut("t1")
    house.done("deal-1", START)

    assert house.room.state.tables["t1"].round is not None


def test_order_and_time_of_the_cut_are_in_the_journal(house: House) -> None:
    first, screen = house.room.sequence, Screen(house, 3)
    screen.seal()
    house.done("deal-1", CloseCut("t1"))
    screen.open()
    house.done("deal-1", ConfirmCut("t1"))
    entries = list(house.room.entries(first + 1))
    sealed, _, opened, confirmed = (entry.events[0] for entry in entries)

    assert [entry.by for entry in entries] == ["spot 3", "deal-1", "spot 3", "deal-1"]
    assert isinstance(sealed, CutSealed)
    assert isinstance(opened, CutOpened)
    assert isinstance(confirmed, CutConfirmed)
    assert (confirmed.from_screens, confirmed.typed) == (1, 0)
    assert sealed.at <= opened.at <= confirmed.at
    assert sealed.at[:10] == entries[0].at[:10]


def test_an_audit_finds_an_opening_that_is_not_what_was_sealed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Teeth: a room that does not compare the seal records a lie, and the audit names it."""
    screen = Screen(house, 3)
    screen.seal()
    house.done("deal-1", CloseCut("t1"))
    given = shoe_on(house).parts[0].seal
    with monkeypatch.context() as broken:
        broken.setattr(cut_keys, "seal_of", lambda *_: given)
        assert screen.open("7 seven").code == ""
    fault = audit_room(house.room.journal).fault

    assert fault is not None
    assert fault.message == "shoe 2 of t1: spot 3 opened something other than it sealed"
    assert fault.sequence == house.room.sequence
