"""Fixed ways to play, each usable both by the solver and at the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from upcard.cards import Card
from upcard.game.decisions import Decision
from upcard.hand_values import Total
from upcard.notation.charts import Cell, Chart
from upcard.notation.text_lines import whole_number
from upcard.odds.play.moments import Moment, Plan
from upcard.problems import UpcardError
from upcard.strategy.chart_players import cell_in, chosen, labels_of
from upcard.strategy.enumeration import Policy
from upcard.table.rounds import Hand


def letter_of(value: int) -> str:
    """
    A card value as charts print it.

    >>> letter_of(1), letter_of(8), letter_of(10)
    ('A', '8', 'T')
    """
    return {1: "A", 10: "T"}.get(value, str(value))


def chart_plan(chart: Chart) -> Plan:
    """Play by *chart*, as `charts.follow` does at the table."""

    def plan(moment: Moment) -> Decision:
        labels = labels_of(
            Total(moment.total, moment.is_soft),
            laid=moment.laid,
            values=[letter_of(value) for value in moment.two],
            may_split=bool(moment.pair),
        )
        cell = cell_in(chart, labels, letter_of(moment.upcard))
        return action_of(cell, moment.cards, moment.legal)

    return plan


@cache
def action_of(cell: Cell, cards: int, legal: tuple[Decision, ...]) -> Decision:
    """What *cell* says to do with so many cards, out of what is legal."""
    return chosen(cell, cards, legal)


def policy_of(plan: Plan) -> Policy:
    """*plan* as a table asks for it."""

    def policy(hand: Hand, upcard: Card, legal: Sequence[Decision]) -> Decision:
        moment = Moment(
            upcard=upcard.points,
            total=hand.total.points,
            is_soft=hand.total.is_soft,
            cards=len(hand.cards),
            laid=hand.laid,
            pair=hand.cards[0].points if Decision.SPLIT in legal else 0,
            legal=tuple(legal),
            two=tuple(sorted(c.points for c in hand.cards)) if len(hand.cards) == 2 else (),
        )
        return plan(moment)

    return policy


class PolicyError(UpcardError, ValueError):
    """Text that names no policy."""

    code = "policy"


Clause = Callable[[Moment], Decision | None]
"""One line of a policy: what it does in a moment, or None where it has nothing to say."""


def plan_named(text: str) -> Plan:
    """
    The plan that a proof names: clauses with commas between, of which the first that fits holds.

    `stand` and `hit-below N` end it; before them come `split`, `split V`, `double-on N ..`,
    `redouble-below N`, `rescue-below N`, and `surrender-on N ..` and the like for every decision.
    What no clause speaks for stands.

    >>> plan = plan_named("split, double-on 9 10 11, rescue-below 15, hit-below 17")
    """
    clauses = [_clause(part.strip(), text) for part in text.split(",")]

    def plan(moment: Moment) -> Decision:
        for clause in clauses:
            action = clause(moment)
            if action is not None and action in moment.legal:
                return action
        return Decision.STAND

    return plan


def _clause(part: str, text: str) -> Clause:
    name, *words = part.split() or [""]
    numbers = [{"A": 1, "T": 10}.get(word) or _number(word, text) for word in words]
    maker = _CLAUSES.get(name)
    if maker is None or (not numbers and name not in ("stand", "split")):
        raise PolicyError(
            f"policy is {text!r}: {part!r} is not a clause; write {', '.join(_CLAUSES)}"
        )
    return maker(numbers)


def _number(word: str, text: str) -> int:
    number = whole_number(word, low=0, high=99)
    if number is None:
        raise PolicyError(f"policy is {text!r}: {word!r} is not a number from 0 to 99")
    return number


def _stand(numbers: list[int]) -> Clause:
    return lambda moment: Decision.STAND


def _hit_below(numbers: list[int]) -> Clause:
    return lambda moment: Decision.HIT if moment.total < numbers[0] else None


def _split(numbers: list[int]) -> Clause:
    return lambda moment: (
        Decision.SPLIT if moment.pair and (not numbers or moment.pair in numbers) else None
    )


def _double_on(numbers: list[int]) -> Clause:
    return lambda moment: (
        Decision.DOUBLE if not moment.laid.doubles and moment.total in numbers else None
    )


def _redouble_below(numbers: list[int]) -> Clause:
    return lambda moment: (
        Decision.DOUBLE if moment.laid.doubles and moment.total < numbers[0] else None
    )


def _rescue_below(numbers: list[int]) -> Clause:
    return lambda moment: Decision.RESCUE if moment.total < numbers[0] else None


def _on_totals(decision: Decision) -> Callable[[list[int]], Clause]:
    return lambda numbers: lambda moment: decision if moment.total in numbers else None


_CLAUSES: Final[dict[str, Callable[[list[int]], Clause]]] = {
    f"{decision}-on": _on_totals(decision) for decision in Decision
} | {
    "stand": _stand,
    "hit-below": _hit_below,
    "split": _split,
    "double-on": _double_on,
    "redouble-below": _redouble_below,
    "rescue-below": _rescue_below,
}
