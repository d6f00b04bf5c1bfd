"""Packing refuses what cannot be simulated, and says what is missing."""

import pytest

from tests.simulation.charts import BAHAMA, DOUBLED, ORDINARY, chart_for
from upcard.catalogue import CATALOGUE, rules_of
from upcard.catalogue_games import game
from upcard.money import Cents
from upcard.notation.charts import Chart, read_chart
from upcard.odds.wager_odds import odds_of
from upcard.rules.setting_paths import with_settings
from upcard.shoes import composition
from upcard.simulation import IncompleteChart, Setup, SetupError, packed
from upcard.simulation.setups.expectations import exact_sides
from upcard.simulation.setups.prices import side_prices

PROGRESSIVE = "bahama-progressive"


def without(text: str, label: str) -> Chart:
    """The chart without one row."""
    chart = read_chart(text)
    del chart.rows[label]
    return chart


@pytest.mark.parametrize("name", CATALOGUE.names("games"))
def test_every_game_is_packed_at_every_deck_count(name: str) -> None:
    for decks in game(name).rules.decks:
        table = game(name, decks=decks)
        assert packed(Setup(game=table, chart=chart_for(table))).unit == 500


@pytest.mark.parametrize("label", ["hard 12", "soft 12", "hard 4", "soft 20"])
def test_a_chart_without_a_row_that_can_occur_is_refused(label: str) -> None:
    with pytest.raises(IncompleteChart, match=f"the chart has no row {label}: that hand can occur"):
        packed(Setup(game=game("spanish-21"), chart=without(BAHAMA + DOUBLED, label)))


def test_a_doubled_hand_needs_a_row_where_it_may_still_decide() -> None:
    with pytest.raises(IncompleteChart, match="no row doubled hard 13"):
        packed(Setup(game=game("bahamas"), chart=without(BAHAMA + DOUBLED, "doubled hard 13")))


def test_rows_for_hands_that_are_never_asked_are_not_needed() -> None:
    chart = without(ORDINARY, "hard 21")
    del chart.rows["soft 21"]

    assert packed(Setup(game=game("blackjack"), chart=chart)).setup.chart is chart


def test_a_pair_without_a_row_is_played_by_its_total() -> None:
    chart = without(ORDINARY, "pair T")
    with_row = packed(Setup(game=game("blackjack"), chart=read_chart(ORDINARY)))
    without_row = packed(Setup(game=game("blackjack"), chart=chart))

    assert (with_row.tables.pairs == without_row.tables.pairs).all()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"spots": 8}, "spots is 8: bahamas has 1 to 7"),
        ({"cut": 289}, "cut is 289: the shoe has 288 cards"),
        ({"players": (1, 2)}, "name one for each of 1 spots"),
        ({"insures": True}, "bahamas has no insurance"),
        ({"wager": Cents(50)}, "Main on spot 1 is 0.50: the minimum is 1"),
        ({"sides": {"trilux-super-3": Cents(100)}}, "needs a TriLux Bonus wager"),
        ({"sides": {"bonanza": Cents(100)}}, "'bonanza' is not a wager at this table"),
    ],
)
def test_what_the_table_would_refuse_is_refused(changes: dict[str, object], message: str) -> None:
    table = game("bahamas")
    with pytest.raises(SetupError, match=message):
        packed(Setup(game=table, chart=chart_for(table), **changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("way", "unit", "ten_percent", "whole"),
    [
        ("down", "0.01", 50_063, 500_630),
        ("down", "1", 50_000, 500_600),
        ("nearest", "1", 50_100, 500_600),
        ("up", "0.25", 50_075, 500_625),
    ],
)
def test_a_share_of_a_meter_is_paid_in_the_house_s_unit(
    way: str, unit: str, ten_percent: int, whole: int
) -> None:
    settings = {"payments.rounding": way, "payments.unit": unit}
    rules = with_settings(rules_of("bahama-wsgc"), settings, CATALOGUE)
    table = game(rules, paytables={PROGRESSIVE: "PT3"})
    meters = {"meter": Cents(500_630)}
    prices = side_prices(table, table.offers[PROGRESSIVE], Cents(100), meters)
    nets = dict(zip(prices.names, prices.pays, strict=False))
    pack = packed(
        Setup(game=table, chart=chart_for(table), sides={PROGRESSIVE: Cents(100)}, meters=meters)
    )
    odds = odds_of(table.offers[PROGRESSIVE], composition(rules.deck, table.decks))

    assert nets["four-of-a-kind-same-colour"] == ten_percent - 100
    assert nets["four-of-a-kind-suited"] == whole - 100
    # The exact figure beside a simulation counts the very same pays.
    mean = sum(line.probability * nets[line.name] for line in odds.outcomes) / 100
    assert exact_sides(pack)[PROGRESSIVE].ev == pytest.approx(float(mean), rel=1e-12)
