"""The game-protection report: effects of removal, the best counts, and what they would win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NotRequired, TypedDict

from upcard.cards import SUITS, Card
from upcard.odds.counts import Count, CountBy, best_count
from upcard.odds.exposures import (
    Dealing,
    Exposure,
    exposure,
    groups_of,
    linear_groups,
    tag_groups,
)
from upcard.odds.figure_texts import fraction, percent
from upcard.odds.judgements import is_on_a_deal, plan_of
from upcard.odds.meter_growth import Chance
from upcard.odds.procedures import USUAL, Procedure
from upcard.odds.removals import Effects, effects_of_removal
from upcard.odds.simulated import group_exposure_by_simulation
from upcard.wagers import Offer


class EffectsRecord(TypedDict):
    """Effects of removing one card on the player's edge, in percent."""

    by_rank: dict[str, float]
    by_card: NotRequired[dict[str, float]]
    """Where suits matter."""


class ExposureRecord(TypedDict):
    """What a counter wins who bets only when the edge is the player's."""

    bet_frequency_percent: float
    average_edge_percent: float
    units_per_100: float
    standard_error: float
    assumptions: list[str]


class CountTags(TypedDict):
    """A balanced count, and what it wins where that is known."""

    level: int
    tags: Mapping[str, int]
    betting_correlation: float
    exposure: NotRequired[ExposureRecord]


class CountRecord(CountTags):
    """The same, and how it was found."""

    by: str
    search: str


class CountingRecord(TypedDict):
    """What counters can know of a wager, and what that wins."""

    effects_of_removal: EffectsRecord
    counts: Sequence[CountTags]
    suit_count: ExposureRecord | None


class ProtectionRecord(CountingRecord):
    """The same, of a wager with its paytable on a shoe."""

    wager: str
    paytable: str
    cards: int
    house_edge: str
    house_edge_percent: float


class MainProtectionRecord(CountingRecord):
    """The same, of the main wager of a game."""

    wager: str
    paytable: str
    """Empty: a main wager has none."""
    cards: int
    house_edge_percent: float
    assumptions: list[str]


LEVELS: Final = (1, 2, 3)
GROUPS_MAX: Final = 3
"""With more groups of tags than this the exact sum over subsets takes too long."""
SHOES: Final = 1000
"""How many shoes are shuffled for such a count."""


def protection_record(
    offer: Offer,
    shoe: Counter[Card],
    dealing: Dealing,
    chance: Chance | None = None,
    *,
    procedure: Procedure = USUAL,
    levels: Sequence[int] = LEVELS,
) -> ProtectionRecord:
    """
    What a counter could do to *offer*, as plain data; meters count as empty.

    Exposures are exact where a sum over all subsets is feasible; the others are simulated with
    *chance*, and have a standard error; without *chance* they are left out. Of wagers that are not
    on a fixed number of cards, like those on the dealer's finished hand, they suppose that the
    edge is linear in the cards left, and say so.
    """
    effects = effects_of_removal(offer, shoe, procedure.played_out)
    counts = [best_count(effects, level) for level in levels]
    return {
        "wager": offer.name,
        "paytable": offer.paytable,
        "cards": shoe.total(),
        "house_edge": fraction(-effects.edge),
        "house_edge_percent": percent(-effects.edge),
        "effects_of_removal": effects_record(effects),
        "counts": [
            _count_record(offer, effects, dealing, count, chance) for count in counts if count
        ],
        "suit_count": _suit_record(offer, shoe, dealing),
    }


def simplest_count(
    offer: Offer, shoe: Counter[Card], dealing: Dealing, *, procedure: Procedure = USUAL
) -> CountRecord | None:
    """The best count of +1, 0 and -1 against *offer* with its exact exposure, if there is one."""
    effects = effects_of_removal(offer, shoe, procedure.played_out)
    count = best_count(effects, LEVELS[0])
    return _count_record(offer, effects, dealing, count, None) if count else None


def effects_record(effects: Effects) -> EffectsRecord:
    """By rank; where suits matter, by card too."""
    record: EffectsRecord = {"by_rank": {rank: percent(e) for rank, e in effects.by_rank.items()}}
    if effects.suits_matter:
        record["by_card"] = {str(card): percent(e) for card, e in effects.by_card.items()}
    return record


def _count_record(
    offer: Offer, effects: Effects, dealing: Dealing, count: Count, chance: Chance | None
) -> CountRecord:
    labels, tags = tag_groups(count)
    record = _tags_record(count)
    if is_on_a_deal(plan_of(offer)):
        groups = groups_of(offer, effects.shoe, labels)
    else:
        groups = linear_groups(effects, labels)
    if len(tags) <= GROUPS_MAX:
        record["exposure"] = exposure_record(exposure(groups, dealing))
    elif chance is not None:
        found = group_exposure_by_simulation(groups, dealing, chance, shoes=SHOES)
        record["exposure"] = exposure_record(found)
    return record


def linear_count_record(effects: Effects, dealing: Dealing, count: Count) -> CountRecord:
    """A count against any wager, whose edge is taken for linear in the cards left."""
    labels, tags = tag_groups(count)
    record = _tags_record(count)
    if len(tags) <= GROUPS_MAX:
        record["exposure"] = exposure_record(exposure(linear_groups(effects, labels), dealing))
    return record


def _tags_record(count: Count) -> CountRecord:
    return {
        "level": count.level,
        "by": CountBy.RANK.value,
        "tags": count.tags,
        "betting_correlation": count.betting_correlation,
        "search": "every balanced choice of tags of this level",
    }


def _suit_record(offer: Offer, shoe: Counter[Card], dealing: Dealing) -> ExposureRecord | None:
    """The exposure to players who keep track of the four suits, where the suits are alike."""
    if not is_on_a_deal(plan_of(offer)):
        return None
    groups = groups_of(offer, shoe, {card: SUITS.index(card.suit) for card in shoe})
    return exposure_record(exposure(groups, dealing)) if groups.is_symmetric else None


def exposure_record(found: Exposure) -> ExposureRecord:
    """An exposure as plain data."""
    return {
        "bet_frequency_percent": percent(found.bet_frequency),
        "average_edge_percent": percent(found.average_edge),
        "units_per_100": float(found.units_per_100),
        "standard_error": found.standard_error,
        "assumptions": list(found.assumptions),
    }
