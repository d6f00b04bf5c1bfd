"""The first two cards against each up card: how likely, what to do, and what it is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations_with_replacement

from upcard.cards import SUITS, Card
from upcard.game.dealers import may_have_natural
from upcard.game.decisions import SAME_RANK, SAME_VALUE, Decision
from upcard.odds.play.moments import Plan, SplitPlay
from upcard.odds.play.opening_decisions import Decider, best_of
from upcard.odds.play.pairs import Splitter
from upcard.odds.play.payments import PlayFacts
from upcard.odds.play.problems import PlayError
from upcard.odds.play.stock import (
    FEWEST_CARDS,
    NO_SUIT,
    SUITED_VALUES,
    TEN_RANKS,
    VALUES,
    PairCards,
    Seen,
    Stock,
)
from upcard.odds.play.suits import THIRD_VALUE, suited_hands
from upcard.odds.play.worths import Number, Values, Worth

LOSS = Worth(-1, 1)
HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """Two cards against an up card, suits told apart where they matter."""

    upcard: int
    hand: tuple[int, int]
    cards: PairCards
    """The two cards and the up card with their suits; `NO_SUIT` if suits do not matter."""
    probability: Number
    natural_chance: Number
    """How likely the dealer's peek finds a natural; 0 where the dealer does not look."""
    action: Decision | None
    """What is done if the round goes on; None for a natural."""
    options: dict[Decision, Worth]
    """What each decision is worth, once the peek has found nothing."""
    insurance: Number
    """What insuring adds; 0 where it is not taken."""
    worth: Worth
    """What the opening is worth, the dealer's natural counted in."""
    going_on: Worth | None
    """What it is worth once the peek has found no natural; None where it is sure to find one."""


Again = Callable[[PlayFacts, Stock], "Openings"]


