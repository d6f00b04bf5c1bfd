"""Calculators: separate processes for odds, advice and experiments."""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Any, Final, ParamSpec, TypeVar

from upcard.problems import UpcardError

P = ParamSpec("P")
T = TypeVar("T")

_COMMAND: Final = (sys.executable, "-m", "upcard.calculators.calculator_processes")


class CalculationStopped(UpcardError):
    """The process that worked something out has ended; the next question starts another."""

    code = "busy"


class Kind(StrEnum):
    """What an answer is."""

    PIECE = "piece"
    """One of several; more will come."""
    DONE = "done"
    FAILED = "failed"


class Calculator:
    """
    A process that answers one question at a time, started with the first one.

    It shares neither interpreter nor memory with the server and runs at a lower priority, so
    nothing that anybody has worked out makes a dealer wait. It ends when the server does.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._asking = threading.Lock()
        self._is_stopped = False

    def ask(self, question: Callable[P, T], *arguments: P.args, **none: P.kwargs) -> T:
        """The answer to *question*, a function of `upcard.calculators.questions`; waits for it."""
        assert not none, "questions take no keywords"
        with self._asking:
            kind, answer = self._next(self._asked(question, arguments))
        assert kind is Kind.DONE, "one question has one answer"
        found: T = answer
        return found

    def pieces(
        self, question: Callable[P, Iterator[T]], *arguments: P.args, **none: P.kwargs
    ) -> Iterator[T]:
        """Everything that *question* yields, as it comes; the caller may stop it."""
        assert not none, "questions take no keywords"
        with self._asking:
            process = self._asked(question, arguments)
            while (answer := self._next(process))[0] is Kind.PIECE:
                yield answer[1]

    def stop(self) -> None:
        """End the process; callers that wait for an answer get an error."""
        self._is_stopped = True
        self._end()

    def _asked(
        self, question: Callable[..., object], arguments: tuple[object, ...]
    ) -> subprocess.Popen[bytes]:
        process = self._process or self._started()
        assert process.stdin is not None
        try:
            pickle.dump((question, arguments), process.stdin)
            process.stdin.flush()
        except (OSError, ValueError):
            raise self._gone() from None
        return process

    def _next(self, process: subprocess.Popen[bytes]) -> tuple[Kind, Any]:
        assert process.stdout is not None
        try:
            kind, answer = pickle.load(process.stdout)
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            raise self._gone() from None
        if kind is Kind.FAILED:
            raise _as_raised(*answer)
        return kind, answer

    def _started(self) -> subprocess.Popen[bytes]:
        if self._is_stopped:
            raise self._gone()
        # In the server's own session: Linux shares the cores out by session before it looks at
        # how nice a process is.
        self._process = subprocess.Popen(_COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self._process

    def _gone(self) -> CalculationStopped:
        """The process has ended: the next question starts another."""
        self._end()
        return CalculationStopped("the calculation was stopped: try again")

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            pipe.close()
        process.wait()


def _as_raised(kind: type[Exception], message: str, details: dict[str, object]) -> Exception:
    """An error of the other process, as if it had been raised here."""
    error = kind.__new__(kind, message)
    error.__dict__.update(details)
    return error
