"""Odds as plain data: what the command line prints under --json."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from typing import Any, Final

from upcard.cards import Card, Deck
from upcard.catalogue import every_game
from upcard.game.paytables import Paytable
from upcard.money import OfMeter, Pay, ToOne
from upcard.odds.deals import OddsError
from upcard.odds.planning import ProgressivePlan
from upcard.odds.procedures import USUAL, Procedure, procedure_of
from upcard.odds.progressives import MeterAward, ProgressiveOdds, progressive_odds
from upcard.odds.sheets import (
    check_approved,
    deck_of,
    full_shoe,
    offer_from_sheet,
    sheet_of,
)
from upcard.odds.wagers import Outcome, WagerOdds, insurance_odds, odds_of
from upcard.rules.offers import SideWager
from upcard.rules.schema import Rules
from upcard.wagers import Offer, offer_of

Record = dict[str, Any]

INSURANCE: Final = "insurance"
INSURANCE_PAYS: Final = ToOne(Fraction(2))
"""What insurance pays where no game says: 2:1, as in every game of the catalogue."""


def percent(exact: Fraction) -> float:
    """*exact* in percent, for people."""
    return float(100 * exact)


def fraction(exact: Fraction) -> str:
    """
    *exact* as CLI.md writes it.

    >>> fraction(Fraction(0)), fraction(Fraction(-3, 6))
    ('0/1', '-1/2')
    """
    return f"{exact.numerator}/{exact.denominator}"


def pays_text(pay: Pay) -> str:
    """A pay as the paytable prints it; a stake that only goes back is a push."""
    return "push" if pay == ToOne(Fraction(0)) else str(pay)


def wager_record(odds: WagerOdds, deck: Deck, decks: int) -> Record:
    """CLI.md's WAGER, with the assumptions and the flags that stand beside its edge."""
    return {
        **_names(odds, deck, decks),
        "house_edge": fraction(odds.house_edge),
        "house_edge_percent": percent(odds.house_edge),
        **_spread(odds),
        "favours_player": odds.favours_player,
        "outcomes": [_outcome_record(outcome) for outcome in odds.outcomes],
        "combinations": odds.combinations,
        "assumptions": list(odds.assumptions),
        "depends_on_play": odds.depends_on_play,
    }


def progressive_record(progressive: ProgressiveOdds, deck: Deck, decks: int) -> Record:
    """CLI.md's PROGRESSIVE, with the assumptions; meters count as empty in its deviation."""
    odds = progressive.odds
    return {
        **_names(odds, deck, decks),
        "fixed_return": fraction(progressive.fixed_return),
        "fixed_return_percent": percent(progressive.fixed_return),
        **_spread(odds),
        "break_even_wagers": [
            None if even is None else float(even) for even in progressive.break_even_wagers()
        ],
        "outcomes": [_outcome_record(outcome) for outcome in odds.outcomes],
        "combinations": odds.combinations,
        "assumptions": [*odds.assumptions, *_meter_assumptions(progressive)],
    }


def _names(odds: WagerOdds, deck: Deck, decks: int) -> Record:
    return {
        "wager": odds.wager,
        "paytable": odds.paytable,
        "cards_per_deck": len(deck.cards),
        "decks": decks,
    }


def _spread(odds: WagerOdds) -> Record:
    return {
        "hit_frequency": fraction(odds.hit_frequency),
        "hit_frequency_percent": percent(odds.hit_frequency),
        "standard_deviation": sqrt(odds.variance),
    }


def _outcome_record(outcome: Outcome) -> Record:
    return {
        "name": outcome.name,
        "probability": fraction(outcome.probability),
        "pays": pays_text(outcome.pay),
        "combinations": outcome.combinations,
    }


def _meter_assumptions(progressive: ProgressiveOdds) -> Iterator[str]:
    yield "the standard deviation counts meter awards as paying nothing"
    if len(progressive.levels) > 1 and progressive.certified:
        yield "the break-even of each level has the other levels at their certified seeds"
    elif len(progressive.levels) > 1:
        yield "the break-even has all levels equally high"


def odds_record(
    offer: Offer,
    deck: Deck,
    decks: int,
    *,
    paytable: Paytable | None = None,
    shoe: Counter[Card] | None = None,
    procedure: Procedure = USUAL,
) -> Record:
    """One WAGER, or one PROGRESSIVE where a meter pays, on a full shoe or on *shoe*."""
    cards = full_shoe(deck, decks) if shoe is None else shoe
    if any(isinstance(pay, OfMeter) for pay in offer.pays.values()):
        found = progressive_odds(offer, cards, paytable, procedure)
        return progressive_record(found, deck, decks)
    return wager_record(odds_of(offer, cards, procedure), deck, decks)


