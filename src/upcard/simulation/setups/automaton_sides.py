"""Side wagers as tables: paths that tell the lines they get, laid out for lanes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import accumulate
from math import prod
from operator import mul
from typing import Final, NamedTuple

import numpy as np

from upcard.game import hands
from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.layout import Bytes, Halves, Integers
from upcard.simulation.setups.packed_games import Packed
from upcard.simulation.setups.side_judgements import side_path, waits_for_third
from upcard.simulation.setups.side_paths import (
    Path,
    PathStage,
    joined,
    joined_if_quick,
    laid_out,
    small_tables,
    stages_of,
)

WATCHED: Final = {
    lay.WATCH_DEALERS: lay.DEALER_ROW,
    lay.WATCH_SUITS: lay.SUITS_ROW,
    lay.WATCH_REDS: lay.REDS_ROW,
    lay.WATCH_THIRDS: lay.THIRD_ROW,
    lay.WATCH_LONE: lay.LONE_ROW,
    lay.WATCH_CLASSES: lay.CLASS_ROW,
    lay.WATCH_FIVES: lay.FIVE_ROWS,
    lay.WATCH_OTHERS: lay.OTHER_ROWS,
}
"""The rows that lanes fill only where a side wager looks at them."""
JOINT_MAX: Final = 1 << 16
"""How many verdicts of all paths together are counted: as many as 16 bits can tell apart."""


class SideTables(NamedTuple):
    """The side wagers of a setup, path by path, as an automaton has them."""

    sides: Integers
    columns: Bytes
    verdicts: Halves
    members: Integers
    lines: Bytes
    path_pays: Integers


def with_sides(pack: Packed, found: Automaton) -> Automaton:
    """*found*, which knows its classes, with side wagers and what lanes must watch for them."""
    sides = range(len(pack.setup.sides))
    paths = joined_paths(side_path(pack, found, side) for side in sides)
    _fill_watched(pack, found, paths)
    found.numbers[lay.PATHS], found.numbers[lay.MEMBERS] = len(paths), len(sides)
    found.numbers[lay.JOINT_VERDICTS] = _joint_verdicts(paths)
    tables = _side_tables(pack, paths)
    if found.numbers[lay.WATCHES] & lay.WATCH_LONE:
        found.numbers[lay.THIRDS_AT] = tables.verdicts.size
        waiting = waits_for_third(pack).astype(np.uint32)
        tables = tables._replace(verdicts=np.concatenate((tables.verdicts, waiting)))
    return found._replace(**tables._asdict())


def joined_paths(paths: Iterable[Path]) -> list[Path]:
    """Paths in as few as are quickly looked up, or as few as can be where they tell too much."""
    paths = sorted(paths, key=lambda each: (each.is_small, len(each.steps), each.size))
    found = _as_few(paths, joined_if_quick)
    return found if _joint_verdicts(found) else _as_few(paths, joined)


def _as_few(paths: Iterable[Path], joined: Callable[[Path, Path], Path | None]) -> list[Path]:
    """Paths in as few as can be joined."""
    found: list[Path] = []
    for path in paths:
        for place, other in enumerate(found):
            if both := joined(other, path):
                found[place] = both
                break
        else:
            found.append(path)
    return found


def _strides(paths: list[Path]) -> list[int]:
    """How far the verdicts of each path are apart; 1 where those of all are too many to count."""
    if not _joint_verdicts(paths):
        return [1] * len(paths)
    return [*accumulate((len(path.kinds) for path in paths), mul, initial=1)][: len(paths)]


def _side_tables(pack: Packed, paths: list[Path]) -> SideTables:
    """Paths as arrays; before the tables of the first lies one entry that nobody looks at."""
    tables, numbers, pays = [np.zeros(1, np.uint32)], list[int](), list[Integers]()
    columns, start, lines, first = list[Bytes](), 1, 0, 0
    for path, stride in zip(paths, _strides(paths), strict=True):
        stages = stages_of(path)
        looks = [look for stage in stages for look in stage.looks]
        numbers += (start, len(looks), len(columns), len(path.kinds), stride)
        numbers += (sum(map(len, pays)), lines, first, len(path.members))
        columns += (look.columns for look in looks)
        numbers += (len(columns) if path.is_small else 0, *_look_numbers(stages))
        columns += small_tables(stages) if path.is_small else ()
        tables.append(laid_out(stages, start, stride))
        pays.append(
            pack.tables.side_pays[np.array(path.members) * at.VERDICTS + path.kinds].sum(axis=1)
        )
        start, lines = start + tables[-1].size, lines + path.kinds.size
        first += len(path.members)
    return SideTables(
        sides=np.array(numbers, np.int64),
        columns=_padded(columns),
        verdicts=np.concatenate(tables),
        members=np.array([side for path in paths for side in path.members], np.int64),
        lines=np.concatenate((np.zeros(0, np.uint8), *(path.kinds.T.ravel() for path in paths))),
        path_pays=np.concatenate((np.zeros(0, np.int64), *pays)),
    )


def _look_numbers(stages: tuple[PathStage, ...]) -> list[int]:
    """The numbers of all looks of a path: see `automaton_layout`."""
    numbers = [
        number
        for stage in stages
        for look in stage.looks
        for number in (look.row, look.factor, look is stage.looks[-1])
    ]
    room = lay.LOOKS_MAX * lay.LOOK_NUMBERS - len(numbers)
    assert room >= 0, "a path has room for all its looks"
    return numbers + [0] * room


def _padded(tables: list[Bytes]) -> Bytes:
    """Tables of `LARGE` entries each, one after the other."""
    found = np.zeros((len(tables), lay.LARGE), np.uint8)
    for place, table in enumerate(tables):
        found[place, : table.size] = table
    return found.ravel()


def _joint_verdicts(paths: list[Path]) -> int:
    """How many verdicts all paths have together; 0 where there are none, or too many to count."""
    together = prod(len(path.kinds) for path in paths)
    return together if paths and together <= JOINT_MAX else 0


def _fill_watched(pack: Packed, found: Automaton, paths: list[Path]) -> None:
    """What lanes watch, and under which up cards the dealer draws for a wager."""
    rows = {step.row for path in paths for step in path.steps}
    found.numbers[lay.WATCHES] = sum(bit for bit, row in WATCHED.items() if row in rows)
    found.numbers[lay.THIRD_BESIDE_TWO] = pack.setup.game.house.third_card_beside_two_only
    drawn = pack.tables.settings.played_out
    for points in range(1, 11):
        place = lay.DRAWN_FOR_WAGERS * lay.SMALL + hands.state_after(0, points)
        found.small[place] = drawn >> points & 1
    for spot in range(pack.setup.spots):
        partner = _other_spot(pack.tables.players.tolist(), spot)
        found.small[lay.PARTNERS * lay.SMALL + spot] = 0 if partner is None else partner + 1


def _other_spot(players: list[int], spot: int) -> int | None:
    """The second spot of a pair whose first is *spot*, as tables pair a player's spots."""
    own = [place for place, player in enumerate(players) if player == players[spot]]
    number = own.index(spot)
    return own[number + 1] if number % 2 == 0 and number + 1 < len(own) else None
