"""Catch the mistake: the dealer on screen makes one that the table would refuse, or none."""

import json
import random
from typing import Any

import pytest

from upcard.catalogue import CATALOGUE
from upcard.catalogue_games import game
from upcard.drills.drill_kinds import DrillError, DrillKind
from upcard.drills.exercises import judged, right_answers, shown_exercise
from upcard.drills.scripted_mistakes import MISTAKES
from upcard.drills.watched_rounds import WatchExercise, judge_watch, watch_exercise
from upcard.plain import JsonObject

CATCH = DrillKind.CATCH
GAME = "bahama-wsgc"
NAMES = [one.name for one in MISTAKES]

# Of each mistake: how the step reads in which the dealer makes it, and what the trainee reads.
TOLD = {
    "wrong-pay": ("The dealer at spot", "Right is: "),
    "wrong-order": ("The dealer at spot", "comes before spot"),
    "early-start": ("The dealer presses START GAME.", "has no main wager yet"),
    "late-wager": ("and the dealer takes it.", "wagers are closed until the next round"),
    "lift-forgotten": ("The dealer deals the first cards.", "the dealer to lift"),
    "split-aces": ("hits and gets", "a split ace gets one card"),
    "wrong-line": ("presses the hand button", "its cards are"),
    "wrong-badge": ("The badge that is swiped", "from $5,000 on an executive swipes"),
    "wrong-spot": ("The dealer gives", "The table was waiting for a card for "),
    "wrong-hand": ("The dealer gives", "The table was waiting for a card for "),
    "double-hit": ("hits and gets", "one card"),
    "power-cut": ("starts the round again", "go on with the same round"),
}


def watched(mistake: str, seed: int = 1, name: str = GAME) -> WatchExercise:
    """A round with that mistake."""
    return watch_exercise(game(name), random.Random(f"{mistake} {seed}"), mistake)


@pytest.mark.parametrize("name", NAMES)
def test_the_dealer_makes_each_mistake_in_the_last_step_and_the_trainee_reads_why(
    name: str,
) -> None:
    said, why = TOLD[name]
    for seed in range(3):
        exercise = watched(name, seed)

        assert said in exercise.shown[-1][0]
        assert why in exercise.why
        assert exercise.rule.title
        assert exercise.rule.source


@pytest.mark.parametrize("name", NAMES)
def test_only_the_step_and_the_name_of_the_mistake_together_are_right(name: str) -> None:
    exercise = watched(name)
    last = len(exercise.shown) - 1
    another = NAMES[NAMES.index(name) - 1]

    def is_right(step: int | None, mistake: str) -> bool:
        (decision,) = judge_watch(exercise, [{"step": step, "mistake": mistake}])
        return decision.is_right

    assert is_right(last, name)
    assert not is_right(last, another)
    assert not is_right(max(last - 1, 0), name)
    assert not is_right(None, "")


def test_a_round_without_a_mistake_is_played_to_its_end() -> None:
    exercise = watched("")
    (decision,) = judge_watch(exercise, [{"step": None, "mistake": ""}])

    assert exercise.shown[-1][0] == "The dealer presses END GAME."
    assert decision.is_right
    assert decision.right == "No mistake"
    (alarm,) = judge_watch(exercise, [{"step": 2, "mistake": "wrong-pay"}])
    assert not alarm.is_right


@pytest.mark.parametrize("name", CATALOGUE.names("games"))
def test_every_game_has_rounds_to_watch_and_shows_no_result(name: str) -> None:
    for seed in range(2):
        shown = shown_exercise(CATCH, name, seed)
        views: Any = json.loads(json.dumps([step["view"] for step in shown["steps"]]))

        assert judged(CATCH, name, seed, right_answers(CATCH, name, seed))[0].right == 1
        assert not any(view["movements"] or view["awards"] for view in views)
        assert not any(hand["act"] for v in views for s in v["spots"] for hand in s["hands"])


def test_over_many_seeds_every_mistake_comes_and_sometimes_none() -> None:
    found = {right_answers(CATCH, GAME, seed)[0]["mistake"] for seed in range(120)}

    assert found == {"", *NAMES}


def test_the_power_also_fails_where_the_dealer_goes_on_as_is_right() -> None:
    rounds = [watched("", seed) for seed in range(20)]
    failing = [one for one in rounds if any("same cards" in said for said, _ in one.shown)]

    assert 0 < len(failing) < len(rounds)


def test_a_mistake_that_no_round_of_a_game_has_is_refused() -> None:
    with pytest.raises(DrillError, match="no round of blackjack has a place for it"):
        watched("wrong-badge", name="blackjack")


@pytest.mark.parametrize(
    "answer",
    [
        {"step": 9999, "mistake": "wrong-pay"},
        {"step": True, "mistake": "wrong-pay"},
        {"step": 1, "mistake": ""},
        {"step": 1, "mistake": "wrong"},
        {"step": None, "mistake": "wrong-pay"},
        {"step": None, "mistake": None},
    ],
)
def test_an_answer_that_is_none_is_refused(answer: JsonObject) -> None:
    with pytest.raises(DrillError, match=r"(step|mistake) is "):
        judge_watch(watched("wrong-pay"), [answer])


def test_one_answer_is_given() -> None:
    with pytest.raises(DrillError, match="answers has 0 entries: give one answer"):
        judge_watch(watched("wrong-pay"), [])
