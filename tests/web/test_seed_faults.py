"""Seeds swapped, flipped and lost over HTTP: a table stops by name or goes on; never a fault."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.faults.counts import count
from tests.web.houses import (
    NO_LIMITS,
    Guest,
    House,
    Record,
    abandon_shoe,
    house_again,
    house_in,
    play_on,
    play_round,
    running,
    until,
)
from upcard.room.people.roles import Role
from upcard.web.server_settings import ServerSettings

SEED = "seeds 2026"
TABLES = ("bahama-1", "bounty-1", "bonanza-1")
DAMAGES = ("swapped", "flipped", "lost", "empty", "a folder")
WHICH = ("current", "revealed")
MOMENTS = ("not cut", "between rounds", "wagers", "in mid-round", "at the end")
READS = (
    "/api/room",
    "/api/desk",
    "/api/rounds?table={table}",
    "/api/tables/{table}",
    "/api/tables/{table}?audience=display",
    "/api/rounds/{table}/{round}",
    "/api/rounds/{table}/{round}/bundle",
    "/api/shoes/{table}/{shoe}",
    "/api/shoes/{table}/{before}",
    "/api/tables/{table}/rounds/{round}",
    "/api/shoes/{table}/link",
)
HEAVY = ("/api/reports/significant", "/api/reports/slips", "/api/slips/1.pdf")


def damage(path: Path, how: str, rng: random.Random) -> None:
    """Do to the file of a seed what somebody, or a disk, could do."""
    if not path.is_file():
        return  # It was damaged before.
    content = bytearray(path.read_bytes().ljust(32))
    match how:
        case "swapped":
            path.write_bytes(rng.randbytes(32))
        case "flipped":
            content[rng.randrange(32)] ^= 1 << rng.randrange(8)
            path.write_bytes(content)
        case "lost":
            path.unlink()
        case "empty":
            path.write_bytes(b"")
        case _:
            path.unlink()
            path.mkdir()


class Inspector:
    """Asks every route that reads shoes, as everybody, and counts the answers."""

    def __init__(self, house: House, origin: str) -> None:
        self.house, self.origin = house, origin
        self.answers: Counter[int] = Counter()
        roles = (Role.SUPERVISOR, Role.EXECUTIVE, Role.REGULATOR)
        self.guests = [Guest(origin), *(Guest(origin).sign_in(house.person(r)) for r in roles)]

    def look(self, table: str) -> None:
        """Read everything about a table."""
        state = self.house.room.state.tables[table]
        names = {
            "table": table,
            "round": max(1, state.rounds),
            "shoe": max(1, state.shoes),
            "before": max(1, state.shoes - 1),
        }
        token = self.house.token(kind="player", table=table, spots=(3,))
        for guest in self.guests:
            for path in READS:
                self.note(guest.client.get(path.format(**names)))
        for path in HEAVY:
            self.note(self.guests[-1].client.get(path))
        for shoe in (names["shoe"], names["before"]):
            self.note(self.guests[0].client.get(f"/api/shoes/{table}/{shoe}?token={token}"))
        self.note(self.guests[0].client.get(f"/api/tables/{table}?token={token}"))

    def note(self, answer: object) -> None:
        """Count an answer; one of 500 and over ends the test."""
        status: int = answer.status_code  # type: ignore[attr-defined]
        assert status < 500, answer.text  # type: ignore[attr-defined]
        self.answers[status] += 1

    def close(self) -> None:
        """No more."""
        for guest in self.guests:
            guest.client.close()


def at(house: House, origin: str, table: str) -> Guest:
    """The dealer of a table, signed in."""
    return Guest(origin).sign_in(house.dealer_of(table))


def bring_to(dealer: Guest, house: House, table: str, moment: str) -> None:
    """Play a table to a moment."""
    play_round(dealer, table, {(2, "main"): 1000})
    if moment == "not cut":
        assert abandon_shoe(dealer, house, table).status_code == 200
        return
    if moment == "between rounds":
        return
    frame: Record = dealer.get(f"/api/tables/{table}")
    while frame["next"]["key"] in ("shuffle", "cut", "confirm-cut"):
        play_on(dealer, table, frame)
        frame = dealer.get(f"/api/tables/{table}")
    dealer.press(table, "PlaceWager", spot=4, wager="main", amount=1000)
    wanted = {"wagers": ("start-game",), "in mid-round": ("decide", "deal", "end-game")}
    stops = wanted.get(moment, ("end-game",))
    frame = dealer.get(f"/api/tables/{table}")
    while frame["next"]["key"] not in stops:
        assert play_on(dealer, table, frame).status_code == 200
        frame = dealer.get(f"/api/tables/{table}")


def go_on(dealer: Guest, house: House, table: str, inspector: Inspector) -> str:
    """Play a whole round more; a table that stops goes on by the procedure. How it went."""
    how, has_started = "played on", False
    for _ in range(200):
        frame = dealer.get(f"/api/tables/{table}")
        key = frame["next"]["key"]
        if key == "void-shoe":
            void(dealer, house, table, frame, inspector)
            how = "voided"
            continue
        if key == "start-game":
            dealer.press(table, "PlaceWager", spot=4, wager="main", amount=1000)
        answer = play_on(dealer, table, frame)
        inspector.note(answer)
        if answer.status_code != 200:
            assert answer.json()["error"]["code"] in ("seed-differs", "seed-missing"), answer.text
        elif key == "end-game" and has_started:
            return how
        has_started = has_started or (key == "start-game" and answer.status_code == 200)
    raise AssertionError("the table does not go on")


def void(dealer: Guest, house: House, table: str, frame: Record, inspector: Inspector) -> None:
    """The procedure, as a supervisor carries it out at the dealer's console."""
    assert frame["shoe"]["fault"].startswith("This table has stopped: the seed of shoe ")
    inspector.look(table)
    sam = house.person(Role.SUPERVISOR)
    wish = {"kind": "VoidShoe", "table": table, "reason": "the seed is bad"}
    answer = dealer.order(wish, by={"badge": sam.badge, "pin": sam.pin})
    assert answer.status_code == 200, answer.text


