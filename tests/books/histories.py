"""Rooms driven through days of play, and what their journals then hold."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from pathlib import Path

import pytest

from tests.room.houses import MEMBERS, PINS, Game, House
from upcard.books import Period, Stamp
from upcard.cards import Card, read_cards
from upcard.jackpot import AboveCertified, AwardLock, LevelParameters, Parameters
from upcard.jackpot.accounts import Fund
from upcard.jackpot.commands import AdjustmentDirection, AdjustmentReason
from upcard.money import Cents
from upcard.room.events import RoomKind
from upcard.room.fairness.fair_shuffles import ShoeNumber
from upcard.room.money_events import Link
from upcard.room.money_orders import (
    AdjustMeter,
    ChangeProgressive,
    OpenProgressive,
    RecordBank,
    RecordDeposit,
    ReprintSlip,
    ReverseAward,
    SwipeAward,
    VoidClaim,
)
from upcard.room.orders import ReadRecords, ReportMalfunction
from upcard.room.projections.award_facts import award_of_page
from upcard.room.room_openings import Place, make_room
from upcard.room.room_records import Recorded
from upcard.room.state import RoomState
from upcard.room.table_events import TableSpec
from upcard.room.table_orders import AddTable, ChangeDealer, CloseTable, OpenTable, VoidRound
from upcard.table.commands import EndGame, PressHandButton

WAGER = "blazing-7s-upcard"
GAME = Game(
    "kings-bounty",
    WAGER,
    "PT1",
    WAGER,
    "2c 7s 7s 6h 7s 9c Kd Kd Kd",
    "three-7s-suited",
    "meter",
    100,
)
NOTHING = "Tc Td 6s 9c 8d Ts 5h Kd Kd"
"""Spot 1 has 19, spot 4 has 18, the dealer draws to 21; no seven but for nobody."""
FIRST, SECOND, THIRD = date(2026, 11, 15), date(2026, 11, 16), date(2026, 11, 17)
STAMP = Stamp(version="0.1.0", package="ab" * 32, generated="2026-11-18T12:00:00Z")
ALL_DAYS = Period(FIRST, THIRD)


@dataclass
class Clock:
    """A clock that a test sets; each look takes a second."""

    at: datetime = datetime(2026, 11, 15, 9, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.at += timedelta(seconds=1)
        return self.at


@dataclass
class Story:
    """A house whose shoes and days are chosen."""

    house: House
    clock: Clock
    shoes: dict[tuple[str, int], tuple[Card, ...]]
    slips: list[int] = field(default_factory=list)

    def shuffle(self, table: str, dealer: str, cards: str) -> None:
        """A new shoe on a table, of these cards."""
        number = self.house.room.state.tables[table].shoes + 1
        self.shoes[table, number] = read_cards(cards) * 30
        self.house.new_shoe(table, dealer)

    def deal(self, table: str, dealer: str, cards: str) -> None:
        """A round on spots 1 and 4 from a new shoe, played until an award or its end."""
        self.shuffle(table, dealer, cards)
        self.house.start(table, dealer)
        self.house.play_on(table, dealer)

    def claim(self, table: str, dealer: str) -> None:
        """The hand button of spot 4."""
        wager, outcome = self.house.game.wager, self.house.game.outcome
        self.house.key(table, PressHandButton(4, wager, outcome), dealer)

    def swipe(self, table: str, badge: str = "sup-1") -> None:
        """CONFIRM and the swipe."""
        answer = self.house.done(badge, SwipeAward(table, 4, self.house.game.wager))
        self.slips.append(answer.data["slip"])

    def end(self, table: str, dealer: str) -> None:
        """END GAME."""
        self.house.play_on(table, dealer)
        self.house.key(table, EndGame(), dealer)

    def day(self, day: date, hour: int = 9) -> None:
        """Another day."""
        self.clock.at = datetime(day.year, day.month, day.day, hour, tzinfo=UTC)


def parameters(rate: Fraction = Fraction(24, 100)) -> Parameters:
    """A seed of $2,000, a limit of $2,003, 2% for the next seed."""
    return Parameters(
        name="prog",
        levels=(
            LevelParameters(
                name="meter",
                seed=Cents(200_000),
                rate=rate,
                reserve_rate=Fraction(2, 100),
                hidden_rate=Fraction(0),
                limit=Cents(200_300),
                unreasonable_over=Cents(100_000),
            ),
        ),
        award_lock=AwardLock.ON_CONFIRM,
        house_share=Fraction(0),
        largest_fixed_award=Cents(100_000),
        certified_rate=None,
        above_certified=AboveCertified.REFUSE,
        zero_seed_reason="",
    )


def link(paytable: str = "PT1") -> Link:
    """Both tables on one progressive."""
    return Link(
        progressive="prog",
        wager=WAGER,
        paytable=paytable,
        tables=("t1", "t2"),
        executive_from=(("meter", Cents(500_000)),),
    )


@contextmanager
def story_in(folder: Path, *, kind: RoomKind = RoomKind.LIVE, game: Game = GAME) -> Iterator[Story]:
    """Two open tables on one progressive; their shoes are what the story says."""
    shoes: dict[tuple[str, int], tuple[Card, ...]] = {}

    def shoe(_seed: bytes, number: ShoeNumber, *_: object) -> tuple[Card, ...]:
        return shoes[number.table, number.number]

    clock, place = Clock(), Place.at(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("upcard.room.fairness.table_shoes.shuffled_shoe", shoe)
        room = make_room(
            place,
            name="The Lantern",
            location="Harbor Avenue",
            kind=kind,
            day_starts_at=6,
            members=MEMBERS,
            pins=PINS,
            clock=clock,
        )
        story = Story(House(room, place, game), clock, shoes)
        for table in ("t1", "t2"):
            spec = TableSpec(
                table=table,
                rules=game.rules,
                decks=6,
                pack=game.pack,
                paytables=((game.wager, game.paytable),),
                cut_card=200,
            )
            story.house.done("tech-1", AddTable(spec), "exec-1")
        opening = OpenProgressive(parameters(), link(game.paytable))
        story.house.done("tech-1", opening, "exec-1")
        story.house.done("sup-1", OpenTable("t1", "deal-1"))
        story.house.done("sup-1", OpenTable("t2", "deal-2"))
        yield story
        room.close()


def first_day(story: Story) -> None:
    """An award, a round without one, a claim voided and made again."""
    story.deal("t1", "deal-1", GAME.hit)
    story.claim("t1", "deal-1")
    story.swipe("t1")
    story.end("t1", "deal-1")
    story.deal("t2", "deal-2", NOTHING)
    story.end("t2", "deal-2")
    story.deal("t1", "deal-1", GAME.hit)
    story.claim("t1", "deal-1")
    story.house.done("sup-2", VoidClaim("t1", 4, WAGER, "wrong button"))
    story.claim("t1", "deal-1")
    story.swipe("t1")
    story.end("t1", "deal-1")


def second_day(story: Story) -> None:
    """A reversal, an adjustment, the bank, a fault, wrong PINs, a clock set back."""
    house = story.house
    story.day(SECOND)
    award = award_of_page(house.room.journal, 2)
    reversal = ReverseAward(progressive="prog", level="meter", award_id=award, reason="wrong spot")
    house.done("sup-1", reversal, "exec-1")
    adjustment = AdjustMeter(
        progressive="prog",
        level="meter",
        reason=AdjustmentReason.GROSS_RECEIPTS,
        direction=AdjustmentDirection.REDUCE,
        fund=Fund.OVERFLOW,
        amount=Cents(150),
        evidence="=memo 7",
    )
    house.done("acct-1", adjustment, "exec-1")
    house.done("acct-1", RecordBank(Cents(150_000)))
    house.done("acct-1", RecordDeposit("prog", Cents(200_000), "slip 88"))
    house.done("acct-1", RecordBank(Cents(250_000)))
    house.done("deal-1", ReportMalfunction("t2 display", "went dark"))
    house.done("reg-1", ReadRecords("meters"))
    house.done("sup-1", ReprintSlip(1))
    house.order("sup-1", OpenTable("t1", "deal-1"), pin="000111")
    house.order("sup-1", OpenTable("t1", "deal-1"))
    story.clock.at -= timedelta(minutes=5)
    house.done("reg-1", ReadRecords("awards"))


def third_day(story: Story) -> None:
    """Another rate, another dealer, a round that is voided and one that is not."""
    house = story.house
    story.day(THIRD)
    for table in ("t1", "t2"):
        house.done("sup-1", CloseTable(table))
    change = ChangeProgressive(parameters(Fraction(20, 100)), link())
    house.done("tech-1", change, "exec-1")
    house.done("sup-1", OpenTable("t1", "deal-1"))
    house.done("sup-1", ChangeDealer("t1", "deal-2"))
    story.deal("t1", "deal-2", NOTHING)
    story.end("t1", "deal-2")
    story.shuffle("t1", "deal-2", NOTHING)
    house.start("t1", "deal-2")
    house.done("sup-1", VoidRound("t1", "a card was exposed"))


@dataclass(frozen=True)
class Recording:
    """What a story left behind."""

    entries: tuple[Recorded, ...]
    state: RoomState


def three_days(folder: Path) -> Recording:
    """The whole story."""
    with story_in(folder) as story:
        first_day(story)
        second_day(story)
        third_day(story)
        return Recording(tuple(story.house.room.entries()), story.house.room.state)


def one_award(folder: Path, kind: RoomKind, game: Game = GAME) -> Recording:
    """One award, nothing else."""
    with story_in(folder, kind=kind, game=game) as story:
        story.deal("t1", "deal-1", game.hit)
        if story.house.round_on("t1").awards:
            story.claim("t1", "deal-1")
            story.swipe("t1")
        story.end("t1", "deal-1")
        return Recording(tuple(story.house.room.entries()), story.house.room.state)


def tampered(entries: tuple[Recorded, ...], sequence: int, **changes: object) -> list[Recorded]:
    """*entries* with one of them altered: what a report must notice."""
    return [
        replace(entry, **changes) if entry.sequence == sequence else entry  # type: ignore[arg-type]
        for entry in entries
    ]
