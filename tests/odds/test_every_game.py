"""Every wager of every catalogue game at every deck count it may be dealt from."""

from fractions import Fraction

import pytest

from tests.odds.offers import odds, offer, shoe
from upcard.app.odds_results import odds_of_every_game
from upcard.catalogue import CATALOGUE, every_game
from upcard.money import OfMeter
from upcard.odds.wager_odds import insurance_odds, odds_of
from upcard.odds.wager_sheets import full_shoe, sheet_of
from upcard.rules.schema import Rules
from upcard.wagers import offer_of

GAMES = every_game()
RELATIVES = ["21+3", "royal-match", "bet-the-set"]


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_probabilities_sum_to_exactly_1(rules: Rules) -> None:
    for decks in rules.decks:
        cards = full_shoe(rules.deck, decks)
        found = [
            odds_of(offer_of(wager, table.name), cards)
            for wager in rules.side_wagers
            for table in wager.paytables
        ]
        if rules.insurance != "none":
            found.append(insurance_odds(rules.insurance.pays, cards))
        for one in found:
            assert sum((o.probability for o in one.outcomes), Fraction(0)) == 1
            assert sum(o.combinations for o in one.outcomes) == one.combinations


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_approved_deck_counts_favour_the_house(rules: Rules) -> None:
    for wager in rules.side_wagers:
        for table in wager.paytables:
            for decks in set(table.decks) & set(rules.decks):
                wagered = offer_of(wager, table.name)
                found = odds_of(wagered, full_shoe(rules.deck, decks))
                assert not found.favours_player, f"{wager.wager} {table.name}, {decks} decks"


def test_every_approved_deck_count_of_every_sheet_favours_the_house() -> None:
    for name in CATALOGUE.names("sheets"):
        sheet = CATALOGUE.sheet(name)
        assert sheet is not None
        if sheet.kind == "special":
            continue
        cards = 48 if "S0" in next(iter(sheet.paytables.values())).source else 52
        for paytable, table in sheet.paytables.items():
            for decks in table.decks:
                found = odds(name, paytable, cards, decks)
                assert not found.favours_player, f"{name} {paytable}, {decks} decks"


def test_the_tables_that_would_favour_the_player_are_not_approved_for_those_decks() -> None:
    favouring = {
        (wager.wager, table.name, decks)
        for rules in GAMES
        for wager in rules.side_wagers
        for table in wager.paytables
        for decks in rules.decks
        if not any(isinstance(pay, OfMeter) for pay in table.pays.values())
        if odds_of(offer_of(wager, table.name), full_shoe(rules.deck, decks)).favours_player
    }

    assert favouring == {
        *((wager, "3", 8) for wager in ("match-up", "match-down")),
        *(("bet-the-set", "25-10", decks) for decks in (6, 8)),
        *(("royal-match", "10-3", decks) for decks in (4, 6, 8)),
    }


@pytest.mark.parametrize("wager", RELATIVES)
def test_more_decks_mean_more_of_each_card_and_a_smaller_edge(wager: str) -> None:
    paytable = next(iter(sheet_of(wager).paytables))
    edges = [odds_of(offer(wager, paytable, 52), shoe(52, n)).house_edge for n in (2, 4, 6, 8)]

    assert edges == sorted(edges, reverse=True)


def test_all_games_are_told_at_each_deck_count() -> None:
    told = [(odds.game, odds.decks) for odds in odds_of_every_game()]

    assert told == [(rules.name, decks) for rules in GAMES for decks in rules.decks]
