"""A reversal reaches the table: what its round, its void and the books then say."""

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.room.houses import UNIT, Game, House, new_house, place_in, rig
from upcard.books import REPORTS, Period, Stamp
from upcard.books.award_lists import AwardOutcome as InBooks
from upcard.catalogue import CATALOGUE, rules_of
from upcard.jackpot import AwardLock
from upcard.journal import verify
from upcard.journal.facts import Wanted
from upcard.money import Cents
from upcard.room.money_orders import ReverseAward, SwipeAward
from upcard.room.projections.kept_totals import ended
from upcard.room.projections.past_rounds import ROUND
from upcard.room.table_events import RoundVoided, TableHappened
from upcard.room.table_orders import Operate, StepBack, VoidRound
from upcard.rules.setting_paths import with_settings
from upcard.rules.written_rules import rules_toml
from upcard.table.commands import EndGame, PressHandButton
from upcard.table.commands import TakeAwardBack as ReverseAtTable
from upcard.table.events import AwardTakenBack
from upcard.table.movements import meter_awards, movements_of_void
from upcard.table.rounds import AwardState

LIFTED = Game(
    "bahama-wsgc",
    "bahama-progressive",
    "PT3",
    "match",
    "2c 9s 9s 6h 9s 9s Kd Kd Kd",
    "four-of-a-kind-suited",
    "meter",
    100,
)
ON_THE_FELT = Game(
    "kings-bounty",
    "trilux-progressive",
    "PT6",
    "trilux-progressive",
    "2c Ah Ah 6h Ah 9c Kd Kd Kd",
    "suited-aces",
    "meter",
    100,
)
BOTH_WIN = Game(
    "kings-bounty",
    "blazing-7s-upcard",
    "PT1",
    "blazing-7s-upcard",
    "7s 7s 7s 7s 7s 9c Kd Kd Kd",
    "three-7s-suited",
    "meter",
    100,
)
EVER = Period(date(2000, 1, 1), date(2099, 12, 31))
STAMP = Stamp(version="0.2.0", package="ab" * 32, generated="2026-11-18T12:00:00Z")
MakeHouse = Callable[..., House]


@pytest.fixture
def house_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeHouse]:
    """Makes a house with the shoe of its game."""
    houses: list[House] = []

    def make(game: Game, lock: AwardLock = AwardLock.ON_CONFIRM, **more: Any) -> House:
        rig(monkeypatch, game.hit)
        houses.append(new_house(place_in(tmp_path), game, lock, **more))
        return houses[-1]

    yield make
    for house in houses:
        house.close()


def paid(house: House, *spots: int, table: str = "t1", dealer: str = "deal-1") -> list[str]:
    """A round to its end with its awards confirmed; their names in the ledger."""
    game = house.game
    house.start(table, dealer)
    house.play_on(table, dealer)
    for spot in spots:
        house.key(table, PressHandButton(spot, game.wager, game.outcome), dealer)
    for spot in spots:
        house.done("sup-1", SwipeAward(table, spot, game.wager))
    return [one.id for one in house.level().posted[-len(spots) :]]


def reverse(house: House, award: str) -> None:
    wish = ReverseAward(
        progressive="prog", level=house.game.level, award_id=award, reason="misread cards"
    )
    house.done("sup-1", wish, "exec-1")


def voids(house: House) -> list[RoundVoided]:
    events = (event for entry in house.room.entries() for event in entry.events)
    return [event for event in events if isinstance(event, RoundVoided)]


@pytest.mark.parametrize("lock", AwardLock)
@pytest.mark.parametrize("game", [LIFTED, ON_THE_FELT])
def test_a_reversed_award_lets_the_round_end_and_says_so(
    house_for: MakeHouse, game: Game, lock: AwardLock
) -> None:
    house = house_for(game, lock)
    before = house.level().display
    (award,) = paid(house, 4)
    reverse(house, award)

    (told,) = meter_awards(house.round_on("t1"))
    assert (told.state, told.page) == (AwardState.REVERSED, 1)
    assert house.level().display > before  # What the wagers gave stays, the award came back.
    assert "an award was reversed" in house.refused("deal-1", StepBack("t1"))
    assert house.reopened().room.state == house.room.state
    again = house._again
    assert again is not None
    again.key("t1", EndGame())
    assert again.room.state.tables["t1"].round is None
    assert verify(again.room.journal).is_sound


@pytest.mark.parametrize("game", [LIFTED, ON_THE_FELT])
def test_a_round_is_voided_once_its_award_is_reversed_and_the_stake_goes_back(
    house_for: MakeHouse, game: Game
) -> None:
    house = house_for(game)
    (award,) = paid(house, 4)
    refused = house.refused("sup-1", VoidRound("t1", "misdeal"))
    assert refused.endswith("spot 4 has a paid award: reverse it first")
    reverse(house, award)
    moved = movements_of_void(house.round_on("t1"))
    back = [one for one in moved if (one.wager, one.outcome) == (game.wager, "Voided")]
    meter = house.level().display
    house.done("sup-1", VoidRound("t1", "misdeal"))

    assert [(one.spot, one.pay) for one in back] == [(4, UNIT)]
    assert [one.returned for one in voids(house)] == [UNIT]
    assert house.level().display == meter
    (played,) = map(ended, house.room.journal.facts(Wanted(ROUND)))
    assert played is not None
    assert game.wager not in {one.wager for one in played.settlements if one.spot == 4}


