"""kill -9 at random moments and at named points: nothing lost, nothing twice."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.faults.counts import count
from tests.faults.keepers import RATES, Keeper, opened, start
from tests.faults.workers import FAULT_POINTS, context, plan, serve
from tests.journal.journals import fresh_url, put
from tests.postgres import postgres_or_skip
from upcard.journal import JournalError, OutcomeUnknown, open_journal, verify

SEED = 9_2026


class Client:
    """Somebody who sends commands, and sends again what was not acknowledged."""

    def __init__(self, url: str, commands: list[tuple[str, str, int]], *, careless: bool) -> None:
        self.url, self.careless = url, careless
        self.waiting = list(commands)
        self.acknowledged: set[str] = set()
        self.rng = random.Random(SEED)
        self.made = context()

    def one_life(self, fault: str) -> None:
        """Start a server, send until it dies, and see what it had acknowledged."""
        pipe, other = self.made.Pipe()
        countdown = self.rng.randint(2, 9)
        arguments = (self.url, other, fault, countdown, self.careless)
        process: Any = self.made.Process(target=serve, args=arguments)
        process.start()
        other.close()
        until = 10**9 if fault != "none" else self.rng.randint(1, 8)
        try:
            pipe.recv()
            self._send(pipe, until)
            process.kill()
        except (EOFError, ConnectionError, BrokenPipeError):
            pass
        process.join(timeout=60)
        self._drain(pipe)
        pipe.close()

    def _send(self, pipe: Any, until: int) -> None:
        """Send without waiting for the last answer, so that the kill finds work under way."""
        for number, command in enumerate(list(self.waiting)):
            pipe.send(command)
            if number == until:
                if self.rng.random() < 0.5:
                    pipe.poll(self.rng.random() * 0.01)
                return
            self._hear(pipe.recv())

    def _drain(self, pipe: Any) -> None:
        try:
            while pipe.poll(0):
                self._hear(pipe.recv())
        except (EOFError, OSError):
            pass

    def _hear(self, command_id: str) -> None:
        self.acknowledged.add(command_id)
        self.waiting = [one for one in self.waiting if one[0] != command_id]


def recorded(keeper: Keeper) -> Counter[str]:
    """How often each command is in the journal."""
    return Counter(entry.command_id for entry in keeper.journal.entries())


@pytest.mark.parametrize(
    ("database", "little", "full"), [("sqlite", 10, 200), ("postgresql", 10, 100)]
)
def test_a_killed_writer_loses_nothing_and_repeats_nothing(
    database: str, little: int, full: int, tmp_path: Path
) -> None:
    kills = count(little, full)
    print(f"seed {SEED}, {kills} kills on {database}")
    url = fresh_url(database, tmp_path)
    opened(url).journal.close()
    commands = plan(SEED, 0, kills * 12)
    client = Client(url, commands, careless=False)
    for number in range(kills):
        is_random = number % 2
        client.one_life("none" if is_random else FAULT_POINTS[1 + number // 2 % 4])
    keeper = Keeper(open_journal(url))
    times = recorded(keeper)
    sent = [one for one in commands if times[one[0]]]

    assert client.acknowledged <= set(times), "an acknowledged command is lost"
    assert max(times.values()) == 1
    assert len(client.acknowledged) > kills
    for id_, name, wager in client.waiting[:3]:
        client.waiting = [one for one in client.waiting if one[0] != id_]
        sent += [] if times[id_] else [(id_, name, wager)]
        resend(keeper, id_, name, wager)
    check_exact(keeper, sent)
    keeper.journal.close()


def resend(keeper: Keeper, id_: str, name: str, wager: int) -> None:
    """Send an unacknowledged command again with the same id."""
    assert keeper.do(id_, start(name, id_, wager)).said["events"] == 1


def check_exact(keeper: Keeper, sent: list[tuple[str, str, int]]) -> None:
    """Meters are exactly what the recorded commands make them."""
    jackpots = keeper.catch_up()
    for name, rate in RATES.items():
        level = jackpots.progressives[name].levels["meter"]
        handle = sum(wager for _, meter, wager in sent if meter == name)

        assert level.display - 200_000 + level.carried.display == Fraction(*rate) * handle
    assert verify(keeper.journal).is_sound


def test_control_acknowledging_before_the_commit_loses_money(tmp_path: Path) -> None:
    url = fresh_url("sqlite", tmp_path)
    opened(url).journal.close()
    client = Client(url, plan(SEED, 1, 40), careless=True)
    for _ in range(3):
        client.one_life("before-commit")
    keeper = Keeper(open_journal(url))
    lost = client.acknowledged - set(recorded(keeper))
    keeper.journal.close()

    assert lost


def test_a_crash_of_postgresql_loses_nothing_and_play_resumes_by_itself(tmp_path: Path) -> None:
    crashes = count(2, 20)
    print(f"{crashes} immediate stops; no random numbers")
    server = postgres_or_skip()
    journal = open_journal(server.new_database())
    acknowledged = []
    for number in range(crashes * 6):
        if number % 6 == 3:
            server.stop("immediate")
            try:
                with pytest.raises(JournalError):
                    put(journal, f"c{number}")
            finally:
                server.start()
        receipt = put(journal, f"c{number}")
        acknowledged.append(f"c{number}")

        assert not receipt.is_repeated
    assert [entry.command_id for entry in journal.entries()] == acknowledged
    assert verify(journal).is_sound
    journal.close()


def test_when_the_database_dies_in_the_commit_the_outcome_is_unknown_until_looked_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server = postgres_or_skip()
    journal = open_journal(server.new_database())
    put(journal, "c1")
    dialect: Any = journal.engine.dialect
    real = dialect.do_commit

    def dying(connection: Any) -> None:
        server.stop("immediate")
        real(connection)

    try:
        with monkeypatch.context() as patched:
            patched.setattr(dialect, "do_commit", dying)
            with pytest.raises(OutcomeUnknown):
                put(journal, "c2")
    finally:
        server.start()
    was_recorded = journal.find("c2") is not None
    again = put(journal, "c2")

    assert again.is_repeated is was_recorded
    assert verify(journal).is_sound
    journal.close()
