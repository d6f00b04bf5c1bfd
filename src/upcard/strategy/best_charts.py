"""Build the chart that players print: the best total-dependent play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final

from upcard.game.decisions import Decision
from upcard.game.features import features_on
from upcard.game.signs import LETTERS
from upcard.notation.charts import UPCARDS, Cell, Chart
from upcard.odds.play.solver import PlayValue, play_value
from upcard.rules.schema import Rules
from upcard.strategy.cell_worths import Weighed, weighed_cells
from upcard.strategy.policies import action_of, chart_plan, letter_of

_CARDS: Final = range(3, 10)
EQUAL: Final = 1e-13
"""A longer cell is taken only if it brings more than this, in first wagers a round."""
ROUNDS_MAX: Final = 4
_VALUE_OF: Final = {letter: value for value in range(1, 11) for letter in [letter_of(value)]}


def chart_of(play: PlayValue, rules: Rules) -> Chart:
    """The chart nearest to *play*: in each cell, what is best for all its hands together."""
    counts_cards = bool(play.facts.special_pays or play.facts.house.winning_cards)
    cells = weighed_cells(play)
    chart = Chart(comments=[f"# {note}" for note in notes_of(rules)], rules=rules.name)
    for label in dict.fromkeys(label for label, _ in cells):
        row = [cells.get((label, _VALUE_OF[upcard])) for upcard in UPCARDS]
        chart.rows[label] = tuple(
            best_cell(found.values(), counts_cards=counts_cards) if found else Cell("S")
            for found in row
        )
    return chart


def notes_of(rules: Rules) -> list[str]:
    """What a reader must know of a game's features to play by its chart."""
    return [note for feature in features_on(rules).values() for note in feature.chart_notes()]


def best_cell(moments: Iterable[Weighed], *, counts_cards: bool) -> Cell:
    """The cell that brings most over *moments*; of equals, the one that is written shortest."""
    asked = list(moments)
    letters = sorted({LETTERS[max(each.brings, key=lambda a: each.brings[a])] for each in asked})
    if len(letters) == 1:
        return Cell(letters[0])
    alike, best, brought = _seen_alike(asked), Cell("S"), -float("inf")
    for cell in sorted(_candidates(letters, counts_cards), key=lambda each: len(str(each))):
        brings = sum(
            worths[action_of(cell, cards, legal)] for (cards, legal), worths in alike.items()
        )
        if brings > brought + EQUAL:
            best, brought = cell, brings
    return best


def _seen_alike(
    asked: list[Weighed],
) -> dict[tuple[int, tuple[Decision, ...]], dict[Decision, float]]:
    """What decisions bring, by all that a cell looks at: how many cards, and what is legal."""
    found: dict[tuple[int, tuple[Decision, ...]], dict[Decision, float]] = {}
    for each in asked:
        brings = found.setdefault((each.moment.cards, each.moment.legal), {})
        for action, brought in each.brings.items():
            brings[action] = brings.get(action, 0.0) + brought
    return found


def _candidates(letters: list[str], counts_cards: bool) -> Iterator[Cell]:
    """Cells made of decisions that are the best one in some moment."""
    for choice in letters:
        yield Cell(choice)
        for other in letters:
            if choice != other:
                yield Cell(choice, None, other.lower())
    if counts_cards:
        for choice, other, until in product(letters, letters, _CARDS):
            if choice != other:
                yield Cell(choice, until, other.lower())


def best_chart(
    rules: Rules, decks: int, *, wager_cents: int | None = None
) -> tuple[Chart, PlayValue]:
    """
    The best total-dependent chart, and what it is worth exactly.

    It starts from the composition-dependent best and is then weighed against itself, until no
    cell changes: a hand is hit knowing that the chart plays it on.
    """
    play = play_value(rules, decks, wager_cents=wager_cents)
    chart = chart_of(play, rules)
    worth = play_value(rules, decks, wager_cents=wager_cents, plan=chart_plan(chart))
    for _ in range(ROUNDS_MAX):
        better = chart_of(worth, rules)
        if better.rows == chart.rows:
            break
        after = play_value(rules, decks, wager_cents=wager_cents, plan=chart_plan(better))
        if after.ev <= worth.ev:
            break
        chart, worth = better, after
    return chart, worth