def test_a_claim_is_in_the_way_of_a_void_until_it_is_off(house_for: MakeHouse) -> None:
    house = house_for(ON_THE_FELT)
    house.start("t1")
    claim = PressHandButton(4, ON_THE_FELT.wager, ON_THE_FELT.outcome)
    house.key("t1", claim)

    refused = house.refused("sup-1", VoidRound("t1", "misdeal"))
    assert refused.endswith("spot 4 has a claim: press its hand button again first")
    house.key("t1", claim)
    house.done("sup-1", VoidRound("t1", "misdeal"))
    # Both main wagers and the winner's; spot 1 has lost its own with the deal.
    assert [one.returned for one in voids(house)] == [2 * 1000 + UNIT]


@pytest.mark.parametrize("lock", AwardLock)
def test_a_reversed_award_is_claimed_again_for_a_new_win_page(
    house_for: MakeHouse, lock: AwardLock
) -> None:
    house = house_for(LIFTED, lock)
    (first,) = paid(house, 4)
    reverse(house, first)
    house.key("t1", PressHandButton(4, LIFTED.wager, LIFTED.outcome))
    answer = house.done("sup-2", SwipeAward("t1", 4, LIFTED.wager))
    house.key("t1", EndGame())

    assert answer.data["slip"] == 2
    awards = REPORTS["awards"].build(house.room.journal, EVER, STAMP).awards
    assert [(one.state, one.slip) for one in awards] == [(InBooks.REVERSED, 1), (InBooks.PAID, 2)]
    assert [one.amount for one in awards] == [answer.data["paid"]] * 2
    assert REPORTS["slips"].build(house.room.journal, EVER, STAMP).gaps == ()
    (played,) = map(ended, house.room.journal.facts(Wanted(ROUND)))
    assert played is not None
    won = [one.won for one in played.settlements if (one.spot, one.wager) == (4, LIFTED.wager)]
    assert won == [answer.data["paid"]]


def test_a_reversal_after_end_game_leaves_the_next_round_alone(house_for: MakeHouse) -> None:
    house = house_for(LIFTED)
    (first,) = paid(house, 4)
    house.key("t1", EndGame())
    house.new_shoe("t1")
    (second,) = paid(house, 4)
    reverse(house, first)

    (standing,) = meter_awards(house.round_on("t1"))
    assert standing.state is AwardState.CONFIRMED
    assert _reversals(house) == []
    reverse(house, second)
    assert [one.settlement.spot for one in _reversals(house)] == [4]
    assert "award-reversed" in house.refused(
        "sup-1",
        ReverseAward(progressive="prog", level="meter", award_id=second, reason="again"),
        "exec-1",
    )


def test_a_reversal_reaches_its_own_table_and_no_other(house_for: MakeHouse) -> None:
    house = house_for(LIFTED)
    (first,) = paid(house, 4)
    paid(house, 4, table="t2", dealer="deal-2")
    reverse(house, first)

    states = {table: meter_awards(house.round_on(table))[0].state for table in ("t1", "t2")}
    assert states == {"t1": AwardState.REVERSED, "t2": AwardState.CONFIRMED}


def test_one_of_several_shares_is_reversed_and_the_other_stands(house_for: MakeHouse) -> None:
    path = f"side_wagers.{BOTH_WIN.wager}.several_winners"
    rules = with_settings(rules_of(BOTH_WIN.rules), {path: "split-equally"}, CATALOGUE)
    house = house_for(BOTH_WIN, rules_text=rules_toml(rules))
    right, _ = paid(house, 4, 1)
    reverse(house, right)

    states = [(one.spot, one.state) for one in meter_awards(house.round_on("t1"))]
    assert states == [(4, AwardState.REVERSED), (1, AwardState.CONFIRMED)]
    claim = PressHandButton(4, BOTH_WIN.wager, BOTH_WIN.outcome)
    assert "share-reversed" in house.refused("deal-1", Operate("t1", claim))
    assert "spot 1 has a paid award" in house.refused("sup-1", VoidRound("t1", "misdeal"))
    house.key("t1", EndGame())


def test_nobody_reverses_an_award_with_a_key(house_for: MakeHouse) -> None:
    house = house_for(LIFTED)
    paid(house, 4)

    by_hand = Operate("t1", ReverseAtTable(4, LIFTED.wager))
    assert "not-by-hand" in house.refused("sup-1", by_hand)


def _reversals(house: House) -> list[AwardTakenBack]:
    events = (event for entry in house.room.entries() for event in entry.events)
    table = [event.event for event in events if isinstance(event, TableHappened)]
    return [event for event in table if isinstance(event, AwardTakenBack)]


def test_the_amount_that_a_void_returns_is_what_the_dealer_gives_back(
    house_for: MakeHouse,
) -> None:
    house = house_for(LIFTED)
    house.start("t1")
    given = movements_of_void(house.round_on("t1"))
    house.done("sup-1", VoidRound("t1", "spilled drink"))

    back = sum(one.leave + one.pay for one in given if one.outcome == "Voided")
    assert [one.returned for one in voids(house)] == [Cents(back)]
    assert sum(one.lifted + one.take - one.pay for one in given) == 0
