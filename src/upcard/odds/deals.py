"""Counting deals: how many of all the deals of a shoe get each verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import factorial, gcd, lcm, perm, prod
from typing import Final, NamedTuple

from upcard.cards import SUITS, Card
from upcard.families.sights import Named, Sight
from upcard.money import Pay
from upcard.odds.dealer_finals import count_hands
from upcard.odds.judgements import DealerPlan, Judging, Plan
from upcard.odds.odds_problems import OddsError
from upcard.odds.other_tallies import DealTally, rank_tally, round_tally
from upcard.odds.symmetries import Prefix, Symmetry, labelled_symmetry, prefixes, symmetry_of
from upcard.wagers import Verdict


class Branch(NamedTuple):
    """Deals that begin with the same named cards: the rest of each is known up to likeness."""

    prefix: Prefix
    groups: tuple[tuple[Card, ...], ...]
    """Cards that are alike; every card in none of these is in one more group, the last."""
    verdicts: tuple[Verdict | None, ...]
    """For each choice of groups for the places left, in the order of `itertools.product`."""


def tally(plan: Plan, shoe: Counter[Card]) -> DealTally:
    """Every deal of *shoe*, judged by *plan* and counted by outcome."""
    _check(plan, shoe)
    if plan.dealer is not None:
        return _dealer_tally(plan.dealer, shoe)
    if plan.played is not None:
        return round_tally(plan.played, shoe)
    if plan.by_ranks:
        return rank_tally(plan, shoe)
    ordered: dict[str, int] = {}
    pays: dict[str, Pay] = {}
    size, counted = shoe.total(), 0
    for branch in _branches(plan, symmetry_of(plan.sight, shoe)):
        for verdict, weight in _weights(branch, shoe, size, plan.places):
            counted += weight
            if verdict is not None:
                pays[verdict.outcome] = verdict.pay
                ordered[verdict.outcome] = ordered.get(verdict.outcome, 0) + weight
    assert counted == perm(size, plan.places), "every deal is counted once"
    orders = prod(factorial(len(group)) for group in plan.sight.swaps)
    deals = {outcome: weight // orders for outcome, weight in ordered.items()}
    assert all(weight % orders == 0 for weight in ordered.values()), "swapped deals come in sets"
    if not any(deals.values()):
        raise OddsError("shoe-impossible", "this shoe cannot deal any hand that the wager looks at")
    return DealTally(deals, pays, sum(deals.values()))


def _dealer_tally(plan: DealerPlan, shoe: Counter[Card]) -> DealTally:
    """Every finished hand of the dealer; deals are orders of as many cards as the longest takes."""
    found = _beside_own_cards(plan, shoe) if plan.own_cards else _dealers_verdicts(plan, shoe)
    made = {verdict: chance for verdict, chance in found.items() if verdict is not None and chance}
    if not made:
        raise OddsError("shoe-impossible", "this shoe cannot deal any hand that the wager looks at")
    common = lcm(*(chance.denominator for chance in made.values()))
    ways = {verdict: int(chance * common) for verdict, chance in made.items()}
    least = gcd(*ways.values())
    deals = {verdict.outcome: count // least for verdict, count in ways.items()}
    pays = {verdict.outcome: verdict.pay for verdict in made}
    return DealTally(deals, pays, sum(deals.values()))


Chances = dict[Verdict | None, Fraction]
"""How often a wager gets each verdict; none where it is not made."""


def _dealers_verdicts(plan: DealerPlan, shoe: Counter[Card], own: Named = ()) -> Chances:
    counted, total = count_hands(
        lambda hand: plan.verdict(hand, own), shoe, plan.draws_by, plan.sight
    )
    if sum(counted.values()) != total:
        raise OddsError(
            "shoe-impossible",
            f"the shoe holds {shoe.total()} cards and can run out before the dealer's hand is "
            "finished: use a larger one",
        )
    return {verdict: Fraction(ways, total) for verdict, ways in counted.items()}


NATURALS: Final = (1, 10)
"""The points of a natural's two cards."""


