"""Drop by table, day and shift."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.books.histories import FIRST, NOTHING, SECOND, STAMP, WAGER, Story, story_in
from tests.memory_facts import MemoryFacts
from upcard.books import REPORTS, Period
from upcard.books.holds import HoldsReport
from upcard.room.clocks import gaming_day, shift_of
from upcard.room.orders import SetShifts
from upcard.room.room_openings import open_room


def play_at(story: Story, day: date, hour: int, minute: int = 0) -> None:
    """A round at t1 that begins and ends at about that time."""
    story.clock.at = datetime(day.year, day.month, day.day, hour, minute, tzinfo=UTC)
    story.deal("t1", "deal-1", NOTHING)
    story.end("t1", "deal-1")


def drops(story: Story) -> list[tuple[date, str, str, int]]:
    """The drop of the side wager: day, shift, wagers, cents."""
    entries = tuple(story.house.room.entries())
    period = Period(FIRST, SECOND + timedelta(days=1))
    report: HoldsReport = REPORTS["holds"].build(MemoryFacts(entries), period, STAMP)
    kept: HoldsReport = REPORTS["holds"].build(story.house.room.journal, period, STAMP)
    assert kept.drops == report.drops, "what is kept differs from what the entries say"
    return [
        (one.day, one.shift, str(one.wagers), one.drop or 0)
        for one in report.drops
        if one.wager == WAGER
    ]


def test_drop_is_by_table_day_and_shift_from_when_shifts_are_set(tmp_path: Path) -> None:
    with story_in(tmp_path / "room") as story:
        play_at(story, FIRST, 10)
        story.house.done("tech-1", SetShifts((6, 14, 22)), "exec-1")
        play_at(story, FIRST, 11)
        play_at(story, FIRST, 13, 30)
        play_at(story, FIRST, 14)
        play_at(story, SECOND, 1)
        play_at(story, SECOND, 6)

        # Two wagers of $5 a round. What was over before shifts were set has none; one in the
        # morning is of the day before.
        assert drops(story) == [
            (FIRST, "", "2", 1000),
            (FIRST, "06:00", "4", 2000),
            (FIRST, "14:00", "2", 1000),
            (FIRST, "22:00", "2", 1000),
            (SECOND, "06:00", "2", 1000),
        ]


def test_a_round_stays_in_its_shift_when_shifts_are_set_anew_and_after_a_restart(
    tmp_path: Path,
) -> None:
    with story_in(tmp_path / "room") as story:
        story.house.done("tech-1", SetShifts((6, 18)), "exec-1")
        play_at(story, FIRST, 17)
        story.house.done("tech-1", SetShifts((6, 16)), "exec-1")
        play_at(story, FIRST, 18)
        story.house.done("tech-1", SetShifts(()), "exec-1")
        play_at(story, SECOND, 7)

        assert [(day, shift) for day, shift, *_ in drops(story)] == [
            (FIRST, "06:00"),
            (FIRST, "16:00"),
            (SECOND, ""),
        ]
        changes = REPORTS["significant"].build(
            story.house.room.journal, Period(FIRST, SECOND), STAMP
        )
        assert [(x.old, x.new) for x in changes.changes if x.setting == "shifts"] == [
            ("", "06:00, 18:00"),
            ("06:00, 18:00", "06:00, 16:00"),
            ("06:00, 16:00", ""),
        ]
        story.house.done("tech-1", SetShifts((6, 18)), "exec-1")
        story.house.room.close()
        again = open_room(story.house.place)
        assert again.state.shifts == (6, 18)
        again.close()


@pytest.mark.parametrize(
    ("hours", "sentence"),
    [
        ((14, 22), "the first shift begins at 14: start it with the gaming day, at 6"),
        ((6, 24), "a shift begins at 24: write hours from 0 to 23"),
        ((6, 22, 14), "shifts begin at 6, 22, 14: write each hour once, in the order of the day"),
        ((6, 6), "shifts begin at 6, 6: write each hour once, in the order of the day"),
    ],
)
def test_hours_that_do_not_make_up_a_day_are_refused(
    tmp_path: Path, hours: tuple[int, ...], sentence: str
) -> None:
    with story_in(tmp_path / "room") as story:
        answer = story.house.order("tech-1", SetShifts(hours), "exec-1")

        assert (answer.code, answer.message) == ("room-not-allowed", sentence)
        assert story.house.room.state.shifts == ()


@given(
    st.integers(0, 23),
    st.sets(st.integers(1, 23), max_size=6),
    st.datetimes(timezones=st.just(UTC)),
)
def test_every_moment_is_in_the_shift_that_began_last(
    start: int, later: set[int], at: datetime
) -> None:
    """Counted the long way: back, hour by hour, to one at which a shift begins."""
    if at.year in (1, 9999):
        return
    hours = (start, *((start + one) % 24 for one in sorted(later)))
    back = next(one for one in range(24) if (at - timedelta(hours=one)).hour in hours)
    expected = (at - timedelta(hours=back)).hour

    assert shift_of(at, gaming_day(at, start), hours) == f"{expected:02}:00"


def test_what_was_written_a_moment_after_the_day_counts_for_its_last_shift() -> None:
    at = datetime(2026, 11, 16, 6, 0, 0, 5000, tzinfo=UTC)

    assert shift_of(at, FIRST, (6, 14, 22)) == "22:00"
    assert shift_of(at, SECOND, (6, 14, 22)) == "06:00"
    assert shift_of(at, date(2026, 11, 17), (6, 14, 22)) == "06:00"
