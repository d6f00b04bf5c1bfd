"""The main game's value: by the best play, or by a fixed plan."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from math import inf, sqrt
from typing import Final, TypeVar

from upcard.game.decisions import Decision
from upcard.game.stakes import NEW_HAND, Laid
from upcard.odds.play.closings import refuse_unknown_products
from upcard.odds.play.compiled import PLACES, CompiledValues
from upcard.odds.play.compiled_splits import CompiledHands
from upcard.odds.play.crossings import Crossings
from upcard.odds.play.moments import Plan, SplitPlay
from upcard.odds.play.opening_decisions import Decider
from upcard.odds.play.openings import Opening, OpeningBook, Openings, openings_of
from upcard.odds.play.pairs import Splitter
from upcard.odds.play.payments import (
    DEALT,
    FUNDED,
    SPLIT,
    PlayFacts,
    facts_of,
    refuse_unknown_envy,
)
from upcard.odds.play.problems import PlayError
from upcard.odds.play.reference import ReferenceValues
from upcard.odds.play.reference_splits import ReferenceHands
from upcard.odds.play.spreads import SharedDealer
from upcard.odds.play.stock import Stock, composition_of, stock_of, total_of
from upcard.rules.schema import Rules
from upcard.shoes import composition

DECKS: Final = range(1, 9)
Key = TypeVar("Key")


class Spread(Enum):
    """How the mean square of a round is worked out where a pair is split."""

    NONE = "without products of two hands"
    NEAR = "hands independent of each other once the dealer's hand is known"
    EXACT = "hands from one shoe against one dealer"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayValue:
    """What one round is worth, in first wagers, and everything it was added up from."""

    facts: PlayFacts
    stock: Stock
    values: CompiledValues
    decider: Decider
    openings: tuple[Opening, ...]
    envy: float
    """The value of other players' super bonuses."""
    ev: float
    standard_deviation: float
    standard_deviation_error: float | None
    """How far the standard deviation can be off, because hands of a split meet one dealer and one
    shoe; 0 where it is exact or no pair is split, None where it is not known."""

    @property
    def book(self) -> OpeningBook:
        """The openings by their cards."""
        return OpeningBook(self.facts, self.stock, self.decider, self.openings)

    def by_upcard(self) -> dict[int, float]:
        """The mean for each up card, 1 for an ace and 10 for every ten-value card."""
        return _means(self.openings, lambda opening: opening.upcard)

    def by_hand(self) -> dict[tuple[tuple[int, int], int], float]:
        """The mean for each first two cards and up card, the dealer's natural counted in."""
        return _means(self.openings, lambda opening: (opening.hand, opening.upcard))

    def decisions(
        self, hand: tuple[int, ...], upcard: int, *, laid: Laid = NEW_HAND
    ) -> dict[Decision, float]:
        """
        What each decision is worth for these cards, by value, once the dealer has no natural.

        In first wagers, whatever has been doubled since. The first two cards are an average over
        their suits where suits matter; a hand of a split counts on its own (CDZ-).
        """
        if len(hand) == 2 and not laid.is_split:
            return self._opening_decisions((min(hand), max(hand)), upcard)
        cards = composition_of(tuple(sorted(hand)))
        side = FUNDED if laid.is_funded else SPLIT if laid.is_split else DEALT
        levels = [(level.doubles, level.free_doubles) for level in self.facts.levels]
        level = (laid.doubles, laid.free_doubles)
        is_level = level in levels and laid.doubles <= len(hand) - 2
        if not is_level or total_of(cards)[0] > 21:
            raise PlayError(
                "no-such-hand",
                f"nobody decides on cards {hand} after {laid.doubles} doubles",
            )
        at = (upcard - 1, side, levels.index(level), self.values.numbers.of(cards))
        found: dict[Decision, float] = {
            action: float(self.values.options[at][place])
            for action, place in PLACES.items()
            if action is not Decision.RESCUE and self.values.options[at][place] > -inf
        }
        cost = self.facts.cost_of_giving_up(laid)
        if cost is not None:
            found[Decision.RESCUE if laid.doubles else Decision.SURRENDER] = -float(cost)
        return found

    def _opening_decisions(self, hand: tuple[int, int], upcard: int) -> dict[Decision, float]:
        found = [o for o in self.openings if o.hand == hand and o.upcard == upcard and o.options]
        sums: dict[Decision, float] = {}
        weights: dict[Decision, float] = {}
        for opening in found:
            for action, worth in opening.options.items():
                share = float(opening.probability)
                sums[action] = sums.get(action, 0.0) + share * float(worth.mean)
                weights[action] = weights.get(action, 0.0) + share
        return {action: sums[action] / weights[action] for action in sums}


