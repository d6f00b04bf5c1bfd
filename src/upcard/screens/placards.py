"""What a placard prints: the wagers on offer with their pays, and the rules in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from upcard.game.choices import AtMost, Peek, SoftSeventeen
from upcard.game.features import FEATURES, features_on
from upcard.game.words import words_of
from upcard.money import SINGLE_LEVEL, Cents, OfMeter, Pay, ToOne, show_money
from upcard.screens.frame_types import OfferView, Rule
from upcard.table.games import Game
from upcard.table.rounds import MAIN
from upcard.wagers import Offer

CHIP: Final = Cents(100)
"""Chips go by the dollar, unless the house pays in larger units."""


@lru_cache(maxsize=256)
def _placard(game: Game) -> tuple[tuple[OfferView, ...], tuple[Rule, ...]]:
    return tuple(_offers(game)), tuple(_rules(game))


def offers_of(game: Game) -> tuple[OfferView, ...]:
    """Every wager on the layout, the main wager first: limits, step and pay lines."""
    return _placard(game)[0]


def rules_of_placard(game: Game) -> tuple[Rule, ...]:
    """The rules as headings with a sentence each."""
    return _placard(game)[1]


def felt_of(game: Game) -> list[str]:
    """What is printed on the felt, in three short lines at most."""
    rules = game.rules
    hits = rules.dealer.soft_17 is SoftSeventeen.HIT
    lines = [
        f"Blackjack pays {pays_in_words(rules.natural.pays)}",
        f"Dealer {rules.dealer.soft_17}s {'soft 17' if hits else 'on all 17s'}",
    ]
    if rules.insurance != "none":
        lines.append(f"Insurance pays {pays_in_words(rules.insurance.pays)}")
    return lines


def _offers(game: Game) -> Iterator[OfferView]:
    if game.knows_cards:
        yield _main_offer(game)
    for offer in game.offers.values():
        yield _side_offer(game, offer)


def _main_offer(game: Game) -> OfferView:
    limits = game.limits
    return {
        "name": MAIN,
        "title": "Main wager",
        "kind": "main",
        "minimum": limits.main_min,
        "maximum": _capped(limits.main_max, game),
        "step": _step(game),
        "needs": None,
        "is_at_most_main": False,
        "is_late": False,
        "paytable": "",
        "lines": [
            {
                "outcome": "Blackjack",
                "pays": pays_in_words(game.rules.natural.pays),
                "name": "natural",
                "level": None,
            }
        ],
    }


def _side_offer(game: Game, offer: Offer) -> OfferView:
    limits = game.limits
    fixed = offer.amount
    return {
        "name": offer.name,
        "title": offer.title,
        "kind": "progressive" if offer.is_progressive else "bonus",
        "minimum": limits.side_min if fixed is None else fixed,
        "maximum": _capped(limits.side_max, game) if fixed is None else fixed,
        "step": _step(game) if fixed is None else fixed,
        "needs": offer.needs[0] if offer.needs else None,
        "is_at_most_main": offer.at_most is AtMost.MAIN_WAGER,
        "is_late": offer.is_late,
        "paytable": offer.paytable,
        "lines": [
            {
                "outcome": words_of(outcome),
                "pays": pays_in_words(pay),
                "name": outcome,
                "level": pay.level if isinstance(pay, OfMeter) else None,
            }
            for outcome, pay in offer.pays.items()
        ],
    }


def _count(number: int) -> str:
    words = ("no", "one", "two", "three", "four", "five", "six")
    return words[number] if number < len(words) else str(number)


def _capped(most: Cents, game: Game) -> Cents:
    single = game.limits.single_wager
    return most if single is None else min(most, single)


def _step(game: Game) -> Cents:
    return max(game.rounding.unit, CHIP)


def pays_in_words(pay: Pay) -> str:
    """What a line pays, as a placard prints it: "3 to 2", "10% of Major"."""
    match pay:
        case ToOne(ratio) if ratio > 0:
            return f"{ratio.numerator} to {ratio.denominator}"
        case OfMeter(share, level):
            return f"{share * 100}% of {'the meter' if level == SINGLE_LEVEL else level}"
        case other:
            return str(other)


def _rules(game: Game) -> Iterator[Rule]:
    for heading, text in (*_dealer_rules(game), *_feature_rules(game), *_house_rules(game)):
        yield {"heading": heading, "text": text}


def _dealer_rules(game: Game) -> Iterator[tuple[str, str]]:
    rules = game.rules
    yield "Decks", f"{game.decks}, {len(rules.deck.cards)} cards each"
    yield "Blackjack pays", pays_in_words(rules.natural.pays)
    yield "A blackjack against the dealer's", words_of(rules.natural.against_dealer_natural)
    yield "A 21 against the dealer's", words_of(rules.twenty_one.against_dealer_21)
    yield "The dealer on soft 17", words_of(f"{rules.dealer.soft_17}s")
    looks = "Never" if rules.dealer.peek is Peek.NEVER else words_of(f"under {rules.dealer.peek}")
    yield "The dealer looks for a blackjack", looks


def _feature_rules(game: Game) -> Iterator[tuple[str, str]]:
    """What the features say, and of some that the game does not have them."""
    on = features_on(game.rules)
    for name, feature in FEATURES.items():
        if name in on:
            yield from on[name].placard(game.house)
        elif feature.MISSED:
            yield feature.MISSED, "None"


def _house_rules(game: Game) -> Iterator[tuple[str, str]]:
    limits = game.limits
    yield "Main wager", f"{show_money(limits.main_min)} to {show_money(limits.main_max)}"
    yield "Side wagers", f"{show_money(limits.side_min)} to {show_money(limits.side_max)}"
    if limits.single_wager is not None:
        yield "Any single wager", f"{show_money(limits.single_wager)} at most"
    yield "Games", f"A player may wager on a maximum of {_count(game.rules.games_max)} games"
