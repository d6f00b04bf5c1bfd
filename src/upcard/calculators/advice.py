"""Advice for a player: the best decision, and what another choice costs."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from upcard.app.solved_games import solve
from upcard.calculators.calculated_types import AdviceView
from upcard.calculators.mistakes import Mistake
from upcard.game.decisions import Decision
from upcard.odds.play.problems import PlayError
from upcard.shoes import composition
from upcard.strategy.chart_players import ChartError, follow, value_of
from upcard.strategy.solutions import Solution
from upcard.table.awaits import AwaitDecision, AwaitInsurance, AwaitParlay, awaits
from upcard.table.rounds import Hand, Round

NOTICEABLE: Final = 1e-9
"""A difference smaller than this, in first wagers, is no mistake."""
TEN: Final = 10


_SOLVING: Final = threading.Lock()


def solution_of(name: str, decks: int) -> Solution:
    """The best play of a catalogue game; a second or two the first time, then at once."""
    with _SOLVING:  # Whoever asks for the same game meanwhile waits for that one answer.
        return _solved(name, decks)


@lru_cache(maxsize=6)  # About 25 MB each.
def _solved(name: str, decks: int) -> Solution:
    return solve(name, decks=decks).solution


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayAdvice:
    """What to do with the hand in turn."""

    decision: str
    chart: str
    """What the printed chart says; for single hands the best play may differ."""
    why: str
    values: Mapping[Decision, float] | None
    """What each allowed decision is worth, in first wagers; None where it was not worked out."""

    def as_data(self) -> AdviceView:
        """The advice for the wire."""
        values = None if self.values is None else dict(self.values)
        return {
            "decision": self.decision,
            "chart": self.chart,
            "why": self.why,
            "values": values,
        }


def advice_on(round_: Round) -> PlayAdvice | None:
    """Advice for the moment, if somebody has to decide something."""
    match awaits(round_):
        case AwaitDecision(_, legal):
            return _on_a_hand(round_, round_.hands[round_.turn], legal)
        case AwaitInsurance():
            return _on_insurance(round_)
        case AwaitParlay(spot):
            return _on_parlay(round_, spot)
        case _:
            return None


def _on_a_hand(round_: Round, hand: Hand, legal: tuple[Decision, ...]) -> PlayAdvice:
    solution = solution_of(round_.game.rules.name, round_.game.decks)
    values = values_of(solution, round_, hand, legal)
    try:
        chart = follow(solution.chart, hand, round_.upcard, legal).value
    except ChartError:
        chart = ""
    best = max(values, key=values.__getitem__) if values else chart or Decision.STAND.value
    return PlayAdvice(
        decision=best, chart=chart, why=_why(round_, hand, best, values), values=values or None
    )


def values_of(
    solution: Solution, round_: Round, hand: Hand, legal: tuple[Decision, ...]
) -> dict[Decision, float]:
    """What each legal decision is worth from a full shoe; empty where nobody worked it out."""
    cards = tuple(card.points for card in hand.cards)
    try:
        found = solution.play.decisions(cards, round_.upcard.points, laid=hand.laid)
    except (PlayError, LookupError):
        return {}
    return {action: float(value) for action, value in found.items() if action in legal}


def _why(round_: Round, hand: Hand, best: str, values: Mapping[Decision, float]) -> str:
    where = f"{hand.total} against {_said(round_)}"
    others = {decision: value for decision, value in values.items() if decision != best}
    if not others:
        return f"{where}: {best}"
    second = max(others, key=others.__getitem__)
    gain = 100 * (values[Decision(best)] - values[second])
    return f"{where}: {best} is worth {gain:.2f}% of the wager more than {second}"


def _said(round_: Round) -> str:
    """The dealer's up card as people say it."""
    value = value_of(round_.upcard)
    return {"T": "10", "A": "an ace"}.get(value, value)


def _on_parlay(round_: Round, spot: int) -> PlayAdvice | None:
    """Move everything where the hand is worth more than nothing, else nothing."""
    hand = next(hand for hand in round_.hands if hand.spot == spot)
    book = solution_of(round_.game.rules.name, round_.game.decks).play.book
    first, second = hand.cards
    going_on = book.opening(first, second, round_.upcard).going_on
    if going_on is None:
        return None
    word = "move" if going_on.mean > 0 else "leave"
    return PlayAdvice(
        decision=word,
        chart=word,
        why=f"{hand.total} against {_said(round_)}: what you move earns "
        f"{100 * float(going_on.mean):+.1f}% on average",
        values=None,
    )


def _on_insurance(round_: Round) -> PlayAdvice:
    shoe = composition(round_.game.rules.deck, round_.game.decks)
    tens = sum(count for card, count in shoe.items() if card.points == TEN)
    insurance = round_.game.rules.insurance
    assert insurance != "none", "insurance is open"
    chance = tens / (shoe.total() - 1)
    value = chance * (float(insurance.pays.ratio) + 1) - 1
    word = "insure" if value > 0 else "decline"
    return PlayAdvice(
        decision=word,
        chart=word,
        why=f"the hole card is a ten {100 * chance:.1f}% of the time: insurance earns "
        f"{100 * value:+.1f}% of what is put on it",
        values=None,
    )


def mistake_in(round_: Round, decision: Decision) -> Mistake | None:
    """What choosing *decision* now gives away; nothing if best play or the chart says so."""
    advice = advice_on(round_)
    if advice is None or advice.values is None or decision not in advice.values:
        return None
    lost = advice.values[Decision(advice.decision)] - advice.values[decision]
    if lost <= NOTICEABLE or decision.value == advice.chart:
        return None
    return Mistake(
        chosen=decision.value,
        best=advice.decision,
        costs_percent=100 * lost,
        costs=lost * round_.hands[round_.turn].wager,
    )
