"""Recorded rounds: what is written must be played, and what is wrong is named with its line."""

import pytest

from upcard.notation import NotationError, replay, replay_file, write_round
from upcard.notation.records import read_records

SPLIT = """\
# Splitting eights against a nine, and doubling the eleven that comes.
rules   bahama-wsgc
dealer        9h [7c] 5d          = 21
1       25    8s 8d P
1a      25    8s 3h D Jh          = 21 win 50
1b      25    8d 9c S             = 17 lose -25
2       10    As Kd               = 21 natural 15
2       side  match-up 5          = nothing -5
"""


def test_a_round_is_written_as_it_was_read() -> None:
    replayed = replay(SPLIT)

    comments = replayed.record.comments
    assert write_round(replayed.round, replayed.events, comments=comments) == SPLIT


def test_a_round_can_be_written_in_one_line() -> None:
    line = "rules blackjack / dealer 6h [Ac] 5s 7d = 19 / 1 10 Tc 8d S = 18 lose -10"

    replayed = replay(line)

    assert str(replayed.record) == (
        "rules   blackjack\n"
        "dealer        6h [Ac] 5s 7d       = 19\n"
        "1       10    Tc 8d S             = 18 lose -10\n"
    )


def test_a_shoe_file_holds_several_rounds_with_blank_lines_between() -> None:
    assert len(replay_file(f"{SPLIT}\n{SPLIT}\n\n{SPLIT}")) == 3


WRONG = {
    "another total": ("= 21 win 50", "= 20 win 50", 5, "the text says '20 win 50', the table says"),
    "another amount": ("lose -25", "lose -20", 6, "the table says '17 lose -25'"),
    "a card nobody was dealt": ("9h [7c] 5d ", "9h [7c] 5d 2s ", 3, "'2s' is written for dealer"),
    "a card missing": ("9h [7c] 5d ", "9h [7c] ", 3, "the table awaits a card for the dealer"),
    "a decision nobody asked for": ("Jh          =", "Jh S        =", 5, "never asked for it"),
    "a decision missing": ("9c S ", "9c ", 6, "the table awaits a decision on hand 1b"),
    "a decision not allowed": ("8d 9c S", "8d 9c P", 6, "may not split: only two cards of the"),
    "no such decision": ("8d 9c S", "8d 9c X", 6, "'X' is not a decision: hand 1b may hit"),
    "no such card": ("9h [7c]", "1h [7c]", 3, "'1h' is not a card"),
    "a hole card face up": ("[7c]", "7c", 3, "write it as [7c]"),
    "a wager not offered": ("match-up 5 ", "bonanza 5 ", 8, "'bonanza' is not a wager"),
    "a wager too large": ("match-up 5 ", "match-up 500 ", 8, "the maximum is 100"),
    "a result left out": ("1b      25    8d 9c S             = 17 lose -25",
                          "1b      25    8d 9c S", 6, "the text says nothing, the table says"),
    "a hand left out": ("1b      25    8d 9c S             = 17 lose -25\n", "", 2,
                        "the table deals to hand 1b, and no line is about it"),
    "a hand nobody has": ("2       side", "3a      10    8s\n2       side", 8, "'3a' is written"),
    "a line twice": ("2       side", "1b      25    8d 9c S\n2       side", 8,
                     "'1b' is written on line 6 already"),
    "no such game": ("bahama-wsgc", "pinochle", 2, "'pinochle' is not a game: the catalogue has"),
    "no such line": ("2       side", "two     side", 8, "'two' begins no line"),
    "insurance nobody offered": ("2       side", "1       insurance 5   = lose -5\n2       side",
                                 8, "the table never offered it"),
    "envy nobody won": ("2       side", "2       envy  = 50\n2       side", 8,
                        "'2 envy' is written, and the table knows nothing of it"),
    "the wrong wager on a split hand": ("1a      25", "1a      20", 5,
                                        "the text says '20 8s 3h D Jh', the table played"),
    "the wrong card taken along": ("1a      25    8s", "1a      25    9s", 5, "the table played"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_named_with_its_line(name: str) -> None:
    old, new, line, sentence = WRONG[name]
    assert old in SPLIT

    with pytest.raises(NotationError) as error:
        replay(SPLIT.replace(old, new, 1))

    assert sentence in str(error.value)
    assert error.value.line == line


@pytest.mark.parametrize(
    ("header", "sentence"),
    [
        ("decks six", "decks is 'six': write a number"),
        ("decks 7", "decks is 7: write 5, 6, 8"),
        ("pack bonanza", "pack is 'bonanza': the game has match, trilux"),
        ("date tomorrow", "date is 'tomorrow': write it like 2024-05-31"),
        ("date 2000-01-01\nlimits main 1 50", None),
        ("limits main five ten", "are no limits: write 'main 5 400'"),
        ("set colour green", "colour: is not a setting of this game"),
        ("set dealer.soft_17 stand", "redoubling is for games that hit soft 17"),
        ("paytable match-up", "needs two words"),
        ("seat anna one", "a seat is a name and spots"),
        ("decks", "'decks' says nothing: write a name after it"),
    ],
)
def test_headers_choose_the_game_or_are_refused(header: str, sentence: str | None) -> None:
    text = SPLIT.replace("rules   bahama-wsgc\n", f"rules   bahama-wsgc\n{header}\n")

    if sentence is None:
        assert replay(text).round.game.limits.single_wager == 10_000
        return
    with pytest.raises(NotationError) as error:
        replay(text)
    assert sentence in str(error.value)


def test_a_meter_award_needs_the_meter_it_is_paid_from() -> None:
    text = (
        "rules kings-bounty / dealer 7d [2c] Kd = 19 / 1 10 7d 7d S = 14 lose -10"
        " / 1 side blazing-7s-upcard 1 = three-7s-diamonds 999"
    )

    with pytest.raises(NotationError, match="write a line 'jackpot Mega METER RESEED'"):
        replay(text)
    assert replay(f"{text} / jackpot Mega 1000 500 = 500").round.awards
    assert replay(f"{text} / jackpot Mega 1000 = 0").round.awards


def test_a_comment_inside_a_round_is_refused() -> None:
    with pytest.raises(NotationError, match="line 3: a comment stands before the round"):
        list(read_records("rules blackjack\ndealer 6h [Ac]\n# here\n1 10 Tc 8d S"))


@pytest.mark.parametrize("text", ["", "rules blackjack", "dealer 6h [Ac]"])
def test_a_text_without_a_round_is_told(text: str) -> None:
    with pytest.raises(NotationError):
        replay(text)
