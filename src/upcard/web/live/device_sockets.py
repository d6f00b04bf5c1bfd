"""A device's WebSocket: its messages in, one after the other, and its lamps out."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from upcard.plain import JsonObject
from upcard.web.access.callers import Who
from upcard.web.access.places import TakenPlace
from upcard.web.live.device_talks import DeviceTalk
from upcard.web.live.hubs import table_topic
from upcard.web.live.sockets import (
    CLOSE_ELSEWHERE,
    CLOSE_POLICY,
    CLOSE_REFUSED,
    CLOSE_STOPPING,
    RECHECK_SECONDS,
    refuse_socket,
)
from upcard.web.refusals import WebRefused
from upcard.web.sites import Site

WRONG_MAX: Final = 20
"""After how many messages that nobody can read or that are not signed a device is cut off."""
WRONG: Final = frozenset({"mac-wrong", "not-json", "not-understood", "too-large", "not-text"})
NOT_TEXT: Final = {
    "kind": "refused",
    "code": "not-text",
    "message": "send text frames of JSON, no binary ones",
}


async def serve_device(websocket: WebSocket, site: Site, talk: DeviceTalk) -> None:
    """Talk with a device until it leaves, is revoked, or connects again somewhere else."""
    name, table = talk.device.device, talk.device.table
    with site.the_hub().waiting_for(table_topic(table)) as changed:
        try:
            place = site.screens.take(Who.DEVICE, name, changed.set)
        except WebRefused as refused:
            await refuse_socket(websocket, refused)
            return
        with place:
            await websocket.accept()
            await _DeviceSocket(websocket, site, talk, place, changed).run()


class _DeviceSocket:
    """One device while it is connected."""

    def __init__(
        self,
        websocket: WebSocket,
        site: Site,
        talk: DeviceTalk,
        place: TakenPlace,
        changed: asyncio.Event,
    ) -> None:
        self._websocket = websocket
        self._site = site
        self._talk = talk
        self._place = place
        self._changed = changed
        self._sending = asyncio.Lock()

    async def run(self) -> None:
        """Listen, and send what is new, until it is over."""
        with suppress(WebSocketDisconnect, RuntimeError):
            await self._talk.heard()
            await self._send(self._talk.standing("hello"))
        listener = asyncio.create_task(self._listen())
        listener.add_done_callback(lambda _: self._changed.set())
        try:
            code, reason = await self._send_on(listener)
            if code:
                await self._websocket.close(code, reason)
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            listener.cancel()

    async def _send(self, said: JsonObject) -> None:
        async with self._sending:
            await self._websocket.send_text(self._talk.sealed(said))

    async def _send_on(self, listener: asyncio.Task[tuple[int, str]]) -> tuple[int, str]:
        """Send lamps and meters as they change; what to close with, or 0 if the device left."""
        sent = self._talk.shown()
        while not (over := self._why_over(listener)):
            self._changed.clear()
            if (now := self._talk.shown()) != sent:
                await self._send({"kind": "state", **now})
                sent = now
            with suppress(TimeoutError):
                async with asyncio.timeout(RECHECK_SECONDS):
                    await self._changed.wait()
        return over

    def _why_over(self, listener: asyncio.Task[tuple[int, str]]) -> tuple[int, str] | None:
        if listener.done():
            return listener.result()
        if self._site.is_over:
            return CLOSE_STOPPING, "the server is stopping"
        if self._place.is_lost:
            return CLOSE_ELSEWHERE, "device-elsewhere: the device has connected again"
        if self._talk.is_over:
            return CLOSE_REFUSED, "device-unknown: the device was revoked"
        return None

    async def _listen(self) -> tuple[int, str]:
        """Answer one message after the other; what to close with when it is over."""
        wrong = 0
        while wrong < WRONG_MAX:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return 0, ""
            text = message.get("text")
            answer = NOT_TEXT if text is None else await self._talk.answer(text)
            wrong += answer.get("code") in WRONG
            try:
                await self._send(answer)
            except (WebSocketDisconnect, RuntimeError):
                return 0, ""
        return CLOSE_POLICY, "device-message-wrong: too many messages that nobody can read"
