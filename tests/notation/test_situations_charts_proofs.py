"""Situations, charts and proofs are read and written, and refused with their line."""

import random
from fractions import Fraction
from pathlib import Path

import pytest

from upcard.cards import Card, read_cards
from upcard.hand_values import total_of
from upcard.money import Cents
from upcard.notation import NotationError
from upcard.notation.charts import Cell, read_chart
from upcard.notation.proofs import read_proof
from upcard.notation.situations import read_situation, shoe_counts
from upcard.strategy.chart_players import ChartError, follow
from upcard.strategy.enumeration import exact_value, policy_named, value_over_orders
from upcard.table import Decision
from upcard.table.rounds import Hand

PROOFS = sorted((Path(__file__).parents[1] / "proofs").glob("*.proof"))

CHART = """\
# Some rows of a chart for Spanish games.
rules   spanish-21-redouble
                 2   3   4   5   6   7   8   9   T   A
hard 11          D4h D5h D5h D5h D5h D4h D4h D4h D3h D3h
hard 16          S   S   S6  S6  S   H   H   H   H   Rh
soft 18          S4  S4  D4h D5h D6h S6  S4  H   H   H
pair 8           P   P   P   P   P   P   P   P   P   Rp
cards T6         S   S   S   S   S   S   S   S   S   S
cards 87         H   S   S   S   S   H   H   H   H   H
doubled hard 16  S   S   S   S   S   R   R   R   R   R
"""


@pytest.mark.parametrize(
    "text",
    [
        "T6 v T",
        "A7 v 9",
        "88 v A",
        "hard 16 v T",
        "soft 18 v 9 @6d",
        "T6 v T @6d-8-8-T",
        "T6 v T @A2 T5 63",
        "T6 v T @6d = stand -0.5404 hit -0.5398",
    ],
)
def test_a_situation_is_written_as_it_was_read(text: str) -> None:
    assert str(read_situation(text)) == text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("T6", "'T6' is not a situation: write it like 'T6 v T'"),
        ("T6 v K", "'T6 v K' is not a situation"),
        ("T6 v", "'T6 v' is not a situation"),
        ("hard v T", "'hard v T' is not a situation"),
        ("hard 99 v T", "with a hard total from 4 to 21 or a soft one from 12 to 21"),
        ("soft 11 v T", "with a hard total from 4 to 21 or a soft one from 12 to 21"),
        ("hard 1² v T", "'hard 1² v T' is not a situation"),
        ("T v T", "'T' is not a hand: write two or more cards, of 21 points at most"),
        ("TT2 v T", "'TT2' is not a hand: write two or more cards, of 21 points at most"),
        ("T6 v T @9d", "'9d' is not a shoe: write 6d, 6d-8-T or counts like A2 T5"),
        ("T6 v T @x", "'x' is not a shoe"),
        ("T6 v T @A2 A3", "shoe 'A2 A3' has a card twice or none at all: write each card once"),
        ("T6 v T @A0", "shoe 'A0' has a card twice or none at all"),
        ("T6 v T @6d = raise 1", "'raise 1' has no facts: write decisions with values"),
        (f"T6 v T = hit {'9' * 5_000}", "has no facts: write decisions with values"),
        ("T6 v T = hit 1 hit 2", "'hit 1 hit 2' has a decision twice: write each once"),
        ("T6 v\0T", "character 5 is U+0000, which does not print"),
        ("T6 v T\nT6 v T", "character 7 is U+000A, which does not print"),
    ],
)
def test_what_is_not_a_situation_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as error:
        read_situation(text)

    assert sentence in str(error.value)


def test_a_shoe_cannot_lose_more_cards_than_it_has() -> None:
    with pytest.raises(NotationError, match="more cards away than there are"):
        shoe_counts("1d-8-8-8-8-8")
    assert shoe_counts("6d", tens_per_deck=12).total() == 288


def test_a_chart_is_written_as_it_was_read() -> None:
    assert str(read_chart(CHART)) == CHART