@dataclass(slots=True)
class Openings:
    """Every opening of one shoe, under one set of facts."""

    facts: PlayFacts
    stock: Stock
    values: Values
    plan: Plan | None
    number: Callable[[int], Number]
    decider: Decider
    splitter: Splitter
    weighs_all: bool
    """Whether a plan's other choices are worked out too; a tiny shoe may not have the cards."""
    again: Again | None
    """Works out the openings of other facts and another shoe, in the same way."""
    _zaps: dict[tuple[Stock, int], Worth] = field(default_factory=dict)
    _after_zap: dict[Stock, Openings] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Opening]:
        for upcard in VALUES:
            for low in VALUES:
                for high in range(low, 11):
                    yield from self._openings(upcard, (low, high))

    def _openings(self, upcard: int, hand: tuple[int, int]) -> Iterator[Opening]:
        found: dict[PairCards, Number] = {}
        for first in self._kinds(hand[0], hand):
            for second in self._kinds(hand[1], hand):
                for up in self._kinds(upcard, hand):
                    probability = self._probability(first, second, up)
                    if probability:
                        cards = self.stock.alike(PairCards(first, second, up))
                        found[cards] = found.get(cards, self.number(0)) + probability
        for cards, probability in found.items():
            yield self._opening(cards, probability)

    def _kinds(self, value: int, hand: tuple[int, int]) -> list[Seen]:
        """A value's suits or ranks, where this hand's worth depends on them."""
        if suits_are_told(self.decider, value, hand):
            return [Seen(value, suit) for suit in range(4)]
        if ranks_are_told(self.facts, value, hand):
            return [Seen(value, rank) for rank in range(len(self.stock.tens))]
        return [Seen(value, NO_SUIT)]

    def _probability(self, first: Seen, second: Seen, up: Seen) -> Number:
        count = self.stock.count
        ways = count(first) * (count(second) - (second == first))
        ways *= count(up) - (up == first) - (up == second)
        if ways <= 0:
            return self.number(0)
        cards = self.stock.cards
        orders = 1 if first.value == second.value else 2
        return self.number(ways * orders) / (cards * (cards - 1) * (cards - 2))

    def _natural_chance(self, cards: PairCards) -> Number:
        """How likely the hole card completes a natural, seen or not."""
        upcard = cards.up.value
        if not may_have_natural(upcard):
            return self.number(0)
        makers = self.stock.values[10 - upcard] - sum(
            card.value == 11 - upcard for card in cards[:2]
        )
        return self.number(makers) / (self.stock.cards - 3)

    def _hidden_natural(self, cards: PairCards) -> Number:
        """How likely a surrendered hand is lost whole: to a natural that nobody looked for."""
        peeks = self.facts.peeks(cards.up.value)
        return self.number(0) if peeks else self._natural_chance(cards)

    def _opening(self, cards: PairCards, probability: Number) -> Opening:
        hand, upcard = (cards.first.value, cards.second.value), cards.up.value
        natural = self._natural_chance(cards)
        insurance = self._insurance(upcard, hand, natural)
        options: dict[Decision, Worth] = {}
        action = None
        found = natural if self.facts.peeks(upcard) else self.number(0)
        going_on: Worth | None = None
        if hand == (1, 10):
            worth, going_on = self._natural_worth(natural), self._natural_worth(self.number(0))
        elif found == 1:
            worth = LOSS
        else:
            options, action = self._decided(cards)
            going_on = options[action]
            worth = going_on.mixed(found, LOSS)
        return Opening(
            upcard=upcard,
            hand=hand,
            cards=cards,
            probability=probability,
            natural_chance=found,
            action=action,
            options=options,
            insurance=insurance,
            worth=self._insured(worth, insurance),
            going_on=going_on,
        )

    def _insured(self, worth: Worth, insurance: Number) -> Worth:
        return Worth(worth.mean + insurance, worth.square)

    def _paid_natural(self, pays: Fraction) -> Worth:
        won = self.number(pays.numerator) / pays.denominator
        return Worth(won, won * won)

    def _natural_worth(self, natural: Number) -> Worth:
        paid = self._paid_natural(self.facts.natural_pays)
        if self.facts.suited_natural is not None:
            suit, pays = self.facts.suited_natural
            suited, every = self.stock.share_of_naturals(suit)
            paid = paid.mixed(self.number(suited) / every, self._paid_natural(pays))
        return paid if self.facts.house.natural_wins else paid.times(1 - natural)

    def _insurance(self, upcard: int, hand: tuple[int, int], natural: Number) -> Number:
        """Half a wager on the dealer's natural, taken by the best play where it gains."""
        pays = self.facts.insurance_pays
        is_paid_already = hand == (1, 10) and self.facts.house.natural_wins
        if pays is None or upcard != 1 or self.plan is not None or is_paid_already:
            return self.number(0)
        gain = (natural * (pays.numerator + pays.denominator) / pays.denominator - 1) / 2
        return max(gain, self.number(0))

    def _decided(self, cards: PairCards) -> tuple[dict[Decision, Worth], Decision]:
        """What the decisions are worth, and which is made."""
        hand, upcard = (cards.first.value, cards.second.value), cards.up.value
        may_split = self._may_split(cards)
        planned = self.decider.planned(upcard, hand, may_split=may_split)
        legal = self.decider.legal(upcard, hand, may_split=may_split)
        if planned is not None and not self.weighs_all:
            legal = (planned,)
        options = {action: self.option(cards, action) for action in legal}
        action = best_of(options) if planned is None else planned
        if action is Decision.SPLIT:
            options[action] = self.splitter.made(cards, options[action])
        return options, action

    def option(self, cards: PairCards, action: Decision) -> Worth:
        """What one decision on the first two cards is worth."""
        if action is Decision.SURRENDER:
            half = Worth(self.number(-1) / 2, self.number(1) / 4)
            return half.mixed(self._hidden_natural(cards), LOSS)
        if action is Decision.SPLIT:
            return self.splitter.worth(cards)
        if action is Decision.ZAP:
            return self._zapped(cards)
        hand = (cards.first.value, cards.second.value)
        is_suited = hand in THIRD_VALUE and cards.first.kind == cards.second.kind
        suit = cards.first.kind if is_suited else NO_SUIT
        return self.decider.worth(cards.up.value, hand, action, suit=suit, seen=tuple(cards))

    def _zapped(self, cards: PairCards) -> Worth:
        """Two new cards, from the shoe without the two that are thrown away."""
        total = Worth(self.number(0), self.number(0))
        for share, stock in self._stocks_without(cards):
            worth = self._zaps.get((stock, cards.up.value))
            if worth is None:
                worth = self._zaps[stock, cards.up.value] = self._dealt_anew(stock, cards.up.value)
            total = total.plus(worth.times(share))
        return Worth(total.mean + self._paid_before_the_peek(cards), total.square)

    def _paid_before_the_peek(self, cards: PairCards) -> Number:
        """
        What it brings that an ace and a ten are paid although the dealer has a natural.

        Options are weighed for a dealer without one, so it is shared out over those rounds.
        """
        house, upcard = self.facts.house, cards.up.value
        natural = self._natural_chance(cards)
        is_early = house.zaps_before_peek and self.facts.peeks(upcard)
        if not (is_early and house.zapped_natural_is_paid) or natural in (0, 1):
            return self.number(0)
        counts = list(self.stock.values)
        for value in (cards.first.value, cards.second.value, upcard, 11 - upcard):
            counts[value - 1] -= 1
        left = sum(counts)
        paid = self.number(2 * counts[0] * counts[9]) / (left * (left - 1))
        return 2 * paid * natural / (1 - natural)

    def _stocks_without(self, cards: PairCards) -> Iterator[tuple[Number, Stock]]:
        """What is left without two cards, by the rank of a ten-value card where ranks matter."""
        values, tens = list(self.stock.values), list(self.stock.tens)
        for card in cards[:2]:
            values[card.value - 1] -= 1
            if card.kind != NO_SUIT:
                tens[card.kind] -= 1
        if 10 not in (cards.first.value, cards.second.value) or tens != list(self.stock.tens):
            yield self.number(1), replace(self.stock, values=tuple(values), tens=tuple(tens))
            return
        ranks = [rank for rank, count in enumerate(tens) if count]
        if not self.facts.house.splits_same_rank_only:
            ranks = ranks[:1]
        whole = sum(tens[rank] for rank in ranks)
        for rank in ranks:
            left = sorted(count - (place == rank) for place, count in enumerate(tens))
            share = self.number(tens[rank]) / whole
            yield share, replace(self.stock, values=tuple(values), tens=tuple(left))

    def _dealt_anew(self, stock: Stock, upcard: int) -> Worth:
        """A hand from that shoe that may not be zapped again, once the peek has found nothing."""
        assert self.again is not None, "a game with zaps is solved by somebody who can solve again"
        if stock not in self._after_zap:
            house = self.facts.house
            surrenders = house.surrenders & house.zapped_hands_surrender
            unzapped = replace(
                self.facts, house=house._replace(zap_totals=0, surrenders=surrenders)
            )
            self._after_zap[stock] = self.again(unzapped, stock)
        return self._after_zap[stock].once_dealt(upcard)

    def once_dealt(self, upcard: int) -> Worth:
        """The worth of all hands against an up card, once the peek has found nothing."""
        total, chance = Worth(self.number(0), self.number(0)), self.number(0)
        for low, high in combinations_with_replacement(VALUES, 2):
            for opening in self._openings(upcard, (low, high)):
                share = opening.probability * (1 - opening.natural_chance)
                if share:
                    worth = opening.options[opening.action] if opening.action else None
                    total = total.plus((worth or self._new_natural(opening.cards)).times(share))
                    chance += share
        return total.times(1 / chance) if chance else total

    def _new_natural(self, cards: PairCards) -> Worth:
        """An ace and a ten-value card after a zap: paid at once, or a 21."""
        house = self.facts.house
        if house.zapped_natural_is_paid:
            return Worth(self.number(1), self.number(1))
        if house.twenty_one_ends_turn:
            return self.option(cards, Decision.STAND)
        options, action = self._decided(cards)
        return options[action]

    def _may_split(self, cards: PairCards) -> bool:
        value = cards.first.value
        if value != cards.second.value:
            return False
        is_one_rank = value != 10 or cards.first == cards.second
        pair = SAME_RANK if is_one_rank else SAME_VALUE
        holding = self.facts.holding(total=2 * value, cards=2, first=value, pair=pair)
        return self.facts.may(Decision.SPLIT, holding)


