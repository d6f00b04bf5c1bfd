"""A seed lost, swapped or flipped: its table stops by name, the others play, and it goes on."""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.commands.desks import CommandDesk, quick_pins
from tests.memory_facts import MemoryFacts
from tests.room import test_shoes
from tests.room.houses import House, new_house, place_in, rig
from tests.room.test_procedures import GAMES
from upcard.books import REPORTS, Stamp
from upcard.books.slips import EVER
from upcard.cards import FACE_DOWN
from upcard.money import Cents
from upcard.room.care.audits import audit_room
from upcard.room.care.backups import back_up, check_backup, restore
from upcard.room.events import OrderRefused
from upcard.room.fairness import table_shoes
from upcard.room.fairness.fair_shuffles import shuffled_shoe
from upcard.room.fairness.table_shoes import FileVault, ShoeResumed, ShoeStopped, ShoeVoided
from upcard.room.money_orders import SwipeAward, VoidClaim
from upcard.room.room_openings import open_room
from upcard.room.snapshot_saves import save
from upcard.room.table_events import RoundVoided
from upcard.room.table_orders import (
    AbandonShoe,
    CloseTable,
    OpenTable,
    Operate,
    ShuffleShoe,
    VoidRound,
    VoidShoe,
)
from upcard.table import Decision
from upcard.table.commands import Choose, EndGame, PlaceWager, PressHandButton, StartGame

BLAZING = GAMES["blazing Mega"]
"""The award is won by the up card: it is due while the hole card lies face down."""
VOID = VoidShoe("t1", "the disk failed")
START = Operate("t1", StartGame())
STAND = Operate("t1", Choose(Decision.STAND))
STAMP = Stamp(version="1", package="p", generated="2026-11-15T00:00:00Z")
Damage = Callable[[Path], None]
DAMAGES: dict[str, Damage] = {
    "lost": Path.unlink,
    "flipped": test_shoes.flipped,
    "swapped": test_shoes.swapped,
}


PLAIN = "2c 9d 3s 6h 8s 9c Kd Kd Kd"
"""Spot 1 has 8, spot 4 has 17, the dealer shows 3: somebody has to decide, and nobody wins."""


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """Two open tables with shoes of their own."""
    rig(monkeypatch, PLAIN)
    made = new_house(place_in(tmp_path / "room"), GAMES["bahama"])
    yield made
    made.close()


