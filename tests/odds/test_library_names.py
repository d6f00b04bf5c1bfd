"""Wagers and paytables are called what SIDEWAGERS.md calls them, however that is spelt."""

import pytest

from upcard.app.odds_results import WagerAsked
from upcard.catalogue import CATALOGUE
from upcard.odds.odds_problems import OddsError

# A heading or label in lower case with dashes; as it is printed; with the comma that it is printed
# with; and under the name that a part of a heading has.
CALLED = {
    ("perfect-pairs", "a-25-12-6"): ("perfect-pairs", "a-25-12-6"),
    ("Perfect Pairs", "A 25-12-6"): ("perfect-pairs", "a-25-12-6"),
    ("perfect-pairs", "30-10-5"): ("perfect-pairs", "b-30-10-5"),
    ("genting-bonus-pairs", "30-10-5"): ("genting-bonus-pairs", "b-30-10-5"),
    ("any-pair", "Infinite 25-8 (M)"): ("any-pair", "infinite-25-8"),
    ("any-pair", "infinite-25-8-m"): ("any-pair", "infinite-25-8"),
    ("pair-'em-up", "wager2go"): ("pair-em-up", "wager2go"),
    ("royal-20's", "25-10-5"): ("royal-20s", "25-10-5"),
    ("over-under-13", "over-13,-even-money"): ("over-under-13", "over-13-even-money"),
    ("over-under-13", "under-13-even-money"): ("over-under-13", "under-13-even-money"),
    ("exactly-13", "exactly-13-10-to-1"): ("exactly-13", "exactly-13-10-to-1"),
    ("house-money", "9-4-3-1,-no-parlay"): ("house-money", "9-4-3-1"),
    ("lucky-lucky", "7-100-50-30-10-3-2-2-1"): ("lucky-lucky", "7-100-50-30-10-3-2-2-1"),
    ("flat-three-card-poker-poker", "9-flat"): ("flat-three-card-poker-poker", "9-flat"),
    ("poker", "8.5-flat"): ("poker", "8.5-flat"),
    ("push-22", "11-flat"): ("push-22", "11"),
    ("instant-18", "win-pays-1.5-to-1"): ("instant-18", "win-pays-1.5-to-1"),
    ("17-bet", "win-pays-1.5-to-1"): ("17-bet", "win-pays-1.5-to-1"),
    ("dealer-totals", "21-or-22,-3-to-1"): ("dealer-totals", "21-or-22-3-to-1"),
    ("bust-it", "1-2-9-50-100-250"): ("bust-it", "1-2-9-50-100-250"),
    ("insurance", "2-to-1"): ("insurance", "2:1"),
}


@pytest.mark.parametrize(("asked", "found"), CALLED.items(), ids=lambda names: " ".join(names))
def test_a_wager_is_found_under_its_names(asked: tuple[str, str], found: tuple[str, str]) -> None:
    wager, paytable = asked
    odds = WagerAsked(wager=wager, paytable=paytable, force=True).odds()

    assert (odds.wager, odds.paytable) == found


def test_a_paytable_that_a_wager_does_not_have_is_refused() -> None:
    with pytest.raises(OddsError, match="perfect-pairs: paytable is 'z': it has a-25-12-6, b-30"):
        WagerAsked(wager="perfect-pairs", paytable="z").odds()


def test_every_namesake_has_paytables_of_its_sheet() -> None:
    for name in CATALOGUE.names("sheets"):
        sheet = CATALOGUE.sheet(name)
        assert sheet is not None
        assert sheet.wager == name
        for other in sheet.also:
            assert sheet.namesake(other).paytables
        assert set(sheet.labels.values()) <= set(sheet.paytables)


def test_no_file_takes_the_name_of_a_wager_with_the_same_paytable() -> None:
    """Of two wagers by one name a paytable says which is meant, so they share none."""
    for name in CATALOGUE.names("sheets"):
        own = CATALOGUE.sheet(name)
        others = (CATALOGUE.sheet(other) for other in CATALOGUE.names("sheets"))
        for other in others:
            if own and other and name in other.also:
                assert not set(other.also[name].paytables) & set(own.paytables)
