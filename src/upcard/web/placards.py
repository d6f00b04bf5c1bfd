"""What a placard prints: the wagers on offer with their pays, and the rules in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from upcard.game.choices import AtMost, DoubleOn, Peek, SoftSeventeen, SplitAces, SplitPairs
from upcard.game.features import FEATURES
from upcard.money import SINGLE_LEVEL, Cents, OfMeter, Pay, ToOne, show_money
from upcard.rules.words import words_of
from upcard.table.games import Game
from upcard.table.rounds import MAIN
from upcard.wagers import Offer

Record = dict[str, Any]
CHIP: Final = Cents(100)
"""Chips go by the dollar, unless the house pays in larger units."""


@lru_cache(maxsize=256)
def _placard(game: Game) -> tuple[tuple[Record, ...], tuple[Record, ...]]:
    return tuple(_offers(game)), tuple(_rules(game))


def offers_of(game: Game) -> tuple[Record, ...]:
    """Every wager on the layout, the main wager first: limits, step and pay lines."""
    return _placard(game)[0]


def rules_of_placard(game: Game) -> tuple[Record, ...]:
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


def _offers(game: Game) -> Iterator[Record]:
    limits = game.limits
    yield {
        "name": MAIN,
        "title": "Main wager",
        "kind": "main",
        "minimum": limits.main_min,
        "maximum": _capped(limits.main_max, game),
        "step": _step(game),
        "needs": None,
        "is_at_most_main": False,
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
    for offer in game.offers.values():
        yield _side_offer(game, offer)


def _side_offer(game: Game, offer: Offer) -> Record:
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


def _capped(most: Cents, game: Game) -> Cents:
    single = game.limits.single_wager
    return most if single is None else min(most, single)


def _step(game: Game) -> Cents:
    return max(game.rounding.unit, CHIP)


def pays_in_words(pay: Pay) -> str:
    """What a line pays, as a placard prints it: "3 to 2", "10% of Major"."""
    match pay:
        case ToOne(ratio):
            return f"{ratio.numerator} to {ratio.denominator}"
        case OfMeter(share, level):
            return f"{share * 100}% of {'the meter' if level == SINGLE_LEVEL else level}"
        case other:
            return str(other)


def _rules(game: Game) -> Iterator[Record]:
    for heading, text in (*_dealer_rules(game), *_player_rules(game), *_house_rules(game)):
        yield {"heading": heading, "text": text}


def _dealer_rules(game: Game) -> Iterator[tuple[str, str]]:
    rules = game.rules
    deck = f"{len(rules.deck.cards)} cards each"
    yield "Decks", f"{game.decks}, {deck}"
    yield "Blackjack pays", pays_in_words(rules.natural.pays)
    yield "A blackjack against the dealer's", words_of(rules.natural.against_dealer_natural)
    yield "A 21 against the dealer's", words_of(rules.twenty_one.against_dealer_21)
    yield "The dealer on soft 17", words_of(f"{rules.dealer.soft_17}s")
    yield "The dealer looks for a blackjack", words_of(f"under {rules.dealer.peek}")


def _player_rules(game: Game) -> Iterator[tuple[str, str]]:
    rules = game.rules
    yield "Doubling", _doubling(game)
    if rules.rescue != "none":
        splits = "also" if rules.rescue.on_split_hands else "not"
        yield "Double down rescue", f"After the double card, {splits} on hands of a split"
    yield "Splitting", _splitting(game)
    yield "Surrender", "None" if rules.surrender == "none" else _surrender(rules.dealer.peek)
    if rules.insurance == "none":
        yield "Insurance", "None"
    else:
        yield "Insurance", f"Up to half the wager, pays {pays_in_words(rules.insurance.pays)}"
    for name, feature in FEATURES.items():
        settings = getattr(rules, name)
        if settings != "none":
            yield feature.placard(settings)


def _doubling(game: Game) -> str:
    doubling = game.rules.doubling
    if doubling == "none":
        return "None"
    on = "First two cards" if doubling.on is DoubleOn.FIRST_TWO_CARDS else "Any number of cards"
    totals = f", totals {', '.join(map(str, doubling.totals))}" if doubling.totals else ""
    split = ", also after a split" if doubling.after_split else ", not after a split"
    again = "again on any total, " if doubling.totals else ""
    times = f", {again}up to {doubling.doubles_max} times" if doubling.doubles_max > 1 else ""
    return f"{on}{totals}{split}{times}"


def _splitting(game: Game) -> str:
    splitting = game.rules.splitting
    if splitting == "none":
        return "None"
    same = "rank" if splitting.pairs is SplitPairs.SAME_RANK else "value"
    aces = "one card to aces" if splitting.aces is SplitAces.ONE_CARD else "aces play on"
    return f"Two cards of the same {same}, to {splitting.hands_max} hands; {aces}"


def _surrender(peek: Peek) -> str:
    """Late surrender; where a natural may hide from it, the placard says what that costs."""
    late = "; a dealer's blackjack takes it all" if peek is not Peek.ACE_OR_TEN else ""
    return f"First two cards, for half{late}"


def _house_rules(game: Game) -> Iterator[tuple[str, str]]:
    rules, limits = game.rules, game.limits
    if rules.special_pays != "none":
        for line, pay in rules.special_pays.paytable.pays.items():
            yield words_of(line), str(pay).replace(":", " to ")
    if rules.super_bonus != "none":
        for tier in rules.super_bonus.tiers:
            yield (
                f"Super bonus from {show_money(tier.from_wager)}",
                f"{show_money(tier.pays)}, and {show_money(rules.super_bonus.envy)} to others",
            )
    yield "Main wager", f"{show_money(limits.main_min)} to {show_money(limits.main_max)}"
    yield "Side wagers", f"{show_money(limits.side_min)} to {show_money(limits.side_max)}"
    if limits.single_wager is not None:
        yield "Any single wager", f"{show_money(limits.single_wager)} at most"
    yield "Games a spot", f"{rules.games_max} at most"
