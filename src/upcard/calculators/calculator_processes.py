"""The process for long calculations: questions come in as pickles, answers go out."""

from __future__ import annotations

import os
import pickle
import queue
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from typing import BinaryIO, Final, TypeAlias

from upcard.app.house_wagers import load_wagers
from upcard.calculators.calculators import Kind

NICENESS: Final = 5
"""The tables go first: beside one of the server's threads this process gets a quarter of a core."""


Question: TypeAlias = tuple[Callable[..., object], tuple[object, ...]]
"""A function of `questions.py`, and what it is asked about."""


def main() -> None:
    """Answer questions one after another, until the caller has gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this, too.
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    told = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # Whatever a library prints is no answer.
    load_wagers()
    questions: queue.SimpleQueue[Question] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin.buffer, questions), daemon=True).start()
    while True:
        question, arguments = questions.get()
        for answer in _answers(question, arguments):
            pickle.dump(answer, told)
            told.flush()


def _read(asked: BinaryIO, questions: queue.SimpleQueue[Question]) -> None:
    """Take questions, and end at once when the server has gone, however it went."""
    try:
        while True:
            questions.put(pickle.load(asked))
    except (EOFError, OSError):
        os._exit(0)


def _answers(
    question: Callable[..., object], arguments: tuple[object, ...]
) -> Iterator[tuple[Kind, object]]:
    try:
        answer = question(*arguments)
        if isinstance(answer, Iterator):
            for piece in answer:
                yield Kind.PIECE, piece
            answer = None
        yield Kind.DONE, answer
    except Exception as error:
        yield Kind.FAILED, (type(error), str(error), vars(error))


if __name__ == "__main__":
    main()
