"""The options of a simulation: declared once, read and checked."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from math import ceil, isfinite
from pathlib import Path
from typing import Annotated, Final

from upcard.amounts import EN_US, AmountFormat
from upcard.app.cents import Amount, cents_of
from upcard.app.game_sources import AnyRules, rules_from
from upcard.app.options import Option
from upcard.app.problems import AppError
from upcard.app.watchers import NOBODY, Watcher
from upcard.engine_names import AUTO, GPU
from upcard.money import Cents
from upcard.notation.charts import Chart

DEFAULT_ROUNDS: Final = "1e7"
DEFAULT_WAGER: Final = "10"
ROUNDS_MAX: Final = 10**13
BANKROLL_MAX: Final = 10**9

Number = str | int | float
Rate = str | int | Fraction | Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulation:
    """The options as given. Reading one also checks it."""

    name: Annotated[AnyRules, Option("A catalogue name or a rules file.")] = field(kw_only=False)
    decks: Annotated[int | None, Option("Number of decks (default: the game's).", int)] = None
    rounds: Annotated[Number, Option("Number of rounds, like 1e8.")] = DEFAULT_ROUNDS
    seed: Annotated[int, Option("The same seed plays the same rounds.", int)] = 1
    chart: Annotated[
        str | Path | Chart | None, Option("Play by this .chart file (default: the solver's).", Path)
    ] = None
    device: Annotated[
        str, Option("cpu, gpu, dask://HOST:PORT, dask://local:N, ray or ray://HOST:PORT.")
    ] = "cpu"
    engine: Annotated[str, Option("auto, avx512, portable or gpu: the same rounds.")] = AUTO
    threads: Annotated[int | None, Option("Number of threads (default: all cores).", int)] = None
    until_se: Annotated[
        float | None, Option("Stop at this standard error of the main wager.", float)
    ] = None
    spots: Annotated[int, Option("Number of spots, 1 to 7.", int)] = 1
    wager: Annotated[Amount, Option("The main wager, in dollars.")] = DEFAULT_WAGER
    sides: Annotated[
        Mapping[str, Amount] | Sequence[str],
        Option("A side wager on every spot: NAME=AMOUNT.", list[str], "side"),
    ] = ()
    parlay: Annotated[
        str | None,
        Option("Move side winnings onto the main wager where allowed: best or never."),
    ] = None
    pack: Annotated[str | None, Option("A pack of side wagers.")] = None
    cut: Annotated[int, Option("Cards before the cut card; 0 shuffles each round.", int)] = 0
    session: Annotated[
        Number | None, Option("Simulate sessions of this many rounds for one player.")
    ] = None
    bankroll: Annotated[Number | None, Option("With --session: the bankroll, in main wagers.")] = (
        None
    )
    progressive: Annotated[
        str | None, Option("Play a progressive and follow its meters: WAGER:PAYTABLE.")
    ] = None
    contribution: Annotated[
        Rate | None, Option("With --progressive: percent of each wager to the meters.")
    ] = None
    reserve: Annotated[
        Rate | None, Option("With --progressive: percent of each wager to the reserve.")
    ] = None
    seed_wagers: Annotated[
        str | None, Option("With --progressive: seeds in wagers, like 2000,1000.")
    ] = None
    save: Annotated[
        str | Path | None, Option("Save the run to this file, and continue from it.", Path)
    ] = None
    amounts: AmountFormat = EN_US
    """How amounts in text are written."""
    watch: Watcher = NOBODY
    """Gets the progress of the run."""

    def check(self) -> None:
        """Refuse wrong options before computing anything."""
        session, rounds = self.session_rounds, self.rounds_number
        if session is not None and session > rounds:
            raise AppError("session", f"rounds is {rounds}: write at least {session}, one session")
        if self.place == GPU and (self.session or self.progressive):
            raise AppError("device", "device is 'gpu': sessions and meters need cpu, dask or ray")
        self._check_engine()
        if self.until_se is not None and not (isfinite(self.until_se) and self.until_se > 0):
            raise AppError(
                "until-se", f"until-se is {self.until_se:g}: write a number over 0, like 0.0001"
            )
        for option in ("wager_cents", "bankroll_cents", "side_cents", "workers"):
            getattr(self, option)  # To read one is to check it.
        self._check_together()

    def _check_engine(self) -> None:
        """Refuse an engine that the device does not have."""
        if self.engine == AUTO:
            return
        if self.device == GPU != self.engine:
            raise AppError("engine", f"engine is {self.engine!r}: a GPU plays by its own, gpu")
        if self.engine == GPU and self.device not in ("cpu", GPU):
            raise AppError(
                "engine", "engine is 'gpu': a cluster plays on processors; leave the device out"
            )

    @property
    def place(self) -> str:
        """Where the rounds are played: the device, or the GPU where its engine was asked for."""
        return GPU if self.engine == GPU else self.device

    def _check_together(self) -> None:
        if problem := self.problem_of_usage:
            raise AppError("usage", problem)

    @property
    def problem_of_usage(self) -> str | None:
        """A sentence about options that cannot be combined."""
        if self.bankroll is not None and self.session is None:
            return "--bankroll works only with --session"
        meters = (self.contribution, self.reserve, self.seed_wagers)
        if self.progressive is None and any(setting is not None for setting in meters):
            return "--contribution, --reserve and --seed-wagers work only with --progressive"
        is_plain = self.session is None and self.progressive is None
        if not is_plain and (self.save or self.until_se is not None):
            return (
                "--save and --until-se work with neither --session nor --progressive: "
                "these always play all the rounds you ask for"
            )
        return None

    @property
    def rounds_number(self) -> int:
        """How many rounds are to be played."""
        return _whole("rounds", self.rounds)

    @property
    def session_rounds(self) -> int | None:
        """How many rounds a session has, if there are sessions."""
        return None if self.session is None else _whole("session", self.session)

    @property
    def wager_cents(self) -> Cents:
        """The main wager of each spot."""
        return cents_of("wager", self.wager, self.amounts)

    @property
    def bankroll_cents(self) -> Cents | None:
        """The player's bankroll, if ruin is asked for."""
        if self.bankroll is None:
            return None
        try:
            wagers = Fraction(self.bankroll)
        except (ValueError, ZeroDivisionError, OverflowError):
            raise AppError(
                "bankroll", f"bankroll is {self.bankroll!r}: write main wagers, like 200"
            ) from None
        if not 0 < wagers <= BANKROLL_MAX:
            raise AppError(
                "bankroll", f"bankroll is {self.bankroll}: write more than 0, at most 1e9"
            )
        return Cents(ceil(wagers * self.wager_cents))

    @property
    def side_cents(self) -> dict[str, Cents]:
        """The side wagers by name."""
        return {name: cents_of(name, amount, self.amounts) for name, amount in self._sides()}

    def _sides(self) -> Iterator[tuple[str, Amount]]:
        if isinstance(self.sides, Mapping):
            yield from self.sides.items()
            return
        for text in self.sides:
            name, equals, amount = text.partition("=")
            if not equals:
                raise AppError("side", f"--side {text!r}: write NAME=AMOUNT, like match-up=5")
            yield name, amount

    @property
    def workers(self) -> int:
        """How many threads or local workers play."""
        if self.threads is not None and self.threads < 1:
            raise AppError("threads", f"threads is {self.threads}: write 1 or more")
        return self.threads or os.cpu_count() or 1

    @property
    def command(self) -> str:
        """The command that repeats the run; it names nothing of this machine."""
        given = self.name if isinstance(self.name, str | Path) else rules_from(self.name).name
        return shlex.join(["upcard", "simulate", str(given), *self._written()])

    def _written(self) -> Iterator[str]:
        """The options that change a result and differ from their defaults."""
        usual = {
            "rounds": None,
            "seed": None,
            "wager": DEFAULT_WAGER,
            "spots": 1,
            "cut": 0,
        }
        names = (
            "decks",
            "rounds",
            "seed",
            "chart",
            "until_se",
            "spots",
            "wager",
            "parlay",
            "pack",
            "cut",
            "session",
            "bankroll",
            "progressive",
            "contribution",
            "reserve",
            "seed_wagers",
        )
        for name in names:
            value = getattr(self, name)
            if value is not None and value != usual.get(name):
                yield from (f"--{name.replace('_', '-')}", _as_word(value))
        for name, amount in self._sides():
            yield from ("--side", f"{name}={amount}")


def _as_word(value: object) -> str:
    """An option's value on a command line; of a file only its name, without the folder."""
    if isinstance(value, Chart):
        return "my.chart"
    return value.name if isinstance(value, Path) else str(value)


def _whole(what: str, given: Number) -> int:
    try:
        number = float(given)
        whole = int(number)
    except (ValueError, OverflowError):
        raise AppError(what, f"{what} is {given!r}: write a number like 1000000 or 1e8") from None
    if whole != number or not 1 <= whole <= ROUNDS_MAX:
        raise AppError(what, f"{what} is {given}: write a whole number from 1 to 1e13")
    return whole
