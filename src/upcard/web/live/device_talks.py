"""Talk with a device: read what it signed, record it, and sign the answer."""

from __future__ import annotations

import logging
from typing import Final

from anyio import to_thread
from sqlalchemy.exc import SQLAlchemyError

from upcard.journal import Answer, JournalError
from upcard.plain import JsonObject
from upcard.room.device_orders import DeviceSignature
from upcard.room.device_watches import HEARTBEAT_SECONDS, DeviceWatch
from upcard.room.device_wire import (
    DEVICE,
    ROOM,
    Heartbeat,
    Message,
    WireRefused,
    said_in,
    sealed,
    unsealed,
)
from upcard.room.enrolled_devices import DeviceKind, EnrolledDevice
from upcard.room.orders import Order
from upcard.room.rooms import Room
from upcard.room.table_orders import Operate
from upcard.screens.lamps import card_asked, lamps_of, meters_of, shoe_kind
from upcard.web.access.turns import Lane
from upcard.web.refusals import WebRefused
from upcard.web.routes.bodies import checked_data
from upcard.web.sites import Site

LOG: Final = logging.getLogger("upcard.devices")
LAMP_KINDS: Final = frozenset({DeviceKind.RAIL, DeviceKind.KEYPAD, DeviceKind.LAMPS})


class DeviceTalk:
    """One device in one session."""

    def __init__(self, site: Site, room: Room, device: EnrolledDevice, session: str) -> None:
        assert site.device_watch is not None, "a site with a room watches its devices"
        self._watch: DeviceWatch = site.device_watch
        self._site, self._room = site, room
        self.device = device
        self._session = session
        self._key = room.device_key(device.enrolment)

    @property
    def is_over(self) -> bool:
        """Whether the device was revoked, or enrolled anew with another key."""
        found = self._room.state.devices.get(self.device.device)
        return found is None or found.enrolment != self.device.enrolment

    def sealed(self, said: JsonObject) -> str:
        """*said* as the room signs it."""
        return sealed(self._key, self._session, ROOM, said)

    def standing(self, kind: str) -> JsonObject:
        """Where the device stands: the last of its messages that is recorded, and its lamps."""
        name = self.device.device
        found = self._room.state.devices.get(name, self.device)
        return {
            "kind": kind,
            "device": name,
            "table": found.table,
            "number": found.number,
            "heartbeat_seconds": HEARTBEAT_SECONDS,
            **self.shown(),
        }

    def shown(self) -> JsonObject:
        """What the device shows now, by its kinds."""
        state, device = self._room.state, self.device
        shown: dict[str, object] = {}
        if LAMP_KINDS & set(device.kinds):
            shown["lamps"] = lamps_of(state, device.table)
        if DeviceKind.READER in device.kinds:
            shown["card"] = card_asked(state, device.table)
            shown["shoe"] = shoe_kind(state, device.table)
        if DeviceKind.DISPLAY in device.kinds:
            shown["meters"] = meters_of(state, device.table)
        return shown

    async def heard(self) -> None:
        """The device has shown that it is there; what cannot be kept now is kept the next time."""
        try:
            await to_thread.run_sync(self._watch.heard, self.device)
        except (JournalError, SQLAlchemyError, OSError) as error:
            LOG.warning("%s is heard, which is not kept: %s", self.device.device, error)

    async def answer(self, text: str) -> JsonObject:
        """
        What *text* is answered, once the journal has it.

        An answer of kind `refused` means that nothing is recorded and the number is still free,
        but for `storage`, where nobody knows: the same message has to be sent again.
        """
        try:
            answered = await self._answered(text)
        except (WireRefused, WebRefused) as refused:
            answered = self._refusal(str(refused.code), str(refused))
        except (JournalError, SQLAlchemyError) as error:
            LOG.error("storage: %s", error)
            # It may be recorded or not: sent again, it gets its answer, and counts once.
            answered = self._refusal("storage", "the database did not answer: send it again")
        self._site.measures.device_messages.add(str(answered["kind"]))
        return answered

    async def _answered(self, text: str) -> JsonObject:
        name = self.device.device
        if not self._site.device_rates.take(name):
            raise WireRefused("too-often", "too many messages: wait a moment, then send it again")
        said = said_in(checked_data(unsealed(self._key, self._session, DEVICE, text), "body"))
        if self.is_over:
            raise WireRefused("device-unknown", f"{name} is no longer enrolled with this key")
        await self.heard()
        if isinstance(said, Heartbeat):
            return self.standing("alive")
        turn = await self._site.turns.wait(Lane.DEVICE, name)
        try:
            return self._told(said, await to_thread.run_sync(self._submitted, said))
        finally:
            turn.end()

    def _submitted(self, message: Message) -> Answer:
        by = DeviceSignature(self.device.device, self.device.enrolment, message.number)
        wish = Operate(message.table, message.command)
        return self._room.submit(Order(id=by.order_id, by=by, wish=wish))

    def _told(self, message: Message, answer: Answer) -> JsonObject:
        if not answer.sequence:
            return {**self._refusal(answer.code, answer.message), "number": message.number}
        refusal = {"code": answer.code, "message": answer.message} if answer.is_refused else {}
        return {
            "kind": "ack",
            "number": message.number,
            "entry": answer.sequence,
            "repeated": answer.is_repeated,
            **refusal,
        }

    def _refusal(self, code: str, message: str) -> JsonObject:
        found = self._room.state.devices.get(self.device.device, self.device)
        said = message if len(message) <= 300 else f"{message[:300]}…"
        return {"kind": "refused", "code": code, "message": said, "expected": found.number + 1}
