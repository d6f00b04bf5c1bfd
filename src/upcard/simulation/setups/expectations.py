"""The exact figures of each side wager of a setup, to compare with the simulated ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from upcard.game.decisions import Decision
from upcard.game.stakes import NEW_HAND
from upcard.hand_values import Total
from upcard.money import NOTHING, OfMeter
from upcard.odds.parlays import moves_of, parlay_odds
from upcard.odds.play.solver import PlayValue
from upcard.odds.wager_odds import DOLLAR, NO_METERS, WagerOdds, odds_in, returned
from upcard.shoes import composition
from upcard.simulation.setups.packed_games import Packed, Setup, forced_play, players_of
from upcard.strategy.chart_players import cell_in, chosen, labels_of
from upcard.wagers import Offer
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
    The exact figures of each side wager that has them, however the players play.

    Empty with a cut card: no round but the first of a shoe is then dealt from a full one.
    """
    setup = pack.setup
    if setup.cut:
        return {}
    shoe = composition(setup.game.rules.deck, setup.game.decks)
    found = {}
    for name in setup.sides:
        offer = setup.game.offers[name]
        odds = odds_in(setup.game.rules, offer, shoe) if _is_played_so(setup, offer) else None
        if odds is None:
            continue
        chances = {outcome.name: float(outcome.probability) for outcome in odds.outcomes}
        chances["nothing"] = 1 - sum(c for key, c in chances.items() if key != "nothing")
        found[name] = ExactSide(
            float(odds.player_return() + _from_meters(setup, odds) + _from_envy(setup, odds) - 1),
            chances,
        )
    return found


def _is_played_so(setup: Setup, offer: Offer) -> bool:
    """Whether hands are played as the odds of a wager on the whole round suppose."""
    sight, chart, house = offer.family.round_sight, setup.chart, setup.game.house
    if sight is None:
        return True
    is_other_game = house.pushing_total or house.twenty_one_wins or house.zap_totals
    if is_other_game or house.winning_cards or house.winning_21_cards:
        return False
    if sight.forces:
        return not (house.natural_wins or house.paid_21)
    if chart is None or forced_play(setup):
        return False
    first: tuple[Decision, ...] = (Decision.HIT, Decision.STAND, Decision.DOUBLE)
    first += (Decision.SURRENDER,) if house.surrenders else ()
    later = (*first[:2], *(first[3:] if house.surrenders_any_time else ()))
    for total, upcard in product(sight.totals, range(1, 11)):
        wanted = Decision.STAND if sight.stands(total, False, upcard) else Decision.HIT
        column = "A" if upcard == 1 else "T" if upcard == 10 else str(upcard)
        cell = cell_in(chart, labels_of(Total(total, False), laid=NEW_HAND), column)
        said = {chosen(cell, cards, later if cards > 2 else first) for cards in range(2, 12)}
        if said != {wanted}:
            return False
    return True


def _from_meters(setup: Setup, odds: WagerOdds) -> Fraction:
    """What the meters pay of each unit wagered, in the units that the house pays in."""
    paid = Fraction(0)
    for outcome in odds.outcomes:
        if isinstance(outcome.pay, OfMeter):
            shown = setup.meters.get(outcome.pay.level, NOTHING)
            paid += outcome.probability * outcome.pay.paid(shown, setup.game.rounding)
    return paid / setup.sides[odds.wager]


def _from_envy(setup: Setup, odds: WagerOdds) -> Fraction:
    """What the hands of other players bring of each unit wagered."""
    others = len(set(players_of(setup))) - 1
    each = sum(
        odds.probability(name) * amount
        for name, amount in setup.game.offers[odds.wager].envy.items()
    )
    return Fraction(each * others) / setup.sides[odds.wager]


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
