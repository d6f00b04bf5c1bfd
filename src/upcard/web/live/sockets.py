"""Live sockets: a screen's place, its frames, and the codes that it is closed with."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from upcard.web.access.callers import caller_in
from upcard.web.access.places import TakenPlace
from upcard.web.answer_languages import ASKED, text_in
from upcard.web.refusals import NO_SESSION, NOT_FOUND, TRY_AGAIN, WebRefused
from upcard.web.replies import REFUSAL
from upcard.web.sites import Site

RECHECK_SECONDS: Final = 20.0
"""How long a socket may be silent before its right to look is checked again."""
PING: Final = "ping"
PONG: Final = "pong"
PINGS_MAX: Final = 30
"""Pings a minute; a client that says more is sent away."""
CLOSE_POLICY: Final = 1008
CLOSE_STOPPING: Final = 1001
CLOSE_REFUSED: Final = 4403
CLOSE_ELSEWHERE: Final = 4409
"""The same link or badge has opened newer screens, and this one had to make way."""
CLOSE_FULL: Final = 4429
"""There is no place, or it was asked too often: the page waits before it tries again."""
CLOSE_REASON_MAX: Final = 120
ELSEWHERE: Final = "screen-elsewhere"
ELSEWHERE_SENTENCE: Final = "this link or badge is open on too many other screens"

MayLook = Callable[[], None]
"""Raises when the right to look is gone."""


def close_code(refused: WebRefused) -> int:
    """What a socket is closed with: 4401, 4403, 4404 or 4429."""
    if refused.status in TRY_AGAIN:
        return CLOSE_FULL
    return 4000 + refused.status if refused.status in (NO_SESSION, NOT_FOUND) else CLOSE_REFUSED


async def refuse_socket(websocket: WebSocket, refused: WebRefused) -> None:
    """Say why, and close: browsers do not see the status of a refused handshake."""
    websocket.scope["state"][REFUSAL] = refused.code
    await websocket.accept()
    with suppress(RuntimeError):
        await websocket.close(close_code(refused), f"{refused.code}: {refused}"[:CLOSE_REASON_MAX])


async def serve_socket(
    websocket: WebSocket,
    site: Site,
    topics: tuple[str, ...],
    text: Callable[[], str],
    still_may: MayLook,
) -> None:
    """Send *text* whenever a topic changes, until somebody leaves or may no longer look."""
    caller = caller_in(websocket.scope)
    with site.the_hub().waiting_for(*topics) as changed:
        try:
            place = site.screens.take(caller.who, caller.key, changed.set)
        except WebRefused as refused:
            await refuse_socket(websocket, refused)
            return
        with place:
            await websocket.accept()
            watch = _Watch(websocket, site, place, changed, text, still_may)
            await watch.run()


class _Watch:
    """One screen while it is connected."""

    def __init__(
        self,
        websocket: WebSocket,
        site: Site,
        place: TakenPlace,
        changed: asyncio.Event,
        text: Callable[[], str],
        still_may: MayLook,
    ) -> None:
        self._websocket = websocket
        self._site = site
        self._place = place
        self._changed = changed
        self._text = text
        self._still_may = still_may
        self._language = ASKED.get()

    async def run(self) -> None:
        """Send frames until it is over, and say why."""
        listener = asyncio.create_task(_listen(self._websocket))
        listener.add_done_callback(lambda _: self._changed.set())
        try:
            code, reason = await self._send_on(listener)
            if code:
                await self._websocket.close(code, reason)
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            listener.cancel()

    async def _send_on(self, listener: asyncio.Task[int]) -> tuple[int, str]:
        """Send what is new; the code and reason to close with, or 0 if the client has gone."""
        sent = ""
        while True:
            if over := self._why_over():
                return over
            self._changed.clear()
            if (now := text_in(self._language, self._text())) != sent:
                await self._websocket.send_text(now)
                self._site.measures.frames.add()
                sent = now
            with suppress(TimeoutError):
                async with asyncio.timeout(RECHECK_SECONDS):
                    await self._changed.wait()
            if listener.done():
                return listener.result(), "send only ping"

    def _why_over(self) -> tuple[int, str] | None:
        if self._site.is_over:
            return CLOSE_STOPPING, "the server is stopping"
        if self._place.is_lost:
            return CLOSE_ELSEWHERE, f"{ELSEWHERE}: {ELSEWHERE_SENTENCE}"
        try:
            self._still_may()
        except WebRefused as refused:
            return close_code(refused), refused.code
        return None


async def _listen(websocket: WebSocket) -> int:
    """Read what the client says, which is nothing or ping; the close code when it is more."""
    pings, began = 0, asyncio.get_running_loop().time()
    while True:
        message = await websocket.receive()
        if message["type"] == "websocket.disconnect":
            return 0
        now = asyncio.get_running_loop().time()
        if now - began > 60:
            pings, began = 0, now
        pings += 1
        if message.get("text") != PING or pings > PINGS_MAX:
            return CLOSE_POLICY
        await websocket.send_text(PONG)
