"""Wagers of the library in one line of a rules file: everything else follows from their sheets."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Protocol

from upcard.cards import Deck
from upcard.families import FAMILIES, CardPlace, Family
from upcard.families.family import NEVER
from upcard.game.house import House
from upcard.money import Loses, OfMeter, PrintedPay
from upcard.plain import Plain
from upcard.quotes import nearest, quoted
from upcard.rules.offered_wagers import WagerSheet

LINE = "library"
"""The line of a rules file: a list of wagers, each as NAME or NAME:PAYTABLE."""


class Sheets(Protocol):
    """Where the sheets of wagers are found."""

    def sheet(self, wager: str) -> WagerSheet | None:
        """The sheet of a wager, if there is one."""

    def names(self, kind: str) -> tuple[str, ...]:
        """The names there are of that kind."""


class LibraryProblem(ValueError):
    """A line that names no wager of the library."""


def library_wager(text: str, sheets: Sheets, *, deck: Deck, decks: list[int]) -> dict[str, Plain]:
    """
    The section of *text*, a wager or a wager and its paytable, in a game with these decks.

    It is settled as soon as its cards are known, for any amount within the limits. A table may
    choose among all its paytables that are approved for one of the game's deck counts.
    """
    name, _, label = text.partition(":")
    sheet = sheets.sheet(name)
    if sheet is None or sheet.kind == "special":
        raise LibraryProblem(
            f"is {quoted(name)}: choose one of {nearest(sheets.names('sheets'), name)}"
        )
    usual = _usual_paytable(sheet, decks) if not label else sheet.named(label)
    if usual is None:
        raise LibraryProblem(
            f"is {quoted(text)}: {sheet.wager} has the paytables {', '.join(sheet.paytables)}"
        )
    family = FAMILIES[sheet.family]
    from_meter = any(isinstance(pay, OfMeter) for pay in _pays(sheet, sheet.paytables).values())
    tables = [one for one, table in sheet.paytables.items() if set(table.decks) & set(decks)]
    return {
        "wager": sheet.wager,
        "paytable": usual,
        "paytables": [usual, *(one for one in tables if one != usual)],
        "settles": _settles(family, _pays(sheet, [usual, *tables])),
        "unless": NEVER,
        "after_start": "left",
        "needs": list(sheet.needs),
        "at_most": "limit",
        "wager_amount": "any",
        "several_winners": "right-first" if from_meter else "not-from-meter",
        "pays_in": "for-1",
        "readings": {one: reading.usual(deck) for one, reading in family.readings.items()},
        "lines": {},
    }


def fitting_wagers(
    sheets: Sheets, *, decks: list[int], offered: Collection[str], house: House
) -> Iterator[str]:
    """Wagers that a *house* with *decks* and the wagers *offered* may add by name alone."""
    for name in sheets.names("sheets"):
        sheet = sheets.sheet(name)
        if sheet is None or sheet.kind == "special" or not set(sheet.needs) <= set(offered):
            continue
        family = FAMILIES[sheet.family]
        if family.draws_by not in (None, house.draws_by) or (family.forces and house.zap_totals):
            continue
        for one in (sheet, *map(sheet.namesake, sheet.also)):
            tables = one.paytables.values()
            if one.wager not in offered and any(set(decks) <= set(x.decks) for x in tables):
                if sheets.sheet(one.wager) == one:
                    yield one.wager


def _usual_paytable(sheet: WagerSheet, decks: list[int]) -> str:
    """The first paytable that is approved for all of *decks*; the first of all where none is."""
    approved = (name for name, table in sheet.paytables.items() if set(decks) <= set(table.decks))
    return next(approved, next(iter(sheet.paytables)))


def _pays(sheet: WagerSheet, tables: Iterable[str]) -> dict[str, PrintedPay]:
    """A pay for each line that one of *tables* pays on."""
    return {
        line: pay
        for name in tables
        for line, pay in sheet.paytables[name].pays.items()
        if pay != Loses()
    }


def _settles(family: Family, paid: Iterable[str]) -> str:
    """When the cards are known that any of the *paid* lines looks at."""
    sees = family.sees_for(list(paid))
    is_late = family.round_sight is not None or family.is_on_first_five
    if CardPlace.DRAWN in sees or CardPlace.THIRD in sees or is_late:
        return "with-main"
    return "on-hole-card" if CardPlace.HOLE in sees else "on-deal"


def needs_finished_dealer(wagers: list[dict[str, Plain]], sheets: Sheets) -> bool:
    """Whether one of *wagers* is decided by the dealer's finished hand."""
    found = (sheets.sheet(str(wager["wager"])) for wager in wagers)
    return any(sheet and FAMILIES[sheet.family].waits_for_dealer for sheet in found)
