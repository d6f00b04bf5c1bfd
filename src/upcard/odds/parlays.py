"""The value of a side wager whose winnings are moved onto the main wager in the best way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Final, TypedDict

from upcard.cards import RANKS, Card
from upcard.families import CardPlace
from upcard.odds.play.openings import Opening, OpeningBook
from upcard.odds.play.problems import PlayError
from upcard.odds.play.solver import PlayValue
from upcard.odds.play.stock import TEN_RANKS
from upcard.odds.play.worths import Number
from upcard.odds.wager_odds import DOLLAR, NO_METERS, odds_of, returned
from upcard.rules.schema import Rules
from upcard.shoes import composition
from upcard.wagers import Offer, offer_of

ASSUMPTIONS: Final = (
    "stake and winnings are moved whole onto the main wager where the hand is worth more than "
    "nothing once the dealer has no natural, else not at all",
    "no limit stops the main wager from growing",
)


class ParlayRecord(TypedDict):
    """What moving winnings onto the main wager does to a side wager."""

    wager: str
    paytable: str
    house_edge_percent_without: float
    house_edge_percent: float
    move_frequency_percent: float
    assumptions: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ParlayOdds:
    """
    A side wager of 1 with the best parlay.

    Everything is moved where the hand is worth more than nothing once the dealer has no natural,
    and nothing where it is not: what a unit of the main wager brings does not depend on how many
    there are.
    """

    wager: str
    paytable: str
    ev_without: Fraction
    """The expected value of a unit wagered if winnings are never moved."""
    gain: Number
    """What moving them adds."""
    moved: Number
    """How much is moved in a round, on average."""
    move_frequency: Number
    """How often winnings are moved."""

    @property
    def ev(self) -> Number:
        """The expected value of a unit wagered with the best parlay."""
        return self.ev_without + self.gain

    def record(self) -> ParlayRecord:
        """The odds as plain data."""
        return {
            "wager": self.wager,
            "paytable": self.paytable,
            "house_edge_percent_without": float(-100 * self.ev_without),
            "house_edge_percent": float(-100 * self.ev),
            "move_frequency_percent": float(100 * self.move_frequency),
            "assumptions": list(ASSUMPTIONS),
        }


Moves = frozenset[tuple[int, int, int, bool]]
"""Openings: the points of two cards, lower first, of the up card, and whether the two are of one
rank."""

NEVER: Final[Moves] = frozenset()
"""Winnings are never moved."""


def moves_of(play: PlayValue) -> Moves:
    """The openings onto which winnings are moved: those worth more than nothing after the peek."""
    if play.facts.suits_matter:
        raise PlayError(
            "parlay-needs-suits",
            "suits change the value of a hand in this game, so its parlay cannot be worked out",
        )
    found, book = set(), play.book
    cards = [Card(rank, "s") for rank in RANKS if rank not in TEN_RANKS or _tens(play, rank)]
    for first, second, up in product(cards, repeat=3):
        going_on = book.opening(first, second, up).going_on
        if going_on is not None and going_on.mean > 0:
            low, high = sorted((first.points, second.points))
            found.add((low, high, up.points, first is second))
    return frozenset(found)


def _tens(play: PlayValue, rank: str) -> int:
    return play.stock.tens[TEN_RANKS.index(rank)]


def parlay_odds(offer: Offer, shoe: Counter[Card], book: OpeningBook) -> ParlayOdds:
    """The exact odds of *offer* on *shoe*, moved by what the openings in *book* are worth."""
    if offer.sees != (CardPlace.FIRST, CardPlace.SECOND):
        raise PlayError(
            "parlay-not-known",
            f"{offer.name} looks at more than the player's first two cards, so its parlay cannot "
            "be worked out",
        )
    gain: Number = Fraction(0)
    moved: Number = Fraction(0)
    often: Number = Fraction(0)
    for chance, back, opening in _winners(offer, shoe, book):
        if opening.going_on is not None and opening.going_on.mean > 0:
            goes_on = chance * (1 - opening.natural_chance)
            often += goes_on
            moved += goes_on * back
            gain += goes_on * back * opening.going_on.mean
    return ParlayOdds(
        wager=offer.name,
        paytable=offer.paytable,
        ev_without=-odds_of(offer, shoe).house_edge,
        gain=gain,
        moved=moved,
        move_frequency=often,
    )


def _winners(
    offer: Offer, shoe: Counter[Card], book: OpeningBook
) -> Iterator[tuple[Number, Fraction, Opening]]:
    """Each winning two cards with each up card: how likely, what comes back, what they open."""
    cards = shoe.total()
    deals = cards * (cards - 1) * (cards - 2)
    for first, ones in shoe.items():
        for second, others in shoe.items():
            back = returned(offer.verdict((first, second)).pay, offer.amount or DOLLAR, NO_METERS)
            pairs = ones * (others - (second is first))
            if not back or pairs <= 0:
                continue
            for up, count in shoe.items():
                ways = pairs * (count - (up is first) - (up is second))
                if ways > 0:
                    yield Fraction(ways, deals), back, book.opening(first, second, up)


def parlays_of(rules: Rules, decks: int, play: PlayValue) -> list[ParlayOdds]:
    """The odds of each paytable whose winnings may be moved, from a full shoe; none without."""
    parlay = rules.parlay
    wagers = [one for one in rules.side_wagers if parlay != "none" and one.wager == parlay.wager]
    shoe = composition(rules.deck, decks)
    return [
        parlay_odds(offer_of(wager, table.name), shoe, play.book)
        for wager in wagers
        for table in wager.paytables
        if decks in table.decks
    ]