def _means(openings: tuple[Opening, ...], key_of: Callable[[Opening], Key]) -> dict[Key, float]:
    sums: dict[Key, tuple[float, float]] = {}
    for opening in openings:
        weight, mean = sums.get(key_of(opening), (0.0, 0.0))
        share = float(opening.probability)
        sums[key_of(opening)] = weight + share, mean + share * float(opening.worth.mean)
    return {key: mean / weight for key, (weight, mean) in sums.items()}


def play_value(
    rules: Rules,
    decks: int,
    *,
    wager_cents: int | None = None,
    other_players: int = 0,
    plan: Plan | None = None,
    splits: SplitPlay = SplitPlay.ALIKE,
    exact_deviation: bool = False,
) -> PlayValue:
    """
    The value of a round from a full shoe, by the best play or by *plan*.

    The mean is always exact; the standard deviation where a pair is split only if asked for,
    which takes longer.
    """
    refuse_unknown_envy(rules, other_players)
    return value_of_shoe(
        facts_of(rules, wager_cents=wager_cents),
        full_stock(rules, decks),
        other_players=other_players,
        plan=plan,
        splits=splits,
        spread=Spread.EXACT if exact_deviation else Spread.NEAR,
    )


def full_stock(rules: Rules, decks: int) -> Stock:
    """What a full shoe of this many decks holds."""
    if decks not in DECKS:
        raise PlayError("decks-not-known", f"decks is {decks}: a shoe holds 1 to 8 decks")
    return stock_of(composition(rules.deck, decks).elements())


@dataclass(slots=True)
class MeanGains:
    """
    What the best play of many games gains on average, each worked out once.

    The spread is left out: what two hands of a split have in common takes a sixth of the time.
    """

    _known: dict[tuple[PlayFacts, Stock], float] = field(default_factory=dict)

    def of(self, rules: Rules, decks: int, *, wager_cents: int | None = None) -> float:
        """The gain of a round from a full shoe, in first wagers: the `ev` of `play_value`."""
        return self.of_stock(facts_of(rules, wager_cents=wager_cents), full_stock(rules, decks))

    def note(self, play: PlayValue) -> None:
        """Remember what the best play of a game gains, which somebody has worked out."""
        self._known[play.facts, play.stock] = play.ev - play.envy

    def of_stock(self, facts: PlayFacts, stock: Stock) -> float:
        """The same for any shoe that has cards enough for the longest round."""
        gain = self._known.get((facts, stock))
        if gain is None:
            values = CompiledValues(facts, stock)
            openings = _compiled(facts, stock, values, None, Spread.NONE)
            gain = sum(float(o.probability * o.worth.mean) for o in openings)
            self._known[facts, stock] = gain
        return gain


def value_of_shoe(
    facts: PlayFacts,
    stock: Stock,
    *,
    other_players: int = 0,
    plan: Plan | None = None,
    splits: SplitPlay = SplitPlay.ALIKE,
    spread: Spread = Spread.NEAR,
) -> PlayValue:
    """The same for any shoe that has cards enough for the longest round."""
    if spread is Spread.EXACT:
        refuse_unknown_products(facts)
    values = CompiledValues(facts, stock, plan, splits)
    start = _compiled(facts, stock, values, plan, spread)
    openings = tuple(start)
    envy = other_players * _bonus_chance(start, openings) * _envy_of(facts)
    mean = sum(float(o.probability * o.worth.mean) for o in openings)
    square = sum(float(o.probability * o.worth.square) for o in openings)
    variance = max(square - mean * mean, 0.0)
    return PlayValue(
        facts=facts,
        stock=stock,
        values=values,
        decider=start.decider,
        openings=openings,
        envy=envy,
        ev=mean + envy,
        standard_deviation=sqrt(variance),
        standard_deviation_error=_deviation_error(start, openings, variance),
    )


