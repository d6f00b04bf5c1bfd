"""What `upcard solve` answers, and what it refuses."""

import pytest

from tests.solver.shoes import game_with
from upcard.catalogue import every_game, rules_of
from upcard.game.decisions import Decision
from upcard.game.stakes import Laid
from upcard.notation.charts import read_chart
from upcard.notation.situations import read_situation
from upcard.odds.play.problems import PlayError
from upcard.rules.schema import Rules
from upcard.strategy.solutions import Solution, solve

KEYS = {
    "game",
    "decks",
    "house_edge_percent",
    "ev",
    "standard_deviation",
    "method",
    "assumptions",
    "seconds",
    "chart",
}


@pytest.fixture(scope="module")
def blackjack() -> Solution:
    return solve(rules_of("blackjack"), 6)


def test_the_record_has_the_keys_of_the_contract(blackjack: Solution) -> None:
    record = blackjack.record(0.25)

    assert set(record) == KEYS
    assert record["house_edge_percent"] == -100 * record["ev"]
    assert record["seconds"] == 0.25
    assert str(read_chart(record["chart"])) == record["chart"]


@pytest.mark.parametrize("rules", every_game(), ids=lambda rules: rules.name)
def test_every_catalogue_game_is_solved_at_every_number_of_decks_it_offers(rules: Rules) -> None:
    decks = rules.decks[-1]
    solution = solve(rules, decks, wager_cents=1000)

    # The best player of any of these games loses a little, and no game is far from 1.2 a round.
    assert -0.0125 < solution.ev < 0.005
    assert 1.05 < solution.standard_deviation < 1.4


def test_chances_of_all_openings_add_up(blackjack: Solution) -> None:
    assert sum(float(each.probability) for each in blackjack.play.openings) == pytest.approx(1)


def test_up_cards_and_starting_hands_are_parts_of_the_whole(blackjack: Solution) -> None:
    by_upcard, by_hand = blackjack.by_upcard(), blackjack.by_hand()

    # 4 of 13 cards are tens; the up card is the first of them.
    mean = sum(ev * (4 if card == "T" else 1) for card, ev in by_upcard.items()) / 13
    assert mean == pytest.approx(blackjack.ev)
    assert len(by_hand) == 550
    assert by_hand["TA v 6"] == pytest.approx(1.5)


def test_a_situation_tells_what_each_decision_is_worth(blackjack: Solution) -> None:
    worths = blackjack.decisions(read_situation("T6 v T"))

    assert list(worths) == ["hit", "stand", "double"]
    assert worths["double"] == pytest.approx(2 * worths["hit"])


@pytest.mark.parametrize(
    ("text", "code"),
    [("hard 16 v T", "situation-without-cards"), ("T6 v T @1d", "situation-with-shoe")],
)
def test_a_situation_without_an_exact_value_is_refused(
    blackjack: Solution, text: str, code: str
) -> None:
    with pytest.raises(PlayError) as refused:
        blackjack.decisions(read_situation(text))

    assert refused.value.code == code


def test_a_doubled_hand_may_be_rescued_for_what_the_file_says() -> None:
    play = solve(rules_of("bahamas"), 6).play
    worths = play.decisions((5, 6, 3), 10, laid=Laid(doubles=1))

    assert worths[Decision.RESCUE] == -1
    assert set(worths) == {Decision.STAND, Decision.DOUBLE, Decision.RESCUE}
    # Two wagers are at stake: standing on 14 against a ten loses more than one of them.
    assert -2 < worths[Decision.STAND] < -1


@pytest.mark.parametrize("hand", [(10, 10, 5), (7,)])
def test_a_hand_that_nobody_decides_on_is_refused(
    blackjack: Solution, hand: tuple[int, ...]
) -> None:
    with pytest.raises(PlayError):
        blackjack.play.decisions(hand, 5)


@pytest.mark.parametrize(
    ("code", "decks", "wager_cents", "other_players"),
    [
        ("decks-not-known", 9, None, 0),
        ("wager-not-positive", 6, 0, 0),
        ("other-players-negative", 6, None, -1),
        ("envy-depends-on-own-hand", 6, 500, 2),
    ],
)
def test_nonsense_is_refused_with_a_code(
    code: str, decks: int, wager_cents: int | None, other_players: int
) -> None:
    rules = game_with("bahamas", super_bonus__envy_goes_to="players-still-in")

    with pytest.raises(PlayError) as refused:
        solve(rules, decks, wager_cents=wager_cents, other_players=other_players)

    assert refused.value.code == code


def test_what_is_taken_for_granted_is_said() -> None:
    said = " ".join(solve(rules_of("bahamas"), 6).assumptions)

    assert "CDZ-" in said
    assert "fixed-money bonuses count as zero" in said
    at_five = " ".join(solve(rules_of("bahamas"), 6, wager_cents=500).assumptions)
    assert "wager of 5" in at_five
