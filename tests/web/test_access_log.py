"""The access log is the journal: who signed in, who failed, who read; nothing of it is deleted."""

import json

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from tests.web.houses import Guest, House
from upcard.journal import Entry
from upcard.room.events import RecordsRead
from upcard.room.people.roles import Role
from upcard.room.people.staff import PinFailed
from upcard.room.room_records import events_of


def entries_after(house: House, sequence: int) -> list[Entry]:
    """What was recorded since."""
    return list(house.room.journal.entries(sequence + 1))


def test_every_sign_in_every_wrong_pin_and_every_reading_is_an_entry(
    house: House, anybody: Guest
) -> None:
    before = house.room.sequence
    regulator = house.person(Role.REGULATOR)
    wrong = {"badge": regulator.badge, "pin": "000111"}
    refused = anybody.client.post("/api/session", json=wrong, headers={"origin": anybody.origin})
    assert refused.status_code == 401
    anybody.sign_in(regulator)
    anybody.get("/api/reports/meters")
    failed, signed_in, *read = entries_after(house, before)

    assert [type(event) for event in events_of(failed)][:1] == [PinFailed]
    for entry in (failed, signed_in):
        body = json.loads(entry.body)
        assert (body["wish"]["kind"], body["by"]) == ("SignIn", regulator.badge)
        assert entry.at
    readings = [event for entry in read for event in events_of(entry)]
    assert any(isinstance(event, RecordsRead) and event.by == regulator.badge for event in readings)


def test_nobody_deletes_an_entry_of_the_access_log(house: House, anybody: Guest) -> None:
    anybody.sign_in(house.person(Role.REGULATOR))
    last = house.room.sequence
    for act in ("DELETE FROM entries", "UPDATE entries SET at = at"):
        with (
            pytest.raises(DBAPIError, match="never changed"),
            house.room.journal.engine.begin() as connection,
        ):
            connection.execute(text(f"{act} WHERE sequence = {last}"))
