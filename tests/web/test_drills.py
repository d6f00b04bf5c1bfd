"""Drills over the web: the server judges, records under the badge, and tells how everybody does."""

import secrets
from collections.abc import Iterator

import pytest

from tests.web.houses import Guest, House, Record
from upcard.drills.drill_kinds import DrillKind
from upcard.drills.exercises import right_answers
from upcard.room.events import RoomKind
from upcard.room.people.roles import Role
from upcard.room.procedures.training_drills import check_practice
from upcard.room.refusals import RoomRefused

PAY: Record = {"drill": "pay-the-table", "game": "bahama-wsgc", "seed": 4}
RUN: Record = {"drill": "run-the-jackpot", "game": "kings-bounty", "seed": 2}


def answered(
    guest: Guest, drill: Record, answers: list[Record], more: Record | None = None
) -> Record:
    """What the server says to answers."""
    body = {"id": secrets.token_hex(16), **drill, "answers": answers, **(more or {})}
    answer = guest.client.post("/api/drills/answers", json=body, headers=guest.headers)
    said: Record = answer.json()
    return {"status": answer.status_code, **said}


def right(drill: Record) -> list[Record]:
    """The right answers."""
    kind = DrillKind(drill["drill"])
    return [dict(one) for one in right_answers(kind, drill["game"], drill["seed"])]


@pytest.fixture
def trainee(house: House, origin: str) -> Iterator[Guest]:
    """A dealer who is signed in."""
    with Guest(origin).sign_in(house.person(Role.DEALER)) as guest:
        yield guest


def test_a_trainee_gets_an_exercise_answers_it_and_is_recorded_once(
    house: House, trainee: Guest
) -> None:
    shown = trainee.client.get("/api/drills/exercises", params=PAY).json()
    keyed = right(PAY)
    rows = [row["key"] for moment in shown["moments"] for row in moment["rows"]]
    assert sorted(rows) == sorted(one["key"] for one in keyed)
    keyed[0]["pay"] += 100
    for one in keyed:
        one["milliseconds"] = 2000
    before, id_ = house.room.sequence, secrets.token_hex(16)
    first = answered(trainee, PAY, keyed, {"id": id_})
    again = answered(trainee, PAY, keyed, {"id": id_})

    assert first == again
    assert (first["status"], first["is_over"]) == (200, True)
    assert first["right"] == len(keyed) - 1
    assert first["overpaid"] == 100
    assert first["seconds"] == 2 * len(keyed)
    assert house.room.sequence == before + 1
    wrong = next(one for one in first["decisions"] if not one["is_right"])
    standing = trainee.client.get("/api/drills/standing").json()
    line = next(one for one in standing["trainees"] if one["drill"] == "pay-the-table")
    assert line["badge"] == house.person(Role.DEALER).badge
    assert line["seconds_each"] == 2
    assert wrong["rule"]["name"] in [one["rule"] for one in standing["rules"]]


def test_a_jackpot_is_judged_key_by_key_and_recorded_at_end_game(
    house: House, trainee: Guest
) -> None:
    keys, before = right(RUN), house.room.sequence
    half = answered(trainee, RUN, [{"do": "end"}, *keys[:2]])

    assert not half["is_over"]
    assert half["desk"]["news"][0].startswith("END GAME: refused.")
    assert house.room.sequence == before
    whole = answered(trainee, RUN, [{"do": "end"}, *keys])
    assert whole["is_over"]
    assert whole["right"] == len(keys)
    assert house.room.sequence == before + 1


def test_a_trainee_sees_only_their_own_standing_and_a_supervisor_everybody_s(
    house: House, origin: str
) -> None:
    dealer, supervisor = (house.person(role) for role in (Role.DEALER, Role.SUPERVISOR))
    with Guest(origin).sign_in(dealer) as one, Guest(origin).sign_in(supervisor) as other:
        for guest in (one, other):
            answered(guest, RUN, right(RUN))
        own = one.client.get("/api/drills/standing").json()
        every = other.client.get("/api/drills/standing").json()

        assert {line["badge"] for line in own["trainees"]} == {dealer.badge}
        assert {line["badge"] for line in every["trainees"]} >= {dealer.badge, supervisor.badge}
        report = other.client.get("/api/reports/drills").json()
        assert {line["trainee"] for line in report["trainees"]} >= {dealer.name, supervisor.name}
        pdf = other.client.get("/api/reports/drills", params={"format": "pdf"})
        assert pdf.content.startswith(b"%PDF")


@pytest.mark.parametrize(
    ("change", "status", "sentence"),
    [
        ({"game": "poker"}, 404, "'poker' is not a game"),
        ({"drill": "sing"}, 422, "drill"),
        ({"seed": -1}, 422, "seed"),
        ({"answers": [{"key": "1:1/main/1", "take": 1.5}]}, 422, "write a whole number"),
        ({"answers": [{"key": "nothing"}]}, 409, "this exercise has no such wager"),
        ({"answers": [{}] * 201}, 422, "answers"),
        ({"id": "again"}, 422, "id"),
    ],
)
def test_bad_answers_get_a_sentence_and_record_nothing(
    change: Record, status: int, sentence: str, house: House, trainee: Guest
) -> None:
    before = house.room.sequence
    said = answered(trainee, PAY, right(PAY), change)

    assert said["status"] == status
    assert sentence in said["error"]["message"]
    assert house.room.sequence == before


def test_a_room_that_plays_for_money_has_no_drills() -> None:
    with pytest.raises(RoomRefused, match="this room plays for money: do drills in a training"):
        check_practice(RoomKind.LIVE)
    check_practice(RoomKind.TRAINING)
    check_practice(RoomKind.DEMO)