def _deviation_error(
    start: Openings, openings: tuple[Opening, ...], variance: float
) -> float | None:
    """How far the square root of *variance* can be off by the doubts about splits."""
    house = start.facts.house
    if start.splitter.crossings is not None:
        return 0.0
    if house.zap_totals or (house.natural_takes_one and house.hands_max > 1):
        # Hands after a zap are split from many shoes, and a natural may take one wager of several
        # hands: nobody has added those up.
        return None
    doubt = sum(
        float(opening.probability * (1 - opening.natural_chance))
        * float(start.splitter.doubts[opening.cards])
        for opening in openings
        if opening.action is Decision.SPLIT
    )
    most, least = sqrt(variance + doubt), sqrt(max(variance - doubt, 0.0))
    return max(most - sqrt(variance), sqrt(variance) - least)


def _compiled(
    facts: PlayFacts,
    stock: Stock,
    values: CompiledValues,
    plan: Plan | None,
    spread: Spread,
) -> Openings:
    def again(facts: PlayFacts, stock: Stock) -> Openings:
        again = CompiledValues(facts, stock, plan, values.splits)
        return _compiled(facts, stock, again, plan, spread)

    start = openings_of(
        facts, stock, values, plan, float, again, weighs_all=True, splits=values.splits
    )
    if spread is Spread.NEAR:
        start.splitter.shared = SharedDealer(values, start.decider)
    elif spread is Spread.EXACT:
        start.splitter.crossings = Crossings(stock, start.decider, float, CompiledHands(values))
    return start


def _exact(facts: PlayFacts, stock: Stock, plan: Plan | None, spread: Spread) -> Openings:
    values = ReferenceValues(facts, stock, plan, Fraction)
    start = openings_of(
        facts,
        stock,
        values,
        plan,
        Fraction,
        lambda facts, stock: _exact(facts, stock, plan, spread),
    )
    if spread is Spread.EXACT:
        start.splitter.crossings = Crossings(stock, start.decider, Fraction, ReferenceHands(values))
    return start


def exact_play_value(facts: PlayFacts, stock: Stock, plan: Plan | None = None) -> Fraction:
    """The same as a fraction, by the reference solver: for tiny shoes, as proofs have them."""
    openings = _exact(facts, stock, plan, Spread.NONE)
    return sum((Fraction(one.probability * one.worth.mean) for one in openings), Fraction(0))


def exact_mean_square(facts: PlayFacts, stock: Stock, plan: Plan | None = None) -> Fraction:
    """The mean square of a round's result as a fraction, products of split hands counted in."""
    refuse_unknown_products(facts)
    openings = _exact(facts, stock, plan, Spread.EXACT)
    return sum((Fraction(one.probability * one.worth.square) for one in openings), Fraction(0))


def _envy_of(facts: PlayFacts) -> float:
    return float(facts.envy)


def _bonus_chance(start: Openings, openings: tuple[Opening, ...]) -> float:
    """How many super bonuses a spot wins a round: what they add, over what one of them pays."""
    facts = start.facts
    if not facts.bonus:
        return 0.0
    without = replace(facts, bonus=Fraction(0))
    suited = replace(start.decider.suited, facts=without)
    decider = replace(start.decider, facts=without, suited=suited)
    splitter = Splitter(without, start.stock, start.values, decider, start.number)
    plain = replace(start, facts=without, decider=decider, splitter=splitter)
    added = 0.0
    for opening in openings:
        if opening.hand == (7, 7) and opening.upcard == 7 and opening.action is not None:
            before = plain.option(opening.cards, opening.action)
            after = opening.options[opening.action]
            added += float(opening.probability * (after.mean - before.mean))
    return added / float(facts.bonus)