@pytest.fixture
def winning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A house whose shoes let spot 4 win the Mega by the up card."""
    rig(monkeypatch, BLAZING.hit)
    made = new_house(place_in(tmp_path / "room"), BLAZING)
    yield made
    made.close()


def seed_of(house: House, table: str = "t1", number: int = 1) -> Path:
    """The file of a seed."""
    return house.place.folder / "seeds" / f"{table}-{number}.seed"


def events_of(house: House, *kinds: type) -> list[object]:
    """Every event of these kinds that the journal has."""
    return [event for one in house.room.entries() for event in one.events if type(event) in kinds]


@pytest.mark.parametrize("name", DAMAGES)
def test_a_room_with_a_bad_seed_opens_and_stops_that_table_by_name(house: House, name: str) -> None:
    house.start("t1")
    house.close()
    DAMAGES[name](seed_of(house))
    again = house.reopened()
    shoe = again.room.state.tables["t1"].shoe
    code = "seed-missing" if name == "lost" else "seed-differs"

    assert shoe is not None
    assert shoe.fault == code
    (stopped,) = events_of(again, ShoeStopped)
    assert isinstance(stopped, ShoeStopped)
    assert (stopped.table, stopped.number, stopped.code) == ("t1", 1, code)
    assert stopped.commitment == shoe.commitment
    assert again.refused("deal-1", STAND).startswith(f"{code}: t1 has stopped: the seed of shoe 1")
    again.start("t2", "deal-2")
    # The next start finds the same and says it only once.
    third = again.reopened()
    assert len(events_of(third, ShoeStopped)) == 1
    third.play_on("t2", "deal-2")


@pytest.mark.parametrize("name", DAMAGES)
def test_a_seed_that_goes_bad_in_play_stops_the_table_at_the_next_card(
    house: House, name: str
) -> None:
    house.start("t1")
    DAMAGES[name](seed_of(house))
    before = house.room.state.tables["t1"].round
    answers = [house.order("deal-1", Operate("t1", Choose(Decision.HIT))) for _ in range(2)]

    assert {answer.code for answer in answers} <= {"seed-missing", "seed-differs"}
    assert house.room.state.tables["t1"].round == before
    assert len(events_of(house, ShoeStopped)) == 1
    assert len([e for e in events_of(house, OrderRefused) if "has stopped" in str(e)]) == 2
    house.start("t2", "deal-2")


def test_a_file_put_back_lets_the_table_go_on_at_the_same_card(house: House) -> None:
    house.start("t1")
    hole = house.round_on("t1").dealer[1]
    kept = seed_of(house).read_bytes()
    seed_of(house).unlink()
    stopped = house.reopened()
    assert stopped.round_on("t1").dealer[1] is FACE_DOWN
    seed_of(house).write_bytes(kept)
    # VOID SHOE compares, finds the seed good, and does not void it.
    assert stopped.order("sup-1", VOID).code == "seed-is-good"
    assert len(events_of(stopped, ShoeResumed)) == 1
    stopped.play_on("t1")
    assert stopped.round_on("t1").dealer[1] is hole
    again = stopped.reopened()
    assert again.room.state.tables["t1"] == stopped.room.state.tables["t1"]


def test_a_start_finds_the_file_put_back(house: House) -> None:
    kept = seed_of(house).read_bytes()
    test_shoes.flipped(seed_of(house))
    stopped = house.reopened()
    seed_of(house).write_bytes(kept)
    again = stopped.reopened()
    shoe = again.room.state.tables["t1"].shoe

    assert shoe is not None
    assert shoe.fault == ""
    again.start("t1")


@pytest.mark.parametrize("restarts", [False, True])
def test_the_procedure_voids_the_shoe_and_the_round_and_play_goes_on(
    house: House, restarts: bool
) -> None:
    house.start("t1")
    meter = house.level().display
    seed_of(house).unlink()
    now = house.reopened() if restarts else house
    commitment = now.room.state.tables["t1"].shoe.commitment  # type: ignore[union-attr]
    assert "Dan is a dealer" in now.refused("deal-1", VOID)
    assert "reason is empty" in now.refused("sup-1", VoidShoe("t1", " "))
    dealt = now.room.state.tables["t1"].shoe.dealt  # type: ignore[union-attr]
    now.done("sup-1", VOID)
    table = now.room.state.tables["t1"]
    (voided,) = events_of(now, ShoeVoided)
    (round_voided,) = events_of(now, RoundVoided)

    assert isinstance(voided, ShoeVoided)
    assert isinstance(round_voided, RoundVoided)
    assert (voided.number, voided.dealt, voided.code) == (1, dealt, "seed-missing")
    assert (voided.commitment, voided.reason, voided.by) == (commitment, "the disk failed", "sup-1")
    assert round_voided.returned == 2 * 1500
    assert now.level().display == meter, "what latched wagers gave stays on the meter"
    assert table.round is None
    assert table.shoe is not None
    assert table.shoe.number == 2
    now.cut("t1")
    now.start("t1")
    assert audit_room(now.room.journal).is_sound


def test_a_claimed_award_is_paid_while_the_table_has_stopped_and_stays_paid(
    winning: House,
) -> None:
    winning.start("t1")
    award = Operate("t1", PressHandButton(4, BLAZING.wager, BLAZING.outcome))
    winning.done("deal-1", award)
    seed_of(winning).unlink()
    stopped = winning.reopened()
    assert stopped.room.state.tables["t1"].is_hole_unknown
    assert "has a claimed award" in stopped.refused("sup-1", VOID)
    paid = stopped.done("sup-1", SwipeAward("t1", 4, BLAZING.wager)).data["paid"]
    stopped.done("sup-1", VOID)

    assert paid > 0
    assert stopped.room.state.slips == 1
    assert stopped.level().waiting == ()
    assert audit_room(stopped.room.journal).is_sound


def test_a_claim_is_made_and_taken_off_while_the_table_has_stopped(winning: House) -> None:
    winning.start("t1")
    seed_of(winning).unlink()
    stopped = winning.reopened()
    claim = Operate("t1", PressHandButton(4, BLAZING.wager, BLAZING.outcome))
    stopped.done("deal-1", claim)
    stopped.done("sup-1", VoidClaim("t1", 4, BLAZING.wager, "wrong button"))
    before = stopped.round_on("t1")
    assert before.dealer[1] is FACE_DOWN
    stopped.done("deal-1", claim)
    stopped.done("sup-1", VoidClaim("t1", 4, BLAZING.wager, "wrong button"))
    stopped.done("sup-1", VOID)

    assert stopped.room.state.tables["t1"].round is None


def test_a_round_that_needs_no_card_ends_without_its_seed(house: House) -> None:
    house.start("t1")
    house.play_on("t1")
    seed_of(house).unlink()
    house.key("t1", EndGame())

    assert house.room.state.tables["t1"].round is None
    house.key("t1", PlaceWager(1, "main", Cents(1000)))
    assert house.order("deal-1", START).code == "seed-missing"
    house.done("sup-1", VoidRound("t1", "wagers back"))
    assert house.order("sup-1", AbandonShoe("t1", "it must go")).code == "seed-missing"
    house.done("sup-1", VOID)


def test_a_shoe_past_its_cut_card_without_its_seed_is_voided_not_shuffled(house: House) -> None:
    while not house.room.state.tables["t1"].shoe.is_past_cut_card:  # type: ignore[union-attr]
        house.start("t1")
        house.play_on("t1")
        house.key("t1", EndGame())
    test_shoes.swapped(seed_of(house))

    assert house.order("deal-1", ShuffleShoe("t1", "cut card")).code == "seed-differs"
    house.done("sup-1", VOID)
    house.cut("t1")


def test_a_closed_table_with_a_bad_seed_is_voided_before_it_opens(house: House) -> None:
    house.done("sup-1", CloseTable("t1"))
    seed_of(house).unlink()
    again = house.reopened()
    opening = OpenTable("t1", "deal-1")
    assert "shoes check: t1 has stopped" in again.refused("sup-1", opening)
    again.done("sup-1", VOID)
    again.done("sup-1", opening)

    assert again.room.state.tables["t1"].shoe is None
    again.new_shoe("t1")


def played_on(house: House) -> House:
    """Shoe 1 revealed after a round, shoe 2 in play, a snapshot in mid-round."""
    house.start("t1")
    house.play_on("t1")
    house.key("t1", EndGame())
    house.new_shoe("t1")
    house.start("t1")
    save(house.room)
    house.play_on("t1")
    house.key("t1", EndGame())
    house.new_shoe("t1")
    return house


@pytest.mark.parametrize("name", DAMAGES)
def test_nothing_needs_the_file_of_a_revealed_seed(house: House, name: str) -> None:
    played_on(house)
    kinds = ("significant", "awards", "slips", "rounds")
    reports = {kind: REPORTS[kind].build(house.room.journal, EVER, STAMP) for kind in kinds}
    state = house.room.state
    for number in (1, 2):
        DAMAGES[name](seed_of(house, number=number))
    again = house.reopened()

    assert again.room.state == state
    assert audit_room(again.room.journal, vault=FileVault(house.place.folder / "seeds")).seeds == ()
    for kind, made in reports.items():
        facts = MemoryFacts(again.room.entries(last=made.header.entry))
        assert REPORTS[kind].build(facts, EVER, STAMP) == made
    again.start("t1")


def test_the_whole_folder_of_seeds_lost_stops_each_table_and_each_goes_on(house: House) -> None:
    played_on(house)
    shutil.rmtree(house.place.folder / "seeds")
    again = house.reopened()

    assert {event.table for event in events_of(again, ShoeStopped)} == {"t1", "t2"}  # type: ignore[attr-defined]
    for table, dealer in (("t1", "deal-1"), ("t2", "deal-2")):
        again.done("sup-1", VoidShoe(table, "the disk failed"))
        again.cut(table, dealer)
        again.start(table, dealer)


def test_audit_and_backup_name_a_bad_seed_and_a_restored_room_stops_by_name(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick_pins(monkeypatch)
    house.start("t1")
    desk = CommandDesk(house.place.folder)
    assert desk.json("audit", "verify")["seeds"] == []
    test_shoes.flipped(seed_of(house))
    found = desk.json("audit", "verify", code=1)
    said = desk.run("audit", "verify", code=1).stderr
    made = desk.json("room", "backup", "--out", str(tmp_path / "copy"))
    checked = desk.run("room", "check-backup", str(tmp_path / "copy"))

    assert (found["ok"], found["seeds"]) == (False, ["t1 shoe 1: seed-differs"])
    assert "the journal is sound, but these seeds are bad: t1 shoe 1: seed-differs" in said
    assert made["seeds"] == ["t1 shoe 1: seed-differs"]
    assert "WARNING t1 shoe 1: seed-differs" in checked.stderr
    assert "STOPPED (seed-differs)" in desk.run("room", "tables").stdout
    assert desk.json("room", "void-shoe", "t1", "--reason", "flipped", by="sup-1")["shoe"] == 2
    assert desk.json("audit", "verify")["ok"]
    place = place_in(tmp_path / "restored")
    assert restore(tmp_path / "copy", place) == check_backup(tmp_path / "copy")
    room = open_room(place)
    assert room.state.tables["t1"].shoe.fault == "seed-differs"  # type: ignore[union-attr]
    room.close()


def test_a_copy_whose_seed_rots_later_is_refused(house: House, tmp_path: Path) -> None:
    back_up(house.place, tmp_path / "copy")
    test_shoes.flipped(tmp_path / "copy" / "seeds" / "t1-1.seed")

    with pytest.raises(Exception, match=r"seeds/t1-1\.seed has changed since it was copied"):
        check_backup(tmp_path / "copy")


def test_an_audit_finds_a_card_that_its_seed_did_not_fix(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.start("t1")
    house.play_on("t1")
    house.key("t1", EndGame())
    monkeypatch.setattr(
        table_shoes, "shuffled_shoe", shuffled_shoe
    )  # Cards came from a rigged shoe.
    table_shoes._order.cache_clear()
    house.new_shoe("t1")
    fault = audit_room(house.room.journal).fault

    assert fault is not None
    # A card of the rigged shoe may lie where the seed put it, by chance.
    assert re.match(
        r"shoe 1 of t1: card [1-9] is recorded as \w\w, but its seed fixed", fault.message
    )


@pytest.mark.parametrize("name", ["flipped", "swapped"])
def test_a_seed_that_is_not_compared_would_be_caught(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Teeth: without the one comparison the tests above are red."""
    monkeypatch.setattr(table_shoes, "checked_seed", lambda seed, table, shoe: seed)
    house = new_house(place_in(tmp_path / "room"), GAMES["bahama"])
    try:
        with pytest.raises(AssertionError):
            test_a_room_with_a_bad_seed_opens_and_stops_that_table_by_name(house, name)
    finally:
        house.close()
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        test_shoes.test_a_seed_that_is_lost_or_not_the_one_committed_to_becomes_no_card(
            tmp_path / "seeds", DAMAGES[name], "seed-differs"
        )
