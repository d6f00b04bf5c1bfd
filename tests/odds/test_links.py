"""Which tables may share a jackpot, and what the refusal names."""

from dataclasses import replace

import pytest

from tests.odds.offers import offer
from upcard.cards import Deck
from upcard.odds.links import LinkTable, link_refusals, may_link

UPCARD = LinkTable(
    name="table 1",
    offer=offer("blazing-7s-upcard", "ML03", 52),
    deck=Deck.STANDARD,
    decks=6,
)
TRILUX = LinkTable(
    name="table 2", offer=offer("trilux-progressive", "PT6", 52), deck=Deck.STANDARD, decks=6
)


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
