"""The checklist of a large prize: recorded before the swipe, where the room follows one."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.room.houses import House, new_house, new_room, place_in, rig
from tests.room.test_procedures import GAMES
from upcard.money import Cents
from upcard.room.money_events import ChecklistCompleted
from upcard.room.money_orders import CompleteChecklist, SwipeAward, VoidClaim
from upcard.room.refusals import RoomRefused
from upcard.table.commands import PressHandButton

GAME = GAMES["bahama"]
SWIPE = SwipeAward("t1", 4, GAME.wager)
STEPS = ("cards-shown", "cards-counted", "hand-sealed")
MakeHouse = Callable[..., House]


@pytest.fixture
def claimed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeHouse]:
    """Makes a house with an award of a whole meter claimed on spot 4."""
    houses: list[House] = []

    def make(**settings: Any) -> House:
        rig(monkeypatch, GAME.hit)
        house = new_house(place_in(tmp_path), GAME, **settings)
        houses.append(house)
        house.start("t1")
        house.play_on("t1")
        house.key("t1", PressHandButton(4, GAME.wager, GAME.outcome))
        return house

    yield make
    for house in houses:
        house.close()


def done(steps: tuple[str, ...] = STEPS, seal: str = "A-4711", spot: int = 4) -> CompleteChecklist:
    """A checklist as a supervisor fills it in."""
    return CompleteChecklist(table="t1", spot=spot, wager=GAME.wager, done=steps, seal=seal)


def test_a_large_prize_is_paid_only_after_its_checklist(claimed: MakeHouse) -> None:
    house = claimed(checklist_from=Cents(50_000))
    assert house.refused("sup-1", SWIPE).startswith("checklist-needed: the award is ")

    answer = house.done("sup-1", done())
    recorded = house.room.state.checklists
    (event,) = recorded.values()
    *_, last = house.room.entries()
    assert last.day is not None
    (claim,) = house.level().waiting
    assert event == ChecklistCompleted(
        award_id=claim.id,
        done=STEPS,
        seal="A-4711",
        hold_until=last.day + timedelta(days=7),
        by="sup-1",
    )
    assert answer.sequence == last.sequence
    # It is still there after a restart, and gone when the award is paid.
    again = house.reopened()
    assert again.room.state.checklists == recorded
    assert again.done("sup-1", SWIPE).data["slip"] == 1
    assert again.room.state.checklists == {}


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (
            done(STEPS[:2]),
            "checklist-needed: not done yet: Winning hand sealed with a copy of this page",
        ),
        (done(()), "checklist-needed: not done yet: Value and suit of each card"),
        (done(seal=" "), "checklist-needed: the seal number is empty"),
        (done(spot=1), "no-such-claim: spot 1 of t1 has no award"),
    ],
)
def test_a_checklist_that_is_not_complete_is_refused(
    claimed: MakeHouse, wish: CompleteChecklist, said: str
) -> None:
    house = claimed(checklist_from=Cents(50_000))

    assert house.refused("sup-1", wish).startswith(said)
    assert house.refused("sup-1", SWIPE).startswith("checklist-needed")


def test_a_dealer_does_not_complete_a_checklist(claimed: MakeHouse) -> None:
    house = claimed(checklist_from=Cents(50_000))

    assert house.refused("deal-1", done()).startswith("role-not-enough")


def test_a_claim_that_was_voided_and_made_again_takes_a_new_checklist(claimed: MakeHouse) -> None:
    house = claimed(checklist_from=Cents(50_000))
    house.done("sup-1", done())
    house.done("sup-1", VoidClaim("t1", 4, GAME.wager, "wrong button"))
    house.key("t1", PressHandButton(4, GAME.wager, GAME.outcome))

    assert house.refused("sup-1", SWIPE).startswith("checklist-needed")


@pytest.mark.parametrize("settings", [{}, {"checklist_from": Cents(10_000_000)}])
def test_a_room_that_says_nothing_and_a_small_prize_take_no_checklist(
    claimed: MakeHouse, settings: dict[str, Cents]
) -> None:
    house = claimed(**settings)

    house.done("sup-1", SWIPE)


def test_the_amount_is_above_nothing(tmp_path: Path) -> None:
    with pytest.raises(RoomRefused, match="the checklist starts at 0: write an amount above 0"):
        new_room(place_in(tmp_path), checklist_from=Cents(0))
