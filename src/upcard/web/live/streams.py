"""Streams of server-sent events: each has the place of a screen while it is open."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Final

from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from upcard.screens.wire_texts import as_json
from upcard.web.access.callers import caller_in
from upcard.web.access.places import TakenPlace
from upcard.web.answer_languages import ASKED, text_in
from upcard.web.live.sockets import ELSEWHERE, ELSEWHERE_SENTENCE
from upcard.web.refusals import WebRefused
from upcard.web.replies import refused_reply
from upcard.web.sites import Site

KEEP_ALIVE_SECONDS: Final = 15.0
KEEP_ALIVE: Final = ": still here\n\n"
HEADERS: Final = {"x-accel-buffering": "no", "cache-control": "no-store", "connection": "close"}
CLOSED: Final = as_json({"code": ELSEWHERE, "message": ELSEWHERE_SENTENCE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What there is to be sent now, and whether that was all."""

    texts: tuple[str, ...] = ()
    is_last: bool = False


class EventStream(Response):
    """
    A stream that takes a place before its status is sent, and gives it back in any case.

    A client that loses its place gets an event, `closed`: pages then wait
    before they come back, where they would come back at once after a broken line.
    """

    def __init__(
        self,
        site: Site,
        look: Callable[[], Look],
        *,
        topics: tuple[str, ...] = (),
        every: float = KEEP_ALIVE_SECONDS,
    ) -> None:
        super().__init__()
        self._site = site
        self._look = look
        self._topics = topics
        self._every = every

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the stream, or refuse it."""
        caller = caller_in(scope)
        with self._changes() as changed:
            try:
                place = self._site.screens.take(caller.who, caller.key, changed.set)
            except WebRefused as refused:
                await refused_reply(refused)(scope, receive, send)
                return
            with place:
                pieces = self._pieces(place, changed)
                stream = StreamingResponse(pieces, media_type="text/event-stream", headers=HEADERS)
                await stream(scope, receive, send)

    @contextmanager
    def _changes(self) -> Iterator[asyncio.Event]:
        if not self._topics:
            yield asyncio.Event()
            return
        with self._site.the_hub().waiting_for(*self._topics) as changed:
            yield changed

    async def _pieces(self, place: TakenPlace, changed: asyncio.Event) -> AsyncIterator[str]:
        clock = asyncio.get_running_loop().time
        language = ASKED.get()
        spoke = clock()
        while not self._site.is_over:
            if place.is_lost:
                yield f"event: closed\ndata: {CLOSED}\n\n"
                return
            changed.clear()
            look = self._look()
            pieces = [f"data: {text_in(language, text)}\n\n" for text in look.texts]
            if not pieces and clock() - spoke >= KEEP_ALIVE_SECONDS:
                pieces = [KEEP_ALIVE]
            for piece in pieces:
                yield piece
                spoke = clock()
            if look.is_last:
                return
            with suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), self._every)