def test_the_order_of_its_lines_does_not_change_a_chart() -> None:
    lines = CHART.splitlines()
    rng = random.Random(21)

    for _ in range(50):
        assert str(read_chart("\n".join(rng.sample(lines, len(lines))))) == CHART


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("Rp", "Xp", "line 7: 'Xp' is not a cell"),
        ("D4h D5h D5h", "D4h D5h", "line 4: hard 11 has 9 cells: write 10, one for each up card"),
        ("pair 8 ", "twos 8 ", "is not a row"),
        ("hard 16 ", "hard 11 ", "line 5: hard 11 is written twice: write it once"),
        ("cards T6 ", "cards 6T ", "high card first"),
        ("cards T6 ", "cards 88 ", "high card first"),
        ("pair 8 ", "pair 88 ", "'pair 88' is not a row: write the card of a pair"),
        ("pair 8 ", "pair 1 ", "'pair 1' is not a row: write the card of a pair"),
        ("hard 11 ", "hard T6 ", "write a total from 4 to 21"),
        ("hard 11 ", "hard 3 ", "'hard 3' is not a row: write a total from 4 to 21"),
        ("hard 11 ", "hard ١١ ", "'hard ١١' is not a row: write a total from 4 to 21"),
        ("hard 11 ", f"hard {'1' * 5_000} ", "has 5,000 characters: write 400 at most"),
        ("soft 18 ", "soft 11 ", "'soft 11' is not a row: write a total from 12 to 21"),
        ("doubled hard 16 ", "doubled pair 8 ", "is not a row: write hard 16, soft 18, pair 8"),
        (
            "doubled hard 16  S",
            "doubled hard 16  H",
            "'H' is not allowed in a row of doubled hard: write S",
        ),
        (
            "hard 16          S",
            "hard 16          P",
            "'P' is not allowed in a row of hard: write H, S, D",
        ),
        ("   2   3   4", "   2   3   5", "is not a row"),
        (
            "rules   spanish-21-redouble",
            "rules",
            "line 2: 'rules' does not name a game: write rules NAME",
        ),
        ("rules   spanish-21-redouble", "rules a b", "line 2: 'rules a b' does not name a game"),
        ("hard 11", "rules bahamas\nhard 11", "line 4: rules is already spanish-21-redouble"),
        ("hard 11", "2 3 4 5 6 7 8 9 T A\nhard 11", "the up cards are already written on line 3"),
    ],
)
def test_what_is_wrong_in_a_chart_is_named(old: str, new: str, sentence: str) -> None:
    assert old in CHART

    with pytest.raises(NotationError) as error:
        read_chart(CHART.replace(old, new, 1))

    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1: the chart has no line of up cards: write 2 3 4 5 6 7 8 9 T A"),
        ("# None.\n2 3 4 5 6 7 8 9 T A", "line 2: the chart has no rows: write one below"),
    ],
)
def test_an_empty_chart_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as error:
        read_chart(text)

    assert str(error.value).startswith(sentence)


def hand(cards: str, doubles: int = 0) -> Hand:
    held = read_cards(cards)
    return Hand("1", 1, Cents(100), held, total_of(held), doubles)


ALL = tuple(Decision)
NO_SPLIT = tuple(d for d in Decision if d is not Decision.SPLIT)


@pytest.mark.parametrize(
    ("cards", "upcard", "legal", "decision"),
    [
        ("6s 5d", "2h", NO_SPLIT, Decision.DOUBLE),
        ("3s 3d 5h", "2h", NO_SPLIT, Decision.DOUBLE),
        ("3s 3d 3h 2c", "2h", NO_SPLIT, Decision.HIT),
        ("8s 8d", "Kh", ALL, Decision.SPLIT),
        ("8s 8d", "Kh", NO_SPLIT, Decision.HIT),
        ("8s 8d", "Ah", ALL, Decision.SURRENDER),
        ("8s 8d", "Ah", (Decision.HIT, Decision.SPLIT), Decision.SPLIT),
        ("9s 7d", "4h", NO_SPLIT, Decision.STAND),
        ("Ks 6d", "Kh", NO_SPLIT, Decision.STAND),
        ("6d Ks", "Kh", NO_SPLIT, Decision.STAND),
        ("Ks 4d 2h", "Kh", NO_SPLIT, Decision.HIT),
    ],
)
def test_a_chart_is_followed(
    cards: str, upcard: str, legal: tuple[Decision, ...], decision: Decision
) -> None:
    assert follow(read_chart(CHART), hand(cards), Card.parse(upcard), legal) is decision


def test_after_a_double_the_doubled_rows_speak() -> None:
    legal = (Decision.STAND, Decision.DOUBLE, Decision.RESCUE)
    doubled = hand("6s 5d 5h", doubles=1)

    assert follow(read_chart(CHART), doubled, Card.parse("Kh"), legal) is Decision.RESCUE
    assert follow(read_chart(CHART), doubled, Card.parse("5h"), legal) is Decision.STAND


