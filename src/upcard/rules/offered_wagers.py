"""Side wagers as a game offers them, and the sheets they are printed on."""

from __future__ import annotations

import re
from typing import Final, Literal

from pydantic import Field

from upcard.cards import Deck
from upcard.game.choices import AfterStart, AtMost, PaysIn, Settles, SeveralWinners
from upcard.game.explained import Line, Money, Name, PayText, Section, explained
from upcard.game.paytables import Paytable, ResolvedPaytable

_BRACKETS: Final = re.compile(r"\([^)]*\)")
_MARKS: Final = re.compile(r"[^a-z0-9.+]+")


def plain_name(text: str) -> str:
    """
    A heading or label as a name: small letters, dashes for spaces, no brackets and no marks.

    >>> plain_name("Over/Under 13"), plain_name("Infinite 25-8 (M)"), plain_name("17 or 18, 2 to 1")
    ('over-under-13', 'infinite-25-8', '17-or-18-2-to-1')
    """
    return _MARKS.sub("-", _BRACKETS.sub("", text).lower().replace("'", "")).strip("-")


class Namesake(Section):
    """Another wager printed on a sheet: one of several stakes, or another name for it."""

    title: Line
    paytables: tuple[str, ...]
    """Those of the sheet that are its own."""


class WagerSheet(Section):
    """A file in catalogue/paytables or catalogue/progressives: one wager and its paytables."""

    wager: Name = explained("The wager's name.", says="the catalogue")
    title: Line = explained("The name on the layout.", says="each document")
    kind: Literal["side", "progressive", "special"] = explained(
        "A side wager, a progressive, or the special pays of the main wager.", says="each document"
    )
    family: Name = explained("The family of hands it is made on.", says="each document")
    levels: tuple[str, ...] = explained("Its meters, top level first, if any.", says="S3")
    deck: Deck = Field(default=Deck.STANDARD, strict=False)
    """The deck that its odds are for, where nobody names another."""
    needs: tuple[Name, ...] = ()
    """Wagers without which no game may offer it."""
    also: dict[Name, Namesake] = Field(default_factory=dict)
    """Wagers by other names, which games may offer beside each other."""
    labels: dict[str, str] = Field(default_factory=dict)
    """What paytables are called elsewhere, each with its name here."""
    paytables: dict[str, Paytable] = explained("Its paytables, by name.", says="each document")

    def named(self, label: str) -> str | None:
        """The name of the paytable that people call *label*, if it has one."""
        plain = plain_name(label)
        for name in (label, plain, self.labels.get(plain, "")):
            if name in self.paytables:
                return name
        return None

    def namesake(self, wager: str) -> WagerSheet:
        """The sheet of the wager that is called *wager* here."""
        one = self.also[wager]
        tables = {name: self.paytables[name] for name in one.paytables}
        return self.model_copy(
            update={"wager": wager, "title": one.title, "paytables": tables, "also": {}}
        )


class SideWager(Section):
    """One side wager or progressive as a game offers it."""

    wager: Name = explained("The wager's name.", says="the wager's sheet")
    title: Line = explained("The name on the layout.", says="the wager's sheet")
    kind: Literal["side", "progressive"] = explained(
        "A side wager or a progressive.", says="the wager's sheet"
    )
    family: Name = explained("The family of hands it is made on.", says="the wager's sheet")
    levels: tuple[str, ...] = explained("Its meters, top level first.", says="the wager's sheet")
    paytable: Name | str = explained("The default paytable.", says="the catalogue")
    paytables: tuple[ResolvedPaytable, ...] = explained(
        "The paytables a table may choose from.", favours="nobody", says="each document"
    )
    settles: Settles = explained(
        "When it is settled.", says="S0 TriLux 7, S0 progressive 9, S3 5 and 11, S4"
    )
    unless: Name = explained(
        "The documented exception of its family that makes it wait for the end of the round, or "
        "never.",
        says="S3 King's Bounty 5.a; S4 'the two highest-paying Jackpots'; titles: crown treasure",
    )
    after_start: AfterStart = explained(
        "Whether the dealer lifts the wager once it is latched.",
        says="S0 7, S3 Blazing 7's 5 and S4 lift; S3 TriLux 6 leaves",
    )
    needs: tuple[Name, ...] = explained(
        "Wagers that the spot must have before this one. Ambiguity 12.",
        favours="house",
        says="S0: Super 3 needs TriLux; S1: Match Down needs Match Up",
    )
    at_most: AtMost = explained(
        "What limits it besides the table limits. Ambiguity 12.",
        favours="house",
        says="S1: Match the Dealer up to the regular wager",
    )
    wager_amount: Money | Literal["any"] = explained(
        "The only amount that can be wagered, or any amount within the limits.",
        says="S1: pays printed for a one-dollar wager",
    )
    several_winners: SeveralWinners = explained(
        "How several meter awards in one round are paid. Ambiguity 17.",
        says="S0 10.c right first; S1 split equally",
    )
    pays_in: PaysIn = explained(
        "The unit of the fixed pays. Ambiguity 18.",
        favours="player, for-1 on wagers over one dollar",
        says="S0 'for 1'; S1 dollars",
    )
    readings: dict[str, str] = explained(
        "The family's own settings. Ambiguities 13, 15, 19 and 20.",
        favours="nobody",
        says="S1 adds two matches up; S2 counts 8-9-J as a straight; S3 8.a pays two sevens by the "
        "first two cards only, so a dealer's natural changes nothing",
    )
    lines: dict[str, PayText] = explained(
        "Lines that this game adds to the paytable or reads differently. Ambiguities 14 and 16.",
        favours="player",
        says="S0: the blank pair line; which table has the mini royal; titles: crown treasure",
    )

    def is_approved_for(self, decks: int) -> bool:
        """Whether the game's own paytable may be played with this many decks."""
        table = self.named_paytable(self.paytable)
        return table is not None and decks in table.decks

    def named_paytable(self, name: str) -> ResolvedPaytable | None:
        """The paytable of that name, if the game may play it."""
        return next((table for table in self.paytables if table.name == name), None)
