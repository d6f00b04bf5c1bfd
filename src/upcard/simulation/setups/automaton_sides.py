"""Side wagers as tables: the line that each gets, by the cards that it looks at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from upcard.families import CardPlace
from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.compiled_judges import number_of
from upcard.simulation.kernels.kernel_replays import judge_all
from upcard.simulation.kernels.layout import Bytes, Integers
from upcard.simulation.setups.packed_games import Packed
from upcard.wagers import Offer

TYPES: Final = 4 * len(at.RANK_ORDER)
PLACES: Final = (CardPlace.FIRST, CardPlace.UPCARD, CardPlace.SECOND, CardPlace.HOLE)
"""The cards of the deal, in the order they come."""


class SideTables(NamedTuple):
    """The side wagers of a setup, those that look at the same cards together."""

    sides: Integers
    verdicts: Bytes
    members: Integers
    lines: Bytes
    group_pays: Integers
    side_pays: Integers


class _Group(NamedTuple):
    """Side wagers that look at the same cards."""

    sees: tuple[CardPlace, ...]
    members: list[int]
    kinds: Bytes
    """The lines that they get, wager by wager, as often as they differ."""
    verdicts: Bytes
    """By the cards, which of *kinds* it is."""


def side_misfits(pack: Packed) -> Iterator[str]:
    """What lanes do not play of the side wagers, as part of a sentence."""
    for name in pack.setup.sides:
        offer = pack.setup.game.offers[name]
        if offer.family.round_sight is not None:
            yield f"{name} is settled by what becomes of the hand"
        if offer.is_late:
            yield f"{name} is made on a card that is seen"
        if offer.envy and pack.setup.spots > 1:
            yield f"{name} pays the other players, too"
        if offer.family.is_on_two_hands:
            yield f"{name} looks at both hands of a player"
        elif any(place not in PLACES for place in offer.sees):
            yield f"{name} looks at cards that come after the deal"
    if pack.tables.settings[at.PARLAY_SIDE]:
        yield "winnings are moved onto the main wager"


def side_tables(pack: Packed) -> SideTables:
    """The line that each side wager gets: what its judge says to every deal."""
    groups = _groups(pack)
    numbers, verdicts, start, first = list[int](), [np.zeros(1, np.uint8)], 1, 0
    pays = np.zeros((len(groups), lay.LARGE), np.int64)
    for place, group in enumerate(groups):
        steps = {seen: TYPES**power for power, seen in enumerate(reversed(group.sees))}
        numbers += [start, *(steps.get(seen, 0) for seen in PLACES)]
        numbers += [len(group.kinds), first, len(group.members)]
        for member, lines in zip(group.members, group.kinds.T, strict=True):
            pays[place, : lines.size] += pack.tables.side_pays[member * at.VERDICTS + lines]
        verdicts.append(group.verdicts)
        start, first = start + group.verdicts.size, first + len(group.members)
    return SideTables(
        sides=np.array(numbers, np.int64),
        verdicts=np.concatenate(verdicts),
        members=np.array([side for group in groups for side in group.members], np.int64),
        lines=_padded_lines(groups),
        group_pays=pays.ravel(),
        side_pays=pack.tables.side_pays,
    )


def _padded_lines(groups: list[_Group]) -> Bytes:
    """For each member of each group, the line that each of its verdicts means."""
    rows = [np.zeros((0, lay.LARGE), np.uint8)]
    for group in groups:
        found = np.zeros((len(group.members), lay.LARGE), np.uint8)
        found[:, : len(group.kinds)] = group.kinds.T
        rows.append(found)
    return np.concatenate(rows).ravel()


def _groups(pack: Packed) -> list[_Group]:
    """Side wagers that look at the same cards together, as long as a byte tells their lines."""
    groups: list[_Group] = []
    for side, name in enumerate(pack.setup.sides):
        offer = pack.setup.game.offers[name]
        found = _verdicts(pack, side, _lines(offer))
        for place, group in enumerate(groups):
            if group.sees == offer.sees and (joined := _joined(group, side, found)):
                groups[place] = joined
                break
        else:
            groups.append(_numbered(offer.sees, [side], found[:, None]))
    return groups


def _joined(group: _Group, side: int, found: Bytes) -> _Group | None:
    """*group* with one more wager; None where a byte cannot tell all their lines."""
    rows = np.column_stack((group.kinds[group.verdicts], found))
    joined = _numbered(group.sees, [*group.members, side], rows)
    return joined if len(joined.kinds) <= lay.LARGE else None


def _numbered(sees: tuple[CardPlace, ...], members: list[int], rows: Bytes) -> _Group:
    """A group of these wagers, by the lines that they get for all cards."""
    kinds, verdicts = np.unique(rows, axis=0, return_inverse=True)
    return _Group(sees, members, kinds, verdicts.ravel().astype(np.uint8))


def _lines(offer: Offer) -> Integers:
    """The lines that all cards fit which *offer* can look at."""
    places = [list(CardPlace).index(place) for place in offer.sees]
    lines = np.zeros(TYPES ** len(places), np.int64)
    judge_all(number_of(offer.family), sum(offer.told), np.array(places, np.int64), TYPES, lines)
    return lines


def _verdicts(pack: Packed, side: int, lines: Integers) -> Bytes:
    """The first line of the paytable that is among *lines*."""
    tables = pack.tables
    paid = int(tables.sides[at.SIDE_FIELDS * side + at.PAID_LINES])
    found = np.full(lines.size, paid, np.uint8)
    for place in reversed(range(paid)):
        bit = int(tables.lines[side * at.VERDICTS + place])
        found[lines >> bit & 1 == 1] = place
    return found


assert len(PLACES) == lay.SIDE_CARDS, "a side wager has a step for each card of the deal"
