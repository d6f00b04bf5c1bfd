"""How long a place waits after wrong PINs, by a clock that the test turns."""

from dataclasses import dataclass, field

from upcard.room.people.tries import (
    FREE_TRIES,
    STRANGERS_BURST,
    SUSPECTS_S,
    WAIT_MAX_S,
    Origin,
    Tries,
)

HOUR_S = 3600


@dataclass
class Storm:
    """Strangers at many addresses who try a badge every second, each as often as they may."""

    addresses: int
    now: float = 0.0
    taken: int = 0
    tries: Tries = field(init=False)

    def __post_init__(self) -> None:
        self.tries = Tries(clock=lambda: self.now)

    def blow(self, seconds: int) -> None:
        """Go on for so many seconds."""
        for _ in range(seconds):
            for place in range(self.addresses):
                self.taken += self.tries.take("sup-1", Origin(f"10.0.{place // 250}.{place}")) == 0
            self.now += 1


def test_a_newcomer_signs_in_at_once_whatever_strangers_do_elsewhere() -> None:
    storm = Storm(addresses=50)
    storm.blow(200)
    waits = []
    for place in range(60):
        storm.blow(3)
        waits.append(storm.tries.take("sup-1", Origin(f"192.168.0.{place}")))
        storm.tries.passed("sup-1", Origin(f"192.168.0.{place}"))

    assert max(waits) <= 1.0


def test_while_strangers_are_still_new_themselves_a_newcomer_waits_for_seconds() -> None:
    storm = Storm(addresses=50)
    storm.blow(15)
    began, me = storm.now, Origin("192.168.0.1")
    while storm.tries.take("sup-1", me):
        storm.blow(1)

    assert storm.now - began < 50 * FREE_TRIES


def test_all_suspects_together_have_few_tries_an_hour() -> None:
    storm = Storm(addresses=50)
    storm.blow(HOUR_S)

    most = HOUR_S / SUSPECTS_S + STRANGERS_BURST + 50 * FREE_TRIES
    assert most / 2 < storm.taken <= most


def test_a_known_device_waits_only_for_its_own_mistakes() -> None:
    storm = Storm(addresses=50)
    storm.blow(60)
    console = Origin("device 7", is_known=True)

    assert [storm.tries.take("sup-1", console) for _ in range(FREE_TRIES + 1)] == [0.0] * 4
    assert 0 < storm.tries.take("sup-1", console) <= WAIT_MAX_S
    assert storm.tries.take("sup-2", console) == 0.0
