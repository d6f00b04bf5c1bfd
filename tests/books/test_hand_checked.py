"""Every report on three days of play, against figures worked out by hand."""

from datetime import date
from itertools import takewhile

import pytest

from tests.books.histories import ALL_DAYS, FIRST, SECOND, STAMP, THIRD, WAGER, Recording
from tests.memory_facts import MemoryFacts
from upcard.books import REPORTS, Period
from upcard.books.award_lists import AwardOutcome, AwardsReport
from upcard.books.drops import RoundsReport
from upcard.books.holds import HoldsReport
from upcard.books.liabilities import AccrualsReport, LiabilitiesReport
from upcard.books.meter_days import MetersReport
from upcard.books.significant import SignificantReport
from upcard.books.slips import SlipsReport
from upcard.room.money_events import DepositMade
from upcard.room.room_records import Recorded

# Two wagers of $5 a round: 24% is 240 cents, 2% is 20 cents. The seed is 200,000, the limit
# 200,300. Day one:
#   t1/1  display 200,240, reserve 20; paid 200,240; again 200,000 + 20
#   t2/1  display 200,260, reserve 20
#   t1/2  240 more, of which 40 reach the limit of 200,300 and 200 overflow; reserve 40;
#         paid 200,300; again 200,000 + 40, overflow 200
# Day two: the second award is reversed (200,300 back, seed 200,000 out, 40 to the reserve), and
# 150 of the overflow go to gross receipts.
# Day three at 20%: t1/3 and the voided t1/4 bring 200 overflow and 20 reserve each.


def meters(story: Recording, period: Period = ALL_DAYS) -> MetersReport:
    report: MetersReport = REPORTS["meters"].build(facts(story), period, STAMP)
    return report


def test_each_day_of_a_meter_from_opening_to_closing(story: Recording) -> None:
    found = [
        (
            day.opening,
            day.seeds,
            day.contributions,
            day.overflow,
            day.reserve,
            day.hits,
            day.paid,
            day.reversals,
            day.adjustments,
            day.closing,
        )
        for day in meters(story).days
    ]

    assert found == [
        # 240 + 240 + 40 on the display, 200 over it, 3 x 20 for the seed; three seeds.
        (0, 600_000, 520, 200, 60, 2, 200_240 + 200_300, 0, 0, 200_240),
        # 200,300 came back and the seed of 200,000 went out again.
        (200_240, 0, 0, 0, 0, 0, 0, 300, -150, 200_390),
        (200_390, 0, 0, 400, 40, 0, 0, 0, 0, 200_830),
    ]


def test_where_the_money_of_a_level_is_at_the_end_of_each_day(story: Recording) -> None:
    found = [
        (day.display_closing, day.overflow_closing, day.reserve_closing, day.pending_closing)
        for day in meters(story).days
    ]

    assert found == [(200_040, 200, 0, 0), (200_300, 50, 40, 0), (200_300, 450, 80, 0)]


def test_a_period_begins_with_what_the_day_before_left(story: Recording) -> None:
    alone = meters(story, Period(SECOND, SECOND)).days

    assert list(alone) == [day for day in meters(story).days if day.day == SECOND]


def test_what_is_owed_against_the_bank(story: Recording) -> None:
    report: LiabilitiesReport = REPORTS["liabilities"].build(
        MemoryFacts(story.entries), ALL_DAYS, STAMP
    )
    owed, bank = report.progressives[0], report.bank[0]

    assert (owed.displayed, owed.reserve, owed.overflow, owed.pending) == (200_300, 80, 450, 0)
    assert owed.owed == 200_830 == story.state.jackpots.liability
    assert (bank.balance, bank.owed_then, bank.owed, bank.deficit) == (250_000, 200_390, 200_830, 0)
    assert not bank.is_stopped
    # 200,830 are owed and 200,240 were paid for good; 200,000 were deposited.
    assert (owed.accrued, owed.deposited, owed.undeposited) == (401_070, 200_000, 201_070)
    assert owed.accrued_since == 440
    assert (owed.last_deposit, owed.oldest, owed.is_overdue) == (SECOND, FIRST, False)


def facts(story: Recording) -> MemoryFacts:
    """What the books read of the story."""
    return MemoryFacts(story.entries)


def _is_no_deposit(entry: Recorded) -> bool:
    return not any(isinstance(event, DepositMade) for event in entry.events)


