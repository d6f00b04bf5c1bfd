"""What a table of several spots, its shoe and its counters need, as numbers and tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from upcard.game import hands
from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.compilation import plain
from upcard.simulation.kernels.envy_kernels import envying_others, may_envy
from upcard.simulation.kernels.layout import Integers
from upcard.simulation.setups.automaton_ends import closed_ends
from upcard.simulation.setups.packed_games import Packed

TAG_MAX: Final = 64
"""A whole shoe of such cards still has a running count of 16 bits."""
SETTINGS: Final = {
    lay.SPOTS: at.SPOTS,
    lay.CUT: at.CUT,
    lay.COUNT_TABLE: at.TRUE_COUNT_TABLE,
    lay.INSURANCE_STAKE: at.INSURANCE_STAKE,
    lay.INSURANCE_WIN: at.INSURANCE_WIN,
    lay.ENVY: at.ENVY,
}
"""The numbers that lanes have as the setup has them."""


def count_misfits(pack: Packed) -> Iterator[str]:
    """What lanes do not count, as part of a sentence."""
    for rank, tag in pack.setup.count.items():
        if abs(tag) > TAG_MAX:
            yield f"{rank} counts {tag}, more than {TAG_MAX}"


def fill_spots(pack: Packed, found: Automaton) -> None:
    """Fill in spots, cut card, count, insurance and envy."""
    settings, tags = pack.tables.settings, pack.tables.tags
    for place, setting in SETTINGS.items():
        found.numbers[place] = settings[setting]
    for card in range(tags.size and int(found.numbers[lay.TYPES])):
        found.small[lay.TAGS * lay.SMALL + card] = int(tags[card // 4]) % 256
    _fill_insurance(pack, found)
    _fill_envies(pack, found)


def side_envies(pack: Packed) -> Integers:
    """What lines of side wagers bring the other players; empty where there is nobody else."""
    settings = pack.tables.settings
    is_paid = settings[at.SIDE_ENVY] and settings[at.SPOTS] > 1
    return pack.tables.envies if is_paid else np.zeros(0, np.int64)


def _fill_insurance(pack: Packed, found: Automaton) -> None:
    """An ace up is insured against, by hands that a dealer's natural could hurt."""
    ace = hands.state_after(0, 1)
    found.small[lay.INSURED_UPCARDS * lay.SMALL + ace] = 1
    house = pack.setup.game.house
    for end, outcome in {0: at.WIN, **closed_ends(house), lay.SPLIT: at.WIN}.items():
        wins_anyway = outcome in (at.NATURAL, at.SUITED_NATURAL) and house.natural_wins
        found.small[lay.INSURED * lay.SMALL + (end << lay.END_SHIFT)] = not wins_anyway


def _fill_envies(pack: Packed, found: Automaton) -> None:
    """Who may envy, and how many do."""
    settings, players = pack.tables.settings, pack.tables.players
    spots, per_spot = settings[at.SPOTS], settings[at.ENVY_PER_SPOT]
    for end, outcome in {0: -1, **closed_ends(pack.setup.game.house)}.items():
        felt = np.zeros(at.FELT, np.int64)
        felt[at.HAND_COUNTS] = 1
        felt[at.HAND_RECORDS] = outcome + 1 << at.CLOSED_SHIFT
        place = lay.STILL_IN * lay.SMALL + (end << lay.END_SHIFT)
        found.small[place] = plain(may_envy)(settings, felt, 0)
    for winner in range(pack.setup.spots):
        start = lay.ENVIES * lay.SMALL + winner * lay.ENVIED_BY
        for envying in range(lay.ENVIED_BY):
            others = envying_others(spots, players, winner, envying, per_spot)
            found.small[start + envying] = others