def openings_of(
    facts: PlayFacts,
    stock: Stock,
    values: Values,
    plan: Plan | None,
    number: Callable[[int], Number],
    again: Again | None = None,
    *,
    weighs_all: bool = False,
    splits: SplitPlay = SplitPlay.ALIKE,
) -> Openings:
    """All openings of a shoe, by a plan or by the best play."""
    if stock.cards < FEWEST_CARDS:
        raise PlayError(
            "shoe-too-small", f"the shoe has {stock.cards} cards: a round needs {FEWEST_CARDS}"
        )
    suited = suited_hands(facts, stock, values, number)
    decider = Decider(facts, values, suited, plan, splits)
    splitter = Splitter(facts, stock, values, decider, number)
    return Openings(facts, stock, values, plan, number, decider, splitter, weighs_all, again)


def suits_are_told(decider: Decider, value: int, hand: tuple[int, int]) -> bool:
    """Whether what *hand* is worth depends on the suits of cards of that value."""
    if not decider.suited.pairs or value not in SUITED_VALUES:
        return False
    return hand in THIRD_VALUE or (hand[0] == hand[1] and hand[0] in SUITED_VALUES)


def ranks_are_told(facts: PlayFacts, value: int, hand: tuple[int, int]) -> bool:
    """Whether what *hand* is worth depends on which ten-value card one of that value is."""
    return hand == (10, 10) and value == 10 and bool(facts.house.splits_same_rank_only)


class OpeningBook:
    """The openings of one shoe by their cards."""

    def __init__(
        self, facts: PlayFacts, stock: Stock, decider: Decider, openings: Iterable[Opening]
    ) -> None:
        self._facts, self._stock, self._decider = facts, stock, decider
        self._openings = {opening.cards: opening for opening in openings}

    def opening(self, first: Card, second: Card, up: Card) -> Opening:
        """What two cards against an up card open, in whatever order they came."""
        low, high = sorted((first, second), key=lambda card: card.points)
        hand = (low.points, high.points)
        cards = self._stock.alike(PairCards(*(self._seen(card, hand) for card in (low, high, up))))
        found = self._openings.get(cards)
        if found is None:  # Two cards of one value may have been looked at the other way round.
            found = self._openings[PairCards(cards.second, cards.first, cards.up)]
        return found

    def _seen(self, card: Card, hand: tuple[int, int]) -> Seen:
        if suits_are_told(self._decider, card.points, hand):
            return Seen(card.points, SUITS.index(card.suit))
        if ranks_are_told(self._facts, card.points, hand):
            return Seen(card.points, TEN_RANKS.index(card.rank))
        return Seen(card.points, NO_SUIT)
