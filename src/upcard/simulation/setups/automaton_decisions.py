"""What a hand does, as tables: its row by what it is, its column by the up card, then the code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from upcard.game import decisions, hands
from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.problems import DoesNotFit
from upcard.simulation.setups.packed_games import Packed

CODES: Final = {
    at.STAND: lay.ASKED,
    at.FORCED: 0,
    at.SURRENDER: lay.ASKED | lay.SURRENDERED << lay.END_SHIFT,
    at.RESCUE: lay.ASKED | lay.RESCUED << lay.END_SHIFT,
    at.SPLIT: lay.ASKED | lay.SPLIT << lay.END_SHIFT,
    at.HIT: lay.ASKED | lay.DRAWS,
    at.DOUBLE: lay.ASKED | lay.DRAWS | lay.RUNG,
}
"""What a hand does after each decision, as one byte."""
BUST: Final = lay.BUST << lay.END_SHIFT
NATURAL: Final = lay.NATURAL << lay.END_SHIFT
SPLIT: Final = CODES[at.SPLIT]
VALUES: Final = range(1, 11)
NOBODY: Final = 0
"""In place of an up card: the dealer has shown a natural, and nobody is asked."""
PAIR: Final = 1 << 8
"""A pair of cards with this code, in place of a hand."""

Row = dict[int, int]
"""What a hand does under each up card that it can meet; the others do not matter."""
Layer = dict[int, Row]


def fill_decisions(pack: Packed, found: Automaton) -> None:
    """Fill the tables of decisions, for hands as dealt and hands of a split."""
    paths = [_Paths(pack, up) for up in VALUES]
    for side in range(lay.SIDES):
        for layer in range(lay.LAYERS):
            rows: Layer = {}
            for path in paths:
                for hand, code in path.codes[side][layer].items():
                    rows.setdefault(hand, {})[path.up] = code
            if (side, layer) == (lay.DEALT, 0):
                _add_nobody(rows)
            _fill_layer(found, side, layer, rows)


def _add_nobody(rows: Layer) -> None:
    """Where a dealer's natural has ended the round, a natural is one, and nothing else is done."""
    for row in rows.values():
        row[NOBODY] = NATURAL if NATURAL in row.values() else 0


class _Paths:
    """Everything that hands can come to against one up card, by side, layer and hand."""

    def __init__(self, pack: Packed, up: int) -> None:
        self.tables, self.house, self.up = pack.tables, pack.setup.game.house, up
        self.asks_all = pack.setup.chart is None
        self.codes: list[list[dict[int, int]]] = [
            [{} for _ in range(lay.LAYERS)] for _ in range(lay.SIDES)
        ]
        self._explore_dealt()
        for value in VALUES:
            if self.asks_all or self.codes[lay.DEALT][0].get(PAIR | _state(value)) == SPLIT:
                self._explore_split(value)

    def _explore_dealt(self) -> None:
        for first in VALUES:
            for second in VALUES:
                self._follow(lay.DEALT, 0, _state(first, second), hands.is_natural(first, second))
            if self.house.hands_max > 1:
                self._pair(lay.DEALT, at.PAIR_UNSPLIT, first)

    def _explore_split(self, value: int) -> None:
        if decisions.is_one_card_ace(self.house, 1, value):
            self._pair(lay.AFTER_SPLIT, at.PAIR_ONE_CARD_ACES, value)
            return
        self._pair(lay.AFTER_SPLIT, at.PAIR_SPLIT, value)
        for second in VALUES:
            self._follow(lay.AFTER_SPLIT, 0, _state(value, second), False)

    def _pair(self, side: int, context: int, value: int) -> None:
        """Two cards that may be split, and what comes of them where they are not."""
        code = _code(self.tables.pairs[context * 100 + (self.up - 1) * 10 + value - 1])
        self.codes[side][0][PAIR | _state(value)] = code
        self._go_on(side, 0, _state(value, value), code)

    def _follow(self, side: int, layer: int, hand: int, is_natural: bool) -> None:
        seen = self.codes[side][layer]
        if hand in seen:
            return
        seen[hand] = NATURAL if is_natural else self._told(side, layer, hand)
        self._go_on(side, layer, hand, seen[hand])

    def _told(self, side: int, layer: int, hand: int) -> int:
        rung, state = divmod(hand, lay.RUNG)
        if hands.points_of(state) > hands.TWENTY_ONE:
            return BUST
        place = side * at.PER_SIDE + (self.up - 1) * at.PER_UPCARD
        place += rung * at.PER_DOUBLE + layer * at.STATES + state
        return _code(self.tables.decisions[place])

    def _go_on(self, side: int, layer: int, hand: int, code: int) -> None:
        if code == BUST or not (code & lay.DRAWS or (self.asks_all and code & lay.ASKED)):
            return
        rung, state = divmod(hand, lay.RUNG)
        tops = range(rung, self.house.doubles_max + 1) if self.asks_all else [rung + code // 64]
        for top in tops[:2]:
            for value in VALUES:
                drawn = top * lay.RUNG + hands.state_after(state, value)
                self._follow(side, min(layer + 1, lay.LAYERS - 1), drawn, False)


def _state(*values: int) -> int:
    state = 0
    for value in values:
        state = hands.state_after(state, value)
    return state


def _code(decision: int) -> int:
    if int(decision) not in CODES:
        raise DoesNotFit("the house pays for doubles, or hands may be zapped")
    return CODES[int(decision)]


def _fill_layer(found: Automaton, side: int, layer: int, rows: Layer) -> None:
    """Number the rows and columns that differ, and fill the three tables of a layer."""
    numbers, kinds = _merged(rows)
    by_column = {
        up: {place: row[up] for place, row in enumerate(kinds) if up in row}
        for up in (NOBODY, *VALUES)
    }
    columns, _ = _merged(by_column)
    width = max(columns.values()) + 1
    if len(kinds) * width > lay.LARGE:
        raise DoesNotFit(f"its chart tells too many hands of {layer + 2} cards apart")
    place = side * lay.LAYERS + layer
    start = (lay.CODES + place) * lay.LARGE
    for up, entries in by_column.items():
        for row, code in entries.items():
            found.large[start + row * width + columns[up]] = code
        found.small[(lay.COLUMNS + place) * lay.SMALL + _state(*(up,) * (up > 0))] = columns[up]
    if (side, layer) == (lay.DEALT, 0):
        found.numbers[lay.NOBODY_PLAYS] = columns[NOBODY]
    for hand, number in numbers.items():
        if hand & PAIR:
            found.small[(lay.PAIR_ROWS + side) * lay.SMALL + hand - PAIR] = number * width
        else:
            found.large[(lay.ROWS + place) * lay.LARGE + hand] = number * width


def _merged(rows: Mapping[int, Row]) -> tuple[dict[int, int], list[Row]]:
    """Give rows that nothing tells apart one number: the number of each, and the rows they make."""
    kinds: list[Row] = []
    numbers = {}
    for key, row in sorted(rows.items(), key=lambda item: -len(item[1])):
        numbers[key] = next(_fitting(kinds, row), len(kinds))
        if numbers[key] == len(kinds):
            kinds.append({})
        kinds[numbers[key]].update(row)
    return numbers, kinds


def _fitting(kinds: Iterable[Row], row: Row) -> Iterator[int]:
    for place, kind in enumerate(kinds):
        if all(kind.get(column, code) == code for column, code in row.items()):
            yield place
