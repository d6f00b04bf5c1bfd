"""One jackpot over tables of different titles: linked, fed and won, or refused by name (S3)."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from tests.room.houses import UNIT, Game, House, new_room, place_in, rig
from upcard.catalogue import CATALOGUE, rules_of
from upcard.catalogue_games import game
from upcard.jackpot import Parameters
from upcard.money import Cents
from upcard.room.money_events import Link
from upcard.room.money_orders import OpenProgressive, SwipeAward
from upcard.room.orders import ApproveRules
from upcard.room.procedures.progressive_settings import usual_parameters
from upcard.room.table_events import TableSpec
from upcard.room.table_orders import AddTable, OpenTable, ShuffleShoe
from upcard.rules.setting_paths import with_settings
from upcard.rules.written_rules import rules_toml
from upcard.table import awaits
from upcard.table.awaits import AwaitAward
from upcard.table.commands import EndGame, PressHandButton

TITLES = (
    "kings-bounty",
    "bet-the-set-21",
    "royal-match-21",
    "trilux-blackjack",
    "free-bet",
    "zappit",
    "house-money",
)
UPCARD, PLAYER, TRILUX = "blazing-7s-upcard", "blazing-7s-player", "trilux-progressive"
LEVELS = {"blazing-7s-upcard": "Mega", "blazing-7s-player": "Mega", "trilux-progressive": "meter"}
PAYTABLES = {UPCARD: "ML03", PLAYER: "ML03", TRILUX: "PT6"}
SUITED_ACES = "2c Ac Ac 9d Ac 8h"
"""Spot 1, spot 4, dealer's up card, spot 1, spot 4, hole card, and on: spot 4 wins all."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A room with people and nothing else."""
    place = place_in(tmp_path)
    played = Game("kings-bounty", TRILUX, "PT6", TRILUX, SUITED_ACES, "suited-aces", "meter", 100)
    house = House(new_room(place), place, played)
    yield house
    house.close()


def add(house: House, table: str, rules: str, wager: str, **choices: object) -> None:
    """A closed table with *wager* on its layout."""
    spec = TableSpec(
        **{  # type: ignore[arg-type]
            "table": table,
            "rules": rules,
            "decks": 6,
            "pack": wager,
            "cut_card": 200,
            **choices,
        }
    )
    house.done("tech-1", AddTable(spec), "exec-1")


def settings_of(wager: str) -> Parameters:
    """The progressive on *wager*, as its paytable is certified."""
    return usual_parameters("prog", game("kings-bounty", pack=wager), wager, unit=UNIT)


def opened(wager: str, *tables: str) -> OpenProgressive:
    """The progressive on *wager*, shared by *tables*."""
    link = Link(
        progressive="prog",
        wager=wager,
        paytable=PAYTABLES[wager],
        tables=tables,
        executive_from=(),
    )
    return OpenProgressive(settings_of(wager), link)


@pytest.mark.parametrize("wager", PAYTABLES)
def test_tables_of_all_titles_share_one_jackpot_and_each_of_them_feeds_it(
    house: House, wager: str
) -> None:
    house.game = Game("", wager, PAYTABLES[wager], wager, "", "", LEVELS[wager], 100)
    for number, rules in enumerate(TITLES):
        add(house, f"t{number}", rules, wager)
    tables = tuple(f"t{number}" for number in range(len(TITLES)))
    house.done("tech-1", opened(wager, *tables), "exec-1")
    rates = {level.name: level.rate for level in settings_of(wager).levels}
    before = house.level().display
    for number, table in enumerate(tables, start=1):
        house.done("sup-1", OpenTable(table, "deal-1"))
        house.new_shoe(table)
        house.start(table)

        # Two wagers of one unit at each table that has been dealt.
        assert house.level().display - before == 2 * number * UNIT * rates[LEVELS[wager]]


