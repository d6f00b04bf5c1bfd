"""The exact figures of each side wager of a setup, to stand beside the simulated ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from upcard.money import OfMeter
from upcard.odds.parlays import moves_of, parlay_odds
from upcard.odds.play.solver import PlayValue
from upcard.odds.wagers import DOLLAR, NO_METERS, odds_of, returned
from upcard.shoes import composition
from upcard.simulation.packing import Packed, Setup
from upcard.wagers.offers import NO_LINE


@dataclass(frozen=True, slots=True)
class ExactSide:
    """One side wager from a full shoe."""

    ev: float
    """The mean net of each unit wagered, with meters where the setup has them."""
    outcomes: Mapping[str, float]
    """How likely each outcome is."""


def exact_sides(pack: Packed) -> Mapping[str, ExactSide]:
    """
    The exact figures of each side wager.

    Empty with a cut card: no round but the first of a shoe is then dealt from a full one.
    """
    setup = pack.setup
    if setup.cut:
        return {}
    shoe = composition(setup.game.rules.deck, setup.game.decks)
    found = {}
    for name in setup.sides:
        odds = odds_of(setup.game.offers[name], shoe, peek=setup.game.rules.dealer.peek)
        chances = {outcome.name: float(outcome.probability) for outcome in odds.outcomes}
        chances["nothing"] = 1 - sum(c for key, c in chances.items() if key != "nothing")
        found[name] = ExactSide(float(odds.player_return(_meters(setup, name)) - 1), chances)
    return found


def _meters(setup: Setup, wager: str) -> Mapping[str, Fraction]:
    """What each level shows, in wagers."""
    pays = setup.game.offers[wager].pays.values()
    levels = {pay.level for pay in pays if isinstance(pay, OfMeter)}
    shown = {level: setup.meters[level] for level in levels if level in setup.meters}
    return {level: Fraction(cents, setup.sides[wager]) for level, cents in shown.items()}


def exact_parlay(pack: Packed, play: PlayValue) -> float | None:
    """
    What each unit moved onto the main wager brings, by the openings of *play*.

    None where a limit stops some of it, or the setup moves it by other openings.
    """
    setup, parlay = pack.setup, pack.setup.game.rules.parlay
    if parlay == "none" or setup.cut or setup.moves != moves_of(play):
        return None
    offer, amount = setup.game.offers[parlay.wager], setup.sides[parlay.wager]
    lines = [offer.pays.get(name, NO_LINE.pay) for name in (*offer.pays, NO_LINE.outcome)]
    whole = [returned(pay, DOLLAR, NO_METERS) * amount for pay in lines]
    moved = [int(each) * pack.unit for each in pack.tables.moved[: len(lines)]]
    if whole != moved:
        return None
    odds = parlay_odds(offer, composition(setup.game.rules.deck, setup.game.decks), play.book)
    return float(odds.gain / odds.moved)
