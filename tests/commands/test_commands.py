"""The command line keeps its contract: names, JSON keys, exit codes, sentences."""

import json
import subprocess
import sys
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from tests.commands.runs import PROJECT, run_here, upcard, upcard_json, upcard_process
from upcard.catalogue import CATALOGUE
from upcard.notation import replay_file
from upcard.odds.play.kernels.kernel_cache import solver_folder
from upcard.simulation.kernels.compilation import cache_folder

NAMES = (
    "blackjack",
    "bahama-wsgc",
    "bahama-wsgc-s17",
    "bahama-rack-card",
    "bahamas",
    "bahamas-s17",
    "kings-bounty",
    "bonanza",
    "spanish-21",
    "spanish-21-s17",
    "spanish-21-redouble",
    "bet-the-set-21",
    "royal-match-21",
    "trilux-blackjack",
    "house-money",
)


def test_rules_list_names_every_game_of_the_catalogue() -> None:
    games = upcard_json("rules", "list")

    assert {game["name"] for game in games} == set(CATALOGUE.names("games")) >= set(NAMES)
    for game in games:
        assert set(game) == {"name", "title", "source", "cards_per_deck", "decks"}
    bahamas = next(game for game in games if game["name"] == "bahamas")
    assert (bahamas["cards_per_deck"], bahamas["decks"]) == (48, [5, 6, 8])


def test_rules_show_prints_the_resolved_file() -> None:
    rules = upcard_json("rules", "show", "bahamas-s17")

    assert rules["dealer"]["soft_17"] == "stand"
    assert "extends" not in rules
    assert rules["side_wagers"][0]["paytables"][0]["pays"] == {"suited": "9:1", "unsuited": "4:1"}


def test_rules_show_tells_the_source_of_each_choice() -> None:
    shown = upcard("rules", "show", "bahama-wsgc").stdout

    row = next(line for line in shown.splitlines() if line.strip().startswith("splitting.aces "))
    assert "one-card" in row
    assert "S0 5.c" in row


def test_an_unknown_game_gets_a_sentence_and_exit_code_1() -> None:
    error = upcard_json("rules", "show", "pinochle", code=1)["error"]

    assert error["code"] == "unknown-name"
    assert error["message"].startswith("'pinochle' is not a game: the catalogue has bahama-rack")
    assert upcard_process("rules", "show", "pinochle", code=1).stdout == ""


def test_rules_check_tells_every_error_of_a_file(tmp_path: Path) -> None:
    good = tmp_path / "good.toml"
    good.write_text((files("upcard.catalogue") / "games" / "blackjack.toml").read_text())
    bad = tmp_path / "bad.toml"
    bad.write_text(
        'extends = "bahamas-s17"\nname = "x"\n'.replace("bahamas-s17", "bahamas")
        + "[dealer]\nsoft_17 = 'stand'\n[natural]\npays = '3 to 2'\n"
    )

    assert upcard_json("rules", "check", str(good)) == {"ok": True}
    answer = upcard_json("rules", "check", str(bad), code=1)
    assert answer["ok"] is False
    assert {error["path"] for error in answer["errors"]} == {
        "natural.pays",
        "doubling.doubles_max",
    }
    assert all(error["message"] for error in answer["errors"])


def test_rules_check_of_a_file_that_is_not_there() -> None:
    assert upcard_json("rules", "check", "nowhere.toml", code=1)["error"]["code"] == "file"


def test_rules_check_of_bytes_that_are_not_text(tmp_path: Path) -> None:
    path = tmp_path / "noise.toml"
    path.write_bytes(b"\xff\xfe\x00name")

    assert "not text" in upcard_json("rules", "check", str(path), code=1)["error"]["message"]


def test_rules_fields_explains_every_field() -> None:
    fields = {field["path"]: field for field in upcard_json("rules", "fields")}

    assert fields["splitting.aces"]["allowed"] == "one-card, play-on"
    assert "Ambiguity 1." in fields["splitting.aces"]["what"]


def test_round_replay_plays_the_golden_rounds() -> None:
    # Those of wagers are played at a table made for them, which the catalogue does not have.
    rounds = (PROJECT / "tests" / "rounds").glob("*/*.round")
    folders = sorted({str(path.parent) for path in rounds if path.parent.name != "wagers"})
    answer = upcard_json("round", "replay", *folders)

    assert answer["ok"] is True
    assert answer["rounds"] >= 150


