"""The documents' procedure end to end: two linked tables, a claim, a swipe, a reversal."""

from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from tests.room.houses import cut_wishes
from upcard.cards import Card
from upcard.jackpot import AboveCertified, AwardLock, JackpotRefused, LevelParameters, Parameters
from upcard.money import Cents
from upcard.room.fairness.table_shoes import FileVault
from upcard.room.money_events import Link, LinkMade
from upcard.room.money_orders import ConfirmWin, OpenProgressive, ReverseAward, SwipeAward
from upcard.room.orders import Order, Signature, Wish
from upcard.room.people.roles import Role
from upcard.room.people.staff import ArgonPins, StaffRefused, added
from upcard.room.people.staff import apply as apply_staff
from upcard.room.procedures.order_decisions import Decided, decide
from upcard.room.refusals import RoomRefused
from upcard.room.staff_orders import AddMember
from upcard.room.state import RoomState, apply
from upcard.room.table_events import TableHappened, TableSpec
from upcard.room.table_orders import (
    AbandonShoe,
    AddTable,
    CloseTable,
    CutShoe,
    OpenTable,
    Operate,
    ShuffleShoe,
    VoidShoe,
)
from upcard.table import Decision, awaits
from upcard.table.awaits import AwaitAward, AwaitDecision, AwaitEnd
from upcard.table.commands import (
    Choose,
    Command,
    Deal,
    EndGame,
    LiftWager,
    PlaceWager,
    PressDeal,
    PressHandButton,
    StartGame,
)
from upcard.table.events import CardDealt

