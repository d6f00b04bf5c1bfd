"""Pay the table: the table says what is right, in its order, and the documents say why."""

import json
from pathlib import Path
from typing import Any

import pytest

from upcard.catalogue import CATALOGUE
from upcard.drills import golden_rounds as golden_module
from upcard.drills.drill_kinds import DrillError, DrillKind
from upcard.drills.exercises import exercise_of, judged, right_answers, shown_exercise
from upcard.drills.golden_rounds import golden_rounds
from upcard.drills.table_pays import PayExercise
from upcard.plain import JsonObject
from upcard.table.settlements import Source

ROUNDS = Path(__file__).parents[1] / "rounds"
PACKAGED = Path(golden_module.__file__).parent / "golden"
PAY = DrillKind.PAY
GAMES = CATALOGUE.names("games")
GAME = "bahama-wsgc"


def exercise(game: str = GAME, seed: int = 1) -> PayExercise:
    """A round to pay."""
    found = exercise_of(PAY, game, seed)
    assert isinstance(found, PayExercise)
    return found


def answers(game: str = GAME, seed: int = 1) -> list[dict[str, Any]]:
    """The right answers, to be spoilt."""
    return [dict(one) for one in right_answers(PAY, game, seed)]


def is_golden(made: PayExercise) -> bool:
    """Whether the round is a golden one."""
    return made.points[-1].round.dealt in [
        one.round.dealt for one in golden_rounds(made.game.rules.name)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_the_right_answers_of_every_game_are_right_and_move_what_the_table_settled(
    game: str,
) -> None:
    for seed in range(2):
        score, is_over, _ = judged(PAY, game, seed, answers(game, seed))
        made = exercise(game, seed)
        round_ = made.points[-1].round
        moved = sum(m.pay - m.take - m.lifted for point in made.points for m in point.due)
        settled = sum(
            s.net - (s.won if s.source is Source.METER else 0) for s in round_.settlements
        )

        assert is_over
        assert score.right == len(score.decisions) >= 6
        assert moved == settled
        assert (score.overpaid, score.underpaid) == (0, 0)
        spots = {wager.spot for wager in round_.wagers}
        assert spots == set(range(1, 8)) or is_golden(made)


def test_golden_rounds_and_random_ones_come_and_both_show_their_own_paytables() -> None:
    made = [exercise(seed=seed) for seed in range(12)]

    assert 0 < sum(map(is_golden, made)) < len(made)
    for seed, one in enumerate(made):
        offers = {x["name"]: x["paytable"] for x in shown_exercise(PAY, GAME, seed)["offers"]}
        assert {name: offer.paytable for name, offer in one.game.offers.items()}.items() <= (
            offers.items()
        )


def test_the_golden_rounds_of_the_package_are_those_that_the_tests_prove() -> None:
    proved = {path.read_text().strip() for path in ROUNDS.rglob("*.round")}
    shipped = [path.read_text() for path in PACKAGED.glob("*.shoe")]

    assert shipped
    for text in shipped:
        for one in text.split("\n\n"):
            assert one.strip() in proved, one.splitlines()[0]


def test_an_exercise_is_the_same_every_time_and_another_seed_is_another() -> None:
    assert shown_exercise(PAY, GAME, 5) == shown_exercise(PAY, GAME, 5)
    assert shown_exercise(PAY, GAME, 5) != shown_exercise(PAY, GAME, 6)


def test_an_exercise_does_not_tell_its_answers() -> None:
    shown = shown_exercise(PAY, GAME, 1)
    (moment,) = shown["moments"]
    view: Any = json.loads(json.dumps(moment["view"]))

    assert [row["spot"] for row in moment["rows"]] == sorted(row["spot"] for row in moment["rows"])
    assert view["movements"] == view["awards"] == []
    for spot in view["spots"]:
        assert (spot["banner"], spot["net"]) == ("", 0)
        assert all(not (hand["act"] or hand["result"] or hand["tone"]) for hand in spot["hands"])
        assert all(wager["act"] == wager["result"] for wager in spot["wagers"])
        assert {wager["result"] for wager in spot["wagers"]} <= {"", "lifted"}
        assert all(not wager["outcome"] for wager in spot["wagers"])


def test_a_wager_paid_out_of_turn_is_a_mistake_of_the_order_and_of_nothing_else() -> None:
    keyed = answers()
    keyed[0], keyed[3] = keyed[3], keyed[0]
    score, _, _ = judged(PAY, GAME, 1, keyed)
    wrong = [one for one in score.decisions if not one.is_right]

    assert wrong[0].rule.name == "paying-order"
    assert wrong[0].rule.sentence == "Working from right to left pay or take primary wager first."
    assert (score.overpaid, score.underpaid) == (0, 0)
    # Once the wager that was skipped is paid, the order is right again.
    assert all(one.is_right for one in score.decisions[4:])


def test_a_wrong_amount_is_priced_for_the_house_and_for_the_player() -> None:
    keyed = answers()
    won = next(n for n, one in enumerate(keyed) if one["pay"])
    lost = next(n for n, one in enumerate(keyed) if one["take"])
    keyed[won]["pay"] += 250
    keyed[lost]["take"] += 100
    score, _, _ = judged(PAY, GAME, 1, keyed)

    assert [n for n, one in enumerate(score.decisions) if not one.is_right] == sorted((won, lost))
    assert (score.overpaid, score.underpaid) == (250, 100)


def test_a_blackjack_is_explained_by_the_sentence_of_its_document() -> None:
    decisions = [
        one
        for seed in range(6)
        for one in judged(PAY, GAME, seed, answers(seed=seed))[0].decisions
        if one.rule.name == "natural"
    ]

    assert decisions
    assert decisions[0].rule.source == "S0 3.d"
    assert decisions[0].rule.sentence == "Player Blackjack beats a Dealer Blackjack – Pays 3 to 2."
    assert "at 3 to 2 wins" in decisions[0].why


def test_a_bonus_round_is_paid_before_the_rest() -> None:
    found = [shown_exercise(PAY, "bonanza", seed)["moments"] for seed in range(6)]
    two = [moments for moments in found if len(moments) == 2]

    assert two
    assert "DEAL" in two[0][0]["title"]
    keys = [str(one["key"])[:2] for one in right_answers(PAY, "bonanza", found.index(two[0]))]
    assert keys == sorted(keys)


def test_times_are_added_up_and_an_hour_is_the_most() -> None:
    keyed = answers()
    keyed[0]["milliseconds"], keyed[1]["milliseconds"] = 2500, 90_000_000
    score, _, _ = judged(PAY, GAME, 1, keyed)

    assert score.milliseconds == 3_602_500


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"key": "1:9/main/9"}, "has no such wager"),
        ({"take": -1}, "take of answer 1 is -1: write whole cents, 0 or more"),
        ({"pay": 2.5}, "pay of answer 1 is 2.5: write whole cents"),
        ({"pay": True}, "pay of answer 1 is True"),
        ({"milliseconds": "long"}, "milliseconds of answer 1 is 'long': write a whole number"),
        ({"milliseconds": -1}, "milliseconds of answer 1 is -1"),
    ],
)
def test_an_answer_that_is_none_is_refused_by_name(change: JsonObject, sentence: str) -> None:
    keyed = answers()
    keyed[0] |= change

    with pytest.raises(DrillError, match=sentence.replace("(", r"\(")):
        judged(PAY, GAME, 1, keyed)


def test_a_wager_that_is_not_answered_is_named() -> None:
    with pytest.raises(DrillError, match="is missing"):
        judged(PAY, GAME, 1, answers()[:-1])


@pytest.mark.parametrize("seed", [-1, 2**31])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(DrillError, match=f"seed is {seed}: write 0 to"):
        shown_exercise(PAY, GAME, seed)


@pytest.mark.parametrize("game", ["blackjack", "spanish-21", "free-bet"])
def test_a_game_of_no_document_is_explained_by_no_document_s_sentence(game: str) -> None:
    """Standard blackjack follows no source document: S0 lets a player's blackjack beat any."""
    score, _, _ = judged(PAY, game, 1, answers(game, 1))
    main = [one for one in score.decisions if one.what.endswith("Main")]

    assert main
    assert all(not one.rule.sentence for one in main)
    assert all(one.rule.source for one in main)
