"""Which tables may share a jackpot, and what the refusal names."""

from dataclasses import replace
from itertools import combinations

import pytest

from tests.odds.offers import offer
from upcard.cards import Deck
from upcard.catalogue_games import game
from upcard.game.choices import Peek
from upcard.odds.links import LinkTable, link_refusals, may_link
from upcard.odds.procedures import USUAL, procedure_of

UPCARD = LinkTable(
    name="table 1",
    offer=offer("blazing-7s-upcard", "ML03", 52),
    deck=Deck.STANDARD,
    decks=6,
    procedure=USUAL,
)
TRILUX = replace(UPCARD, name="table 2", offer=offer("trilux-progressive", "PT6", 52))
TITLES = (
    "kings-bounty",
    "bet-the-set-21",
    "royal-match-21",
    "trilux-blackjack",
    "house-money",
)


def table(title: str, wager: str, decks: int = 6) -> LinkTable:
    """A table of *title* with the progressive *wager*."""
    played = game(title, decks=decks, pack=wager)
    return LinkTable(
        name=title,
        offer=played.offers[wager],
        deck=played.rules.deck,
        decks=played.decks,
        procedure=procedure_of(played.rules),
    )


@pytest.mark.parametrize("wager", ["blazing-7s-upcard", "blazing-7s-player", "trilux-progressive"])
@pytest.mark.parametrize("decks", [6, 8])
def test_titles_with_the_same_paytable_and_decks_may_be_linked(wager: str, decks: int) -> None:
    tables = [table(title, wager, decks) for title in TITLES]

    assert all(may_link(here, there) for here, there in combinations(tables, 2))


@pytest.mark.parametrize(("here", "there"), list(combinations(TITLES, 2)))
def test_titles_with_different_decks_are_refused(here: str, there: str) -> None:
    refusals = link_refusals(
        table(here, "trilux-progressive", 6), table(there, "trilux-progressive", 8)
    )

    assert str(refusals[0]) == "decks differs: 6 here, 8 there"


def test_a_natural_that_nobody_looks_for_makes_another_progressive_of_the_player_s_form() -> None:
    upcard, player = (
        table("royal-match-21", f"blazing-7s-{form}") for form in ("upcard", "player")
    )
    never = [replace(one, procedure=replace(USUAL, peek=Peek.NEVER)) for one in (upcard, player)]

    assert may_link(upcard, never[0])
    assert [refusal.field for refusal in link_refusals(player, never[1])] == [
        f"probability of {line}"
        for line in ("three-7s-diamonds", "three-7s-suited", "three-7s-same-colour")
    ]


def test_tables_with_the_same_progressive_may_be_linked() -> None:
    assert may_link(UPCARD, replace(UPCARD, name="table 9"))


def test_different_decks_are_refused_with_both_numbers() -> None:
    refusals = link_refusals(UPCARD, replace(UPCARD, decks=8))
    fields = [refusal.field for refusal in refusals]

    assert fields[0] == "decks"
    assert str(refusals[0]) == "decks differs: 6 here, 8 there"
    assert "probability of three-7s-diamonds" in fields
    assert refusals[1].here == "1/250666"


def test_different_paytables_are_refused() -> None:
    other = replace(UPCARD, offer=offer("blazing-7s-upcard", "PT2", 52))
    fields = [refusal.field for refusal in link_refusals(UPCARD, other)]

    assert fields[:2] == ["paytable", "pays"]


def test_the_two_forms_of_blazing_7s_are_different_hands() -> None:
    other = replace(UPCARD, offer=offer("blazing-7s-player", "ML03", 52))
    fields = [refusal.field for refusal in link_refusals(UPCARD, other)]

    assert "hand definition" in fields
    assert "probability of three-7s-diamonds" in fields


def test_another_reading_of_straights_is_another_hand() -> None:
    bridged = replace(
        TRILUX, offer=replace(TRILUX.offer, readings={"straights_over_missing_ten": "yes"})
    )

    assert [refusal.field for refusal in link_refusals(TRILUX, bridged)] == ["hand definition"]


@pytest.mark.parametrize("deck", [Deck.PONTOON])
def test_another_deck_is_refused(deck: Deck) -> None:
    fields = [refusal.field for refusal in link_refusals(TRILUX, replace(TRILUX, deck=deck))]

    assert fields == ["cards per deck", "probability of suited-aces"]
