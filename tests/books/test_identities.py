"""Sums that must agree, on random jackpots over random days."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.books.histories import STAMP, parameters
from tests.memory_facts import MemoryFacts
from upcard.books import REPORTS, Period
from upcard.books.meter_days import MetersReport
from upcard.jackpot import AwardLock, JackpotRefused, Jackpots, Parameters, Person, apply, decide
from upcard.jackpot.accounts import Fund
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
from upcard.jackpot.events import AwardPosted
from upcard.money import Cents, Rounding
from upcard.money import Direction as RoundingDirection
from upcard.room.money_events import JackpotHappened
from upcard.room.room_records import Recorded

START = date(2026, 11, 1)
PERIOD = Period(START, START + timedelta(days=9))
DAN, SUE, EVE, ANN = (
    Person("Dan", "dealer"),
    Person("Sue", "supervisor"),
    Person("Eve", "executive"),
    Person("Ann", "accounting"),
)

steps = st.lists(
    st.tuples(
        st.integers(0, 9),
        st.sampled_from(["contribute", "claim", "void", "post", "reverse", "reduce", "raise"]),
        st.integers(1, 3000),
        st.integers(0, 5),
    ),
    max_size=40,
)


def settings_of(lock: AwardLock) -> Parameters:
    """Two levels, one with a limit near its seed, and rates that leave remainders."""
    base = parameters()
    top = replace(base.levels[0], name="Major", rate=Fraction(1, 7), limit=Cents(200_900))
    low = replace(base.levels[0], name="Minor", rate=Fraction(1, 11), limit=None)
    return replace(base, levels=(top, low), award_lock=lock)


def command_of(number: int, kind: str, amount: int, which: int) -> Command:
    """One thing that people do; most of them are refused most of the time."""
    level = ("Major", "Minor")[which % 2]
    place: dict[str, Any] = {"progressive": "prog", "level": level}
    award, id_ = f"a{which}", f"id {number}"
    match kind:
        case "contribute":
            return Contribute(
                progressive="prog", start_id=f"t1/{number}", wagers=(Cents(amount),) * (which + 1)
            )
        case "claim":
            return ClaimAward(
                **place,
                award_id=award,
                percent=(100, 10)[which // 2 % 2],
                winners=1,
                round_id=f"t1/{number}",
                place=4,
                by=DAN,
                details="t1 spot 4",
                rounding=Rounding(RoundingDirection.UP, Cents((1, 25)[which % 2])),
            )
        case "void":
            return VoidAward(**place, award_id=award, by=SUE, reason="wrong button")
        case "post":
            return PostAward(**place, award_id=award, by=SUE)
        case "reverse":
            return ReversePosting(
                **place, award_id=award, reversal_id=id_, reason="wrong", by=SUE, approved_by=EVE
            )
        case _:
            return _adjustment(place, id_, kind, amount)


def _adjustment(place: dict[str, Any], id_: str, kind: str, amount: int) -> Adjust:
    is_raise = kind == "raise"
    reason = AdjustmentReason.DISPLAY_ERROR if is_raise else AdjustmentReason.SEED_RECOVERY
    return Adjust(
        **place,
        adjustment_id=id_,
        reason=reason,
        fund=Fund.METER,
        amount=Cents(amount),
        direction=AdjustmentDirection.RAISE if is_raise else AdjustmentDirection.REDUCE,
        evidence="memo",
        by=ANN,
        approved_by=EVE,
    )


def recorded(
    todo: list[tuple[int, str, int, int]], lock: AwardLock
) -> tuple[list[Recorded], Jackpots]:
    """The entries of what was not refused, on the days chosen, and the jackpots then."""
    opening = StartProgressive(parameters=settings_of(lock), by=ANN, approved_by=EVE)
    jackpots, entries = Jackpots(), list[Recorded]()
    commands: list[tuple[int, Command]] = [(0, opening)]
    for number, (day, kind, amount, which) in enumerate(todo):
        commands.append((day, command_of(number, kind, amount, which)))
    for number, (day, command) in enumerate(commands, start=1):
        try:
            events = decide(jackpots, command)
        except JackpotRefused:
            continue
        for event in events:
            jackpots = apply(jackpots, event)
        on = START + timedelta(days=day)
        entries.append(
            Recorded(
                sequence=len(entries) + 1,
                command_id=f"c{number}",
                at=f"{on}T09:00:00.000Z",
                day=on,
                by="",
                second="",
                wish=None,
                hash=f"{number:064}",
                events=tuple(JackpotHappened(event) for event in events),
            )
        )
    return entries, jackpots


@settings(max_examples=60, deadline=None)
@given(steps, st.sampled_from(AwardLock))
def test_closing_is_the_next_opening_and_every_day_adds_up(
    todo: list[tuple[int, str, int, int]], lock: AwardLock
) -> None:
    entries, jackpots = recorded(todo, lock)
    report: MetersReport = REPORTS["meters"].build(MemoryFacts(entries), PERIOD, STAMP)

    for level in ("Major", "Minor"):
        days = [day for day in report.days if day.level == level]
        assert len(days) == 10
        for today, tomorrow in pairwise(days):
            assert today.closing == tomorrow.opening
            assert today.display_closing == tomorrow.display_opening
        for day in days:
            came = day.seeds + day.contributions + day.overflow + day.reserve + day.reversals
            moved = came - day.paid + day.adjustments + day.transfers
            assert day.closing == day.opening + moved
            held = day.display_closing + day.overflow_closing + day.reserve_closing
            assert day.closing == held + day.pending_closing
            assert not day.is_flagged
        kept = jackpots.progressives["prog"].levels[level]
        assert days[-1].closing == kept.liability
        assert days[-1].display_closing == kept.display
        assert sum(day.hits for day in days) == len(kept.posted)


@settings(max_examples=60, deadline=None)
@given(steps, st.sampled_from(AwardLock), st.integers(0, 9))
def test_accruals_and_liabilities_agree_with_the_ledger(
    todo: list[tuple[int, str, int, int]], lock: AwardLock, cut: int
) -> None:
    entries, jackpots = recorded(todo, lock)
    accruals = REPORTS["accruals"].build(MemoryFacts(entries), PERIOD, STAMP)
    owed = REPORTS["liabilities"].build(MemoryFacts(entries), PERIOD, STAMP).progressives[0]

    assert owed.owed == jackpots.liability == accruals.totals[-1].owed
    assert owed.accrued == sum(day.accrued for day in accruals.days)
    assert owed.accrued == owed.owed + sum(day.paid for day in accruals.days)
    for day in accruals.days:
        parts = day.contributions + day.seeds + day.raised - day.withdrawn + day.moved
        assert day.accrued == parts
    # Two periods say together what one says alone.
    middle = START + timedelta(days=cut)
    for name in ("accruals", "meters"):
        whole = REPORTS[name].build(MemoryFacts(entries), PERIOD, STAMP).days
        first = REPORTS[name].build(MemoryFacts(entries), Period(START, middle), STAMP).days
        later = REPORTS[name].build(MemoryFacts(entries), Period(middle, PERIOD.last), STAMP).days
        assert [one for one in whole if one.day <= middle] == list(first)
        assert [one for one in whole if one.day >= middle] == list(later)


@settings(max_examples=40, deadline=None)
@given(steps, st.sampled_from(AwardLock))
def test_awards_add_up_to_what_was_paid(
    todo: list[tuple[int, str, int, int]], lock: AwardLock
) -> None:
    entries, jackpots = recorded(todo, lock)
    awards = REPORTS["awards"].build(MemoryFacts(entries), PERIOD, STAMP).awards
    posted = [
        event.event.amount
        for entry in entries
        for event in entry.events
        if isinstance(event, JackpotHappened) and isinstance(event.event, AwardPosted)
    ]

    kept = jackpots.progressives["prog"].levels.values()
    stands = sum(one.amount for one in awards if one.state == "paid")
    assert sum(one.amount for one in awards) == sum(posted)
    assert stands == sum(one.amount for level in kept for one in level.posted if not one.reversal)