def _beside_own_cards(plan: DealerPlan, shoe: Counter[Card]) -> Chances:
    """
    The same beside the player's first two cards, of which only a natural matters.

    Without a natural everything is as if nobody had looked at them: that is what is left of all
    deals when those with a natural are taken out.
    """
    assert not plan.sight.suits, "beside own cards the dealer's suits are not counted"
    ace, ten = (next((c for c in shoe if c.points == n and shoe[c]), None) for n in NATURALS)
    found = _dealers_verdicts(plan, shoe)
    if ace is None or ten is None:
        return found
    aces, tens = (sum(shoe[c] for c in shoe if c.points == n) for n in NATURALS)
    natural = Fraction(2 * aces * tens, perm(shoe.total(), 2))
    rest = shoe - Counter((ace, ten))
    for own, sign in (((), -1), ((ace, ten), 1)):
        for verdict, chance in _dealers_verdicts(plan, rest, own).items():
            found[verdict] = found.get(verdict, Fraction(0)) + sign * natural * chance
    return found


def _check(plan: Plan, shoe: Counter[Card]) -> None:
    for card, count in shoe.items():
        if count < 0:
            raise OddsError("shoe-impossible", f"the shoe has {count} of {card}: write 0 or more")
    if plan.dealer is None and shoe.total() < plan.places:
        raise OddsError(
            "shoe-impossible",
            f"the shoe holds {shoe.total()} cards: the wager needs {plan.places}",
        )


def _weights(
    branch: Branch, shoe: Counter[Card], size: int, places: int
) -> Iterator[tuple[Verdict | None, int]]:
    """The verdicts of *branch*, and how many ordered deals of *shoe* get each."""
    named = branch.prefix.cards
    weight = branch.prefix.times
    for index, card in enumerate(named):
        weight *= shoe[card] - named[:index].count(card)
    if weight <= 0:
        return
    left = places - len(named)
    if not branch.groups:
        yield branch.verdicts[0], weight * perm(size - len(named), left)
        return
    sizes = [
        sum(shoe[card] for card in group) - sum(card in group for card in named)
        for group in branch.groups
    ]
    sizes.append(size - len(named) - sum(sizes))
    for chosen, verdict in zip(_choices(len(sizes), left), branch.verdicts, strict=True):
        ways = weight
        for index, group in enumerate(chosen):
            ways *= sizes[group] - chosen[:index].count(group)
        if ways:
            yield verdict, ways


Labels = Mapping[Card, int]
Pattern = tuple[int, ...]
"""How many cards of each label a deal has."""


def labelled_tally(
    plan: Plan, shoe: Counter[Card], labels: Labels
) -> dict[Pattern, dict[Verdict, int]]:
    """Every ordered deal of *shoe*, by its verdict and by how many cards have each label."""
    assert plan.dealer is None, "a hand without a fixed number of cards is not counted by labels"
    _check(plan, shoe)
    kinds = max(labels.values()) + 1
    counted: dict[Pattern, dict[Verdict, int]] = {}
    symmetry, images = labelled_symmetry(plan.sight, shoe, labels)
    for branch in _branches(plan, symmetry):
        for chosen, verdict, weight in _labelled_weights(branch, shoe, labels, plan.places):
            if verdict is not None:
                pattern = tuple(chosen.count(kind) for kind in range(kinds))
                verdicts = counted.setdefault(pattern, {})
                verdicts[verdict] = verdicts.get(verdict, 0) + weight
    return _with_images(counted, images)