def wager_on_any_shoe(
    wager: str,
    paytable: str,
    *,
    cards_per_deck: int,
    decks: int,
    force: bool = False,
    shoe: Counter[Card] | None = None,
    procedure: Procedure = USUAL,
) -> Record:
    """One WAGER or PROGRESSIVE of the catalogue, on so many decks or on the cards of *shoe*."""
    deck = deck_of(cards_per_deck)
    if wager == INSURANCE:
        cards = full_shoe(deck, decks) if shoe is None else shoe
        return wager_record(insurance_odds(_insurance_pays(paytable), cards), deck, decks)
    sheet = sheet_of(wager)
    offer = offer_from_sheet(sheet, paytable, deck)
    if not force:
        check_approved(sheet, paytable, decks)
    table = sheet.paytables[paytable]
    return odds_record(offer, deck, decks, paytable=table, shoe=shoe, procedure=procedure)


def _insurance_pays(paytable: str) -> ToOne:
    if paytable and paytable != str(INSURANCE_PAYS):
        raise OddsError(
            "paytable-unknown", f"insurance: paytable is {paytable!r}: it has {INSURANCE_PAYS}"
        )
    return INSURANCE_PAYS


def game_record(rules: Rules, decks: int | None = None) -> Record:
    """Every wager of a game at one deck count, with every paytable approved for it."""
    decks = rules.decks_default if decks is None else decks
    if decks not in rules.decks:
        allowed = ", ".join(map(str, rules.decks))
        raise OddsError("decks-not-allowed", f"{rules.name}: decks is {decks}: write {allowed}")
    records = [
        odds_record(
            offer_of(wager, table.name), rules.deck, decks, paytable=table,
            procedure=procedure_of(rules).played_out,
        )
        for wager in rules.side_wagers
        for table in _approved(wager, decks)
    ]  # fmt: skip
    if rules.insurance != "none":
        insurance = insurance_odds(rules.insurance.pays, full_shoe(rules.deck, decks))
        records.append(wager_record(insurance, rules.deck, decks))
    return {
        "game": rules.name,
        "decks": decks,
        "wagers": [record for record in records if "house_edge" in record],
        "progressives": [record for record in records if "fixed_return" in record],
    }


def _approved(wager: SideWager, decks: int) -> list[Any]:
    """The paytables approved for so many decks, the game's own choice first."""
    tables = [table for table in wager.paytables if decks in table.decks]
    return sorted(tables, key=lambda table: table.name != wager.paytable)


def every_game_record() -> list[Record]:
    """Each game of the catalogue at each of its deck counts."""
    return [game_record(rules, decks) for rules in every_game() for decks in rules.decks]


def plan_record(plan: ProgressivePlan) -> Record:
    """What `upcard progressive plan` prints."""
    progressive = plan.progressive
    return {
        "wager": progressive.odds.wager,
        "paytable": progressive.odds.paytable,
        "hold_percent": percent(plan.hold),
        "hit_frequency_percent": percent(progressive.odds.hit_frequency),
        "fixed_return_percent": percent(progressive.fixed_return),
        "break_even_wagers": [_number(level.break_even) for level in plan.levels],
        "contribution_percent": percent(plan.settings.contribution),
        "reserve_percent": percent(plan.settings.reserve),
        "seed_wagers": [_number(level.seed) for level in plan.levels],
        "awards": [_award_record(award) for award in progressive.awards],
        "levels": list(_level_records(plan)),
        "runs_dry": None
        if plan.dry is None
        else {"low": plan.dry.low, "high": plan.dry.high, "method": plan.dry.method},
        "warnings": [advice.message for advice in plan.warnings],
        "assumptions": list(plan.assumptions),
    }


def _award_record(award: MeterAward) -> Record:
    return {
        "outcome": award.outcome,
        "level": award.level,
        "percent": percent(award.share),
        "probability": fraction(award.probability),
        "wagers_between": _number(award.wagers_between),
    }


def _number(exact: Fraction | None) -> float | None:
    return None if exact is None else float(exact)


def _level_records(plan: ProgressivePlan) -> Iterator[Record]:
    for level in plan.levels:
        grown = level.growth
        yield {
            "level": level.level,
            "seed_wagers": float(level.seed),
            "contribution_percent": percent(level.contribution),
            "break_even_wagers": _number(level.break_even),
            "wagers_between_awards": grown and float(grown.wagers_between),
            "meter_at_award_wagers": grown and float(grown.meter_at_award),
            "meter_quantiles": [
                {"percent": percent(q), "wagers": wagers, "meter_wagers": float(meter)}
                for q, wagers, meter in (grown.quantiles if grown else ())
            ],
            "back_to_back": {
                name: two and {
                    "second_award_wagers": float(two.second_award),
                    "house_seeds_wagers": float(two.house_seeds),
                    "meter_after_wagers": float(two.meter_after),
                }
                for name, two in (
                    ("without_reserve", level.without_reserve),
                    ("with_reserve", level.with_reserve),
                )
            },
        }  # fmt: skip
