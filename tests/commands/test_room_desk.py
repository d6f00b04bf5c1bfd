"""The desk's commands: who signs and how, what is said, and what is refused."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.commands.desks import BAHAMA, CommandDesk, Typing, made_desk, play_to_award
from tests.room.houses import PIN
from upcard.catalogue import CATALOGUE, rules_of
from upcard.journal import JournalCode, NotRecorded
from upcard.rules.setting_paths import with_settings
from upcard.rules.written_rules import rules_toml

SETTERS: dict[str, Any] = {"by": "tech-1", "second": "exec-1"}
CORRECTORS: dict[str, Any] = {"by": "sup-1", "second": "acct-1"}


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandDesk:
    """A room with people, tables and a progressive."""
    return made_desk(tmp_path / "room", monkeypatch)


def level(desk: CommandDesk, name: str = "prog", place: int = 0) -> Any:
    """A level of a progressive."""
    return next(one for one in desk.json("room", "show")["progressives"] if one["name"] == name)[
        "levels"
    ][place]


def typed(monkeypatch: pytest.MonkeyPatch, answer: Callable[[str], str]) -> list[str]:
    """Somebody at a terminal who answers prompts; what they were asked, all of it unseen."""
    asked: list[str] = []

    def prompt(text: str, **options: Any) -> str:
        assert options["hide_input"], "a PIN is never shown"
        assert options["err"], "stdout is for the answer"
        asked.append(text)
        return answer(text)

    monkeypatch.setattr("sys.stdin", Typing())
    monkeypatch.setattr("upcard.commands.room.command_desk.typer.prompt", prompt)
    return asked


def test_the_pins_are_asked_unseen_where_the_environment_has_none(
    desk: CommandDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = typed(monkeypatch, lambda _: PIN)
    none = {"UPCARD_PIN": "", "UPCARD_SECOND_PIN": ""}
    words = ("room", "adjust", "prog", "12.34", "--raise", "--reason", "display-error")
    done = desk.json(
        *words, "--evidence", "work order 7", "--yes", by="sup-1", second="acct-1", variables=none
    )

    assert asked == ["PIN of sup-1", "PIN of acct-1"]
    assert done["after"] == level(desk)["display"]


def test_a_badge_alone_is_enough_for_keys_and_no_pin_is_asked(
    desk: CommandDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = typed(monkeypatch, lambda _: PIN)
    desk.run(
        "room", "key", "t1", "bet", "1", "main", "10", by="deal-1", variables={"UPCARD_PIN": ""}
    )

    assert asked == []


def test_without_terminal_and_environment_the_room_says_that_a_pin_is_needed(
    desk: CommandDesk,
) -> None:
    none = {"UPCARD_PIN": ""}
    refusal = desk.refused("room", "close", "t1", by="sup-1", variables=none)

    assert refusal == "pin-needed: badge sup-1 needs its PIN for this: type it"
    wrong = desk.run("room", "close", "t1", by="sup-1", code=1, variables={"UPCARD_PIN": "000111"})
    assert wrong.stderr == "upcard: the PIN of badge sup-1 is wrong [pin-wrong]\n"
    assert wrong.stdout == ""


def test_no_command_takes_a_pin_as_an_argument() -> None:
    from tests.commands.runs import command_line

    def options(command: Any) -> list[str]:
        own = [name for one in command.params for name in one.opts]
        below = getattr(command, "commands", {}).values()
        return own + [name for one in below for name in options(one)]

    assert [name for name in options(command_line()) if "pin" in name.lstrip("-").split("-")] == []


def test_an_order_sent_twice_is_carried_out_once(desk: CommandDesk) -> None:
    words = ("room", "deposit", "prog", "250.00", "--reference", "slip 7", "--id", "deposit 7")
    first = desk.json(*words, by="acct-1")
    again = desk.json(*words, by="acct-1")

    assert (first["repeated"], again["repeated"]) == (False, True)
    assert again["entry"] == first["entry"]
    assert "as before" in desk.run(*words, by="acct-1").stdout
    other = desk.refused("room", "bank", "1", "--id", "deposit 7", by="acct-1")
    assert other.startswith("command-differs: ")


def test_several_keys_in_one_command_are_several_orders_of_one_id(desk: CommandDesk) -> None:
    words = ("room", "key", "t1", "bet", "1", "main", "10,", "bet", "2", "main", "25", "--id", "k")
    first = desk.json(*words, by="deal-1")
    again = desk.json(*words, by="deal-1")

    assert [one["id"] for one in first["orders"]] == ["k", "k+2"]
    assert [one["entry"] for one in again["orders"]] == [one["entry"] for one in first["orders"]]
    assert len(again["table"]["round"]["spots"]) == 2
    back = desk.key("t1", "back")
    assert [spot["spot"] for spot in back["round"]["spots"]] == [1]


def test_a_table_is_shown_without_its_hole_card(desk: CommandDesk) -> None:
    shown = desk.run(
        "room", "key", "t1", "bet", "1", "main", "10", "start", by="deal-1"
    ).stdout.splitlines()

    assert shown[0].startswith("t1  bahama-wsgc, 6 decks, match; open, dealer deal-1; shoe 1 ")
    assert any(line.startswith("  dealer  ") and "??" in line for line in shown)
    assert shown[-1].startswith("  round 1 is waiting for a decision on spot 1: ")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["room", "key", "t1", "dance"], "'dance' is not a key: press bet, lift,"),
        (["room", "key", "t1", "bet", "1", "main"], "'bet' takes 3 words after it, not 2"),
        (["room", "key", "t1", "bet", "one", "main", "5"], "spot is 'one': write a number"),
        (["room", "key", "t1", "bet", "1", "main", "5.5"], "'5.5' is not an amount"),
        (["room", "bank", "lots"], "'lots' is not an amount"),
        (["room", "adjust", "prog", "5", "--reason", "award-won", "--evidence", "y"], "--raise"),
        (["room", "report", "awards", "--format", "pdf"], "give --out: pdf needs a file"),
    ],
)
def test_wrong_usage_exits_with_2(desk: CommandDesk, words: list[str], sentence: str) -> None:
    done = desk.run(*words, by="sup-1", code=2)

    assert sentence in " ".join(done.stderr.replace("│", "").split())
    assert done.stdout == ""


def test_without_data_or_badge_the_usage_is_told(desk: CommandDesk) -> None:
    assert "--data" in desk.run("room", "show", code=2, variables={"UPCARD_DATA": ""}).stderr
    assert "--as" in desk.run("room", "close", "t1", code=2).stderr


def test_the_claim_button_toggles_and_a_supervisor_voids_a_claim(desk: CommandDesk) -> None:
    play_to_award(desk)
    meter = level(desk)["display"]
    assert desk.refused("room", "claim", "t1", "1", by="deal-1").startswith("award-not-won: ")
    words = ("room", "claim", "t1", "4", BAHAMA.wager, BAHAMA.outcome)
    states = [desk.json(*words, by="deal-1")["state"] for _ in range(3)]

    assert states == ["claimed", "due", "claimed"]
    refusal = desk.refused("room", "void-round", "t1", "--reason", "spilled drink", by="sup-1")
    assert refusal.startswith("award-is-open: ")
    desk.run("room", "void", "t1", "4", "--reason", "wrong spot", by="sup-1")
    desk.run("room", "void-round", "t1", "--reason", "spilled drink", by="sup-1")
    assert level(desk)["display"] == meter
    assert desk.json("room", "tables", "show", "t1")["round"] is None


def test_the_prize_account_stops_and_frees_progressive_wagers(desk: CommandDesk) -> None:
    short = desk.json("room", "bank", "1.00", by="acct-1")
    assert short["is_short"]
    assert short["owed"] == desk.json("room", "show")["owed"]
    bets = f"bet 1 main 10 bet 1 {BAHAMA.wager} 5".split()
    desk.run("room", "key", "t1", *bets, by="deal-1")
    assert desk.refused("room", "key", "t1", "start", by="deal-1").startswith("funds-short: ")
    desk.run("room", "bank", "1,000,000", by="acct-1")

    assert desk.key("t1", "start")["round"]["stage"] != "betting"


def test_a_fault_and_a_shift_change_are_recorded(desk: CommandDesk) -> None:
    said = desk.run("room", "malfunction", "display 2", "it is dark", by="deal-2").stdout
    assert said.startswith("the fault of display 2 is recorded (entry ")
    desk.run("room", "dealer", "t1", "deal-2", by="sup-1")
    refusal = desk.refused("room", "key", "t1", "start", by="deal-1")

    assert refusal.startswith("not-this-table-s-dealer: ")


def test_a_new_shoe_before_the_cut_card_takes_a_supervisor_and_a_reason(
    desk: CommandDesk,
) -> None:
    abandon = ("room", "abandon-shoe", "t1", "--reason")
    assert desk.refused("room", "shuffle", "t1", by="deal-1").startswith("shoe-not-over: ")
    assert desk.refused(*abandon, "spilled", by="deal-1").startswith("role-not-enough: ")
    assert desk.refused(*abandon, " ", by="sup-1").startswith("reason-missing: ")

    assert desk.json(*abandon, "spilled", by="sup-1")["shoe"] == 2


def test_a_progressive_is_set_anew_moved_on_and_followed_by_another(desk: CommandDesk) -> None:
    change = ("room", "change-progressive", "prog", "--seed", "3000", "--limit", "90000")
    assert desk.refused(*change, **SETTERS).startswith("table-is-open: ")
    for table in ("t1", "t2"):
        desk.run("room", "close", table, by="sup-1")
    changed = desk.json(*change, "--executive-from", "20000", **SETTERS)["progressive"]
    assert changed["levels"][0]["seed"] == 300_000
    assert changed["levels"][0]["limit"] == 9_000_000
    assert changed["levels"][0]["executive_from"] == 2_000_000
    assert changed["tables"] == ["t1", "t2"]
    again = ("room", "link", "next", "--wager", BAHAMA.wager, "--tables", "t1,t2")
    refusal = desk.refused(*again, **SETTERS)
    assert refusal.startswith("link-not-allowed: Bahama Bonus Progressive at t1 is already on prog")
    held = level(desk)["display"]
    desk.run("room", "remove-progressive", "prog", "--destination", "next", **SETTERS)
    desk.run(*again, **SETTERS)
    desk.run("room", "transfer", "prog", "next", **SETTERS)

    assert level(desk)["display"] == 0
    assert level(desk, "next")["display"] > held
    # The wager feeds the progressive that is in play, not the one that was before it.
    desk.run("room", "open", "t1", "--dealer", "deal-1", by="sup-1")
    before = level(desk, "next")["display"]
    play_to_award(desk)
    assert level(desk, "next")["display"] > before
    assert desk.json("room", "claim", "t1", "4", by="deal-1")["state"] == "claimed"
    assert desk.json("audit", "verify")["ok"]


def test_a_meter_is_brought_under_its_limit(desk: CommandDesk) -> None:
    words = ("room", "adjust", "prog", "1", "--reduce", "--reason", "under-limit")
    before = level(desk)["display"]
    refusal = desk.refused(*words, "--evidence", "report 3", **CORRECTORS)
    assert refusal.startswith("limit-below-seed: ")  # It stands at its seed.
    raised = ("room", "adjust", "prog", "5", "--raise", "--reason", "display-error")
    desk.run(*raised, "--evidence", "report 2", **CORRECTORS)
    desk.run(*words, "--evidence", "report 3", **CORRECTORS)

    assert level(desk)["display"] == before + 400
    assert level(desk)["overflow"] == 100


def test_a_table_plays_rules_of_the_rooms_own(desk: CommandDesk, tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    rules = with_settings(rules_of("blackjack"), {"dealer.soft_17": "stand"}, CATALOGUE)
    file.write_text(rules_toml(rules))
    add = ("room", "tables", "add", "t3", "--rules", "ours")
    assert desk.refused(*add, **SETTERS).startswith("unknown-name: 'ours' is not a game")
    desk.run("room", "rules", "approve", str(file), "--name", "ours", **SETTERS)
    assert [one["name"] for one in desk.json("room", "rules")] == ["ours"]
    desk.run(*add, **SETTERS)
    assert desk.json("room", "tables")[-1]["cut_card"] == 234
    desk.run("room", "tables", "change", "t3", "--decks", "8", "--cut-card", "300", **SETTERS)

    t3 = desk.json("room", "tables", "list")[-1]
    assert (t3["rules"], t3["decks"], t3["cut_card"]) == ("ours", 8, 300)
    assert desk.refused("room", "rules", "approve", "no.toml", "--name", "x", **SETTERS) == (
        "file: no.toml: no such file or directory"
    )


def test_badges_are_given_and_taken_back_by_two_people(desk: CommandDesk) -> None:
    words = ("room", "staff", "add", "deal-3", "--name", "Dee", "--role", "dealer")
    assert desk.refused(*words, by="exec-1").startswith("second-person-needed: ")
    assert desk.refused(*words, by="exec-1", second="exec-1").startswith("same-person: ")
    assert desk.refused(*words, by="exec-1", second="deal-1").startswith("role-not-enough: ")
    made = desk.json(*words, "--id", "dee", by="exec-1", second="sup-1")
    assert len(made["pin"]) == 6
    assert "pin" not in desk.json(*words, "--id", "dee", by="exec-1", second="sup-1")
    for _ in range(6):
        desk.run("room", "close", "t1", by="sup-1", code=1, variables={"UPCARD_PIN": "000111"})
    assert "6 wrong PINs" in desk.run("room", "staff").stdout
    pin = desk.json("room", "staff", "pin", "sup-1", by="exec-1", second="acct-1")["pin"]
    desk.run("room", "close", "t1", by="sup-1", variables={"UPCARD_PIN": pin})
    own = {"UPCARD_PIN": pin, "UPCARD_NEW_PIN": "918273"}
    desk.run("room", "staff", "own-pin", by="sup-1", variables=own)
    desk.run("room", "staff", "remove", "deal-3", by="exec-1", second="exec-2")
    refusal = desk.refused("room", "open", "t1", "--dealer", "deal-3", by="exec-1")

    assert refusal.startswith("badge-unknown: ")


def test_the_server_s_shell_recovers_an_executive_with_a_second_person_where_there_is_one(
    desk: CommandDesk,
) -> None:
    words = ("room", "recover", "exec-1", "--reason", "PIN forgotten")
    assert desk.refused(*words).startswith("second-person-needed: ")
    assert desk.refused(*words, second="exec-1").startswith("same-person: ")
    assert desk.refused(*words, second="deal-1").startswith("role-not-enough: ")
    wrong = {"UPCARD_SECOND_PIN": "000111"}
    assert desk.refused(*words, second="sup-1", variables=wrong).startswith("pin-wrong: ")
    assert desk.refused("room", "recover", "sup-1", "--reason", "x", second="exec-1").startswith(
        "role-not-enough: Sue is supervisor: you can only recover an executive here"
    )
    found = desk.json(*words, second="sup-1")
    pin = {"UPCARD_PIN": found["pin"]}
    desk.run("room", "bank", "700000", by="exec-1", variables=pin)
    assert desk.refused("room", "bank", "700000", by="exec-1").startswith("pin-wrong: ")
    new = ("room", "recover", "exec-7", "--name", "Emil", "--reason", "both executives left")
    desk.run(*new, second="sup-1", variables={"UPCARD_NEW_PIN": "918273"})
    staff = {one["badge"]: one for one in desk.json("room", "staff")}
    assert (staff["exec-7"]["name"], staff["exec-7"]["role"]) == ("Emil", "executive")
    significant = desk.json("room", "report", "significant", by="acct-1")
    told = [one for one in significant["events"] if one["code"] == "access-recovered"]
    assert [one["device"] for one in told] == ["badge exec-1", "badge exec-7"]
    assert "badge sup-1: PIN forgotten" in told[0]["text"]


def test_reports_are_listed_without_a_room_and_written_as_asked(
    desk: CommandDesk, tmp_path: Path
) -> None:
    listed = desk.json("room", "report", variables={"UPCARD_DATA": ""})
    assert {"meters", "awards"} <= {one["name"] for one in listed}
    printed = desk.run("room", "report", "meters", by="acct-1").stdout
    assert printed.startswith("header\r\n")
    for ending in ("csv", "json", "html", "pdf"):
        file = tmp_path / f"meters.{ending}"
        done = desk.json("room", "report", "meters", "--out", str(file), by="acct-1")
        assert (done["format"], done["file"]) == (ending, str(file))
        assert file.stat().st_size > 100
    refusal = desk.refused("room", "report", "gossip", by="acct-1")
    assert refusal.startswith("unknown-name: 'gossip' is not a report: choose one of ")
    assert desk.refused("room", "report", "meters", by="deal-1").startswith("role-not-enough: ")
    words = ("room", "report", "meters", "--first", "2026-11-02", "--last", "2026-11-01")
    assert desk.refused(*words, by="acct-1").startswith("period-not-allowed: ")
    assert "give --as" in desk.run("room", "report", "meters", code=2).stderr


def test_an_award_is_not_paid_where_its_page_could_not_be_written(
    desk: CommandDesk, tmp_path: Path
) -> None:
    play_to_award(desk)
    desk.run("room", "claim", "t1", "4", by="deal-1")
    head = desk.head()
    nowhere = str(tmp_path / "nowhere" / "page.pdf")
    refusal = desk.refused("room", "confirm", "t1", "4", "--out", nowhere, by="sup-1")

    assert refusal == f"file: {nowhere}: no such file or directory"
    assert desk.head() == head


def test_a_database_that_does_not_answer_is_told_in_one_sentence(tmp_path: Path) -> None:
    desk = CommandDesk(tmp_path, "postgresql://127.0.0.1:1/nothing")

    for words in (("room", "show"), ("audit", "verify")):
        assert desk.refused(*words).startswith("database: connection failed: ")


def test_an_order_that_was_not_recorded_can_be_sent_again_by_its_id(
    desk: CommandDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any) -> None:
        raise NotRecorded(JournalCode.NOT_RECORDED, "nothing was recorded, send it again")

    words = ("room", "bank", "100000")
    with monkeypatch.context() as patch:
        patch.setattr("upcard.journal.journals.Journal.carry_out_all", fails)
        answer = desk.json(*words, by="acct-1", code=1)
    assert answer["error"]["code"] == "not-recorded"
    assert answer["error"]["message"].endswith(f"its --id is {answer['id']!r}")

    assert desk.json(*words, "--id", answer["id"], by="acct-1")["repeated"] is False
