"""Recorded rounds: what is written must be played, and what is wrong is named with its line."""

import pytest

from upcard.notation import NotationError, replay, replay_file, write_round
from upcard.notation.record_lines import read_records

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
    "a card missing": (
        "9h [7c] 5d ",
        "9h [7c] ",
        3,
        "the table is waiting for a card for the dealer",
    ),
    "a decision nobody asked for": ("Jh          =", "Jh S        =", 5, "never asked for it"),
    "a decision missing": ("9c S ", "9c ", 6, "the table is waiting for a decision on hand 1b"),
    "a decision not allowed": ("8d 9c S", "8d 9c P", 6, "may not split: you can only split two"),
    "no such decision": ("8d 9c S", "8d 9c X", 6, "'X' is neither a card nor a decision"),
    "a card for a decision": ("8d 9c S", "8d 9c 2c", 6, "'2c' is not a decision: hand 1b may hit"),
    "no such card": ("9h [7c]", "1h [7c]", 3, "'1h' is not a card"),
    "a hole card face up": ("[7c]", "7c", 3, "write it as [7c]"),
    "a wager not offered": ("match-up 5 ", "bonanza 5 ", 8, "'bonanza' is not a wager"),
    "a wager too large": ("match-up 5 ", "match-up 500 ", 8, "the maximum is 100"),
    "a result left out": (
        "1b      25    8d 9c S             = 17 lose -25",
        "1b      25    8d 9c S",
        6,
        "the text says nothing, the table says",
    ),
    "a hand left out": (
        "1b      25    8d 9c S             = 17 lose -25\n",
        "",
        2,
        "the table deals to hand 1b, but no line describes it",
    ),
    "a hand nobody has": ("2       side", "3a      10    8s\n2       side", 8, "'3a' is written"),
    "a line twice": (
        "2       side",
        "1b      25    8d 9c S\n2       side",
        8,
        "'1b' is already written on line 6",
    ),
    "no such game": ("bahama-wsgc", "pinochle", 2, "'pinochle' is not a game: the catalogue has"),
    "no such line": ("2       side", "two     side", 8, "'two' cannot begin a line"),
    "insurance nobody offered": (
        "2       side",
        "1       insurance 5   = lose -5\n2       side",
        8,
        "the table never offered it",
    ),
    "envy nobody won": (
        "2       side",
        "2       envy  = 50\n2       side",
        8,
        "'2 envy' is written, but the table did not produce it",
    ),
    "the wrong wager on a split hand": (
        "1a      25",
        "1a      20",
        5,
        "the text says '20 8s 3h D Jh', the table played",
    ),
    "the wrong card taken along": ("1a      25    8s", "1a      25    9s", 5, "the table played"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_named_with_its_line(name: str) -> None:
    old, new, line, sentence = WRONG[name]
    assert old in SPLIT

    with pytest.raises(NotationError) as error:
        replay(SPLIT.replace(old, new, 1))

    assert sentence in str(error.value)
    assert error.value.line == line


HEADERS_REFUSED = {
    "decks six": "decks is 'six': write a number from 1 to 8",
    "decks ²": "decks is '²': write a number from 1 to 8",
    "decks 9": "decks is '9': write a number from 1 to 8",
    "decks 7": "decks is 7: write 5, 6, 8",
    "decks": "'decks' has too few words: write decks N",
    "decks 8 5": "'decks 8 5' has too many words: write decks N",
    "decks 8 = 8": "'decks' is followed by '= 8': only the lines of dealer, hands, wagers and",
    "pack bonanza": "pack is 'bonanza': the game has match, trilux",
    "pack match trilux": "'pack match trilux' has too many words: write pack NAME",
    "date tomorrow": "date is 'tomorrow': write a day like 2024-05-31",
    "date 2024-02-30": "date is '2024-02-30': write a day like 2024-05-31",
    "date 20240531": "date is '20240531': write a day like 2024-05-31",
    "limits main five ten": "the lowest main wager is 'five': write dollars like 25 or 12.50",
    "limits main 5 12.5": "the highest main wager is '12.5': write dollars like 25 or 12.50",
    "limits mian 5 50": "limits are for 'mian': write them for main or side",
    "limits main 50 5": "main limits are 50 to 5: write a minimum above 0 and no larger",
    "limits main 5 401": "main limits are 5 to 401: a single wager on 2024-05-31 may be 400 at "
    "most (washington schedule)",
    "limits side 1 400.01": "side limits are 1 to 400.01: a single wager on 2024-05-31 may be 400",
    "limits main 5": "'limits main 5' has too few words: write limits main LOW HIGH",
    "set colour green": "colour: is not a setting of this game: bahama-wsgc has deck, decks,",
    "set dealer.soft17 hit": "is not a setting of this game: dealer has soft_17, peek",
    "set doubling.caps.0 none": "doubling.caps.0: is not a setting of this game: doubling.caps "
    "has no parts",
    "set name other": "name: is not a setting of this game: bahama-wsgc has deck, decks,",
    "set packs.match.name other": "is not a setting of this game: packs.match has wagers",
    "set packs.bonanza.wagers x": "is not a setting of this game: packs has match, trilux",
    "set dealer.soft_17": "'set dealer.soft_17' has too few words: write set PATH VALUE",
    "set dealer.soft_17 maybe": "dealer.soft_17: is 'maybe': write 'hit' or 'stand'",
    "set dealer.soft_17 stand": "redoubling is for games that hit soft 17",
    "set doubling.doubles_max ²": "doubling.doubles_max: is '²': write a whole number",
    "set doubling.doubles_max 9": "doubling.doubles_max: is 9: write 3 or less",
    "set side_wagers.match-up.needs bonanza": "side_wagers.match-up.needs: names 'bonanza', which",
    "paytable match-up": "'paytable match-up' has too few words: write paytable WAGER NAME",
    "paytable match-up 9": "Match-Up: paytable is '9': bahama-wsgc plays 1, 2, 3",
    "paytable bonanza 5000": "bahama-wsgc has no wager 'bonanza'",
    "paytable trilux TRI-03": "'trilux' has a paytable but is not in play: bahama-wsgc with pack "
    "match offers match-up, match-down, bahama-progressive",
    "seat anna": "'seat anna' has too few words: write seat NAME SPOT, with one spot or several",
    "seat anna one": "a spot of anna is 'one': write a number from 1 to 7",
    "seat anna 8": "a spot of anna is '8': write a number from 1 to 7",
    "seat anna 3 3": "spot 3 of anna is written twice: write it once",
    "jackpot meter 12.5": "jackpot meter is '12.5': write dollars like 25 or 12.50",
    "jackpot meter": "'jackpot meter' has too few words: write jackpot LEVEL METER",
    "jackpot meter 100 = 100": "the jackpot level 'meter' is not in play: no wager of this round",
    "rules blackjack": "'rules' is already written on line 2: write it once; put an empty line",
}
"""Headers that are wrong below the rules of `SPLIT`, and what is said about them."""


@pytest.mark.parametrize("header", HEADERS_REFUSED)
def test_a_header_that_is_wrong_is_refused_by_its_own_line(header: str) -> None:
    with pytest.raises(NotationError) as error:
        replay(SPLIT.replace("dealer ", f"date    2024-05-31\n{header}\ndealer ", 1))

    assert str(error.value).startswith("line 4: ")
    assert HEADERS_REFUSED[header] in str(error.value)


def test_the_date_and_the_room_s_own_limits_are_the_game_s() -> None:
    headers = "rules   bahama-wsgc\ndate    2000-01-01\nlimits  main 1 50\n"

    limits = replay(SPLIT.replace("rules   bahama-wsgc\n", headers)).round.game.limits

    assert (limits.single_wager, limits.main_min, limits.main_max) == (10_000, 100, 5_000)


@pytest.mark.parametrize(
    ("first", "second", "about"),
    [
        ("decks 8", "decks 6", "decks"),
        ("pack match", "pack match", "pack"),
        ("date 2024-05-31", "date 2024-05-31", "date"),
        ("limits main 1 50", "limits main 5 50", "limits main"),
        ("seat anna 1", "seat anna 2", "seat anna"),
        ("set rescue none", "set rescue none", "set rescue"),
        ("paytable match-up 2", "paytable match-up 3", "paytable match-up"),
    ],
)
def test_a_header_is_written_once(first: str, second: str, about: str) -> None:
    text = SPLIT.replace("dealer ", f"{first}\n{second}\ndealer ", 1)

    with pytest.raises(NotationError) as error:
        replay(text)

    assert str(error.value) == f"line 4: '{about}' is already written on line 3: write it once"


@pytest.mark.parametrize("switched", [False, True])
def test_a_setting_and_a_part_of_it_are_not_set_together(switched: bool) -> None:
    lines = ["set rescue none", "set rescue.after_redouble half"]
    part = 3 if switched else 4
    text = SPLIT.replace("dealer ", "\n".join(lines[:: -1 if switched else 1]) + "\ndealer ", 1)

    with pytest.raises(NotationError) as error:
        replay(text)

    assert str(error.value) == (
        f"line {part}: rescue.after_redouble is a part of rescue, which line {7 - part} sets: "
        "write one of the two"
    )


METERS = (
    "rules kings-bounty / dealer 7d [2c] Kd = 19 / 1 10 7d 7d S = 14 lose -10"
    " / 1 side blazing-7s-upcard 1 = three-7s-diamonds 999 / jackpot Mega 1000 500 = 500"
)


@pytest.mark.parametrize(
    ("jackpot", "sentence"),
    [
        ("jackpot Grand-Prize 5 = 5", "the jackpot level 'Grand-Prize' is not in play: write Mega"),
        ("jackpot meter 5 = 5", "the jackpot level 'meter' is not in play: write Mega, Major"),
        ("jackpot Mega 5 = 5", "'jackpot Mega' is already written on line 1: write it once"),
        ("jackpot Major 5.5 = 5", "jackpot Major is '5.5': write dollars like 25 or 12.50"),
        (
            "jackpot Major 5 -5 = 5",
            "the reseed of jackpot Major is '-5': write dollars like 25 or 12.50",
        ),
        (f"jackpot Major {'9' * 300}", "jackpot Major is '999"),
        (f"jackpot Major {'9' * 5000}", "has 5,000 characters: write 400 at most"),
    ],
)
def test_a_jackpot_line_is_for_a_level_in_play(jackpot: str, sentence: str) -> None:
    assert replay(METERS).round.awards
    with pytest.raises(NotationError) as error:
        replay(f"{METERS} / {jackpot}")

    assert sentence in str(error.value)
    assert error.value.line == 1
    assert len(str(error.value)) < 300


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
    with pytest.raises(NotationError, match="line 3: a comment must be before the round"):
        list(read_records("rules blackjack\ndealer 6h [Ac]\n# here\n1 10 Tc 8d S"))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1: the text is empty: write a round, beginning with 'rules NAME'"),
        ("\ufeff\r\n \t\r\n", "line 1: the text is empty: write a round"),
        ("# Only this.\n", "line 2: no round follows the last comment"),
        (f"{SPLIT}\n# And then?", "line 10: no round follows the last comment"),
        ("rules blackjack", "line 1: the round has no 'dealer' line: write one"),
        ("\ndealer 6h [Ac]", "line 2: the round has no 'rules' line: write one"),
        (f"{SPLIT}\n{SPLIT}", "line 11: the text holds 2 rounds: write only one"),
    ],
)
def test_a_text_without_its_one_round_is_told(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as error:
        replay(text)

    assert str(error.value).startswith(sentence)


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        ("# Splitting", "# Spl\0itting", 1, "character 6 is U+0000, which does not print"),
        ("dealer ", "dealer\u00a0", 3, "character 7 is U+00A0, which does not print"),
        ("\ndealer ", "\vdealer ", 2, "character 20 is U+000B, which does not print"),
        ("5d ", "5\ud800 ", 3, "character 24 is U+D800, which does not print"),
        ("8s 8d P", "8s " * 3_400, 4, "the line has 10,214 characters: write 10,000 at most"),
        ("1a      25", "1a      -25", 5, "the wager of hand 1a is '-25': write dollars"),
        ("1a      25", "1a", 5, "the wager of hand 1a is '8s': write dollars"),
        ("2       10 ", "2       ten", 7, "spot 2 begins with 'ten': write an amount, side,"),
        ("1b      25 ", "1b      side", 6, "'1b side 8d' is about a hand: write the spot alone"),
        (
            "1b      25 ",
            "1b      H ",
            6,
            "hand 1b begins with 'H': write its wager, then its cards",
        ),
        ("2       side", "2a      side", 8, "'2a side match-up' is about a hand: write the spot"),
        ("match-up 5 ", "match-up ", 8, "'2 side match-up' has too few words: write SPOT side"),
        ("= 21 win 50", "=", 5, "'1a' ends in '=': write what must come out"),
    ],
)
def test_what_nobody_can_read_is_refused_by_its_line(
    old: str, new: str, line: int, sentence: str
) -> None:
    assert old in SPLIT

    with pytest.raises(NotationError) as error:
        replay(SPLIT.replace(old, new, 1))

    assert str(error.value).startswith(f"line {line}: ")
    assert sentence in str(error.value)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_byte_order_mark_tabs_and_any_line_ends_are_read(end: str) -> None:
    text = SPLIT.replace("rules   ", "rules\t").replace("\n", end)

    replayed = replay(f"\ufeff{text}")

    assert write_round(replayed.round, replayed.events, comments=replayed.record.comments) == SPLIT
