"""Playing by a chart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from upcard.cards import Card
from upcard.notation.charts import Cell, Chart, cards_label
from upcard.table.decisions import Decision
from upcard.table.rounds import Hand

_MEANS: Final = {
    "H": (Decision.HIT,),
    "S": (Decision.STAND,),
    "D": (Decision.DOUBLE,),
    "P": (Decision.SPLIT,),
    "R": (Decision.SURRENDER, Decision.RESCUE),
}
_OTHERWISE: Final = {"H": "S", "S": "H", "D": "H", "P": "H", "R": "H"}
"""What a cell without a fallback means where its choice is not allowed."""


class ChartError(LookupError):
    """A hand that a chart says nothing about."""


def value_of(card: Card) -> str:
    """A card's column or row in a chart: every ten-value card is T."""
    return "T" if card.points == 10 else card.rank


def follow(chart: Chart, hand: Hand, upcard: Card, legal: Sequence[Decision]) -> Decision:
    """What *chart* says to do with *hand*, out of what is *legal*."""
    for label in _labels(hand, legal):
        cell = chart.cell(label, value_of(upcard))
        if cell is not None:
            return _decision(cell, hand, legal)
    raise ChartError(f"the chart has no row for {hand.total} against {value_of(upcard)}")


def _labels(hand: Hand, legal: Sequence[Decision]) -> list[str]:
    """The rows that may speak for *hand*, the most particular first."""
    total = str(hand.total)
    if hand.doubles:
        return [f"doubled {total}"]
    if Decision.SPLIT in legal:
        return [f"pair {value_of(hand.cards[0])}", total]
    if len(hand.cards) == 2:
        return [cards_label(*map(value_of, hand.cards)), total]
    return [total]


def _decision(cell: Cell, hand: Hand, legal: Sequence[Decision]) -> Decision:
    letters = [cell.choice]
    if cell.until_cards is not None and len(hand.cards) >= cell.until_cards:
        letters = []
    letters.append((cell.otherwise or _OTHERWISE[cell.choice]).upper())
    for letter in letters:
        for decision in _MEANS[letter]:
            if decision in legal:
                return decision
    return Decision.STAND