PINS = ArgonPins(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
PIN = "481516"
PEOPLE = {
    "exec-1": ("Eve", Role.EXECUTIVE),
    "tech-1": ("Tom", Role.TECHNICIAN),
    "sup-1": ("Sue", Role.SUPERVISOR),
    "deal-1": ("Dan", Role.DEALER),
    "deal-2": ("Dora", Role.DEALER),
}
WAGER = "blazing-7s-upcard"
DAY = date(2026, 11, 15)


class Room:
    """A room in memory: orders in, state on."""

    def __init__(self, folder: Path) -> None:
        self.vault = FileVault(folder)
        self.state = RoomState()
        self.orders = 0
        for badge, (name, role) in PEOPLE.items():
            staff = self.state.staff
            event = added(staff, PINS, badge=badge, name=name, role=role, pin=PIN)
            self.state = apply(self.state, event)

    def order(self, badge: str, wish: Wish, second: str | None = None, pin: str = PIN) -> Decided:
        """Decide an order and fold what happened."""
        self.orders += 1
        order = Order(
            id=f"o{self.orders}",
            by=Signature(badge, pin),
            wish=wish,
            second=Signature(second, PIN) if second else None,
            day=DAY,
        )
        decided = decide(self.state, order, self.vault, PINS)
        for event in decided.events:
            self.state = apply(self.state, event)
        return decided

    def key(self, table: str, command: Command, badge: str = "deal-1") -> Decided:
        """A key of a table."""
        return self.order(badge, Operate(table, command))


def parameters(award_lock: AwardLock = AwardLock.ON_CONFIRM) -> Parameters:
    return Parameters(
        name="blazing",
        levels=(
            LevelParameters(
                name="meter",
                seed=Cents(200_000),
                rate=Fraction(24, 100),
                reserve_rate=Fraction(0),
                hidden_rate=Fraction(0),
                limit=None,
                unreasonable_over=Cents(100_000),
            ),
        ),
        award_lock=award_lock,
        house_share=Fraction(0),
        largest_fixed_award=Cents(20_000),
        certified_rate=Fraction(24, 100),
        above_certified=AboveCertified.REFUSE,
        zero_seed_reason="",
    )


def spec(table: str, decks: int = 6) -> TableSpec:
    return TableSpec(
        table=table,
        rules="kings-bounty",
        decks=decks,
        pack=WAGER,
        paytables=((WAGER, "PT1"),) if decks == 6 else (),
        cut_card=230,
    )


@pytest.fixture
def room(tmp_path: Path) -> Room:
    """Two King's Bounty tables on one Blazing 7's, open, shuffled and cut."""
    room = Room(tmp_path)
    for table in ("t1", "t2"):
        room.order("tech-1", AddTable(spec(table)), second="exec-1")
    link = Link(
        progressive="blazing",
        wager=WAGER,
        paytable="PT1",
        tables=("t1", "t2"),
        executive_from=(("meter", Cents(500_000)),),
    )
    room.order("tech-1", OpenProgressive(parameters(), link), second="exec-1")
    for table, dealer in (("t1", "deal-1"), ("t2", "deal-2")):
        room.order("sup-1", OpenTable(table, dealer))
        room.order(dealer, ShuffleShoe(table, "opening"))
        for wish in cut_wishes(table):
            room.order(dealer, wish)
    return room


def meter(room: Room) -> int:
    return room.state.jackpots.progressives["blazing"].levels["meter"].display


def play_to_the_end(room: Room, table: str) -> None:
    """Stand on everything until only END GAME or an award is awaited."""
    while True:
        round_ = room.state.tables[table].round
        assert round_ is not None
        awaited = awaits(round_)
        if isinstance(awaited, AwaitDecision):
            room.key(table, Choose(Decision.STAND))
        elif isinstance(awaited, AwaitEnd | AwaitAward):
            return
        else:
            room.key(table, PressDeal())


def start(room: Room, table: str, dealer: str = "deal-1") -> Decided:
    """A round with a main and a progressive wager on spots 1 and 4."""
    for spot in (1, 4):
        room.key(table, PlaceWager(spot, "main", Cents(1000)), dealer)
        room.key(table, PlaceWager(spot, WAGER, Cents(500)), dealer)
    room.key(table, StartGame(), dealer)
    room.key(table, LiftWager(1, WAGER), dealer)
    return room.key(table, LiftWager(4, WAGER), dealer)


def test_start_latches_contributes_once_and_deals_from_the_shoe(room: Room) -> None:
    dealt = start(room, "t1")

    assert meter(room) == 200_000 + 2 * 120
    cards = [
        event
        for event in dealt.events
        if isinstance(event, TableHappened) and isinstance(event.event, CardDealt)
    ]
    assert len(cards) >= 6
    assert [card.is_hidden for card in cards[:6]] == [False] * 5 + [True]
    assert room.state.tables["t1"].shoe is not None
    with pytest.raises(Exception, match="you cannot press START GAME"):
        room.key("t1", StartGame())
    assert meter(room) == 200_000 + 2 * 120


def test_tables_on_one_link_feed_one_meter(room: Room) -> None:
    start(room, "t1")
    start(room, "t2", "deal-2")

    assert meter(room) == 200_000 + 4 * 120


def test_a_claim_that_the_cards_do_not_bear_out_is_refused(room: Room) -> None:
    start(room, "t1")

    with pytest.raises(Exception, match="has no award on Blazing 7's Progressive"):
        room.key("t1", PressHandButton(1, WAGER, "three-7s-suited"))


def rigged(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shoe of sevens of spades, so that both spots win all of the meter."""
    seven, two, king = (Card.parse(text) for text in ("7s", "2d", "Kd"))
    order = (seven, seven, seven, seven, seven, two, king, king, king)
    monkeypatch.setattr(
        "upcard.room.procedures.table_keys.order_of", lambda vault, table, shoe: order * 30
    )


def test_the_swipe_pays_in_the_documented_order_and_the_meter_is_reseeded(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    rigged(room, monkeypatch)
    start(room, "t1")
    before = meter(room)
    for spot in (1, 4):
        room.key("t1", PressHandButton(spot, WAGER, "three-7s-suited"))
    assert meter(room) == before  # on-confirm: nothing moves before the swipe.

    with pytest.raises(StaffRefused, match="Dan is a dealer"):
        room.order("deal-1", SwipeAward("t1", 4, WAGER))
    for spot in (1, 4):
        room.order("sup-1", ConfirmWin("t1", spot, WAGER))
    with pytest.raises(Exception, match=r"pay spot 4 before spot 1|turn"):
        room.order("sup-1", SwipeAward("t1", 1, WAGER))
    room.order("sup-1", SwipeAward("t1", 4, WAGER))
    assert meter(room) == 200_000
    room.order("sup-1", SwipeAward("t1", 1, WAGER))

    round_ = room.state.tables["t1"].round
    assert round_ is not None
    awards = {s.spot: s.won for s in round_.settlements if s.wager == WAGER}
    assert awards == {4: before, 1: 200_000}
    assert room.state.slips == 2
    play_to_the_end(room, "t1")
    room.key("t1", EndGame())


def test_a_hand_button_pressed_twice_leaves_no_claim(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    rigged(room, monkeypatch)
    start(room, "t1")
    for _ in range(2):
        room.key("t1", PressHandButton(4, WAGER, "three-7s-suited"))

    assert room.state.jackpots.progressives["blazing"].levels["meter"].waiting == ()
    with pytest.raises(RoomRefused, match="no open claim"):
        room.order("sup-1", SwipeAward("t1", 4, WAGER))


def test_an_award_over_the_threshold_takes_an_executive(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    rigged(room, monkeypatch)
    start(room, "t1")
    link = room.state.links["blazing"]
    low = Link(
        progressive="blazing",
        wager=WAGER,
        paytable="PT1",
        tables=link.tables,
        executive_from=(("meter", Cents(100_000)),),
    )
    room.state = apply(room.state, LinkMade(low, "tech-1", "exec-1"))
    room.key("t1", PressHandButton(4, WAGER, "three-7s-suited"))
    room.key("t1", PressHandButton(1, WAGER, "three-7s-suited"))

    with pytest.raises(StaffRefused, match="confirming an award this large needs an exec"):
        room.order("sup-1", SwipeAward("t1", 4, WAGER))
    room.order("sup-1", ConfirmWin("t1", 4, WAGER))
    room.order("exec-1", SwipeAward("t1", 4, WAGER))
    assert room.state.slips == 1


def test_a_wrong_award_is_reversed_by_two_people_with_a_reason(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    rigged(room, monkeypatch)
    start(room, "t1")
    before = meter(room)
    for spot in (4, 1):
        room.key("t1", PressHandButton(spot, WAGER, "three-7s-suited"))
        room.order("sup-1", ConfirmWin("t1", spot, WAGER))
    room.order("sup-1", SwipeAward("t1", 4, WAGER))
    room.order("sup-1", SwipeAward("t1", 1, WAGER))
    level = room.state.jackpots.progressives["blazing"].levels["meter"]
    last = level.posted[-1].id
    wish = ReverseAward(
        progressive="blazing", level="meter", award_id=last, reason="the cards were misread"
    )

    with pytest.raises(RoomRefused, match="needs two people"):
        room.order("sup-1", wish)
    with pytest.raises(RoomRefused, match="signed twice"):
        room.order("sup-1", wish, second="sup-1")
    room.order("sup-1", wish, second="exec-1")
    assert meter(room) == 200_000
    assert before > 200_000
    with pytest.raises(JackpotRefused):
        room.order("sup-1", wish, second="exec-1")


def test_a_wrong_pin_is_recorded_and_refused(room: Room) -> None:
    decided = room.order("sup-1", CloseTable("t1"), pin="000111")

    assert isinstance(decided.refusal, StaffRefused)
    assert room.state.staff["sup-1"].failures == 1
    assert room.state.tables["t1"].is_open
    room.order("sup-1", CloseTable("t1"))
    assert room.state.staff["sup-1"].failures == 0
    assert not room.state.tables["t1"].is_open


def test_tables_that_differ_are_not_linked_and_the_field_is_named(room: Room) -> None:
    room.order("tech-1", AddTable(spec("t8", decks=8)), second="exec-1")
    room.order("tech-1", AddTable(spec("t9")), second="exec-1")
    link = Link(
        progressive="blazing", wager=WAGER, paytable="PT1", tables=("t8", "t9"), executive_from=()
    )

    with pytest.raises(RoomRefused, match=r"t8 plays Blazing 7's Progressive .* ML03"):
        room.order("tech-1", OpenProgressive(parameters(), link), second="exec-1")


@pytest.mark.parametrize(
    ("wish", "badge", "sentence"),
    [
        (OpenTable("t1", "deal-1"), "sup-1", "t1 is open with dealer deal-1"),
        (OpenTable("t7", "deal-1"), "sup-1", "the room has t1, t2"),
        (CutShoe("t1", "9 x"), "deal-1", "is already cut"),
        (ShuffleShoe("t1", " "), "deal-1", "reason is empty"),
        (ShuffleShoe("t1", "asked for"), "deal-1", "shoe 1 of t1 is not over"),
        (ShuffleShoe("t2", "asked for"), "deal-1", "Dan does not deal at t2"),
        (CutShoe("t2", "9 x"), "deal-1", "Dan does not deal at t2"),
        (AbandonShoe("t1", " "), "sup-1", "reason is empty"),
        (AbandonShoe("t1", "asked for"), "deal-1", "Dan is a dealer"),
        (VoidShoe("t1", "asked for"), "sup-1", "the seed of shoe 1 of t1 is good"),
        (Operate("t2", StartGame()), "deal-1", "Dan does not deal at t2"),
        (Operate("t1", EndGame()), "tech-1", "Tom is a technician"),
        (SwipeAward("t1", 1, WAGER), "sup-1", "has no award on Blazing 7's Progressive"),
        (
            AddMember(badge="deal-9", name="Eva", role=Role.DEALER, pin=PIN),
            "exec-1",
            "this needs two people",
        ),
    ],
)
def test_what_the_room_refuses_it_says_why(
    room: Room, wish: Wish, badge: str, sentence: str
) -> None:
    before = room.state

    with pytest.raises(Exception, match=sentence):
        room.order(badge, wish)
    assert room.state is before


def test_nobody_brings_a_card_by_hand(room: Room) -> None:
    with pytest.raises(RoomRefused, match="cards come from the shoe"):
        room.key("t1", Deal(Card.parse("As")))


def test_a_shoe_dealt_to_its_cut_card_is_shuffled_before_the_next_round(room: Room) -> None:
    for _ in range(60):
        shoe = room.state.tables["t1"].shoe
        assert shoe is not None
        if shoe.is_past_cut_card:
            break
        for spot in (1, 4):  # Without a progressive wager: no award keeps a round open by luck.
            room.key("t1", PlaceWager(spot, "main", Cents(1000)))
        room.key("t1", StartGame())
        play_to_the_end(room, "t1")
        room.key("t1", EndGame())
    room.key("t1", PlaceWager(1, "main", Cents(1000)))

    with pytest.raises(RoomRefused, match="the cut card of shoe 1 is out: shuffle first"):
        room.key("t1", StartGame())
    room.order("deal-1", ShuffleShoe("t1", "cut card"))
    with pytest.raises(RoomRefused, match="shoe 2 is not cut"):
        room.key("t1", StartGame())


def test_staff_of_a_room_is_folded_from_events() -> None:
    event = added({}, PINS, badge="abc", name="Ann", role=Role.DEALER, pin=PIN)

    assert apply_staff({}, event)["abc"].name == "Ann"
