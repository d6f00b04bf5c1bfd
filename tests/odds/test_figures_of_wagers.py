"""Every published or independently computed figure of a side wager, derived by hand beside it."""

from fractions import Fraction
from math import comb, sqrt

import pytest

from tests.odds.offers import odds, percent, shoe
from upcard.money import ToOne
from upcard.odds.wager_odds import WagerOdds, insurance_odds


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


def royal_match_edge(decks: int, royal: Fraction, suited: Fraction, natural: Fraction) -> Fraction:
    """
    The edge of Royal Match from what its lines pay, counted card by card.

    Behind any card, 13n - 1 of the other 52n - 1 have its suit. Of the ordered pairs of cards,
    2 x 4 x n x n are a king and a queen of a suit, and 2 x 4 x 4 x n x n are a suited natural.
    """
    others = 52 * decks - 1
    pairs = 52 * decks * others
    p_suited = Fraction(13 * decks - 1, others)
    p_royal, p_natural = Fraction(8 * decks**2, pairs), Fraction(32 * decks**2, pairs)
    plain = p_suited - p_royal - p_natural
    return 1 - (royal + 1) * p_royal - (natural + 1) * p_natural - (suited + 1) * plain


FIVE_TO_TWO = Fraction(5, 2)


@pytest.mark.parametrize(
    ("paytable", "decks", "royal", "suited", "natural", "published"),
    [
        # Wizard of Odds, version 1.
        ("25-2.5", 1, 25, FIVE_TO_TWO, FIVE_TO_TWO, 10.8597),
        ("25-2.5", 2, 25, FIVE_TO_TWO, FIVE_TO_TWO, 8.3271),
        ("25-2.5", 4, 25, FIVE_TO_TWO, FIVE_TO_TWO, 7.0792),
        ("25-2.5", 6, 25, FIVE_TO_TWO, FIVE_TO_TWO, 6.6658),
        ("25-2.5", 8, 25, FIVE_TO_TWO, FIVE_TO_TWO, 6.4597),
        ("10-3", 1, 10, 3, 3, 3.7707),  # Version 2.
        ("25-5-2.5", 6, 25, FIVE_TO_TWO, 5, 3.6977),  # Version 3, published as 3.70.
        ("75-2", 6, 75, 2, 2, 4.0564),  # Our own: not published.
    ],
)
def test_royal_match_has_the_published_edge(
    paytable: str, decks: int, royal: int, suited: Fraction, natural: Fraction, published: float
) -> None:
    edge = royal_match_edge(decks, Fraction(royal), Fraction(suited), Fraction(natural))

    assert odds("royal-match", paytable, 52, decks).house_edge == edge
    assert percent(edge, 4) == published


def test_version_3_of_royal_match_rounds_to_the_published_edge() -> None:
    assert percent(odds("royal-match", "25-5-2.5", 52, 6).house_edge, 2) == 3.70


def test_a_crown_treasure_takes_a_royal_match_from_what_the_player_left() -> None:
    found = odds("royal-match", "1000-25-2.5", 52, 6)
    plain = odds("royal-match", "25-2.5", 52, 6)
    # The player's king and queen leave 310 cards. The dealer's may be of the same suit, with 5
    # of 6 kings and queens left, or of one of the three others.
    royal = Fraction(8 * 36, 312 * 311)
    crown = royal * Fraction(2 * (5 * 5 + 3 * 6 * 6), 310 * 309)

    assert found.probability("crown-treasure") == crown
    assert found.probability("royal-match") == royal - crown
    assert found.house_edge == plain.house_edge - (1000 - 25) * crown
    assert percent(found.house_edge, 4) == 5.8622  # Our own: not published.


def bet_the_set_edge(decks: int, suited: int, other: int) -> Fraction:
    """Behind any card, n - 1 of 52n - 1 are the same card and 3n more have its rank."""
    others = 52 * decks - 1
    return (
        1 - (suited + 1) * Fraction(decks - 1, others) - (other + 1) * Fraction(3 * decks, others)
    )


