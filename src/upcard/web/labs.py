"""The lab: a simulation that runs beside the exact odds, and tells how far it has come."""

from __future__ import annotations

import logging
import secrets
import shlex
import threading
import time
from dataclasses import dataclass, field
from typing import Any, Final

from upcard.money import Cents
from upcard.notation.charts import Chart
from upcard.table.games import Game
from upcard.web.refusals import NOT_FOUND, TOO_OFTEN, WebRefused

Record = dict[str, Any]

LOG: Final = logging.getLogger("upcard.faults")

WAGER: Final = Cents(1000)
LABS_MAX: Final = 40
RUNNING_MAX: Final = 2
LISTENED_SECONDS: Final = 30.0
"""A run that nobody listens to any more stops after so long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """What is to be played."""

    game: Game
    chart: Chart | None
    rounds: int
    seed: int
    changed: bool
    """Whether settings differ from the game's own file."""

    @property
    def command(self) -> str:
        """The command line that plays the same; of a draft, the rules file is to be saved first."""
        rules = self.game.rules
        name = f"{rules.name}.toml" if self.changed else rules.name
        words = ["upcard", "simulate", name, "--decks", str(self.game.decks)]
        words += ["--rounds", str(self.rounds), "--seed", str(self.seed)]
        if self.chart is not None:
            words += ["--chart", "my.chart"]
        for wager, amount in sides_of(self.game).items():
            words += ["--side", f"{wager}={amount / 100:g}"]
        return shlex.join(words)


def sides_of(game: Game) -> dict[str, Cents]:
    """Every bonus wager at its smallest amount, as far as a spot may take them."""
    sides: dict[str, Cents] = {}
    for offer in game.offers.values():
        fits = len(sides) + 1 < game.rules.games_max and set(offer.needs) <= set(sides)
        if not offer.is_progressive and fits:
            sides[offer.name] = offer.amount or game.limits.side_min
    return sides


@dataclass(slots=True)
class Lab:
    """One experiment while it runs, and what it has found so far."""

    experiment: Experiment
    latest: Record = field(default_factory=dict)
    listened: float = field(default_factory=time.monotonic)
    is_done: bool = False
    failed: str = ""

    def run(self) -> None:
        """Play to the end, or until nobody listens."""
        from upcard.web.experiments import FAILURES, pieces

        try:
            for latest in pieces(self.experiment):
                self.latest = latest
                if self._is_left_alone():
                    break
        except FAILURES as error:
            self.failed = str(error)
        except Exception:
            self.failed = "the simulation stopped: tell a technician"
            LOG.exception("fault in a simulation")
        finally:
            self.latest = {**self.latest, "is_done": True}
            self.is_done = True

    def _is_left_alone(self) -> bool:
        return time.monotonic() - self.listened > LISTENED_SECONDS


class Labs:
    """The experiments of a server, by their secret id; two run at a time."""

    def __init__(self) -> None:
        self._labs: dict[str, Lab] = {}
        self._lock = threading.Lock()

    def start(self, experiment: Experiment) -> str:
        """Begin an experiment; its id."""
        lab, id_ = Lab(experiment), secrets.token_hex(16)
        with self._lock:
            if sum(not one.is_done for one in self._labs.values()) >= RUNNING_MAX:
                raise WebRefused(
                    "lab-busy", f"{RUNNING_MAX} experiments are running: wait for one", TOO_OFTEN
                )
            while len(self._labs) >= LABS_MAX:
                del self._labs[next(key for key, one in self._labs.items() if one.is_done)]
            self._labs[id_] = lab
        threading.Thread(target=lab.run, name="lab", daemon=True).start()
        return id_

    def find(self, id_: str) -> Lab:
        """The experiment of that id."""
        found = self._labs.get(id_)
        if found is None:
            raise WebRefused("lab-unknown", "there is no such experiment", NOT_FOUND)
        return found

    def stop(self) -> None:
        """Let every run end with its piece."""
        for lab in self._labs.values():
            lab.listened = -LISTENED_SECONDS
