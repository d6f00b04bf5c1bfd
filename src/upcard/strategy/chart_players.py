"""Playing by a chart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from upcard.cards import Card
from upcard.game.decisions import Decision
from upcard.game.signs import MEANT_BY
from upcard.game.stakes import Laid
from upcard.hand_values import Total
from upcard.notation.charts import Cell, Chart, cards_label
from upcard.problems import UpcardError
from upcard.table.rounds import Hand

Choice = TypeVar("Choice", bound=str)
"""A decision at the table or an action of the solver: both are called by the same words."""

_OTHERWISE: Final = dict.fromkeys(MEANT_BY, "H") | {"H": "S"}
"""What a cell without a fallback means where its choice is not allowed."""


class ChartError(UpcardError, LookupError):
    """A hand that a chart says nothing about."""

    code = "chart-incomplete"


def value_of(card: Card) -> str:
    """A card's column or row in a chart: every ten-value card is T."""
    return "T" if card.points == 10 else card.rank


def follow(chart: Chart, hand: Hand, upcard: Card, legal: Sequence[Decision]) -> Decision:
    """What *chart* says to do with *hand*, out of what is *legal*."""
    values = [value_of(card) for card in hand.cards]
    labels = labels_of(hand.total, laid=hand.laid, values=values, may_split=Decision.SPLIT in legal)
    return chosen(cell_in(chart, labels, value_of(upcard)), len(values), legal)


def labels_of(
    total: Total, *, laid: Laid, values: Sequence[str] = (), may_split: bool = False
) -> list[str]:
    """The rows that may speak for a hand, the most particular first."""
    if laid.doubles:
        return [f"doubled {total}"]
    if laid.is_funded and not may_split:
        return [f"free {total}", str(total)]
    if may_split:
        return [f"pair {values[0]}", str(total)]
    if len(values) == 2:
        return [cards_label(*values), str(total)]
    return [str(total)]


def cell_in(chart: Chart, labels: Sequence[str], upcard: str) -> Cell:
    """The cell of the first of these rows that the chart has."""
    for label in labels:
        cell = chart.cell(label, upcard)
        if cell is not None:
            return cell
    raise ChartError(f"the chart has no row for {labels[-1]} against {upcard}")


def chosen(cell: Cell, cards: int, legal: Sequence[Choice]) -> Choice:
    """The decision of *cell* for this many cards, among the *legal* ones; standing always is."""
    letters = [(cell.otherwise or _OTHERWISE[cell.choice]).upper()]
    if cell.until_cards is None or cards < cell.until_cards:
        letters.insert(0, cell.choice)
    words = [word for letter in letters for word in MEANT_BY[letter]]
    return next(choice for word in (*words, "stand") for choice in legal if choice == word)