@pytest.mark.parametrize(
    ("paytable", "decks", "suited", "exact", "published"),
    [
        ("20-10", 6, 20, Fraction(8, 311), 2.5723),  # Jacobson.
        ("25-10", 2, 25, Fraction(11, 103), 10.6796),
        ("15-10", 6, 15, Fraction(33, 311), 10.6109),  # Our own: see the next test.
    ],
)
def test_bet_the_set_has_the_published_edge(
    paytable: str, decks: int, suited: int, exact: Fraction, published: float
) -> None:
    assert odds("bet-the-set", paytable, 52, decks).house_edge == exact
    assert bet_the_set_edge(decks, suited, 10) == exact
    assert percent(exact, 4) == published


def test_the_edge_published_for_15_to_1_belongs_to_no_table_of_whole_pays() -> None:
    # 10.3199 % is published for 15:1 and 10:1. Behind any card all counts are of 52n - 1 cards,
    # so whole pays give an edge of so many (52n - 1)ths. None of those is 10.3199 %, at any
    # number of decks, whatever the pays: it is a misprint or was computed another way. By six
    # decks ours is 33/311, and its neighbour 32/311 is 10.2894 %.
    edges = {
        percent(Fraction(part, 52 * decks - 1), 4)
        for decks in range(1, 9)
        for part in range(52 * decks)
    }

    assert {10.6109, 10.2894} <= edges
    assert 10.3199 not in edges


@pytest.mark.parametrize(
    ("wager", "paytable", "published"),
    [
        ("trilux", "TRI-01", 12.9147),
        ("trilux", "TRI-03", 15.5737),
        ("trilux", "TRI-04", 20.1798),
        ("trilux-super-3", "SUP-01", 30.4238),
        ("trilux-super-3", "SUP-02", 25.7721),
    ],
)
def test_trilux_on_52_cards_has_the_edge_of_its_combinations(
    wager: str, paytable: str, published: float
) -> None:
    # Six decks of 52: 12 runs of three ranks, with Q-K-A; no straight skips the ten. The figures
    # are our own: nobody publishes these tables on 52 cards.
    suited_trips, trips = 52 * comb(6, 3), 13 * comb(24, 3)
    straight_flush, mini_royal = 12 * 4 * 6**3, 4 * 6**3
    straight = 12 * 24**3 - straight_flush
    flush = 4 * comb(78, 3) - straight_flush - suited_trips
    back = {
        "TRI-01": 9 * (trips + straight_flush + straight + flush),
        "TRI-03": 36 * straight_flush + 26 * trips + 11 * straight + 5 * flush,
        "TRI-04": 101 * mini_royal
        + 36 * (straight_flush - mini_royal)
        + 21 * trips
        + 10 * straight
        + 5 * flush,
        "SUP-01": 251 * suited_trips + 126 * straight_flush + 76 * (trips - suited_trips),
        "SUP-02": 226 * suited_trips + 151 * straight_flush + 76 * (trips - suited_trips),
    }
    edge = 1 - Fraction(back[paytable], comb(312, 3))

    assert odds(wager, paytable, 52, 6).house_edge == edge
    assert percent(edge, 4) == published


@pytest.mark.parametrize(
    ("decks", "percent_of_wager"), [(2, -28.603435), (6, -26.490230), (8, -26.227989)]
)
def test_house_money_without_a_parlay_has_the_published_value(
    decks: int, percent_of_wager: float
) -> None:
    found = odds("house-money", "9-4-3-1", 52, decks)
    # Behind any card, of 52n - 1: 4n - 1 of its rank, 8n of a rank next to it, 2n of them of its
    # suit. Behind an ace or a king, n of those 2n make a suited ace and king.
    others = 52 * decks - 1
    pair, suited, plain = (Fraction(n, others) for n in (4 * decks - 1, 2 * decks, 6 * decks))
    ace_king = Fraction(2, 13) * Fraction(decks, others)
    value = 10 * ace_king + 5 * (suited - ace_king) + 4 * pair + 2 * plain - 1

    assert found.house_edge == -value
    assert percent(value, 6) == percent_of_wager  # docs/titles.md; the others are our own.
    assert found.hit_frequency == Fraction(12 * decks - 1, others)


def test_house_money_hits_as_often_as_published() -> None:
    assert percent(odds("house-money", "9-4-3-1", 52, 6).hit_frequency, 4) == 22.8296


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
