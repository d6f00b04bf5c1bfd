"""Win pages, recall and reports of a hand-dealt table: what was keyed, and dashes for the rest."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from tests.books.histories import STAMP
from tests.devices.conftest import MakeHouse
from tests.devices.hand_dealt_rooms import confirmed, hand_dealt_house, started
from tests.room.houses import House, place_in, spec
from tests.room.test_procedures import GAMES
from upcard.books import REPORTS, Period, as_csv, as_html, read_csv
from upcard.books.drops import RoundsReport
from upcard.books.hand_dealt import BY_HAND
from upcard.books.holds import HoldsReport
from upcard.books.slip_pages import WinPage, page_of, slip_pdf
from upcard.books.slips import slip_of
from upcard.money import Cents
from upcard.room.care.audits import audit_room
from upcard.room.money_orders import SwipeAward
from upcard.room.projections.kept_totals import bring_up_to_date
from upcard.room.table_orders import ChangeTable, CloseTable, OpenTable, VoidRound
from upcard.screens.chronicles import Chronicle
from upcard.screens.recalls import RoundRecall, list_record
from upcard.table.commands import EndGame, PlaceWager, PressHandButton

BOUNTY = GAMES["blazing single"]
WAGER = BOUNTY.wager
TOP, TRAY = "three-7s-suited", "three-7s"
EVER = Period(date(2000, 1, 1), date(2099, 12, 31))


def played(house: House) -> None:
    """A round on spots 3 and 5: the tray pays 5, and nothing is keyed for 3."""
    started(house, 3, 5)
    house.key("t1", PressHandButton(5, WAGER, TRAY))
    house.key("t1", EndGame())


def won(house: House, player: str = "", dealer: str = "") -> WinPage:
    """A round in which spot 3 wins the meter; its win page."""
    started(house, 3)
    house.key("t1", PressHandButton(3, WAGER, TOP))
    house.done("sup-1", confirmed(3, WAGER, player, dealer))
    house.done("sup-2", SwipeAward("t1", 3, WAGER))
    house.key("t1", EndGame())
    return page_of(slip_of(house.room.journal, 1), is_reprint=False)


def holds(house: House) -> HoldsReport:
    """The report on hold, read back from CSV as well: nothing is lost."""
    report: HoldsReport = REPORTS["holds"].build(house.room.journal, EVER, STAMP)
    assert read_csv(HoldsReport, as_csv(report)) == report
    return report


def rounds(house: House) -> RoundsReport:
    """The report on rounds, read back from CSV as well."""
    report: RoundsReport = REPORTS["rounds"].build(house.room.journal, EVER, STAMP)
    assert read_csv(RoundsReport, as_csv(report)) == report
    return report


def test_a_win_page_has_the_cards_that_were_keyed_and_who_keyed_what(
    make_house: MakeHouse,
) -> None:
    house = make_house(BOUNTY, cards_from=Cents(100))
    page = won(house, "7s 7s", "7s")

    assert ["Hand", "Three 7s suited, keyed by Dan (dealer)"] in page["win"]
    assert [one["rank"] for one in (*page["player_cards"], *page["dealer_cards"])] == ["7"] * 3
    assert page["cards_note"] == (
        "Dealt by hand. Cards keyed by Sue (supervisor) at CONFIRM: Three 7s suited."
    )
    assert [(one[0], one[2]) for one in page["people"]] == [
        ("Hand keyed", "Dan (dealer)"),
        ("CONFIRM", "Sue (supervisor)"),
        ("Swiped", "Sam (supervisor)"),
    ]
    assert "judged" not in str(page)
    assert slip_pdf(slip_of(house.room.journal, 1), is_reprint=False).startswith(b"%PDF")
    assert audit_room(house.room.journal).fault is None


def test_a_win_page_says_that_no_cards_were_keyed(quick_house: MakeHouse) -> None:
    page = won(quick_house(BOUNTY))

    assert (page["player_cards"], page["dealer_cards"]) == ([], [])
    assert page["cards_note"] == (
        "Dealt by hand: no cards were keyed. Sue (supervisor) saw them on the felt and pressed "
        "CONFIRM."
    )


def test_recall_tells_what_was_keyed_by_whom_and_no_net(quick_house: MakeHouse) -> None:
    house = quick_house(BOUNTY, cards_from=Cents(100))
    started(house, 3, 5)
    house.key("t1", PressHandButton(5, WAGER, TRAY))
    house.key("t1", PressHandButton(3, WAGER, TOP))
    house.done("sup-1", confirmed(3, WAGER, "7s 7s", "7s"))
    house.done("sup-2", SwipeAward("t1", 3, WAGER))
    chronicle = Chronicle(house.room)
    now = chronicle.round("t1", 1)
    assert now is not None
    assert list_record(house.room.state, now)["net"] is None
    house.key("t1", EndGame())
    past = chronicle.round("t1", 1)
    assert past is not None
    recall = RoundRecall(house.room.journal, past, chronicle.game(past))
    steps = [(one["by"], one["sentence"]) for one in recall.steps()]

    assert ("deal-1", "Spot 5: three 7s, keyed by the dealer.") in steps
    assert (
        "sup-1",
        "A supervisor presses CONFIRM for spot 3. Cards keyed by the supervisor: 7s 7s, the "
        "dealer's 7s. They are three 7s suited.",
    ) in steps
    assert any("three 7s, as keyed. PAY $1,000" in said for _, said in steps)
    assert "judged" not in str(steps)
    line = list_record(house.room.state, past)
    assert (line["net"], line["is_by_hand"], line["spots"]) == (None, True, [3, 5])
    assert past.line["summary"] == "dealt by hand"


@pytest.mark.parametrize("is_kept", [False, True], ids=["open day", "kept totals"])
def test_reports_have_a_dash_and_the_reason_for_what_nobody_knows(
    quick_house: MakeHouse, is_kept: bool
) -> None:
    house = quick_house(BOUNTY)
    played(house)
    if is_kept:
        bring_up_to_date(house.room.journal)
    report = holds(house)
    main, progressive = sorted(report.holds, key=lambda one: one.wager != "main")
    (drop,) = [one for one in report.drops if one.wager == "main"]

    assert (main.drop, main.win, main.hold, main.wagers) == (None, None, None, None)
    assert (drop.drop, drop.win, drop.wagers, drop.unknown) == (None, None, None, BY_HAND)
    assert (progressive.wagers, progressive.drop, progressive.hits) == (2, 1000, 1)
    for one in report.participation:
        assert (one.rounds, one.share, one.wagers, one.unknown) == (None, None, 1, BY_HAND)
    (dealt,), (table,) = rounds(house).dealers, rounds(house).tables
    assert (dealt.rounds, dealt.by_hand, dealt.spots, dealt.drop) == (1, 1, None, None)
    assert (dealt.win, dealt.hold, dealt.staked, dealt.unknown) == (None, None, None, BY_HAND)
    assert (table.rounds, table.drop, table.win) == (1, None, None)
    for printed in (report, rounds(house)):
        text = as_html(printed).decode()
        assert f"– at t1: {BY_HAND}." in text


def test_a_table_that_was_dealt_both_ways_keeps_them_apart(tmp_path: Path) -> None:
    house = hand_dealt_house(place_in(tmp_path), BOUNTY)
    played(house)
    house.done("sup-1", CloseTable("t1"))
    house.done("tech-1", ChangeTable(spec("t1", BOUNTY)), "exec-1")
    house.done("sup-1", OpenTable("t1", "deal-1"))
    house.new_shoe("t1")
    house.start("t1", spots=(3,))
    house.play_on("t1")
    house.key("t1", EndGame())
    report = holds(house)

    known = [one for one in report.drops if not one.unknown]
    assert {(one.wager, one.wagers) for one in known} == {("main", 1), (WAGER, 3)}
    assert [one.wager for one in report.drops if one.unknown] == ["main"]
    shares = {(one.spot, one.rounds, one.wagers) for one in report.participation}
    assert shares == {(3, 1, 1), (3, None, 1), (5, None, 1)}
    (dealt,) = rounds(house).dealers
    assert (dealt.rounds, dealt.by_hand, dealt.spots, dealt.drop) == (2, 1, 1, 1000)
    assert audit_room(house.room.journal).fault is None
    house.close()


def test_a_voided_hand_dealt_round_is_counted_and_pretends_nothing(quick_house: MakeHouse) -> None:
    house = quick_house(BOUNTY)
    started(house, 3)
    house.done("sup-1", VoidRound("t1", "misdeal"))
    (dealt,) = rounds(house).dealers

    assert (dealt.rounds, dealt.voided, dealt.by_hand, dealt.drop) == (0, 1, 1, None)
    house.key("t1", PlaceWager(3, WAGER, Cents(500)))
