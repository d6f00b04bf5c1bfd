"""The jackpot desk in tests: `upcard room …` in this process, on a room of its own."""

from __future__ import annotations

import atexit
import io
import json
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from tests.commands.runs import Done, run_here
from tests.room.houses import PIN, Game, new_house, place_in, rig


class Typing(io.StringIO):
    """Somebody at a terminal, and what they type."""

    def isatty(self) -> bool:
        """A person is there."""
        return True


@dataclass(frozen=True, slots=True)
class CommandDesk:
    """A folder with a room, and commands given to it."""

    folder: Path
    url: str = ""
    """The room's database, where it is not in the folder."""

    def run(
        self,
        *words: str,
        by: str = "",
        second: str = "",
        code: int = 0,
        variables: dict[str, str] | None = None,
    ) -> Done:
        """`upcard` with these words, signed by those badges; it must exit with *code*."""
        signed = [*(["--as", by] if by else []), *(["--second", second] if second else [])]
        usual = {
            "UPCARD_DATA": self.url or str(self.folder),
            "UPCARD_FOLDER": str(self.folder),
            "UPCARD_PIN": PIN,
            "UPCARD_SECOND_PIN": PIN,
        }
        return run_here(*words, *signed, code=code, variables={**usual, **(variables or {})})

    def json(self, *words: str, **more: Any) -> Any:
        """The one JSON document that it prints."""
        return json.loads(self.run(*words, "--json", **more).stdout)

    def refused(self, *words: str, **more: Any) -> str:
        """The refusal's code and sentence; the same for people and for machines."""
        error = self.json(*words, code=1, **more)["error"]
        return f"{error['code']}: {error['message']}"

    def key(self, table: str, keys: str, by: str = "deal-1") -> Any:
        """Keys of a table; the record of the table after them."""
        return self.json("room", "key", table, *keys.split(), by=by)["table"]

    def play_on(self, table: str, by: str = "deal-1") -> Any:
        """Stand on everything until an award or END GAME is awaited."""
        shown = self.json("room", "tables", "show", table)
        while "decision" in shown["round"]["prompt"]:
            shown = self.key(table, "stand", by)
        return shown

    def head(self, *words: str) -> str:
        """The head of the journal."""
        checkpoint: str = self.json("audit", "checkpoint", *words)["checkpoint"]
        return checkpoint


def quick_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    """PINs kept with hardly any work, so that tests do not wait for them."""
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr("argon2.PasswordHasher", lambda: quick)


def damaged(folder: Path, *acts: str | Callable[[sqlite3.Connection], object]) -> None:
    """What somebody with the keys of the machine could do to a room's database."""
    database = sqlite3.connect(folder / "room.sqlite")
    names = database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for (name,) in names:
        database.execute(f"DROP TRIGGER {name}")
    for act in acts:
        if isinstance(act, str):
            database.execute(act)
        else:
            act(database)
    database.commit()
    database.close()


BAHAMA = Game(
    "bahama-wsgc",
    "bahama-progressive",
    "PT3",
    "match",
    "2c 9s 9s 6h 9s 9s Kd Kd Kd",
    "four-of-a-kind-suited",
    "meter",
    100,
)
"""Spot 4 has four nines of spades with the dealer's up card: the whole meter."""


def made_desk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> CommandDesk:
    """A room with people, two open tables on one progressive, and a winning shoe."""
    quick_pins(monkeypatch)
    rig(monkeypatch, BAHAMA.hit)
    new_house(place_in(folder), BAHAMA).close()
    return CommandDesk(folder)


def play_to_award(desk: CommandDesk, table: str = "t1", by: str = "deal-1") -> None:
    """A round on a table, played until spot 4 has an award to claim."""
    wager = BAHAMA.wager
    bets = f"bet 1 main 10 bet 4 main 10 bet 4 {wager} 5"
    desk.key(table, f"{bets} start lift 4 {wager}", by)
    desk.play_on(table, by)


@cache
def won_folder() -> Path:
    """The same after one round, in which the meter was won and paid; made once."""
    folder = Path(tempfile.mkdtemp(prefix="upcard-test-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with pytest.MonkeyPatch.context() as monkeypatch:
        desk = made_desk(folder / "room", monkeypatch)
        play_to_award(desk)
        desk.run("room", "claim", "t1", "4", by="deal-1")
        desk.run("room", "verify", "t1", "4", by="sup-1")
        desk.run("room", "confirm", "t1", "4", by="sup-1")
        desk.key("t1", "end")
    return desk.folder


def won_desk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> CommandDesk:
    """A copy of that room."""
    shutil.copytree(won_folder(), folder)
    quick_pins(monkeypatch)
    rig(monkeypatch, BAHAMA.hit)
    return CommandDesk(folder)
