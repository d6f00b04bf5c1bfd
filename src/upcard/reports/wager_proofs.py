"""Every wager of a game, proven at the deck count of the report and at all the others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from upcard.game.paytables import ResolvedPaytable
from upcard.money import OfMeter
from upcard.odds.procedures import procedure_of
from upcard.odds.progressive_odds import ProgressiveOdds, progressive_odds
from upcard.odds.wager_odds import WagerOdds, insurance_odds, odds_of
from upcard.odds.wager_sheets import DECKS_MAX, full_shoe
from upcard.rules.offered_wagers import SideWager
from upcard.rules.schema import Rules
from upcard.table.games import decks_played
from upcard.wagers import offer_of

EVERY_COUNT: Final = tuple(range(1, DECKS_MAX + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerProof:
    """One wager with one paytable, on full shoes of 1 to 8 decks."""

    wager: str
    title: str
    paytable: str
    source: str
    """Where the paytable is printed."""
    approved: tuple[int, ...]
    """The deck counts that both the game and the paytable allow."""
    is_own: bool
    """Whether the game plays this paytable if nobody says otherwise."""
    pack: str
    decks: int
    by_decks: dict[int, WagerOdds]
    progressives: dict[int, ProgressiveOdds]
    """The same where a meter pays some of it; else empty."""

    @property
    def odds(self) -> WagerOdds:
        """The odds at the deck count of the report."""
        return self.by_decks[self.decks]

    @property
    def progressive(self) -> ProgressiveOdds | None:
        """The progressive at the deck count of the report, if it is one."""
        return self.progressives.get(self.decks)

    @property
    def is_reported(self) -> bool:
        """Whether the paytable may be played at the deck count of the report."""
        return self.decks in self.approved

    @property
    def name(self) -> str:
        """The wager and its paytable, as `upcard odds` calls them."""
        return f"{self.wager} {self.paytable}"

    def figure(self, decks: int) -> Fraction:
        """What is compared from deck count to deck count: the edge, or the fixed return."""
        odds = self.by_decks[decks]
        return odds.player_return() if self.progressives else odds.house_edge


def proofs_of(rules: Rules, decks: int) -> tuple[WagerProof, ...]:
    """Every wager of a game with every paytable, the game's own choice first; insurance last."""
    decks_played(rules, decks)
    return (*_side_wagers(rules, decks), *_insurance(rules, decks))


def _side_wagers(rules: Rules, decks: int) -> Iterator[WagerProof]:
    for wager in rules.side_wagers:
        for table in sorted(wager.paytables, key=lambda table: table.name != wager.paytable):
            yield _proof(rules, wager, table, decks)


def _proof(rules: Rules, wager: SideWager, table: ResolvedPaytable, decks: int) -> WagerProof:
    offer, procedure = offer_of(wager, table.name), procedure_of(rules).played_out
    shoes = {count: full_shoe(rules.deck, count) for count in EVERY_COUNT}
    meters = any(isinstance(pay, OfMeter) for pay in offer.pays.values())
    progressives = {
        count: progressive_odds(offer, shoe, table, procedure)
        for count, shoe in shoes.items()
        if meters
    }
    packs = [pack.name for pack in rules.packs if wager.wager in pack.wagers]
    return WagerProof(
        wager=wager.wager,
        title=wager.title,
        paytable=table.name,
        source=table.source,
        approved=tuple(count for count in rules.decks if count in table.decks),
        is_own=table.name == wager.paytable,
        pack=packs[0] if packs else "",
        decks=decks,
        by_decks={count: found.odds for count, found in progressives.items()}
        or {count: odds_of(offer, shoe, procedure) for count, shoe in shoes.items()},
        progressives=progressives,
    )


def _insurance(rules: Rules, decks: int) -> Iterator[WagerProof]:
    if rules.insurance == "none":
        return
    pays = rules.insurance.pays
    yield WagerProof(
        wager="insurance",
        title="Insurance",
        paytable=str(pays),
        source=rules.sources.get("insurance", rules.source),
        approved=rules.decks,
        is_own=True,
        pack="",
        decks=decks,
        by_decks={
            count: insurance_odds(pays, full_shoe(rules.deck, count)) for count in EVERY_COUNT
        },
        progressives={},
    )
