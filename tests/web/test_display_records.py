"""What a display showed at any moment is what the journal says of that moment."""

import json
import threading
from datetime import UTC, datetime
from typing import Any

from tests.web.houses import TABLE, Guest, House, play_round, until
from upcard.room.folds import after_entry
from upcard.room.rooms import Room
from upcard.room.state import RoomState
from upcard.screens.chronicles import Chronicle
from upcard.screens.jackpot_displays import display_record

Shown = tuple[datetime, dict[str, Any]]
ROUNDS = 4


class Camera:
    """Takes down every frame of a jackpot display, and when it came."""

    def __init__(self, guest: Guest, token: str) -> None:
        self._path = f"/api/progressives/bahama/live?token={token}"
        self._guest = guest
        self.taken: list[Shown] = []
        self.thread = threading.Thread(target=self._film, daemon=True)

    def _film(self) -> None:
        with self._guest.client.stream("GET", self._path) as stream:
            for line in stream.iter_lines():
                if line.startswith("data: "):
                    frame = json.loads(line.removeprefix("data: "))
                    self.taken.append((datetime.now(UTC), frame))
                if len(self.taken) == ROUNDS + 1:
                    return


def state_at(room: Room, moment: datetime) -> RoomState:
    """The room as the journal alone says it was then."""
    state = RoomState()
    for entry in room.journal.entries(1):
        if datetime.fromisoformat(entry.at) > moment:
            break
        state = after_entry(state, entry)
    return state


def test_a_display_showed_what_the_journal_says_of_that_second(
    house: House, dealer: Guest, anybody: Guest
) -> None:
    camera = Camera(anybody, house.token(kind="jackpot", progressive="bahama"))
    camera.thread.start()
    until(lambda: len(camera.taken) == 1)
    for number in range(ROUNDS):
        play_round(dealer, TABLE, {(1, "main"): 1000, (1, "bahama-progressive"): 500})
        until(lambda so_far=number + 2: len(camera.taken) >= so_far)
    camera.thread.join(timeout=60)
    chronicle = Chronicle(house.room)

    assert len({frame["levels"][0]["display"] for _, frame in camera.taken}) == ROUNDS + 1
    for moment, frame in camera.taken:
        then = display_record(state_at(house.room, moment), chronicle, "bahama")
        assert (frame["levels"], frame["version"]) == (then["levels"], then["version"])


def test_a_display_is_a_function_of_what_is_recorded(house: House) -> None:
    """The state of the server and the state that the journal alone makes show the same."""
    chronicle = Chronicle(house.room)
    folded = state_at(house.room, datetime.now(UTC))
    for name in house.room.state.links:
        shown = display_record(house.room.state, chronicle, name)
        assert shown == display_record(folded, chronicle, name)
        assert shown == display_record(house.room.state, chronicle, name)