def cases() -> Iterator[tuple[int, str, str, str, bool]]:
    """Each fault: its number, how, which seed, when, and whether the server starts again."""
    rng = random.Random(SEED)
    for number in range(count(4, 100)):
        how, which = DAMAGES[number % len(DAMAGES)], WHICH[(number // 2) % 2]
        yield number, how, which, rng.choice(MOMENTS), rng.random() < 0.5


def test_no_seed_that_is_swapped_flipped_or_lost_brings_a_fault(tmp_path: Path) -> None:
    print(f"seed {SEED}")
    outcomes = Counter[str]()
    with house_in(tmp_path, ServerSettings(limits=NO_LIMITS)) as first:
        for number, how, which, moment, restarts in cases():
            rng, table = random.Random(f"{SEED} {number}"), TABLES[number % len(TABLES)]
            with served(first, tmp_path) as (house, origin), at(house, origin, table) as dealer:
                bring_to(dealer, house, table, moment)
                shoes = house.room.state.tables[table].shoes
                if which == "revealed" and shoes == 1:
                    play_round_away(dealer, house, table)
                    shoes += 1
                spoilt = shoes if which == "current" else rng.randrange(1, shoes)
                damage(tmp_path / "seeds" / f"{table}-{spoilt}.seed", how, rng)
                if not restarts:
                    outcomes[f"{which} {finish(house, origin, table, dealer)}"] += 1
                    continue
            with served(first, tmp_path) as (house, origin), at(house, origin, table) as dealer:
                outcomes[f"{which} {finish(house, origin, table, dealer)}"] += 1
    print(dict(outcomes))
    # A bad seed of the shoe in play always stops its table; one that is revealed never does.
    assert outcomes.keys() == {"current voided", "revealed played on"}


@contextmanager
def served(first: House, folder: Path) -> Iterator[tuple[House, str]]:
    """The room opened by a new process's server."""
    with house_again(first, folder) as house, running(house) as origin:
        yield house, origin


def play_round_away(dealer: Guest, house: House, table: str) -> None:
    """Finish what is on the table, and throw the shoe away: then one seed is revealed."""
    frame = dealer.get(f"/api/tables/{table}")
    while frame["round"] is not None:
        assert play_on(dealer, table, frame).status_code == 200
        frame = dealer.get(f"/api/tables/{table}")
    assert abandon_shoe(dealer, house, table).status_code == 200


def finish(house: House, origin: str, table: str, dealer: Guest) -> str:
    """Look at everything, go on, look again; how the table went on."""
    inspector = Inspector(house, origin)
    try:
        until(lambda: house.site.the_hub().chronicle.sequence >= house.room.sequence)
        inspector.look(table)
        how = go_on(dealer, house, table, inspector)
        inspector.look(table)
    finally:
        inspector.close()
    assert inspector.answers[200] > 20
    return how


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """A house that a test may damage."""
    with house_in(tmp_path) as made:
        yield made


def test_a_stopped_table_is_on_the_desk_in_the_report_and_on_every_screen(
    own_house: House,
) -> None:
    house, table = own_house, "bahama-1"
    (house.room.folder / "seeds" / f"{table}-1.seed").unlink()
    with running(house) as origin, at(house, origin, table) as dealer:
        dealer.press(table, "PlaceWager", spot=2, wager="main", amount=1000)
        refused = dealer.press(table, "StartGame")
        token = house.token(kind="player", table=table, spots=(2,))
        screen = dealer.get(f"/api/tables/{table}?token={token}")
        frame = dealer.get(f"/api/tables/{table}")
        with Guest(origin) as supervisor:
            supervisor.sign_in(house.person(Role.SUPERVISOR))
            alarms = supervisor.get("/api/desk")["alarms"]
            report = supervisor.get("/api/reports/significant")
        other = at(house, origin, "bounty-1")
        play_round(other, "bounty-1", {(1, "main"): 1000})
        other.client.close()

    error = refused.json()["error"]
    assert (refused.status_code, error["code"]) == (409, "seed-missing")
    assert error["message"].startswith(f"{table} has stopped: the seed of shoe 1 cannot be read")
    assert frame["next"]["key"] == "void-shoe"
    assert screen["shoe"]["fault"] == frame["shoe"]["fault"] != ""
    assert [alarm["code"] for alarm in alarms] == ["seed-missing"]
    assert "shoe-stopped" in {event["code"] for event in report["events"]}
