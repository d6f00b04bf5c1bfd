"""`upcard drills`: exercises for dealers in training, and how trainees do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.commands.output import Json, failures_told, show
from upcard.commands.room.report_commands import FileFormat, FirstDay, LastDay, report
from upcard.commands.room.shared_options import As, Data, OrderId, Out, Training

if TYPE_CHECKING:
    from upcard.drills.drill_types import DrillExercise, DrillList, JudgedDecision

app = typer.Typer(no_args_is_help=True, help="Exercises for dealers in training.")


class DrillName(StrEnum):
    """What you practise."""

    PAY = "pay-the-table"
    CATCH = "catch-the-mistake"
    RUN = "run-the-jackpot"


@app.command("list")
def list_drills(json: Json = False) -> None:
    """List the drills, and the games that each works with."""
    from upcard.drills.exercises import drill_list

    with failures_told(json):
        found = drill_list()
        show(found, json, lambda: print("\n".join(_listed(found))))


def _listed(found: DrillList) -> Iterator[str]:
    for drill in found["drills"]:
        games = [one["name"] for one in found["games"] if drill["name"] in one["drills"]]
        yield f"{drill['name']:<18} {drill['says']}"
        yield f"{'':<18} {', '.join(games)}"


@app.command("show")
def show_exercise(
    drill: Annotated[DrillName, typer.Argument(metavar="DRILL", help="The drill.")],
    game: Annotated[str, typer.Argument(metavar="GAME", help="A catalogue game.")],
    seed: Annotated[int, typer.Option(help="The number of the exercise.")] = 1,
    answers: Annotated[
        bool, typer.Option("--answers", help="Show the right answers and why they are right.")
    ] = False,
    json: Json = False,
) -> None:
    """Show an exercise. The same seed always gives the same one."""
    from upcard.drills.drill_kinds import DrillKind
    from upcard.drills.exercises import judged, result_of, right_answers, shown_exercise

    with failures_told(json):
        kind = DrillKind(drill.value)
        exercise = shown_exercise(kind, game, seed)
        right = right_answers(kind, game, seed)
        decisions = result_of(*judged(kind, game, seed, right))["decisions"]
        more = {"answers": right, "decisions": decisions} if answers else {}
        lines = [*_exercise(exercise), *(_answered(decisions) if answers else ())]
        show({**exercise, **more}, json, lambda: print("\n".join(lines)))


def _exercise(exercise: DrillExercise) -> Iterator[str]:
    from upcard.drills.exercise_texts import lines_of_exercise

    yield f"{exercise['title']}: {exercise['game_title']}, exercise {exercise['seed']}"
    yield exercise["says"]
    yield from exercise["notes"]
    yield ""
    yield from lines_of_exercise(exercise)


def _answered(decisions: Sequence[JudgedDecision]) -> Iterator[str]:
    yield ""
    for one in decisions:
        rule = one["rule"]
        sentence = f": {rule['sentence']}" if rule["sentence"] else ""
        yield f"{one['what']}: {one['right']}. {one['why']}".strip()
        yield f"    {rule['source']}{sentence}"


@app.command("report")
def report_on_drills(
    first: FirstDay = None,
    last: LastDay = None,
    written: FileFormat = None,
    out: Out = None,
    data: Data = "",
    training: Training = False,
    badge: As = "",
    id: OrderId = None,
    json: Json = False,
) -> None:
    """Write how each trainee does: accuracy, seconds a decision, worst rules."""
    report("drills", first, last, written, out, data, training, badge, id, json)
