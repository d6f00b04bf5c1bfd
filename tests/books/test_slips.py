"""The win page: what it says, what it is marked with, and that it is always the same."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from tests.books.histories import FIRST, GAME, STAMP, Recording, one_award
from tests.memory_facts import MemoryFacts
from tests.room.houses import Game
from upcard.books import REPORTS, Period, SlipError, slip_of, slip_pdf
from upcard.books.slip_pages import page_of
from upcard.money import Cents
from upcard.room.events import RoomKind
from upcard.room.money_events import SlipIssued
from upcard.room.procedures.checklists import checklist_on
from upcard.room.thresholds import reportable_on


def test_a_win_page_says_who_won_what_where_and_on_whose_word(story: Recording) -> None:
    slip = slip_of(MemoryFacts(story.entries), 1)
    page = page_of(slip, is_reprint=False)

    assert (page["number"], page["amount"]) == ("000001", "$2,002.40")
    assert page["words"] == "Two thousand two and 40/100 dollars"
    assert ["Meter before", "$2,002.40"] in page["win"]
    assert ["Meter after", "$2,000.20"] in page["win"]
    assert ["Table and spot", "t1, spot 4"] in page["place"]
    assert ["Paytable", "PT1"] in page["place"]
    assert slip.rules_fingerprint == story.state.tables["t1"].fingerprint
    assert slip.player_cards == ("7s", "7s")
    assert [line[2] for line in page["people"]] == ["Dan (dealer)", "Sue (supervisor)"]
    assert page["tax"].startswith("Form W-2G before payment: 400 times the wager")
    assert len(page["steps"]) == 3
    assert page["hold_until"] == "2026-11-22"


def test_a_card_that_lies_face_down_is_on_no_win_page(story: Recording) -> None:
    slip = slip_of(MemoryFacts(story.entries), 1)
    entry = next(
        entry
        for entry in story.entries
        if any(isinstance(event, SlipIssued) for event in entry.events)
    )
    early = [
        replace(one, events=tuple(e for e in one.events if "HoleCardShown" not in repr(e)))
        for one in story.entries
        if one.sequence <= entry.sequence
    ]

    assert slip.dealer_cards[:2] == ("7s", "9c")
    assert "9c" not in slip_of(MemoryFacts(early), 1).dealer_cards


def test_a_win_page_is_the_same_bytes_whenever_it_is_made(story: Recording) -> None:
    before = [entry for entry in story.entries if entry.day == FIRST]

    first = slip_pdf(slip_of(MemoryFacts(before), 1), is_reprint=False)

    assert slip_pdf(slip_of(MemoryFacts(story.entries), 1), is_reprint=False) == first
    assert slip_pdf(slip_of(MemoryFacts(before), 1), is_reprint=True) != first


def test_a_reversed_award_is_marked_and_linked(story: Recording) -> None:
    page = page_of(slip_of(MemoryFacts(story.entries), 2), is_reprint=True)

    assert page["is_reversed"]
    assert page["is_reprint"]
    assert "reversal order" in " ".join(page["reversal"])
    assert not page["is_reported"]


def test_a_page_of_a_training_room_says_so(tmp_path: Path) -> None:
    trained = one_award(tmp_path / "room", RoomKind.TRAINING)
    page = page_of(slip_of(MemoryFacts(trained.entries), 1), is_reprint=False)

    assert page["banner"] == "TRAINING"
    report = REPORTS["awards"].build(MemoryFacts(trained.entries), Period(FIRST, FIRST), STAMP)
    assert report.header.kind is RoomKind.TRAINING


def test_a_small_prize_takes_no_checklist_unless_the_house_says_so(story: Recording) -> None:
    slip = slip_of(MemoryFacts(story.entries), 1)
    small = page_of(replace(slip, steps=(), hold_until=None), is_reprint=False)

    assert (small["steps"], small["hold_until"]) == ([], "")
    assert checklist_on(FIRST).least == 50_000
    assert slip_of(MemoryFacts(story.entries), 1, checklist_from=Cents(100)).steps


def test_a_number_that_was_never_given_is_refused(story: Recording) -> None:
    with pytest.raises(SlipError, match="win page is 3: the room has 1 to 2"):
        slip_of(MemoryFacts(story.entries), 3)
    with pytest.raises(SlipError, match="the room has none yet"):
        slip_of(MemoryFacts(story.entries[:5]), 1)


@pytest.mark.parametrize(
    ("day", "amount", "is_reported"),
    [
        (date(2025, 12, 31), 59_999, False),
        (date(2025, 12, 31), 60_000, True),
        (date(2026, 1, 1), 199_999, False),
        (date(2026, 1, 1), 200_000, True),
    ],
)
def test_the_tax_threshold_is_that_of_the_day(day: date, amount: int, is_reported: bool) -> None:
    assert reportable_on(day).is_reached(Cents(amount), Cents(100)) is is_reported


def test_a_large_win_at_short_odds_is_not_reported() -> None:
    # $10,000 is 299.99 times $33.335: below 300 to 1 whatever the amount.
    assert not reportable_on(date(2026, 1, 1)).is_reached(Cents(1_000_000), Cents(3334))


def test_a_reported_win_from_the_tray_is_listed_without_a_page(tmp_path: Path) -> None:
    # Paytable 2 pays 500 for 1 from the tray for three sevens of one colour: $2,500 for $5.
    game = Game(
        GAME.rules,
        GAME.wager,
        "PT2",
        GAME.pack,
        "2c 7d 7h 6h 7d 9c Kd Kd Kd",
        "three-7s-same-colour",
        "meter",
        0,
    )
    played = one_award(tmp_path / "room", RoomKind.LIVE, game)
    report = REPORTS["awards"].build(MemoryFacts(played.entries), Period(FIRST, FIRST), STAMP)

    assert report.awards == ()
    assert [(one.spot, one.stake, one.won) for one in report.tray_wins] == [(4, 500, 250_000)]
