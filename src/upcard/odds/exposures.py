"""Counting exposure: what a player can win from a wager by counting groups of cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import comb, lcm, perm, prod
from typing import Final

from upcard.cards import Card
from upcard.odds.counts import Count
from upcard.odds.deals import Pattern, labelled_tally
from upcard.odds.group_sums import SubsetSums
from upcard.odds.judgements import plan_of
from upcard.odds.odds_problems import OddsError
from upcard.odds.removals import Effects
from upcard.odds.wager_odds import DOLLAR, NO_METERS, returned
from upcard.wagers import Offer

CARDS_PER_DECK: Final = 52
"""True counts are per 52 cards left, whatever the deck."""

Rule = Callable[[Pattern], bool]
"""Whether the player bets, from how many cards of each group are left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exposure:
    """What a wager gives to somebody who bets one unit only when the count says so."""

    bet_frequency: Fraction
    """In how many of all rounds the wager is made."""
    average_edge: Fraction
    """The player's edge over those rounds; 0 where there are none."""
    units_per_100: Fraction
    """Units won per 100 rounds, made or not."""
    standard_error: float
    """Of *units_per_100*; 0 where it is exact."""
    assumptions: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Groups:
    """A wager as seen by a player who keeps track of how many cards of each group are left."""

    sizes: Pattern
    places: int
    terms: tuple[tuple[Pattern, int], ...]
    """For each number of cards by group, the net of such deals for one choice of cards."""
    scale: int
    """What the nets are multiplied by, to be whole."""
    is_symmetric: bool
    """Whether the groups are alike, so that only the sizes matter and not whose they are."""
    supposes: tuple[str, ...] = ()
    """What is taken for granted about the edge."""

    def net(self, left: Pattern) -> int:
        """The player's edge with *left* cards of each group, times `per`."""
        return sum(net * prod(map(perm, left, pattern)) for pattern, net in self.terms)

    def per(self, cards: int) -> int:
        """What `net` is to be divided by."""
        return self.scale * perm(cards, self.places)

    def edge(self, left: Pattern) -> Fraction:
        """
        The player's exact edge with *left* cards of each group.

        Nothing else is known about the cards that are gone, so those of one group are as likely to
        be any of the group as any other.
        """
        return Fraction(self.net(left), self.per(sum(left)))


def groups_of(offer: Offer, shoe: Counter[Card], labels: dict[Card, int]) -> Groups:
    """*offer* by groups of cards, numbered from 0; meters count as empty."""
    stake = offer.amount or DOLLAR
    sizes = [0] * (max(labels.values()) + 1)
    for card, count in shoe.items():
        sizes[labels[card]] += count
    nets: dict[Pattern, Fraction] = {}
    plan = plan_of(offer)
    for pattern, verdicts in labelled_tally(plan, shoe, labels).items():
        net = sum(
            (
                (returned(verdict.pay, stake, NO_METERS) - 1) * ways
                for verdict, ways in verdicts.items()
            ),
            Fraction(0),
        )
        nets[pattern] = net / prod(map(perm, sizes, pattern))
    scale = lcm(*(net.denominator for net in nets.values()))
    return Groups(
        sizes=tuple(sizes),
        places=plan.places,
        terms=tuple((pattern, int(net * scale)) for pattern, net in nets.items()),
        scale=scale,
        is_symmetric=_is_symmetric(sizes, nets),
    )


LINEAR: Final = (
    "the edge is taken to change evenly with the share of each group, by the exact effects of "
    "removing one card"
)


def linear_groups(effects: Effects, labels: dict[Card, int]) -> Groups:
    """
    A wager by groups of cards whose edge no short formula gives, like one on the dealer's hand.

    Its edge is that of a wager on one card: so much for each group that the full shoe has its exact
    edge, and a shoe without one card of a group the exact edge on average.
    """
    size = effects.shoe.total()
    sizes = [0] * (max(labels.values()) + 1)
    nets = [Fraction(0)] * len(sizes)
    for card, effect in effects.by_card.items():
        count = effects.shoe[card]
        sizes[labels[card]] += count
        nets[labels[card]] += count * (effects.edge - (size - 1) * effect)
    means = [net / count for net, count in zip(nets, sizes, strict=True)]
    scale = lcm(*(mean.denominator for mean in means))
    every = range(len(sizes))
    ones = [tuple(int(place == group) for place in every) for group in every]
    return Groups(
        sizes=tuple(sizes),
        places=1,
        terms=tuple((one, int(mean * scale)) for one, mean in zip(ones, means, strict=True)),
        scale=scale,
        is_symmetric=False,
        supposes=(LINEAR,),
    )