def test_a_deficit_and_an_overdue_deposit_are_told(story: Recording) -> None:
    early = list(takewhile(_is_no_deposit, story.entries))
    late = Period(FIRST, date(2026, 11, 23))
    report: LiabilitiesReport = REPORTS["liabilities"].build(MemoryFacts(early), late, STAMP)

    assert report.bank[0].is_stopped
    assert report.bank[0].deficit == 200_390 - 150_000
    assert report.progressives[0].is_overdue
    sooner = Period(FIRST, date(2026, 11, 22))
    on_time = REPORTS["liabilities"].build(MemoryFacts(early), sooner, STAMP)
    assert not on_time.progressives[0].is_overdue


def test_the_daily_accrued_prizes(story: Recording) -> None:
    report: AccrualsReport = REPORTS["accruals"].build(facts(story), ALL_DAYS, STAMP)

    assert [(day.accrued, day.paid, day.owed) for day in report.totals] == [
        (600_000 + 780, 400_540, 200_240),
        (-200_000 - 150, -200_300, 200_390),
        (440, 0, 200_830),
    ]


def test_the_hold_of_a_progressive_wager_is_what_the_house_keeps(story: Recording) -> None:
    report: HoldsReport = REPORTS["holds"].build(facts(story), ALL_DAYS, STAMP)
    line = next(one for one in report.holds if (one.table, one.wager) == ("t1", WAGER))

    # Eight wagers; 2 x 260 and 2 x 220 to the meters; two seeds in and one back.
    assert (line.wagers, line.drop) == (8, 4000)
    assert line.win == 4000 - 2 * 260 - 2 * 220 - 200_000
    # The voided round's wagers were settled right after the deal, before it was voided.
    assert (line.hits, line.hit_frequency) == (2, 250_000)
    assert line.expected_frequency == 148_157
    assert line.is_inside is False
    assert line.hits_inside is True


def test_the_hold_of_the_main_wager(story: Recording) -> None:
    report: HoldsReport = REPORTS["holds"].build(facts(story), ALL_DAYS, STAMP)
    line = next(one for one in report.holds if (one.table, one.wager) == ("t2", "main"))

    # Two hands of $10 lost to the dealer's 21. The edge is 0.6154%, sigma 1.16004 a hand.
    assert (line.wagers, line.drop, line.win, line.hold) == (2, 2000, 2000, 1_000_000)
    assert (line.expected_hold, line.expected_win, line.variance) == (6154, 12, 1988)
    assert line.band == 3216  # 1.96 x 1.16004 x 1000 x sqrt(2) = 3215.5
    assert line.is_inside is True


def test_participation_counts_spots_that_also_made_the_side_wager(story: Recording) -> None:
    report: HoldsReport = REPORTS["holds"].build(facts(story), ALL_DAYS, STAMP)
    found = {(one.table, one.day, one.spot): one for one in report.participation}
    line = found["t1", THIRD, 4]

    assert (line.rounds, line.wagers, line.share, line.drop) == (2, 2, 1_000_000, 1000)
    assert {(one.table, one.day): one.drop for one in report.drops if one.wager == WAGER} == {
        ("t1", FIRST): 2000,
        ("t2", FIRST): 1000,
        ("t1", THIRD): 2000,
    }


def test_rounds_count_for_the_dealer_who_dealt_them(story: Recording) -> None:
    report: RoundsReport = REPORTS["rounds"].build(facts(story), ALL_DAYS, STAMP)

    # Dan's players beat a dealer who broke twice; Dora's lost to 21 twice.
    assert [
        (one.day, one.table, one.name, one.rounds, one.voided, one.spots, one.drop, one.win)
        for one in report.dealers
    ] == [
        (FIRST, "t1", "Dan", 2, 0, 4, 4000, -4000),
        (FIRST, "t2", "Dora", 1, 0, 2, 2000, 2000),
        (THIRD, "t1", "Dora", 1, 1, 2, 2000, 2000),
    ]


def test_an_adjustment_has_its_reason_its_evidence_and_two_people(story: Recording) -> None:
    (one,) = REPORTS["adjustments"].build(facts(story), ALL_DAYS, STAMP).adjustments

    assert (one.before, one.after, one.delta) == (200, 50, -150)
    assert (one.reason, one.evidence, one.fund) == ("gross-receipts", "=memo 7", "overflow")
    assert (one.by, one.approved_by) == ("Ann (accounting)", "Eve (executive)")
    assert one.day == SECOND


