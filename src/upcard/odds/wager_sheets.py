"""Wagers straight from their sheets, for shoes that no game of the catalogue deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from upcard.cards import Card, Deck
from upcard.catalogue import CATALOGUE
from upcard.families import FAMILIES
from upcard.game.paytables import Paytable
from upcard.odds.odds_problems import OddsError
from upcard.quotes import nearest, quoted
from upcard.rules.offered_wagers import SideWager, WagerSheet
from upcard.rules.rules_files import Problem, RulesError, validated
from upcard.shoes import composition
from upcard.wagers import Offer, offer_of

DECKS_MAX: Final = 8
_BY_CARDS: Final = {len(deck.cards): deck for deck in Deck}
_PROCEDURE: Final = {
    "settles": "with-main",
    "unless": "never",
    "after_start": "left",
    "needs": [],
    "at_most": "limit",
    "wager_amount": "any",
    "several_winners": "right-first",
    "pays_in": "for-1",
}
"""What a game would say about the order of things; it moves no odds."""


def sheet_of(wager: str, paytable: str | None = None) -> WagerSheet:
    """The sheet of a side wager or progressive, by name; of several, the one with *paytable*."""
    sheet = CATALOGUE.sheet(wager, paytable)
    if sheet is None or sheet.kind == "special":
        wagers = ["insurance", *(name for name in CATALOGUE.names("sheets") if _is_wager(name))]
        raise OddsError(
            "wager-unknown", f"{quoted(wager)} is not a wager: choose {nearest(wagers, wager)}"
        )
    return sheet


def _is_wager(name: str) -> bool:
    sheet = CATALOGUE.sheet(name)
    return sheet is not None and sheet.kind != "special"


def default_readings(family: str, deck: Deck) -> dict[str, str]:
    """
    How a family's ambiguities are read on *deck* where no game says.

    >>> default_readings("three-card", Deck.PONTOON)
    {'straights_over_missing_ten': 'yes'}
    """
    return {name: reading.usual(deck) for name, reading in FAMILIES[family].readings.items()}


def paytable_named(sheet: WagerSheet, label: str) -> str:
    """The name of the paytable of *sheet* that people call *label*."""
    name = sheet.named(label)
    if name is None:
        raise OddsError(
            "paytable-unknown",
            f"{sheet.wager}: paytable is {label!r}: it has {', '.join(sheet.paytables)}",
        )
    return name


def offer_from_sheet(sheet: WagerSheet, paytable: str, deck: Deck) -> Offer:
    """The wager of *sheet* with one of its paytables, its ambiguities read as *deck* suggests."""
    paytable = paytable_named(sheet, paytable)
    table = sheet.paytables[paytable]
    printed: dict[str, object] = {
        **sheet.model_dump(mode="json", exclude={"deck", "also", "labels"}),
        "paytable": paytable,
        "paytables": [{**table.model_dump(mode="json"), "name": paytable}],
        **_PROCEDURE,
        "readings": default_readings(sheet.family, deck),
        "lines": {},
    }
    problems: list[Problem] = []
    wager = validated(SideWager, printed, problems)
    if wager is None:
        raise RulesError(sheet.wager, problems)
    return offer_of(wager)


OWN: Final = "own"
"""What a paytable is called that nobody has printed."""


def with_pays(sheet: WagerSheet, pays: Mapping[str, str]) -> WagerSheet:
    """
    *sheet* with one paytable, `own`: these pays, line by line, for any number of decks.

    >>> list(with_pays(sheet_of("bet-the-set"), {"pair": "12:1"}).paytables["own"].pays)
    ['pair']
    """
    lines = FAMILIES[sheet.family].lines
    if unknown := [line for line in pays if line not in lines]:
        raise OddsError(
            "line-unknown", f"{sheet.wager} has no line {unknown[0]!r}: it has {', '.join(lines)}"
        )
    printed: dict[str, object] = {
        "decks": list(range(1, DECKS_MAX + 1)),
        "pays": dict(pays),
        "source": "written by hand",
        "certified": "no-meter",
    }
    problems: list[Problem] = []
    table = validated(Paytable, printed, problems)
    if table is None:
        raise RulesError(sheet.wager, problems)
    return sheet.model_copy(update={"paytables": {OWN: table}})


def check_approved(sheet: WagerSheet, paytable: str, decks: int) -> None:
    """Refuse a deck count that the paytable is not approved for, naming those it is."""
    table = sheet.paytables[paytable_named(sheet, paytable)]
    if decks not in table.decks:
        allowed = ", ".join(map(str, table.decks))
        raise OddsError(
            "paytable-not-approved",
            f"{sheet.wager}: paytable {paytable} is not approved for {decks} decks: "
            f"it is for {allowed}; use --force to compute it anyway",
        )


def deck_of(cards_per_deck: int) -> Deck:
    """The deck with this many cards."""
    deck = _BY_CARDS.get(cards_per_deck)
    if deck is None:
        allowed = " or ".join(map(str, sorted(_BY_CARDS)))
        raise OddsError("deck-unknown", f"cards is {cards_per_deck}: write {allowed}")
    return deck


def full_shoe(deck: Deck, decks: int) -> Counter[Card]:
    """A shoe with this many decks, 1 to 8."""
    if not 1 <= decks <= DECKS_MAX:
        raise OddsError("decks-not-allowed", f"decks is {decks}: a shoe holds 1 to {DECKS_MAX}")
    return composition(deck, decks)
