"""What a hand does, as tables: its row by what it is, its column by the up card, then the code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Final

from upcard.game import decisions, hands
from upcard.game.house import House
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
    at.ZAP: lay.ASKED | lay.ZAP << lay.END_SHIFT,
    at.DOUBLE: lay.ASKED | lay.DRAWS | lay.RUNG,
    at.FREE_DOUBLE: lay.ASKED | lay.DRAWS | 2 * lay.RUNG,
}
"""What a hand does after each decision, as one byte."""
BUST: Final = lay.BUST << lay.END_SHIFT
NATURAL: Final = lay.NATURAL << lay.END_SHIFT
MANY_CARDS: Final = lay.MANY_CARDS << lay.END_SHIFT
MANY_CARD_21: Final = lay.MANY_CARD_21 << lay.END_SHIFT
SPLIT: Final = CODES[at.SPLIT]
VALUES: Final = range(1, 11)
NOBODY: Final = 0
"""In place of an up card: the dealer has shown a natural, and nobody is asked."""
PAIR: Final = 1 << 8
"""A pair of cards with this code, in place of a hand."""

Row = dict[int, int]
"""What a hand does under each up card that it can meet; the others do not matter."""
Layer = dict[int, Row]


def sides_of(house: House) -> list[int]:
    """The sides that hands of a game can be on."""
    found = [lay.DEALT, lay.AFTER_SPLIT]
    found += [lay.FUNDED] if house.free_splits_max else []
    return [*found, lay.ZAPPED] if house.zap_totals else found


def stakes_of(house: House) -> list[int]:
    """What the rungs of a hand mean: its stakes, as kernels number them."""
    doubles = list(range(house.doubles_max + 1))
    return [*doubles, 1 + at.FREE_DOUBLES] if house.free_double_totals else doubles


def fill_decisions(pack: Packed, found: Automaton) -> None:
    """Fill the tables of decisions, for each side that hands can be on."""
    paths = [_Paths(pack, up) for up in VALUES]
    for side in sides_of(pack.setup.game.house):
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
        self.stakes, self.sides = stakes_of(self.house), sides_of(self.house)
        self.all_tops = _all_tops(self.stakes)
        self._explore_dealt(lay.DEALT, at.PAIR_UNSPLIT, NATURAL)
        if lay.ZAPPED in self.sides:
            self._explore_dealt(lay.ZAPPED, at.PAIR_ZAPPED, self._zapped_natural())
        for value in VALUES:
            if self.asks_all or SPLIT in (
                self.codes[side][0].get(PAIR | _state(value)) for side in (lay.DEALT, lay.ZAPPED)
            ):
                self._explore_split(value)

    def _zapped_natural(self) -> int | None:
        """What an ace and a ten do that came for other cards, where they need not be told."""
        return MANY_CARDS if self.house.zapped_natural_is_paid else None

    def _explore_dealt(self, side: int, context: int, natural: int | None) -> None:
        for first in VALUES:
            for second in VALUES:
                code = natural if hands.is_natural(first, second) else None
                self._follow(side, 0, _state(first, second), code)
            if self.house.hands_max > 1:
                self._pair(side, context, first)

    def _explore_split(self, value: int) -> None:
        for side in (one for one in self.sides if one in (lay.AFTER_SPLIT, lay.FUNDED)):
            if decisions.is_one_card_ace(self.house, 1, value):
                self._pair(side, at.PAIR_ONE_CARD_ACES, value)
                continue
            self._pair(side, at.PAIR_SPLIT, value)
            for second in VALUES:
                self._follow(side, 0, _state(value, second), None)

    def _pair(self, side: int, context: int, value: int) -> None:
        """Two cards that may be split, and what comes of them where they are not."""
        code = CODES[int(self.tables.pairs[context * 100 + (self.up - 1) * 10 + value - 1])]
        self.codes[side][0][PAIR | _state(value)] = code
        self._go_on(side, 0, _state(value, value), code)

    def _follow(self, side: int, layer: int, hand: int, code: int | None) -> None:
        seen = self.codes[side][layer]
        if hand in seen:
            return
        seen[hand] = self._told(side, layer, hand) if code is None else code
        self._go_on(side, layer, hand, seen[hand])

    def _told(self, side: int, layer: int, hand: int) -> int:
        rung, state = divmod(hand, lay.RUNG)
        if hands.points_of(state) > hands.TWENTY_ONE:
            return BUST
        total = hands.total_of(state)
        if decisions.has_many_cards(self.house, total, layer + 2, self.stakes[rung] & 3):
            return MANY_CARD_21 if total == hands.TWENTY_ONE else MANY_CARDS
        place = side * at.PER_SIDE + (self.up - 1) * at.PER_UPCARD
        place += self.stakes[rung] * at.PER_DOUBLE + layer * at.STATES + state
        return CODES[int(self.tables.decisions[place])]

    def _go_on(self, side: int, layer: int, hand: int, code: int) -> None:
        if code == BUST or not (code & lay.DRAWS or (self.asks_all and code & lay.ASKED)):
            return
        rung, state = divmod(hand, lay.RUNG)
        following = min(layer + 1, lay.LAYERS - 1)
        seen = self.codes[side][following]
        for top in self._tops(rung, code):
            for after in _states_after(state):
                drawn = top * lay.RUNG + after
                if drawn not in seen:
                    self._follow(side, following, drawn, None)

    def _tops(self, rung: int, code: int) -> Iterable[int]:
        """The rungs that a hand may be on with its next card."""
        return self.all_tops[rung] if self.asks_all else (rung + code // lay.RUNG,)


def _all_tops(stakes: list[int]) -> list[list[int]]:
    """By rung: where a hand may be with one more card, whatever it decides."""
    return [
        [
            rung,
            *(
                top
                for top, after in enumerate(stakes)
                if after & 3 == (before & 3) + 1 and (top == rung + 1 or rung == 0)
            ),
        ]
        for rung, before in enumerate(stakes)
    ]


@cache
def _states_after(state: int) -> tuple[int, ...]:
    """What one more card makes of a hand, by its value."""
    return tuple(hands.state_after(state, value) for value in VALUES)


def _state(*values: int) -> int:
    state = 0
    for value in values:
        state = hands.state_after(state, value)
    return state


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
    place = side * lay.PER_SIDE + layer
    start = (lay.CODES + place) * lay.LARGE
    for up, entries in by_column.items():
        for row, code in entries.items():
            found.large[start + row * width + columns[up]] = code
        column = (lay.COLUMNS + side * lay.LAYERS + layer) * lay.SMALL
        found.small[column + _state(*(up,) * (up > 0))] = columns[up]
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
