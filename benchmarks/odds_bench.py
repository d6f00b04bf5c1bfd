"""How fast exact odds are: every game, the slowest wager, and the Bahama progressive both ways."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from time import perf_counter

from upcard.app.odds_results import odds_of_every_game
from upcard.cards import Card, Deck
from upcard.catalogue import every_game
from upcard.odds.deals import _branches
from upcard.odds.wager_odds import odds_of
from upcard.odds.wager_sheets import full_shoe, offer_from_sheet, sheet_of
from upcard.wagers import Offer, offer_of

DECKS = 6


def run() -> None:
    """Print every measurement; the plain enumeration at the end takes the longest."""
    print("exact odds")
    print(f"  {'every game at every deck count':<48}{seconds_of_every_game():>10.3f} s")
    slowest, wager = max(seconds_by_wager())
    print(f"  {f'slowest single wager, nothing kept: {wager}':<48}{slowest:>10.3f} s")
    print(f"  {'Bahama progressive on a depleted shoe':<48}{seconds_depleted():>10.3f} s")
    compare_bahama()


def forget() -> None:
    """Throw away every judged enumeration, as if nothing had been asked before."""
    _branches.cache_clear()


def seconds_of_every_game() -> float:
    """How long `upcard odds --all` computes, from nothing."""
    forget()
    start = perf_counter()
    odds_of_every_game()
    return perf_counter() - start


def seconds_by_wager() -> Iterator[tuple[float, str]]:
    """How long each wager of each game takes by itself, from nothing."""
    for rules in every_game():
        shoe = full_shoe(rules.deck, rules.decks_default)
        for wager in rules.side_wagers:
            for table in wager.paytables:
                offer = offer_of(wager, table.name)
                forget()
                start = perf_counter()
                odds_of(offer, shoe)
                yield perf_counter() - start, f"{wager.wager}:{table.name}"


def seconds_depleted() -> float:
    """How long the Bahama progressive takes where no two cards are equally many."""
    cards = full_shoe(Deck.PONTOON, DECKS)
    uneven = Counter({card: 1 + index % DECKS for index, card in enumerate(cards)})
    uneven[Card("A", "s")] += 1
    offer = bahama()
    forget()
    start = perf_counter()
    odds_of(offer, uneven)
    return perf_counter() - start


def bahama() -> Offer:
    """The Bahama progressive with paytable 1."""
    return offer_from_sheet(sheet_of("bahama-progressive"), "PT1", Deck.PONTOON)


def compare_bahama() -> None:
    """The Bahama progressive, quick and plain, which must give the same fractions."""
    offer, shoe = bahama(), full_shoe(Deck.PONTOON, DECKS)
    forget()
    start = perf_counter()
    quick = {o.name: o.probability for o in odds_of(offer, shoe).outcomes}
    quick_seconds = perf_counter() - start
    start = perf_counter()
    plain = plain_enumeration(offer, shoe)
    plain_seconds = perf_counter() - start
    assert quick == plain, "the two ways do not give the same fractions"
    print(f"  {'Bahama progressive':<48}{quick_seconds:>10.4f} s")
    print(f"  {'plainly: 48 x 48 x 48 x 48 ordered card types':<48}{plain_seconds:>10.1f} s")
    print(f"  {'times as fast, same fractions':<48}{plain_seconds / quick_seconds:>10.0f}")


def plain_enumeration(offer: Offer, shoe: Counter[Card]) -> dict[str, Fraction]:
    """
    What a newcomer writes: every ordered deal of four card types, judged and weighed by counts.

    It already saves a lot over dealing the 288 cards one by one: a type stands for six cards.
    """
    ways: Counter[str] = Counter()
    for deal in product(shoe, repeat=4):
        weight = 1
        for index, card in enumerate(deal):
            weight *= shoe[card] - deal[:index].count(card)
        ways[offer.verdict(deal).outcome] += weight
    total = ways.total()
    return {outcome: Fraction(count, total) for outcome, count in ways.items()}
