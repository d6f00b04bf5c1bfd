"""What takes long is worked out beside the server, and never inside it."""

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.houses import Guest, until
from tests.web.processes import QUICK, served
from upcard.calculators import questions
from upcard.calculators.asked_experiments import Experiment
from upcard.calculators.calculator_processes import NICENESS
from upcard.calculators.calculators import CalculationStopped, Calculator
from upcard.catalogue import rules_of
from upcard.catalogue_games import game
from upcard.notation.charts import read_chart
from upcard.room.demo import make_demo
from upcard.room.room_openings import Place
from upcard.table import GameError
from upcard.table.rounds import Round

WAIT = 60.0
needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")


@pytest.fixture(scope="module")
def calculator() -> Iterator[Calculator]:
    """A calculator for more than one test."""
    made = Calculator()
    yield made
    made.stop()


def children_of(pid: int) -> list[int]:
    """The processes that a process has started."""
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    threads = Path(f"/proc/{pid}/task").iterdir()
    texts = [text, *((thread / "children").read_text() for thread in threads)]
    return sorted({int(word) for text in texts for word in text.split()})


def is_there(pid: int) -> bool:
    """Whether a process is still running."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_calculator_answers_as_if_it_were_asked_here(calculator: Calculator) -> None:
    odds = calculator.ask(questions.odds, rules_of("kings-bounty"), 6)
    nothing = calculator.ask(questions.advice, Round(game("blackjack")))

    assert {wager["wager"] for wager in odds["wagers"]} >= {"kings-bounty"}
    assert nothing is None


def test_what_is_refused_there_is_refused_here_with_its_code(calculator: Calculator) -> None:
    with pytest.raises(GameError) as refused:
        calculator.ask(questions.odds, rules_of("kings-bounty"), 5)
    chart = calculator.ask(questions.chart, "blackjack", 6)

    assert chart["edge_percent"] > 0
    assert refused.value.code
    assert "decks" in str(refused.value)


def test_a_calculator_that_was_stopped_tells_whoever_waits_and_answers_nothing_more() -> None:
    calculator, told = Calculator(), list[str]()
    long = Experiment(game=game("blackjack"), chart=None, rounds=10**9, seed=1, changed=False)

    def listen() -> None:
        try:
            for _ in calculator.pieces(questions.experiment, long):
                told.append("piece")
        except CalculationStopped as refused:
            told.append(refused.code)

    listener = threading.Thread(target=listen)
    listener.start()
    until(lambda: told, WAIT)
    calculator.stop()
    listener.join(WAIT)

    assert told[-1] == "busy"
    with pytest.raises(CalculationStopped):
        calculator.ask(questions.chart, "blackjack", 6)


def test_a_chart_that_lacks_rows_is_told_as_the_last_piece(calculator: Calculator) -> None:
    chart = read_chart("           2 3 4 5 6 7 8 9 T A\nhard 16 S S S S S H H H H H\n")
    short = Experiment(game=game("blackjack"), chart=chart, rounds=1000, seed=1, changed=False)
    pieces = list(calculator.pieces(questions.experiment, short))

    assert isinstance(pieces[-1], str)


@needs_proc
def test_the_next_question_after_a_crash_is_answered(calculator: Calculator) -> None:
    calculator.ask(questions.advice, Round(game("blackjack")))
    (process,) = [
        pid for pid in children_of(os.getpid()) if "calculator_processes" in command_of(pid)
    ]
    os.kill(process, signal.SIGKILL)
    with pytest.raises(CalculationStopped, match="try again"):
        calculator.ask(questions.advice, Round(game("blackjack")))

    assert calculator.ask(questions.advice, Round(game("blackjack"))) is None


def command_of(pid: int) -> str:
    """The command line of a process."""
    return Path(f"/proc/{pid}/cmdline").read_text()


@needs_proc
def test_the_server_never_loads_the_solver_and_its_calculators_end_with_it(tmp_path: Path) -> None:
    room, _ = make_demo(Place.at(tmp_path / "room"), pins=QUICK)
    room.close()
    lab = {"game": "blackjack", "settings": {}, "decks": 6, "rounds": 200_000_000, "seed": 1}
    draft = {"name": "blackjack", "settings": {}, "decks": 6}
    with served(tmp_path / "room") as server, Guest(server.origin) as guest:
        assert guest.client.post("/api/lab/odds", json=draft).status_code == 200
        assert guest.client.post("/api/lab", json=lab).status_code == 200
        until(lambda: len(children_of(server.process.pid)) == 2, WAIT)
        calculators = children_of(server.process.pid)
        own = os.getpriority(os.PRIO_PROCESS, server.process.pid)
        nice = [min(19, own + NICENESS)] * 2
        # A process that has just begun makes itself nice when its turn has come.
        until(lambda: [os.getpriority(os.PRIO_PROCESS, pid) for pid in calculators] == nice, WAIT)
        libraries = Path(f"/proc/{server.process.pid}/maps").read_text()
    until(lambda: not any(is_there(pid) for pid in calculators), WAIT)

    assert "uvloop" in libraries
    assert "llvmlite" not in libraries