def test_awards_paid_voided_and_reversed_stay_in_the_book(story: Recording) -> None:
    report: AwardsReport = REPORTS["awards"].build(facts(story), ALL_DAYS, STAMP)

    assert [
        (one.state, one.slip, one.meter_before, one.meter_after, one.amount)
        for one in report.awards
    ] == [
        (AwardOutcome.PAID, 1, 200_240, 200_020, 200_240),
        (AwardOutcome.VOIDED, 0, 0, 0, 0),
        (AwardOutcome.REVERSED, 2, 200_300, 200_040, 200_300),
    ]
    paid, voided, reversed_ = report.awards
    assert (paid.table, paid.round, paid.spot, paid.hand) == ("t1", 1, 4, "three-7s-suited")
    assert (paid.claimed_by, paid.paid_by) == ("Dan (dealer)", "Sue (supervisor)")
    # $2,002.40 is 400 times $5 and at least $2,000.
    assert paid.is_reported
    assert (voided.void_reason, voided.voided_by) == ("wrong button", "Sam (supervisor)")
    assert reversed_.reversal_id.startswith("reversal ")
    assert reversed_.reversal_approved_by == "Eve (executive)"


def test_an_award_is_as_it_was_at_the_end_of_the_period(story: Recording) -> None:
    report: AwardsReport = REPORTS["awards"].build(
        MemoryFacts(story.entries), Period(FIRST, FIRST), STAMP
    )

    assert [one.state for one in report.awards] == ["paid", "voided", "paid"]


def test_win_pages_are_numbered_without_a_gap(story: Recording) -> None:
    report: SlipsReport = REPORTS["slips"].build(facts(story), ALL_DAYS, STAMP)

    assert report.gaps == ()
    assert [(one.number, one.amount, one.reprints) for one in report.slips] == [
        (1, 200_240, 1),
        (2, 200_300, 0),
    ]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("pin-failed", "1 in a row"),
        ("clock-stepped-back", "from 2026-11-16T09:00"),
        ("order-refused", "table-is-open"),
        ("meter-adjusted", "from $2 to $0.50"),
        ("award-reversed", "wrong spot"),
        ("claim-voided", "wrong button"),
        ("round-voided", "$20 returned: a card was exposed"),
        ("funds-short", "lacks $503.90"),
        ("malfunction", "went dark"),
        ("parameters-changed", ""),
        ("table-opened", "dealer deal-1"),
        ("table-closed", ""),
        ("slip-reprinted", ""),
        ("shoe-abandoned", "cards dealt: for the test"),
        ("cut-by-dealer", "1 typed by the dealer, no word from a player's screen"),
    ],
)
def test_a_significant_event_has_its_code(story: Recording, code: str, text: str) -> None:
    report: SignificantReport = REPORTS["significant"].build(
        MemoryFacts(story.entries), ALL_DAYS, STAMP
    )

    assert [one for one in report.events if one.code == code and text in one.text]


def test_changes_first_hits_faults_and_readings(story: Recording) -> None:
    period = Period(SECOND, THIRD)
    report: SignificantReport = REPORTS["significant"].build(
        MemoryFacts(story.entries), period, STAMP
    )

    assert [(one.setting, one.old, one.new) for one in report.changes] == [
        ("levels.meter.rate", "24%", "20%")
    ]
    assert (report.changes[0].by, report.changes[0].approved_by) == (
        "Tom (technician)",
        "Eve (executive)",
    )
    (awaited,) = report.first_hits
    assert (awaited.changed, awaited.is_hit) == ("parameters", False)
    (fault,) = report.malfunctions
    assert (fault.reported_at[:16], fault.notice_by[:16]) == (
        "2026-11-16T09:00",
        "2026-11-19T09:00",
    )
    assert "t2 display" in fault.notice
    assert [(one.what, one.by) for one in report.readings] == [
        ("meters", "Rita"),
        ("awards", "Rita"),
    ]
    assert [(one.code, one.count) for one in report.refusals] == [("table-is-open", 1)]


def test_the_first_hit_after_the_opening_is_listed(story: Recording) -> None:
    report = REPORTS["significant"].build(facts(story), Period(FIRST, FIRST), STAMP)

    assert [(one.changed, one.is_hit, one.slip, one.amount) for one in report.first_hits] == [
        ("opened", True, 1, 200_240)
    ]
