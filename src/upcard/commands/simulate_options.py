"""What `upcard simulate` was asked: its options, read and checked."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from pathlib import Path

import typer

from upcard.commands.amounts import amount_for
from upcard.commands.output import Failed
from upcard.money import Cents

DEFAULT_ROUNDS = "1e7"
DEFAULT_WAGER = "10"
ROUNDS_MAX = 10**13
BANKROLL_MAX = 10**9


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options as they were written."""

    name: str
    decks: int | None
    rounds: str
    seed: int
    chart: Path | None
    device: str
    threads: int | None
    until_se: float | None
    spots: int
    wager: str
    side: tuple[str, ...]
    parlay: str | None
    pack: str | None
    cut: int
    session: str | None
    bankroll: str | None
    progressive: str | None
    contribution: str | None
    reserve: str | None
    seed_wagers: str | None
    save: Path | None
    out: Path | None
    report: Path | None

    def check(self) -> None:
        """Refuse what cannot be read, before anything is computed."""
        session, rounds = self.session_rounds, self.rounds_number
        if session is not None and session > rounds:
            raise Failed("session", f"rounds is {rounds}: one session alone has {session}")
        if self.device == "gpu" and (self.session or self.progressive):
            raise Failed(
                "device", "device is 'gpu': sessions and meters are played on cpu, dask or ray"
            )
        for option in ("wager_cents", "bankroll_cents", "side_cents", "workers"):
            getattr(self, option)  # To read one is to check it.

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
        return amount_for("wager", self.wager)

    @property
    def bankroll_cents(self) -> Cents | None:
        """What a player brings, if anybody asks about ruin."""
        if self.bankroll is None:
            return None
        try:
            wagers = Fraction(self.bankroll)
        except (ValueError, ZeroDivisionError):
            raise Failed(
                "bankroll", f"bankroll is {self.bankroll!r}: write main wagers, like 200"
            ) from None
        if not 0 < wagers <= BANKROLL_MAX:
            raise Failed("bankroll", f"bankroll is {self.bankroll}: write more than 0, at most 1e9")
        return Cents(ceil(wagers * self.wager_cents))

    @property
    def side_cents(self) -> dict[str, Cents]:
        """The side wagers by name."""
        sides = {}
        for text in self.side:
            name, equals, amount = text.partition("=")
            if not equals:
                raise Failed("side", f"--side {text!r}: write NAME=AMOUNT, like match-up=5")
            sides[name] = amount_for(name, amount)
        return sides

    @property
    def workers(self) -> int:
        """How many threads or local workers play."""
        if self.threads is not None and self.threads < 1:
            raise Failed("threads", f"threads is {self.threads}: write 1 or more")
        return self.threads or os.cpu_count() or 1

    @property
    def command(self) -> str:
        """The command line that plays the same again: nothing in it says on which machine."""
        words = ["upcard", "simulate", self.name, *_written(self)]
        return shlex.join(words)


def _written(options: Options) -> Iterator[str]:
    """The options that change a result, where they are not what they are by default."""
    usual = {"rounds": None, "seed": None, "wager": DEFAULT_WAGER, "spots": 1, "cut": 0}
    names = (
        "decks", "rounds", "seed", "chart", "until_se", "spots", "wager", "parlay", "pack", "cut",
        "session", "bankroll", "progressive", "contribution", "reserve", "seed_wagers",
    )  # fmt: skip
    for name in names:
        value = getattr(options, name)
        if value is not None and value != usual.get(name):
            # Of a file only its name: the folder is this machine's.
            shown = value.name if isinstance(value, Path) else value
            yield from (f"--{name.replace('_', '-')}", str(shown))
    for side in options.side:
        yield from ("--side", side)


def check_usage(options: Options) -> None:
    """Refuse options that do not go together."""
    if options.bankroll is not None and options.session is None:
        raise typer.BadParameter("--bankroll goes with --session")
    meters = (options.contribution, options.reserve, options.seed_wagers)
    if options.progressive is None and any(setting is not None for setting in meters):
        raise typer.BadParameter(
            "--contribution, --reserve and --seed-wagers go with --progressive"
        )
    if options.session is not None or options.progressive is not None:
        if options.save or options.until_se is not None:
            raise typer.BadParameter(
                "--save and --until-se go with neither --session nor --progressive: "
                "these play the rounds they are told, from the first"
            )


def check_files(options: Options) -> None:
    """Refuse files that could not be written, before anything is played for them."""
    from upcard.reports.writing import check_suffix
    from upcard.simulation.exporting import check_format

    for path in (options.out, options.report):
        if path and not path.parent.is_dir():
            raise Failed("file", f"{path.parent}: there is no such folder to write to")
    if options.out:
        check_format(options.out)
    if options.report:
        check_suffix(options.report)


def _whole(what: str, text: str) -> int:
    try:
        number = float(text)
        whole = int(number)
    except (ValueError, OverflowError):
        raise Failed(what, f"{what} is {text!r}: write a number like 1000000 or 1e8") from None
    if whole != number or not 1 <= whole <= ROUNDS_MAX:
        raise Failed(what, f"{what} is {text}: write a whole number from 1 to 1e13")
    return whole
