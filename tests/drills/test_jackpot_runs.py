"""Run the jackpot: the room's own procedures, S0 Nexus Command 6 to 10, badge by badge."""

import pytest

from upcard.catalogue import CATALOGUE
from upcard.catalogue_games import game
from upcard.drills.drill_kinds import DrillError, DrillKind
from upcard.drills.exercises import drill_list, exercise_of, judged, right_answers, shown_exercise
from upcard.drills.jackpot_rooms import SEEDS, meter_offer, training_room
from upcard.drills.jackpot_runs import RunExercise, judge_run
from upcard.plain import JsonObject
from upcard.room.events import RoomKind

RUN = DrillKind.RUN
GAME = "bahama-wsgc"
WITH_JACKPOT = [name for name in CATALOGUE.names("games") if meter_offer(game(name))]


def exercise(seed: int = 1, name: str = GAME) -> RunExercise:
    """A jackpot to run."""
    found = exercise_of(RUN, name, seed)
    assert isinstance(found, RunExercise)
    return found


@pytest.mark.parametrize("name", WITH_JACKPOT)
def test_the_whole_procedure_is_right_from_start_game_to_end_game(name: str) -> None:
    for seed in range(3):
        keys = right_answers(RUN, name, seed)
        score, is_over, desk = judged(RUN, name, seed, keys)
        done = [one["do"] for one in keys]

        assert is_over
        assert score.right == len(keys)
        assert (done[0], done[-1]) == ("start", "end")
        start = done.index("call")
        assert done[start : start + 4] == ["call", "confirm", "swipe", "print"]
        assert done[start - 1] == "button"
        assert desk is not None
        assert desk["news"][-1] == "END GAME."


def test_small_awards_take_a_supervisor_and_large_ones_an_executive() -> None:
    badges = {
        one["badge"]
        for seed in range(12)
        for one in right_answers(RUN, GAME, seed)
        if one["do"] == "swipe"
    }

    assert badges == {"supervisor", "executive"}


def spoilt(place: int, wrong: JsonObject, seed: int = 1) -> tuple[str, str, str]:
    """The right keys up to a place and a wrong one there: what was due, the rule, and why."""
    keys = right_answers(RUN, GAME, seed)[:place]
    scored, _, _ = judge_run(exercise(seed), [*keys, wrong])
    assert all(one.is_right for one in scored[:-1])
    assert not scored[-1].is_right
    return scored[-1].right, scored[-1].rule.name, scored[-1].why


def place_of(do: str, seed: int = 1) -> int:
    """Where a key comes among the right ones."""
    return [one["do"] for one in right_answers(RUN, GAME, seed)].index(do)


def test_what_the_room_refuses_is_told_in_its_words_and_scored_under_the_step_due() -> None:
    winner = right_answers(RUN, GAME, 1)[place_of("swipe")]
    by_dealer = {**winner, "badge": "dealer"}

    assert spoilt(0, {"do": "end"})[:2] == ("START GAME", "start-game")
    assert "You cannot press END GAME now" in spoilt(0, {"do": "end"})[2]
    assert spoilt(1, {"do": "call"})[1] == "lifting"
    assert "needs a supervisor or an executive" in spoilt(place_of("swipe"), by_dealer)[2]
    assert spoilt(place_of("swipe"), by_dealer)[1] == "badge"
    assert spoilt(place_of("confirm"), {**winner, "do": "swipe"})[1] == "confirm"


def test_a_large_award_refuses_the_supervisor_s_swipe() -> None:
    seed = next(
        seed
        for seed in range(20)
        if right_answers(RUN, GAME, seed)[place_of("swipe", seed)]["badge"] == "executive"
    )
    place = place_of("swipe", seed)
    wrong = {**right_answers(RUN, GAME, seed)[place], "badge": "supervisor"}

    assert "executive" in spoilt(place, wrong, seed)[2]


def test_a_key_that_the_room_takes_can_still_be_wrong() -> None:
    place = place_of("button")
    right = right_answers(RUN, GAME, 1)[place]
    lines = [
        one["name"] for one in (shown_exercise(RUN, GAME, 1)["desk"] or {"lines": []})["lines"]
    ]
    wrong = {**right, "line": next(line for line in lines if line != right["line"])}
    _, rule, why = spoilt(place, wrong)

    assert rule == "hand-button"
    assert "something else comes first" in why
    # The same button again turns it off, and the exercise goes on.
    rest = right_answers(RUN, GAME, 1)[place:]
    keys = [*right_answers(RUN, GAME, 1)[:place], wrong, wrong, *rest]
    scored, run, _ = judge_run(exercise(), keys)
    assert run.is_over
    assert [one.is_right for one in scored].count(False) == 1


def test_no_card_lies_on_the_felt_before_every_wager_is_lifted() -> None:
    keys = right_answers(RUN, GAME, 1)
    lifted = [one["do"] for one in keys].count("lift")

    def cards(pressed: int) -> list[object]:
        _, _, desk = judged(RUN, GAME, 1, keys[:pressed])
        assert desk is not None
        found = desk["view"]["dealer_cards"]
        assert isinstance(found, tuple)
        return list(found)

    assert cards(0) == cards(1 + lifted - 1) == []
    assert len(cards(1 + lifted)) >= 2


def test_a_game_without_a_jackpot_says_so_and_is_not_listed() -> None:
    listed = {one["name"]: one["drills"] for one in drill_list()["games"]}

    assert RUN not in listed["blackjack"]
    assert RUN in listed[GAME]
    with pytest.raises(DrillError, match="game is 'blackjack': its layout has no jackpot to run"):
        shown_exercise(RUN, "blackjack", 1)


def test_the_room_of_the_drill_is_a_training_room_and_stays_as_it_is() -> None:
    room = training_room(GAME, SEEDS[0])
    before = room.state
    judged(RUN, GAME, 1, right_answers(RUN, GAME, 1))

    assert before.kind is RoomKind.TRAINING
    assert training_room(GAME, SEEDS[0]).state is before


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ({"do": "shout"}, "do of answer 1 is 'shout': write one of start, lift"),
        ({"do": "lift", "spot": 8}, "spot of answer 1 is 8: write 0 to 3"),
        ({"do": "swipe", "badge": "king"}, "badge of answer 1 is 'king'"),
    ],
)
def test_a_key_that_is_none_is_refused(answer: JsonObject, sentence: str) -> None:
    with pytest.raises(DrillError, match=sentence):
        judge_run(exercise(), [answer])


def test_nothing_comes_after_end_game() -> None:
    keys = right_answers(RUN, GAME, 1)

    with pytest.raises(DrillError, match="comes after END GAME"):
        judge_run(exercise(), [*keys, {"do": "start"}])
