"""Every published or independently computed figure of a side wager, derived by hand beside it."""

from fractions import Fraction
from math import comb, sqrt

import pytest

from tests.odds.offers import odds, percent, shoe
from upcard.money import ToOne
from upcard.odds.wagers import WagerOdds, insurance_odds


def counts(found: WagerOdds) -> dict[str, int]:
    """How many combinations each outcome has."""
    return {outcome.name: outcome.combinations for outcome in found.outcomes}


def match_edge(decks: int, suited: int, unsuited: int) -> Fraction:
    """
    Match on 48 cards, from one matching card alone, since two are added up.

    Of the other 48n - 1 cards n - 1 are the dealer's very card and 3n have its rank; the player
    has two chances. What is paid at no match is the stake, so the edge needs P(no match) too.
    """
    others = 48 * decks - 1
    p_suited, p_unsuited = Fraction(decks - 1, others), Fraction(3 * decks, others)
    no_match = Fraction((others - 4 * decks + 1) * (others - 4 * decks), others * (others - 1))
    return no_match - 2 * (suited * p_suited + unsuited * p_unsuited)


@pytest.mark.parametrize("wager", ["match-up", "match-down"])
@pytest.mark.parametrize(
    ("paytable", "pays", "decks", "published"),
    [
        ("1", (9, 4), 6, 3.055),  # Jacobson at 888, who cuts off: it is 3.0555.
        ("1", (9, 4), 8, 1.42),  # Wizard of Odds.
        ("3", (13, 3), 6, 1.6618),  # Computed independently.
    ],
)
def test_match_has_the_published_edge(
    wager: str, paytable: str, pays: tuple[int, int], decks: int, published: float
) -> None:
    found = odds(wager, paytable, 48, decks)

    assert found.house_edge == match_edge(decks, *pays)
    assert percent(found.house_edge, 4) == pytest.approx(published, abs=0.0051)


def test_match_hits_and_swings_as_published() -> None:
    found = odds("match-up", "1", 48, 6)

    # 1 - P(neither of two cards has the rank): 264 of 287, then 263 of 286.
    assert found.hit_frequency == 1 - Fraction(264 * 263, 287 * 286)
    assert percent(found.hit_frequency, 3) == 15.411
    assert round(sqrt(found.variance), 3) == 2.448


def test_match_table_3_favours_the_player_at_8_decks_and_so_is_approved_for_5_and_6() -> None:
    edges = {decks: odds("match-up", "3", 48, decks).house_edge for decks in (5, 6, 8)}

    assert edges[5] > edges[6] > 0 > edges[8]
    assert odds("match-up", "3", 48, 8).favours_player


def test_trilux_has_the_combinations_computed_for_six_decks() -> None:
    found = counts(odds("trilux-super-3", "SUP-01", 48, 6))
    bonus = counts(odds("trilux", "TRI-01", 48, 6))

    assert sum(bonus.values()) == comb(288, 3) == 3_939_936
    # 48 cards, three of six copies; 12 ranks, three of 24, less the suited ones.
    assert found["suited-three-of-a-kind"] == 48 * comb(6, 3) == 960
    assert found["three-of-a-kind"] == 12 * comb(24, 3) - 960 == 23_328
    # On 12 ranks with the ace low and high there are 11 runs of three: A-2-3 to 7-8-9, 8-9-J,
    # 9-J-Q, J-Q-K and Q-K-A.
    assert found["straight-flush"] == bonus["straight-flush"] == 11 * 4 * 6**3 == 9_504
    assert bonus["straight"] == 11 * 24**3 - 9_504 == 142_560
    # Flushes: three of a suit, less straight flushes and suited trips.
    assert bonus["flush"] == 4 * comb(72, 3) - 9_504 - 960 == 228_096
    assert bonus["three-of-a-kind"] == 960 + 23_328


def test_trilux_edges() -> None:
    wins = 960 + 23_328 + 9_504 + 142_560 + 228_096
    total = 3_939_936
    super_3 = 251 * 960 + 126 * 9_504 + 76 * 23_328

    assert odds("trilux", "TRI-01", 48, 6).house_edge == 1 - Fraction(9 * wins, total)
    assert percent(odds("trilux", "TRI-01", 48, 6).house_edge, 4) == 7.6119
    assert odds("trilux-super-3", "SUP-01", 48, 6).house_edge == 1 - Fraction(super_3, total)
    assert percent(odds("trilux-super-3", "SUP-01", 48, 6).house_edge, 4) == 18.4913


