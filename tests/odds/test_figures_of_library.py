"""Published house edges of the library of wagers, each to its last digit."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.house.sources import ROOT
from tests.odds.offers import offer, shoe
from upcard.catalogue import CATALOGUE
from upcard.game.choices import SoftSeventeen
from upcard.game.dealers import STANDS_ON_SOFT_17
from upcard.odds import odds_of
from upcard.odds.procedures import USUAL

HIT = USUAL
STAND = replace(USUAL, draws_by=STANDS_ON_SOFT_17)

# The house edge in percent by the number of decks, as `source` of each paytable prints it
# (SIDEWAGERS.md has the addresses). Figures that are not ours are in DISPUTED.
ON_THE_DEAL: dict[tuple[str, str], str] = {
    ("perfect-pairs", "a-25-12-6"): "2: 22.3301; 4: 10.14; 6: 6.11; 8: 4.0964",
    ("perfect-pairs", "b-30-10-5"): "6: 5.79; 8: 3.3735",
    ("perfect-pairs", "c-25-12-5"): "6: 9.97; 8: 7.9518",
    ("perfect-pairs", "d-25-15-5"): "8: 2.1687",
    ("pair-em-up", "wager2go"): "6: 20.5788",
    ("suit-em-up", "1-60-10-5-3-2"): "2: 9.4100; 6: 3.4133",
    ("suit-em-up", "2-50-10-5-3-2"): "2: 10.16",
    ("lucky-ladies", "a-1000-125-19-9-4"): "1: 38.16; 6: 24.7089; 8: 24.05",
    ("lucky-ladies", "b-1000-200-25-10-4"): "1: 36.05; 8: 16.73",
    ("royal-20s", "25-10-5"): "2: 21.96; 4: 19.03; 5: 18.44; 6: 18.0559; 8: 17.57",
    ("swiss-casinos-jack", "50-25-10"): "1: 4.68; 2: 5.60; 4: 6.06; 6: 6.2083; 8: 6.28",
    ("bonus-blackjack", "1-one-side-15-to-1"): "1: 22.78; 2: 23.53; 4: 23.89; 6: 24.02; 8: 24.08",
    ("bonus-blackjack-dealer", "1-one-side-15-to-1"): (
        "1: 22.78; 2: 23.53; 4: 23.89; 6: 24.02; 8: 24.08"
    ),
    ("over-under-13", "over-13-even-money"): "6: 6.555",
    ("over-under-13", "under-13-even-money"): "1: 10.11; 2: 10.08; 4: 10.07; 6: 10.067",
    ("sweet-sixteen", "las-vegas-club"): "1: 3.62; 2: 2.99; 4: 2.68; 6: 2.5723; 8: 2.52",
    ("sweet-16", "160-16-12-6"): "4: 4.91; 5: 4.87; 6: 4.85; 8: 4.82",
    ("field-gold-21", "25-10-3-2-1-1.5"): "2: 6.049; 6: 5.664",
    ("lucky-lucky", "1-200-100-50-30-15-3-2-2"): "6: 2.66",
    ("lucky-lucky", "3-200-100-50-30-10-3-2-2"): "6: 5.31",
    ("lucky-lucky", "two-deck-100-50-30-15-3-2-2"): "2: 2.8204",
    ("hot-3", "100-20-4-2-1"): "4: 5.6542; 6: 5.4894; 8: 5.40",
    ("in-between", "30-10-6-4-1"): "1: 10.4615; 2: 7.7582",
    ("pair", "30-5-2"): "1: 24.94; 2: 10.8509; 6: 1.28; 8: 0.08",
    ("magic-jacks", "1-500-100-30-10-2-1"): "3: 21.56; 4: 20.63; 5: 20.06; 6: 19.6813; 8: 19.20",
    ("magic-jacks", "2-500-100-40-12-8-3-1"): "6: 5.10",
    ("poker", "8.5-flat"): "4: 9.03; 6: 8.0766; 8: 7.60",
    ("21+3", "evolution-100-40-30-10-5"): "8: 9.73",
    ("dealer-player-blackjack", "either-7-to-1"): "6: 10",
    ("super-sevens", "5000-500-100-50-3"): "4: 15.92; 5: 13.25; 6: 11.4000; 8: 9.01",
    ("super-match", "1-40-8-5-1"): "6: 2.55",
    ("poker-21", "150-100-70-50-20-7-5-4-3-2-1"): "6: 25.1156",
    ("wild-aces", "2-to-1"): "1: 5.882; 2: 6.796; 6: 7.395; 8: 7.470",
    ("21+3-extreme", "one-rank-for-the-meter-125-25-20-7-3"): "6: 33.0467",
    ("bonus-jackpot", "1-j-k-for-the-meter-125-25-20-6-2-for-1"): "6: 52.4556",
    ("straight-2-flush", "9-flat"): "1: 13.30; 2: 7.26; 4: 4.24; 6: 3.24; 8: 2.7360",
}
WINNERS_OPTION = "even-money-on-the-dealer-both-bust-half-lost"
ON_THE_DEALER: dict[tuple[str, str, SoftSeventeen], str] = {
    ("bust-it", "200-50-15-9-7-5-3", SoftSeventeen.STAND): "2: 7.568; 6: 6.912",
    ("bust-it", "200-50-15-9-7-5-3", SoftSeventeen.HIT): "2: 7.568; 6: 6.912",
    (
        "buster-blackjack",
        "2-2-4-18-50-250-800-and-2000-with-a-player-natural",
        SoftSeventeen.STAND,
    ): "6: 6.20",
    ("bust-bonus", "up-card-a", SoftSeventeen.HIT): "8: 9.0297",
    ("bust-bonus", "up-card-2", SoftSeventeen.HIT): "8: 7.4630",
    ("bust-bonus", "up-card-3", SoftSeventeen.HIT): "8: 8.3734",
    ("bust-bonus", "up-card-4", SoftSeventeen.HIT): "8: 7.1939",
    ("winners-option", WINNERS_OPTION, SoftSeventeen.STAND): "1: 4.24",
    ("winners-option", WINNERS_OPTION, SoftSeventeen.HIT): "1: 4.24",
    ("push-22", "11", SoftSeventeen.STAND): (
        "1: 11.6445; 2: 12.1978; 4: 12.4639; 6: 12.5511; 8: 12.5944"
    ),
    ("push-22", "11", SoftSeventeen.HIT): (
        "1: 11.9658; 2: 11.8357; 4: 11.7757; 6: 11.7565; 8: 11.7471"
    ),
    ("push-22", "50-20-8", SoftSeventeen.HIT): "6: 5.8540",
    ("buster-blackjack", "2-2-4-12-50-250", SoftSeventeen.STAND): (
        "1: 8.77; 2: 8.48; 4: 8.31; 5: 8.27; 6: 8.25; 8: 8.22"
    ),
    ("buster-blackjack", "2-2-4-12-50-250", SoftSeventeen.HIT): (
        "1: 6.89; 2: 6.51; 4: 6.29; 5: 6.25; 6: 6.2143; 8: 6.17"
    ),
    ("buster-blackjack", "2-2-4-15-50-250", SoftSeventeen.HIT): "6: 6.2143",
    ("buster-blackjack", "1-3-6-30-100-200", SoftSeventeen.HIT): "2: 5.478; 6: 4.724",
    ("red-flex", "1-5-10-50-100-200", SoftSeventeen.STAND): (
        "1: 11.4336; 2: 8.5823; 4: 7.1114; 5: 6.8136; 6: 6.6143; 8: 6.3644"
    ),
    ("red-flex", "1-5-10-50-100-200", SoftSeventeen.HIT): (
        "1: 10.2910; 2: 7.3163; 4: 5.7788; 5: 5.4672; 6: 5.2586; 8: 4.9971"
    ),
    ("red-flex", "2-3-8-50-100-250", SoftSeventeen.HIT): "6: 4.703",
    ("instant-18", "win-pays-1-to-1", SoftSeventeen.STAND): (
        "1: 0.3106; 2: 0.5091; 4: 0.6080; 5: 0.6278; 6: 0.6410; 8: 0.6573"
    ),
    ("instant-18", "win-pays-1-to-1", SoftSeventeen.HIT): (
        "1: 1.6454; 2: 1.8799; 4: 1.9968; 5: 2.0201; 6: 2.0358; 8: 2.0552"
    ),
    ("dealer-totals", "17-or-18-2-to-1", SoftSeventeen.HIT): "6: 17.6009",
    ("dealer-totals", "19-or-20-2-to-1", SoftSeventeen.HIT): "6: 4.8363",
    ("dealer-totals", "21-or-22-3-to-1", SoftSeventeen.HIT): "6: 21.6399",
    ("dealer-totals", "23-or-24-6-to-1", SoftSeventeen.HIT): "6: 13.7241",
    ("dealer-totals", "25-or-26-9-to-1", SoftSeventeen.HIT): "6: 11.0273",
}
DISPUTED: dict[tuple[str, str, int, SoftSeventeen | None], tuple[str, str]] = {
    ("bust-bonus", "up-card-a", 8, SoftSeventeen.HIT): ("9.0266", "9.0297"),
    ("bust-bonus", "up-card-2", 8, SoftSeventeen.HIT): ("7.4623", "7.4630"),
    ("bust-bonus", "up-card-3", 8, SoftSeventeen.HIT): ("8.3741", "8.3734"),
    ("bust-bonus", "up-card-4", 8, SoftSeventeen.HIT): ("7.1935", "7.1939"),
    ("winners-option", WINNERS_OPTION, 1, SoftSeventeen.STAND): ("4.43", "4.24"),
    ("winners-option", WINNERS_OPTION, 1, SoftSeventeen.HIT): ("4.12", "4.24"),
    ("push-22", "11", 1, SoftSeventeen.STAND): ("13.1189", "11.6445"),
    ("push-22", "11", 2, SoftSeventeen.STAND): ("12.9776", "12.1978"),
    ("push-22", "11", 4, SoftSeventeen.STAND): ("12.9122", "12.4639"),
    ("push-22", "11", 6, SoftSeventeen.STAND): ("12.8911", "12.5511"),
    ("push-22", "11", 8, SoftSeventeen.STAND): ("12.8808", "12.5944"),
    ("push-22", "50-20-8", 6, SoftSeventeen.HIT): ("5.8539", "5.8540"),
    ("instant-18", "win-pays-1-to-1", 1, SoftSeventeen.STAND): ("0.3107", "0.3106"),
    ("instant-18", "win-pays-1-to-1", 2, SoftSeventeen.STAND): ("0.5092", "0.5091"),
    ("instant-18", "win-pays-1-to-1", 6, SoftSeventeen.STAND): ("0.6409", "0.6410"),
    ("instant-18", "win-pays-1-to-1", 1, SoftSeventeen.HIT): ("1.6453", "1.6454"),
    ("instant-18", "win-pays-1-to-1", 2, SoftSeventeen.HIT): ("1.8798", "1.8799"),
    ("instant-18", "win-pays-1-to-1", 6, SoftSeventeen.HIT): ("2.0357", "2.0358"),
    ("buster-blackjack", "2-2-4-15-50-250", 6, SoftSeventeen.HIT): ("5.4230", "6.2143"),
    ("21+3-extreme", "one-rank-for-the-meter-125-25-20-7-3", 6, None): ("33.4376", "33.0467"),
    ("21+3", "evolution-100-40-30-10-5", 8, None): ("3.70", "9.73"),
    ("dealer-player-blackjack", "either-7-to-1", 6, None): ("26", "10"),
}
"""Published figures that are not ours: ours and theirs. docs/disagreements.md says why."""


def figures() -> list[tuple[str, str, SoftSeventeen | None, int, str]]:
    """Every published figure: wager, paytable, soft 17 where it matters, decks, percent."""
    rows: list[tuple[str, str, SoftSeventeen | None, str]] = [
        (*key, None, text) for key, text in ON_THE_DEAL.items()
    ]
    rows += [(*key, text) for key, text in ON_THE_DEALER.items()]
    return [
        (wager, paytable, soft_17, int(decks), figure.strip())
        for wager, paytable, soft_17, text in rows
        for decks, _, figure in (part.partition(":") for part in text.split(";"))
    ]


def edge(wager: str, paytable: str, decks: int, soft_17: SoftSeventeen | None) -> Fraction:
    """Our exact house edge on a full shoe."""
    sheet = CATALOGUE.sheet(wager)
    assert sheet is not None
    cards = len(sheet.deck.cards)
    dealer = STAND if soft_17 is SoftSeventeen.STAND else HIT
    return odds_of(offer(wager, paytable, cards), shoe(cards, decks), dealer).house_edge


def printed(exact: Fraction, like: str) -> str:
    """*exact* in percent, with as many digits as a published figure has."""
    return f"{float(100 * exact):.{len(like.partition('.')[2])}f}"


@pytest.mark.parametrize(("wager", "paytable", "soft_17", "decks", "published"), figures())
def test_a_published_edge_is_ours(
    wager: str, paytable: str, soft_17: SoftSeventeen | None, decks: int, published: str
) -> None:
    ours = printed(edge(wager, paytable, decks, soft_17), published)
    disputed = DISPUTED.get((wager, paytable, decks, soft_17))

    assert (ours, published) == (disputed or (published, published))


def test_every_disputed_figure_is_on_the_page_of_disagreements() -> None:
    page = (ROOT / "docs" / "disagreements.md").read_text()

    for ours, theirs in DISPUTED.values():
        assert any(ours in line and theirs in line for line in page.splitlines()), (ours, theirs)


def test_the_page_s_9_73_percent_is_the_hit_frequency() -> None:
    found = odds_of(offer("21+3", "evolution-100-40-30-10-5", 52), shoe(52, 8))

    assert printed(found.hit_frequency, "9.73") == "9.73"


# wizardofodds.com, Bet the Bust, a dealer who stands on soft 17: the edge in percent under each up
# card, in the columns headed 1, 6 and 8 decks. EZ Bust has the same probabilities at even money.
BET_THE_BUST = {
    "a": ("3.5", "23.5832 24.7182 24.7888"),
    "2": ("1.5", "11.7568 11.6372 11.6292"),
    "3": ("1.5", "6.1030 6.4128 6.4360"),
    "4": ("1", "19.4394 20.7038 20.7850"),
    "5": ("1", "14.2190 16.1162 16.2380"),
    "6": ("1", "15.8354 15.4648 15.4448"),
    "7": ("2.5", "9.0511 8.3903 8.3494"),
    "8": ("3", "4.5492 2.7308 2.6060"),
    "9": ("3", "6.6232 8.1388 8.2376"),
    "10": ("3", "7.0004 7.8140 7.8684"),
}
EZ_BUST = {
    "2": ("1", "29.4054 29.3098 29.3034"),
    "3": ("1", "24.8824 25.1302 25.1488"),
    "4": ("1", "19.4394 20.7038 20.7850"),
    "5": ("1", "14.2190 16.1162 16.2380"),
    "6": ("1", "15.8354 15.4648 15.4448"),
}
LATE_BUSTS = [
    *(
        ("bet-the-bust", f"up-card-{up}-pays-{pays}", pays, row)
        for up, (pays, row) in BET_THE_BUST.items()
    ),
    *(("ez-bust", f"up-card-{up}-even-money", *row) for up, row in EZ_BUST.items()),
]


@pytest.mark.parametrize(("wager", "paytable", "pays", "row"), LATE_BUSTS)
def test_columns_of_bet_the_bust_are_ours_for_fewer_decks_with_rounded_probabilities(
    wager: str, paytable: str, pays: str, row: str
) -> None:
    theirs = row.split()
    for decks, published in zip((1, 4, 5), theirs, strict=True):
        found = odds_of(offer(wager, paytable, 52), shoe(52, decks), STAND)
        rounded = round(found.hit_frequency, 6)  # As the page multiplies them.

        off = 100 * (1 - (1 + Fraction(pays)) * rounded) - Fraction(published)
        assert abs(off) <= Fraction(5, 100_000)  # A five in the fifth place goes either way.
    page = (ROOT / "docs" / "disagreements.md").read_text().splitlines()
    ours = [printed(edge(wager, paytable, n, SoftSeventeen.STAND), theirs[0]) for n in (1, 6, 8)]

    assert any(all(figure in line for figure in (*ours, *theirs)) for line in page)


# Combinations of the eight lines in hand at five decks, wizardofodds.com, Super 4, version 1. The
# source counts the order of the player's two cards, too.
SUPER_4 = {
    "royal-in-diamonds": 7_500,
    "royal": 22_500,
    "three-of-a-kind": 2_188_800,
    "straight": 1_890_000,
    "flush": 3_075_600,
    "two-pairs": 2_284_800,
    "same-colour": 22_230_000,
    "pair": 58_960_000,
}


def test_the_published_combinations_of_super_4_are_ours() -> None:
    found = odds_of(offer("super-4", "version-1-5-stake", 52), shoe(52, 5))
    ours = {one.name: 2 * one.combinations for one in found.outcomes}

    assert {name: ours[name] for name in SUPER_4} == SUPER_4


def test_3600_deals_of_blackjack_match_are_identical_suited_ace_kings() -> None:
    found = odds_of(offer("blackjack-match", "1-5-1000-150-50-25-15", 52), shoe(52, 6))

    assert found.outcomes[0].combinations == 3600


def test_the_ritz_pays_something_once_in_137_hands_and_the_meter_once_in_20889() -> None:
    found = odds_of(offer("21+3-progressive", "ritz-paytable-15-25-pound-stake", 52), shoe(52, 6))
    top = sum(one.probability for one in found.outcomes[:3])

    assert round(1 / found.hit_frequency) == 137
    assert round(1 / top) == 20_889


@pytest.mark.parametrize("name", sorted({row[0] for row in figures()}))
def test_a_wager_s_odds_add_up_to_1_at_every_deck_count(name: str) -> None:
    sheet = CATALOGUE.sheet(name)
    assert sheet is not None
    for paytable in sheet.paytables:
        for decks in (1, 2, 8):
            found = odds_of(offer(name, paytable, 52), shoe(52, decks))
            assert sum(one.probability for one in found.outcomes) == 1
