"""S3's three progressive sections at a hand-dealt table, on SQLite and on PostgreSQL."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tests.devices.conftest import MakeHouse
from tests.devices.hand_dealt_rooms import code_of, confirmed, paid, refused, sensors, started
from tests.room.houses import Game, House
from upcard.books.slip_pages import page_of
from upcard.books.slips import slip_of
from upcard.jackpot.accounts import Fund
from upcard.money import Cents
from upcard.room.care.audits import audit_room
from upcard.room.money_orders import ConfirmWin, PrintSlip, ReverseAward, SwipeAward
from upcard.room.table_events import TableHappened
from upcard.screens.keypads import next_key
from upcard.table.awaits import AwaitHandButtons, awaits
from upcard.table.commands import EndGame, LiftWager, PlaceWager, PressHandButton, StartGame
from upcard.table.events import WagerSettled
from upcard.table.keyed_lines import NOTHING_KEYED, buttons_of, tray_pays


@dataclass(frozen=True, slots=True)
class Section:
    """One progressive section of S3: its wager, its lines, and whether START GAME lifts it."""

    game: Game
    lines: dict[str, int | str]
    """For a wager of $1: the level that a line empties, or what the tray pays in cents."""
    is_lifted: bool
    hit: tuple[str, str]
    """Cards of the player and of the dealer that win the first line."""
    misses: tuple[tuple[str, str, str], ...]
    """Cards that do not win it, and what they are instead."""

    @property
    def top(self) -> str:
        """The line that empties the highest level."""
        return next(iter(self.lines))


def _game(pack: str, paytable: str, level: str) -> Game:
    return Game("kings-bounty", pack, paytable, pack, "", "", level, 100)


SEVENS: dict[str, int | str] = {
    "three-7s-diamonds": "Mega",
    "three-7s-suited": "Major",
    "three-7s-same-colour": "Minor",
    "three-7s": 200_00,
    "first-two-7s": 25_00,
    "one-7": 2_00,
}
ACES: dict[str, int | str] = {
    "suited-aces": "meter",
    "suited-three-of-a-kind": 125_00,
    "straight-flush": 25_00,
    "three-of-a-kind": 20_00,
    "straight": 7_00,
    "flush": 5_00,
}
SECTIONS = {
    "player": Section(
        _game("blazing-7s-player", "ML03", "Mega"),
        SEVENS,
        is_lifted=True,
        hit=("7d 7d 7d", ""),
        misses=(
            # 3 and 7: no seven in the first two cards loses, one of them wins.
            ("2c 9h 7d", "", "it pays nothing"),
            ("7d 9h", "", "is One 7"),
            # 8: two sevens take the first hit card, and pay as two without a third.
            ("7d 7d", "", "is First two 7s"),
            ("7d 7d 9c", "", "is First two 7s"),
            ("7d 7d 7h", "", "is Three 7s same colour"),
            # 8.a and 10: a seven that is not among the first two, or busts the hand, is no pair.
            ("7d 9h 7d", "", "is One 7"),
        ),
    ),
    "upcard": Section(
        _game("blazing-7s-upcard", "ML03", "Mega"),
        SEVENS,
        is_lifted=True,
        hit=("7d 7d", "7d"),
        misses=(
            ("2c 9h", "7d", "it pays nothing"),
            ("7d 9h", "2c", "is One 7"),
            ("7d 9h", "7d", "is One 7"),
            ("7d 7d", "9h", "is First two 7s"),
            ("7d 7d", "7h", "is Three 7s same colour"),
        ),
    ),
    "trilux": Section(
        _game("trilux-progressive", "PT6", "meter"),
        ACES,
        is_lifted=False,
        hit=("Ah Ah", "Ah"),
        misses=(
            ("Ah Ah", "As", "is Three of a kind"),
            ("Ah Kd", "9h", "it pays nothing"),
            ("Ah Kh", "Qh", "is Straight flush"),
            ("2d 2d", "2d", "is Suited three of a kind"),
        ),
    ),
}


@pytest.fixture(params=SECTIONS)
def section(request: pytest.FixtureRequest) -> Section:
    """Each section of S3."""
    return SECTIONS[request.param]


def button(section: Section, spot: int, line: str) -> PressHandButton:
    """The hand button of a spot."""
    return PressHandButton(spot, section.game.wager, line)


def claimed_in(house: House) -> list[str]:
    """The levels that have a claim waiting."""
    levels = house.room.state.jackpots.progressives["prog"].levels
    return [name for name, level in levels.items() if level.waiting]


def says(house: House) -> str:
    """What the console tells the dealer to do."""
    round_ = house.round_on("t1")
    return next_key(round_, awaits(round_), None, is_open=True)["sentence"]


def test_s3_a_game_is_played_without_the_optional_wager(
    quick_house: MakeHouse, section: Section
) -> None:
    house = quick_house(section.game)
    house.key("t1", StartGame())
    house.key("t1", EndGame())

    assert house.room.state.tables["t1"].rounds == 1


def test_s3_sensors_light_up_start_game_locks_and_the_section_says_what_is_lifted(
    make_house: MakeHouse, section: Section
) -> None:
    house, wager = make_house(section.game), section.game.wager
    before = house.level().display
    for spot in (2, 6):
        house.key("t1", PlaceWager(spot, wager, Cents(500)))
    assert sensors(house) == {2: "placed", 6: "placed"}
    house.key("t1", StartGame())
    assert house.level().display > before
    assert sensors(house) == {2: "locked", 6: "locked"}
    if section.is_lifted:
        assert refused(house, EndGame()) == "out-of-turn"
        for spot in (6, 2):
            house.key("t1", LiftWager(spot, wager))
        assert sensors(house) == {2: "lifted", 6: "lifted"}
    else:
        assert refused(house, LiftWager(2, wager)) == "wagers-closed"

    assert isinstance(awaits(house.round_on("t1")), AwaitHandButtons)
    assert refused(house, PlaceWager(3, wager, Cents(500))) == "wagers-closed"


def test_s3_every_line_of_the_paytable_has_a_button_that_goes_on_and_off_again(
    quick_house: MakeHouse, section: Section
) -> None:
    house = quick_house(section.game)
    started(house, 3, amount=100)
    before = house.round_on("t1")
    assert buttons_of(before.game.offers[section.game.wager]) == tuple(section.lines)
    for line, pays in section.lines.items():
        house.key("t1", button(section, 3, line))
        if isinstance(pays, str):
            assert claimed_in(house) == [pays]
        else:
            assert [pay for _, pay in tray_pays(house.round_on("t1"))] == [pays]
            assert claimed_in(house) == []
        house.key("t1", button(section, 3, line))
        assert house.round_on("t1") == before


def test_s3_the_supervisors_cards_are_judged_by_the_rules_of_the_section(
    quick_house: MakeHouse, section: Section
) -> None:
    house, wager = quick_house(section.game, cards_from=Cents(100)), section.game.wager
    started(house, 3)
    house.key("t1", button(section, 3, section.top))
    for player, dealer, said in section.misses:
        assert said in house.refused("sup-1", confirmed(3, wager, player, dealer))

    house.done("sup-1", confirmed(3, wager, *section.hit))
    assert house.done("sup-1", SwipeAward("t1", 3, wager)).data["paid"] > 0


def test_s3_split_sevens_count_with_the_third_card_dealt_to_the_player(
    quick_house: MakeHouse,
) -> None:
    section = SECTIONS["player"]
    house, wager = quick_house(section.game, cards_from=Cents(100)), section.game.wager
    started(house, 3)
    house.key("t1", button(section, 3, "three-7s-suited"))

    four = confirmed(3, wager, "7s 7s 7s 7d", "")
    assert code_of(house, "sup-1", four) == "hand-not-keyed"
    house.done("sup-1", confirmed(3, wager, "7s 7s 7s", ""))


def test_s3_wagers_are_settled_from_right_to_left_at_end_game(
    make_house: MakeHouse, section: Section
) -> None:
    house = make_house(section.game)
    started(house, 2, 4, 6)
    line = tuple(section.lines)[-1]
    house.key("t1", button(section, 4, line))
    house.key("t1", EndGame())
    settled = [
        (event.event.settlement.spot, event.event.settlement.outcome)
        for entry in house.room.entries()
        for event in entry.events
        if isinstance(event, TableHappened) and isinstance(event.event, WagerSettled)
    ]

    assert settled == [(6, NOTHING_KEYED), (4, line), (2, NOTHING_KEYED)]
    assert house.room.state.tables["t1"].round is None
    started(house, 2)


def test_s3_percentages_come_off_their_meter_which_is_reseeded_and_fixed_pays_do_not(
    quick_house: MakeHouse, section: Section
) -> None:
    house = quick_house(section.game)
    seed = house.level().display
    started(house, 3, 5)
    shown, reserve = house.level().display, house.level().balances[Fund.RESERVE]
    house.key("t1", button(section, 5, tuple(section.lines)[-1]))
    assert house.level().display == shown
    house.key("t1", button(section, 3, section.top))

    assert paid(house, 3) == shown
    assert house.level().display == seed + reserve


def test_s3_the_farthest_on_the_right_is_paid_first(
    quick_house: MakeHouse, section: Section
) -> None:
    house, wager = quick_house(section.game), section.game.wager
    started(house, 1, 4, 7)
    for spot in (4, 1, 7):
        house.key("t1", button(section, spot, section.top))
        house.done("sup-1", ConfirmWin("t1", spot, wager))
    for early in (1, 4):
        assert code_of(house, "sup-1", SwipeAward("t1", early, wager)) == "award-waits-its-turn"
    pays = [house.done("sup-1", SwipeAward("t1", spot, wager)).data["paid"] for spot in (7, 4, 1)]

    assert pays[0] > pays[1] == pays[2], "the first takes the meter, the others its seed"


def test_s3_a_supervisor_confirms_the_level_says_who_swipes_and_end_game_resets(
    make_house: MakeHouse, section: Section
) -> None:
    house, wager = make_house(section.game, executive_from=Cents(1)), section.game.wager
    started(house, 3)
    meter = house.level().display
    house.key("t1", button(section, 3, section.top))
    assert "call a supervisor" in says(house)
    assert refused(house, EndGame()) == "awards-open"
    assert code_of(house, "deal-1", ConfirmWin("t1", 3, wager)) == "role-not-enough"
    assert code_of(house, "exec-1", SwipeAward("t1", 3, wager)) == "award-not-verified"
    house.done("sup-1", ConfirmWin("t1", 3, wager))
    assert house.level().display == meter
    assert code_of(house, "sup-2", SwipeAward("t1", 3, wager)) == "role-not-enough"
    amount = house.done("exec-1", SwipeAward("t1", 3, wager)).data["paid"]
    house.done("sup-1", PrintSlip(1))
    page = page_of(slip_of(house.room.journal, 1), is_reprint=False)
    house.key("t1", EndGame())

    assert (amount, page["amount"]) == (meter, f"${meter / 100:,.2f}")
    assert house.room.state.tables["t1"].round is None


def test_s3_after_the_swipe_only_two_people_back_an_award_out(
    make_house: MakeHouse, section: Section
) -> None:
    house = make_house(section.game)
    started(house, 3)
    before = house.level().display
    house.key("t1", button(section, 3, section.top))
    paid(house, 3)
    house.key("t1", EndGame())
    undo = ReverseAward(
        progressive="prog",
        level=section.game.level,
        award_id=house.level().posted[-1].id,
        reason="the cards were misread",
    )
    assert code_of(house, "sup-1", undo) == "second-person-needed"
    house.done("sup-1", undo, "exec-1")

    assert house.level().display == before
    assert audit_room(house.room.journal).fault is None
