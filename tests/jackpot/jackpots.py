"""Jackpots for tests: small words for setting one up and telling it what happens."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from upcard.jackpot import (
    AboveCertified,
    AwardLock,
    Event,
    Jackpots,
    Ledger,
    Level,
    LevelParameters,
    Parameters,
    Person,
    Posting,
    apply,
    decide,
    transfers_of,
)
from upcard.jackpot.accounts import Account, Fund
from upcard.jackpot.commands import (
    Adjust,
    AdjustmentDirection,
    AdjustmentReason,
    ClaimAward,
    Command,
    Contribute,
    PostAward,
    ReversePosting,
    StartProgressive,
    VoidAward,
)
from upcard.money import CENTS_DOWN, Cents, read_money

DEALER = Person("dana", "dealer")
SUPERVISOR = Person("sam", "supervisor")
EXECUTIVE = Person("eve", "executive")
ACCOUNTING = Person("ann", "accounting")


def level(name: str = "meter", **changes: Any) -> LevelParameters:
    """A level of a $2,000 seed that takes 24% of each wager and 1% for the reserve."""
    base = LevelParameters(
        name=name,
        seed=Cents(200_000),
        rate=Fraction(24, 100),
        reserve_rate=Fraction(1, 100),
        hidden_rate=Fraction(0),
        limit=None,
        unreasonable_over=Cents(1_000_000),
    )
    return replace(base, **changes)


def parameters(*levels: LevelParameters, **changes: Any) -> Parameters:
    """A progressive named bahama of one such level, or of *levels*."""
    base = Parameters(
        name="bahama",
        levels=levels or (level(),),
        award_lock=AwardLock.ON_CONFIRM,
        house_share=Fraction(0),
        largest_fixed_award=Cents(20_000),
        certified_rate=None,
        above_certified=AboveCertified.REFUSE,
        zero_seed_reason="",
    )
    return replace(base, **changes)


class Desk:
    """Somebody who gives commands and keeps everything that happened."""

    def __init__(self, *levels: LevelParameters, **changes: Any) -> None:
        self.jackpots = Jackpots()
        self.events: list[Event] = []
        self.ledger = Ledger()
        self.do(opening(parameters(*levels, **changes)))

    def do(self, *commands: Command) -> list[Event]:
        """Give *commands*; every transfer also goes to a ledger of its own."""
        happened: list[Event] = []
        for command in commands:
            for event in decide(self.jackpots, command):
                self.jackpots = apply(self.jackpots, event)
                self.events.append(event)
                happened.append(event)
                for transfer in transfers_of(event, str(len(self.events))):
                    assert self.ledger.post(transfer) is Posting.POSTED
        return happened

    def level(self, name: str = "meter", progressive: str = "bahama") -> Level:
        """A level as it stands."""
        return self.jackpots.progressives[progressive].levels[name]

    def wager(self, *dollars: str, progressive: str = "bahama") -> None:
        """START GAME with these wagers."""
        amounts = tuple(read_money(text) for text in dollars)
        start_id = f"start {len(self.events)}"
        self.do(Contribute(progressive=progressive, start_id=start_id, wagers=amounts))

    def claim(self, award_id: str, percent: int = 100, **changes: Any) -> None:
        """The hand button."""
        self.do(claiming(award_id, percent, **changes))

    def post(self, award_id: str, level: str = "meter") -> Cents:
        """The swipe; what was paid."""
        (event,) = self.do(
            PostAward(progressive="bahama", level=level, award_id=award_id, by=SUPERVISOR)
        )
        amount: Cents = getattr(event, "amount")  # noqa: B009
        return amount

    def void(self, award_id: str, level: str = "meter") -> None:
        """The hand button again."""
        self.do(
            VoidAward(progressive="bahama", level=level, award_id=award_id, by=DEALER, reason="off")
        )

    def check(self) -> None:
        """Everything twice: each balance is what the transfers alone make it."""
        for name, progressive in self.jackpots.progressives.items():
            for key, one in progressive.levels.items():
                for fund in Fund:
                    assert self.ledger.balance(Account(name, key, fund)) == one.balances[fund]


def opening(settings: Parameters) -> StartProgressive:
    """The command that starts a progressive."""
    return StartProgressive(parameters=settings, by=EXECUTIVE, approved_by=ACCOUNTING)


def claiming(award_id: str, percent: int = 100, **changes: Any) -> ClaimAward:
    """A claim on the only level of bahama, in a round of its own."""
    base = ClaimAward(
        progressive="bahama",
        level="meter",
        award_id=award_id,
        percent=percent,
        winners=1,
        round_id=f"round of {award_id}",
        place=1,
        by=DEALER,
        details="table 4, spot 2",
        rounding=CENTS_DOWN,
    )
    return replace(base, **changes)


def reversing(award_id: str, **changes: Any) -> ReversePosting:
    """A reversal by two people with a reason."""
    base = ReversePosting(
        progressive="bahama",
        level="meter",
        award_id=award_id,
        reversal_id=f"reversal of {award_id}",
        reason="the cards were misread",
        by=SUPERVISOR,
        approved_by=EXECUTIVE,
    )
    return replace(base, **changes)


def adjusting(reason: AdjustmentReason, amount: int, **changes: Any) -> Adjust:
    """A reduction of the meter, properly signed."""
    base = Adjust(
        progressive="bahama",
        level="meter",
        adjustment_id="adjustment 1",
        reason=reason,
        direction=AdjustmentDirection.REDUCE,
        fund=Fund.METER,
        amount=Cents(amount),
        evidence="work order 17",
        by=EXECUTIVE,
        approved_by=ACCOUNTING,
    )
    return replace(base, **changes)


def displays(desk: Desk, names: Iterable[str]) -> list[int]:
    """What the displays of several levels show."""
    return [desk.level(name).display for name in names]
