"""The same server on PostgreSQL: a room on two servers, and a key that reaches both."""

import json
from pathlib import Path

from tests.postgres import postgres_or_skip
from tests.web.houses import NO_LIMITS, TABLE, Guest, House, QuickPins, play_round, running
from upcard.room.demo import make_demo
from upcard.room.room_openings import Place, open_room
from upcard.web.server_settings import ServerSettings


def test_a_room_on_postgresql_is_played_at_two_servers(tmp_path: Path) -> None:
    place = Place(url=postgres_or_skip().new_database(), folder=tmp_path)
    room, people = make_demo(place, pins=QuickPins())
    second = open_room(place, pins=QuickPins())
    one, two = (
        House(each, list(people), ServerSettings(limits=NO_LIMITS)) for each in (room, second)
    )
    with running(one) as here, running(two) as there, Guest(here) as near, Guest(there) as far:
        token = one.token(kind="player", table=TABLE, spots=(3,))
        near.sign_in(one.dealer_of(TABLE))
        far.sign_in(one.dealer_of(TABLE))
        with far.live(f"/api/tables/{TABLE}/live?token={token}") as socket:
            version = json.loads(socket.recv(timeout=60))["version"]
            play_round(near, TABLE, {(3, "main"): 1000, (3, "bahama-progressive"): 500})
            while (frame := json.loads(socket.recv(timeout=60)))["round"]:
                pass
        other = play_round(far, TABLE, {(3, "main"): 1000})
    room.close()
    second.close()

    assert frame["version"] > version
    assert other["round"]["number"] == 2
