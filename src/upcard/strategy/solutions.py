"""Solve a main game: its exact value, its best play, and the assumptions."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Final

from upcard.money import Cents, write_money
from upcard.notation.charts import Chart
from upcard.notation.situations import VALUES, Situation
from upcard.odds.play.moments import SplitPlay
from upcard.odds.play.problems import PlayError
from upcard.odds.play.solver import PlayValue, play_value
from upcard.rules.schema import Rules
from upcard.strategy.best_charts import best_chart, chart_of
from upcard.strategy.policies import chart_plan, letter_of
from upcard.strategy.solution_types import SolutionRecord

COMPOSITION_DEPENDENT: Final = "exact, composition-dependent best play (CDZ-)"
BY_PAIR: Final = "exact, composition-dependent best play that remembers the pair it split (CDP)"
BY_CHART: Final = "exact value of a chart"
TOTAL_ONLY: Final = "exact value of the best chart that uses only totals"
PLAYED_BEST: Final = (
    "each composition of cards is played best; the suits of 6, 7 and 8 count where they change a "
    "pay",
    "hands of a split are played as the same cards would be on their own under the rules for "
    "split hands (CDZ-), and pairs are split again whenever that is allowed",
)
PLAYED_BY_CHART: Final = (
    "every hand is played by the chart, hands of a split too; insurance is not taken"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """What `upcard solve` answers."""

    game: str
    decks: int
    ev: float
    """What a player gains a round, in first wagers."""
    standard_deviation: float
    method: str
    assumptions: tuple[str, ...]
    chart: Chart
    play: PlayValue
    """Every opening, decision and hand behind the figures."""

    @property
    def house_edge_percent(self) -> float:
        """What the house keeps of the first wager, in percent."""
        return -100 * self.ev

    def by_upcard(self) -> dict[str, float]:
        """The player's mean for each up card, as charts name them."""
        return {letter_of(upcard): ev for upcard, ev in self.play.by_upcard().items()}

    def by_hand(self) -> dict[str, float]:
        """The player's mean for each start, written as a situation: `T6 v T`."""
        return {
            f"{letter_of(hand[1])}{letter_of(hand[0])} v {letter_of(upcard)}": ev
            for (hand, upcard), ev in self.play.by_hand().items()
        }

    def decisions(self, situation: Situation) -> dict[str, float]:
        """
        What each decision is worth in a situation of cards, the best first.

        The dealer has looked and found no natural.
        """
        return decision_values(self.play, situation)

    def record(self, seconds: float) -> SolutionRecord:
        """The answer under `--json`; *seconds* is what the caller measured."""
        return {
            "game": self.game,
            "decks": self.decks,
            "house_edge_percent": self.house_edge_percent,
            "ev": self.ev,
            "standard_deviation": self.standard_deviation,
            "method": self.method,
            "assumptions": list(self.assumptions),
            "seconds": seconds,
            "chart": str(self.chart),
        }


def solve(
    rules: Rules,
    decks: int,
    *,
    wager_cents: int | None = None,
    other_players: int = 0,
    exact_deviation: bool = False,
) -> Solution:
    """
    The best play of a game and its value, from a full shoe with this many decks.

    Fixed-money bonuses and caps on doubled wagers count at *wager_cents*; without it bonuses are
    worth nothing and caps do not bind. The standard deviation of a game with splits is exact if
    that is asked for.
    """
    play = play_value(
        rules,
        decks,
        wager_cents=wager_cents,
        other_players=other_players,
        exact_deviation=exact_deviation,
    )
    return best_solution(rules, decks, play, wager_cents=wager_cents, other_players=other_players)


def best_solution(
    rules: Rules,
    decks: int,
    play: PlayValue,
    *,
    wager_cents: int | None = None,
    other_players: int = 0,
) -> Solution:
    """The same where the best *play* is known: of these rules, or of others that play alike."""
    return Solution(
        game=rules.name,
        decks=decks,
        ev=play.ev,
        standard_deviation=play.standard_deviation,
        method=COMPOSITION_DEPENDENT,
        assumptions=(*PLAYED_BEST, *assumptions_of(rules, play, wager_cents, other_players)),
        chart=chart_of(play, rules),
        play=play,
    )


def ev_by_pair(
    rules: Rules, decks: int, *, wager_cents: int | None = None, other_players: int = 0
) -> float:
    """
    What the best play gains that remembers which pair it has split (CDP).

    Hands of a split are played as is best with the other card of the pair out of the shoe.
    """
    return play_value(
        rules,
        decks,
        wager_cents=wager_cents,
        other_players=other_players,
        splits=SplitPlay.BY_PAIR,
    ).ev


