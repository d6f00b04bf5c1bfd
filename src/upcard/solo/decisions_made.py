"""What a solo player's decisions gave away."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from upcard.calculators.mistakes import Mistake
from upcard.game.decisions import Decision
from upcard.solo.refusals import SoloRefused
from upcard.table.rounds import Round

Price = Callable[[Round, Decision], Mistake | None]
"""What a decision gives away."""

KEPT_MAX: Final = 100
"""How many of the last decisions can still be judged."""


@dataclass(slots=True)
class _Made:
    """A decision that was made, and what is known of it."""

    round: Round
    decision: Decision
    mistake: Mistake | None = None
    is_judged: bool = False
    judging: threading.Lock = field(default_factory=threading.Lock)
    """Held while it is worked out, so that it counts once."""


class DecisionsMade:
    """The last decisions by the version of the frame each led to, and the mistakes so far."""

    def __init__(self, price: Price) -> None:
        self.mistakes = 0
        self.cost = 0.0
        self._price = price
        self._made: dict[int, _Made] = {}
        self._lock = threading.Lock()
        """Never held while something is worked out: the next decision is noted meanwhile."""

    def note(self, version: int, round_: Round, decision: Decision) -> None:
        """Keep a decision, which was made in *round_* and leads to frame *version*."""
        with self._lock:
            self._made[version] = _Made(round_, decision)
            if len(self._made) > KEPT_MAX:
                del self._made[min(self._made)]

    def judged(self, version: int) -> Mistake | None:
        """What the decision gave away; it counts once, however often somebody asks."""
        with self._lock:
            made = self._made.get(version)
        if made is None:
            raise SoloRefused("nothing-decided", f"no decision led to frame {version}")
        with made.judging:
            if not made.is_judged:
                made.mistake, made.is_judged = self._price(made.round, made.decision), True
                self._count(made.mistake)
        return made.mistake

    def _count(self, mistake: Mistake | None) -> None:
        if mistake is not None:
            with self._lock:
                self.mistakes += 1
                self.cost += mistake.costs
