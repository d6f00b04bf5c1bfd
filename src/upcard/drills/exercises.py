"""Exercises by drill, game and seed: made, shown, and judged."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from upcard.catalogue import every_game
from upcard.catalogue_games import game as game_named
from upcard.drills.dealer_scripts import EXECUTIVE_FROM
from upcard.drills.drill_kinds import SEED_MAX, DrillError, DrillKind
from upcard.drills.drill_scores import DrillScore, ScoredDecision
from upcard.drills.drill_types import (
    DrillExercise,
    DrillGame,
    DrillList,
    DrillResult,
    JudgedDecision,
    RunDesk,
)
from upcard.drills.jackpot_rooms import meter_offer
from upcard.drills.jackpot_runs import JackpotRun, RunExercise, desk_of, judge_run, run_exercise
from upcard.drills.table_pays import PayExercise, judge_pays, pay_exercise
from upcard.drills.watched_rounds import (
    WatchExercise,
    judge_watch,
    mistakes_to_choose,
    watch_exercise,
)
from upcard.money import show_money
from upcard.plain import JsonObject
from upcard.screens.placards import offers_of, rules_of_placard
from upcard.table import Game

ANSWERS_MAX: Final = 200
Exercise = PayExercise | WatchExercise | RunExercise
_SWIPES: Final = (
    f"From {show_money(EXECUTIVE_FROM)} on an executive swipes the badge, below it a supervisor."
)


def drill_list() -> DrillList:
    """Every drill, and the games that it works with."""
    return {
        "drills": [{"name": one, "title": one.heading, "says": one.says} for one in DrillKind],
        "games": [_listed(game_named(rules)) for rules in every_game()],
    }


def _listed(game: Game) -> DrillGame:
    has_jackpot = meter_offer(game) is not None
    drills = [one for one in DrillKind if one is not DrillKind.RUN or has_jackpot]
    return {"name": game.rules.name, "title": game.rules.title, "drills": drills}


@lru_cache(maxsize=64)
def exercise_of(kind: DrillKind, game: str, seed: int) -> Exercise:
    """The exercise with that number: the same every time."""
    if not 0 <= seed <= SEED_MAX:
        raise DrillError(f"seed is {seed}: write 0 to {SEED_MAX}")
    played, rng = game_named(game), random.Random(f"{kind} {game} {seed}")
    match kind:
        case DrillKind.PAY:
            return pay_exercise(played, rng)
        case DrillKind.CATCH:
            return watch_exercise(played, rng)
        case DrillKind.RUN:
            return run_exercise(played, rng)


def shown_exercise(kind: DrillKind, game: str, seed: int) -> DrillExercise:
    """An exercise as it is shown, without its answers."""
    exercise = exercise_of(kind, game, seed)
    played = exercise.game
    return {
        "drill": kind,
        "title": kind.heading,
        "says": kind.says,
        "game": game,
        "game_title": played.rules.title,
        "seed": seed,
        "notes": [_SWIPES] if meter_offer(played) and kind is not DrillKind.PAY else [],
        "rules": rules_of_placard(played),
        "offers": offers_of(played),
        "moments": exercise.moments() if isinstance(exercise, PayExercise) else [],
        "steps": exercise.steps() if isinstance(exercise, WatchExercise) else [],
        "mistakes": mistakes_to_choose() if kind is DrillKind.CATCH else [],
        "desk": _desk(exercise),
    }


def _desk(exercise: Exercise) -> RunDesk | None:
    """The table before the first key, where there is a jackpot to run."""
    if not isinstance(exercise, RunExercise):
        return None
    return desk_of(JackpotRun(exercise, exercise.room), [])


def right_answers(kind: DrillKind, game: str, seed: int) -> list[JsonObject]:
    """The answers that are all right."""
    return exercise_of(kind, game, seed).answers()


def judged(
    kind: DrillKind, game: str, seed: int, answers: Sequence[JsonObject]
) -> tuple[DrillScore, bool, RunDesk | None]:
    """How somebody did, whether the exercise is over, and the table while it is not."""
    if len(answers) > ANSWERS_MAX:
        raise DrillError(f"answers has {len(answers)} entries: write {ANSWERS_MAX} at most")
    exercise = exercise_of(kind, game, seed)
    is_over, desk, scored = True, None, list[ScoredDecision]()
    match exercise:
        case PayExercise():
            scored = judge_pays(exercise, answers)
        case WatchExercise():
            scored = judge_watch(exercise, answers)
        case RunExercise():
            scored, run, news = judge_run(exercise, answers)
            is_over, desk = run.is_over, desk_of(run, news)
    score = DrillScore(kind=kind, game=game, seed=seed, decisions=tuple(scored))
    return score, is_over, desk


def result_of(score: DrillScore, is_over: bool, desk: RunDesk | None) -> DrillResult:
    """A score as pages and commands show it."""
    return {
        "drill": score.kind,
        "game": score.game,
        "seed": score.seed,
        "is_over": is_over,
        "decisions": [_decision(one) for one in score.decisions],
        "right": score.right,
        "seconds": score.milliseconds / 1000,
        "overpaid": score.overpaid,
        "underpaid": score.underpaid,
        "desk": desk,
    }


def _decision(one: ScoredDecision) -> JudgedDecision:
    return {
        "what": one.what,
        "given": one.given,
        "right": one.right,
        "why": one.why,
        "rule": {
            "name": one.rule.name,
            "title": one.rule.title,
            "source": one.rule.source,
            "sentence": one.rule.sentence,
        },
        "is_right": one.is_right,
        "seconds": one.milliseconds / 1000,
        "overpaid": one.overpaid,
        "underpaid": one.underpaid,
    }
