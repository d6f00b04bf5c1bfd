"""Power, printer and links: what happened to them is among the significant events."""

import os
import threading
from datetime import date
from pathlib import Path

import pytest
import typst

from tests.books.histories import STAMP
from tests.commands.desks import CommandDesk, won_desk
from tests.room.houses import PIN, PINS, new_room, place_in
from tests.web.processes import Server, served
from upcard.books import REPORTS, Period
from upcard.journal import Journal, open_journal
from upcard.room.clocks import now
from upcard.room.keys import keys_in
from upcard.room.orders import Order, ReportMalfunction, SetWitnesses, Signature
from upcard.room.room_openings import Place, open_room
from upcard.room.rooms import Room
from upcard.room.running_servers import FOLDER

CODES = ("server-interrupted", "print-failed", "link-lost", "link-restored")
Told = tuple[str, str, str]


def told_in(journal: Journal) -> list[Told]:
    """Code, device and text of what is reported of devices."""
    period = Period(date(2020, 1, 1), now().date())
    report = REPORTS["significant"].build(journal, period, STAMP)
    assert all(one.at for one in report.events)
    return [(one.code, one.device, one.text) for one in report.events if one.code in CODES]


def told_of(folder: Path) -> list[Told]:
    """The same of a room that is closed."""
    journal = open_journal(Place.at(folder).url, keys_in(folder).seals)
    try:
        return told_in(journal)
    finally:
        journal.close()


def stop(server: Server) -> None:
    """As the system stops a service."""
    server.process.terminate()
    server.process.wait(timeout=60)


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandDesk:
    """A room after a round in which the meter was won."""
    return won_desk(tmp_path / "room", monkeypatch)


def test_a_start_after_an_unclean_end_is_recorded_once(desk: CommandDesk) -> None:
    with served(desk.folder) as cut_off, served(desk.folder) as other:
        assert told_of(desk.folder) == [], "two servers may run at once"
        cut_off.kill()
        stop(other)
        assert told_of(desk.folder) == [], "nobody has looked yet"
    with served(desk.folder) as again:
        (told,) = told_of(desk.folder)
        stop(again)
        assert list((desk.folder / FOLDER).iterdir()) == [], "nothing is left of a clean stop"
        assert told_of(desk.folder) == [told]

    code, device, text = told
    assert (code, device) == ("server-interrupted", f"server {os.uname().nodename}")
    assert text.endswith("ended without being stopped: power, a crash or a kill")


def test_a_win_page_that_is_not_printed_is_recorded_and_says_what_to_do(desk: CommandDesk) -> None:
    """The page goes to a printer's pipe, which cannot promise to keep it."""
    pipe = desk.folder / "printer"
    os.mkfifo(pipe)
    reader = threading.Thread(target=_read_twice, args=(pipe,), daemon=True)
    reader.start()
    refusal = desk.refused("room", "slip", "1", "--out", str(pipe), by="sup-1")
    reader.join(timeout=60)

    assert refusal == (
        "print-failed: win page 1 was not printed: Invalid argument. The failure is recorded. "
        "Print the page again; it will say REPRINT."
    )
    why = "not printed for badge sup-1: Invalid argument"
    assert told_of(desk.folder) == [("print-failed", "win page 1", why)]


def _read_twice(pipe: Path) -> None:
    """Whoever prints looks first whether it can be written to."""
    for _ in range(2):
        pipe.read_bytes()


def test_a_page_that_cannot_be_set_is_recorded_as_well(
    desk: CommandDesk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken(*_: object, **__: object) -> bytes:
        raise typst.TypstError("the fonts are gone", "no font")

    monkeypatch.setattr(typst, "compile", broken)
    refusal = desk.refused("room", "slip", "1", "--out", str(tmp_path / "page.pdf"), by="sup-1")

    assert refusal.startswith("print-failed: win page 1 was not printed: ")
    assert [code for code, *_ in told_of(desk.folder)] == ["print-failed"]


def test_a_witness_that_goes_away_and_comes_back_is_recorded_once_each(tmp_path: Path) -> None:
    share = tmp_path / "share"
    share.mkdir()
    address = str(share / "upcard")
    room = new_room(place_in(tmp_path / "room"))
    order = Order(
        id="witnesses",
        by=Signature("tech-1", PIN),
        second=Signature("exec-1", PIN),
        wish=SetWitnesses((address,)),
    )
    assert not room.submit(order).is_refused
    tell(room, "while it is there")
    assert told_in(room.journal) == []
    share.rename(tmp_path / "unmounted")
    share.write_text("no folder")
    tell(room, "first")
    tell(room, "second")
    assert [(code, device) for code, device, _ in told_in(room.journal)] == [("link-lost", address)]
    room.close()
    again = open_room(place_in(tmp_path / "room"), pins=PINS)
    assert again.state.away == {address}
    share.unlink()
    (tmp_path / "unmounted").rename(share)
    tell(again, "third")
    tell(again, "fourth")
    found = told_in(again.journal)
    again.close()

    assert [code for code, *_ in found] == ["link-lost", "link-restored"]
    assert "it is not mounted, or its copies were removed" in found[0][2]
    assert found[1][2] == "reached again, and told what it missed"


def tell(room: Room, why: str) -> None:
    """Something happens, and the witnesses are told."""
    wish = ReportMalfunction("sensor", why)
    assert not room.submit(Order(id=why, by=Signature("sup-1", PIN), wish=wish)).is_refused
    assert room.checkpointing is not None
    room.checkpointing.make()