def _with_images(
    counted: dict[Pattern, dict[Verdict, int]], images: Sequence[Pattern]
) -> dict[Pattern, dict[Verdict, int]]:
    """Each pattern as often as those that stand for it: each image of it equally often."""
    if len(set(images)) == 1:
        return counted
    summed: dict[Pattern, dict[Verdict, int]] = {}
    for pattern, verdicts in counted.items():
        for image in images:
            sums = summed.setdefault(tuple(pattern[label] for label in image), {})
            for verdict, weight in verdicts.items():
                sums[verdict] = sums.get(verdict, 0) + weight
    return {
        pattern: {verdict: weight // len(images) for verdict, weight in verdicts.items()}
        for pattern, verdicts in summed.items()
    }


def _labelled_weights(
    branch: Branch, shoe: Counter[Card], labels: Labels, places: int
) -> Iterator[tuple[Pattern, Verdict | None, int]]:
    """Like `_weights`, with the labels of the cards; each group is split by label."""
    named = branch.prefix.cards
    weight = branch.prefix.times
    for index, card in enumerate(named):
        weight *= shoe[card] - named[:index].count(card)
    if weight <= 0:
        return
    group_of = {card: index for index, group in enumerate(branch.groups) for card in group}
    last = len(branch.groups)
    cells: Counter[tuple[int, int]] = Counter()
    for card, count in shoe.items():
        cells[group_of.get(card, last), labels[card]] += count - named.count(card)
    verdicts = dict(zip(_choices(last + 1, places - len(named)), branch.verdicts, strict=True))
    first_labels = tuple(labels[card] for card in named)
    for chosen in product(cells, repeat=places - len(named)):
        ways = weight
        for index, cell in enumerate(chosen):
            ways *= cells[cell] - chosen[:index].count(cell)
        if ways:
            groups = tuple(group for group, _ in chosen)
            yield (*first_labels, *(label for _, label in chosen)), verdicts[groups], ways


@lru_cache(maxsize=64)
def _choices(groups: int, places: int) -> tuple[tuple[int, ...], ...]:
    return tuple(product(range(groups), repeat=places))


TREES_KEPT: Final = 128
"""How many priced enumerations are remembered; they hold for every shoe of the same symmetry."""
JUDGED_KEPT: Final = 32
"""How many enumerations are remembered that the paytables of a family share."""


@lru_cache(maxsize=TREES_KEPT)
def _branches(plan: Plan, symmetry: Symmetry) -> tuple[Branch, ...]:
    """Every deal there can be, with what it pays; which shoe it comes from does not matter."""
    judged = _judged(plan.judging, plan.sight, plan.places, symmetry)
    known: dict[int, Verdict | None] = {}
    for branch in judged:
        known |= {bits: plan.verdict_on(bits) for bits in {*branch.bits} - known.keys()}
    return tuple(_branch(branch, known, plan.places) for branch in judged)


def _branch(judged: _Judged, known: Mapping[int, Verdict | None], places: int) -> Branch:
    verdicts = [known[bits] for bits in judged.bits]
    if len(set(verdicts)) == 1:
        return Branch(judged.prefix, (), (verdicts[0],))
    groups = list(judged.groups)
    if places - len(judged.prefix.cards) == 1:
        groups, verdicts = _merged(groups, verdicts)
    return Branch(judged.prefix, tuple(groups[:-1]), tuple(verdicts))


class _Judged(NamedTuple):
    """A branch before anything is paid: what the judge says to its deals."""

    prefix: Prefix
    groups: tuple[Named, ...]
    """All cards by likeness, the largest group last."""
    bits: tuple[int, ...]
    """For each choice of groups for the places left, in the order of `itertools.product`."""


@lru_cache(maxsize=JUDGED_KEPT)
def _judged(judging: Judging, sight: Sight, places: int, symmetry: Symmetry) -> tuple[_Judged, ...]:
    """Every deal there can be, judged once for all paytables."""
    cards = tuple(Card(rank, suit) for ranks in symmetry.ranks for rank in ranks for suit in SUITS)
    found = []
    for prefix in prefixes(sight, symmetry):
        groups = _groups(sight, prefix.cards, cards)
        bits = tuple(
            judging.bits(_placed(sight, (*prefix.cards, *(groups[index][0] for index in chosen))))
            for chosen in _choices(len(groups), places - len(prefix.cards))
        )
        found.append(_Judged(prefix, groups, bits))
    return tuple(found)


def _groups(sight: Sight, named: Named, cards: Named) -> tuple[Named, ...]:
    """The cards by likeness, the largest group last."""
    groups: dict[Hashable, list[Card]] = {}
    for card in cards:
        groups.setdefault(sight.alike(named, card), []).append(card)
    return tuple(sorted(map(tuple, groups.values()), key=len))


def _merged(
    groups: list[Named], verdicts: list[Verdict | None]
) -> tuple[list[Named], list[Verdict | None]]:
    """Groups with the same verdict taken together, where only one card is left to come."""
    merged: dict[Verdict | None, Named] = {}
    for group, verdict in zip(groups, verdicts, strict=True):
        merged[verdict] = (*merged.get(verdict, ()), *group)
    by_size = sorted(merged.items(), key=lambda item: len(item[1]))
    return [group for _, group in by_size], [verdict for verdict, _ in by_size]


def _placed(sight: Sight, drawn: Named) -> Sequence[Card]:
    """Cards in the order they were drawn here, put where they belong."""
    places: list[Card] = list(drawn)
    for place, card in zip(sight.draw, drawn, strict=True):
        places[place] = card
    return places
