"""Pay the table: a finished round, and what the dealer takes and pays for each wager, in order."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from upcard.drills.bare_views import bare_view
from upcard.drills.cited_rules import PAYING_ORDER, cited, rule_of
from upcard.drills.drill_kinds import DrillError
from upcard.drills.drill_scores import ScoredDecision, time_of
from upcard.drills.drill_types import PayMoment, PayRow
from upcard.drills.golden_rounds import golden_rounds
from upcard.drills.practice_rounds import PracticeRound, play_round
from upcard.money import Cents, show_money
from upcard.plain import JsonObject
from upcard.table import Game, Round
from upcard.table.events import BonusRoundEnded, RoundEnded
from upcard.table.evolve import evolve
from upcard.table.movements import Movement, movements
from upcard.table.settlements import Settlement, Source

SPOTS: Final = 7
CANDIDATES: Final = 40
"""How many rounds are played to find one that is hard to pay."""
ROWS_MAX: Final = 18
GOLDEN: Final = 0.25
"""How often the round is a golden one."""
AMOUNT_MAX: Final = 10**9


@dataclass(frozen=True, slots=True)
class PayPoint:
    """A moment at which the dealer pays: the round then, and what is still to pay, in order."""

    number: int
    round: Round
    due: tuple[Movement, ...]

    def key(self, one: Movement) -> str:
        """What an answer calls a wager."""
        return f"{self.number}:{one.spot}/{one.wager}/{one.hand}"


@dataclass(frozen=True, slots=True)
class PayExercise:
    """A round to pay, moment by moment."""

    points: tuple[PayPoint, ...]

    @property
    def game(self) -> Game:
        """What was played: a golden round may have other decks or paytables than are usual."""
        return self.points[-1].round.game

    def moments(self) -> list[PayMoment]:
        """The same without the answers: wagers by spot, not in the order they are paid."""
        titles = ("The bonus round: pay it before you press DEAL.", "The end of the round.")
        return [
            {
                "title": titles[-1] if point is self.points[-1] else titles[0],
                "view": bare_view(point.round),
                "rows": sorted(map(_row, *_each(point)), key=_on_the_layout),
            }
            for point in self.points
        ]

    def answers(self) -> list[JsonObject]:
        """The right answers, in the right order."""
        return [
            {"key": point.key(one), "take": one.take, "pay": one.pay, "milliseconds": 0}
            for point in self.points
            for one in point.due
        ]


def _on_the_layout(row: PayRow) -> tuple[int, str, str]:
    """An order that does not tell in which order to pay."""
    return row["spot"], row["title"], row["hand"]


def _each(point: PayPoint) -> tuple[list[PayPoint], tuple[Movement, ...]]:
    return [point] * len(point.due), point.due


def _row(point: PayPoint, one: Movement) -> PayRow:
    settled = settlement_of(point.round, one)
    return {
        "key": point.key(one),
        "spot": one.spot,
        "hand": one.hand,
        "title": one.title,
        "stake": settled.stake,
    }


def pay_exercise(game: Game, rng: random.Random) -> PayExercise:
    """A golden round, where the game has some, or the hardest of some random rounds."""
    golden = golden_rounds(game.rules.name)
    if golden and rng.random() < GOLDEN:
        return _exercise(rng.choice(golden))
    rounds = (play_round(game, rng, spots=SPOTS, side_wagers=0.3) for _ in range(CANDIDATES))
    return max((_exercise(one) for one in rounds if one is not None), key=_hardness)


def _exercise(played: PracticeRound) -> PayExercise:
    points, round_ = list[PayPoint](), Round(played.game)
    for event in played.events:
        if isinstance(event, BonusRoundEnded | RoundEnded):
            due = tuple(one for one in movements(round_) if not one.is_done)
            if due:
                points.append(PayPoint(len(points) + 1, round_, due))
        round_ = evolve(round_, event)
    return PayExercise(tuple(points))


def _hardness(exercise: PayExercise) -> int:
    """How much there is to know: different rules, odd amounts; not too many rows."""
    due = [(point.round, one) for point in exercise.points for one in point.due]
    rules = {rule_of(round_, settlement_of(round_, one)).name for round_, one in due}
    rare = sum(one.outcome not in _USUAL for _, one in due)
    odd = sum(one.pay // 100 * 100 != one.pay for _, one in due)
    return 4 * len(rules) + rare + 2 * odd - 6 * max(0, len(due) - ROWS_MAX)


_USUAL: Final = frozenset({"Win", "Lose", "Nothing", "Bust"})


def settlement_of(round_: Round, one: Movement) -> Settlement:
    """The settlement behind a movement."""
    asked = one.spot, one.wager, one.hand
    return next(s for s in round_.settlements if (s.spot, s.wager, s.hand) == asked)


def judge_pays(exercise: PayExercise, answers: Sequence[JsonObject]) -> list[ScoredDecision]:
    """Each answer, right or wrong; every wager must be answered once."""
    left = [(point, one) for point in exercise.points for one in point.due]
    scored = []
    for place, answer in enumerate(answers, 1):
        found = next((x for x in left if x[0].key(x[1]) == answer.get("key")), None)
        if found is None:
            raise DrillError(
                f"key of answer {place} is {answer.get('key')!r}: this exercise has no such wager, "
                "or you have answered it already"
            )
        scored.append(_judged(found, answer, place, is_next=found is left[0]))
        left.remove(found)
    if left:
        names = ", ".join(_name(one) for _, one in left)
        raise DrillError(f"answers has {len(answers)} wagers: {names} is missing")
    return scored


def _judged(
    found: tuple[PayPoint, Movement], answer: JsonObject, place: int, *, is_next: bool
) -> ScoredDecision:
    point, one = found
    take, pay = (_amount(answer, name, place) for name in ("take", "pay"))
    is_paid = (take, pay) == (one.take, one.pay)
    game, settled = point.round.game, settlement_of(point.round, one)
    order = cited(game.rules, PAYING_ORDER)
    error = (pay - take) - (one.pay - one.take)
    is_late = is_paid and not is_next
    return ScoredDecision(
        what=_name(one),
        given=_act(take, pay),
        right=_act(one.take, one.pay),
        why=_OUT_OF_ORDER if is_late else reason_for(one, settled),
        rule=order if is_late else rule_of(point.round, settled),
        is_right=is_paid and is_next,
        milliseconds=time_of(answer, place),
        overpaid=Cents(max(error, 0)),
        underpaid=Cents(max(-error, 0)),
    )


_OUT_OF_ORDER: Final = (
    "The amount is right, but another wager came first: pay from your right to your left, and on "
    "each spot the main wager first."
)


def _amount(answer: JsonObject, name: str, place: int) -> Cents:
    value = answer.get(name, 0)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= AMOUNT_MAX:
        raise DrillError(f"{name} of answer {place} is {value!r}: write whole cents, 0 or more")
    return Cents(value)


def _name(one: Movement) -> str:
    return f"Spot {one.spot}, {one.title}"


def _act(take: Cents, pay: Cents) -> str:
    said = [f"{verb} {show_money(x)}" for verb, x in (("TAKE", take), ("PAY", pay)) if x]
    return ", ".join(said) or "Take and pay nothing"


def reason_for(one: Movement, settled: Settlement) -> str:
    """Why the dealer pays or takes that."""
    return " ".join(_sentences(one, settled))


_OUTCOMES: Final = {
    "Natural": "A blackjack.",
    "Nothing": "No line of the paytable: it loses.",
    "Lose": "It loses.",
    "Win": "It wins.",
    "Rescue": "A rescue.",
    "Surrender": "A surrender.",
    "Push": "A push.",
}


def _sentences(one: Movement, settled: Settlement) -> Iterator[str]:
    stake, pays = show_money(settled.stake), settled.pays.replace(":", " to ")
    yield _OUTCOMES.get(one.outcome, f"{one.outcome}.")
    if settled.source is Source.METER:
        yield "The meter pays this by its win page: nothing comes from the tray."
    elif settled.won and settled.stake and not pays.startswith("$"):
        yield f"{stake} at {pays} wins {show_money(settled.won)}."
    elif settled.won:
        yield f"It pays {pays}, whatever the wager."
    elif settled.taken and settled.returned:
        yield f"Of {stake} the player keeps {show_money(settled.returned)}."
    elif settled.returned:
        yield "The stake stays with the player."
    if one.lifted and not one.pay:
        yield "You lifted the stake after START GAME: it is in the tray already."
    elif one.lifted:
        yield f"You lifted the stake of {show_money(one.lifted)} after START GAME."