def _is_symmetric(sizes: Sequence[int], nets: dict[Pattern, Fraction]) -> bool:
    orders = tuple(permutations(range(len(sizes)))) if len(sizes) <= 4 else ()
    return (
        bool(orders)
        and len(set(sizes)) == 1
        and all(
            nets.get(tuple(pattern[index] for index in order)) == net
            for pattern, net in nets.items()
            for order in orders
        )
    )


def tag_groups(count: Count) -> tuple[dict[Card, int], tuple[int, ...]]:
    """The cards by tag: a number for the group of each card, and the tag of each group."""
    tags = tuple(sorted(set(count.tag_of.values())))
    return {card: tags.index(tag) for card, tag in count.tag_of.items()}, tags


def true_count_rule(groups: Groups, tags: Sequence[int], trigger: Fraction) -> Rule:
    """Bet when the running count of the cards gone, per 52 cards left, is *trigger* or more."""

    def bets(left: Pattern) -> bool:
        gone = zip(tags, groups.sizes, left, strict=True)
        running = sum(tag * (size - still) for tag, size, still in gone)
        return running * CARDS_PER_DECK >= trigger * sum(left)

    return bets


def spread_rule(trigger: Fraction) -> Rule:
    """Bet when the largest group leads the smallest by *trigger* or more per 52 cards left."""
    return lambda left: (max(left) - min(left)) * CARDS_PER_DECK >= trigger * sum(left)


CARDS_BEHIND_CUT: Final = 52
CARDS_PER_ROUND: Final = 18
"""About what three or four players and the dealer take."""


def usual_dealing(cards: int, *, depths_apart: int, cut: int | None = None) -> Dealing:
    """The default cut of a shoe with this many cards: one deck stays behind it."""
    before = cards - CARDS_BEHIND_CUT - CARDS_PER_ROUND if cut is None else cut
    return Dealing(cut=max(before, 1), cards_per_round=CARDS_PER_ROUND, depths_apart=depths_apart)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealing:
    """How far a shoe is dealt, and where its rounds may begin."""

    cut: int
    """The number of cards before the cut card."""
    cards_per_round: int
    rounds_after_cut: int = 1
    """How many rounds are dealt after the one in which the cut card comes: one is usual."""
    depths_apart: int = 1
    """How coarsely depths are sampled, from the middle of the first step: 1 takes every depth."""

    def depths(self, total: int, places: int) -> range:
        """After how many cards rounds begin, in a shoe of *total* cards."""
        end = self.cut + self.rounds_after_cut * self.cards_per_round
        if not 0 < self.cut <= end <= total - places + 1:
            raise OddsError(
                "cut-not-allowed",
                f"the cut card is at {self.cut}, and the last round begins before card {end}: "
                f"the shoe holds {total}, and the wager needs {places}",
            )
        return range(self.depths_apart // 2, end, self.depths_apart)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What is taken for granted about the rounds."""
        return (
            f"the cut card comes after {self.cut} cards; {self.rounds_after_cut} more round of "
            f"{self.cards_per_round} cards is dealt after it",
            f"rounds begin equally often at every depth until then, {self.depths_apart} apart",
            "one unit is bet when the count says so, and nothing otherwise",
        )


def exposure(groups: Groups, dealing: Dealing, bets: Rule | None = None) -> Exposure:
    """
    The exact exposure of a shoe, summed over every subset of its cards by group.

    Without a rule the player bets whenever the exact edge, given the groups, is above 0.
    """
    total = sum(groups.sizes)
    depths = dealing.depths(total, groups.places)
    frequency = won = Fraction(0)
    subsets = SubsetSums(groups.sizes, groups.terms, is_symmetric=groups.is_symmetric)
    for depth in depths:
        made, gained = subsets.of(total - depth, bets)
        ways = comb(total, depth)
        frequency += Fraction(made, ways)
        won += Fraction(gained, ways * groups.per(total - depth))
    return Exposure(
        bet_frequency=frequency / len(depths),
        average_edge=won / frequency if frequency else Fraction(0),
        units_per_100=100 * won / len(depths),
        standard_error=0.0,
        assumptions=(
            *dealing.assumptions,
            *groups.supposes,
            "the player knows how many cards of each group are left, and nothing else",
        ),
    )
