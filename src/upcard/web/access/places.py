"""Places: how many of something may be there at once, for each kind of caller and each of them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import TracebackType
from typing import Any, Final, Generic, TypeVar

from upcard.web.refusals import NO_PLACE, TOO_OFTEN, WebRefused

RETRY_SECONDS: Final = 5

Kind = TypeVar("Kind", bound=str)


class WhenFull(StrEnum):
    """What happens when one more comes than there are places for."""

    REFUSE = "refuse"
    """The newcomer is refused."""
    OWN_OLDEST_LEAVES = "own oldest leaves"
    """A caller who has used all their places loses the oldest; if all are taken, refuse."""
    OLDEST_LEAVES = "oldest leaves"
    """Nobody is refused: the caller with the most places loses the oldest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """The places of one kind of caller: for all of them, and for each address, link or badge."""

    in_all: int
    each: int
    when_full: WhenFull = WhenFull.REFUSE


@dataclass(slots=True, eq=False)
class TakenPlace:
    """A place that somebody has; as a context manager it is given back at the end."""

    kind: str
    key: str
    _places: Places[Any]
    _leave: Callable[[], None]
    is_lost: bool = field(init=False, default=False)
    """Whether it was given to somebody else."""

    def give_back(self) -> None:
        """Let somebody else have it; a second time does nothing."""
        self._places.remove(self)

    def lose(self) -> None:
        """Tell the holder that the place now belongs to somebody else."""
        self.is_lost = True
        self._leave()

    def __enter__(self) -> TakenPlace:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.give_back()


def _stay() -> None:
    """What somebody does who is never asked to leave."""


class Places(Generic[Kind]):
    """
    Who has how many. Every kind has a share of its own, so no kind can take another's places.

    >>> places = Places("screens", {"guest": Share(in_all=3, each=1)})
    >>> place = places.take("guest", "10.0.0.1")
    >>> places.take("guest", "10.0.0.1")
    Traceback (most recent call last):
    upcard.web.refusals.WebRefused: too many screens from you: 1 at most; close one or wait a moment
    >>> place.give_back()
    >>> places.count("guest")
    0
    """

    def __init__(self, what: str, shares: Mapping[Kind, Share]) -> None:
        self._what = what
        self._shares = {str(kind): share for kind, share in shares.items()}
        self._taken: dict[str, dict[str, dict[TakenPlace, None]]] = {
            kind: {} for kind in self._shares
        }
        self._counts = dict.fromkeys(self._shares, 0)
        self._lock = threading.Lock()

    def take(self, kind: Kind, key: str, leave: Callable[[], None] = _stay) -> TakenPlace:
        """A place, or a refusal. *leave* is called if it is given to somebody else later."""
        with self._lock:
            lost = self._make_room(kind, key)
            place = TakenPlace(kind, key, self, leave)
            self._taken[kind].setdefault(key, {})[place] = None
            self._counts[kind] += 1
        if lost is not None:
            lost.lose()
        return place

    def count(self, kind: Kind, key: str | None = None) -> int:
        """How many places are taken by a kind, or by one of them."""
        with self._lock:
            return self._counts[kind] if key is None else len(self._taken[kind].get(key, ()))

    def remove(self, place: TakenPlace) -> None:
        """Forget *place*, if it is still somebody's."""
        with self._lock:
            self._forget(place)

    def _make_room(self, kind: str, key: str) -> TakenPlace | None:
        """The place that has to be given up for one more, if any; refuses if there is none."""
        share, taken = self._shares[kind], self._taken[kind]
        own = taken.get(key, {})
        if len(own) >= share.each:
            if share.when_full is WhenFull.REFUSE:
                raise self._too_many(share)
            leaving = own
        elif self._counts[kind] >= share.in_all:
            if share.when_full is not WhenFull.OLDEST_LEAVES:
                raise self._full(share)
            leaving = max(taken.values(), key=len)
        else:
            return None
        oldest = next(iter(leaving))
        self._forget(oldest)
        return oldest

    def _forget(self, place: TakenPlace) -> None:
        own = self._taken[place.kind].get(place.key, {})
        if place not in own:
            return
        del own[place]
        self._counts[place.kind] -= 1
        if not own:
            del self._taken[place.kind][place.key]

    def _too_many(self, share: Share) -> WebRefused:
        return WebRefused(
            "too-many",
            f"too many {self._what} from you: {share.each} at most; close one or wait a moment",
            TOO_OFTEN,
            wait_s=RETRY_SECONDS,
        )

    def _full(self, share: Share) -> WebRefused:
        return WebRefused(
            "full",
            f"all {share.in_all} places for {self._what} are taken: wait a moment",
            NO_PLACE,
            wait_s=RETRY_SECONDS,
        )
