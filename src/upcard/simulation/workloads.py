"""Hand blocks to threads or a cluster, and take the results back in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Final, TypeVar

Result = TypeVar("Result")
Watch = Callable[[int], None]
"""Is told how many rounds have been played, after each block."""

AHEAD_ON_A_CLUSTER: Final = 64
"""How many blocks a cluster is given beyond the one that is waited for."""


def in_order(
    play: Callable[..., Result],
    calls: Iterable[tuple[object, ...]],
    *,
    threads: int,
    executor: Executor | None = None,
) -> Iterator[Result]:
    """
    The result of *play* for each of *calls*, in the order of the calls.

    Only a few results wait at any time, however many calls there are.
    """
    if executor is not None:
        yield from _given_to(executor, play, calls, AHEAD_ON_A_CLUSTER)
        return
    with ThreadPoolExecutor(threads) as own:
        try:
            yield from _given_to(own, play, calls, 2 * threads)
        finally:
            own.shutdown(wait=False, cancel_futures=True)


def _given_to(
    executor: Executor,
    play: Callable[..., Result],
    calls: Iterable[tuple[object, ...]],
    ahead_max: int,
) -> Iterator[Result]:
    ahead: deque[Future[Result]] = deque()
    for call in calls:
        ahead.append(executor.submit(play, *call))
        if len(ahead) >= ahead_max:
            yield ahead.popleft().result()
    while ahead:
        yield ahead.popleft().result()
