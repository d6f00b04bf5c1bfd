"""What a room's state keeps of awards does not grow, whichever version kept it."""

import pytest

from tests.jackpot.jackpots import Desk, reversing
from upcard.jackpot import Jackpots, apply
from upcard.room.room_snapshots import snapshot_data, state_from_earlier
from upcard.room.state import RoomState


def test_a_snapshot_of_an_earlier_version_gives_up_the_awards_that_are_long_paid(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = Desk()
    for number in range(7):
        desk.claim(f"a{number}")
        desk.post(f"a{number}")
        if number in (1, 5):
            desk.do(reversing(f"a{number}"))
    earlier = snapshot_data(RoomState(jackpots=desk.jackpots))
    monkeypatch.setattr("upcard.jackpot.levels.REVERSIBLE", 3)
    jackpots = Jackpots()
    for event in desk.events:
        jackpots = apply(jackpots, event)
    converted = state_from_earlier(earlier)

    assert converted is not None
    assert converted.jackpots == jackpots
    assert snapshot_data(converted) == snapshot_data(RoomState(jackpots=jackpots))
