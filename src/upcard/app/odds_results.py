"""`odds`: exact odds of a game's wagers, or of one wager on any shoe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Final, overload

from upcard.app.game_sources import AnyRules, read_text, rules_from
from upcard.app.odds_records import GameOddsRecord
from upcard.app.presentations import Columns, Showable, counted
from upcard.app.problems import AppError
from upcard.app.solved_games import MainGame, main_game
from upcard.app.wager_results import Dealt, OddsOfProgressive, OddsOfWager, Wagers
from upcard.app.written_shoes import WrittenShoe, shoe_of
from upcard.cards import Card, Deck
from upcard.catalogue import every_game, read_sheet
from upcard.game.choices import SoftSeventeen
from upcard.game.paytables import Paytable, ResolvedPaytable
from upcard.money import OfMeter, ToOne
from upcard.odds.odds_problems import OddsError
from upcard.odds.procedures import USUAL, Procedure, procedure_of
from upcard.odds.progressive_odds import progressive_odds
from upcard.odds.wager_odds import insurance_odds, odds_of
from upcard.odds.wager_sheets import (
    OWN,
    check_approved,
    deck_of,
    full_shoe,
    offer_from_sheet,
    paytable_named,
    sheet_of,
    with_pays,
)
from upcard.rules.houses import soft_17_number
from upcard.rules.offered_wagers import SideWager, WagerSheet
from upcard.rules.schema import Rules
from upcard.table.games import decks_played
from upcard.wagers import Offer, offer_of

DECKS: Final = 6
INSURANCE: Final = "insurance"
INSURANCE_PAYS: Final = ToOne(Fraction(2))
"""The default pay of insurance, 2:1, as in every catalogue game."""
INSURANCE_LABEL: Final = "2-to-1"
"""What its paytable is called in the library of wagers."""

AnyOdds = OddsOfWager | OddsOfProgressive


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class OddsOfGame(Showable):
    """Every wager of a game at one deck count, with every paytable approved for it."""

    game: str
    decks: int
    wagers: Wagers[OddsOfWager]
    progressives: Wagers[OddsOfProgressive]
    main: MainGame | None
    """The main game with best play; None if not asked for or not solved."""

    @property
    def heading(self) -> str:
        """A one-line summary."""
        return f"{self.game}, {counted(self.decks, 'deck')}"

    def columns(self) -> Columns:
        """A row for each wager: the main game first, progressives last."""
        main = [] if self.main is None else [self.main]
        bets = [*self.wagers, *self.progressives]
        blank: list[None] = [None] * len(self.progressives)
        return {
            "wager": ["main" for _ in main] + [bet.wager for bet in bets],
            "paytable": ["" for _ in main] + [bet.paytable for bet in bets],
            "house_edge_percent": [
                *(one.house_edge_percent for one in main),
                *(bet.house_edge_percent for bet in self.wagers),
                *blank,
            ],
            "fixed_return_percent": [
                *(None for _ in (*main, *self.wagers)),
                *(float(100 * bet.fixed_return) for bet in self.progressives),
            ],
            "hit_frequency_percent": [
                *(None for _ in main),
                *(float(100 * bet.hit_frequency) for bet in bets),
            ],
            "standard_deviation": [
                *(one.standard_deviation for one in main),
                *(bet.standard_deviation for bet in bets),
            ],
        }

    def to_dict(self) -> GameOddsRecord:
        """What `upcard odds NAME --json` prints."""
        main = self.main
        found: GameOddsRecord = {
            "game": self.game,
            "decks": self.decks,
            "wagers": [one.to_dict() for one in self.wagers],
            "progressives": [one.to_dict() for one in self.progressives],
        }
        if main is not None:
            found["main"] = main.to_dict()
            if main.parlays is not None:
                found["parlays"] = [parlay.record() for parlay in main.parlays]
        return found


@overload
def odds(name: AnyRules, *, decks: int | None = None, main: bool = True) -> OddsOfGame: ...


@overload
def odds(
    *,
    wager: str,
    paytable: str | None = None,
    pays: Mapping[str, str] | None = None,
    cards: int | None = None,
    decks: int | None = None,
    shoe: str | None = None,
    without: str | None = None,
    soft_17: str | None = None,
    force: bool = False,
) -> AnyOdds: ...


def odds(
    name: AnyRules | None = None,
    *,
    decks: int | None = None,
    main: bool = True,
    wager: str | None = None,
    paytable: str | None = None,
    pays: Mapping[str, str] | None = None,
    cards: int | None = None,
    shoe: str | None = None,
    without: str | None = None,
    soft_17: str | None = None,
    force: bool = False,
) -> OddsOfGame | AnyOdds:
    """
    The exact odds of every wager of a game, or of one *wager* on any shoe.

    *main* also solves the main game. *wager* is a name of the catalogue or the path of a sheet;
    *pays* is your own paytable, line by line.

    >>> round(odds("kings-bounty", main=False).wagers["kings-bounty"].house_edge_percent, 4)
    23.1637
    >>> odds(wager="bet-the-set", pays={"suited-pair": "30:1", "pair": "6:1"}).house_edge
    Fraction(30, 311)
    """
    if (name is None) == (wager is None):
        raise AppError("odds", "name either a game or a wager")
    if name is not None:
        return odds_of_game(rules_from(name), decks, main=main)
    assert wager is not None
    asked = WagerAsked(
        wager=wager,
        paytable=paytable,
        pays=pays,
        cards=cards,
        decks=decks,
        shoe=shoe,
        without=without,
        soft_17=soft_17,
        force=force,
    )
    return asked.odds()


def odds_of_every_game() -> list[OddsOfGame]:
    """Each game of the catalogue at each of its deck counts, without the main games."""
    return [
        odds_of_game(rules, decks, main=False) for rules in every_game() for decks in rules.decks
    ]


def odds_of_game(rules: Rules, decks: int | None, *, main: bool) -> OddsOfGame:
    """Every wager of a game at one deck count, the game's own paytable first."""
    decks = decks_played(rules, decks)
    dealt = Dealt(cards_per_deck=len(rules.deck.cards), decks=decks)
    shoe = full_shoe(rules.deck, decks)
    procedure = procedure_of(rules).played_out
    solved = main_game(rules, decks) if main else None
    found: list[AnyOdds] = [
        _priced(offer_of(side, table.name), shoe, table, procedure, dealt)
        for side in rules.side_wagers
        for table in _approved(side, decks)
    ]
    if rules.insurance != "none":
        insurance = insurance_odds(rules.insurance.pays, shoe)
        found.append(OddsOfWager(odds=insurance, dealt=dealt))
    wagers = tuple(one for one in found if isinstance(one, OddsOfWager))
    return OddsOfGame(
        game=rules.name,
        decks=decks,
        wagers=Wagers(tuple(_with_parlay(one, solved) for one in wagers)),
        progressives=Wagers(tuple(one for one in found if isinstance(one, OddsOfProgressive))),
        main=solved,
    )


