"""The line in which orders wait to be written: one thread writes for all who wait."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from upcard.journal import Answer, JournalCode, OutcomeUnknown
from upcard.room.waiting_orders import WaitingOrder

TOGETHER_MAX: Final = 64
"""How many orders one transaction carries at most."""
GATHER_S: Final = 0.0003
"""How long a busy line is left open for those who are about to join: a fraction of a commit."""


class OrderLine:
    """
    Orders of any number of threads, carried out together.

    The first to join an empty line leads: its thread writes its own order. Those who come meanwhile
    sleep until they are answered; then the first of them leads, for everybody who waits. Nobody
    is woken but to lead or to go home with an answer.
    """

    def __init__(self, carry_out: Callable[[list[WaitingOrder]], None]) -> None:
        self._carry_out = carry_out
        self._guard = threading.Lock()
        self._waiting: deque[WaitingOrder] = deque()
        self._is_led = False
        self._is_busy = False
        """Whether the last transaction carried several orders: more may be about to come."""

    def answer_to(self, waiting: WaitingOrder) -> Answer:
        """Wait until *waiting* is carried out, or lead; its answer, or the error, raised."""
        with self._guard:
            self._waiting.append(waiting)
            leads, self._is_led = not self._is_led, True
        if not leads:
            waiting.turn.acquire()
        if waiting.answer is None:
            self._lead()
        if isinstance(waiting.answer, Exception):
            raise waiting.answer
        assert waiting.answer is not None, "a leader carries out its own order"
        return waiting.answer

    def _lead(self) -> None:
        if self._is_busy:
            time.sleep(GATHER_S)
        together = [self._waiting.popleft() for _ in range(min(len(self._waiting), TOGETHER_MAX))]
        self._is_busy = len(together) > 1
        try:
            self._carry_out(together)
        finally:
            with self._guard:
                self._is_led = bool(self._waiting)
                if self._is_led:
                    self._waiting[0].turn.release()
            for one in together:
                one.answer = one.answer or _stopped(one)
                one.turn.release()


def _stopped(waiting: WaitingOrder) -> Exception:
    """The answer to an order whose writing ended in the middle: Ctrl-C, or no memory left."""
    return OutcomeUnknown(
        JournalCode.OUTCOME_UNKNOWN,
        f"command {waiting.id}: writing was stopped; look the command up before anything else",
    )
