"""Each kernel judge gives what its judge in `upcard.wagers` gives, on all inputs."""

from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import TypeVar

import numpy as np
import pytest
from numpy.typing import NDArray

from upcard.rules.families import FAMILIES, CardPlace
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.kernel_replays import judge_all
from upcard.wagers.judges import JUDGES
from upcard.wagers.matches import OUTCOMES as MATCHES

Value = TypeVar("Value", np.uint8, np.int32)

TYPES = 52
BRIDGED = "straights_over_missing_ten"
SUITS = tuple(range(4))

Renamings = list[tuple[int, ...]]
SPADES_STAY: Renamings = [suits for suits in permutations(SUITS) if suits[0] == 0]
DIAMONDS_AND_COLOURS_STAY: Renamings = [(0, 1, 2, 3), (3, 1, 2, 0)]
COLOURS_STAY: Renamings = [
    suits for suits in permutations(SUITS) if (suits[0] in (0, 3)) == (suits[3] in (0, 3))
]
KEEPS: dict[str, Renamings] = {
    "kings-bounty": SPADES_STAY,
    "four-of-a-kind": COLOURS_STAY,
    "three-7s-player": DIAMONDS_AND_COLOURS_STAY,
    "three-7s-upcard": DIAMONDS_AND_COLOURS_STAY,
    "push-22": COLOURS_STAY,
}
"""Ways to rename suits that cannot change what cards are; every way, where a family is not here."""


def kernel_lines(family: str, reading: int, missing_last: bool = False) -> NDArray[np.uint8]:
    """The lines that the kernel gives to all ordered card types the family sees."""
    sees = FAMILIES[family].sees_for(FAMILIES[family].lines)
    seen = len(sees) - missing_last
    places = [list(CardPlace).index(place) for place in sees][:seen]
    lines = np.zeros(TYPES**seen, np.uint8)
    judge_all(at.FAMILY_ORDER.index(family), reading, np.array(places, np.int64), TYPES, lines)
    return lines.reshape((TYPES,) * seen)


def firsts_of_orbits(shape: tuple[int, ...], renamings: list[tuple[int, ...]]) -> NDArray[np.bool_]:
    """Of all inputs that a renaming of suits makes of each other, the first."""
    numbers = np.arange(np.prod(shape), dtype=np.int32).reshape(shape)
    is_first = np.ones(shape, np.bool_)
    for suits in renamings:
        is_first &= numbers <= renamed(numbers, suits)
    return is_first


def renamed(values: NDArray[Value], suits: tuple[int, ...]) -> NDArray[Value]:
    """*values* of the inputs with their suits renamed."""
    types = np.array([card // 4 * 4 + suits[card % 4] for card in range(TYPES)])
    for axis in range(values.ndim):
        values = values.take(types, axis)
    return values


def inputs() -> Iterator[tuple[str, str, bool]]:
    """Every family with every reading, and without the last card where it may be missing."""
    for name, family in FAMILIES.items():
        # The other readings are not the judge's: they say what a line pays.
        for answer in family.readings.get(BRIDGED, ("no",)):
            yield name, answer, False
        if CardPlace.THIRD in family.sees or family.needs_finished_dealer:
            yield name, "no", True


@pytest.mark.parametrize(("family", "bridged", "missing"), list(inputs()))
def test_a_kernel_judge_is_its_wagers_judge_on_all_inputs(
    family: str, bridged: str, missing: bool
) -> None:
    lines = kernel_lines(family, int(bridged == "yes"), missing)
    renamings = KEEPS.get(family) or list(permutations(SUITS))
    is_first = firsts_of_orbits(lines.shape, renamings)
    names = tuple(MATCHES.values()) if family.startswith("match-") else FAMILIES[family].lines
    cards = [at.card_of(number) for number in range(TYPES)]
    judge = JUDGES[family]

    for suits in renamings:
        assert (renamed(lines, suits) == lines).all()
    for place in zip(*np.nonzero(is_first), strict=True):
        fits = judge([cards[number] for number in place], {BRIDGED: bridged})
        mask = lines[place]
        assert {name for bit, name in enumerate(names) if mask >> bit & 1} == fits


def test_the_kernel_judges_a_dealer_s_long_hand_as_the_wager_does() -> None:
    rng, cards = Random(22), [at.card_of(number) for number in range(TYPES)]
    places = [list(CardPlace).index(place) for place in FAMILIES["push-22"].sees]
    family = FAMILIES["push-22"]
    lines = np.zeros(TYPES**4, np.uint8)
    judge_all(at.PUSH_22, 0, np.array([*places, places[-1]], np.int64), TYPES, lines)
    table = lines.reshape((TYPES,) * 4)
    hands = [tuple(rng.choices(range(TYPES), k=4)) for _ in range(60_000)]
    hands += [tuple(4 * (number // 4) + hand[0] % 4 for number in hand) for hand in hands]

    seen = set()
    for hand in hands:
        dealers = [cards[number] for number in hand]
        if sum(card.points for card in dealers) > 26:
            continue  # No dealer's hand goes that far.
        fits = JUDGES["push-22"](dealers, {})
        seen.add(fits)
        mask = int(table[hand])
        assert {name for bit, name in enumerate(family.lines) if mask >> bit & 1} == fits
    assert len(seen) == 4  # Suited, one colour, any other 22, and nothing.


def test_the_families_of_kernel_and_rules_are_the_same() -> None:
    assert tuple(FAMILIES) == at.FAMILY_ORDER
