"""Whether tables may share one progressive jackpot, and if not, why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from upcard.cards import Deck
from upcard.odds.procedures import Procedure
from upcard.odds.progressive_odds import ProgressiveOdds, progressive_odds
from upcard.odds.wager_sheets import full_shoe
from upcard.wagers import Offer


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkTable:
    """One table that would be on a link."""

    name: str
    offer: Offer
    deck: Deck
    decks: int
    procedure: Procedure
    """How the dealer plays: a natural that is looked for cuts a player's third card off."""

    @property
    def odds(self) -> ProgressiveOdds:
        """Its progressive, exactly."""
        shoe = full_shoe(self.deck, self.decks)
        return progressive_odds(self.offer, shoe, procedure=self.procedure)

    @property
    def decides_odds(self) -> tuple[object, ...]:
        """Everything that the odds of its progressive hang on."""
        offer = self.offer
        return (offer.pays, offer.family, offer.readings, self.deck, self.decks, self.procedure)


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkRefusal:
    """One reason why two tables may not be linked."""

    field: str
    here: str
    there: str

    def __str__(self) -> str:
        return f"{self.field} differs: {self.here} here, {self.there} there"


def link_refusals(here: LinkTable, there: LinkTable) -> tuple[LinkRefusal, ...]:
    """
    Everything that keeps the two tables apart; nothing where they may be linked.

    Linked games use the same paytable and the same number of decks (S3), and give the same hand
    the same probability (WAC 230-15-685), exactly. Which titles they are does not matter.
    """
    return tuple(_differences(here, there))


def may_link(here: LinkTable, there: LinkTable) -> bool:
    """Whether the two tables may share one jackpot."""
    return not link_refusals(here, there)


def _differences(here: LinkTable, there: LinkTable) -> Iterator[LinkRefusal]:
    a, b = here.offer, there.offer
    yield from _if_not("paytable", f"{a.name}:{a.paytable}", f"{b.name}:{b.paytable}")
    yield from _if_not("pays", _pays(a), _pays(b))
    yield from _if_not("decks", str(here.decks), str(there.decks))
    yield from _if_not("cards per deck", str(len(here.deck.cards)), str(len(there.deck.cards)))
    yield from _if_not("hand definition", _hand(a), _hand(b))
    if here.decides_odds == there.decides_odds:
        return
    ours, theirs = _awards(here), _awards(there)
    for outcome in {**ours, **theirs}:
        p, q = ours.get(outcome, Fraction(0)), theirs.get(outcome, Fraction(0))
        yield from _if_not(f"probability of {outcome}", str(p), str(q))


def _if_not(field: str, here: str, there: str) -> Iterator[LinkRefusal]:
    if here != there:
        yield LinkRefusal(field=field, here=here, there=there)


def _pays(offer: Offer) -> str:
    return ", ".join(f"{line} {pay}" for line, pay in offer.pays.items())


def _hand(offer: Offer) -> str:
    """What the hands of a wager are: their family, and how its ambiguities are read."""
    readings = "".join(f", {name} {answer}" for name, answer in sorted(offer.readings.items()))
    return f"{offer.family.name}{readings}"


def _awards(table: LinkTable) -> dict[str, Fraction]:
    return {award.outcome: award.probability for award in table.odds.awards}