def test_a_title_wins_what_the_others_put_into_the_meter(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig(monkeypatch, SUITED_ACES)
    for number, rules in enumerate(TITLES[1:]):
        add(house, f"t{number}", rules, TRILUX)
    house.done("tech-1", opened(TRILUX, "t0", "t1", "t2"), "exec-1")
    seed = house.level().display
    for table in ("t0", "t1", "t2"):
        house.done("sup-1", OpenTable(table, "deal-1"))
        house.done("deal-1", ShuffleShoe(table, "opening"))
        house.cut(table)
    house.start("t0")
    house.start("t1", spots=(1, 4))
    house.play_on("t1")
    shown = house.level().display
    assert isinstance(awaits(house.round_on("t1")), AwaitAward)
    house.key("t1", PressHandButton(4, TRILUX, "suited-aces"))
    house.done("sup-1", SwipeAward("t1", 4, TRILUX))

    award = next(one for one in house.round_on("t1").settlements if one.wager == TRILUX and one.won)
    assert shown == seed + Fraction(24, 100) * 4 * UNIT
    assert award.won == Cents(int(shown))
    assert house.level().display == seed
    house.key("t1", EndGame())


def test_titles_with_different_decks_are_refused_by_name(house: House) -> None:
    add(house, "t1", "kings-bounty", UPCARD)
    add(house, "t2", "royal-match-21", UPCARD, decks=8)

    assert house.refused("tech-1", opened(UPCARD, "t1", "t2"), "exec-1") == (
        "link-not-allowed: t1 and t2 may not share prog: decks differs: 6 here, 8 there"
    )


def test_titles_with_different_paytables_are_refused_by_name(house: House) -> None:
    add(house, "t1", "kings-bounty", UPCARD)
    add(house, "t2", "bet-the-set-21", UPCARD, paytables=((UPCARD, "PT2"),))

    assert house.refused("tech-1", opened(UPCARD, "t1", "t2"), "exec-1") == (
        "link-not-allowed: t2 plays Blazing 7's Progressive (dealer up card) PT2, but the "
        "link is for Blazing 7's Progressive (dealer up card) ML03"
    )


def test_a_title_that_carries_another_progressive_is_refused_by_name(house: House) -> None:
    add(house, "t1", "kings-bounty", UPCARD)
    add(house, "t2", "trilux-blackjack", TRILUX)

    assert house.refused("tech-1", opened(UPCARD, "t1", "t2"), "exec-1") == (
        "link-not-allowed: t2 plays no such wager, but the link is for 'blazing-7s-upcard' ML03"
    )


def test_a_title_whose_dealer_does_not_look_for_a_natural_has_other_odds(house: House) -> None:
    own = with_settings(rules_of("royal-match-21"), {"dealer.peek": "never"}, CATALOGUE)
    text = rules_toml(own.model_copy(update={"name": "no-peek"}))
    house.done("tech-1", ApproveRules("no-peek", text), "exec-1")
    add(house, "t1", "kings-bounty", PLAYER)
    add(house, "t2", "no-peek", PLAYER)

    # Two sevens against a natural get their third card where nobody looks for it first.
    refusal = house.refused("tech-1", opened(PLAYER, "t1", "t2"), "exec-1")
    assert "may not share prog: probability of three-7s-diamonds differs: " in refusal


def test_a_room_deals_no_game_from_one_deck_and_says_so(house: House) -> None:
    spec = TableSpec(table="t1", rules="royal-match-21", decks=1, pack=None, cut_card=30)

    assert house.refused("tech-1", AddTable(spec), "exec-1") == (
        "rules-not-allowed: decks is 1: a shoe of 52 cards cannot finish every round after a cut "
        "card; use more decks"
    )


def test_a_table_of_two_decks_plays_the_pair_at_25_and_10_without_a_progressive(
    house: House,
) -> None:
    spec = TableSpec(
        table="t1",
        rules="bet-the-set-21",
        decks=2,
        pack=None,
        cut_card=30,
        paytables=(("bet-the-set", "25-10"),),
    )
    house.done("tech-1", AddTable(spec), "exec-1")
    played = house.room.state.tables["t1"].game_on(None)

    assert played.pack == "no-progressive"
    assert {name: offer.paytable for name, offer in played.offers.items()} == {
        "bet-the-set": "25-10"
    }


def test_a_pack_that_is_not_approved_for_the_decks_is_refused_by_name(house: House) -> None:
    spec = TableSpec(table="t1", rules="bet-the-set-21", decks=2, pack=UPCARD, cut_card=30)

    assert house.refused("tech-1", AddTable(spec), "exec-1").endswith(
        "Blazing 7's Progressive (dealer up card): paytable ML03 is not approved for 2 decks: it "
        "is for 6, 8"
    )
