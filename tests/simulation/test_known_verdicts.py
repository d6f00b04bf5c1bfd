"""Verdicts that kernels look up are those of the table's judge, on every card."""

from random import Random

import pytest

from tests.odds.offers import offer
from tests.rounds.finding import LIBRARY, golden_rules
from upcard.cards import Card
from upcard.families import CardPlace
from upcard.families.dealer_hands import hand_of
from upcard.families.round_results import RESULTS
from upcard.hand_values import is_natural
from upcard.simulation.family_batteries import dealers_hands
from upcard.simulation.kernels import layout as at
from upcard.simulation.setups.known_verdicts import CARDS, Known
from upcard.simulation.setups.known_verdicts import known_verdicts as known_in
from upcard.table.games import game_of
from upcard.wagers import Offer, Verdict, offer_of

OFFERS = [offer_of(wager) for wager in golden_rules(LIBRARY).side_wagers]
OFFERS += [
    offer("kings-bounty", "KB01", 52),
    offer("blazing-7s-player", "PT1", 52),
    offer(
        "buster-blackjack",
        "2-2-4-18-50-250-800-and-2000-with-a-player-natural",
        52,
    ),
]
DEALS = 2000
HOUSE = game_of(golden_rules(LIBRARY), schedule=None).house


def known_verdicts(one: Offer) -> Known:
    """What kernels know of *one* in the golden table."""
    return known_in(one, HOUSE)


def is_made(one: Offer, first: Card, dealers: tuple[Card, ...]) -> bool:
    """Whether a wager on a card that is seen is made: a natural that the dealer sees ends it."""
    if one.family.made_on is CardPlace.FIRST:
        return first.points in one.opens_under
    if one.family.made_on is CardPlace.UPCARD:
        return dealers[0].points in one.opens_under and not is_natural(dealers)
    return True


def looked_up(known: Known, cards: list[Card], upcard: Card) -> int:
    """What a kernel finds for the player's cards and the up card."""
    place = 52 * cards[0].number + cards[1].number
    if known.kind == at.KNOWN_THREE:
        place = 52 * place + upcard.number
    return int(known.verdicts[place])


def expected(one: Offer, outcome: str) -> int:
    """The number of an outcome of a paytable; of none, one more than all."""
    return list(one.pays).index(outcome) if outcome in one.pays else len(one.pays)


def said_to(one: Offer, cards: list[Card], rng: Random) -> Verdict:
    """The judge's verdict on *cards*, and where it counts on what became of the hand."""
    if one.family.round_sight is None:
        return one.verdict(cards)
    return one.verdict_on_result(cards, rng.choice(RESULTS))


@pytest.mark.parametrize(
    "one", [x for x in OFFERS if not x.family.needs_finished_dealer], ids=lambda one: one.name
)
def test_a_verdict_on_dealt_cards_is_the_judge_s(one: Offer) -> None:
    known, rng, asked = known_verdicts(one), Random(1), 0
    if known.kind == at.KNOWN_NOT:
        return
    for _ in range(DEALS):
        cards = rng.choices(CARDS, k=5)
        first, second, third, upcard, hole = cards
        places = {
            "first": first,
            "second": second,
            "third": third,
            "upcard": upcard,
            "hole": hole,
        }
        found = looked_up(known, [first, second], upcard)
        asked += found == at.ASK
        said = said_to(one, [places[place.value] for place in one.sees], rng).outcome

        made = is_made(one, first, ())
        assert found in ((at.ASK, expected(one, said)) if made else (at.NOT_MADE,))
    assert asked < DEALS / 2, "most deals are decided without asking"


@pytest.mark.parametrize(
    "one", [x for x in OFFERS if x.family.needs_finished_dealer], ids=lambda one: one.name
)
def test_a_verdict_on_a_hand_of_the_dealer_is_the_judge_s(one: Offer) -> None:
    known, own = known_verdicts(one), len(one.sees) - 3
    finished = dealers_hands(20_000)
    for number in range(DEALS):
        cards = finished.hand(number)
        hand = hand_of(cards)
        place = (cards[0].points * at.TOTALS + hand.total) * at.SIZES + hand.cards
        found = int(known.verdicts[hand.reds if known.kind == at.KNOWN_REDS else place])
        for two in ((CARDS[0], CARDS[-1]), (CARDS[9], CARDS[30])):
            said = one.verdict((*two[:own], *cards)).outcome

            made = is_made(one, two[0], tuple(cards))
            assert found in ((at.ASK, expected(one, said)) if made else (at.NOT_MADE,))
