"""What a table of several spots, its shoe and its counters need, as numbers and tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from upcard.game import hands
from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.envying_players import envying_others
from upcard.simulation.setups.automaton_ends import closed_ends
from upcard.simulation.setups.hand_outcomes import STILL_IN
from upcard.simulation.setups.packed_games import Packed

TAG_MAX: Final = 64
"""A whole shoe of such cards still has a running count of 16 bits."""


def count_misfits(pack: Packed) -> Iterator[str]:
    """What lanes do not count, as part of a sentence."""
    for rank, tag in pack.setup.count.items():
        if abs(tag) > TAG_MAX:
            yield f"{rank} counts {tag}: write -{TAG_MAX} to {TAG_MAX}"


def fill_spots(pack: Packed, found: Automaton) -> None:
    """Fill in spots, cut card, count, insurance and envy."""
    settings, tags = pack.tables.settings, pack.tables.tags
    found.numbers[lay.SPOTS] = settings.spots
    found.numbers[lay.CUT] = settings.cut
    found.numbers[lay.COUNT_TABLE] = settings.true_count_table
    found.numbers[lay.INSURANCE_STAKE] = settings.insurance_stake
    found.numbers[lay.INSURANCE_WIN] = settings.insurance_win
    found.numbers[lay.ENVY] = settings.envy
    found.numbers[lay.IS_ENVIED] = settings.is_envied and settings.spots > 1
    for card in range(tags.size and settings.types):
        found.small[lay.TAGS * lay.SMALL + card] = int(tags[card // 4]) % 256
    _fill_insurance(pack, found)
    _fill_envies(pack, found)


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
    for end, outcome in {0: None, **closed_ends(pack.setup.game.house)}.items():
        is_still_in = outcome is None or outcome in STILL_IN
        place = lay.STILL_IN * lay.SMALL + (end << lay.END_SHIFT)
        found.small[place] = is_still_in or not settings.envy_to_players_still_in
    for winner in range(settings.spots):
        start = lay.ENVIES * lay.SMALL + winner * lay.ENVIED_BY
        for envying in range(lay.ENVIED_BY):
            others = envying_others(
                settings.spots, players, winner, envying, settings.envy_per_spot
            )
            found.small[start + envying] = others