def solve_chart(
    rules: Rules,
    decks: int,
    chart: Chart,
    *,
    wager_cents: int | None = None,
    other_players: int = 0,
    exact_deviation: bool = False,
) -> Solution:
    """What playing by *chart* is worth, exactly."""
    play = play_value(
        rules,
        decks,
        wager_cents=wager_cents,
        other_players=other_players,
        plan=chart_plan(chart),
        exact_deviation=exact_deviation,
    )
    return Solution(
        game=rules.name,
        decks=decks,
        ev=play.ev,
        standard_deviation=play.standard_deviation,
        method=BY_CHART,
        assumptions=(PLAYED_BY_CHART, *assumptions_of(rules, play, wager_cents, other_players)),
        chart=chart,
        play=play,
    )


def solve_total_only(
    rules: Rules,
    decks: int,
    *,
    wager_cents: int | None = None,
    other_players: int = 0,
    exact_deviation: bool = False,
) -> Solution:
    """The best chart that looks at totals alone, not at single cards, and what it is worth."""
    chart, _ = best_chart(rules, decks, wager_cents=wager_cents)
    solved = solve_chart(
        rules,
        decks,
        chart,
        wager_cents=wager_cents,
        other_players=other_players,
        exact_deviation=exact_deviation,
    )
    return replace(solved, method=TOTAL_ONLY)


def decision_values(play: PlayValue, situation: Situation) -> dict[str, float]:
    """What each decision is worth in a situation, the best first."""
    if " " in situation.hand:
        raise PlayError(
            "situation-without-cards",
            f"{situation.hand!r} names no cards: write a hand like T6, whose value is exact",
        )
    if situation.shoe:
        raise PlayError(
            "situation-with-shoe",
            f"{situation} names a shoe: decisions are worked out for a full shoe here",
        )
    _refuse_missing_cards(play, situation)
    hand = tuple(VALUES.index(letter) + 1 for letter in situation.hand)
    found = play.decisions(hand, VALUES.index(situation.upcard) + 1)
    if not found:
        is_natural = sorted(situation.hand) == ["A", "T"]
        why = "a natural is paid at once" if is_natural else "no hand in this game gets there"
        raise PlayError("nothing-to-decide", f"{situation}: there is nothing to decide: {why}")
    return {a.value: found[a] for a in sorted(found, key=lambda a: found[a], reverse=True)}


def _refuse_missing_cards(play: PlayValue, situation: Situation) -> None:
    """Refuse a situation that takes more cards of a value than the shoe has."""
    for letter, count in Counter(situation.hand + situation.upcard).items():
        has = play.stock.values[VALUES.index(letter)]
        if count > has:
            raise PlayError(
                "situation-impossible",
                f"{situation} needs {count} cards of value {letter}: the shoe has {has}",
            )


def assumptions_of(
    rules: Rules, play: PlayValue, wager_cents: int | None, other_players: int
) -> tuple[str, ...]:
    """What the value of a game takes for granted, however it is played."""
    found = ["one spot, dealt from a full shoe; pays are not rounded"]
    if wager_cents is None:
        if rules.super_bonus != "none":
            found.append("no wager size is given: fixed-money bonuses count as zero")
        if rules.doubling != "none" and rules.doubling.caps:
            found.append("no wager size is given: limits in money do not stop a double")
    elif rules.super_bonus != "none" or (rules.doubling != "none" and rules.doubling.caps):
        size = write_money(Cents(wager_cents))
        found.append(f"fixed-money bonuses and limits on doubles count at a wager of {size}")
    if other_players:
        found.append(
            f"{other_players} other players win the super bonus as often as this one, for envy"
        )
    if rules.insurance != "none":
        taken = any(opening.insurance for opening in play.openings)
        found.append("insurance is taken where it pays" if taken else "insurance is never taken")
    house = play.facts.house
    if house.natural_takes_one and house.hands_max > 1 and play.decider.plan is None:
        found.append(
            "hands of a split are played as if a late natural took a wager of each, whatever "
            "their suits are; what it takes of them together is counted exactly"
        )
    if any(opening.action == "split" for opening in play.openings):
        found.append(_spread_of_splits(play.standard_deviation_error))
    return tuple(found)


def _spread_of_splits(error: float | None) -> str:
    """How the standard deviation counts the hands of a split, and how far it can be off."""
    if error == 0:
        return "the standard deviation is exact, with what the hands of a split have in common"
    bound = "" if error is None else f", and the deviation is off by {error:.4f} at most"
    return (
        "the standard deviation treats split hands as independent of each other once the "
        f"dealer's hand is known; means are exact{bound}"
    )