def test_a_hand_the_chart_does_not_know_is_named() -> None:
    with pytest.raises(ChartError, match="no row for hard 9 against T"):
        follow(read_chart(CHART), hand("5s 4d"), Card.parse("Kh"), NO_SPLIT)


def test_a_cell_of_three_parts() -> None:
    assert Cell.parse("D4s") == Cell("D", 4, "s")


@pytest.mark.parametrize("path", PROOFS, ids=lambda path: path.stem)
def test_table_and_brute_force_agree_on_a_proof_as_a_fraction(path: Path) -> None:
    proof = read_proof(path.read_text())
    policy = policy_named(proof.policy)

    assert exact_value(proof.game, proof.shoe, policy) == proof.value
    assert value_over_orders(proof.game, proof.shoe, policy) == proof.value
    assert str(proof) == path.read_text()


def test_there_are_proofs() -> None:
    assert len(PROOFS) >= 10


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1: the proof has no 'rules' line: write one"),
        ("shoe As\npolicy stand\nvalue = 1", "line 1: the proof has no 'rules' line: write one"),
        ("rules blackjack\nshoe As\npolicy stand", "line 1: the proof has no 'value' line"),
        ("rules whist\nshoe As\npolicy stand\nvalue = 1", "line 1: 'whist' is not a game"),
        ("rules blackjack\ndecks 9\nshoe As\npolicy stand\nvalue = 1", "line 2: decks is '9'"),
        ("rules blackjack\ndecks 8 = 8\nshoe As", "line 2: 'decks' is followed by '= 8'"),
        ("rules blackjack\nset colour red\nshoe As\npolicy stand\nvalue = 1", "line 2: colour"),
        ("rules blackjack\nshoe Xx\npolicy stand\nvalue = 1", "line 2: 'Xx' is not a card"),
        ("rules blackjack\nshoe\npolicy stand\nvalue = 1", "line 2: the shoe is empty"),
        ("rules blackjack\nshoe As\nshoe Ah", "line 3: 'shoe' is already written on line 2"),
        ("rules bahamas\nshoe Ts\npolicy stand\nvalue = 1", "line 2: the shoe holds Ts 1 times: "),
        (
            f"rules blackjack\nshoe{' As' * 7}\npolicy stand\nvalue = 1",
            "6 standard decks hold it 6",
        ),
        ("rules blackjack\nshoe As\npolicy pray\nvalue = 1", "line 3: policy is 'pray': 'pray' is"),
        (
            "rules blackjack\nshoe As\npolicy hit-below 999\nvalue = 1",
            "'hit-below 999' is not a clause",
        ),
        ("rules blackjack\nshoe As\npolicy hit-below ²\nvalue = 1", "²' is not a clause"),
        ("rules blackjack\nshoe As\npolicy stand = 1", "line 3: 'policy' has an equals sign"),
        ("rules blackjack\nshoe As\npolicy stand\nvalue = 1/0", "line 4: value is '= 1/0': write"),
        ("rules blackjack\nshoe As\npolicy stand\nvalue 1/2", "line 4: value is '1/2': write"),
        ("rules blackjack\nshoe As\npolicy stand\nvalue = 1e9999999999", "is '= 1e9999999999'"),
        ("rules blackjack\nshoe As\npolicy stand\nvalue = ٣/٤", "line 4: value is '= ٣/٤'"),
        ("rules blackjack\nhand As", "line 2: 'hand' cannot begin a line of a proof: write rules"),
    ],
)
def test_what_is_wrong_in_a_proof_is_named(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as error:
        read_proof(text)

    assert sentence in str(error.value)


def test_a_proof_is_written_in_one_way() -> None:
    text = "rules blackjack\nshoe As Kd\npolicy split 8,  hit-below 12 , stand\nvalue =  -2/4\n"
    headers = ["set insurance none", "decks 8", "set dealer.peek never"]

    canonical = str(read_proof("\n".join([*headers, text])))

    assert canonical == (
        "rules   blackjack\ndecks   8\nset     dealer.peek never\nset     insurance none\n"
        "shoe    As Kd\npolicy  split 8, hit-below 12, stand\nvalue   = -1/2\n"
    )
    assert str(read_proof("\n".join([text, *headers[::-1]]))) == canonical


def test_a_shoe_that_runs_out_is_told() -> None:
    proof = read_proof("rules blackjack\nshoe 2s 3s 4s 5s\npolicy stand\nvalue = 1/2")

    with pytest.raises(ValueError, match="the shoe runs out before the round is over"):
        exact_value(proof.game, proof.shoe, policy_named("stand"))
    assert proof.value == Fraction(1, 2)
