"""Counting deals without looking at each: by ranks alone, and by what becomes of a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, perm, prod
from typing import Final, NamedTuple

from upcard.cards import RANKS, SUITS, Card
from upcard.families.round_results import RESULTS
from upcard.money import Pay
from upcard.odds.dealer_finals import Stock, stock_of
from upcard.odds.judgements import Plan, RoundPlan
from upcard.odds.odds_problems import OddsError
from upcard.odds.whole_rounds import Pair, every_pair, round_results
from upcard.wagers import Verdict

PLANS_KEPT: Final = 16
"""How many wagers' judged sets of ranks are remembered; they hold for every shoe."""


class DealTally(NamedTuple):
    """How many deals of a shoe get each verdict; the order of swappable cards is not counted."""

    deals: dict[str, int]
    pays: dict[str, Pay]
    total: int

    def probability(self, outcome: str) -> Fraction:
        """The probability of *outcome*."""
        return Fraction(self.deals.get(outcome, 0), self.total)


class _RankSet(NamedTuple):
    """All sets of cards of the same ranks."""

    wanted: tuple[tuple[int, int], ...]
    """The places of its ranks, and how many cards of each."""
    suited: Verdict
    """What it gets where all cards are of one suit."""
    mixed: Verdict


def rank_tally(plan: Plan, shoe: Counter[Card]) -> DealTally:
    """Every set of cards, for a judge that sees ranks in any order, and whether suits are one."""
    deals: Counter[str] = Counter()
    pays: dict[str, Pay] = {}
    held = [[shoe[Card(rank, suit)] for rank in RANKS] for suit in SUITS]
    by_suit = [_chosen(counts, plan.places) for counts in held]
    of_any = _chosen([sum(counts) for counts in zip(*held, strict=True)], plan.places)
    for wanted, suited, mixed in _judged_ranks(plan):
        one_suit = sum(prod([ways[rank][count] for rank, count in wanted]) for ways in by_suit)
        every = prod([of_any[rank][count] for rank, count in wanted])
        for verdict, ways in ((suited, one_suit), (mixed, every - one_suit)):
            if ways:
                deals[verdict.outcome] += ways
                pays[verdict.outcome] = verdict.pay
    return DealTally(dict(deals), pays, comb(shoe.total(), plan.places))


def _chosen(counts: Sequence[int], most: int) -> list[list[int]]:
    """For each of *counts*: in how many ways 0, 1, 2 cards and so on can be chosen."""
    return [[comb(held, count) for count in range(most + 1)] for held in counts]


@lru_cache(maxsize=PLANS_KEPT)
def _judged_ranks(plan: Plan) -> tuple[_RankSet, ...]:
    """Every set of ranks, judged once; which shoe it comes from does not matter."""
    return tuple(
        _RankSet(
            wanted=tuple((RANKS.index(rank), count) for rank, count in Counter(ranks).items()),
            suited=_made(plan, tuple(Card(rank, SUITS[0]) for rank in ranks)),
            mixed=_made(
                plan,
                (*(Card(rank, SUITS[0]) for rank in ranks[:-1]), Card(ranks[-1], SUITS[1])),
            ),
        )
        for ranks in combinations_with_replacement(RANKS, plan.places)
    )


def _made(plan: Plan, cards: tuple[Card, ...]) -> Verdict:
    verdict = plan.verdict(cards)
    assert verdict is not None, "a wager on ranks is always made"
    return verdict


ROUNDS: Final = 10**15
"""Of how many rounds the outcomes are counted that are only known in floating point."""


NEARLY: Final = 1e-9
"""How far the probabilities of all rounds may add up to something else than 1."""


def round_tally(plan: RoundPlan, shoe: Counter[Card]) -> DealTally:
    """Every round that begins with each two cards of the player, by what becomes of them."""
    chances: dict[Verdict, float] = {}
    stock = stock_of(shoe)
    for verdicts, pairs in _alike(plan, shoe).items():
        if len(set(verdicts)) == 1:  # Whatever becomes of them.
            results = {**dict.fromkeys(RESULTS, 0.0), RESULTS[0]: _chance_of(pairs, stock)}
        else:
            results = round_results(stock, pairs, plan.sight, plan.draws_by)
        for result, verdict in zip(RESULTS, verdicts, strict=True):
            chances[verdict] = chances.get(verdict, 0.0) + results[result]
    if abs(1 - sum(chances.values())) > NEARLY:
        raise OddsError(
            "shoe-impossible",
            f"the shoe holds {shoe.total()} cards and can run out before the round is over: use a "
            "larger one",
        )
    deals: Counter[str] = Counter()
    for verdict, chance in chances.items():
        deals[verdict.outcome] += round(chance * ROUNDS)
    pays = {verdict.outcome: verdict.pay for verdict in chances}
    return DealTally(dict(deals), pays, deals.total())


def _chance_of(pairs: list[Pair], stock: Stock) -> float:
    """How often the player's first two cards are one of *pairs*."""
    ways = sum(stock[a - 1] * (stock[b - 1] - (a == b)) for a, b in pairs)
    return ways / perm(sum(stock), 2)


def _alike(plan: RoundPlan, shoe: Counter[Card]) -> dict[tuple[Verdict, ...], list[Pair]]:
    """The first two cards by points, together where every result gets the same verdict."""
    cards = {card.points: card for card in shoe if shoe[card]}
    found: dict[tuple[Verdict, ...], list[Pair]] = {}
    for first, second in every_pair():
        if first in cards and second in cards:
            own = cards[first], cards[second]
            verdicts = tuple(plan.verdict(own, result) for result in RESULTS)
            found.setdefault(verdicts, []).append((first, second))
    return found