def _with_parlay(one: OddsOfWager, main: MainGame | None) -> OddsOfWager:
    """*one* with its edge under the best parlay, if its winnings may be moved."""
    for parlay in (main and main.parlays) or ():
        if (parlay.wager, parlay.paytable) == (one.wager, one.paytable):
            return replace(one, house_edge_with_parlay=-float(parlay.ev))
    return one


def _approved(wager: SideWager, decks: int) -> list[ResolvedPaytable]:
    """The paytables approved for this many decks, the game's own choice first."""
    tables = [table for table in wager.paytables if decks in table.decks]
    return sorted(tables, key=lambda table: table.name != wager.paytable)


def _priced(
    offer: Offer,
    shoe: Counter[Card],
    table: Paytable | None,
    procedure: Procedure,
    dealt: Dealt,
) -> AnyOdds:
    if any(isinstance(pay, OfMeter) for pay in offer.pays.values()):
        found = progressive_odds(offer, shoe, table, procedure)
        return OddsOfProgressive(progressive=found, dealt=dealt)
    return OddsOfWager(odds=odds_of(offer, shoe, procedure), dealt=dealt)


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerAsked:
    """One wager of the catalogue or of a sheet, on a number of decks or on given cards."""

    wager: str
    """Its name, or the path of a sheet: a name with a slash or .toml is a file."""
    paytable: str | None = None
    pays: Mapping[str, str] | None = None
    cards: int | None = None
    decks: int | None = None
    shoe: str | None = None
    without: str | None = None
    soft_17: str | None = None
    force: bool = False

    def odds(self) -> AnyOdds:
        """Its exact odds."""
        offer = None if self.wager == INSURANCE else self.offer()
        shoe = self.dealt_from()
        dealt = Dealt(
            cards_per_deck=len(shoe.deck.cards),
            decks=shoe.decks,
            shoe=shoe.text,
            cards=None if shoe.text is None else shoe.cards.total(),
        )
        if offer is None:
            pays = _insurance_pays(self.paytable or "")
            return OddsOfWager(odds=insurance_odds(pays, shoe.cards), dealt=dealt)
        return _priced(offer, shoe.cards, self._table(), self.procedure, dealt)

    def offer(self) -> Offer:
        """The wager with its paytable, as a judge takes it."""
        sheet = self.sheet()
        deck = deck_of(self.cards or len(sheet.deck.cards))
        if self.pays is not None:
            return offer_from_sheet(with_pays(sheet, self.pays), OWN, deck)
        paytable = self.paytable or next(iter(sheet.paytables))
        offer = offer_from_sheet(sheet, paytable, deck)
        if not self.force:
            check_approved(sheet, paytable, DECKS if self.decks is None else self.decks)
        return offer

    def _table(self) -> Paytable | None:
        if self.pays is not None:
            return None
        sheet = self.sheet()
        return sheet.paytables[paytable_named(sheet, self.paytable or next(iter(sheet.paytables)))]

    def sheet(self) -> WagerSheet:
        """The sheet of the wager, from the catalogue or from its file."""
        if not (self.wager.endswith(".toml") or "/" in self.wager):
            return sheet_of(self.wager, self.paytable)
        path = Path(self.wager)
        return read_sheet(read_text(path), file=str(path))

    @property
    def procedure(self) -> Procedure:
        """The dealer's rules that matter to a wager."""
        if self.soft_17 is None:
            return USUAL
        try:
            return replace(USUAL, draws_by=soft_17_number(SoftSeventeen(self.soft_17)))
        except ValueError:
            raise AppError("soft-17", f"soft_17 is {self.soft_17!r}: write hit or stand") from None

    def dealt_from(self) -> WrittenShoe:
        """The shoe: full, or made of the given cards."""
        standard = len(Deck.STANDARD.cards)
        usual = standard if self.wager == INSURANCE else len(self.sheet().deck.cards)
        deck = deck_of(self.cards or usual)
        return shoe_of(deck, self.decks, DECKS, shoe=self.shoe, without=self.without)


def first_paytable(wager: str) -> str:
    """The default paytable."""
    return "" if wager == INSURANCE else next(iter(sheet_of(wager).paytables))


def usual_cards(wager: str) -> int:
    """The cards of the deck that the wager's sheet names."""
    return len(Deck.STANDARD.cards if wager == INSURANCE else sheet_of(wager).deck.cards)


def _insurance_pays(paytable: str) -> ToOne:
    if paytable not in ("", str(INSURANCE_PAYS), INSURANCE_LABEL):
        raise OddsError(
            "paytable-unknown", f"insurance: paytable is {paytable!r}: write {INSURANCE_PAYS}"
        )
    return INSURANCE_PAYS
