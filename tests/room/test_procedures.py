"""The documents' procedure end to end, durable, for each progressive on both databases."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.postgres import postgres_or_skip
from tests.room.houses import PIN, Game, House, new_house, place_in, rig
from upcard.catalogue import CATALOGUE, rules_of
from upcard.jackpot import AwardLock
from upcard.jackpot.accounts import Fund
from upcard.jackpot.commands import AdjustmentDirection, AdjustmentReason
from upcard.journal import verify
from upcard.journal.snapshots import latest_snapshot
from upcard.money import Cents
from upcard.room.events import OrderRefused
from upcard.room.money_orders import (
    AdjustMeter,
    ChangeProgressive,
    ReverseAward,
    SwipeAward,
    VoidClaim,
)
from upcard.room.room_snapshots import NAME
from upcard.room.snapshot_saves import save
from upcard.room.table_orders import CloseTable, Operate, StepBack, VoidRound
from upcard.rules.setting_paths import with_settings
from upcard.rules.written_rules import rules_toml
from upcard.table import Decision
from upcard.table.commands import Choose, EndGame, PlaceWager, PressHandButton, StartGame

GAMES = {
    "bahama": Game(
        "bahama-wsgc",
        "bahama-progressive",
        "PT3",
        "match",
        "2c 9s 9s 6h 9s 9s Kd Kd Kd",
        "four-of-a-kind-suited",
        "meter",
        100,
    ),
    "bahama ten percent": Game(
        "bahama-wsgc",
        "bahama-progressive",
        "PT3",
        "match",
        "2c 9s 9s 6h 9s 9c Kd Kd Kd",
        "four-of-a-kind-same-colour",
        "meter",
        10,
    ),
    "blazing single": Game(
        "kings-bounty",
        "blazing-7s-upcard",
        "PT1",
        "blazing-7s-upcard",
        "2c 7s 7s 6h 7s 9c Kd Kd Kd",
        "three-7s-suited",
        "meter",
        100,
    ),
    "blazing Mega": Game(
        "kings-bounty",
        "blazing-7s-upcard",
        "ML03",
        "blazing-7s-upcard",
        "2c 7d 7d 6h 7d 9c Kd Kd Kd",
        "three-7s-diamonds",
        "Mega",
        100,
    ),
    "blazing Minor": Game(
        "kings-bounty",
        "blazing-7s-upcard",
        "ML03",
        "blazing-7s-upcard",
        "2c 7d 7h 6h 7d 9c Kd Kd Kd",
        "three-7s-same-colour",
        "Minor",
        100,
    ),
    "trilux": Game(
        "kings-bounty",
        "trilux-progressive",
        "PT6",
        "trilux-progressive",
        "2c Ah Ah 6h Ah 9c Kd Kd Kd",
        "suited-aces",
        "meter",
        100,
    ),
}
MakeHouse = Callable[..., House]


@pytest.fixture(params=["sqlite", "postgresql"])
def house_for(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MakeHouse]:
    """Makes a house with the shoe of its game."""
    houses: list[House] = []

    def make(name: str, lock: AwardLock = AwardLock.ON_CONFIRM, **more: Any) -> House:
        url = postgres_or_skip().new_database() if request.param == "postgresql" else None
        rig(monkeypatch, GAMES[name].hit)
        houses.append(new_house(place_in(tmp_path, url), GAMES[name], lock, **more))
        return houses[-1]

    yield make
    for house in houses:
        house.close()


@pytest.mark.parametrize("name", GAMES)
def test_from_start_to_end_of_a_winning_round(house_for: MakeHouse, name: str) -> None:
    house = house_for(name)
    game = house.game
    seed = house.level().display
    # START latches and contributes once; pressed again it is refused and nothing changes.
    house.start("t1")
    meter = house.level().display
    rate = house.level().parameters.rate
    assert meter == seed + int(2 * 500 * rate)
    assert "you cannot press START GAME" in house.refused("deal-1", Operate("t1", StartGame()))
    # A claim that the cards do not bear out, a claim for a spot without an award.
    claim = PressHandButton(4, game.wager, game.outcome)
    wrong = PressHandButton(1, game.wager, game.outcome)
    assert "spot 1 has no award" in house.refused("deal-1", Operate("t1", wrong))
    house.play_on("t1")
    # The hand button toggles: on, off, on; the meter stands still until the swipe.
    for _ in range(3):
        house.key("t1", claim)
    assert house.level().display == meter
    assert [one.percent for one in house.level().waiting] == [game.percent]
    # Neither the dealer nor END GAME gets past it.
    swipe = SwipeAward("t1", 4, game.wager)
    assert "role-not-enough" in house.refused("deal-1", swipe)
    assert house.order("deal-1", Operate("t1", EndGame())).is_refused
    answer = house.done("sup-1", swipe)
    paid = meter * game.percent // 100
    assert answer.data == {"paid": paid, "slip": 1} | {"day": answer.data["day"]}
    assert house.level().display == (seed if game.percent == 100 else meter - paid)
    assert house.order("sup-2", swipe).is_refused
    house.play_on("t1")
    house.key("t1", EndGame())
    assert house.room.state.tables["t1"].round is None
    # Everything is there again after a restart, and the audit finds nothing.
    before = house.room.state
    again = house.reopened()
    assert again.room.state == before
    assert verify(again.room.journal).is_sound


@pytest.mark.parametrize("name", ["bahama", "blazing Mega", "trilux"])
def test_a_supervisor_is_refused_above_the_executive_threshold(
    house_for: MakeHouse, name: str
) -> None:
    house = house_for(name, executive_from=Cents(1))
    house.start("t1")
    house.play_on("t1")
    house.key("t1", PressHandButton(4, house.game.wager, house.game.outcome))

    swipe = SwipeAward("t1", 4, house.game.wager)
    assert (
        "Sue is a supervisor: confirming an award this large needs an executive"
        in house.refused("sup-1", swipe)
    )
    house.done("exec-1", swipe)


def test_on_claim_the_amount_is_locked_and_the_other_table_plays_on(house_for: MakeHouse) -> None:
    house = house_for("blazing Mega", AwardLock.ON_CLAIM)
    seed = house.level().display
    house.start("t1")
    won = house.level().display
    house.key("t1", PressHandButton(4, house.game.wager, house.game.outcome))
    assert house.level().display == seed
    assert house.level().is_pending
    house.start("t2", "deal-2")
    assert house.level().display > seed
    house.key("t2", PressHandButton(4, house.game.wager, house.game.outcome), "deal-2")

    second = SwipeAward("t2", 4, house.game.wager)
    assert "it is not award" in house.refused("sup-1", second)
    assert house.done("sup-1", SwipeAward("t1", 4, house.game.wager)).data["paid"] == won
    assert (
        house.done("sup-1", second).data["paid"] == seed + 120
    )  # 2 x $5.00 at 12%, half of the 24%.


@pytest.mark.parametrize("policy", ["right-first", "split-equally"])
def test_several_winners_are_paid_by_the_policy_of_the_rules(
    house_for: MakeHouse, monkeypatch: pytest.MonkeyPatch, policy: str
) -> None:
    base = GAMES["blazing single"]
    path = f"side_wagers.{base.wager}.several_winners"
    rules = with_settings(rules_of(base.rules), {path: policy}, CATALOGUE)
    house = house_for("blazing single", rules_text=rules_toml(rules))
    rig(monkeypatch, "7s 7s 7s 7s 7s 9c Kd Kd Kd")  # Both spots win.
    house.start("t1")
    meter, seed = house.level().display, house.level().parameters.seed
    for spot in (4, 1):
        house.key("t1", PressHandButton(spot, base.wager, base.outcome))
    paid = {
        spot: house.done("sup-1", SwipeAward("t1", spot, base.wager)).data["paid"]
        for spot in (4, 1)
    }

    # The farthest on the dealer's right takes all and the next wins the seed, or they share.
    even = {4: meter - meter // 2, 1: meter // 2}
    assert paid == ({4: meter, 1: seed} if policy == "right-first" else even)
    assert house.level().display == seed
    house.play_on("t1")
    house.key("t1", EndGame())


@pytest.mark.parametrize(
    ("name", "lock", "way", "paid", "left"),
    [
        # 2 x $5.00 at 24% on a seed of $1,000: the meter shows $1,002.40.
        ("bahama ten percent", AwardLock.ON_CONFIRM, "down", 10_000, 90_240),
        ("bahama ten percent", AwardLock.ON_CLAIM, "up", 10_100, 90_140),
        ("bahama", AwardLock.ON_CLAIM, "down", 100_200, 100_040),
        ("bahama", AwardLock.ON_CONFIRM, "up", 100_200, 100_040),
    ],
)
def test_an_award_is_paid_in_the_house_s_unit_and_the_rest_stays_on_the_meter(
    house_for: MakeHouse, lock: AwardLock, name: str, way: str, paid: int, left: int
) -> None:
    settings = {"payments.unit": "1", "payments.rounding": way}
    rules = with_settings(rules_of(GAMES[name].rules), settings, CATALOGUE)
    house = house_for(name, lock, rules_text=rules_toml(rules))
    house.start("t1")
    house.play_on("t1")
    house.key("t1", PressHandButton(4, house.game.wager, house.game.outcome))

    assert house.done("sup-1", SwipeAward("t1", 4, house.game.wager)).data["paid"] == paid
    assert house.level().display == left
    (award,) = house.round_on("t1").awards
    assert award.amount == paid


def test_on_confirm_the_second_table_waits_its_turn(house_for: MakeHouse) -> None:
    house = house_for("blazing Mega")
    for table, dealer in (("t1", "deal-1"), ("t2", "deal-2")):
        house.start(table, dealer)
        house.key(table, PressHandButton(4, house.game.wager, house.game.outcome), dealer)

    second = SwipeAward("t2", 4, house.game.wager)
    assert house.order("sup-1", second).is_refused
    first = house.done("sup-1", SwipeAward("t1", 4, house.game.wager)).data["paid"]
    assert house.done("sup-1", second).data["paid"] == 1_000_000 < first


def test_a_paid_award_is_reversed_and_the_meter_is_whole_again(house_for: MakeHouse) -> None:
    house = house_for("bahama")
    house.start("t1")
    house.play_on("t1")
    meter = house.level().display
    house.key("t1", PressHandButton(4, house.game.wager, house.game.outcome))
    house.done("sup-1", SwipeAward("t1", 4, house.game.wager))
    award = house.level().posted[-1].id
    wish = ReverseAward(progressive="prog", level="meter", award_id=award, reason="misread cards")

    assert "second-person-needed" in house.refused("sup-1", wish)
    assert "same-person" in house.refused("sup-1", wish, "sup-1")
    assert "role-not-enough" in house.refused("sup-1", wish, "tech-1")
    house.done("sup-1", wish, "exec-1")
    assert house.level().display == meter
    assert house.order("sup-1", wish, "exec-1").is_refused
    assert verify(house.room.journal).is_sound


def test_a_claim_is_voided_by_a_supervisor_with_a_reason(house_for: MakeHouse) -> None:
    house = house_for("bahama", AwardLock.ON_CLAIM)
    house.start("t1")
    house.play_on("t1")
    meter = house.level().display
    house.key("t1", PressHandButton(4, house.game.wager, house.game.outcome))
    assert house.level().display < meter
    assert "award-is-open" in house.refused("sup-1", VoidRound("t1", "spilled drink"))
    wish = VoidClaim("t1", 4, house.game.wager, "wrong spot")

    assert "role-not-enough" in house.refused("deal-1", wish)
    house.done("sup-1", wish)
    assert house.level().display == meter
    assert "no-such-claim" in house.refused("sup-1", wish)
    house.done("sup-1", VoidRound("t1", "spilled drink"))
    assert house.room.state.tables["t1"].round is None
    assert house.level().display == meter  # What latched wagers gave stays on the meter.


def test_settings_change_with_two_people_and_closed_tables_only(house_for: MakeHouse) -> None:
    house = house_for("bahama")
    state = house.room.state
    parameters = state.jackpots.progressives["prog"].parameters
    link = state.links["prog"]
    level = replace(parameters.levels[0], seed=Cents(300_000))
    wish = ChangeProgressive(replace(parameters, levels=(level,)), link)

    assert "table-is-open: t1 is open" in house.refused("tech-1", wish, "exec-1")
    house.done("sup-1", CloseTable("t1"))
    assert "table-is-open: t2 is open" in house.refused("tech-1", wish, "exec-1")
    house.done("sup-1", CloseTable("t2"))
    assert "second-person-needed" in house.refused("tech-1", wish)
    assert "role-not-enough" in house.refused("sup-1", wish, "exec-1")
    assert "role-not-enough" in house.refused("tech-1", wish, "sup-1")
    house.done("tech-1", wish, "exec-1")
    assert house.level().parameters.seed == 300_000


def test_adjustments_take_two_roles_and_a_documented_reason(house_for: MakeHouse) -> None:
    house = house_for("bahama")
    wish = AdjustMeter(
        progressive="prog",
        level="meter",
        reason=AdjustmentReason.DISPLAY_ERROR,
        direction=AdjustmentDirection.RAISE,
        fund=Fund.METER,
        amount=Cents(1234),
        evidence="work order 7",
    )
    meter = house.level().display

    assert "same-role" in house.refused("sup-1", wish, "sup-2")
    house.done("sup-1", wish, "acct-1")
    assert house.level().display == meter + 1234


def test_the_last_key_is_taken_back_until_a_card_is_out(house_for: MakeHouse) -> None:
    house = house_for("bahama")
    house.key("t1", PlaceWager(1, "main", Cents(1000)))
    house.key("t1", PlaceWager(1, "main", Cents(9000)))
    house.done("deal-1", StepBack("t1"))
    assert [one.amount for one in house.round_on("t1").wagers] == [1000]
    house.done("deal-1", StepBack("t1"))
    assert house.round_on("t1").wagers == ()
    assert "you have pressed no key" in house.refused("deal-1", StepBack("t1"))
    house.start("t1")
    assert "you cannot take the last key back: a card was dealt" in house.refused(
        "deal-1", StepBack("t1")
    )
    house.key("t1", Choose(Decision.STAND))
    turn = house.round_on("t1").turn
    house.done("deal-1", StepBack("t1"))
    assert house.round_on("t1").turn == turn - 1
    assert house.reopened().room.state == house.room.state


def test_refusals_and_wrong_pins_are_recorded(house_for: MakeHouse) -> None:
    house = house_for("bahama")
    house.refused("deal-2", Operate("t1", StartGame()))
    last = list(house.room.entries())[-1]
    assert [type(event) for event in last.events] == [OrderRefused]
    answer = house.order("sup-1", CloseTable("t1"), pin="000111")
    assert answer.code == "pin-wrong"
    assert house.room.state.staff["sup-1"].failures == 1
    assert house.order("nobody", CloseTable("t1")).code == "badge-unknown"
    assert PIN not in "".join(entry.body for entry in house.room.journal.entries())


def test_an_order_sent_again_gets_the_same_answer_and_another_body_is_refused(
    house_for: MakeHouse,
) -> None:
    house = house_for("bahama")
    wish = Operate("t1", PlaceWager(1, "main", Cents(1000)))
    first = house.order("deal-1", wish, id="once")
    meter, version = house.level().display, house.room.state.tables["t1"].version
    again = house.order("deal-1", wish, id="once")

    assert (again.sequence, again.is_repeated) == (first.sequence, True)
    assert (house.level().display, house.room.state.tables["t1"].version) == (meter, version)
    other = house.order("deal-1", Operate("t1", StartGame()), id="once")
    assert other.code == "command-differs"


def test_a_room_starts_from_its_snapshot_as_from_its_journal(house_for: MakeHouse) -> None:
    house = house_for("bahama")
    house.start("t1")  # A hand is open, a card lies face down.
    save(house.room)
    house.key("t1", Choose(Decision.STAND))
    before = house.room.state

    again = house.reopened()
    assert again.room.state == before
    with again.room.journal.engine.connect() as connection:
        stored = connection.exec_driver_sql("SELECT payload FROM snapshots").scalar_one()
    assert "??" in stored


def test_a_long_day_leaves_snapshots_behind(
    house_for: MakeHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = house_for("bahama")
    monkeypatch.setattr("upcard.room.room_snapshots.EVERY", 5)
    again = house.reopened()
    for _ in range(30):
        again.key("t1", PlaceWager(1, "main", Cents(1000)))
    until = time.monotonic() + 60
    while latest_snapshot(again.room.journal, NAME) is None and time.monotonic() < until:
        time.sleep(0.02)
    snapshot = latest_snapshot(again.room.journal, NAME)

    assert snapshot is not None
    before = again.room.state
    assert again.reopened().room.state == before
