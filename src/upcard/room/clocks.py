"""The room's clock: for reading only. Order comes from the numbers of the journal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta

Clock = Callable[[], datetime]


def now() -> datetime:
    """This moment, in UTC."""
    return datetime.now(UTC)


def moment(at: datetime) -> str:
    """
    A moment as the journal writes it.

    >>> moment(datetime(2026, 11, 15, 9, 0, 0, 123456, tzinfo=UTC))
    '2026-11-15T09:00:00.123Z'
    """
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%S}.{at.microsecond // 1000:03}Z"


def gaming_day(at: datetime, starts_at: int) -> date:
    """
    The gaming day of a moment: one that begins at six lasts until six.

    >>> gaming_day(datetime(2026, 11, 15, 5, 59, tzinfo=UTC), 6)
    datetime.date(2026, 11, 14)
    """
    return (at.astimezone(UTC) - timedelta(hours=starts_at)).date()


def shift_of(at: datetime, day: date, hours: Sequence[int]) -> str:
    """
    The shift of a moment on a gaming *day*, as the hour at which it began; empty without shifts.

    The first of *hours* is the one at which gaming days begin. What counts for a day counts for
    one of its shifts, also where it was written down a moment after the day was over.

    >>> shift_of(datetime(2026, 11, 16, 5, 59, tzinfo=UTC), date(2026, 11, 15), (6, 14, 22))
    '22:00'
    """
    if not hours:
        return ""
    found, today = hours[0], gaming_day(at, hours[0])
    into = (at.astimezone(UTC).hour - hours[0]) % 24 if today == day else 24 * (today > day)
    for hour in hours:
        if (hour - hours[0]) % 24 <= into:
            found = hour
    return f"{found:02}:00"
