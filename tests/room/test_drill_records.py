"""Drills in the journal: recorded under the badge, in rooms for practice and nowhere else."""

from datetime import date
from pathlib import Path

from tests.room.houses import House, new_room, place_in
from tests.room.test_procedures import GAMES
from tests.web.houses import QuickPins
from upcard.books import Period, Stamp
from upcard.books.drill_lists import build
from upcard.journal.facts import Wanted
from upcard.money import Cents
from upcard.room.care.audits import audit_room
from upcard.room.demo import make_demo
from upcard.room.drill_marks import DrillMark, RecordDrill
from upcard.room.events import RoomKind
from upcard.room.orders import Order, Signature
from upcard.room.people.roles import Role
from upcard.room.projections.drill_facts import DRILL
from upcard.room.room_openings import Place

STAMP = Stamp(version="1", package="0" * 64, generated="now")


def mark(rule: str, right: int, *, of: int, seconds: int) -> DrillMark:
    """Decisions on a rule."""
    return DrillMark(
        rule=rule,
        title=rule.capitalize(),
        decisions=of,
        right=right,
        milliseconds=seconds * 1000,
    )


def drill(*marks: DrillMark, overpaid: int = 0) -> RecordDrill:
    """A drill to record."""
    return RecordDrill(
        drill="pay-the-table", game="bahamas", seed=7, marks=marks, overpaid=Cents(overpaid)
    )


def test_a_room_that_plays_for_money_refuses_a_drill_and_changes_nothing(tmp_path: Path) -> None:
    place = place_in(tmp_path)
    house = House(new_room(place), place, GAMES["bahama"])

    said = house.refused("deal-1", drill(mark("natural", 1, of=1, seconds=2)))
    assert said.startswith("not-a-training-room: this room plays for money")
    assert house.room.journal.facts(Wanted(DRILL)) == []
    house.close()


def test_drills_add_up_by_trainee_drill_and_rule_the_worst_first(tmp_path: Path) -> None:
    room, people = make_demo(Place.at(tmp_path / "room"), RoomKind.TRAINING, QuickPins())
    dealer = next(one for one in people if one.role is Role.DEALER)
    wishes = (
        drill(mark("natural", 3, of=4, seconds=10), mark("push", 2, of=2, seconds=4), overpaid=250),
        drill(mark("natural", 4, of=4, seconds=6), mark("rescue", 0, of=2, seconds=8)),
    )
    for number, wish in enumerate(wishes):
        order = Order(id=f"{number:032x}", by=Signature(dealer.badge), wish=wish)
        assert not room.submit(order).is_refused
        assert room.submit(order).is_repeated
    day = room.journal.facts(Wanted(DRILL))[0].day
    played = date.fromisoformat(day)
    report = build(room.journal, Period(played, played), STAMP)

    (line,) = report.trainees
    assert (line.trainee, line.exercises, line.decisions, line.right) == (dealer.name, 2, 12, 9)
    assert (line.accuracy, line.overpaid, line.underpaid) == (750_000, 250, 0)
    assert line.seconds_each == round(28_000_000 / 12)
    assert [(one.rule, one.wrong, one.decisions) for one in report.rules] == [
        ("rescue", 2, 2),
        ("natural", 1, 8),
    ]
    assert report.header.kind is RoomKind.TRAINING
    assert audit_room(room.journal).is_sound
    room.close()
