"""Catch the mistake: a round on screen, in which the dealer makes one mistake or none."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from upcard.drills.bare_views import bare_view
from upcard.drills.cited_rules import CitedRule, cited
from upcard.drills.dealer_scripts import DealerStep, script_of
from upcard.drills.drill_kinds import DrillError
from upcard.drills.drill_scores import ScoredDecision, time_of
from upcard.drills.drill_types import MistakeChoice, WatchedStep
from upcard.drills.practice_rounds import play_round
from upcard.drills.scripted_mistakes import (
    MISTAKES,
    POWER_BACK,
    SPOTS,
    Altered,
    ScriptedMistake,
    Shown,
    title_of_mistake,
)
from upcard.plain import JsonObject
from upcard.table import Game, Round
from upcard.table.rounds import Stage

TRIES: Final = 12
"""How many rounds are played to find one that has a place for the mistake."""
NO_MISTAKE: Final = 0.15
"""How often the dealer makes none."""


@dataclass(frozen=True, slots=True)
class WatchExercise:
    """A round on screen; it ends with its mistake, if it has one."""

    shown: tuple[Shown, ...]
    mistake: str
    """Its name; empty where the dealer makes none."""
    why: str
    rule: CitedRule

    @property
    def game(self) -> Game:
        """What is played."""
        return self.shown[-1][1].game

    def steps(self) -> list[WatchedStep]:
        """What the trainee sees."""
        return [{"sentence": said, "view": bare_view(round_)} for said, round_ in self.shown]

    def answers(self) -> list[JsonObject]:
        """The right answer."""
        step = len(self.shown) - 1 if self.mistake else None
        return [{"step": step, "mistake": self.mistake, "milliseconds": 0}]


def mistakes_to_choose() -> list[MistakeChoice]:
    """Every mistake that can be named."""
    return [{"name": one.name, "title": one.title} for one in MISTAKES]


def watch_exercise(game: Game, rng: random.Random, mistake: str | None = None) -> WatchExercise:
    """A round with a mistake at random, or with the one that is named ("" for none)."""
    if mistake == "" or (mistake is None and rng.random() < NO_MISTAKE):
        return _without_mistake(game, rng)
    kinds = [one for one in MISTAKES if mistake in (None, one.name)]
    rng.shuffle(kinds)
    for kind in kinds:
        for _ in range(TRIES):
            altered = _altered(game, kind, rng)
            if altered is not None:
                return WatchExercise(altered.steps, kind.name, altered.why, altered.rule)
    if mistake is not None:
        raise DrillError(
            f"mistake is {mistake!r}: no round of {game.rules.name} has a place for it"
        )
    return _without_mistake(game, rng)


def _script(
    game: Game, rng: random.Random, side_wagers: float, first: dict[int, str]
) -> tuple[DealerStep, ...]:
    while True:
        played = play_round(game, rng, spots=SPOTS, side_wagers=side_wagers, first=first)
        if played is not None:
            return script_of(Round(game), played.events)


def _altered(game: Game, kind: ScriptedMistake, rng: random.Random) -> Altered | None:
    script = _script(game, rng, kind.side_wagers, dict(kind.first))
    altered = kind.alter(script, rng)
    if altered is None:
        return None
    return altered._replace(steps=_with_power_cut(altered.steps, rng))


def _without_mistake(game: Game, rng: random.Random) -> WatchExercise:
    steps = tuple((step.sentence, step.after) for step in _script(game, rng, 0.5, {}))
    rule = cited(game.rules, "no-mistake", title="A round without a mistake")
    why = "The dealer made no mistake in this round."
    return WatchExercise(_with_power_cut(steps, rng), "", why, rule)


def _with_power_cut(steps: tuple[Shown, ...], rng: random.Random) -> tuple[Shown, ...]:
    """Sometimes the power fails and the dealer goes on, as is right."""
    at = [n for n, (_, round_) in enumerate(steps[:-1], 1) if round_.stage is Stage.PLAYING]
    if not at or rng.random() > 0.2:
        return steps
    place = rng.choice(at)
    return (*steps[:place], (POWER_BACK, steps[place - 1][1]), *steps[place:])


def judge_watch(exercise: WatchExercise, answers: Sequence[JsonObject]) -> list[ScoredDecision]:
    """The one answer: where the mistake was and what it was, or that there was none."""
    if len(answers) != 1:
        raise DrillError(f"answers has {len(answers)} entries: give one answer")
    step, named = answers[0].get("step"), answers[0].get("mistake", "")
    _check(exercise, step, named)
    right = exercise.answers()[0]
    is_right = (step, named) == (right["step"], right["mistake"])
    return [
        ScoredDecision(
            what="The dealer's mistake",
            given=_told(step, str(named)),
            right=_told(right["step"], exercise.mistake),
            why=exercise.why,
            rule=exercise.rule,
            is_right=is_right,
            milliseconds=time_of(answers[0], 1),
        )
    ]


def _check(exercise: WatchExercise, step: object, named: object) -> None:
    last = len(exercise.shown) - 1
    is_step = isinstance(step, int) and not isinstance(step, bool) and 0 <= step <= last
    if step is not None and not is_step:
        raise DrillError(f"step is {step!r}: write 0 to {last}, or null if you saw no mistake")
    names = [one.name for one in MISTAKES]
    if (named in names) is (step is None) or (step is None and named != ""):
        raise DrillError(
            f"mistake is {named!r}: write one of {', '.join(names)}, or '' with step null"
        )


def _told(step: object, name: str) -> str:
    place = f"Step {step + 1}: " if isinstance(step, int) else ""
    return f"{place}{title_of_mistake(name)}"
