"""The game-protection report: effects of removal, the best counts, and what they would win."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from upcard.cards import SUITS, Card
from upcard.odds.counts import Count, CountBy, best_count
from upcard.odds.exposures import Dealing, Exposure, exposure, groups_of, tag_groups
from upcard.odds.figure_texts import fraction, percent
from upcard.odds.meter_growth import Chance
from upcard.odds.procedures import USUAL, Procedure
from upcard.odds.removals import Effects, effects_of_removal
from upcard.odds.simulated import group_exposure_by_simulation
from upcard.wagers import Offer

Record = dict[str, Any]

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
) -> Record:
    """
    What a counter could do to *offer*, as plain data; meters count as empty.

    Exposures are exact where a sum over all subsets is feasible; the others are simulated with
    *chance*, and have a standard error; without *chance* they are left out. So are those of wagers
    on the dealer's finished hand, which takes no fixed number of cards.
    """
    effects = effects_of_removal(offer, shoe, procedure.played_out)
    counts = [best_count(effects, level) for level in LEVELS]
    return {
        "wager": offer.name,
        "paytable": offer.paytable,
        "cards": shoe.total(),
        "house_edge": fraction(-effects.edge),
        "house_edge_percent": percent(-effects.edge),
        "effects_of_removal": _effects_record(effects),
        "counts": [_count_record(offer, shoe, dealing, count, chance) for count in counts if count],
        "suit_count": _suit_record(offer, shoe, dealing),
    }


def _effects_record(effects: Effects) -> Record:
    """By rank; where suits matter, by card too."""
    record: Record = {"by_rank": {rank: percent(e) for rank, e in effects.by_rank.items()}}
    if effects.suits_matter:
        record["by_card"] = {str(card): percent(e) for card, e in effects.by_card.items()}
    return record


def _count_record(
    offer: Offer, shoe: Counter[Card], dealing: Dealing, count: Count, chance: Chance | None
) -> Record:
    labels, tags = tag_groups(count)
    record: Record = {
        "level": count.level,
        "by": CountBy.RANK.value,
        "tags": count.tags,
        "betting_correlation": count.betting_correlation,
        "search": "every balanced choice of tags of this level",
    }
    if offer.family.needs_finished_dealer:
        return record
    groups = groups_of(offer, shoe, labels)
    if len(tags) <= GROUPS_MAX:
        record["exposure"] = exposure_record(exposure(groups, dealing))
    elif chance is not None:
        found = group_exposure_by_simulation(groups, dealing, chance, shoes=SHOES)
        record["exposure"] = exposure_record(found)
    return record


def _suit_record(offer: Offer, shoe: Counter[Card], dealing: Dealing) -> Record | None:
    """The exposure to players who keep track of the four suits, where the suits are alike."""
    if offer.family.needs_finished_dealer:
        return None
    groups = groups_of(offer, shoe, {card: SUITS.index(card.suit) for card in shoe})
    return exposure_record(exposure(groups, dealing)) if groups.is_symmetric else None


def exposure_record(found: Exposure) -> Record:
    """An exposure as plain data."""
    return {
        "bet_frequency_percent": percent(found.bet_frequency),
        "average_edge_percent": percent(found.average_edge),
        "units_per_100": float(found.units_per_100),
        "standard_error": found.standard_error,
        "assumptions": list(found.assumptions),
    }
