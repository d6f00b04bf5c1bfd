"""The lab: a simulation beside the exact odds, with its progress."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from upcard.calculators.asked_experiments import Experiment
from upcard.calculators.calculators import CalculationStopped, Calculator
from upcard.calculators.questions import experiment
from upcard.plain import JsonObject
from upcard.web.access.callers import Caller, Who
from upcard.web.access.places import Places, Share, TakenPlace
from upcard.web.refusals import NOT_FOUND, WebRefused

LOG: Final = logging.getLogger("upcard.faults")

LABS_MAX: Final = 40
LISTENED_SECONDS: Final = 30.0
"""A run that nobody listens to any more stops after so long."""
NEWER: Final = "you have started another experiment"


@dataclass(slots=True)
class Lab:
    """One experiment while it runs, and what it has found so far."""

    experiment: Experiment
    latest: JsonObject = field(default_factory=dict)
    listened: float = field(default_factory=time.monotonic)
    is_done: bool = False
    failed: str = ""
    _calculator: Calculator = field(default_factory=Calculator)

    def run(self) -> None:
        """Play to the end, or until nobody listens."""
        try:
            for news in self._calculator.pieces(experiment, self.experiment):
                if isinstance(news, str):
                    self.failed = news
                else:
                    self.failed, self.latest = "", news
                if self._is_left_alone():
                    break
        except CalculationStopped as stopped:
            self.failed = self.failed or str(stopped)
        except Exception:
            self.failed = "the simulation stopped: tell a technician"
            LOG.exception("fault in a simulation")
        finally:
            self._calculator.stop()
            self.latest = {**self.latest, "is_done": True}
            self.is_done = True

    def stop(self, why: str) -> None:
        """Stop it now, and tell its listeners."""
        self.failed = why
        self._calculator.stop()

    def _is_left_alone(self) -> bool:
        return time.monotonic() - self.listened > LISTENED_SECONDS


class Labs:
    """The experiments of a server, by their secret id; few run at a time."""

    def __init__(self, shares: Mapping[Who, Share]) -> None:
        self._places = Places("experiments", shares)
        self._labs: dict[str, Lab] = {}
        self._lock = threading.Lock()

    def start(self, asked: Experiment, caller: Caller) -> str:
        """Begin an experiment; its id. It ends the last one of the same caller."""
        lab, id_ = Lab(asked), secrets.token_hex(16)
        who = Who.STAFF if caller.who is Who.STAFF else Who.GUEST
        place = self._places.take(who, caller.key, lambda: lab.stop(NEWER))
        with self._lock:
            while len(self._labs) >= LABS_MAX:
                del self._labs[next(key for key, one in self._labs.items() if one.is_done)]
            self._labs[id_] = lab
        threading.Thread(target=_run, args=(lab, place), name="lab", daemon=True).start()
        return id_

    def find(self, id_: str) -> Lab:
        """The experiment of that id."""
        found = self._labs.get(id_)
        if found is None:
            raise WebRefused("lab-unknown", "there is no such experiment", NOT_FOUND)
        return found

    def stop(self) -> None:
        """End every run."""
        for lab in tuple(self._labs.values()):
            if not lab.is_done:
                lab.stop("the server is stopping")


def _run(lab: Lab, place: TakenPlace) -> None:
    with place:
        lab.run()