def test_round_replay_names_line_text_and_what_the_table_says(tmp_path: Path) -> None:
    path = tmp_path / "wrong.round"
    path.write_text("rules blackjack\ndealer 6h [Ac] 5s 7d = 19\n1 10 Tc 8d S = 18 push 0\n")

    answer = upcard_json("round", "replay", str(path), code=1)

    assert answer["ok"] is False
    assert answer["line"] == 3
    assert "push 0" in answer["text"]
    assert "18 lose -10" in answer["table_says"]
    assert answer["error"]["code"] == "round-mismatch"


def test_round_replay_finds_rules_in_a_file(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('extends = "blackjack"\nname = "mine"\n[dealer]\nsoft_17 = "stand"\n')
    path = tmp_path / "mine.round"
    path.write_text(f"rules {mine}\ndealer 6h [Ac] = 17\n1 10 Tc 8d S = 18 win 10\n")

    assert upcard_json("round", "replay", str(path)) == {"ok": True, "rounds": 1}


def test_round_format_lays_out_without_changing_a_word(tmp_path: Path) -> None:
    path = tmp_path / "loose.round"
    path.write_text("rules blackjack\ndealer 6h [Ac] 5s 7d = 19\n1 10 Tc 8d S = 18 lose -10\n")

    assert upcard_json("round", "format", "--check", str(path), code=1)["error"]["code"]
    assert upcard_json("round", "format", str(path)) == {"changed": [str(path)]}
    assert upcard_json("round", "format", "--check", str(path)) == {"changed": []}
    assert upcard_json("round", "replay", str(path)) == {"ok": True, "rounds": 1}


@pytest.mark.parametrize(
    ("command", "content", "sentence"),
    [
        ("replay", b"", "line 1: the text is empty: write a round, beginning with 'rules NAME'"),
        ("format", b"# None.\n\n", "line 3: no round follows the last comment: write one below"),
        ("format", b"rules blackjack\ndecks 8 5\n", "line 2: 'decks 8 5' has too many words"),
        ("replay", b"rules blackjack\ndecks \xb2\n", "line 2: this is not text: write the file in"),
        (
            "replay",
            b"rules gone.toml\ndealer 6h [Ac]",
            "line 1: rules is 'gone.toml': no such file",
        ),
        ("format", b"rules ./\ndealer 6h [Ac]", "line 1: rules is './': is a directory"),
    ],
)
def test_a_round_that_nobody_can_read_is_refused_by_file_and_line(
    tmp_path: Path, command: str, content: bytes, sentence: str
) -> None:
    path = tmp_path / "wrong.round"
    path.write_bytes(content)

    answer = upcard_json("round", command, str(path), code=1)

    assert answer["error"]["message"].startswith(f"{path}: {sentence}")
    assert path.read_bytes() == content


def test_round_format_writes_headers_and_spots_in_their_order(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('extends = "blackjack"\nname = "mine"\n[dealer]\nsoft_17 = "stand"\n')
    path = tmp_path / "loose.round"
    path.write_text(
        f"2 10 9c 9d S = 18 win 10\r\nseat bo 3\r\nseat anna 2 1\r\n1 10 Tc 8d S = 18 win 10\r\n"
        f"dealer 6h [Ac] = 17\r\nlimits main 5.00 80\r\nset insurance none\r\nrules {mine}\r\n"
        "decks 8\r\n",
        newline="",
    )

    assert upcard_json("round", "format", str(path)) == {"changed": [str(path)]}

    assert path.read_text() == (
        f"rules   {mine}\ndecks   8\nset     insurance none\nlimits  main 5 80\n"
        "seat    anna 1 2\nseat    bo 3\n"
        "dealer        6h [Ac]             = 17\n"
        "1       10    Tc 8d S             = 18 win 10\n"
        "2       10    9c 9d S             = 18 win 10\n"
    )
    assert upcard_json("round", "replay", str(path)) == {"ok": True, "rounds": 1}


def test_wrong_usage_exits_with_2() -> None:
    assert upcard_process("rules", "shew", code=2).stdout == ""
    assert upcard("round", "replay", code=2).stdout == ""


def test_doctor_finds_this_machine_fit() -> None:
    findings = {finding["name"]: finding for finding in upcard_json("doctor")}

    assert all(set(finding) == {"name", "ok", "detail"} for finding in findings.values())
    assert {"upcard", "python", "catalogue", "sqlite", "files", "gpu", "cache"} <= set(findings)
    assert findings["catalogue"]["detail"].endswith("all valid")


def test_doctor_looks_at_the_caches_that_solver_and_simulator_use() -> None:
    found = {finding["name"]: finding["detail"] for finding in upcard_json("doctor")}

    assert str(solver_folder()) in found["solver cache"]
    assert str(cache_folder()) in found["cache"]


def test_the_shell_completes_commands_and_options() -> None:
    variables = {"_UPCARD_COMPLETE": "complete_bash", "COMP_WORDS": "upcard ru", "COMP_CWORD": "1"}
    completed = run_here(variables=variables).stdout.split()
    shown = run_here(variables={"_UPCARD_COMPLETE": "source_bash"}).stdout

    assert completed == ["rules"]
    assert "complete -o default -F _upcard_completion upcard" in shown


def test_doctor_says_when_a_server_could_not_open_enough_files() -> None:
    command = ["prlimit", "--nofile=1024:1024", sys.executable, "-m", "upcard", "doctor", "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    finding = next(one for one in json.loads(done.stdout) if one["name"] == "files")

    assert done.returncode == 1
    assert not finding["ok"]
    assert finding["detail"].startswith(
        "only 1,024 may be open and a server needs 4,232: it accepts"
    )
    assert "LimitNOFILE=" in finding["detail"]


@pytest.mark.parametrize("name", NAMES)
def test_every_game_can_be_played_in_the_terminal_by_itself(name: str) -> None:
    answer = upcard_json("play", name, "--auto", "3", "--seed", "11", "--spots", "1,4,7")

    assert answer["rounds"] == 3
    assert len(replay_file("\n".join(answer["history"]))) == 3


def test_play_takes_wagers_and_decisions_and_says_why_not() -> None:
    keys = "10\nmatch-up 5\nbonanza 5\nmatch-down 101\n\nx\n?\np\ns\nq\n"
    shown = upcard("play", "bahamas", "--seed", "7", keys=keys).stdout

    assert "'bonanza' is not a wager at this table" in shown
    assert "the maximum is 100" in shown
    assert "'X' is not a key here: press H, S, D, R, ? or q" in shown
    assert "split: you can only split two cards of the same value" in shown
    assert "spot 1 may not split" in shown
    assert "You leave with" in shown


def test_play_asks_winners_how_much_they_move() -> None:
    keys = "20\nhouse-money 10\n\n999\nten\n20\ns\nq\n"
    shown = upcard("play", "house-money", "--seed", "6", keys=keys).stdout

    assert "move winnings onto the main wager, up to 40.00 [0]" in shown
    assert "spot 1 moves 999: its stake and winnings are 40; move 40 at most" in shown
    assert "'ten' is not an amount" in shown
    assert "1       parlay 20" in shown
    assert "This round +70" in shown


def test_play_without_a_keyboard_plays_one_round_and_leaves() -> None:
    shown = upcard("play").stdout

    assert "plays one round automatically" in shown
    assert "1 round, " in shown


def test_play_saves_what_was_played(tmp_path: Path) -> None:
    path = tmp_path / "mine.shoe"
    upcard("play", "bonanza", "--auto", "4", "--save", str(path))

    assert upcard_json("round", "replay", str(path)) == {"ok": True, "rounds": 4}


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        (("--spots", "one"), "spots is 'one': write numbers separated by commas"),
        (("--spots", "9"), "spot is 9: this table has spots 1 to 7"),
        (("--wager", "ten"), "wager: 'ten' is not an amount"),
        (("--wager", "0.10"), "the minimum is 1"),
        (("--decks", "7"), "decks is 7: write 5, 6, 8"),
        (("--pack", "x"), "pack is 'x': the game has no packs"),
    ],
)
def test_play_refuses_what_the_table_does_not_have(option: tuple[str, str], sentence: str) -> None:
    error = upcard_json("play", "bahamas", "--auto", "1", *option, code=1)["error"]

    assert sentence in error["message"]


def test_the_version_is_the_package_s() -> None:
    pyproject = tomllib.loads(Path("pyproject.toml").read_text())

    assert pyproject["project"]["name"] == "upcard"
    assert upcard_process("--version").stdout.startswith("upcard 0.")
