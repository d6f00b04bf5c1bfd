"""Every figure of a progressive: fixed returns, awards, break-even meters and printed holds."""

from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest

from tests.odds.offers import offer, percent, progressive, shoe
from upcard.game.choices import Peek
from upcard.odds.procedures import USUAL
from upcard.odds.progressive_odds import progressive_odds

FOUR_OF_288 = comb(288, 4)


@pytest.mark.parametrize(
    ("paytable", "fixed", "award", "break_even"),
    [
        ("PT1", 53.6839, 23_629.7, 10_944),
        ("PT2", 66.0785, 23_629.7, 8_016),
        ("PT3", 62.5034, 389_889.5, 57_332),
        ("PT4", 53.6839, 389_889.5, 70_816),
    ],
)
def test_bahama_progressive_at_six_decks(
    paytable: str, fixed: float, award: float, break_even: int
) -> None:
    found = progressive("bahama-progressive", paytable, 48, 6)
    top = found.awards[0]

    assert percent(found.fixed_return, 4) == fixed
    assert top.share == 1
    assert round(float(1 / top.probability), 1) == award
    assert [round(float(even)) for even in found.break_even_wagers() if even] == [break_even]
    assert percent(found.odds.hit_frequency, 4) == 11.1490


def test_bahama_progressive_derived_by_hand() -> None:
    found = progressive("bahama-progressive", "PT3", 48, 6).odds
    suited, colour = 48 * comb(6, 4), 24 * comb(12, 4)
    three_colour, three = 24 * comb(12, 3) * 264, 12 * comb(24, 3) * 264
    # A pair of one card in four, with no three of a rank: one rank with a pair and two others,
    # or two ranks with two cards each, not both pairs of different suits.
    alone = 48 * comb(6, 2) * comb(11, 2) * 24**2
    both = comb(12, 2) * (comb(24, 2) ** 2 - (6 * 36) ** 2)

    assert {o.name: o.combinations for o in found.outcomes if o.is_hit} == {
        "four-of-a-kind-suited": suited,
        "four-of-a-kind-same-colour": colour - suited,
        "four-of-a-kind": 12 * comb(24, 4) - colour,
        "three-of-a-kind-same-colour": three_colour,
        "three-of-a-kind": three - three_colour,
        "suited-pair": alone + both,
    }
    assert found.combinations == FOUR_OF_288


@pytest.mark.parametrize(("paytable", "fixed"), [("PT1", 48.0257), ("PT2", 51.6161)])
def test_blazing_7s_with_the_up_card_at_six_decks(paytable: str, fixed: float) -> None:
    found = progressive("blazing-7s-upcard", paytable, 52, 6)
    no_seven = Fraction(288 * 287, 312 * 311)

    assert percent(found.fixed_return, 4) == fixed
    assert found.odds.hit_frequency == 1 - no_seven
    assert percent(found.odds.hit_frequency, 4) == 14.8157


@pytest.mark.parametrize(
    ("paytable", "decks", "printed"),
    [("PT1", 6, 24.78), ("PT2", 6, 23.59), ("ML03", 8, 21.65), ("ML04", 6, 22.39)],
)
def test_the_four_printed_holds_come_out_to_the_digit(
    paytable: str, decks: int, printed: float
) -> None:
    hold = progressive("blazing-7s-upcard", paytable, 52, decks).certified_hold

    assert hold is not None
    assert percent(hold, 2) == printed


def test_the_printed_holds_leave_dealer_naturals_out_of_the_players_form() -> None:
    # A dealer who never looks lets every third card come: then both forms are the same wager.
    sevens = offer("blazing-7s-player", "PT1", 52)
    no_peek = progressive_odds(sevens, shoe(52, 6), procedure=replace(USUAL, peek=Peek.NEVER))
    up_card = progressive("blazing-7s-upcard", "PT1", 52, 6)

    assert no_peek.fixed_return == up_card.fixed_return
    assert [award.probability for award in no_peek.awards] == [
        award.probability for award in up_card.awards
    ]


def test_a_dealers_natural_takes_the_third_card_from_two_sevens() -> None:
    found = progressive("blazing-7s-player", "PT1", 52, 6)
    # Three sevens of one suit in order, then no natural among 309 cards with 96 tens and 24 aces.
    no_natural = 1 - Fraction(2 * 96 * 24, 309 * 308)
    suited = Fraction(4 * 6 * 5 * 4, 312 * 311 * 310) * no_natural

    assert found.awards[0].probability == suited
    assert any("always takes a third card" in text for text in found.odds.assumptions)


def test_trilux_progressive_at_six_decks() -> None:
    found = progressive("trilux-progressive", "PT6", 52, 6)

    assert percent(found.fixed_return, 4) == 68.5725
    assert found.awards[0].probability == Fraction(4 * comb(6, 3), comb(312, 3))
    assert round(float(1 / found.awards[0].probability), 1) == 62_666.5


def test_at_its_break_even_a_meter_gives_everything_back() -> None:
    found = progressive("blazing-7s-upcard", "ML03", 52, 8)

    for level, even in zip(found.levels, found.break_even_wagers(), strict=True):
        assert even is not None
        meters = {**found.certified_seeds, level: even}
        assert found.odds.player_return(meters) == 1


def test_a_level_that_one_deck_cannot_deal_has_no_break_even() -> None:
    found = progressive("bahama-progressive", "PT3", 48, 1)

    assert found.break_even_wagers() == (None,)
    assert found.awards[0].wagers_between is None