def test_21_plus_3_has_the_published_edge() -> None:
    # 52 cards: 12 runs of three; flushes of any kind; trips that are not suited.
    straights = 12 * (24**3 - 4 * 6**3)
    flushes = 4 * comb(78, 3)
    trips = 13 * comb(24, 3) - 52 * comb(6, 3)
    edge = 1 - Fraction(10 * (straights + flushes + trips), comb(312, 3))

    assert odds("21+3", "9-1", 52, 6).house_edge == edge
    assert percent(edge, 4) == 3.2386


def test_kings_bounty_has_the_published_edge_deviation_and_hit_frequency() -> None:
    found = odds("kings-bounty", "KB01", 52, 6)
    pairs = comb(312, 2)
    # Twenty: two of 96 ten-values, or one of 24 aces with one of 24 nines.
    twenties = comb(96, 2) + 24 * 24
    # Behind two kings of spades 310 cards are left: 94 ten-values, 24 aces.
    natural = Fraction(2 * 94 * 24, 310 * 309)
    suited_kings, other_suited = 3 * comb(6, 2), 12 * comb(6, 2)
    kings = comb(24, 2) - 4 * comb(6, 2)
    # Suited 20 that is not a card twice: two of the four ranks in a suit, or ace and nine.
    suited = 4 * 6 * 36 + 4 * 36
    unsuited = twenties - 15 - suited_kings - other_suited - kings - suited
    spades = 15 * (1001 * natural + 101 * (1 - natural))
    back = spades + 31 * suited_kings + 21 * other_suited + 10 * suited + 7 * kings + 5 * unsuited

    assert found.house_edge == 1 - back / pairs
    assert percent(found.house_edge, 3) == 23.164  # Jacobson.
    assert round(sqrt(found.variance), 3) == 4.871  # Jacobson.
    assert found.hit_frequency == Fraction(twenties, pairs)
    assert percent(found.hit_frequency, 4) == 10.5862


@pytest.mark.parametrize(("decks", "published"), [(6, 6.6658), (8, 6.4597)])
def test_royal_match_has_the_published_edge(decks: int, published: float) -> None:
    # Of the other 52n - 1 cards 13n - 1 have the suit; K with Q is 2 x 4 of n x n pairs of cards.
    others = 52 * decks - 1
    suited = Fraction(13 * decks - 1, others)
    royal = Fraction(2 * 4 * decks * decks, 52 * decks * others)
    edge = 1 - 26 * royal - Fraction(7, 2) * (suited - royal)

    assert odds("royal-match", "25-2.5", 52, decks).house_edge == edge
    assert percent(edge, 4) == published  # Wizard of Odds.


def test_bet_the_set_has_the_published_edge() -> None:
    # Behind any card 5 of 311 are the same card, and 18 more have its rank.
    edge = 1 - 21 * Fraction(5, 311) - 11 * Fraction(18, 311)

    assert odds("bet-the-set", "20-10", 52, 6).house_edge == edge == Fraction(8, 311)
    assert percent(edge, 4) == 2.5723  # Jacobson.


def test_bonanza_has_the_computed_edge() -> None:
    found = odds("bonanza", "5000", 52, 6)
    # All four alike: 16 cards, four of six copies in order, of 312 in order.
    alike = Fraction(16 * 6 * 5 * 4 * 3, 312 * 311 * 310 * 309)

    assert found.probability("both-dealer-cards-the-same-card") == alike
    assert round(float(1 / alike), 1) == 1_613_662.4
    assert percent(found.house_edge, 3) == 17.983
    assert found.house_edge == Fraction(11607647, 64546495)


def test_insurance_on_48_cards_has_the_computed_edge() -> None:
    found = insurance_odds(ToOne(Fraction(2)), shoe(48, 6))

    # 72 ten-values among the 287 cards behind the ace: 1 - 3 x 72/287.
    assert found.house_edge == Fraction(71, 287)
    assert percent(found.house_edge, 2) == 24.74
    assert "the dealer's ace is the only card seen" in found.assumptions
